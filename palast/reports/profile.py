"""What `palast profile` has measured, as JSON."""

from typing import Annotated

from attrs import frozen

from palast.reports.form import Key
from rulespec.experiments import profiling


@frozen
class Cost:
    """What one line cost."""

    block: Annotated[str, "its block"]
    path: Annotated[str, "its file"]
    line: Annotated[int, "its line there"]
    steps: Annotated[int, "how many steps were charged for it"]
    share: Annotated[float, "its share of all steps, from 0 to 1"]
    per_question: Annotated[float, "its steps per question", Key("per question")]


@frozen
class Profile:
    """What the lines of some rules cost in random games."""

    rules: Annotated[str, "the name of the rules"]
    games: Annotated[int, "how many games were played"]
    questions: Annotated[int, "how many questions these had"]
    steps: Annotated[int, "how many steps were charged in all"]
    dearest: Annotated[int, "how many the most expensive question took"]
    budget: Annotated[int, "how many a question may take"]
    costs: Annotated[list[Cost], "the lines, the most expensive first"]


def cost(found: profiling.Cost) -> Cost:
    """What one line cost, as JSON has it."""
    span = found.span
    return Cost(found.block, span.source.path, span.line, found.steps, found.share, found.per_question)


def profiled(found: profiling.Profile) -> Profile:
    """A profile as JSON has it."""
    costs = [cost(each) for each in found.costs]
    return Profile(found.rules, found.games, found.questions, found.steps, found.dearest, found.budget, costs)
