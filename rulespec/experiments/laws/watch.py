"""Checks laws while a game is played: at questions, and at what happens between two of them."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from functools import partial

from attrs import frozen

from rulespec.engine.game import Game, Variables, Zones
from rulespec.engine.pending import Option
from rulespec.engine.python.engine import Engine, Look
from rulespec.engine.python.position import frozen as position_of
from rulespec.engine.python.program import ChanceNode
from rulespec.engine.python.snapshot import LookedAt, Snapshot
from rulespec.experiments.laws.broken import Broken, LawMoment
from rulespec.experiments.laws.circumstances import circumstances
from rulespec.game.api import State
from rulespec.game.history import begun, raw_answers
from rulespec.language.tree import declarations as d

KEPT = 4096  # states; for others, the game is played again

Tables = dict[str, Snapshot]  # the table of each law's last check; by "", the one that the game began with


@frozen(eq=False)
class LawMemory:
    """The memory of the laws before and after a state itself was checked."""

    before: Tables
    after: Tables


class Memories:
    """A cache of the memories of the latest states, by the identity of their snapshots."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[Snapshot, LawMemory]] = OrderedDict()

    def keep(self, snapshot: Snapshot, memory: LawMemory) -> None:
        self._kept[id(snapshot)] = snapshot, memory  # with the snapshot, so that no other one gets its number
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def at(self, snapshot: Snapshot) -> LawMemory | None:
        found = self._kept.get(id(snapshot))
        return None if found is None else found[1]


Random = Callable[[], float]


@frozen(eq=False)
class _Law:
    key: str
    number: int  # in the plan
    compares: bool
    asks: tuple[int, ...]  # the circumstances that it speaks of

    @property
    def needs_more(self) -> bool:
        """True if checking it takes more than a table."""
        return self.compares or bool(self.asks)


