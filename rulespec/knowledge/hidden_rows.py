"""The cards that can be at each position of the rows that a player does not see, by the events that they heard."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial, reduce
from itertools import pairwise
from operator import or_
from typing import Any, NoReturn, assert_never

from attrs import define, field, frozen

from rulespec.events import kinds as k
from rulespec.events.hearing import Hearing
from rulespec.events.log import RawEvent
from rulespec.events.motions import Motion, last_cards, motions, shown
from rulespec.knowledge.hints import Excluded, Hints, UnknownCard
from rulespec.knowledge.recall import UNSEEN, Recall, Unseen, UnseenError
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.choices import ALWAYS
from rulespec.plan.nodes.roles import within
from rulespec.plan.options import HIDDEN
from rulespec.run.machine import Machine
from rulespec.run.memory import Memory
from rulespec.run.program import Asking, Program
from rulespec.run.values import Value

Cards = int  # a set of cards, one bit each
Members = Sequence[Any]  # card numbers, or `UnknownCard` and `UNSEEN` for unknown cards

# with these alone, an effect whose names stand for nothing moves nothing: a forgotten name cannot mislead
_PLAIN = (
    t.Constant | t.Listed | t.Slot | t.Own | t.Subject | t.Active | t.CardsIn | t.Single | t.First | t.Last
    | t.FirstCards | t.LastCards | t.PositionIn | t.Union
)  # fmt: skip


class _NoCircumstances(Mapping[int, tuple[int, ...]]):
    """Stands for unknown circumstances."""

    def _look(self, *_: object) -> NoReturn:
        raise UnseenError

    __getitem__ = __iter__ = __len__ = get = _look


@frozen
class _Origin:
    """Where a card that moves or is shown was: its place, its position if that is a hidden row, and its candidates."""

    place: int
    index: int | None
    cards: Cards


@frozen
class _Group:
    """Cards that go to one place, in order if their `origins` are known, and to a position of it (from 0), if any."""

    ways: Sequence[Motion]
    origins: Sequence[_Origin] | None
    to: int
    at: int | None = None  # None: to the end
    anywhere: bool = False


class Statements:
    """The effects of a program by the number under which players hear of them, as far as this number says enough."""

    def __init__(self, program: Program) -> None:
        found: dict[int, list[Any]] = {}
        for each in program.plan.code:
            for effect in _effects(each):
                found.setdefault(program.heard_origins[effect.origin], []).append(isinstance(each, i.Happen) and effect)
        self._values = program.executor.values
        self._made: dict[int, Value] = {}
        self._effects = {
            origin: first
            for origin, (first, *others) in found.items()
            if first and _is_plain(first) and all(each == first for each in others)
        }
        self.slots = {
            slot
            for ask in program.asks.values()
            if not (isinstance(ask, Asking) and ask.choice is not None and ask.choice.asked != ALWAYS)
            for slot in ask.site.slots
        }
        self.blank: list[Any] = [UNSEEN] * program.plan.slots

    def of(self, origin: int) -> f.Effect | None:
        """The effect that players hear of by a number; None if it can be one of several, or waits for others."""
        return self._effects.get(origin)

    def _value(self, term: t.Term) -> Value:
        if id(term) not in self._made:
            self._made[id(term)] = self._values.value(term)
        return self._made[id(term)]

    def members(self, terms: Iterable[t.Term], machine: Machine) -> Members | None:
        """The cards of some sets on a table; None if that depends on unseen cards or names."""
        found: list[Any] = []
        try:
            for term in terms:
                for each in self._value(term)(machine, machine.own, None):
                    if not any(each is other or _are_equal(each, other) for other in found):
                        found.append(each)
        except UnseenError:
            return None
        return found

    def number(self, term: t.Term, machine: Machine) -> int | None:
        """A number on a table; None if it depends on unseen cards or names."""
        try:
            found: int | None = self._value(term)(machine, machine.own, None)
        except UnseenError:
            return None
        return None if isinstance(found, Unseen) else found or 0


@define(eq=False)
class HiddenRows:
    """Follows what was heard from the beginning; `cells` has the candidates for each position of each hidden row.

    The true card is always among them. A row stays known while its cards move from and to positions that the player can
    work out: the rule behind an event is evaluated on the table as they saw it, with an `UnknownCard` at each position
    that they do not know. What the conditions of a turn exclude, `hints.py` says.
    """

    program: Program
    hearing: Hearing
    memory: Memory
    recall: Recall
    cells: dict[int, list[Cards]] = field(init=False, factory=dict)
    _names: list[Any] = field(init=False)
    _heard: Sequence[RawEvent] = field(init=False)
    _may: Sequence[tuple[int, ...]] = field(init=False, factory=tuple)

    @property
    def _viewer(self) -> int:
        assert self.hearing.viewer is not None
        return self.hearing.viewer

    def __attrs_post_init__(self) -> None:
        places = enumerate(self.program.material.places)
        hidden = [at for at, place in places if place.zone.ordered and not place.seen_by(self._viewer)]
        self._heard = self.recall.heard
        if not hidden:
            return
        self._names, self._may = self._statements.blank.copy(), self.memory.may
        zones = k.began(self._heard[0]).zones
        for place in hidden:
            laid = self.program.material.laid[place] if zones is None else zones[place]
            self.cells[place] = [self._lying(place, 0) if card == HIDDEN else 1 << card for card in laid]
            self._narrow(place, 0)
        turns = [moment for moment, event in enumerate(self._heard) if event[0] == k.TURN]
        for start, end in pairwise([1, *turns, len(self._heard)]):
            self._follow_all(start, end)

    @cached_property
    def _statements(self) -> Statements:
        made = self.program.made
        found: Statements = made.get("statements") or Statements(self.program)
        made["statements"] = found
        return found

    # ---- turn by turn

    def _follow_all(self, start: int, end: int) -> None:
        """Follows the events of a turn, and follows them again if they exclude cards from positions."""
        cells, names = self._copied(), self._names.copy()
        before = self._follow_some(start, end, {})
        if self._heard[start][0] != k.TURN:
            return
        hints = Hints(self.program, self.hearing, self._heard, partial(self._as_seen, before))
        excluded = hints.excluded(start)
        if excluded:
            self.cells, self._names = cells, names
            self._follow_some(start, end, excluded)

    def _follow_some(self, start: int, end: int, excluded: Excluded) -> dict[int, dict[int, list[Cards]]]:
        """Follows some events; the candidates before each of them, and after the last one."""
        before = {}
        for moment in range(start, end + 1):
            for (at, place, index), cards in excluded.items():
                if at == moment:
                    self.cells[place][index] &= ~cards
                    self._narrow(place, moment - 1)
            before[moment] = self._copied()
            if moment < end:
                self._follow(moment, self._heard[moment])
        return before

    def _copied(self) -> dict[int, list[Cards]]:
        return {place: cells.copy() for place, cells in self.cells.items()}

    def _as_seen(self, before: dict[int, dict[int, list[Cards]]], moment: int) -> Machine:
        """The table before an event of a turn."""
        cells, self.cells = self.cells, before.get(moment, self.cells)
        machine = self._table(moment, 0)
        self.cells = cells
        return machine

    # ---- what an event changes

    def _follow(self, moment: int, event: RawEvent) -> None:
        self._name(event)
        moved, still = motions(event), shown(event)
        touched = {place for _, *way in (*moved, *still) for place in way if place in self.cells}
        if not touched:
            return
        happened = k.read(event)
        match happened:
            case k.Exchange():
                self._exchange(moment, happened, moved)
            case k.Move() | k.Insert():
                effect, machine = self._statements.of(happened.origin), self._table(moment, happened.seat)
                origins, at, anywhere = None, None, False
                if isinstance(effect, f.Move | f.Insert):
                    origins = self._matched(self._statements.members(effect.cards, machine), moved, moment)
                if isinstance(happened, k.Insert):
                    at, anywhere = self._position(happened, effect, machine)
                self._relocate(moment, [_Group(moved, origins, happened.to, at, anywhere)])
            case k.Draw(card=card, source=source, to=to):
                last = len(self.cells.get(source, ())) - 1
                drawn = self._origin(card, source, last if source in self.cells else None, moment)
                self._relocate(moment, [_Group(moved, [drawn], to)])
            case k.Refill(to=to):
                self._relocate(moment, [_Group(moved, None, to)])
            case k.Show() | k.ShowSecretly():
                self._show(moment, happened, still)
            case k.IsLast():
                for card, place, _ in last_cards(event):
                    self.cells[place][-1] = 1 << card
            case (
                k.Begin() | k.Limit() | k.Leaves() | k.RoundEnds() | k.Commit() | k.Turn() | k.Reveal() | k.GameEnds()
                | k.Reverse() | k.ChooseByChance() | k.Choose() | k.Pick() | k.Change() | k.Next() | k.Round()
                | k.Lapse()
            ):  # fmt: skip
                pass  # which moves no cards, or tells no positions
            case _:
                assert_never(happened)
        for place in touched:
            self._narrow(place, moment)

    def _name(self, event: RawEvent) -> None:
        """The names that answers bind; after an answer that binds none, older ones may be forgotten."""
        match happened := k.read(event):
            case k.Turn() | k.Lapse() | k.RoundEnds() | k.GameEnds():
                self._names = self._statements.blank.copy()
            case (
                k.Choose(pc=pc, answer=answer) | k.Pick(pc=pc, answer=answer) | k.Reveal(pc=pc, answer=answer)
                | k.ChooseByChance(pc=pc, answer=answer)
            ):  # fmt: skip
                site = self.program.asks[pc].site
                if answer is None:
                    self._names = self._statements.blank.copy()
                elif answer is not True and site.names:
                    values = answer if len(site.names) > 1 and answer != HIDDEN else (answer,) * len(site.names)
                    for slot, kind, value in zip(site.slots, site.kinds, values, strict=True):
                        masked = HIDDEN in value if isinstance(value, tuple) else value == HIDDEN
                        known = slot in self._statements.slots and not masked and not kind.many
                        self._names[slot] = value if known else UNSEEN
            case (
                k.Begin() | k.Limit() | k.Draw() | k.Leaves() | k.ShowSecretly() | k.Exchange() | k.Commit()
                | k.Reverse() | k.Show() | k.Insert() | k.Move() | k.IsLast() | k.Change() | k.Next() | k.Round()
                | k.Refill()
            ):  # fmt: skip
                pass
            case _:
                assert_never(happened)

    def _table(self, moment: int, own: int) -> Machine:
        """The table before an event, as a rule reads it."""
        machine = self.recall.before(moment)
        for place, cells in self.cells.items():
            known = [_only(cell) for cell in cells]
            row: list[Any] = [
                UnknownCard(place, at, cells[at]) if card is None else card for at, card in enumerate(known)
            ]
            machine.zones[place] = tuple(row)
            for card in known:
                if card is not None:
                    machine.where[card] = place
        machine.names, machine.own, machine.circumstances = self._names.copy(), own, _NoCircumstances()
        return machine

    def _matched(self, met: Members | None, ways: Sequence[Motion], moment: int) -> list[_Origin] | None:
        """Where the cards that a rule picked were, if that agrees with the event; None if it does not.

        The ways are in the order of the rule unless some cards are hidden.
        """
        if met is None or len(met) != len(ways):
            return None
        cards = {card: source for card, source, _ in ways if card != HIDDEN}
        loose = {source for card, source, _ in ways if card == HIDDEN and source not in self.cells}
        found = list[_Origin]()
        for at, each in enumerate(met):
            heard, source, _ = ways[at] if len(cards) == len(ways) else (HIDDEN, None, None)
            if isinstance(each, UnknownCard):
                if source not in (None, each.place):
                    return None
                found.append(self._origin(heard, each.place, each.index, moment))
            elif isinstance(each, Unseen):
                place = source if source is not None else min(loose) if len(loose) == 1 else None
                if place is None or place in self.cells:  # a chosen card that they do not know
                    return None
                found.append(self._origin(heard, place, None, moment))
            else:
                row = cards.get(each, self._row_of(each))
                if row is None or source not in (None, row) or heard not in (HIDDEN, each):
                    return None
                index = None if row not in self.cells else self._index(row, each)
                if row in self.cells and index is None:
                    return None
                found.append(_Origin(row, index, 1 << each))
        as_heard = Counter(source for _, source, _ in ways) == Counter(each.place for each in found)
        return found if as_heard and all(each.cards for each in found) else None

    def _origin(self, card: Any, place: int, index: int | None, moment: int) -> _Origin:
        cards = self._lying(place, moment - 1) if index is None else self.cells[place][index]
        return _Origin(place, index, cards if card == HIDDEN else cards & 1 << card)

    def _row_of(self, card: int) -> int | None:
        """The hidden row in which a card is at a known position."""
        return next((place for place, cells in self.cells.items() if 1 << card in cells), None)

    def _index(self, place: int, card: int) -> int | None:
        """The index of a card in a hidden row; None if it is not known."""
        found = self._indices(place, card)
        return found[0] if len(found) == 1 else None

    def _indices(self, place: int, card: Any) -> list[int]:
        cells = self.cells[place]
        return [at for at, cell in enumerate(cells) if card == HIDDEN or cell >> card & 1]

    # ---- shown cards

    def _show(self, moment: int, event: k.Show | k.ShowSecretly, still: Sequence[Motion]) -> None:
        effect = self._statements.of(event.origin)
        if not isinstance(effect, f.Show | f.ShowSecretly) or any(card == HIDDEN for card, _, _ in still):
            return
        machine = self._table(moment, event.seat)
        if isinstance(event, k.ShowSecretly):  # it names who was shown it, and not in whose name
            owns = [own for own in range(self.program.material.players) if self._shows(effect, machine, own)]
            if len(owns) != 1:
                return
            machine.own = owns[0]
        for each in self._matched(self._statements.members([effect.cards], machine), still, moment) or ():
            if each.index is not None:
                self.cells[each.place][each.index] = each.cards

    def _shows(self, effect: f.Show | f.ShowSecretly, machine: Machine, own: int) -> bool:
        """Whether an effect may have shown cards to this player, done in the name of another."""
        machine.own = own
        seats = self._statements.members([effect.to], machine)
        return seats is None or self._viewer in seats

    # ---- moved cards

    def _position(self, event: k.Insert, effect: f.Effect | None, machine: Machine) -> tuple[int | None, bool]:
        """The index that the first card of some comes to have, and whether it is unknown."""
        at: Any = event.position
        if at == HIDDEN:
            found = self._statements.number(effect.position, machine) if isinstance(effect, f.Insert) else None
            if found is None:
                return None, True
            at = found
        return max(at - 1, 0), False

    def _exchange(self, moment: int, event: k.Exchange, moved: Sequence[Motion]) -> None:
        mine, theirs = moved[: len(event.mine)], moved[len(event.mine) :]
        effect, one, other = self._statements.of(event.origin), None, None
        if isinstance(effect, f.Exchange):
            machine = self._table(moment, event.seat)
            one = self._matched(self._statements.members([effect.one], machine), mine, moment)
            other = self._matched(self._statements.members([effect.other], machine), theirs, moment)
        if len(mine) != len(theirs):
            self._relocate(moment, [_Group(mine, one, mine[0][2]), _Group(theirs, other, theirs[0][2])])
        elif one is not None and other is not None:
            for out, into in (*zip(one, other, strict=True), *zip(other, one, strict=True)):
                if out.index is not None:
                    self.cells[out.place][out.index] = into.cards
        else:
            pairs = [*zip(mine, theirs, strict=True), *zip(theirs, mine, strict=True)]
            changes = [
                (place, self._indices(place, card), self._coming(*back[:2], moment))
                for (card, place, _), back in pairs
                if place in self.cells
            ]
            for place, indices, cards in changes:
                for at in indices:  # of one pair, a card was where it was known to be, and is not there now
                    kept = 0 if len(indices) == 1 and len(mine) == 1 else self.cells[place][at]
                    self.cells[place][at] = kept | cards

    def _coming(self, card: Any, source: int, moment: int) -> Cards:
        """The candidates for a card that leaves a place from an unknown position."""
        if card != HIDDEN:
            return 1 << int(card)
        return _union(self.cells[source]) if source in self.cells else self._lying(source, moment - 1)

    def _relocate(self, moment: int, groups: list[_Group]) -> None:
        """Takes the cards of some groups from where they were, then puts group after group where it goes."""
        coming = [self._arriving(group, moment) for group in groups]
        taken: dict[int, list[int]] = {}
        for group in groups:
            if group.origins is not None:
                for each in group.origins:
                    if each.index is not None:
                        taken.setdefault(each.place, []).append(each.index)
        for place, indices in taken.items():
            self.cells[place] = [cell for at, cell in enumerate(self.cells[place]) if at not in indices]
        for group in groups:
            if group.origins is None:
                for card, source, to in self._recognised(moment, group.ways):
                    if source in self.cells:
                        self._take_somewhere(source, card, whole=source == to)
        for group, cards in zip(groups, coming, strict=True):
            if group.to in self.cells:
                self._put(group, cards)

    def _arriving(self, group: _Group, moment: int) -> list[Cards]:
        """The candidates for each card of a group, in order."""
        if group.origins is not None:
            return [each.cards for each in group.origins]
        cards = [self._coming(card, source, moment) for card, source, _ in group.ways]
        ordered = all(card != HIDDEN for card, _, _ in group.ways)
        return cards if ordered else [_union(cards)] * len(cards)

    def _recognised(self, moment: int, ways: Sequence[Motion]) -> list[Motion]:
        """The ways, with the names of last cards that everybody sees leave their rows."""
        found = list(ways)
        for event in self._heard[moment + 1 :]:
            happened = k.read(event)
            match happened:
                case k.Leaves(card=card, source=source, to=to) if (HIDDEN, source, to) in found:
                    found[found.index((HIDDEN, source, to))] = card, source, to
                case k.IsLast(card=card, place=to) if (row := self._row_of(card)) is not None:
                    if row != to and (HIDDEN, row, to) in found:
                        found[found.index((HIDDEN, row, to))] = card, row, to
                case k.Leaves() | k.IsLast():
                    pass
                case _:
                    break
        return found

    def _take_somewhere(self, place: int, card: Any, *, whole: bool) -> None:
        """A card leaves a position that is one of several; `whole`: even that of the last card that everybody sees.

        Were it this one, all would hear which it is.
        """
        cells = self.cells[place]
        indices = self._indices(place, card)
        shows_last = self.program.material.places[place].shown_to(self._viewer) == "last"
        if shows_last and card == HIDDEN and not whole and len(cells) > 1 and _only(cells[-1]) is not None:
            indices = [at for at in indices if at < len(cells) - 1]
        first, last = (indices[0], indices[-1]) if indices else (0, len(cells) - 1)
        self.cells[place] = [
            (cells[at] if last > at else 0) | (cells[at + 1] if first <= at else 0) for at in range(len(cells) - 1)
        ]

    def _put(self, group: _Group, cards: list[Cards]) -> None:
        cells = self.cells[group.to]
        if not group.anywhere:
            at = len(cells) if group.at is None else min(group.at, len(cells))
            self.cells[group.to] = [*cells[:at], *cards, *cells[at:]]
            return
        found = [0] * (len(cells) + len(cards))
        for at in range(len(cells) + 1):
            for index, cell in enumerate((*cells[:at], *cards, *cells[at:])):
                found[index] |= cell
        self.cells[group.to] = found

    # ---- what follows from where cards can be

    def _lying(self, place: int, moment: int) -> Cards:
        """The cards that can have been in a place after an event."""
        return sum([1 << card for card, places in enumerate(self._may[moment]) if places >> place & 1])

    def _narrow(self, place: int, moment: int) -> None:
        """Leaves out what cannot be: cards that are elsewhere, or at another position."""
        lying, cells = self._lying(place, moment), self.cells[place]
        sure = [1 << card for card, places in enumerate(self._may[moment]) if places == 1 << place]
        cells = [cell & lying for cell in cells]
        changed = True
        while changed:
            before = cells
            alone = [cell for cell in cells if cell & (cell - 1) == 0]
            cells = [cell if cell in alone else cell & ~_union(alone) for cell in cells]
            for card in sure:
                holding = [at for at, cell in enumerate(cells) if cell & card]
                if len(holding) == 1:
                    cells[holding[0]] = card
            changed = cells != before
        self.cells[place] = cells


def _effects(instruction: Any) -> list[f.Effect]:
    match instruction:
        case i.Happen(effect) | i.Defer(effect=effect):
            return [effect]
        case i.Together(effects):
            return list(effects)
    return []


def _is_plain(effect: f.Effect) -> bool:
    """Whether a name that stands for nothing makes an effect move, or show, nothing."""
    terms: tuple[t.Term, ...]
    match effect:
        case f.Move(cards=terms) | f.Insert(cards=terms):
            pass
        case f.Exchange():
            terms = effect.one, effect.other
        case f.Show() | f.ShowSecretly():
            terms = (effect.cards,)
        case f.Reverse() | f.MakeNext() | f.Set() | f.Add():
            return False
        case _:
            assert_never(effect)
    nodes = [node for term in terms for node in within(term)]
    return not any(isinstance(node, t.Slot) for node in nodes) or all(isinstance(node, _PLAIN) for node in nodes)


def _are_equal(one: Any, other: Any) -> bool:
    return not isinstance(one, Unseen) and not isinstance(other, Unseen) and bool(one == other)


def _only(cards: Cards) -> Any:
    """The only card of a set; None if there are others."""
    return cards.bit_length() - 1 if cards and cards & (cards - 1) == 0 else None


def _union(sets: Iterable[Cards]) -> Cards:
    found: Cards = reduce(or_, sets, 0)
    return found
