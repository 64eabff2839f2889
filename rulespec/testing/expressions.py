"""Expressions, conditions and sieves of a wanted kind, from the names that are known at a place."""

from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve, frozen

from rulespec.resolve.itself import asked
from rulespec.testing.drawing import NOWHERE, Drawing
from rulespec.testing.material import Material
from rulespec.tree import expressions as e
from rulespec.tree.kinds import CARD, CARDS, NUMBER, NUMBERS, PLAYER, PLAYERS, Kind, word_of
from rulespec.tree.node import Node, rewrite


@frozen
class Chosen:
    """A name that a choice gave; `by` is whose question it was, None if everybody knows the answer."""

    name: str
    kind: Kind
    by: int | None


@frozen
class Place:
    """What can be said at a place.

    What somebody is offered may depend on nothing but what he sees: there, `looks` is False. `subject` numbers those
    who do something one after the other, and `own_hand` is whether `own` is the subject.
    """

    chosen: tuple[Chosen, ...] = ()
    it: Kind | None = None
    named: str | None = None  # the name of `it`, in the sieve of the choice that gives it
    own: bool = True
    own_hand: bool = True
    earlier: bool = False  # whether there is an earlier moment to speak of
    acting: bool = True  # whether `self` is the player who is doing something
    looks: bool = True
    subject: int = 0

    def looking_at(self, kind: Kind, named: str | None = None) -> "Place":
        if kind == PLAYER:
            return evolve(self, it=kind, named=named, own=True, own_hand=False)
        return evolve(self, it=kind, named=named)

    def known(self, kind: Kind) -> list[str]:
        """The chosen names of a kind that may be spoken of."""
        seen = (each for each in self.chosen if self.looks or each.by in (None, self.subject))
        return [each.name for each in seen if each.kind == kind]


def _asked(side: e.Expression, at: Place) -> Node:
    """What a side of a comparison asks for, of `it` in one way of saying it."""

    def said(node: Node) -> Node:
        match node:
            case e.Its(name):
                return e.Of(e.Noun(name, **NOWHERE), e.It(**NOWHERE), **NOWHERE)
            case e.Own(noun) if at.it == PLAYER:
                return e.Of(noun, e.It(**NOWHERE), **NOWHERE)
            case e.Name(name) if name == at.named:
                return e.It(**NOWHERE)
        changed: Node = rewrite(node, said)
        return changed

    return said(asked(side))


