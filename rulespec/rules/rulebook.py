"""A ruleset as read from its files: its name, its blocks, its numbers of players."""

from functools import cached_property
from typing import Any, Literal, Self, TypeAlias

from attrs import define

from rulespec.language.errors import shortened
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import QUESTION
from rulespec.rules.compose import Composed
from rulespec.rules.resolve.ruleset import Rules

EngineName: TypeAlias = Literal["native", "python"]

MOST_BUDGET = 100 * QUESTION  # as records come from strangers, too


def possible_budget(budget: object) -> int:
    """A budget that a question can have: a `ValueError` for another number, a `TypeError` for anything else."""
    if type(budget) is not int or not 1 <= budget <= MOST_BUDGET:
        said = f"budget must be a number of steps from 1 to {MOST_BUDGET:,} (an int), not {shortened(repr(budget))}"
        raise ValueError(said) if type(budget) is int else TypeError(said)
    return budget


@define(eq=False, repr=False)
class RuleBook:
    """The rules of a game with all their layers; equal if all their blocks are."""

    resolved: Rules
    wanted: EngineName | None = None  # the engine that was asked for; None for the fastest
    budget: int = QUESTION  # steps that a question may take

    @property
    def composed(self) -> Composed:
        """The blocks after all layers, with their history."""
        return self.resolved.composed

    @property
    def name(self) -> str:
        return self.composed.name

    @property
    def title(self) -> str:
        return self.composed.title

    @cached_property
    def digest(self) -> str:
        """A hash of the rules without layout, comments and citations."""
        return self.composed.digest

    @property
    def options(self) -> dict[str, int | str]:
        """The value of each option, defaults included."""
        return dict(self.composed.options.values)

    @property
    def players(self) -> range:
        """The allowed numbers of players."""
        declared = self.composed.the(d.Players)
        return range(declared.least, declared.most + 1)

    @property
    def score(self) -> d.Score | None:
        """The declared score, if there is one; it has no effect on play."""
        return self.composed.one(d.Score)

    @cached_property
    def asks_openly(self) -> bool:
        """Whether everybody always knows what is asked."""
        from rulespec.rules.resolve.hidden_reads import reads_of

        return reads_of(self.resolved).questions

    def rule_of(self, key: str) -> str:
        """A block's key with its citations."""
        from rulespec.language.printer import rule_text

        return rule_text(key, self.resolved.entry(key).cites)

    def anew(self) -> Self:
        """A copy without caches."""
        return type(self)(self.resolved, self.wanted, self.budget)

    # ---- comparing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleBook):
            return NotImplemented
        return self is other or (self.digest == other.digest and self.resolved.listed == other.resolved.listed)

    def __hash__(self) -> int:
        return hash(self.digest)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"
