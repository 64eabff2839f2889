"""The impact of a rule on random games; see `rulespec.experiments.impact`."""

from typing import ClassVar

from attrs import field, frozen

from palast.pictures import Picture
from palast.verdict.line import Line
from palast.verdict.words import Language


@frozen
class Compare:
    """Begins an impact: pairs of games by a base and a variant with random players.

    It ends after `games` pairs or `seconds`, or when the differences are known precisely enough.
    """

    kind: ClassVar = "compare"
    base: str
    variant: str
    texts: dict[str, str] = field(factory=dict)
    players: int | None = None  # by default the fewest that both allow
    games: int | None = None
    seconds: int | None = None
    seed: int = 0


@frozen
class Said:
    """A text with its subject."""

    about: str
    text: str


@frozen
class Noticed:
    """Where the rule mattered: after which turn, what happens there by each of the rules, and why."""

    after: str
    sides: tuple[Said, ...]
    because: str


@frozen
class Told:
    """The result in one language; `heads` are the headings of the columns of `lines`."""

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
    """How many pairs of games were played, and how many of them differ; in each language the means so far, and when all
    are played the result as `told`. At last the record of a game in which the rule mattered.
    """

    pairs: int
    differing: int
    so_far: dict[Language, str]
    told: dict[Language, Told] | None
    record: str | None
