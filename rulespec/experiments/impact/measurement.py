"""An impact: pairs of games for each kind of players, until differences are known well enough."""

from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from contextlib import suppress

from attrs import evolve

from rulespec.agents.names import makers_of
from rulespec.experiments.comparison import blocks
from rulespec.experiments.comparison.output import called
from rulespec.experiments.impact.example import mattered
from rulespec.experiments.impact.experiment import Experiment, Players, kinds_of, names_of, players_of
from rulespec.experiments.impact.measures import common
from rulespec.experiments.impact.pair_loop import Going, PairLoop, Progress
from rulespec.experiments.impact.pairs import Pairs
from rulespec.experiments.impact.report import Impact, Mattered, Trial
from rulespec.experiments.impact.schedule import Family
from rulespec.game.api import Ruleset
from rulespec.language.errors import require_type
from rulespec.language.tree import declarations as d


def impact(
    base: Ruleset,
    variant: Ruleset,
    agents: Players | Sequence[Players] = "random",
    games: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    players: int | None = None,
    precision: float = 0.02,
    seconds: float | None = None,
    level: float = 0.95,
    progress: Progress | None = None,
    chunk: int | None = None,
) -> Impact:
    """Measures the effect of a variant on the games of its base, by pairs with the same players and chance.

    Each of the `agents` gets a trial: one name or maker for all seats, as in `simulate`, or a tuple with one for each
    seat. A trial ends when the number of turns is known to within `precision` (a share of the base's turns) and each
    share of wins to within `precision`, or after `games` games or `seconds` of processor time. Stopping is decided
    after fixed numbers of pairs, from the widths of the intervals only; a keyboard interrupt counts as the end of the
    time. All intervals hold simultaneously with probability `level`. Without `seconds`, the result depends only on the
    seed. If all blocks are equal, no game is played.
    """
    for name, rules in (("base", base), ("variant", variant)):
        require_type(name, rules, Ruleset, "a Ruleset")
    experiment = Experiment(
        base, variant, agents, games, seed, players=players, precision=precision, seconds=seconds, level=level,
        chunk=chunk,
    )  # fmt: skip
    found = deque(impacting(experiment, executor, progress), maxlen=1).pop()  # with no interrupt between two chunks
    assert isinstance(found, Impact)
    return found


def impacting(
    experiment: Experiment, executor: Executor | None = None, progress: Progress | None = None
) -> Generator[Going | Impact, None, None]:
    """Plays an experiment chunk by chunk, for callers with other work; a `KeyboardInterrupt` thrown in ends it.

    The `Impact` comes twice at last: first without the game in which the rule mattered, as it may take long to find.
    """
    base, variant = experiment.base, experiment.variant
    kinds = [*kinds_of(experiment.agents)]
    count = players_of(base, variant, experiment.players, kinds)
    jobs = [Pairs.of(base, variant, makers_of(each, count), experiment.seed) for each in kinds]
    within = 1 - (1 - experiment.level) / len(kinds)
    trials = list[Trial]()
    alike = blocks(base, variant).play_alike
    for each, job in () if alike else zip(kinds, jobs, strict=True):
        names, family = names_of(each, count), Family(within, common(job.sides), (_limit(base), _limit(variant)))
        trials.append((yield from PairLoop.of(experiment, job, names, family, progress, executor).trial(executor)))
        if trials[-1].stopped == "interrupted":
            break
    one, other = called(base, variant)
    asked = experiment.seed, experiment.level, experiment.precision
    found = Impact(one, other, count, *asked, alike, tuple(trials), None)
    yield found
    yield evolve(found, mattered=_mattered(base, variant, jobs, trials))


def _mattered(base: Ruleset, variant: Ruleset, jobs: Sequence[Pairs], trials: Sequence[Trial]) -> Mattered | None:
    """A pair in which the rule mattered, of the first kind of players with which there is one."""
    with suppress(KeyboardInterrupt):  # what was played is told all the same
        for job, trial in zip(jobs, trials, strict=False):
            if trial.first is not None:
                return mattered((base, job.base), (variant, job.variant), trial.first, trial.games)
    return None


def _limit(rules: Ruleset) -> int:
    """The limit of turns of a game."""
    [declared] = rules.composed.of(d.Limit)
    assert isinstance(declared, d.Limit)
    return declared.turns
