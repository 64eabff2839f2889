"""What an option was worth to a player in the games that were played on from it."""

from attrs import frozen

from rulespec.pending import Option


@frozen
class Worth:
    """An option, in how many playouts it was tried, and what they brought the player in the mean: a return."""

    option: Option
    playouts: int
    mean: float  # 0 where it was not tried
