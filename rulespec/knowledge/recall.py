"""The table as one player saw it at an earlier moment, retraced from what he heard; cards he did not see are blank."""

from collections.abc import Sequence
from typing import Any, NoReturn

from attrs import define, field, frozen

from rulespec.events import kinds as k
from rulespec.events.log import RawEvent
from rulespec.events.motions import Motion, is_exchange, motions
from rulespec.language.printer import show
from rulespec.plan.options import HIDDEN, Site
from rulespec.run.machine import Machine
from rulespec.run.program import Asking, Program
from rulespec.run.reader import Reader
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree import statements as s
from rulespec.tree.kinds import Kind
from rulespec.tree.node import walk

Names = dict[str, tuple[int, Kind]]  # where the machine keeps what a name stands for, and of which kind that is


STRIDE = 64  # events from one table that is kept to the next


class UnseenError(Exception):
    """Something depends on a card that the player did not see."""


class Unseen:
    """A card that the player did not see: it can be counted, and whoever looks at it gets an `UnseenError`."""

    def _look(self, *_: object) -> NoReturn:
        raise UnseenError

    __index__ = __hash__ = __lt__ = __gt__ = __le__ = __ge__ = __eq__ = __ne__ = _look
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __iter__ = __len__ = _look


UNSEEN: Any = Unseen()


