"""Protocols that give the numbers in events their meaning; `rulespec.engine.python.program.Program` implements them."""

from collections.abc import Mapping
from typing import Protocol

from rulespec.engine.options import Site
from rulespec.plan.plan import Plan
from rulespec.rules.material import Material


class Asks(Protocol):
    """An instruction that asks."""

    @property
    def site(self) -> Site: ...


class Compiled(Protocol):
    """A ruleset compiled for a number of players."""

    @property
    def material(self) -> Material: ...
    @property
    def plan(self) -> Plan: ...
    @property
    def is_tacit(self) -> bool: ...  # whether a card can be chosen without an event, as the only one
    @property
    def heard_origins(self) -> tuple[int, ...]: ...  # the statement that players hear of, for each statement
    @property
    def heard_asks(self) -> tuple[int, ...]: ...  # the same for each instruction that asks
    @property
    def asks(self) -> Mapping[int, Asks]: ...
