"""What `palast profile` has measured, as JSON."""

from typing import Annotated

from attrs import frozen

from palast.reports.form import From, Key


@frozen
class Cost:
    """What one line cost."""

    block: Annotated[str, "its block"]
    path: Annotated[str, "its file", From("span.source.path")]
    line: Annotated[int, "its line there", From("span.line")]
    steps: Annotated[int, "number of steps charged to it"]
    share: Annotated[float, "its share of all steps, from 0 to 1"]
    per_question: Annotated[float, "its steps per question", Key("per question")]


@frozen
class Profile:
    """What the lines of some rules cost in random games."""

    rules: Annotated[str, "the name of the rules"]
    games: Annotated[int, "how many games were played"]
    questions: Annotated[int, "how many questions these had"]
    steps: Annotated[int, "how many steps were charged in all"]
    dearest: Annotated[int, "steps of the most expensive question"]
    budget: Annotated[int, "limit on the steps of a question"]
    costs: Annotated[list[Cost], "the lines, the most expensive first"]
