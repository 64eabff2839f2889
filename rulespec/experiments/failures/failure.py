"""A failure as a game that ends where something went wrong."""

import re
from itertools import chain, count
from pathlib import Path

from attrs import field, frozen

from rulespec.experiments.failures.scenario import scenario
from rulespec.experiments.failures.story import story
from rulespec.game.api import State
from rulespec.game.history import answers, beginning
from rulespec.language.errors import Problem, visible
from rulespec.language.files import ENGLISH
from rulespec.language.tree import declarations as d
from rulespec.records import Comment, Record
from rulespec.records.folder import filed
from rulespec.wording import wording

_HEADING = re.compile(r"[\n:(]")
_SIGNS = re.compile(r"\W+")


def _played(state: State) -> State:
    """The state in a plain game, without any instrumentation of its engine."""
    here = beginning(state, state.rules.game(state.players))
    for option in answers(state):
        here = here.apply(option.text)
    return here


@frozen
class Failure:
    """A game that ends where something went wrong: the history of `state`, from its beginning.

    `spec` is how its rules are loaded; by default they are named by their files.
    """

    problem: Problem
    state: State = field(converter=_played)
    spec: str = field(default="", eq=False)

    @property
    def record(self) -> Record:
        """The game, with a comment at its end on the failure."""
        remark = Comment(len(answers(self.state)), self._said)
        return Record(self.state, comments=(remark,), spec=self.spec)

    def told(self, language: str, *, whole: bool = True) -> str:
        """The game in sentences of a language, each with its rule, and the failure at the end.

        A long game is abridged to its beginning and end unless the `whole` is wanted.
        """
        return "\n".join(story(self.state, self._said, wording(self.state.rules, language), whole=whole))

    @property
    def pasted(self) -> str:
        """The scenario under a heading, if a law is broken; else an empty text."""
        return "" if self.law is None else f"As a scenario in the rule file:\n\n{self.scenario.rstrip()}"

    @property
    def narrated(self) -> str:
        """The game in English."""
        return self.told(ENGLISH)

    @property
    def abridged(self) -> str:
        """As `narrated`, but only the beginning and the end of a long game."""
        return self.told(ENGLISH, whole=False)

    @property
    def law(self) -> d.Always | None:
        """The law that is broken; None if something else failed."""
        laws = (entry.declaration for entry in self.state.rules.composed.entries.values())
        return next((each for each in laws if isinstance(each, d.Always) and each.span == self.problem.span), None)

    @property
    def scenario(self) -> str:
        """The game as the text of a scenario for a rule file, beginning where that takes the fewest lines."""
        law, taken = self.law, self.state.rules.composed.entries
        name = law.name if law else self._about
        names = chain([name], (f"{name}-{number}" for number in count(2)))
        free = next(each for each in names if f"{d.KEYWORDS[d.Scenario]} {each}" not in taken)
        return scenario(self.state, free, self._said, law)

    def save(self, folder: str | Path) -> Path:
        """Writes the record into a folder, in a file of its own unless an equal one is there; its path."""
        return filed(self.record, folder, f"{self.state.rules.name}-{self._about}")

    def __str__(self) -> str:
        """The failure and its game in English; for a broken law also a scenario that shows it."""
        return "\n\n".join(filter(None, (str(self.problem), self.narrated, self.pasted)))

    # ---- inside

    @property
    def _said(self) -> str:
        """The failure and its place in the rules, in one line."""
        problem = self.problem
        place = f" ({Path(problem.path).name}:{problem.line})" if problem.line else ""
        return " ".join(f"{visible(problem.message)}{place}".split())

    @property
    def _about(self) -> str:
        """A short name of the failure: the declaration at fault, else the code of the problem."""
        span = self.problem.span
        about = _HEADING.split(span.text)[0] if span else self.problem.code
        return _SIGNS.sub("-", about).strip("-") or self.problem.code
