"""What a rule does to random games, as it is told and drawn; see `rulespec.impacts`."""

from typing import ClassVar

from attrs import field, frozen

from palast.pictures import Picture
from palast.verdict.numbers import Line
from palast.verdict.words import Language


@frozen
class Compare:
    """Begins to play pairs of games by a base and a variant, with the same random players and the same chance.

    It goes on for so many `games` or `seconds`, or until the differences are known well enough.
    """

    kind: ClassVar = "compare"
    base: str
    variant: str
    texts: dict[str, str] = field(factory=dict)
    players: int | None = None  # the fewest that both allow, if nothing is said
    games: int | None = None
    seconds: int | None = None
    seed: int = 0


@frozen
class Said:
    """A text, and what it is about."""

    about: str
    text: str


@frozen
class Noticed:
    """Where the rule mattered: after which turn, what is the case there by each of the rules, and why."""

    after: str
    sides: tuple[Said, ...]
    because: str


@frozen
class Told:
    """What the games came to, in one language; `heads` are those of the columns of `lines`."""

    compared: str
    verdict: tuple[Said, ...]
    remarks: tuple[str, ...]
    pictures: tuple[Picture, ...]
    heads: tuple[str, ...]
    lines: tuple[Line, ...]
    method: tuple[str, ...]
    noticed: Noticed | None


@frozen
class Effect:
    """How many pairs of games were played, and in how many something was not the same; in each language what they come
    to so far, and `told` when all are played. At last the game in which the rule mattered, as a record.
    """

    pairs: int
    differing: int
    so_far: dict[Language, str]
    told: dict[Language, Told] | None
    record: str | None
