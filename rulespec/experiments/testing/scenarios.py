"""Scenarios: positions, answers and claims that mean something; whether they hold is left open."""

from collections.abc import Callable, Iterable
from functools import partial

from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.conditions import Conditions
from rulespec.experiments.testing.declared import Declared
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.places import Place
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import walk

ANYWHERE = Place(own=False, own_hand=False, acting=False, looked="claimed")  # nobody in particular is doing something


class Scenarios:
    """Draws scenarios of the declarations of a file."""

    def __init__(
        self, draw: Drawing, declared: Declared, conditions: Conditions, blocks: Iterable[d.Declaration]
    ) -> None:
        self._draw = draw
        self._declared = declared
        self._condition = conditions.condition
        blocks = tuple(blocks)
        self._decks = [deck for each in blocks if isinstance(each, d.Cards) for deck in each.decks]
        self._bound = [node for each in blocks for node in walk(each) if isinstance(node, s.AnyChoice)]
        # what can be said to leave an answer out
        self._rules = [each for each in blocks if isinstance(each, d.Block | d.Value | d.Call)]

    def scenarios(self) -> list[d.Declaration]:
        return [self._scenario(number) for number in range(self._draw.of(0, 0, 1, 2))]

    def _scenario(self, number: int) -> d.Declaration:
        given = self._given() if not self._draw.perhaps(4) else None
        steps: list[sc.Step] = []
        for _ in range(self._draw.number(1, 2)):
            if self._draw.perhaps():
                steps.append(sc.When(self._draw.some(self._line, 1, 2), **n.NOWHERE))
            ending = self._draw.perhaps(4)
            claims = self._draw.some(partial(self._claim, ending=ending), 1, 4)
            steps.append(sc.Then(claims, ending, **n.NOWHERE))
        title = self._draw.of(None, "What comes of it")
        return d.Scenario(
            name=f"case{number}", title=title, given=given, steps=tuple(steps), **n.NOWHERE, **self._draw.cites()
        )  # fmt: skip

    # ---- given

    def _given(self) -> sc.Given:
        players = self._draw.of(None, self._draw.number(self._declared.least, self._declared.most))
        first = self._seat() if self._draw.perhaps() else None
        laid = [self._laid_cards(zone) for zone in self._declared.zones.values() if self._draw.perhaps(3)]
        laid += [self._laid_value(each) for each in self._holders()]
        rest = [zone.name for zone in self._declared.zones.values() if zone.is_single]
        if self._draw.perhaps(3):
            laid.append(sc.Laid(sc.Share(self._draw.of(*rest), **n.NOWHERE), (sc.TheRest(**n.NOWHERE),), **n.NOWHERE))
        chosen = {each.share.name: each for each in laid if each.share.name == rest[-1] or self._draw.perhaps()}
        return sc.Given(players, first, tuple(chosen.values()), **n.NOWHERE)

    def _laid_cards(self, zone: d.Zone) -> sc.Laid:
        some = sc.SomeCards(self._draw.number(1, 2), n.name("pile"), **n.NOWHERE)
        ways: list[tuple[sc.Content, ...]] = [(some,), ()]
        share = self._share(zone)
        if share.of not in ("players", "others") and (zone.by is None or not self._is_several(share)):
            ways += [(self._card(),), (self._card(), some)]
        return sc.Laid(share, self._draw.of(*ways), **n.NOWHERE)

    def _laid_value(self, holder: d.Counter | d.Note) -> sc.Laid:
        return sc.Laid(self._share(holder), self._standing(holder), **n.NOWHERE)

    # ---- when

    def _line(self) -> sc.Line:
        if self._draw.perhaps(3):
            seat, cards = self._seat(), self._draw.some(self._card, 1, 2)
            return sc.Dealt(seat, cards, **n.NOWHERE) if self._draw.perhaps() else sc.Drawn(seat, cards, **n.NOWHERE)
        said = self._answer() if not self._draw.perhaps(4) else ()
        names = self._draw.of(*self._bound).names if self._bound and self._draw.perhaps(4) else ()
        return sc.Answered(self._seat(), names, said, **n.NOWHERE)

    def _answer(self) -> tuple[sc.Said | sc.Aside, ...]:
        ways: list[Callable[[], sc.Said | sc.Aside]] = [
            self._card,
            lambda: _said(self._draw.number(0, 3)),
            self._player,
            lambda: _said(self._draw.of(*(word for words in self._declared.words().values() for word in words))),
            lambda: sc.Aside((self._draw.of("decline", "none"),), **n.NOWHERE),
        ]
        return self._draw.some(lambda: self._draw.of(*ways)(), 1, 2)

    # ---- then

    def _claim(self, *, ending: bool) -> sc.Claim:
        ways = [*self._of_the_table(), *(() if ending else self._of_the_game())]
        claim: sc.Claim = self._draw.of(*ways)()
        return claim

    def _of_the_table(self) -> list[Callable[[], sc.Claim]]:
        """Claims that can be made at any moment."""
        ways: list[Callable[[], sc.Claim]] = [
            lambda: sc.Holds(self._condition(ANYWHERE, 1), **n.NOWHERE),
            lambda: self._shown_cards(self._draw.of(*self._declared.zones.values())),
            lambda: self._shown_value(self._draw.of(*self._holders())),
            lambda: sc.Has(
                self._share(self._zone()), self._draw.some(self._card, 1, 2), self._draw.perhaps(), **n.NOWHERE
            ),
            lambda: sc.Knows(self._seat(), self._whose(self._zone()), self._draw.some(self._card, 0, 2), **n.NOWHERE),
            lambda: sc.Heard(self._seat(), self._draw.of((), ("seat 0 draws a card",)), **n.NOWHERE),
        ]
        reasons = [each for each in self._rules if isinstance(each, d.RoundEnds)]
        return ways + ([lambda: self._ended(self._draw.of(*reasons))] if reasons else [])

    def _of_the_game(self) -> list[Callable[[], sc.Claim]]:
        """Claims of where the game waits."""
        ways: list[Callable[[], sc.Claim]] = [
            lambda: sc.GoesOn(self._draw.perhaps(), **n.NOWHERE),
            lambda: sc.NextIs(self._seat(), **n.NOWHERE),
            lambda: sc.AskedIs(self._seat(), **n.NOWHERE),
            lambda: sc.Offered(self._offers(), self._draw.perhaps(), **n.NOWHERE),
            lambda: sc.NotOffered(self._offers(), self._rule() if self._draw.perhaps() else None, **n.NOWHERE),
            lambda: sc.WinnersAre(self._draw.some(self._seat, 0, 2), **n.NOWHERE),
            lambda: sc.ReturnsAre(
                self._draw.some(lambda: self._draw.number(-1, 2), self._declared.least, self._declared.least),
                **n.NOWHERE,
            ),
        ]
        reasons = [each for each in self._rules if isinstance(each, d.GameEnds)]
        return ways + ([lambda: self._ended(self._draw.of(*reasons))] if reasons else [])

    def _ended(self, reason: d.Reason) -> sc.Claim:
        return sc.Ends(isinstance(reason, d.GameEnds), reason.name, **n.NOWHERE)

    def _shown_cards(self, zone: d.Zone) -> sc.Claim:
        some = sc.SomeCards(self._draw.number(0, 3), None, **n.NOWHERE)
        content: tuple[sc.Content, ...] = self._draw.of((some,), (), (self._card(),), (self._card(), some))
        return sc.Shows(self._share(zone), content, **n.NOWHERE)

    def _shown_value(self, holder: d.Counter | d.Note) -> sc.Claim:
        return sc.Shows(self._share(holder), self._standing(holder), **n.NOWHERE)

    def _offers(self) -> tuple[sc.Offer, ...]:
        return self._draw.some(lambda: sc.Offer(self._answer(), **n.NOWHERE), 1, 2)

    def _rule(self) -> sc.Rule:
        rule = self._draw.of(*self._rules)
        name = rule.name if isinstance(rule, d.Named | d.NamedBlock) else None
        return sc.Rule(d.KEYWORDS[type(rule)], name, **n.NOWHERE)

    # ---- pieces

    def _holders(self) -> list[d.Counter | d.Note]:
        return [*self._declared.counters.values(), *self._declared.notes.values()]

    def _zone(self) -> d.Zone:
        return self._draw.of(*self._declared.zones.values())

    def _seat(self) -> sc.Seat:
        number = self._draw.number(0, self._declared.least - 1)
        return sc.Seat(
            self._declared.seated[number] if self._declared.seated and self._draw.perhaps() else number, **n.NOWHERE
        )

    def _player(self) -> sc.Said:
        number = self._draw.number(0, self._declared.least - 1)
        return _said(self._declared.seated[number]) if self._declared.seated else _said("seat", number)

    def _share(self, holder: d.Zone | d.Counter | d.Note) -> sc.Share:
        """What somebody has, or several have."""
        if holder.per_player and self._draw.perhaps(3):
            return sc.Share(holder.name, self._draw.of("players", "others"), self._word(holder), **n.NOWHERE)
        return self._whose(holder)

    def _whose(self, holder: d.Zone | d.Counter | d.Note) -> sc.Share:
        word = self._word(holder)
        if isinstance(word, str) and not holder.per_player:
            return sc.Share(holder.name, sc.Seat(word, **n.NOWHERE), **n.NOWHERE)  # as it is written
        return sc.Share(holder.name, self._seat() if holder.per_player else None, word, **n.NOWHERE)

    def _word(self, holder: d.Holder) -> str | int | None:
        """A word for which there is one, or the list for all of them."""
        return None if holder.by is None else self._draw.of(*self._members(holder.by), holder.by)

    def _is_several(self, share: sc.Share) -> bool:
        word = share.of.word if isinstance(share.of, sc.Seat) and share.by is None else share.by
        return word in self._declared.lists

    def _standing(self, holder: d.Counter | d.Note) -> tuple[sc.Content, ...]:
        if isinstance(holder, d.Counter):
            least, most = (-1 if holder.below is None else holder.below), (3 if holder.above is None else holder.above)
            return (_said(self._draw.of(*range(max(0, least), min(3, most) + 1), least)),)
        if self._draw.perhaps(4):
            return ()
        return (self._player() if holder.of == "player" else _said(self._draw.of(*self._declared.words()[holder.of])),)

    def _card(self) -> sc.Said:
        """A card by what it shows; it can be one of several copies."""
        return _said(*(self._shown(factor) for factor in self._draw.of(*self._decks).factors))

    def _shown(self, factor: d.Factor) -> str | int:
        match factor.words:
            case _ if factor.between is not None:
                return factor.between.high
            case e.Number(number):
                return number
            case e.Name(name) if name in self._declared.lists:
                return self._draw.of(*self._members(name))
            case e.Name(word):
                return word
            case e.Except(e.Name(name), e.Name(word)):
                return self._draw.of(*(each for each in self._members(name) if each != word))
            case _:  # what seats have
                return self._declared.seated[self._draw.number(0, self._declared.least - 1)]

    def _members(self, name: str) -> tuple[str | int, ...]:
        return tuple(self._declared.lists[name].members)


def _said(*words: str | int) -> sc.Said:
    return sc.Said(words, **n.NOWHERE)
