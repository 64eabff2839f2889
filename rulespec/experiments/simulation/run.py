"""A whole simulation: chunks of games played here or by an executor, written and counted in order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from os import PathLike
from typing import TYPE_CHECKING

from attrs import define, field

from rulespec.agents.names import Maker, makers_of, path_of
from rulespec.experiments.loop import GameLoop
from rulespec.experiments.simulation.job import Job, reached
from rulespec.experiments.simulation.rows import Rows
from rulespec.experiments.simulation.sites import Sites
from rulespec.experiments.simulation.summary import AMOUNTS, Question, Simulation, Tally
from rulespec.experiments.workers.dask import Cluster
from rulespec.experiments.workers.packing import packed
from rulespec.experiments.workers.queue import WorkersLost
from rulespec.game.api import Ruleset
from rulespec.language.errors import SimulationError, require_type

if TYPE_CHECKING:
    from rulespec.experiments.simulation.file import SimulationFile

VERSION = "3"  # of the file
CHUNK, SLOW_CHUNK = 250, 5  # games in a chunk: of random players, and of others
FAR_CHUNK = 2000  # of random players on other machines, where each chunk has its costs
WRITTEN = 500  # games of random players in a chunk where each chunk is a transaction

Progress = Callable[[int, int], object]  # called with the number of games done, and of all games


def simulate(
    rules: Ruleset,
    agents: Sequence[Maker | str] | Maker | str,
    games: int,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    players: int | None = None,
    file: str | PathLike[str] | None = None,
    decisions: bool = False,
    chunk: int | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Plays `games` games and summarizes them; with a `file` (SQLite), also stores a row for each.

    `agents` is a list with a function (seed) -> agent or a name (see `agent_named`) for each seat, or one of these for
    all of `players` seats. The seed and the number of a game determine it: `play` and `playout` reproduce it from the
    seed and first seat in its row. An `executor` plays chunks in parallel with the same results. An existing file is
    continued, and an interrupted run can be resumed. Raises a `ValueError` for invalid arguments, and a
    `SimulationError` if the file or the executor fails.
    """
    require_type("rules", rules, Ruleset, "a Ruleset")
    if players is not None:
        rules.game(players)  # raises for a number that the rules do not allow
    makers = makers_of(agents, players)
    for name, number, least in (("games", games, 0), ("chunk", 1 if chunk is None else chunk, 1)):
        if type(number) is not int or number < least:
            raise ValueError(f"{name} must be an integer of at least {least}, not {number!r}")
    if type(seed) is not int:
        raise ValueError(f"seed must be an integer, not {seed!r}")
    sites, told = Sites(rules.game(len(makers))), tuple(map(path_of, makers))
    job = Job(packed(rules), makers, seed, decisions)
    usual = FAR_CHUNK if isinstance(executor, Cluster) else CHUNK
    size = chunk or (SLOW_CHUNK if not job.is_random else usual if file is None else WRITTEN)
    about = {
        "version": VERSION,
        "rules": rules.name,
        "digest": rules.digest,
        "choices listed": str(rules.resolved.listed),
        "players": str(len(makers)),
        "agents": ", ".join(told),
        "seed": str(seed),
        "decisions": "kept" if decisions else "not kept",
    }
    with nullcontext() if file is None else _opened(file, about, sites) as kept:
        playing = _SimulationLoop(job, games, size, kept)
        tally = playing.tally
        if progress is not None:
            progress(tally.games, games)
        if tally.games < games and executor is not None:
            reached(executor, makers, sites.game.seat_names)
        try:
            for done in playing.run(executor):
                if progress is not None:
                    progress(done, games)
        except WorkersLost as error:
            raise SimulationError(f"{error}; {_kept(tally.games, kept)}") from error
    return summed(rules, sites, told, seed, tally)


@define(eq=False)
class _SimulationLoop(GameLoop[tuple[Tally, Rows | None], int]):
    """The games of a simulation that its file does not have yet; the news is the number of games done."""

    job: Job
    games: int
    size: int  # games in a batch
    kept: "SimulationFile | None"
    tally: Tally = field(init=False, factory=Tally)

    def __attrs_post_init__(self) -> None:
        for earlier in () if self.kept is None else self.kept.read(min(self.kept.games, self.games), self.job.players):
            self.tally.add(earlier, self.job.players)

    def population(self) -> Iterator[tuple[int, int, bool]]:
        for first in range(self.tally.games, self.games, self.size):
            yield first, min(self.size, self.games - first), self.kept is not None

    @property
    def task(self) -> Callable[[int, int, bool], tuple[Tally, Rows | None]]:
        return self.job.counted

    def judge(self, seen: tuple[Tally, Rows | None]) -> Iterator[int]:
        counted, rows = seen
        if self.kept is not None and rows is not None:
            self.kept.write(self.tally.games, rows)
        self.tally.merge(counted)
        yield self.tally.games


def _opened(
    path: str | PathLike[str], about: Mapping[str, str], sites: Sites
) -> AbstractContextManager["SimulationFile"]:
    from rulespec.experiments.simulation.file import opened  # not at the top, as Python in a browser has no sqlite3

    return opened(path, about, sites)


def _kept(games: int, file: "SimulationFile | None") -> str:
    """The part kept of a run that cannot go on."""
    if file is None:
        return "the results are lost; to keep them next time, use simulate(..., file=...)"
    return f"the first {games} games are in {file.path}; repeat the call with another executor to continue"


def summed(rules: Ruleset, sites: Sites, agents: tuple[str, ...], seed: int, tally: Tally) -> Simulation:
    """The summary of counted games."""
    asked, used = dict[Question, int](), dict[Question, dict[str, int]]()
    for site, times in sorted(tally.asked.items()):
        question = sites.asked[site]
        asked[question] = asked.get(question, 0) + times
    for use, times in sorted(tally.uses.items()):
        site, word = sites.used(use)
        words = used.setdefault(sites.asked[site], {})
        words[word] = words.get(word, 0) + times
    return Simulation(
        rules=rules.name,
        players=len(agents),
        agents=agents,
        seed=seed,
        games=tally.games,
        **{name: tally.amount(name) for name in AMOUNTS},
        lengths=dict(sorted(tally.lengths.items())),
        ended=dict(sorted(tally.ended.items())),
        rounds_ended=dict(sorted(tally.rounds_ended.items(), key=lambda each: each[0] or "")),
        worked={block: tally.worked[block] for block in sites.works},
        seats=tuple(tally.seat(seat, name) for seat, name in enumerate(sites.game.seat_names)),
        asked=asked,
        used=used,
        used_by={question: by for question, words in used.items() if (by := sites.shown(words))},
    )
