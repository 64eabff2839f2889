"""A ruleset as it was read from its files: what it is called, what its blocks say, for how many players it is."""

from functools import cached_property
from typing import Any, Literal, Self, TypeAlias

from attrs import define

from rulespec.compose import Composed
from rulespec.language.printer import rule_text
from rulespec.resolve.hidden_reads import HiddenReads
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d

EngineName: TypeAlias = Literal["native", "python"]


@define(eq=False, repr=False)
class RuleBook:
    """The rules of a game with all their layers; two are equal when all their blocks say the same."""

    resolved: Rules
    wanted: EngineName | None = None  # what plays its games; None for the best that there is

    @property
    def composed(self) -> Composed:
        """The blocks as they stand after all layers, and what each layer did."""
        return self.resolved.composed

    @property
    def name(self) -> str:
        return self.composed.name

    @property
    def title(self) -> str:
        return self.composed.title

    @cached_property
    def digest(self) -> str:
        """A hash of what the rules say, whatever their layout, comments and citations."""
        return self.composed.digest

    @property
    def players(self) -> range:
        """How many can play."""
        declared = self.composed.the(d.Players)
        return range(declared.least, declared.most + 1)

    @property
    def score(self) -> d.Score | None:
        """How far a player has come, if the rules say what counts; it is no part of play."""
        return self.composed.one(d.Score)

    @cached_property
    def asks_openly(self) -> bool:
        """Whether everybody knows at each moment what somebody is asked."""
        return HiddenReads(self.resolved).questions

    def rule_of(self, key: str) -> str:
        """A block's name with its citations."""
        return rule_text(key, self.resolved.entry(key).cites)

    def anew(self) -> Self:
        """The same rules, which know nothing of any game that was played by these."""
        return type(self)(self.resolved, self.wanted)

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
