"""The table as one player saw it at an earlier moment, replayed from what he heard; cards he did not see are masked."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NoReturn, assert_never

from attrs import define, field, frozen

from rulespec.events import kinds as k
from rulespec.events import roles as r
from rulespec.events.log import RawEvent
from rulespec.events.motions import Motion, is_exchange, motions, moves
from rulespec.language.printer import show
from rulespec.plan.options import HIDDEN
from rulespec.run.machine import Machine
from rulespec.run.program import Asking, Program
from rulespec.run.reader import Reader
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.kinds import Kind
from rulespec.tree.node import walk

Names = dict[str, tuple[int, Kind]]  # the slot and the kind of each name

STRIDE = 16  # a table is kept every so many events


class UnseenError(Exception):
    """A result depends on a card that the player did not see."""


class Unseen:
    """Stands for a card that the player did not see: it can be counted, but looking at it is an `UnseenError`."""

    def _look(self, *_: object) -> NoReturn:
        raise UnseenError

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


@define(eq=False)
class Recall:
    """Replays what one player heard since the beginning of the game; some tables on the way are cached."""

    program: Program
    viewer: int
    heard: Sequence[RawEvent]
    _retracing: "_Retracing" = field()
    _passed: dict[int, Machine] = field(factory=dict)  # the cached tables, by the number of events before
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
        kept = self._retracing, self._passed.copy(), self._furthest, self._last
        return Recall(self.program, self.viewer, heard, *kept)

    def before(self, index: int) -> Machine:
        """The table before the event of an index; a copy."""
        at, machine = self._nearest(index)
        for moment, event in enumerate(self.heard[at:index], start=at + 1):
            machine = self._retracing.follow(machine, event)
            if moment % STRIDE == 0 and moment not in self._passed:
                self._passed[moment] = machine.twin()
        self.retraced += index - at
        self._last = index, machine
        if self._furthest is None or index > self._furthest[0]:
            self._furthest = self._last
        return machine.twin()

    def _nearest(self, index: int) -> tuple[int, Machine]:
        """A copy of the nearest earlier table that is cached, and the number of events before it."""
        passed = next((at for at in range(index // STRIDE * STRIDE, 0, -STRIDE) if at in self._passed), 0)
        known = [(passed, self._passed[passed])] if passed else [(0, self._retracing.nothing())]
        known += [each for each in (self._last, self._furthest) if each is not None and each[0] <= index]
        at, machine = max(known, key=lambda each: each[0])
        return at, machine.twin()

    def moment(self, index: int, block: str, own: int) -> Moment:
        """The table before an event, as a block with the subject `own` reads it."""
        return self.read(self.before(index), block, own)

    def read(self, machine: Machine, block: str, own: int) -> Moment:
        """A table as a block with the subject `own` reads it."""
        machine.own = own
        return Moment(machine, self.program.reader(block))


Following = Callable[[Machine, RawEvent], None]
_WHOSE_TURN, _PART = k.Turn.at("seat"), k.Commit.at("origin")


class _Retracing:
    """How events change the table that a player sees, compiled from the declarations of the kinds of events."""

    def __init__(self, program: Program, viewer: int) -> None:
        self._program = program
        self._shown = [place.shown_to(viewer) for place in program.material.places]
        self._sees = [shown == "cards" for shown in self._shown]
        self._ordered = [place.zone.ordered for place in program.material.places]
        self._blank: list[Any] = [None] * program.plan.slots
        self._secret: dict[int, list[int]] = {}  # the slots of the names of each simultaneous part
        for ask in program.asks.values():
            if isinstance(ask, Asking) and ask.choose is not None and ask.choose.if_several:
                for slot in ask.site.slots:
                    self._blank[slot] = UNSEEN  # a choice without alternative is not announced
            if isinstance(ask, Asking) and ask.part is not None:
                self._secret.setdefault(ask.part, []).extend(ask.site.slots)
        self._binds = _binds(program)
        self._recognised: dict[int, list[tuple[int, bool]]] = {}
        self._following = {
            kind.number: [*self._by_kind(kind), *self._by_roles(kind), *([self._carry] if moves(kind) else [])]
            for kind in k.KINDS
        }

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

    def _by_kind(self, kind: type[k.Event]) -> Iterator[Following]:
        """What events of some kinds reset or make unknown."""
        match kind.number:
            case k.ROUND:
                yield partial(_reset, self._reset_with("round"))
            case k.TURN:
                yield self._turn
                yield partial(_reset, self._reset_with("turn"))
            case k.COMMIT:
                yield self._commit

    def _by_roles(self, kind: type[k.Event]) -> Iterator[Following]:
        """What the fields of an event change, apart from the places of cards."""
        for name, played in kind.roles.items():
            match played:
                case r.Value(variable):
                    yield partial(_change, kind.at(variable), kind.at(name))
                case r.Public(str(sets)):
                    yield partial(_set, sets, kind.at(name))
                case r.Answer(asked):
                    yield partial(self._answered, kind.at(asked), kind.at(name))
                case r.OpenCard(place, True):
                    yield partial(self._uncover, kind.at(name), kind.at(place))
                case r.Cards(to=str()) if kind.origin_field is not None:
                    yield partial(self._recognise, kind.at(kind.origin_field), kind.at(name))
                case (
                    r.Origin() | r.Doer() | r.Place() | r.OneCard() | r.OpenCard() | r.Cards() | r.Zones() | r.Asked()
                    | r.Public() | r.Variable() | r.HeardBy()
                ):  # fmt: skip
                    pass
                case _:
                    assert_never(played)

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
        return Machine(seen, list(variables), self._blank.copy(), where, begin.first, begin.first, begin.first)

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

    def _carry(self, machine: Machine, event: RawEvent) -> None:
        moved = motions(event)
        if is_exchange(event):
            self._exchange(machine, moved)
        else:
            self._move(machine, moved)

    def _move(self, machine: Machine, moved: tuple[Motion, ...]) -> None:
        zones, sees = machine.zones, self._sees
        for card, source, _ in moved:
            held = zones[source]
            at = self._index(machine, source, card)
            zones[source] = held[:at] + held[at + 1 :]
        for card, _, to in moved:
            below = (UNSEEN,) * len(zones[to]) if self._shown[to] == "last" else zones[to]
            zones[to] = (*below, self._laid(machine, card, to, last=True))
            if not self._ordered[to] and sees[to]:
                zones[to] = tuple(sorted(zones[to]))

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


def _change(variable: int, value: int, machine: Machine, event: RawEvent) -> None:
    machine.variables[event[variable]] = event[value]


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
