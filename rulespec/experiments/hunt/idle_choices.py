"""W063, idle choices: all answers have the same continuations."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from attrs import define, evolve, field, frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import events
from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Decision, Option
from rulespec.experiments.failures import shortest_attempt
from rulespec.experiments.hunt.canonical_state import CanonicalStates
from rulespec.experiments.hunt.observed_game import ObservedGame
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.experiments.leaks.witness import Witness
from rulespec.game.api import State
from rulespec.language.errors import problem
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import walk
from rulespec.language.tree.source import Span
from rulespec.plan.liveness import Reads
from rulespec.plan.nodes import instructions as i
from rulespec.plan.plan import Branching
from rulespec.wording.amounts import players

TRIED = 6  # answers compared at a time
ENOUGH = 10  # times that a choice must have been idle to be reported
OFTEN = 60  # times after which a choice is not tried any more
EFFORT = 5_000  # answers that are tried to shorten a game, about half a second
USE = "use the answer in a rule"
REMOVE, CLUE = "or remove the choice", "or, if it is a clue for players, write it to a note declared 'for players'"

Asked = tuple[int, Span]  # a number of players, and the place of a choice


@define(eq=False)
class IdleChoices(Observer):
    """Tries several answers at each decision, until they have made a difference at that clause.

    An answer that others only perceive, or read in a note, may be meant as a clue: then the finding is only a note.
    """

    _matters: set[Asked] = field(init=False, factory=set)  # where answers have made a difference
    _told: set[Span] = field(init=False, factory=set)  # where others learn the answer
    _idle: Counter[Asked] = field(init=False, factory=Counter)  # how often answers made no difference
    _shown: dict[Span, tuple[State, State]] = field(init=False, factory=dict)  # the states before and after such one
    _essences: dict[tuple[int, Reads], CanonicalStates] = field(init=False, factory=dict)

    def looks(self, played: ObservedGame) -> Iterable[Finding]:
        """Nothing yet: an answer may matter only now and then."""
        for state in played.states[played.fresh :]:
            if not isinstance(state.pending, Decision) or len(state.raws) < 2:
                continue
            place = _asking(state).statement.span
            asked = played.players, place
            if asked in self._matters or self._idle[asked] >= OFTEN:
                continue
            if self._differ(state):
                self._matters.add(asked)
            else:
                self._idle[asked] += 1
                self._shown.setdefault(place, (state, state.next(state.raws[0])))
                if place not in self._told and self._is_told(state):
                    self._told.add(place)
        return ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """The choices whose answers never made a difference, at least with some numbers of players."""
        for place in self._shown:
            times = {players: count for (players, there), count in self._idle.items() if there == place}
            matters = {players for players, there in self._matters if there == place}
            idle = {players: count for players, count in times.items() if count >= ENOUGH and players not in matters}
            if idle:
                yield self._finding(place, idle, matters=bool(matters))

    def _finding(self, place: Span, idle: Mapping[int, int], *, matters: bool) -> Finding:
        before, after = self._shown[place]
        asks, shown = _asking(before), shortest_attempt(after, lambda first: _Asked(first, place), effort=EFFORT)
        rules, said, told = self._rules.resolved, place.text.splitlines()[0].strip(), place in self._told
        among = f" with {players(idle)}" if matters else ""
        tried = f"in {sum(idle.values())} cases, every answer led to the same position"
        unread = self._is_unread(before)
        if told and not unread:
            what, remedy = f"no rule uses the answer to '{said}'{among}: {tried}", f"{USE}, {CLUE}"
        else:
            what, remedy = f"the choice '{said}' has no effect{among}: {tried}", f"{USE}, {REMOVE}"
        beneath = rules.entry(asks.key).changes[-1].layer != rules.composed.layers[-1].name
        note = beneath or (told and not unread) or matters
        return Finding(problem("W063", asks.statement.span, what, remedy), shown.state, note)

    def _is_unread(self, state: State) -> bool:
        """True if a player is chosen to whom nothing later refers; a choice of words may serve to be public."""
        asking, asks = state.game.plan.code[state.pc], _asking(state)
        if not isinstance(asking, i.Ask | i.AskPart) or any(kind.name != "player" for kind in asking.query.kinds):
            return False
        block = self._rules.resolved.blocks[asks.key]
        return not any(isinstance(node, e.Chosen) and node.name in asking.query.names for node in walk(block))

    def _differ(self, state: State) -> bool:
        """True if some of the answers lead to different positions, or show players different cards."""
        return len({self._after(state, raw, "outcome") for raw in _some(state.raws)}) > 1

    def _is_told(self, state: State) -> bool:
        """True if another player learns the answer, now or later."""
        raws = _some(state.raws)
        return _is_heard(state, raws) or len({self._after(state, raw, "telling") for raw in raws}) > 1

    def _after(self, state: State, raw: RawAnswer, reads: Reads) -> object:
        after = state.next(raw)
        shown = tuple(told for told in events(after.raw_log, state.raw_log) if told[0] in (k.SHOW, k.SHOW_SECRETLY))
        return self._of(state.players, reads).of(after.position), after.turns, shown

    def _of(self, players: int, reads: Reads) -> CanonicalStates:
        if (players, reads) not in self._essences:
            self._essences[players, reads] = CanonicalStates(self._rules.game(players), reads=reads)
        return self._essences[players, reads]


def _is_heard(state: State, raws: Sequence[RawAnswer]) -> bool:
    """True if another player perceives a difference between some answers as they are given."""
    asking, program = state.game.plan.code[state.pc], state.game.program
    assert isinstance(asking, i.Ask | i.AskPart | i.AskWhether)
    if asking.unheard is not None and asking.unheard.secretly:
        return False
    site = program.asks[state.pc].site
    others = [Witness(program, seat) for seat in range(state.players) if seat != state.own]
    choices = [[(k.CHOOSE, site.origin, state.own, state.pc, raw)] for raw in raws]
    return any(
        other.account(state, state, choices[0]) != other.account(state, state, each)
        for other in others
        for each in choices[1:]
    )


def _some(raws: Sequence[RawAnswer]) -> Sequence[RawAnswer]:
    """A sample of the answers that includes the last one, which declines where one can."""
    return raws if len(raws) <= TRIED else (*Random(len(raws)).sample(raws[:-1], TRIED - 1), raws[-1])


@frozen(eq=False)
class _Asked:
    """An attempt that fails when a player has answered at a place."""

    state: State
    _place: Span
    failed: bool = False

    def after(self, option: Option) -> "_Asked":
        here = self.state
        choice = isinstance(here.pending, Decision) and len(here.raws) > 1
        failed = self.failed or (choice and _asking(here).statement.span == self._place)
        return evolve(self, state=here.apply(option), failed=failed)


def _asking(state: State) -> Branching:
    """The clause at which a state asks."""
    return state.game.plan.branches[state.pc]
