"""A game translated into the numbers of another, so that equal translations mean equal games.

Parts that the other game lacks are left out, or become a value that equals nothing of it.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from operator import itemgetter
from typing import Any, assert_never

from attrs import define, field

from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.events.log import Log, RawEvent, events
from rulespec.engine.game import Game
from rulespec.engine.options import HIDDEN, RawAnswer
from rulespec.engine.pending import Over
from rulespec.engine.python.program import Asking, ChanceNode
from rulespec.engine.python.stepwise.bits import Bit
from rulespec.engine.rawstate import RawState
from rulespec.game.history import moves_among
from rulespec.language.tree import declarations as d
from rulespec.language.tree.kinds import CARD, Kind
from rulespec.plan.picks import picked_kinds, publicity
from rulespec.records.lockstep.counterparts import Counterparts
from rulespec.records.lockstep.whole_answers import ASKED, Joined, joined

Fact = tuple[Any, ...]
_Map = Callable[[Any], Any]

_ENDS = (k.ROUND_ENDS, k.GAME_ENDS)


@define(eq=False)
class Account:
    """Translates one game of a pair; `theirs` if its own numbers are the common ones, `alike` if both number alike."""

    game: Game
    between: Counterparts
    theirs: bool
    alike: bool = field(init=False)
    bits: dict[int, Bit] = field(init=False)  # the choices that are asked bit by bit, by program counter
    _card: _Map = field(init=False)
    _place: _Map = field(init=False)
    _facts: dict[int, Callable[[RawEvent], Fact | None]] = field(init=False, factory=dict)
    _shapes: dict[int, Any] = field(init=False, factory=dict)
    _answers: dict[tuple[int, RawAnswer], Any] = field(init=False, factory=dict)
    _zones: list[tuple[int, bool]] = field(init=False)  # the places that both have; whether they are rows in both
    _variables: list[tuple[int, _Map]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.alike = self.between.numbered_alike
        asks = self.game.program.asks.items()
        self.bits = {pc: ask.bit for pc, ask in asks if isinstance(ask, Asking) and ask.bit is not None}
        cards, places = self.between.cards, self.between.places
        if self.theirs:
            met, met_places = set(cards), set(places)
            self._card = lambda card: card if card in met or card == HIDDEN else None
            self._place = lambda place: place if place in met_places else (self.game.rules.name, place)
        else:
            self._card = lambda card: card if card == HIDDEN else cards[card]
            self._place = lambda place: places[place] if places[place] is not None else (self.game.rules.name, place)
        self._zones, self._variables = self._common_zones(), self._common_variables()

    # ---- what happened

    def happened(self, new: Iterable[RawEvent]) -> list[Fact]:
        """Events translated, without the rules that they come from; an end has the key of its reason."""
        if self.bits:
            return [fact for fact, _ in self.told(new)]
        facts = self._facts
        found = [(facts.get(event[0]) or self._fact(event[0]))(event) for event in new]
        return [fact for fact in found if fact is not None]

    def told(self, new: Iterable[RawEvent]) -> list[tuple[Fact, RawEvent]]:
        """As `happened`, each with its event; an answer given bit by bit is one, with the event of its first part."""
        facts = self._facts
        found = [((facts.get(each[0]) or self._fact(each[0]))(each), event) for each, event in joined(new, self.bits)]
        return [(fact, event) for fact, event in found if fact is not None]

    def _fact(self, number: int) -> Callable[[RawEvent], Fact | None]:
        fact = self._facts[number] = self._made(k.numbered(number))
        return fact

    def _made(self, kind: type[k.Event]) -> Callable[[RawEvent], Fact | None]:
        if kind is k.Begin:
            return lambda event: None
        if kind.number in _ENDS:
            return lambda event: (event[0], self._reason(event[1]), event[2])
        if self.alike and kind is not k.Change and not any(isinstance(each, r.Answer) for each in kind.roles.values()):
            kept = [0, *(kind.at(name) for name, role in kind.roles.items() if not isinstance(role, r.Origin))]
            return itemgetter(*kept) if len(kept) > 1 else lambda event: (event[0],)
        parts = [part for name, role in kind.roles.items() if (part := self._part(kind, name, role)) is not None]

        def fact(event: RawEvent) -> Fact | None:
            return (event[0], *[part(event) for part in parts])

        if kind is k.Change:
            of = kind.at("variable")
            return lambda event: None if self._is_beside(event[of]) else fact(event)
        if kind is k.Reveal:
            return lambda event: None if self._is_silent(*event[kind.at("pc") :]) else fact(event)
        return fact

    def _part(self, kind: type[k.Event], name: str, role: r.Role) -> Callable[[RawEvent], Any] | None:
        """How a field is translated; None if it is left out."""
        at = kind.at(name)
        match role:
            case r.Origin() | r.Asked():
                return None
            case r.Public() if kind is k.Change:  # the value before, which an earlier event had
                return None
            case r.Doer() | r.Public() | r.Position() | r.HeardBy():
                return itemgetter(at)
            case r.Place():
                return lambda event: self._places(event[at])
            case r.OneCard() | r.OpenCard():
                return lambda event: self._card(event[at])
            case r.Cards():
                return lambda event: tuple([card for card in map(self._card, event[at]) if card is not None])
            case r.Zones():
                return None
            case r.Answer(asked) if kind is k.Reveal:
                where = kind.at(asked)
                return lambda event: self.answer(event[where], self._revealed(event[where], event[at]))
            case r.Answer(asked):
                where = kind.at(asked)
                return lambda event: self.answer(event[where], event[at])
            case r.Variable():
                return lambda event: self._variable(event[at])
            case r.Value(variable):
                of = kind.at(variable)
                return lambda event: self._value(event[of], event[at])
            case _:
                assert_never(role)

    def _reason(self, origin: int) -> str:
        block = self.game.plan.origins[origin].block
        return block if self.theirs else self.between.words.key(block)

    def _places(self, places: Any) -> Any:
        return tuple(map(self._place, places)) if isinstance(places, tuple) else self._place(places)

    def _revealed(self, pc: int, raw: RawAnswer) -> RawAnswer:
        """The public part of an answer that is revealed; of one given bit by bit, only that is revealed."""
        site = self.game.program.asks[pc].site
        if not isinstance(raw, tuple) or len(site.kinds) < 2 or all(site.public):
            return raw
        return Joined(tuple([(at, value) for at, value in enumerate(raw) if site.public[at]]))

    def _is_silent(self, pc: int, raw: RawAnswer) -> bool:
        """True if a revealed decline adds nothing: asked bit by bit, its first name decides if there is one.

        For a choice with public and other names, any other answer reveals something, so silence means as much.
        """
        ask = self.game.program.asks[pc]
        if raw is not None or not isinstance(ask, Asking) or ask.choose is None:
            return False
        return len(set(publicity(ask.choose, self.game.material))) > 1

    def publicity(self, new: Iterable[RawEvent]) -> list[tuple[bool, ...]]:
        """For each answer among the events: which of its parts are public."""
        asks = self.game.program.asks
        return [asks[event[ASKED[event[0]]]].site.public for event in new if event[0] in ASKED]

    # ---- counters and notes

    def _is_beside(self, variable: int) -> bool:
        """True if it is bookkeeping of these rules alone."""
        holder = self.game.material.variables[variable].holder
        return holder.bookkeeping and self._counterpart(variable) is None

    def _counterpart(self, variable: int) -> int | None:
        if self.theirs:
            return variable if variable in self.between.variables else None
        return self.between.variables[variable]

    def _variable(self, variable: int) -> Any:
        found = self._counterpart(variable)
        return (self.game.rules.name, variable) if found is None else found

    def _value(self, variable: int, value: int | None) -> Any:
        holder = self.game.material.variables[variable].holder
        if value is None or self.alike or not isinstance(holder, d.Note) or holder.of == "player":
            return value
        return self._word(holder.of, value)

    def _word(self, list_: str, word: int) -> Any:
        if self.theirs:
            return word
        found = self.between.members(list_)[word]
        return (self.game.rules.name, word) if found is None else found

    # ---- what lies on the table

    def table(self, state: RawState) -> Any:
        """The zones, counters and notes that both games have, translated."""
        position = state.position
        if self.alike:
            return position.zones, position.variables
        return (
            [self._lying(position.zones[place], row) for place, row in self._zones],
            [value(position.variables[variable]) for variable, value in self._variables],
        )

    def _lying(self, cards: tuple[int, ...], row: bool) -> list[int]:
        known = [card for card in map(self._card, cards) if card is not None]
        return known if row else sorted(known)

    def _common_zones(self) -> list[tuple[int, bool]]:
        one, other = self.between.one.material.places, self.between.other.material.places
        return [
            (there if self.theirs else here, one[here].zone.ordered and other[there].zone.ordered)
            for here, there in enumerate(self.between.places)
            if there is not None
        ]

    def _common_variables(self) -> list[tuple[int, _Map]]:
        both = ((here, there) for here, there in enumerate(self.between.variables) if there is not None)
        mine = [there if self.theirs else here for here, there in both]
        return [(variable, partial(self._value, variable)) for variable in mine]

    # ---- what the game waits for

    def question(self, state: RawState) -> Any:
        """The decider, chance or a player, and for whom; or the result of the game."""
        position = state.position
        ask = self.game.program.asks.get(position.pc)
        if ask is None:
            over = state.pending
            assert isinstance(over, Over)
            return over
        return isinstance(ask, ChanceNode), position.own

    def waits_for_chance(self, state: RawState) -> bool:
        """True if chance decides next."""
        return isinstance(self.game.program.asks.get(state.pc), ChanceNode)

    def _draws(self, pc: int) -> bool:
        """True if chance decides there which card is drawn."""
        ask = self.game.program.asks.get(pc)
        return isinstance(ask, ChanceNode) and ask.site.kinds == (CARD,)

    def options(self, state: RawState) -> dict[Hashable, RawAnswer]:
        """The possible answers by their translations; only draws of cards that both games have."""
        pc, answer = state.pc, self.answer
        found = {answer(pc, raw): raw for raw in state.raws}
        if not self.alike and self._draws(pc):
            found = {key: raw for key, raw in found.items() if self._card(raw) is not None}
        return found

    def shape(self, pc: int) -> Any:
        """The kinds of the things chosen at a program counter, translated."""
        found = self._shapes.get(pc)
        if found is None:
            found = self._shapes[pc] = self._shape(self.game.program.asks[pc].site.kinds)
        return found

    def whole_kinds(self, pc: int) -> tuple[Kind, ...]:
        """The kinds of the whole choice, even if only a part of it is asked for there; () if there is no choice."""
        ask = self.game.program.asks[pc]
        return () if not isinstance(ask, Asking) or ask.choose is None else picked_kinds(ask.choose)

    def whole_shape(self, pc: int) -> Any:
        """The `whole_kinds`, translated."""
        return self._shape(self.whole_kinds(pc))

    def _shape(self, kinds: Iterable[Kind]) -> Any:
        return tuple([(each.name, each.many, self._list(each)) for each in kinds])

    def has_begun(self, state: RawState) -> bool:
        """True if a part of the current choice has been answered."""
        bit = self.bits.get(state.pc)
        return bit is not None and bit.is_begun(state.position.stage)

    def said(self, state: RawState, before: Log) -> tuple[Hashable, ...]:
        """The parts of the current choice that have been answered, translated; `before` is the log before the first."""
        if not self.has_begun(state):
            return ()
        given = moves_among(events(state.raw_log, before), self.game.program)
        return tuple([self.answer(pc, raw) for _, pc, raw in given])

    def answer(self, pc: int, raw: RawAnswer) -> Any:
        """An answer, or a player's perception of it, translated; memoised."""
        found = self._answers.get((pc, raw), self)
        if found is self:
            if len(self._answers) > 50_000:
                self._answers.clear()
            found = self._answers[pc, raw] = self._answer(pc, raw)
        return found

    def _answer(self, pc: int, raw: RawAnswer) -> Any:
        if isinstance(raw, Joined):
            return self._joined(pc, raw)
        kinds = self.game.program.asks[pc].site.kinds
        if raw is None or raw is True or raw == () or not kinds:
            return raw
        values = raw if len(kinds) > 1 else (raw,)
        return self.shape(pc), tuple([self.chosen(*each) for each in zip(kinds, values, strict=True)])

    def _joined(self, pc: int, raw: Joined) -> Any:
        kinds = self.whole_kinds(pc)
        if len(kinds) == 1 and raw.parts[0][1] == ():
            return ()
        chosen = tuple([self.chosen(kinds[at], value) for at, value in raw.parts])
        return self._shape([kinds[at] for at, _ in raw.parts]), chosen

    def _list(self, kind: Kind) -> str | None:
        return kind.list if kind.list is None or self.theirs else self.between.words.word(kind.list)

    def chosen(self, kind: Kind, value: Any) -> Any:
        """Something that was chosen, or a set, translated."""
        if isinstance(value, tuple):
            chosen = [self.chosen(kind.one, each) for each in value]
            return tuple(sorted(chosen, key=str))
        if value == HIDDEN or self.alike:
            return value
        match kind.name:
            case "card":
                card = self._card(value)
                return (self.game.rules.name, value) if card is None else card
            case "word":
                return self._word(str(kind.list), value)
            case _:
                return value