class LawWatch:
    """Plays games and says of each step which law it has broken.

    `laws` are names or keys, by default all laws; `looked` counts the checks of each. The states that it returns belong
    to an instrumented `game`; they equal those of the plain one. `ends` is told how each round stands as it ends.
    """

    def __init__(
        self, game: Game, laws: Iterable[str] | None = None, ends: Callable[[Snapshot], None] | None = None
    ) -> None:
        self.looked: Counter[str] = Counter()
        self._plain = game
        self._laws: dict[d.Moment, list[_Law]] = {}
        wanted = None if laws is None else {name.removeprefix("always ") for name in laws}
        for number, (key, law) in enumerate(zip(game.plan.named_laws, game.plan.laws, strict=True)):
            if wanted is None or key.removeprefix("always ") in wanted:
                self._laws.setdefault(law.moment, []).append(_Law(key, number, law.compares, law.asks))
        self._asked, self._over = self._of("asked or over", "when asked"), self._of("asked or over", "after game")
        self._stepwise = "after each effect" in self._laws
        self._compares = any(law.compares for laws in self._laws.values() for law in laws)
        self._broken: Broken | None = None  # the first breach since the last question
        self._tables: Tables = {}  # what the laws remember, during a step
        self._memories = Memories()
        engine = self._watched(game.engine)
        if ends is not None:
            engine = engine.before([game.plan.round_ended], _at_ends(ends))
        self.game = game if engine is game.engine else game.played_by(engine)

    # ---- playing

    def begin(
        self, first: int = 0, random: Random | None = None, zones: Zones | None = None, variables: Variables = ()
    ) -> tuple[State, Broken | None]:
        """A new game, or a turn in a given position; with `random`, after the draws that come first."""
        drawing = None if self._stepwise else random
        return self._on(self._opened(first, zones, variables, drawing), random)

    def taken(self, state: State) -> State:
        """A state of any game of the same rules as a state of the watched game."""
        if state.game is self.game:
            return state
        taken, memory = state.within(self.game), self._memories.at(state.snapshot)
        if memory is not None:
            self._memories.keep(taken.snapshot, memory)
        return taken

    def apply(self, state: State, answer: Option | str, random: Random | None = None) -> tuple[State, Broken | None]:
        """The next state, and the first law broken by then; with `random`, after the draws that follow."""
        state = self.taken(state)
        self._broken, self._tables = None, dict(self._memory(state).after)
        if random is None or self._stepwise:
            return self._on(state.apply(answer), random)
        return self._on(state.advance(answer, random), random)

    def look(self, state: State) -> Broken | None:
        """The first law that does not hold in a state at which somebody is asked or the game is over."""
        return self._first(self._resting(state), state.snapshot, dict(self._memory(state).before))

    def holds(self, state: State) -> bool:
        """True if the conditions of all laws hold in a state, whatever their moments, if it alone can tell."""
        laws = (law for laws in self._laws.values() for law in laws)
        return state.snapshot.failing([(law.number, None, {}, {}) for law in laws if not law.needs_more]) < 0

    def _on(self, state: State, random: Random | None) -> tuple[State, Broken | None]:
        """Makes the draws one by one, since a law may be checked after each, and checks the state."""
        while random is not None and isinstance(state.game.asks.get(state.pc), ChanceNode):
            state = state.next(state.raws[int(random() * len(state.raws))])
        return state, self._rests(state)

    def _rests(self, state: State) -> Broken | None:
        """Checks a state just reached; a breach on the way to it comes first."""
        before, laws = dict(self._tables) if self._compares else {}, self._resting(state)
        found = self._first(laws, state.snapshot, self._tables) if laws else None
        if self._compares:
            after = dict(self._tables) if laws else before  # nobody changes what is remembered
            self._memories.keep(state.snapshot, LawMemory(before, after))
        return self._broken or found

    # ---- remembering

    def _opened(self, first: int, zones: Zones | None, variables: Variables, random: Random | None) -> State:
        self._broken, self._tables = None, {}
        if self._compares:
            mc, _ = self._plain.opening(first, zones, variables)
            engine = self._plain.engine
            self._tables[""] = engine.stand(position_of(mc), tuple(mc.where), mc.log, mc.turns, mc.dirty)
        return State.begin(self.game, first, zones, variables, random=random)

    def _memory(self, state: State) -> LawMemory:
        """The memory of the laws at a state; if it is no longer cached, the game is replayed."""
        if not self._compares:
            return LawMemory({}, {})
        found = self._memories.at(state.snapshot)
        if found is None:
            begin, looked = begun(state), self.looked.copy()
            here = self._opened(begin.first, begin.zones, begin.variables, None)
            self._rests(here)
            for raw in raw_answers(state):
                here = here.next(raw)
                self._rests(here)
            found = self._memories.at(here.snapshot)
            assert found is not None
            self._memories.keep(state.snapshot, found)
            self.looked = looked
        return found

    # ---- looking

    def _of(self, *moments: d.Moment) -> list[_Law]:
        return [law for moment in moments for law in self._laws.get(moment, ())]

    def _resting(self, state: State) -> list[_Law]:
        """The laws that are checked in a state itself."""
        ask = state.game.asks.get(state.pc)
        return self._over if ask is None else [] if isinstance(ask, ChanceNode) else self._asked

    def _first(self, laws: list[_Law], now: Snapshot, tables: Tables) -> Broken | None:
        """Checks laws: the first that does not hold. Those that compare remember this table."""
        looked_at: list[LookedAt] = []
        for law in laws:
            self.looked[law.key] += 1
            earlier = tables.get(law.key, tables[""]) if law.compares else None
            then = {} if earlier is None else circumstances(self._plain, earlier, law.asks)
            looked_at.append((law.number, earlier, circumstances(self._plain, now, law.asks), then))
        failing, broken = now.failing(looked_at), None
        for law, (number, earlier, here, then) in zip(laws, looked_at, strict=True):
            if number == failing:
                before = None if earlier is None else LawMoment(earlier, then)
                broken = Broken(self._plain, law.key, LawMoment(now, here), before)
            if law.compares:
                tables[law.key] = now
        return broken

    def _watched(self, engine: Engine) -> Engine:
        """The engine, instrumented to check the laws between two questions."""
        plan = self._plain.plan
        if self._stepwise:
            places = [pc for pc, each in enumerate(plan.code) if each.reasons == "look"]
            engine = engine.after(places, lambda pc, now: self._look("after each effect", now))
        for moment, place in (("after turn", plan.turn_ended), ("after round", plan.round_ended)):
            if moment in self._laws:
                engine = engine.before([place], _at_ends(partial(self._look, moment)))
        return engine

    def _look(self, moment: d.Moment, now: Snapshot) -> None:
        found = self._first(self._laws[moment], now, self._tables)
        self._broken = self._broken or found


def _at_ends(look: Callable[[Snapshot], None]) -> Look:
    """The hook at the end of a turn or a round."""

    def ends(pc: int, now: Snapshot) -> None:
        if now.turns:  # the first round begins where the others end
            look(now)

    return ends
