"""Scenarios: positions, answers and claims that mean something; whether they hold is left open."""

from collections.abc import Callable, Iterable, Sequence

from rulespec.testing.drawing import NOWHERE
from rulespec.testing.expressions import Place
from rulespec.testing.statements import Statements
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import scenarios as sc

ANYWHERE = Place(own=False, own_hand=False, acting=False)  # nobody in particular is doing something


class Scenarios(Statements):
    """Draws scenarios of a file whose declarations are known."""

    _decks: Sequence[d.Deck] = ()
    _rules: Sequence[d.Declaration] = ()  # which can be said to leave an answer out

    def scenarios(self, declared: Iterable[d.Declaration]) -> list[d.Declaration]:
        blocks = tuple(declared)
        self._decks = [deck for each in blocks if isinstance(each, d.Cards) for deck in each.decks]
        self._rules = [each for each in blocks if isinstance(each, d.Block | d.Value | d.Call)]
        return [self._scenario(number) for number in range(self.of(0, 0, 1, 2))]

    def _scenario(self, number: int) -> d.Declaration:
        given = self._given() if not self.perhaps(4) else None
        steps: list[sc.Step] = []
        for _ in range(self.number(1, 2)):
            if self.perhaps():
                steps.append(sc.When(self.some(self._line, 1, 2), **NOWHERE))
            steps.append(sc.Then(self.some(self._claim, 1, 4), **NOWHERE))
        title = self.of(None, "What comes of it")
        return d.Scenario(
            name=f"case{number}", title=title, given=given, steps=tuple(steps), **NOWHERE, **self.cites()
        )  # fmt: skip

    # ---- given

    def _given(self) -> sc.Given:
        players = self.of(None, self.number(self.table.least, self.table.most))
        first = self._seat() if self.perhaps() else None
        laid = [self._laid_cards(zone) for zone in self.table.zones.values() if self.perhaps(3)]
        laid += [self._laid_value(each) for each in self._holders()]
        rest = [zone.name for zone in self.table.zones.values() if not zone.per_player]
        if self.perhaps(3):
            laid.append(sc.Laid(sc.Share(self.of(*rest), **NOWHERE), (sc.TheRest(**NOWHERE),), **NOWHERE))
        chosen = {each.share.name: each for each in laid if each.share.name == rest[-1] or self.perhaps()}
        return sc.Given(players, first, tuple(chosen.values()), **NOWHERE)

    def _laid_cards(self, zone: d.Zone) -> sc.Laid:
        some = sc.SomeCards(self.number(1, 2), e.Name("pile", **NOWHERE), **NOWHERE)
        ways: list[tuple[sc.Content, ...]] = [(some,), ()]
        share = self._share(zone)
        if share.of is None or isinstance(share.of, sc.Seat):
            ways += [(self._card(),), (self._card(), some)]
        return sc.Laid(share, self.of(*ways), **NOWHERE)

    def _laid_value(self, holder: d.Counter | d.Note) -> sc.Laid:
        return sc.Laid(self._share(holder), self._standing(holder), **NOWHERE)

    # ---- when

    def _line(self) -> sc.Line:
        if self.perhaps(3):
            return sc.Drawn(self._seat(), self.some(self._card, 1, 2), **NOWHERE)
        return sc.Answered(self._seat(), (), self._answer(), **NOWHERE)

    def _answer(self) -> tuple[sc.Said | sc.Aside, ...]:
        ways: list[Callable[[], sc.Said | sc.Aside]] = [
            self._card,
            lambda: _said(self.number(0, 3)),
            self._player,
            lambda: _said(self.of(*(word for words in self.table.words().values() for word in words))),
            lambda: sc.Aside((self.of("decline", "none"),), **NOWHERE),
        ]
        return self.some(lambda: self.of(*ways)(), 1, 2)

    # ---- then

    def _claim(self) -> sc.Claim:
        ways: list[Callable[[], sc.Claim]] = [
            lambda: sc.GoesOn(self.perhaps(), **NOWHERE),
            lambda: sc.Holds(self.condition(ANYWHERE, 1), **NOWHERE),
            lambda: self._shown_cards(self.of(*self.table.zones.values())),
            lambda: self._shown_value(self.of(*self._holders())),
            lambda: sc.Has(self._share(self._zone()), self.some(self._card, 1, 2), self.perhaps(), **NOWHERE),
            lambda: sc.Knows(self._seat(), self._whose(self._zone()), self.some(self._card, 0, 2), **NOWHERE),
            lambda: sc.Heard(self._seat(), self.of((), ("seat 0 draws a card",)), **NOWHERE),
            lambda: sc.NextIs(self._seat(), **NOWHERE),
            lambda: sc.AskedIs(self._seat(), **NOWHERE),
            lambda: sc.Offered(self._offers(), self.perhaps(), **NOWHERE),
            lambda: sc.NotOffered(self._offers(), self._rule() if self.perhaps() else None, **NOWHERE),
            lambda: sc.WinnersAre(self.some(self._seat, 0, 2), **NOWHERE),
            lambda: sc.ReturnsAre(self.some(lambda: self.number(-1, 2), self.table.least, self.table.least), **NOWHERE),
        ]
        reasons = [each for each in self._rules if isinstance(each, d.Reason)]
        ways += [lambda: self._ended(self.of(*reasons))] if reasons else []
        return self.of(*ways)()

    def _ended(self, reason: d.Reason) -> sc.Claim:
        return sc.Ends(isinstance(reason, d.GameEnds), reason.name, **NOWHERE)

    def _shown_cards(self, zone: d.Zone) -> sc.Claim:
        some = sc.SomeCards(self.number(0, 3), None, **NOWHERE)
        content: tuple[sc.Content, ...] = self.of((some,), (), (self._card(),), (self._card(), some))
        return sc.Shows(self._share(zone), content, **NOWHERE)

    def _shown_value(self, holder: d.Counter | d.Note) -> sc.Claim:
        return sc.Shows(self._share(holder), self._standing(holder), **NOWHERE)

    def _offers(self) -> tuple[sc.Offer, ...]:
        return self.some(lambda: sc.Offer(self._answer(), **NOWHERE), 1, 2)

    def _rule(self) -> sc.Rule:
        rule = self.of(*self._rules)
        name = rule.name if isinstance(rule, d.Named | d.NamedBlock) else None
        return sc.Rule(d.KEYWORDS[type(rule)], name, **NOWHERE)

    # ---- pieces

    def _holders(self) -> list[d.Counter | d.Note]:
        return [*self.table.counters.values(), *self.table.notes.values()]

    def _zone(self) -> d.Zone:
        return self.of(*self.table.zones.values())

    def _seat(self) -> sc.Seat:
        number = self.number(0, self.table.least - 1)
        return sc.Seat(self.table.seated[number] if self.table.seated and self.perhaps() else number, **NOWHERE)

    def _player(self) -> sc.Said:
        number = self.number(0, self.table.least - 1)
        return _said(self.table.seated[number]) if self.table.seated else _said("seat", number)

    def _share(self, holder: d.Zone | d.Counter | d.Note) -> sc.Share:
        """What somebody has, or several have."""
        if holder.per_player and self.perhaps(3):
            return sc.Share(holder.name, self.of("players", "others"), **NOWHERE)
        return self._whose(holder)

    def _whose(self, holder: d.Zone | d.Counter | d.Note) -> sc.Share:
        return sc.Share(holder.name, self._seat() if holder.per_player else None, **NOWHERE)

    def _standing(self, holder: d.Counter | d.Note) -> tuple[sc.Content, ...]:
        if isinstance(holder, d.Counter):
            least, most = (-1 if holder.below is None else holder.below), (3 if holder.above is None else holder.above)
            return (_said(self.of(*range(max(0, least), min(3, most) + 1), least)),)
        if self.perhaps(4):
            return ()
        return (self._player() if holder.of == "player" else _said(self.of(*self.table.words()[holder.of])),)

    def _card(self) -> sc.Said:
        """A card by what it shows; it can be one of several copies."""
        return _said(*(self._shown(factor.words) for factor in self.of(*self._decks).factors))

    def _shown(self, words: e.Expression) -> str | int:
        match words:
            case e.Name(name) if name in self.table.lists:
                return self.of(*self._members(name))
            case e.Name(word):
                return word
            case e.Except(e.Name(name), e.Name(word)):
                return self.of(*(each for each in self._members(name) if each != word))
            case _:  # what seats have
                return self.table.seated[self.number(0, self.table.least - 1)]

    def _members(self, name: str) -> tuple[str | int, ...]:
        return tuple(self.table.lists[name].members)


def _said(*words: str | int) -> sc.Said:
    return sc.Said(words, **NOWHERE)