@frozen(eq=False)
class Moment:
    """The table as he saw it once, for somebody who does something there; unseen cards raise an `UnseenError`."""

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
    """Retraces what one player heard, the first of which is the beginning of the game."""

    program: Program
    viewer: int
    heard: Sequence[RawEvent]
    machine: Machine = field(init=False)  # the table as it was retraced last
    retraced: int = field(init=False, default=0)  # events, of the whole work so far
    _at: int = field(init=False, default=0)  # how many events have led to it
    _passed: dict[int, Machine] = field(init=False, factory=dict)  # tables on the way, from which to go on
    _sees: list[bool] = field(init=False)
    _binds: dict[str, Names] = field(init=False)
    _blank: list[Any] = field(init=False)
    _secret: dict[int, list[int]] = field(init=False)  # for each part of `at the same time`, where its names are kept

    def __attrs_post_init__(self) -> None:
        self._sees = [place.seen_by(self.viewer) for place in self.program.material.places]
        self._binds = _binds(self.program)
        self._blank, self._secret = [None] * self.program.slots, {}
        for ask in self.program.asks.values():
            if isinstance(ask, Asking) and ask.choose is not None and ask.choose.if_several:
                for slot in ask.site.slots:
                    self._blank[slot] = UNSEEN  # what is the only choice is not told
            if isinstance(ask, Asking) and ask.part is not None:
                self._secret.setdefault(ask.part, []).extend(ask.site.slots)

    def before(self, index: int) -> Machine:
        """The table before an event."""
        passed = index // STRIDE * STRIDE
        if index < self._at or passed > self._at:
            near = max((at for at in range(0, passed + 1, STRIDE) if at in self._passed), default=0)
            if near and (index < self._at or near > self._at):
                self._at, self.machine = near, self._passed[near].twin()
            elif index < self._at:
                self._at = 0
        for at in range(self._at, index):
            self._follow(self.heard[at])
            self.retraced += 1
            if (at + 1) % STRIDE == 0:
                self._passed.setdefault(at + 1, self.machine.twin())
        self._at = index
        return self.machine.twin()

    def moment(self, index: int, block: str, own: int) -> Moment:
        """The table before an event, as a block reads it whose subject is a player."""
        machine = self.before(index)
        machine.own = own
        return Moment(machine, self.program.reader(block))

    # ---- event by event

    def _follow(self, event: RawEvent) -> None:
        told = k.read(event)
        match told:
            case k.Begin(first, zones, variables):
                self.machine = self._begin(first, zones, variables)
            case k.Round():
                self._reset("round")
            case k.Turn(seat):
                mc = self.machine
                mc.active = mc.own = seat
                mc.next, mc.names = None, self._blank.copy()
                self._reset("turn")
            case k.Commit(part):
                for slot in self._secret[part]:
                    self.machine.names[slot] = UNSEEN
            case _:
                self._by_roles(told)
        if is_exchange(event):
            self._exchange(motions(event))
        else:
            self._move(motions(event))

    def _by_roles(self, told: k.Event) -> None:
        """What of the table is another by an event, apart from where cards lie, as its fields say."""
        for name, played in told.roles.items():
            value = getattr(told, name)
            match played:
                case k.Value(variable):
                    self.machine.variables[getattr(told, variable)] = value
                case k.Public(str(sets)):
                    setattr(self.machine, sets, value)
                case k.Answer(asked):
                    self._bind(self.program.asks[getattr(told, asked)].site, value)
                case k.Cards(to=str()):
                    assert told.statement is not None
                    self._recognise(told.statement, value)

    def _begin(self, first: int, zones: tuple[tuple[Any, ...], ...] | None, variables: Any) -> Machine:
        material = self.program.material
        if zones is None:
            zones, variables = material.laid, material.numbers()
        where: list[Any] = [UNSEEN] * len(material.cards)
        seen: list[Any] = [
            tuple(cards) if sees else (UNSEEN,) * len(cards) for sees, cards in zip(self._sees, zones, strict=True)
        ]
        for place, sees in enumerate(self._sees):
            for card in seen[place] if sees else ():
                where[card] = place
        return Machine(seen, list(variables), self._blank.copy(), where, first, first, first)

    def _reset(self, moment: str) -> None:
        for variable, each in enumerate(self.program.material.variables):
            if each.holder.reset == moment:
                self.machine.variables[variable] = 0 if isinstance(each.holder, d.Counter) else None

    def _move(self, moved: tuple[Motion, ...]) -> None:
        zones = self.machine.zones
        for card, source, _ in moved:
            held = zones[source]
            at = held.index(card) if self._sees[source] else 0
            zones[source] = held[:at] + held[at + 1 :]
        for card, _, to in moved:
            zones[to] = (*zones[to], self._laid(card, to))
            if not self.program.material.places[to].zone.ordered and self._sees[to]:
                zones[to] = tuple(sorted(zones[to]))

    def _exchange(self, moved: tuple[Motion, ...]) -> None:
        """Each card takes the place of its counterpart, if there are as many on both sides."""
        half = len(moved) // 2
        pairs = list(zip(moved[:half], moved[half:], strict=False))
        if len(moved) % 2 or any(out[1:] != back[:0:-1] for out, back in pairs):
            self._move(moved)
            return
        for (card, here, there), (other, _, _) in pairs:
            zones = self.machine.zones
            spots = [
                (place, zones[place].index(out) if self._sees[place] else 0, into)
                for place, out, into in ((here, card, other), (there, other, card))
            ]
            for place, at, into in spots:
                held = zones[place]
                laid = (*held[:at], self._laid(into, place), *held[at + 1 :])
                ordered = self.program.material.places[place].zone.ordered or not self._sees[place]
                zones[place] = laid if ordered else tuple(sorted(laid))

    def _laid(self, card: Any, place: int) -> Any:
        if card != HIDDEN:
            self.machine.where[card] = place if self._sees[place] else UNSEEN
        return card if self._sees[place] else UNSEEN

    # ---- names

    def _bind(self, site: Site, answer: Any) -> None:
        if answer is None or answer is True or not site.names:
            return
        values = answer if len(site.names) > 1 and answer != HIDDEN else (answer,) * len(site.names)
        for slot, kind, value in zip(site.slots, site.kinds, values, strict=True):
            staged = kind.many and self.machine.names[slot] is not None  # cards that are chosen one by one
            masked = HIDDEN in value if isinstance(value, tuple) else value == HIDDEN
            self.machine.names[slot] = UNSEEN if masked or staged else value

    def _recognise(self, origin: int, cards: tuple[Any, ...]) -> None:
        """Who sees cards move that somebody has chosen in secret knows from the rule what was chosen."""
        stated = self.program.origins[origin]
        known = self._binds.get("turn", {}) | self._binds.get(stated.block, {})
        for node in walk(self.program.material.rules.blocks[stated.block]):
            match node:
                case s.Move((m.Chosen(name),)) if HIDDEN not in cards and show(node) == stated.text:
                    slot, kind = known[name]
                    self.machine.names[slot] = cards if kind.many else cards[0]


def _binds(program: Program) -> dict[str, Names]:
    """The names that the choices of each block give."""
    found: dict[str, Names] = {}
    for ask in program.asks.values():
        site = ask.site
        names = found.setdefault(program.origins[site.origin].block, {})
        for name, slot, kind in zip(site.names, site.slots, site.kinds, strict=False):
            names[name] = slot, kind
    return found
