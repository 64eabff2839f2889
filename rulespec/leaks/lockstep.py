"""Two games in lockstep: one goes on, the other answers alike, and whoever cannot tell them apart is watched."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from attrs import define, field

from rulespec.engine.machine import Log, Raw
from rulespec.engine.pending import Decision, Over
from rulespec.engine.program import Asking, Program
from rulespec.engine.state import State
from rulespec.leaks import clause, given
from rulespec.leaks.clause import Clause
from rulespec.leaks.leak import Leak, differing
from rulespec.leaks.witness import Account, Witness

Pick = Callable[[int], int]  # answers a number of things with the index of one
Verdict = Leak | bool  # a leak, or whether somebody can still not tell the worlds apart
ENDS = ("round ends", "game ends", "limit")
SILENT = 60  # answers that nobody hears, at the most, before the worlds are no longer alike


@define(eq=False)
class Lockstep:
    """Two states that may be two worlds of the same game for some of its players, the `unsure`."""

    one: State
    other: State
    exchanged: tuple[int, ...]  # cards, each of which stands in for the one before it
    _pick: Pick
    _why: bool  # whether they ask for explanations, too, which takes long
    _unsure: list[Witness] = field(init=False)
    _met: list[tuple[State, State]] = field(factory=list, init=False)  # where nobody of the unsure could tell
    _turned: dict[int, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._unsure = [Witness(self._program, player) for player in range(self.one.players)]
        self._turned = turned(self.exchanged)

    @property
    def _program(self) -> Program:
        return self.one._program

    def leak(self, answers: int) -> Leak | None:
        """The first leak within so many answers of players."""
        found = self._meet(None, None)
        while found is None and self._unsure and answers > 0 and not self._over():
            answers -= isinstance(self.one.pending, Decision)
            found = self._go_on()
        return found or self._looked_over(self._unsure)

    @property
    def looked_through(self) -> int:
        """How many events there were to look through, for all players."""
        return self.one.players * len(_events(None, self.one._log))

    def _over(self) -> bool:
        return isinstance(self.one.pending, Over) or isinstance(self.other.pending, Over)

    # ---- playing on

    def _go_on(self) -> Leak | None:
        before = self.one, self.other
        raw = self.one.raws[self._pick(len(self.one.raws))]
        beside = self._alike(raw)
        self.one, self.other = _after(self.one, raw), _after(self.other, beside)
        return self._silently(*before) or self._meet(*before)

    def _silently(self, one: State, other: State) -> Leak | None:
        """What is answered without anybody hearing of it shows nowhere, and each world takes its time for it."""
        for _ in range(SILENT):
            quiet = [self._is_quiet(one, self.one), self._is_quiet(other, self.other)]
            for before, after, silent in ((one, self.one, quiet[0]), (other, self.other, quiet[1])):
                leak = self._unmoved(before, after) if silent else None
                if leak is not None:
                    return leak
            if quiet[0] == quiet[1] or self._over():
                break
            if quiet[0]:
                self.one = _after(self.one, self.one.raws[self._pick(len(self.one.raws))])
            else:
                self.other = _after(self.other, self.other.raws[self._pick(len(self.other.raws))])
        return None

    def _is_quiet(self, before: State, after: State) -> bool:
        """Whether nothing was heard, and the same player goes on answering the same."""
        events = _events(before._log, after._log)
        return all(not w.account(before, events) and w.waits(before) == w.waits(after) for w in self._unsure)

    def _unmoved(self, before: State, after: State) -> Leak | None:
        for witness in self._unsure:
            if witness.table(before) == witness.table(after):
                leak = self._compared(witness, before, after, given.in_all)
                if leak is not None:
                    return leak
        return None

    def _alike(self, raw: Raw) -> Raw:
        """The answer of the other world: with the cards exchanged, or now and then another one that sounds the same."""
        raws, ask = self.other.raws, self._program.asks[self.one.position[9]]
        if isinstance(ask, Asking) and ask.choice is not None:
            wanted = _swapped(raw, ask.site.kinds, self._turned)
        else:
            wanted = self._turned.get(raw, raw) if type(raw) is int else raw
        same_place = self.one.position[9] == self.other.position[9]
        if isinstance(ask, Asking) and same_place and self._pick(4) == 1:
            listener = self._unsure[self._pick(len(self._unsure))]
            sounds = listener.hears_answer(self.one, raw)
            alike = [each for each in raws if listener.hears_answer(self.other, each) == sounds]
            if alike:
                return alike[self._pick(len(alike))]
        for each in (wanted, raw):
            if each in raws:
                return each
            same = [beside for beside in raws if _same(beside, each)]
            if same:
                return same[0]
        return raws[self._pick(len(raws))]

    # ---- judging

    def _meet(self, one: State | None, other: State | None) -> Leak | None:
        """Looks at what everybody has heard since two states, and is given now."""
        logs = [None if state is None else state._log for state in (one, other)]
        events = _events(logs[0], self.one._log), _events(logs[1], self.other._log)
        still = []
        for witness in self._unsure:
            verdict = self._judged(witness, witness.account(one, events[0]), witness.account(other, events[1]))
            if isinstance(verdict, Leak):
                return verdict
            if verdict:
                still.append(witness)
        lost = [witness for witness in self._unsure if witness not in still]
        leak = self._looked_over(lost)
        self._unsure = still
        self._met.append((self.one, self.other))
        return leak

    def _judged(self, witness: Witness, heard: Account, beside: Account) -> Verdict:
        alike = _alike_so_far(heard, beside)
        rests = heard[alike:], beside[alike:]
        worlds = self.one, self.other
        if any(rests) or _asks(self.one, witness.player) != _asks(self.other, witness.player):
            if not any(rests) and witness.table(self.one) != witness.table(self.other):
                return False
            leak = self._asked_in_one(witness, worlds, rests) or self._asked_in_one(witness, worlds[::-1], rests[::-1])
            return leak or False
        if witness.table(self.one) != witness.table(self.other) or witness.waits(self.one) != witness.waits(self.other):
            return False
        return self._compared(witness, self.one, self.other, given.at_once) or True

    def _asked_in_one(
        self, witness: Witness, worlds: tuple[State, State], rests: tuple[Account, Account]
    ) -> Leak | None:
        """Who is asked in one world, or has nothing to choose there, learns something if it never comes in the other.

        Something that he sees may come before it there: somebody else's question, an effect; or an end may.
        """
        (there, elsewhere), (rest, others) = worlds, rests
        if not rest and _asks(there, witness.player):
            assert isinstance(there.pending, Decision)
            wanted, said, where = there.pending.prompt, there.pending.prompt, clause.of_being_asked
        elif rest and _lapses(rest[0], witness.player):
            wanted, said, where = rest[0], "he has nothing to choose", partial(clause.of_lapse, event=rest[0])
        else:
            return None
        if _Coming(witness, wanted).found(elsewhere, others):
            return None
        texts = (said, "not so") if there is self.one else ("not so", said)
        return self._leak(witness, "being asked or not", texts, where(there))

    def _looked_over(self, witnesses: Iterable[Witness]) -> Leak | None:
        """Everything that they were given when they last could not tell; a leak is told where it first shows."""
        for witness in witnesses if self._met else ():
            for giving in (given.in_all, given.explained) if self._why else (given.in_all,):
                if self._compared(witness, *self._met[-1], giving):
                    found = (self._compared(witness, *worlds, giving) for worlds in self._met)
                    return next(filter(None, found))
        return None

    def _compared(self, witness: Witness, one: State, other: State, giving: given.Giving) -> Leak | None:
        found = given.difference(giving, one, other, witness.player)
        if found is None:
            return None
        (what, value, beside), worlds = found, (one, other)
        return self._leak(witness, what, differing(value, beside), self._clause(what, worlds, witness), worlds)

    def _clause(self, what: str, worlds: tuple[State, State], witness: Witness) -> Clause:
        """The rule that has most to do with it."""
        one, other = worlds
        kind, _, name = what.partition(" '")
        if kind in ("zone", "counter", "note"):
            return clause.of_declaration(one.rules.resolved, f"{kind} {name.split(chr(39))[0]}")
        if kind == "his log":
            return clause.of_told(one, witness.player, *(state.view(witness.player).log for state in worlds))
        if _asks(one, witness.player) and _asks(other, witness.player):
            return clause.of_options(one, other)
        return clause.of_waiting(one)

    def _leak(
        self,
        witness: Witness,
        what: str,
        texts: tuple[str, str],
        where: Clause,
        worlds: tuple[State, State] | None = None,
    ) -> Leak:
        cards = self._program.material.cards
        exchanged = tuple(cards[card] for card in self.exchanged)
        return Leak(witness.player, what, *texts, where, exchanged, worlds or (self.one, self.other))


def turned(cards: tuple[int, ...]) -> dict[int, int]:
    """For each of the cards the one that stands in for it."""
    return dict(zip(cards, (*cards[1:], *cards[:1]), strict=True))


@define(eq=False)
class _Coming:
    """Whether a question to somebody, or a lapse of his choice, still comes, however others answer."""

    witness: Witness
    wanted: Any  # the prompt of the question, or the event
    _steps: int = 200

    def found(self, state: State, heard: Account) -> bool:
        for event in heard:
            if event == self.wanted or event[0] in ENDS:
                return True
            if event[0] == "turn" or _lapses(event, self.witness.player):
                return False
        pending = state.pending
        if isinstance(pending, Over):
            return True
        if _asks(state, self.witness.player):
            return isinstance(pending, Decision) and pending.prompt == self.wanted
        last = len(state.raws) - 1
        for at in {last, 0} if isinstance(pending, Decision) else {0}:  # the last option is to decline, if that is one
            if self._steps > 0:
                self._steps -= 1
                after = _after(state, state.raws[at])
                if self.found(after, self.witness.account(state, _events(state._log, after._log))):
                    return True
        return False


def _lapses(event: Raw, player: int) -> bool:
    return bool(event[0] == "lapse" and event[2] == player)


def _alike_so_far(heard: Account, beside: Account) -> int:
    pairs = enumerate(zip(heard, beside, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(heard), len(beside)))


def _asks(state: State, player: int) -> bool:
    return isinstance(state.pending, Decision) and state.pending.player == player


def _after(state: State, raw: Raw) -> State:
    return state.apply(state.option(raw))


def _events(before: Log, after: Log) -> list[Raw]:
    """The events that a log has more than an earlier one."""
    events = []
    while after is not before and after is not None:
        event, after = after
        events.append(event)
    events.reverse()
    return events


def _same(one: Raw, other: Raw) -> bool:
    """Whether two answers name the same things, in whatever order."""
    return one == other or (isinstance(one, tuple) and isinstance(other, tuple) and _flat(one) == _flat(other))


def _flat(raw: Raw) -> list[Raw]:
    return sorted(each for part in raw for each in (_flat(part) if isinstance(part, tuple) else [part]))


def _swapped(raw: Raw, kinds: tuple[Any, ...], instead: dict[int, int]) -> Raw:
    if raw in (None, True, ()):
        return raw
    values = raw if len(kinds) > 1 else (raw,)
    turned = []
    for kind, value in zip(kinds, values, strict=True):
        if kind.name != "card":
            turned.append(value)
        elif isinstance(value, tuple):
            turned.append(tuple(sorted(instead.get(card, card) for card in value)))
        else:
            turned.append(instead.get(value, value))
    return tuple(turned) if len(kinds) > 1 else turned[0]
