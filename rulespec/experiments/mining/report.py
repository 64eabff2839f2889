"""Mined laws for a rule file, the number of games in which they held, and laws that nearly hold."""

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from rulespec.experiments.mining.conjecture import Conjecture
from rulespec.game.api import Ruleset, State
from rulespec.language.tree import declarations as d
from rulespec.wording.amounts import many, players


@frozen
class MinedLaw:
    """A law that seems to hold in every game."""

    name: str
    conjecture: Conjecture = field(repr=False)

    @property
    def key(self) -> str:
        return d.key(d.Always, self.name)

    @property
    def moment(self) -> d.Moment:
        """When it is looked at."""
        return self.conjecture.moment

    @property
    def condition(self) -> str:
        """Its condition, as written in a rule file."""
        return self.conjecture.written

    @property
    def behind(self) -> str:
        """The text after its name."""
        return f"{self.conjecture.head}: {self.condition}"

    def __str__(self) -> str:
        """A line to paste into the rule file."""
        return f"{self.key}{self.behind}"


@frozen
class NearLaw:
    """A law that fails in few games, with the share of those that it was mined from."""

    law: MinedLaw
    share: float

    @property
    def often(self) -> str:
        """How often, in words."""
        return f"fails in {self.share:.1%} of games" if self.share else "fails in almost no game"

    def __str__(self) -> str:
        return f"{self.law}    # {self.often}"


@frozen
class Mined:
    """Laws that held in all games, sums first, and their evidence.

    They were mined from the games `seen` with so many `decisions`, and tried again in the `fresh` ones; `more` held as
    well and are left out.
    """

    rules: Ruleset = field(repr=False)
    laws: tuple[MinedLaw, ...]
    nearly: tuple[NearLaw, ...]
    more: int
    seen: int
    decisions: int
    fresh: Mapping[int, int]  # by the number of players
    fresh_decisions: int
    asked_for: int  # how many fresh games there should have been
    seed: int

    @property
    def tried(self) -> int:
        """In how many fresh games the laws held."""
        return sum(self.fresh.values())

    @property
    def summary(self) -> str:
        """How many laws, and how they were tried."""
        numbers = players(self.fresh) if self.fresh else "no players"
        told = f"{many(len(self.laws), 'law')} found in {many(self.seen, 'game')}"
        told += f", true in {self.tried:,} others with {numbers}, {many(self.fresh_decisions, 'decision')}"
        told += f" (seed {self.seed})"
        short = self.tried < self.asked_for and self.fresh
        told += f"; {self.asked_for:,} games would take too many decisions" if short else ""
        return told + (f"; {self.more} more not listed" if self.more else "")


@frozen
class ChangedLaw:
    """A law that held in the base, or nearly holds, and its share of failing games; `state` ends a short one."""

    law: MinedLaw
    share: float
    instead: int | None  # what the number is mostly, where it should not be
    state: State | None = field(repr=False)
    base: str | None  # in which it held; None for what holds nearly

    @property
    def said(self) -> str:
        """The change, in one line."""
        return "".join(self._said())

    def _said(self) -> Iterator[str]:
        often = f"in {self.share:.1%} of games" if self.share else "in almost no game"
        when = self.law.conjecture.head
        if self.base is None:
            yield f"'{self.law.condition}'{when} is almost always true: it fails {often}"
        else:
            yield f"'{self.law.condition}'{when} was always true in {self.base}; now it fails {often}"
        if self.instead is not None and self.law.conjecture.amounts is not None:
            yield f", mostly with {self.instead}"
