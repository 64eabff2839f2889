"""What `palast simulate` has measured, as JSON."""

from typing import Annotated

from attrs import frozen

from palast.reports.form import From
from rulespec.experiments.simulation.output import rows


@frozen
class Measure:
    """A measure of the games, or how often something came about."""

    measure: Annotated[str, "what is measured"]
    of: Annotated[str, "whose, or of what; empty if it is about the whole game"]
    count: Annotated[int, "how often it was measured, or came about"]
    mean: Annotated[float | None, "the mean, or how often in a game"]
    deviation: Annotated[float | None, "the standard deviation"]
    least: Annotated[float | None, "the least"]
    most: Annotated[float | None, "the most"]


@frozen
class Simulated:
    """Many games, measured."""

    rules: Annotated[str, "the name of the rules"]
    players: Annotated[int, "how many play"]
    agents: Annotated[list[str], "who plays, for each seat"]
    seed: Annotated[int, "the seed of the games"]
    games: Annotated[int, "how many were played"]
    measures: Annotated[list[Measure], "what was measured", From(lambda found: [Measure(*row) for row in rows(found)])]
