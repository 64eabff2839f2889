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
    cites: Annotated[str, "its citations"]


@frozen
class Different:
    """A block that is different in both, or that only one of them has."""

    sort: Annotated[Sort, "kind of block"]
    one: Annotated[Text | None, "as it is in the first ruleset, if it has it"]
    other: Annotated[Text | None, "as it is in the second, if it has it"]


@frozen
class Ordered:
    """Blocks that come in another order."""

    key: Annotated[str, "kind of order"]
    one: Annotated[list[str], "the keys in the order of the first ruleset"]
    other: Annotated[list[str], "the keys in the order of the second"]


@frozen
class Blocks:
    """The blocks of both rulesets."""

    renamed: Annotated[list[list[str]], "pairs of names for the same: of the first ruleset, of the second"]
    same: Annotated[list[str], "the keys of those that are alike"]
    different: Annotated[list[Different], "the others"]
    orders: Annotated[list[Ordered], "blocks in another order"]


@frozen
class Happening:
    """What happens, or can be answered, by one of the rulesets."""

    text: Annotated[str, "description"]
    rule: Annotated[str, "the block that says so, with its citations"]


@frozen
class Parting:
    """A game on which they part."""

    what: Annotated[str, "kind of difference, such as `event` or `option`", From("parting.what")]
    one: Annotated[Happening, "the result under the first ruleset", From("parting.one")]
    other: Annotated[Happening, "the result under the second", From("parting.other")]
    because: Annotated[list[str], "keys of the different blocks that cause it", From(keys)]
    record: Annotated[str | None, "the record of the game under the first ruleset, if it can be saved", From(recorded)]


@frozen
class Difference:
    """What is different in two rulesets."""

    one: Annotated[str, "the name of the first", From("one.name")]
    other: Annotated[str, "the name of the second", From("other.name")]
    alike: Annotated[bool, "whether there is no difference"]
    blocks: Annotated[Blocks, "the blocks of both"]
    cards: Annotated[list[list[str]], "cards of the first ruleset only, and of the second only"]
    players: Annotated[list[int], "the numbers of players that both allow"]
    games: Annotated[int, "number of pairs of games"]
    cut: Annotated[bool, "whether time ran out before all games were played"]
    parted: Annotated[Parting | None, "a game in which they differ, if one was found"]
