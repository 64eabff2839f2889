"""Numbers as a language writes them, with as many digits as it takes to tell them apart."""

from collections.abc import Sequence
from math import ceil, isfinite

from palast.verdict.words import Language

MINUS = "\N{MINUS SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"
MOST_DIGITS = 9


def numeral(value: float, digits: int, language: Language) -> str:
    """A number with so many digits after its point."""
    text = f"{value:,.{digits}f}".replace("-", MINUS)
    if not float(f"{value:.{digits}f}"):
        text = text.removeprefix(MINUS)
    return text.translate(str.maketrans(",.", ".,")) if language == "de" else text


def count(value: int, language: Language) -> str:
    """A whole number."""
    return numeral(value, 0, language)


def numerals(values: Sequence[float], language: Language, like: float = 0.0) -> list[str]:
    """Amounts side by side, as exact as one of such a size: different ones differ, and none but 0 is written as 0."""
    digits = _digits(values, _usual([*values, like]))
    return [numeral(value, digits, language) for value in values]


def percents(shares: Sequence[float], language: Language, like: float = 0.0) -> list[str]:
    """Shares side by side, in percent."""
    return [text + percent(language) for text in hundredths(shares, language)]


def hundredths(shares: Sequence[float], language: Language, like: float = 0.0) -> list[str]:
    """Shares, or differences of them, side by side, in percentage points."""
    values = [100 * share for share in shares]
    whole = all(value == round(value) for value in values)
    digits = _digits(values, 0 if whole else 1)
    return [numeral(value, digits, language) for value in values]


def at_most(values: Sequence[float], language: Language, like: float = 0.0) -> list[str]:
    """Bounds of amounts, side by side: not more exact than need be, and never smaller than they are."""
    return _upwards(values, _usual([*values, like]), language)


def hundredths_at_most(shares: Sequence[float], language: Language) -> list[str]:
    """Bounds of shares, in percentage points."""
    return _upwards([100 * share for share in shares], 1, language)


def percent(language: Language) -> str:
    """The sign, and what stands before it."""
    return f"{NO_BREAK}%" if language == "de" else "%"


def _upwards(values: Sequence[float], digits: int, language: Language) -> list[str]:
    """Numbers with so many digits, rounded up; what is only a binary fraction's error above one is that one."""
    ten = 10**digits
    return [numeral(ceil(round(value * ten, 6)) / ten, digits, language) for value in values]


def _usual(values: Sequence[float]) -> int:
    """The digits that say enough of the largest of these values."""
    largest = max(map(abs, values), default=0)
    return next((digits for digits, least in enumerate((1000, 10)) if largest >= least), 2)


def _digits(values: Sequence[float], least: int) -> int:
    """The fewest digits, from so many on, by which different values are written differently."""
    apart = {value for value in (*values, 0.0) if isfinite(value)}
    for digits in range(least, MOST_DIGITS):
        if len({float(f"{value:.{digits}f}") for value in apart}) == len(apart):
            return digits
    return MOST_DIGITS
