"""The table as one player saw it at an earlier moment, replayed from what he heard; cards he did not see are masked."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NoReturn, assert_never

from attrs import define, field, frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.events.log import RawEvent
from rulespec.engine.events.motions import CardField, Motion, card_fields, is_exchange, motions, moves
from rulespec.engine.options import HIDDEN
from rulespec.engine.python.budget import metered
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.program import Asking, Program
from rulespec.engine.python.reader import Reader
from rulespec.language.printer import show
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import Kind
from rulespec.language.tree.node import walk
from rulespec.plan.nodes.choices import ALWAYS

Names = dict[str, tuple[int, Kind]]  # the slot and the kind of each name

STRIDE = 32  # a table is kept after so many events


class UnseenError(Exception):
    """A result depends on a card that the player did not see."""


class Unseen:
    """Stands for a card that the player did not see: it can be counted, but looking at it is an `UnseenError`."""

    def _look(self, *_: object) -> NoReturn:
        raise UnseenError(self)

    __index__ = __hash__ = __lt__ = __gt__ = __le__ = __ge__ = __eq__ = __ne__ = _look
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __iter__ = __len__ = _look


UNSEEN: Any = Unseen()


@frozen(eq=False)
class Moment:
    """A table as he saw it, with the reader of a block; what depends on unseen cards raises an `UnseenError`."""

    machine: Machine
    reader: Reader

    def value(self, node: e.Expression) -> Any:
        return self.reader.value(node)(self.machine, self.machine.own, None)

    def members(self, node: e.Expression) -> list[Any]:
        return list(self.reader.many(node)(self.machine, self.machine.own, None))

    def holds(self, condition: e.Condition) -> bool:
        return self.reader.test(condition)(self.machine, self.machine.own, None)

    def narrowed(self, set_: e.Expression, sieve: e.Sieve, members: list[Any]) -> list[Any]:
        """The members of a set that a sieve leaves."""
        return self.reader.narrow(set_, sieve)(self.machine, self.machine.own, members)


Kept = tuple[int, Machine, "Kept | None"]  # the number of events before a table, the table, and those kept before


@define(eq=False)
class Recall:
    """Replays what one player heard since the beginning of the game; some tables on the way are cached."""

    program: Program
    viewer: int
    heard: Sequence[RawEvent]
    _retracing: "_Retracing" = field()
    _kept: Kept | None = None  # the latest first, so that what goes on from here shares them
    _turn: tuple[int, Machine] | None = None  # where the turn began that was looked into last
    _furthest: tuple[int, Machine] | None = None  # the latest table that was replayed
    _last: tuple[int, Machine] | None = None  # the last table that was asked for
    retraced: int = field(init=False, default=0)  # the number of events replayed

    @_retracing.default
    def _of_program(self) -> "_Retracing":
        made, key = self.program.made, ("retracing", self.viewer)
        if key not in made:
            made[key] = _Retracing(self.program, self.viewer)  # making one costs as much as replaying 200 events
        return made[key]  # type: ignore[no-any-return]

    def extended(self, heard: Sequence[RawEvent]) -> "Recall":
        """The recall of a player who has heard more; it shares the cached tables."""
        return Recall(
            self.program, self.viewer, heard, self._retracing, self._kept, self._turn, self._furthest, self._last
        )

    def before(self, index: int) -> Machine:
        """The table before the event of an index; a copy."""
        at, machine = self._nearest(index)
        self.retraced += index - at
        at, machine = self._in_turn(at, machine, index)
        for moment, event in enumerate(self.heard[at:index], start=at + 1):
            machine = self._retracing.follow(machine, event)
            self._keep(moment, machine)
        self._last = index, machine
        if self._furthest is None or index > self._furthest[0]:
            self._furthest = self._last
        return metered(self.program, machine.twin(), "")

    def tables(self, moments: range) -> list[Machine]:
        """The tables before some events in a row, which is quicker than one by one."""
        machine = self.before(moments.start)
        found = [machine]
        for event in self.heard[moments.start : moments.stop - 1]:
            machine = self._retracing.follow(machine.twin(), event)
            found.append(machine)
        self.retraced += len(moments) - 1
        return found

    def _nearest(self, index: int) -> tuple[int, Machine]:
        """A copy of the nearest earlier table that is cached, and the number of events before it."""
        kept = self._kept
        while kept is not None and kept[0] > index:
            kept = kept[2]
        at, machine = (0, self._retracing.nothing()) if kept is None else kept[:2]
        for each in (self._turn, self._furthest, self._last):
            if each is not None and at < each[0] <= index:
                at, machine = each
        return at, machine.twin()

    def _in_turn(self, at: int, machine: Machine, index: int) -> tuple[int, Machine]:
        """The table where the last turn before an event had begun, if that is later; it goes on from an earlier one.

        For speed, what no turn outlasts is left out on the way there: that is half of all events, and the beginning of
        a turn is where everything that was left out begins anew. It made the first reason of a game twice as fast.
        """
        heard = self.heard[at:index]
        turns = [began for began, event in enumerate(heard, start=at + 1) if event[0] == k.TURN]
        if not turns:
            return at, machine
        start = at
        for turn in turns:
            if turn == turns[-1] or self._is_far(turn):
                machine = self._retracing.hurry(machine, heard[at - start : turn - start - 1])
                machine = self._retracing.follow(machine, heard[turn - start - 1])
                self._keep(turn, machine)
                at = turn
        self._turn = at, machine.twin()
        return at, machine

    def _is_far(self, moment: int) -> bool:
        """Whether a table is kept of this moment."""
        return moment >= (0 if self._kept is None else self._kept[0]) + STRIDE

    def _keep(self, moment: int, machine: Machine) -> None:
        if self._is_far(moment):
            self._kept = moment, machine.twin(), self._kept

    def moment(self, index: int, block: str, own: int) -> Moment:
        """The table before an event, as a block with the subject `own` reads it."""
        return self.read(self.before(index), block, own)

    def read(self, machine: Machine, block: str, own: int) -> Moment:
        """A table as a block with the subject `own` reads it."""
        machine.own = own
        return Moment(metered(self.program, machine, block), self.program.reader(block))


Following = Callable[[Machine, RawEvent], None]
_WHOSE_TURN, _PART = k.Turn.at("seat"), k.Commit.at("origin")


class _Retracing:
    """How events change the table that a player sees, compiled from the declarations of the kinds of events."""

    def __init__(self, program: Program, viewer: int) -> None:
        self._program = program
        self._shown = [place.shown_to(viewer) for place in program.material.places]
        self._sees = [shown == "cards" for shown in self._shown]
        self._counted = [shown == "number" for shown in self._shown]
        self._ordered = [place.zone.ordered for place in program.material.places]
        self._blank: list[Any] = [None] * program.plan.slots
        self._secret: dict[int, list[int]] = {}  # the slots of the names of each simultaneous part
        for ask in program.asks.values():
            if isinstance(ask, Asking) and ask.asked != ALWAYS:
                for slot in ask.site.slots:
                    self._blank[slot] = UNSEEN  # an answer that is taken without asking is not announced
            if isinstance(ask, Asking) and ask.part is not None:
                self._secret.setdefault(ask.part, []).extend(ask.site.slots)
        self._binds = _binds(program)
        self._recognised: dict[int, list[tuple[int, bool]]] = {}
        lasting = {kind.number: list(self._lasting(kind)) for kind in k.KINDS}
        passing = {kind.number: list(self._passing(kind)) for kind in k.KINDS}
        self._following = {number: [*passing[number], *lasting[number]] for number in lasting}
        self._hurrying = {number: _all_of([] if number == k.TURN else changes) for number, changes in lasting.items()}

    def nothing(self) -> Machine:
        """An empty table, before the game has begun."""
        return Machine([], [], [], [], 0, None, 0)

    def follow(self, machine: Machine, event: RawEvent) -> Machine:
        """The table after an event: the given one, changed in place, unless the game begins."""
        if event[0] == k.BEGIN:
            return self._begin(k.began(event))
        for change in self._following[event[0]]:  # for speed: the event is not decoded
            change(machine, event)
        return machine

    def hurry(self, machine: Machine, events: Sequence[RawEvent]) -> Machine:
        """The table after some events, but for what begins anew with the turn that comes next."""
        if events and events[0][0] == k.BEGIN:
            machine = self._begin(k.began(events[0]))
        hurrying = self._hurrying
        for event in events:
            change = hurrying[event[0]]
            if change is not None:
                change(machine, event)
        return machine

    def _passing(self, kind: type[k.Event]) -> Iterator[Following]:
        """How events of a kind change what begins anew with each turn: names, and who is next."""
        if kind.number == k.COMMIT:
            yield self._commit
        for name, played in kind.roles.items():
            match played:
                case r.Answer(asked):
                    yield partial(self._answered, kind.at(asked), kind.at(name))
                case r.Cards(to=str()) if kind.origin_field is not None:
                    yield partial(self._recognise, kind.at(kind.origin_field), kind.at(name))
                case r.Public("next"):
                    yield partial(_set, "next", kind.at(name))
                case (
                    r.Origin() | r.Doer() | r.Place() | r.Position() | r.OneCard() | r.OpenCard() | r.Cards()
                    | r.Zones() | r.Asked() | r.Public() | r.Variable() | r.Value() | r.HeardBy()
                ):  # fmt: skip
                    pass
                case _:
                    assert_never(played)

    def _lasting(self, kind: type[k.Event]) -> Iterator[Following]:
        """How events of a kind change everything else."""
        match kind.number:
            case k.ROUND:
                yield partial(_reset, self._reset_with("round"))
            case k.TURN:
                yield self._turn
                yield partial(_reset, self._reset_with("turn"))
        for name, played in kind.roles.items():
            match played:
                case r.Value(variable):
                    yield _change(kind.at(variable), kind.at(name))
                case r.Public(str(sets)) if sets != "next":
                    yield partial(_set, sets, kind.at(name))
                case r.OpenCard(place, True):
                    yield partial(self._uncover, kind.at(name), kind.at(place))
                case (
                    r.Origin() | r.Doer() | r.Place() | r.Position() | r.OneCard() | r.OpenCard() | r.Cards()
                    | r.Zones() | r.Asked() | r.Answer() | r.Public() | r.Variable() | r.HeardBy()
                ):  # fmt: skip
                    pass
                case _:
                    assert_never(played)
        if moves(kind):
            yield self._carrying(kind)

    def _begin(self, begin: k.Begin) -> Machine:
        material, zones, variables = self._program.material, begin.zones, begin.variables
        if zones is None or variables is None:
            zones, variables = material.laid, tuple(material.numbers())
        where: list[Any] = [UNSEEN] * len(material.cards)
        seen: list[Any] = [
            tuple(cards) if sees else (UNSEEN,) * len(cards) for sees, cards in zip(self._sees, zones, strict=True)
        ]
        for place, sees in enumerate(self._sees):
            for card in seen[place] if sees else ():
                where[card] = place
        mc = Machine(seen, list(variables), self._blank.copy(), where, begin.first, begin.first, begin.first)
        return metered(self._program, mc, "")

    def _turn(self, machine: Machine, event: RawEvent) -> None:
        machine.active = machine.own = event[_WHOSE_TURN]
        machine.next, machine.names = None, self._blank.copy()

    def _commit(self, machine: Machine, event: RawEvent) -> None:
        for slot in self._secret[event[_PART]]:
            machine.names[slot] = UNSEEN

    def _reset_with(self, moment: str) -> list[tuple[int, int | None]]:
        """The counters and notes that are reset with a round or turn, and their initial values."""
        variables = enumerate(self._program.material.variables)
        return [(variable, each.at_first) for variable, each in variables if each.holder.reset == moment]

    # ---- cards

    def _carrying(self, kind: type[k.Event]) -> Following:
        """How events of a kind move cards; for speed, the motions of most are not listed one by one."""
        match card_fields(kind):
            case [CardField("card moved", card, source, to)]:
                return self._carrying_one(card, source, to)
            case [CardField("row moved", cards, sources, to)] if (position := kind.field_of(r.Position)) is not None:
                return self._inserting(cards, sources, to, kind.at(position))
            case [CardField("row moved", cards, sources, to)]:
                return self._carrying_some(cards, sources, to)
        return self._exchanged if is_exchange((kind.number,)) else self._carry_any

    def _carrying_one(self, card: int, source: int, to: int) -> Following:
        take, lay, counted, unseen = self._take, self._lay, self._counted, (UNSEEN,)

        def carry(machine: Machine, event: RawEvent) -> None:
            zones, place, into = machine.zones, event[source], event[to]
            if counted[place]:  # for speed: most cards are drawn unseen
                zones[place] = zones[place][1:]
            else:
                take(machine, event[card], place)
            if counted[into] and event[card] == HIDDEN:
                zones[into] += unseen
            else:
                lay(machine, event[card : card + 1], into)

        return carry

    def _carrying_some(self, cards: int, sources: int, to: int) -> Following:
        take, lay, counted = self._take, self._lay, self._counted

        def carry(machine: Machine, event: RawEvent) -> None:
            moved, zones = event[cards], machine.zones
            for card, place in zip(moved, event[sources], strict=True):
                if counted[place]:
                    zones[place] = zones[place][1:]
                else:
                    take(machine, card, place)
            lay(machine, moved, event[to])

        return carry

    def _inserting(self, cards: int, sources: int, to: int, position: int) -> Following:
        def carry(machine: Machine, event: RawEvent) -> None:
            moved, into, zones, sees = event[cards], event[to], machine.zones, self._sees[event[to]]
            for card, place in zip(moved, event[sources], strict=True):
                self._take(machine, card, place)
                if card != HIDDEN:
                    machine.where[card] = into if sees else UNSEEN
            at = event[position] - 1 if sees else 0  # the last card stays what it is, unless that is told
            laid = moved if sees else (UNSEEN,) * len(moved)
            zones[into] = (*zones[into][:at], *laid, *zones[into][at:])

        return carry

    def _carry_any(self, machine: Machine, event: RawEvent) -> None:
        self._move(machine, motions(event))

    def _exchanged(self, machine: Machine, event: RawEvent) -> None:
        self._exchange(machine, motions(event))

    def _move(self, machine: Machine, moved: tuple[Motion, ...]) -> None:
        for card, source, _ in moved:
            self._take(machine, card, source)
        for card, _, to in moved:
            self._lay(machine, (card,), to)

    def _take(self, machine: Machine, card: Any, place: int) -> None:
        zones = machine.zones
        held = zones[place]
        at = held.index(card) if self._sees[place] else self._index(machine, place, card)
        zones[place] = held[:at] + held[at + 1 :] if at else held[1:]

    def _lay(self, machine: Machine, cards: tuple[Any, ...], place: int) -> None:
        zones, counted = machine.zones, self._counted[place]
        for card in cards:
            if card != HIDDEN:
                machine.where[card] = UNSEEN if counted else place
        if counted or not cards:
            zones[place] += (UNSEEN,) * len(cards)
            return
        laid = cards if HIDDEN not in cards else tuple([UNSEEN if card == HIDDEN else card for card in cards])
        if not self._sees[place]:  # more than the last one
            zones[place] = (*(UNSEEN,) * (len(zones[place]) + len(laid) - 1), laid[-1])
        else:
            held = zones[place] + laid
            zones[place] = held if self._ordered[place] else tuple(sorted(held))

    def _exchange(self, machine: Machine, moved: tuple[Motion, ...]) -> None:
        """Each card takes the place of its counterpart; an uneven exchange moves them."""
        half, zones, sees = len(moved) // 2, machine.zones, self._sees
        pairs = list(zip(moved[:half], moved[half:], strict=False))
        if len(moved) % 2 or any(out[1:] != back[:0:-1] for out, back in pairs):
            self._move(machine, moved)
            return
        for (card, here, there), (other, _, _) in pairs:
            spots = [
                (place, self._index(machine, place, out), into)
                for place, out, into in ((here, card, other), (there, other, card))
            ]
            for place, at, into in spots:
                held = zones[place]
                laid = (*held[:at], self._laid(machine, into, place, last=at == len(held) - 1), *held[at + 1 :])
                zones[place] = laid if self._ordered[place] or not sees[place] else tuple(sorted(laid))

    def _index(self, machine: Machine, place: int, card: Any) -> int:
        """The index of a card in its place; 0 if he does not see it."""
        held, shown = machine.zones[place], self._shown[place]
        match shown:
            case "cards":
                return held.index(card)
            case "last":
                return len(held) - 1 if card != HIDDEN and held[-1] is not UNSEEN and held[-1] == card else 0
            case "number":
                return 0
            case _:
                assert_never(shown)

    def _laid(self, machine: Machine, card: Any, place: int, *, last: bool) -> Any:
        if card == HIDDEN:
            return UNSEEN
        sees = self._sees[place] or (last and self._shown[place] == "last")
        machine.where[card] = place if sees else UNSEEN
        return card if sees else UNSEEN

    def _uncover(self, card: int, place: int, machine: Machine, event: RawEvent) -> None:
        """The last card of a place becomes public."""
        last, at = event[card], event[place]
        if not self._sees[at]:
            machine.zones[at] = (*(UNSEEN,) * (len(machine.zones[at]) - 1), last)
            machine.where[last] = at

    # ---- names

    def _answered(self, asked: int, at: int, machine: Machine, event: RawEvent) -> None:
        site, answer = self._program.asks[event[asked]].site, event[at]
        if answer is None or answer is True or not site.names:
            return
        values = answer if len(site.names) > 1 and answer != HIDDEN else (answer,) * len(site.names)
        for slot, kind, value in zip(site.slots, site.kinds, values, strict=True):
            staged = kind.many and machine.names[slot] is not None  # a set that is chosen one by one
            masked = HIDDEN in value if isinstance(value, tuple) else value == HIDDEN
            machine.names[slot] = UNSEEN if masked or staged else value

    def _recognise(self, origin: int, at: int, machine: Machine, event: RawEvent) -> None:
        """A player who sees cards move that somebody chose in secret knows from the rule what was chosen."""
        stated, cards = event[origin], event[at]
        if stated not in self._recognised:
            self._recognised[stated] = list(self._names_moved(stated))
        for slot, many in self._recognised[stated]:
            if HIDDEN not in cards:
                machine.names[slot] = cards if many else cards[0]

    def _names_moved(self, statement: int) -> Iterator[tuple[int, bool]]:
        """The slots of the names whose cards a statement moves, and whether each stands for many."""
        stated = self._program.plan.origins[statement]
        known = self._binds.get("turn", {}) | self._binds.get(stated.block, {})
        for node in walk(self._program.material.rules.blocks[stated.block]):
            if isinstance(node, s.Effect):
                match list(s.motions(node)):
                    case [(e.Chosen(name), _)] if show(node) == stated.text:
                        slot, kind = known[name]
                        yield slot, kind.many


def _reset(first: list[tuple[int, int | None]], machine: Machine, event: RawEvent) -> None:
    for variable, value in first:
        machine.variables[variable] = value


def _change(variable: int, value: int) -> Following:
    def change(machine: Machine, event: RawEvent) -> None:
        machine.variables[event[variable]] = event[value]

    return change


def _all_of(changes: list[Following]) -> Following | None:
    """Several changes as one; None if there are none."""
    if len(changes) < 2:
        return changes[0] if changes else None

    def change(machine: Machine, event: RawEvent) -> None:
        for each in changes:
            each(machine, event)

    return change


def _set(what: str, value: int, machine: Machine, event: RawEvent) -> None:
    setattr(machine, what, event[value])


def _binds(program: Program) -> dict[str, Names]:
    """The names that the choices of each block bind."""
    found: dict[str, Names] = {}
    for ask in program.asks.values():
        site = ask.site
        names = found.setdefault(program.plan.origins[site.origin].block, {})
        for name, slot, kind in zip(site.names, site.slots, site.kinds, strict=False):
            names[name] = slot, kind
    return found
