"""What plays a plan: what each engine gives."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.log import Log
from rulespec.engine.python.explorer import ExploredLaw, Explorer
from rulespec.engine.python.games import Games
from rulespec.engine.python.hearer import Hearer
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.position import Position
from rulespec.engine.python.randomly import Random
from rulespec.engine.python.searched import SearchTree
from rulespec.engine.python.snapshot import Snapshot
from rulespec.engine.python.watched import Note

Look = Callable[[int, Snapshot], object]  # is given a place in the plan, and how the game stands there


class Engine(Protocol):
    """What plays a plan; another one may be watched meanwhile, and plays the same games."""

    @property
    def name(self) -> str: ...
    @property
    def watched(self) -> bool: ...  # whether somebody looks at the games, or has them noted

    def begin(self, mc: Machine, pc: int, random: Random | None = None) -> Snapshot:
        """The snapshot of a game that goes on from a place in the plan until somebody has to be asked."""

    def stand(
        self, position: Position, where: tuple[int, ...], log: Log, turns: int, dirty: int, spent: int = 0
    ) -> Snapshot:
        """The snapshot of a game that waits in a position."""

    def hearer(self, hearing: Hearing) -> Hearer:
        """Somebody who hears of the games that are played here."""

    def numbers(self, seed: int) -> Random:
        """The numbers that a `random.Random` gives with a seed of 64 bits."""

    def games(
        self, mc: Machine, pc: int, layout: bytes, arrays: tuple[Any, ...], count: int, parts: int
    ) -> Games | None:
        """So many games that begin so, told in arrays as a layout says; None if this engine plays one after another."""

    def explorer(self, laws: Iterable[ExploredLaw]) -> Explorer | None:
        """Something that plays many games and looks at these laws in them; None if this engine plays one by one."""

    def tree(
        self,
        worlds: Sequence[Snapshot],
        hearers: Sequence[Hearer],
        asked: Sequence[int],
        exploration: float,
        random: Random,
    ) -> SearchTree | None:
        """What searches in worlds of this engine by itself, as `agents` does it; None if this engine does not.

        There is a hearer for each seat, and for each instruction the number of its question.
        """

    def adopt(self, snapshot: Snapshot) -> Snapshot:
        """A snapshot of any engine that plays this plan, as one of this engine."""

    def before(self, places: Iterable[int], look: Look) -> "Engine":
        """The same, but that something looks at games before the instructions at these places are done."""

    def after(self, places: Iterable[int], look: Look) -> "Engine":
        """The same, but that something looks at games when one of these instructions, or its answer, told something."""

    def noting(self, notes: list[Note]) -> "Engine":
        """The same, but that each instruction is noted in a list once a step is made; an answer is none."""
