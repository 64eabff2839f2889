"""The worth of an option by playouts."""

from attrs import frozen

from rulespec.engine.pending import Option


@frozen
class Worth:
    """An option, the number of its playouts, and the player's mean return in them."""

    option: Option
    playouts: int
    mean: float  # 0 where it was not tried
