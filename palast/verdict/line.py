"""A line of the table of all measures."""

from attrs import frozen


@frozen
class Line:
    """A line of the table, as texts; `sure` if the difference is significant."""

    name: str
    base: str
    variant: str
    difference: str
    interval: str
    correlation: str
    told: str
    sure: bool
