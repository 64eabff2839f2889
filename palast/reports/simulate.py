"""What `palast simulate` has measured, as JSON."""

from typing import Annotated

from attrs import frozen

from palast.reports.form import From
from rulespec.experiments.simulation.output import rows


@frozen
class Measure:
    """A measure of the games, or how often something came about."""

    measure: Annotated[str, "the measure"]
    of: Annotated[str, "the subject of the measure; empty for the whole game"]
    count: Annotated[int, "number of measurements or occurrences"]
    mean: Annotated[float | None, "the mean, or the frequency per game"]
    deviation: Annotated[float | None, "the standard deviation"]
    least: Annotated[float | None, "the least"]
    most: Annotated[float | None, "the most"]


@frozen
class Simulated:
    """Many games, measured."""

    rules: Annotated[str, "the name of the rules"]
    players: Annotated[int, "how many play"]
    agents: Annotated[list[str], "the player at each seat"]
    seed: Annotated[int, "the seed of the games"]
    games: Annotated[int, "number of games"]
    measures: Annotated[list[Measure], "the measures", From(lambda found: [Measure(*row) for row in rows(found)])]
