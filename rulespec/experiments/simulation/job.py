"""Playing the games of a simulation: each is determined by its number, so any worker can play any chunk."""

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import lru_cache

from attrs import frozen

from rulespec.agents.names import Maker, path_of
from rulespec.agents.play import Agent, coupled_end, numbers, question_at, random_agent, seeds
from rulespec.engine.pending import Decision
from rulespec.engine.python.snapshot import Trace, traced
from rulespec.experiments.population import game_seed
from rulespec.experiments.simulation.measures import FinishedGame, Measuring
from rulespec.experiments.simulation.rows import Rows
from rulespec.experiments.simulation.sites import Sites
from rulespec.experiments.simulation.summary import Tally
from rulespec.experiments.workers.dask import Cluster
from rulespec.experiments.workers.packing import unpacked
from rulespec.experiments.workers.queue import in_order
from rulespec.game.api import Ruleset, State, View
from rulespec.language.errors import SimulationError
from rulespec.records.lockstep.coupling import keys_of


@frozen
class Job:
    """The inputs that all chunks of a simulation share, as workers receive them."""

    rules: bytes  # packed, which is the key of a worker's cache
    makers: tuple[Maker, ...]
    seed: int
    decisions: bool
    uses: bool = True  # whether to count what is chosen
    coupled: bool = (
        False  # whether chance is coupled with that of similar rules: see `rulespec.records.lockstep.coupling`
    )

    @property
    def players(self) -> int:
        return len(self.makers)

    @property
    def is_random(self) -> bool:
        """True if all players are random, so that the engine can play whole games by itself."""
        return all(maker is random_agent for maker in self.makers)

    def counted(self, first: int, count: int, keep: bool) -> tuple[Tally, Rows | None]:
        """The tally of `count` games from number `first` on, with their rows if these are to be kept."""
        tally, rows = Tally(), self.chunk(first, count)
        tally.add(rows, self.players)
        return tally, rows if keep else None

    def chunk(self, first: int, count: int) -> Rows:
        """The rows of `count` games from number `first` on."""
        rules, sites = known(self.rules, self.players)
        measuring = Measuring(sites, self.decisions, self.uses)
        for game in range(first, first + count):
            try:
                measuring.measure(self._played(rules, game))
            except Exception as error:
                seed, begins = game_seed(self.seed, game), game % self.players
                error.add_note(f"in game {game} of the simulation (seed {seed}, seat {begins} first)")
                raise
        return measuring.rows

    def game(self, game: int) -> FinishedGame:
        """The game with this number."""
        return self._played(known(self.rules, self.players)[0], game)

    def _played(self, rules: Ruleset, game: int) -> FinishedGame:
        seed, first = game_seed(self.seed, game), game % self.players
        trace: Trace = [], [], []
        own = tuple(seeds(self.players, seed))
        if self.is_random:  # for speed
            begun = rules.new_game(self.players, first)
            if self.coupled:
                end = begun.snapshot.coupled(keys_of(begun.game), seed, trace)
            else:
                end = begun.snapshot.playout(own, seed, trace)
            return FinishedGame(game, seed, first, begun.after(end), trace)
        agents = [maker(each) for maker, each in zip(self.makers, own, strict=True)]
        for maker, agent in zip(self.makers, agents, strict=True):
            if not callable(agent):
                raise TypeError(f"{path_of(maker)} must return an agent, a function (view, decision), not {agent!r}")
        if not self.coupled:
            return FinishedGame(game, seed, first, played(rules, agents, seed, first, trace), trace)
        keyed = [None if maker is random_agent else agent for maker, agent in zip(self.makers, agents, strict=True)]
        return FinishedGame(game, seed, first, coupled_end(rules, keyed, seed, first, trace), trace)


def played(rules: Ruleset, agents: Sequence[Agent], seed: int, first: int, trace: Trace) -> State:
    """The final state of a game as `play` plays it; `trace` is filled as `Snapshot.playout` does."""
    random = numbers(seed)
    state = rules.begin(len(agents), first, random)
    try:
        while isinstance(decision := state.pending, Decision):
            traced(trace, state.snapshot, state.game.asks)
            player = decision.player
            state = state.advance(agents[player](View(state, player), decision), random)
    except Exception as error:
        error.add_note(question_at(state))
        raise
    traced(trace, state.snapshot, state.game.asks)
    return state


def reached(executor: Executor, makers: Sequence[Maker], seats: Sequence[str]) -> None:
    """Checks that each agent can be sent to the workers; a `SimulationError` if not."""
    tried = list[Maker]()
    for seat, maker in zip(seats, makers, strict=True):
        if any(maker is each for each in tried):
            continue
        tried.append(maker)
        try:
            list(in_order(executor, callable, [(maker,)]))
        except Exception as error:
            if isinstance(executor, Cluster) and isinstance(error, SimulationError):
                raise  # of another version, or without a scheduler
            raise SimulationError(
                f"cannot send the agent of {seat}, {path_of(maker)}, to the executor's workers ({error}): define it "
                "with a module-level function or a functools.partial of one, or use threads"
            ) from error


@lru_cache(maxsize=4)
def known(rules: bytes, players: int) -> tuple[Ruleset, Sites]:
    """Unpacked rules with their sites, cached in each process."""
    loaded = unpacked(rules)
    return loaded, Sites(loaded.game(players))
