"""What `palast diff` has found, as JSON."""

from typing import Annotated

from attrs import frozen

from palast.reports.form import From
from palast.reports.problems import recorded
from rulespec.experiments.comparison import Parted
from rulespec.experiments.comparison.blocks import Sort


def keys(parted: Parted) -> list[str]:
    """The keys of the blocks that count where games part."""
    return [each.key for each in parted.because]


@frozen
class Text:
    """A block as it stands in one of the rulesets."""

    key: Annotated[str, "its key"]
    lines: Annotated[list[str], "its lines, without citations"]
    cites: Annotated[str, "what it cites"]


@frozen
class Different:
    """A block that is different in both, or that only one of them has."""

    sort: Annotated[Sort, "what sort of block it is"]
    one: Annotated[Text | None, "as it is in the first ruleset, if it has it"]
    other: Annotated[Text | None, "as it is in the second, if it has it"]


@frozen
class Ordered:
    """Blocks that come in another order."""

    key: Annotated[str, "which order it is"]
    one: Annotated[list[str], "the keys in the order of the first ruleset"]
    other: Annotated[list[str], "the keys in the order of the second"]


@frozen
class Blocks:
    """The blocks of both rulesets."""

    renamed: Annotated[list[list[str]], "pairs of names for the same: of the first ruleset, of the second"]
    same: Annotated[list[str], "the keys of those that are alike"]
    different: Annotated[list[Different], "the others"]
    orders: Annotated[list[Ordered], "those that come in another order"]


@frozen
class Happening:
    """What happens, or can be answered, by one of the rulesets."""

    text: Annotated[str, "what it is"]
    rule: Annotated[str, "the block that says so, with its citations"]


@frozen
class Parting:
    """A game on which they part."""

    what: Annotated[str, "what is different there, such as `event` or `option`", From("parting.what")]
    one: Annotated[Happening, "what is so by the first ruleset", From("parting.one")]
    other: Annotated[Happening, "what is so by the second", From("parting.other")]
    because: Annotated[list[str], "the keys of the different blocks that count there", From(keys)]
    record: Annotated[str | None, "the record of the game by the first ruleset, if it can be kept", From(recorded)]


@frozen
class Difference:
    """What is different in two rulesets."""

    one: Annotated[str, "the name of the first", From("one.name")]
    other: Annotated[str, "the name of the second", From("other.name")]
    alike: Annotated[bool, "whether nothing is different"]
    blocks: Annotated[Blocks, "the blocks of both"]
    cards: Annotated[list[list[str]], "the cards that only the first has, and those that only the second has"]
    players: Annotated[list[int], "the numbers of players that both allow"]
    games: Annotated[int, "how many games were played in step"]
    cut: Annotated[bool, "whether the time was over before all were played"]
    parted: Annotated[Parting | None, "a game on which they part, if one was found"]
