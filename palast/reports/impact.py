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

    agents: Annotated[list[str], "who plays, for each seat"]
    games: Annotated[int, "how many pairs"]
    differing: Annotated[int, "in how many of them something measured is different"]
    stopped: Annotated[Stopped, "why no more were played"]


@frozen
class Measure:
    """A measure on both sides."""

    agents: Annotated[str, "who played, with commas if not all are alike"]
    measure: Annotated[Kind, "what is measured"]
    of: Annotated[str, "of what, or whose; empty if it is about the whole game"]
    base: Annotated[float, "the mean in the games of the base"]
    variant: Annotated[float, "the mean in the games of the variant"]
    difference: Annotated[float, "the second less the first"]
    low: Annotated[float | None, "the least that the difference can be, if the games tell that"]
    high: Annotated[float | None, "the most that it can be"]
    told: Annotated[Told, "what the pairs tell"]
    correlation: Annotated[float | None, "how alike the games of a pair are"]
    pairs: Annotated[int, "how many pairs have it on both sides"]
    differing: Annotated[int, "in how many of them it is different"]
    only: Annotated[Only, "the ruleset that alone has what is measured"]


@frozen
class Mattered:
    """A pair of games in which the rule mattered."""

    game: Annotated[int, "the number of the pair"]
    by: Annotated[Literal["base", "variant"], "whose game it is"]
    base: Annotated[str, "what happens there by the base"]
    variant: Annotated[str, "what happens there by the variant"]
    because: Annotated[list[str], "the keys of the different blocks that count there"]
    record: Annotated[str | None, "the record of the game, if it can be kept", From(recorded)]


@frozen
class Effect:
    """What a variant does to the games of its base."""

    base: Annotated[str, "the name of the base"]
    variant: Annotated[str, "the name of the variant"]
    players: Annotated[int, "how many play"]
    seed: Annotated[int, "the seed of the games"]
    level: Annotated[float, "how sure all intervals together are"]
    precision: Annotated[float | None, "how exactly the turns and the wins were to be known"]
    alike: Annotated[bool, "whether nothing in the rules is different"]
    cut_short: Annotated[bool, "whether the time was over before anything could be told"]
    trials: Annotated[list[Trial], "the games, for each kind of players"]
    measures: Annotated[list[Measure], "what was measured", From(lambda found: [Measure(*row) for row in rows(found)])]
    mattered: Annotated[Mattered | None, "where the rule mattered, if it did"]
