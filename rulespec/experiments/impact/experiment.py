"""The design of an impact: players, precision and bounds."""

from collections.abc import Iterator, Sequence
from math import isfinite

from attrs import field, frozen

from rulespec.agents.names import Maker, path_of
from rulespec.agents.play import random_agent
from rulespec.game.api import Ruleset
from rulespec.language.errors import require_type

Players = str | Maker | Sequence[str | Maker]  # one for all seats, or one for each of them


def kinds_of(agents: Players | Sequence[Players]) -> Iterator[Players]:
    """The kinds of players: each item of a list, else `agents` itself, where a tuple has one for each seat."""
    if isinstance(agents, list):
        if not agents:
            raise ValueError("agents must not be empty; give at least one")
        yield from agents
    else:
        yield agents  # type: ignore[misc]


def players_of(base: Ruleset, variant: Ruleset, asked: int | None, kinds: Sequence[Players]) -> int:
    """The number of players; a `ValueError` if the rulesets do not both allow it."""
    common = [count for count in base.players if count in variant.players]
    if not common:
        raise ValueError(
            f"no number of players suits both rulesets: {base.name} needs {_said(base)}, {variant.name} needs "
            f"{_said(variant)}"
        )
    for each in kinds:
        if not callable(each):
            require_type(
                "agents", each, (str, Sequence), "a name, a function (seed) -> agent, or a tuple with one per seat"
            )
    listed = {len(each) for each in kinds if not isinstance(each, str) and not callable(each)}
    count = asked if asked is not None else min(listed, default=common[0])
    if count not in common:
        allowed = ", ".join(map(str, common))
        raise ValueError(f"players must be allowed by both rulesets ({allowed}), not {count}")
    return count


def _said(rules: Ruleset) -> str:
    return f"{', '.join(map(str, rules.players))} players"


def names_of(kind: Players, players: int) -> tuple[str, ...]:
    """The name of the player at each seat."""
    seats = [kind] * players if isinstance(kind, str) or callable(kind) else kind
    return tuple(
        ["random" if each is random_agent else each if isinstance(each, str) else path_of(each) for each in seats]
    )


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
                raise ValueError(f"{name} must be an integer of at least 1, not {number!r}")
        amounts = (("precision", self.precision, None), ("seconds", self.seconds, None), ("level", self.level, 1))
        for name, amount, most in amounts:
            if amount is not None and not (_is_number(amount) and amount > 0 and (most is None or amount < most)):
                limit = "" if most is None else f" and below {most}"
                raise ValueError(f"{name} must be above 0{limit}, not {amount!r}")
        if type(self.seed) is not int:
            raise ValueError(f"seed must be an integer, not {self.seed!r}")


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and isfinite(value)  # type: ignore[arg-type]
