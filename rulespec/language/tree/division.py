"""Division of whole numbers, rounded, and what remains of it; by 0 there is nothing."""


def divided_down(number: int, by: int) -> int:
    """A quotient, rounded down."""
    return number // by if by else 0


def divided_up(number: int, by: int) -> int:
    """A quotient, rounded up."""
    return -(-number // by) if by else 0


def remainder(number: int, by: int) -> int:
    """What is left of a number by division rounded down."""
    return number % by if by else 0
