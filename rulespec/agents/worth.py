"""What an option was worth to a player in the games that were played on from it."""

from typing import Any

from attrs import Attribute, frozen

from rulespec.pending import Option


@frozen
class Worth:
    """An option, in how many playouts it was tried, and what they brought the player in the mean: a return."""

    option: Option
    playouts: int
    mean: float  # 0 where it was not tried


def at_least_one(agent: object, attribute: "Attribute[int]", value: Any) -> None:
    """Demands a whole number of something that an agent cannot do without."""
    if type(value) is not int or value < 1:
        raise ValueError(f"an agent needs a whole number of {attribute.name}, 1 at least, not {value!r}")
