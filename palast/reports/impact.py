"""What `palast impact` has found, as JSON."""

from typing import Annotated, Literal

from attrs import frozen

from palast.reports.form import From
from palast.reports.problems import recorded
from rulespec.experiments.impact.output import rows
from rulespec.experiments.impact.report import Kind, Only, Told
from rulespec.experiments.loop import Stopped


@frozen
class Trial:
    """Pairs of games by the same players."""

    agents: Annotated[list[str], "the player at each seat"]
    games: Annotated[int, "how many pairs"]
    differing: Annotated[int, "number of pairs with a measured difference"]
    stopped: Annotated[Stopped, "reason for stopping"]


@frozen
class Measure:
    """A measure on both sides."""

    agents: Annotated[str, "the players, separated by commas if they differ"]
    measure: Annotated[Kind, "the measure"]
    of: Annotated[str, "the subject of the measure; empty for the whole game"]
    base: Annotated[float, "the mean in the games of the base"]
    variant: Annotated[float, "the mean in the games of the variant"]
    difference: Annotated[float, "the second minus the first"]
    low: Annotated[float | None, "lower bound of the difference, if the games show one"]
    high: Annotated[float | None, "upper bound of the difference"]
    told: Annotated[Told, "the conclusion from the pairs"]
    correlation: Annotated[float | None, "correlation within the pairs"]
    pairs: Annotated[int, "number of pairs with the measure on both sides"]
    differing: Annotated[int, "number of those pairs that differ"]
    only: Annotated[Only, "the only ruleset with this measure, if just one has it"]


@frozen
class Mattered:
    """A pair of games in which the rule mattered."""

    game: Annotated[int, "the number of the pair"]
    by: Annotated[Literal["base", "variant"], "the ruleset of the game"]
    base: Annotated[str, "the event under the base"]
    variant: Annotated[str, "the event under the variant"]
    because: Annotated[list[str], "keys of the different blocks that cause it"]
    record: Annotated[str | None, "the record of the game, if it can be saved", From(recorded)]


@frozen
class Effect:
    """What a variant does to the games of its base."""

    base: Annotated[str, "the name of the base"]
    variant: Annotated[str, "the name of the variant"]
    players: Annotated[int, "how many play"]
    seed: Annotated[int, "the seed of the games"]
    level: Annotated[float, "joint confidence level of all intervals"]
    precision: Annotated[float | None, "the requested precision"]
    alike: Annotated[bool, "whether the rules are the same"]
    cut_short: Annotated[bool, "whether time ran out before any conclusion"]
    trials: Annotated[list[Trial], "the games, for each kind of players"]
    measures: Annotated[list[Measure], "the measures", From(lambda found: [Measure(*row) for row in rows(found)])]
    mattered: Annotated[Mattered | None, "a game in which the rule mattered, if there is one"]
