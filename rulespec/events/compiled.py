"""What says what the numbers in an event stand for; the program that games are run by is one."""

from collections.abc import Mapping
from typing import Protocol

from rulespec.material import Material
from rulespec.plan.options import Site
from rulespec.plan.plan import Plan


class Asks(Protocol):
    """A place where somebody is asked."""

    @property
    def site(self) -> Site: ...


class Compiled(Protocol):
    """A ruleset for a number of players: its cards, places, counters and notes, statements, and who is asked where."""

    @property
    def material(self) -> Material: ...
    @property
    def plan(self) -> Plan: ...
    @property
    def is_tacit(self) -> bool: ...  # whether a card can be chosen that nobody hears of, as it was the only one
    @property
    def asks(self) -> Mapping[int, Asks]: ...
