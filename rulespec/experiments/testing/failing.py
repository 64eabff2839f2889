"""What a test raised for a game: where that comes from, and the game in its notes."""

from typing import Any

from hypothesis import Phase, settings

from rulespec.experiments.failures import Failure
from rulespec.game.api import State
from rulespec.language.errors import Problem


def unshrunk(how: settings, **others: Any) -> settings:
    """The settings without what Hypothesis does to shorten an example, which `shortest_attempt` does better."""
    phases = [phase for phase in how.phases if phase not in (Phase.shrink, Phase.explain)]
    return settings(how, phases=phases, **others)


def raised_at(error: Exception) -> object:
    """What is raised, and where: so the shortest game does not fail for another reason."""
    return type(error), *_place(error)


def failure(name: str, error: Exception, state: State) -> Failure:
    """The game that made a test of this name fail."""
    said = (str(error) or type(error).__name__).splitlines()[0]
    return Failure(Problem(name.replace("_", "-"), *_place(error), 1, f"{name}: {said}"), state)


def pasted(failure: Failure) -> str:
    """The game as a record, and as a scenario."""
    return (
        f"The record of this game, to play it again:\n\n{failure.record.brief.rstrip()}\n\n"
        f"As a scenario in the rule file:\n\n{failure.scenario.rstrip()}"
    )


def _place(error: Exception) -> tuple[str, int]:
    trace = error.__traceback__
    assert trace is not None
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_filename, trace.tb_lineno
