"""The native engine: plans played by the extension module, where that was built."""

from array import array
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast
from warnings import warn

from attrs import define, field

from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.log import Log
from rulespec.engine.extension import EXTENSION as EXTENSION
from rulespec.engine.native.hearing import NativeHearer, table_of
from rulespec.engine.native.image import UnplayableError, image_of
from rulespec.engine.pending import Option
from rulespec.engine.python.asked import asked, ended
from rulespec.engine.python.budget import exceeded
from rulespec.engine.python.engine import Engine, Look
from rulespec.engine.python.explorer import MOMENTS, ExploredLaw, Explorer, led
from rulespec.engine.python.games import Games
from rulespec.engine.python.hearer import Hearer
from rulespec.engine.python.interpreter import Interpreter
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.position import Position, frozen
from rulespec.engine.python.program import Program
from rulespec.engine.python.randomly import Random
from rulespec.engine.python.searched import SearchTree
from rulespec.engine.python.snapshot import Snapshot
from rulespec.engine.python.watched import Note
from rulespec.plan.nodes.roles import declared

_position = partial(tuple.__new__, Position)  # its own constructor takes the fields one by one
_BEFORE, _AFTER = 1, 2  # when something looks at an instruction, as the extension has it

if EXTENSION is not None and getattr(EXTENSION, "DECLARED", None) != declared():
    raise ImportError(
        "the native engine was built from other sources and has other plan nodes; rebuild it with `pip install -e .`"
    )
if TYPE_CHECKING or EXTENSION is None:
    from rulespec.engine.python.standing import Standing as Standing
else:
    Standing = EXTENSION.Standing


def engine_of(program: Program, wanted: str | None) -> Engine:
    """What plays a program: the native engine where it is there, can play it, and nothing else is wanted."""
    if wanted == "python" or EXTENSION is None or program.watched is not None:
        return Interpreter(program)  # which runs operations that were replaced, too
    try:
        return NativeEngine(program)
    except UnplayableError as error:
        warn(f"{error}; these games are played in Python", stacklevel=1)
        return Interpreter(program)


@define(eq=False)
class NativeEngine:
    """Plays a program's plan by the extension; an `UnplayableError` where it cannot."""

    _program: Program
    _plan: Any = field()
    _watch: Any = None  # what watches the games, in the extension
    name = "native"

    @property
    def watched(self) -> bool:
        return self._watch is not None

    @_plan.default
    def _read(self) -> Any:
        program = self._program
        image = image_of(program.plan, EXTENSION.NODES, program.prices)
        sites = [ask.site.option if (ask := program.asks.get(pc)) else None for pc in range(len(program.plan.code))]
        said = {"asked": partial(asked, program), "ended": partial(ended, program), "sites": tuple(sites)}
        budget = {"budget": program.budget, "allowance": program.allowance, "exceeded": partial(exceeded, program)}
        try:
            return EXTENSION.Plan(image, None, _position, offered=Option, **said, **budget)
        except ValueError as error:
            raise UnplayableError(f"the native engine cannot play this plan: {error}") from error

    @property
    def worked_out(self) -> int:
        """How often named values that are kept were not found."""
        return int(self._plan.worked_out())

    def begin(self, mc: Machine, pc: int, random: Random | None = None) -> Snapshot:
        found: Snapshot = self._plan.begin(frozen(mc), mc.log, mc.turns, mc.dirty, pc, random, self._watch)
        if found.pc not in self._program.asks:
            _ = found.pending  # before the state is anybody's, as in `Interpreter.goes_on`
        return found

    def stand(
        self, position: Position, where: tuple[int, ...], log: Log, turns: int, dirty: int, spent: int = 0
    ) -> Snapshot:
        found: Snapshot = self._plan.stand(position, log, turns, dirty, self._watch, spent)
        return found

    def hearer(self, hearing: Hearing) -> Hearer:
        return NativeHearer(self._plan.hearer(table_of(hearing), self._program.material))

    def numbers(self, seed: int) -> Random:
        found: Random = EXTENSION.Numbers(seed)
        return found

    def games(
        self, mc: Machine, pc: int, layout: bytes, arrays: tuple[Any, ...], count: int, parts: int
    ) -> Games | None:
        if self._watch is not None:
            return None
        position = frozen(mc), mc.dirty, mc.turns
        found: Games = EXTENSION.Games(self._plan, *position, pc, layout, arrays, count, parts)
        return found

    def explorer(self, laws: Iterable[ExploredLaw]) -> Explorer | None:
        plan = self._program.plan
        told = [(law, plan.laws[law.number]) for law in laws]
        watched = tuple((law.number, MOMENTS[of.moment], of.compares, law.reads) for law, of in told)
        looked_at = bytes(each.reasons == "look" for each in plan.code)
        leads = array("q", led(plan)).tobytes()
        ends = plan.turn_ended, plan.round_ended
        found: Explorer = EXTENSION.Explorer(self._plan, leads, looked_at, watched, *ends, len(plan.origins))
        return found

    def tree(
        self,
        worlds: Sequence[Snapshot],
        hearers: Sequence[Hearer],
        asked: Sequence[int],
        exploration: float,
        random: Random,
    ) -> SearchTree | None:
        if self._watch is not None:
            return None
        heard: Any = [cast("NativeHearer", each).raw for each in hearers]
        questions = array("q", asked).tobytes()
        found: SearchTree = EXTENSION.Tree(self._plan, tuple(worlds), tuple(heard), questions, exploration, random)
        return found

    def adopt(self, snapshot: Snapshot) -> Snapshot:
        found: Snapshot | None = self._plan.adopt(self._watch, snapshot)
        if found is not None:
            return found
        return self.stand(
            snapshot.position, snapshot.where, snapshot.log, snapshot.turns, snapshot.dirty, snapshot.spent
        )

    def before(self, places: Iterable[int], look: Look) -> "NativeEngine":
        return self._watched(places, _BEFORE, look, None)

    def after(self, places: Iterable[int], look: Look) -> "NativeEngine":
        return self._watched(places, _AFTER, look, None)

    def noting(self, notes: list[Note]) -> "NativeEngine":
        return self._watched((), 0, None, notes)

    def _watched(self, places: Iterable[int], when: int, look: Look | None, notes: list[Note] | None) -> "NativeEngine":
        looked_at = bytearray(len(self._program.plan.code))
        for pc in places:
            looked_at[pc] = when
        return NativeEngine(self._program, self._plan, EXTENSION.Watch(bytes(looked_at), look, notes, self._watch))
