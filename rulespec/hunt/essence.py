"""The essence of a position: what of it can still make a difference to how the game goes on."""

from typing import Any

from attrs import define, field

from rulespec.events import kinds as k
from rulespec.game import Game
from rulespec.plan.liveness import Liveness, Reads
from rulespec.run.position import Position
from rulespec.run.unheard import TOLD


@define(eq=False)
class Essences:
    """Positions of a game without what nothing `reads` any more; two games of equal essence can go on alike for ever.

    For the course of a game, of a counter that only grows and has passed every number with which it is compared, only
    that counts. Where people are told of something, all numbers and words count, as they stand there for all to see.
    """

    game: Game
    reads: Reads = field(default="course", kw_only=True)
    _liveness: Liveness = field(init=False)
    _masks: dict[int, Any] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self._liveness = Liveness(self.game.plan, reads=self.reads)

    def of(self, position: Position) -> Position:
        """The position with what does not count left out."""
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
        """What is alive at a place: which variables, with the numbers that they may have passed, names, and `next`."""
        if pc not in self._masks:
            liveness, plan = self._liveness, self.game.plan
            alive, numbers = liveness.at(pc), range(plan.table.variables)
            variables = [self.reads == "telling" or bool(alive & liveness.variable(each)) for each in numbers]
            passed = [liveness.passed.get(each) if self.reads == "course" else None for each in numbers]
            names = [bool(alive & liveness.slot(each)) for each in range(plan.slots)]
            self._masks[pc] = (variables, passed), names, bool(alive & liveness.next)
        return self._masks[pc]


def _is_told(number: int, what: Any) -> bool:
    """Whether what waits for a close is only told there: a lapse also says that somebody does no more until then."""
    return number == TOLD and bool(what[1][0] != k.LAPSE)


def _up_to(value: int | None, sign: int, bound: int) -> int | None:
    """A number that does not count beyond a bound, upwards or downwards."""
    return value if value is None or (value - bound) * sign < 0 else bound
