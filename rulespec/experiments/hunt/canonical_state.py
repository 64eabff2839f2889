"""The essence of a position: the part of it that can still influence the game."""

from functools import cached_property
from typing import Any

from attrs import define, field

from rulespec.engine.events import kinds as k
from rulespec.engine.game import Game
from rulespec.engine.python.position import Position
from rulespec.engine.python.unheard import TOLD
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as sc
from rulespec.plan.liveness import Liveness, Reads


@define(eq=False, slots=False)
class CanonicalStates:
    """Masks parts that nothing `reads` any more: equal canonical states have the same continuations.

    For the "course" of a game, a monotonic counter beyond every number with which it is compared is clamped to the last
    of these. For "outcome", what laws and scenarios speak of and what players read counts, too; for "telling", all
    counters and notes, since all players see them.
    """

    game: Game
    reads: Reads = field(default="course", kw_only=True)
    _liveness: Liveness = field(init=False)
    _masks: dict[int, Any] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self._liveness = Liveness(self.game.plan, reads=self.reads)

    def of(self, position: Position) -> Position:
        """The position without the parts that no longer count."""
        variables, names, is_next = self._mask(position.pc)
        return position._replace(
            variables=tuple([
                value if passed is None else _up_to(value, *passed)
                for value, alive, passed in zip(position.variables, *variables, strict=True)
                if alive
            ]),
            names=tuple([name for name, alive in zip(position.names, names, strict=True) if alive]),
            next=position.next if is_next else None,
            together=position.together and tuple([each for each in position.together if not _is_told(*each)]),
        )  # fmt: skip

    def _mask(self, pc: int) -> Any:
        """The live parts at a program counter: variables, with the bounds of monotonic ones, names, and `next`."""
        if pc not in self._masks:
            liveness, plan = self._liveness, self.game.plan
            alive, numbers = liveness.at(pc), range(plan.table.variables)
            spoken_of = frozenset(numbers) if self.reads == "telling" else self._spoken_of
            variables = [each in spoken_of or bool(alive & liveness.variable(each)) for each in numbers]
            passed = [liveness.passed.get(each) if self.reads == "course" else None for each in numbers]
            names = [bool(alive & liveness.slot(each)) for each in range(plan.slots)]
            self._masks[pc] = (variables, passed), names, bool(alive & liveness.next)
        return self._masks[pc]

    @cached_property
    def _spoken_of(self) -> frozenset[int]:
        """The counters and notes that laws and scenarios speak of, and those that players read."""
        rules, names = self.game.rules.resolved, set[str]()
        for node in rules.reached(*rules.of(d.Always, d.Scenario)) if self.reads == "outcome" else ():
            match node:
                case e.OnCounter(name) | e.OnNote(name) | sc.Share(name):
                    names.add(name)
        holders = enumerate(self.game.material.variables)
        read = self.reads == "outcome"
        return frozenset(
            number for number, each in holders if each.holder.name in names or (read and each.holder.for_players)
        )


def _is_told(number: int, what: Any) -> bool:
    """True if an entry waits only to be announced; a lapse also decides that a player is not asked again."""
    return number == TOLD and bool(what[1][0] != k.LAPSE)


def _up_to(value: int | None, sign: int, bound: int) -> int | None:
    """A number clamped to a bound, from above if `sign` is positive, else from below."""
    return value if value is None or (value - bound) * sign < 0 else bound