class Expressions(Drawing):
    """Draws expressions: the leaves that a place has, and what can be made of others."""

    table: Material

    def expression(self, kind: Kind, at: Place, deep: int = 2) -> e.Expression:
        leaves = list(self._leaves(kind, at))
        made = self._made(kind, at, deep - 1)
        if at.earlier:
            made.append(lambda: e.Earlier(self.expression(kind, at, max(0, deep - 1)), **NOWHERE))
        if not leaves or (deep > 0 and made and self.perhaps()):
            return self.of(*made)()
        return self.of(*leaves)

    # ---- what a name says by itself

    def _leaves(self, kind: Kind, at: Place) -> Iterable[e.Expression]:
        if kind == NUMBER:
            yield from (e.Number(value, **NOWHERE) for value in (1, 0, 2, 3))
        elif kind == PLAYER:
            yield e.Active(**NOWHERE)
            if at.acting:
                yield e.SelfPlayer(**NOWHERE)
        elif kind == PLAYERS:
            yield e.AllPlayers(**NOWHERE)
            if at.acting:
                yield e.OtherPlayers(**NOWHERE)
            for name, call in self.table.calls.items():
                if call.subject == "player" and (at.looks or call.open):
                    yield from (e.PlayersWho(name, wanted, **NOWHERE) for wanted in (True, False))
        elif kind == CARDS:
            yield from self._zones(at, seen=not at.looks)
        elif kind == NUMBERS:
            yield from (self._of_several(name) for name, each in self.table.counters.items() if each.per_player)
            yield from (e.Name(name, **NOWHERE) for name in self.table.lists if name not in self.table.words())
        elif kind.name == "word" and kind.many:
            yield e.Name(str(kind.list), **NOWHERE)
        elif kind.name == "word":
            yield from (e.Name(word, **NOWHERE) for word in self.table.words()[str(kind.list)])
        yield from (e.Name(name, **NOWHERE) for name in at.known(kind))
        yield from self._named(kind, at)
        if at.it == kind:
            yield e.It(**NOWHERE)
        if at.it == CARD:
            yield from (e.Its(name, **NOWHERE) for name in self.table.shown if self.table.shown_kind(name) == kind)

    def _zones(self, at: Place, *, seen: bool) -> Iterable[e.Expression]:
        """The zones that one can speak of without naming a player."""
        for zone in self.table.zones.values():
            if not zone.per_player:
                if not seen or zone.seen_by == "all":
                    yield e.Name(zone.name, **NOWHERE)
            elif at.own and (not seen or zone.seen_by == "all" or (zone.seen_by == "owner" and at.own_hand)):
                yield e.Own(e.Noun(zone.name, **NOWHERE), **NOWHERE)

    def _named(self, kind: Kind, at: Place) -> Iterable[e.Expression]:
        """Counters, notes and values of the table, and those of `own` and `its`."""
        for name in self._nouns(kind, None, at):
            yield e.Name(name, **NOWHERE)
        if at.own:
            for name in self._nouns(kind, "player", at):
                yield e.Own(e.Noun(name, **NOWHERE), **NOWHERE)
            if kind == PLAYER:
                yield from (e.Own(e.Noun(side, **NOWHERE), **NOWHERE) for side in ("left", "right"))
        if at.it is not None and not at.it.many and at.it.name in ("player", "card"):
            yield from (e.Its(name, **NOWHERE) for name in self._nouns(kind, at.it.name, at))

    def _of_several(self, name: str, players: e.Expression | None = None) -> e.Expression:
        """A counter or note of all players, or of some."""
        return e.Of(e.Noun(name, **NOWHERE), players or e.AllPlayers(**NOWHERE), **NOWHERE)

    def _nouns(self, kind: Kind, of: str | None, at: Place) -> Iterable[str]:
        """What is one of a kind, of the table, of a player or of a card, zones aside."""
        table = self.table
        if of in (None, "player"):
            if kind == NUMBER:
                yield from (name for name, each in table.counters.items() if each.per_player == (of == "player"))
            for name, note in table.notes.items():
                if note.per_player == (of == "player") and table.noted(note) == kind:
                    yield name
        if of == "player" and table.seats is not None and kind == word_of(table.seats):
            yield table.seats
        for name, value in table.values.items():
            if (value.parameter, value.kind) == (of, kind) and (at.looks or value.open):
                yield name

    # ---- what is made of others

    def _made(self, kind: Kind, at: Place, deep: int) -> list[Callable[[], e.Expression]]:
        if kind == NUMBER:
            return self._numbers(at, deep)
        if kind == PLAYER:
            return self._players(at, deep)
        if kind == CARD:
            return [lambda: self._end_of(CARDS, at, deep)]
        if kind.many:
            return self._sets(kind, at, deep)
        return self._words(kind, at, deep)

    def _numbers(self, at: Place, deep: int) -> list[Callable[[], e.Expression]]:
        def two(node: Any) -> Callable[[], e.Expression]:
            def drawn() -> e.Expression:
                one = self.expression(NUMBER, at, deep)
                apart = node in (e.Minus, e.Smaller, e.Larger)
                other = self._unlike(one, NUMBER, at, deep) if apart else self.expression(NUMBER, at, deep)
                made: e.Expression = node(one, other, **NOWHERE)
                return made

            return drawn

        return [
            lambda: e.CountCards(self.size(at, deep), **NOWHERE),
            lambda: e.NumberOf(self._any_set(at, deep), **NOWHERE),
            lambda: self._of(NUMBER, at, deep),
            lambda: e.Different(self.of(*self.table.shown), self.expression(CARDS, at, deep), **NOWHERE),
            lambda: self._total(at, deep),
            lambda: self._end_of(NUMBERS, at, deep),
            *map(two, (e.Plus, e.Minus, e.Times, e.Smaller, e.Larger)),
        ]

    def _players(self, at: Place, deep: int) -> list[Callable[[], e.Expression]]:
        return [
            lambda: self._of(PLAYER, at, deep),
            lambda: self._end_of(PLAYERS, at, deep),
            lambda: e.OwnerOf(self.expression(CARD, at, deep), **NOWHERE),
            lambda: e.Of(
                e.Noun(self.of("left", "right"), **NOWHERE), self.expression(PLAYER, at, max(0, deep)), **NOWHERE
            ),
        ]

    def _words(self, kind: Kind, at: Place, deep: int) -> list[Callable[[], e.Expression]]:
        return [
            lambda: self._of(kind, at, deep),
            lambda: e.NextOf(self.expression(kind, at, deep), **NOWHERE),
            lambda: e.PreviousOf(self.expression(kind, at, deep), **NOWHERE),
            lambda: self._end_of(kind.set, at, deep),
        ]

    def _sets(self, kind: Kind, at: Place, deep: int) -> list[Callable[[], e.Expression]]:
        def narrowed() -> e.Expression:
            inner = self.expression(kind, at, deep)
            return e.Sieved(inner, self.some(lambda: self.sieve(kind.one, at, deep), 1, 2), **NOWHERE)

        def without() -> e.Expression:
            other = self.expression(kind if self.perhaps() else kind.one, at, deep)
            return e.Except(self.expression(kind, at, deep), other, **NOWHERE)

        found = [narrowed, without]
        if kind == CARDS:
            found.append(lambda: self._of_players(at, deep))
            found.append(lambda: e.Plus(self.expression(CARDS, at, deep), self.expression(CARDS, at, deep), **NOWHERE))
        shown = [name for name in self.table.shown if self.table.shown_kind(name) == kind.one]
        if shown:
            found.append(lambda: e.Of(e.Noun(self.of(*shown), **NOWHERE), self.expression(CARDS, at, deep), **NOWHERE))
        held = self._held_by_players(kind.one)
        if held:
            found.append(lambda: self._of_several(self.of(*held), self.expression(PLAYERS, at, max(0, deep))))
        return found

    def _held_by_players(self, kind: Kind) -> list[str]:
        """The counters and notes of players, and what their seats show, that are of a kind."""
        table = self.table
        held = [name for name, each in table.counters.items() if each.per_player and kind == NUMBER]
        held += [name for name, each in table.notes.items() if each.per_player and table.noted(each) == kind]
        return [*held, *([table.seats] if table.seats is not None and kind == word_of(table.seats) else [])]

    def _end_of(self, kind: Kind, at: Place, deep: int) -> e.Expression:
        of = self.expression(kind, at, deep)
        return e.Last(of, **NOWHERE) if self.perhaps() else e.First(of, **NOWHERE)

    def _of(self, kind: Kind, at: Place, deep: int) -> e.Expression:
        """What a player, a card or a word of a list has; for want of that, the simplest of its kind."""
        of = self.of("player", "card", *self.table.words())
        if of == "card":
            shown = [name for name in self.table.shown if self.table.shown_kind(name) == kind]
            nouns, of_kind = [*self._nouns(kind, "card", at), *shown], CARD
        elif of == "player":
            nouns, of_kind = list(self._nouns(kind, "player", at)), PLAYER
        else:
            nouns, of_kind = list(self._nouns(kind, of, at)) if kind != word_of(of) else [], word_of(of)
        if not nouns:
            return self.expression(kind, at, 0)
        return e.Of(e.Noun(self.of(*nouns), **NOWHERE), self.expression(of_kind, at, max(0, deep)), **NOWHERE)

    def _of_players(self, at: Place, deep: int) -> e.Expression:
        """Zones of somebody, or of several."""
        zones = [zone for zone in self.table.zones.values() if zone.per_player and (at.looks or zone.seen_by == "all")]
        if not zones:
            return self.expression(CARDS, at, 0)
        whose = self.expression(self.of(PLAYER, PLAYERS), at, max(0, deep))
        return e.Of(e.Noun(self.of(*zones).name, **NOWHERE), whose, **NOWHERE)

    def _total(self, at: Place, deep: int) -> e.Expression:
        shown = [name for name in self.table.shown if self.table.shown_kind(name) == NUMBER]
        of = self.of(PLAYERS, CARDS)
        inner = at.looking_at(of.one)
        nouns = [*self._nouns(NUMBER, of.name, inner), *(shown if of == CARDS else [])]
        if not nouns:
            return self.expression(NUMBER, at, 0)
        return e.Total(self.of(*nouns), self.expression(of, at, deep), **NOWHERE)

    def size(self, at: Place, deep: int) -> e.Expression:
        """Cards whose number may be asked for, whoever sees them."""
        if at.looks:
            return self.expression(CARDS, at, deep)
        zones = [zone.name for zone in self.table.zones.values() if zone.per_player]
        if self.perhaps():
            whose = self.expression(PLAYER, at, 0)
            return e.Of(e.Noun(self.of(*zones), **NOWHERE), whose, **NOWHERE)
        return self.of(*self._zones(at, seen=False))

    def _any_set(self, at: Place, deep: int) -> e.Expression:
        made = self.expression(self.any_kind().set, at, deep)
        # `number of cards in ...` would count a number
        return made if not isinstance(made, e.CountCards) else e.AllPlayers(**NOWHERE)

    def any_kind(self) -> Kind:
        """A card, a player, a word or a number."""
        return self.of(PLAYER, CARD, *map(word_of, self.table.words()), NUMBER)

    # ---- sieves

    def sieve(self, kind: Kind, at: Place, deep: int = 1, named: str | None = None) -> e.Sieve:
        """A sieve over members of a kind, which a choice can give a name."""
        inner = at.looking_at(kind, named)
        match self.number(0, 3):
            case 0 | 1:
                return e.Where(self.condition(inner, deep), **NOWHERE)
            case 2:
                return e.Preferring(self.some(lambda: self.condition(inner, deep), 1, 2), **NOWHERE)
            case _:
                return e.WithExtremes(self.some(lambda: self._extreme(inner, deep), 1, 2), **NOWHERE)

    def _extreme(self, at: Place, deep: int) -> e.Extreme:
        kind = self.of(NUMBER, NUMBER, word_of(self.of(*self.table.words())))
        by_height = self.perhaps()
        return e.Extreme(self.of(True, False), self.expression(kind, at, deep), by_height=by_height, **NOWHERE)

    # ---- conditions

    def condition(self, at: Place, deep: int = 2) -> e.Condition:
        simple: list[Callable[[], e.Condition]] = [
            lambda: self._compared(at, deep - 1),
            lambda: self._same(at, deep - 1),
            lambda: e.Empty(self.size(at, deep - 1) if self.perhaps() else self._any_set(at, deep - 1), **NOWHERE),
            lambda: self._within(at, deep - 1),
            lambda: e.Repeats(self.expression(CARDS, at, deep - 1), self.of(*self.table.shown), **NOWHERE),
            lambda: self._adjective(at, deep - 1),
        ]
        if deep <= 0:
            return self.of(*simple)()
        inner = deep - 1
        made: list[Callable[[], e.Condition]] = [
            lambda: e.Not(self.condition(at, inner), **NOWHERE),
            lambda: e.AllOf(self.some(lambda: self.condition(at, inner), 2, 3), **NOWHERE),
            lambda: e.AnyOf(self.some(lambda: self.condition(at, inner), 2, 3), **NOWHERE),
            lambda: self._quantified(at, inner),
        ]
        return self.of(*simple, *made)()

    def _compared(self, at: Place, deep: int) -> e.Condition:
        kind = self.of(NUMBER, NUMBER, word_of(self.of(*self.table.words())))
        one = self.expression(kind, at, max(1, deep))
        return e.Compare(one, self.of(">=", "<=", ">", "<"), self._unlike(one, kind, at, deep), **NOWHERE)

    def _same(self, at: Place, deep: int) -> e.Condition:
        kind = self.of(NUMBER, PLAYER, CARD, *map(word_of, self.table.words()))
        one = self.expression(kind, at, max(1, deep))
        if self.perhaps(6):
            return e.Is(one, e.NoneYet(**NOWHERE), **NOWHERE)
        lists = [name for name in self.table.shown if name in self.table.words()]
        asks = one
        if kind == CARD and lists and self.perhaps():
            list_ = self.of(*lists)
            asks, kind = e.Of(e.Noun(list_, **NOWHERE), one, **NOWHERE), word_of(list_)
        return e.Is(one, self._unlike(asks, kind, at, deep), **NOWHERE)

    def _unlike(self, one: e.Expression, kind: Kind, at: Place, deep: int) -> e.Expression:
        """Another side of a comparison; after some that ask for the same thing, one that is written out."""
        for _ in range(3):
            other = self.expression(kind, at, deep)
            if _asked(one, at) != _asked(other, at):
                return other
        if kind == NUMBER:
            return e.Number(1, **NOWHERE)
        if kind.name == "word":
            return e.Name(self.table.words()[str(kind.list)][0], **NOWHERE)
        return e.NoneYet(**NOWHERE)

    def _within(self, at: Place, deep: int) -> e.Condition:
        kind = self.any_kind()
        whole = CARDS if kind.list in self.table.shown and self.perhaps() else kind.set
        return e.Within(self.expression(kind, at, deep), self.expression(whole, at, deep), **NOWHERE)

    def _adjective(self, at: Place, deep: int) -> e.Condition:
        calls = [name for name, call in self.table.calls.items() if at.looks or call.open]
        if not calls:
            return self._compared(at, 0)
        name = self.of(*calls)
        subject = self.table.calls[name].subject
        kind = PLAYER if subject == "player" else CARD
        whom = e.TheGame(**NOWHERE) if subject == "game" else self.expression(kind, at, max(0, deep))
        return e.Is(whom, e.Name(name, **NOWHERE), **NOWHERE)

    def _quantified(self, at: Place, deep: int) -> e.Condition:
        kind = self.of(PLAYER, CARD)
        among = self.expression(kind.set, at, deep) if kind == CARD or self.perhaps() else None
        member = e.Member(kind == PLAYER, among, **NOWHERE)
        inner = self.condition(at.looking_at(kind), deep)
        return e.Quantified(self.of("some", "no", "every"), member, inner, **NOWHERE)
