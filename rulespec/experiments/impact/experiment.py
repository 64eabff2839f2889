"""The design of an impact: players, precision and bounds."""

from collections.abc import Sequence
from math import isfinite

from attrs import field, frozen

from rulespec.api import Ruleset
from rulespec.experiments.impact.players import Players


@frozen
class Experiment:
    """Games of a base and a variant to be compared: their players, and their bounds; see `impact` for each field."""

    base: Ruleset
    variant: Ruleset
    agents: Players | Sequence[Players] = "random"
    games: int | None = None
    seed: int = 0
    players: int | None = field(default=None, kw_only=True)
    precision: float = field(default=0.02, kw_only=True)
    seconds: float | None = field(default=None, kw_only=True)
    level: float = field(default=0.95, kw_only=True)
    chunk: int | None = field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        for name, number in (("games", self.games), ("chunk", self.chunk)):
            if number is not None and (type(number) is not int or number < 1):
                raise ValueError(f"{name} is a number, 1 or more, not {number!r}")
        amounts = (("precision", self.precision, None), ("seconds", self.seconds, None), ("level", self.level, 1))
        for name, amount, most in amounts:
            if amount is not None and not (_is_number(amount) and amount > 0 and (most is None or amount < most)):
                limit = "" if most is None else f" and less than {most}"
                raise ValueError(f"{name} is more than 0{limit}, not {amount!r}")
        if type(self.seed) is not int:
            raise ValueError(f"a seed is a whole number, not {self.seed!r}")


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and isfinite(value)  # type: ignore[arg-type]
