"""Numbers in the notation of a language, with enough digits to tell them apart."""

from collections.abc import Sequence
from math import ceil, isfinite

from palast.verdict.words import Language

MINUS = "\N{MINUS SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"
MOST_DIGITS = 9


def numeral(value: float, digits: int, language: Language) -> str:
    """A number with a number of decimals."""
    text = f"{value:,.{digits}f}".replace("-", MINUS)
    if not float(f"{value:.{digits}f}"):
        text = text.removeprefix(MINUS)
    return text.translate(str.maketrans(",.", ".,")) if language == "de" else text


def count(value: int, language: Language) -> str:
    """A whole number."""
    return numeral(value, 0, language)


def numerals(values: Sequence[float], language: Language, like: float = 0.0) -> list[str]:
    """Amounts for comparison, as exact as an amount `like` this: different ones differ, and only 0 becomes 0."""
    digits = _digits(values, _usual([*values, like]))
    return [numeral(value, digits, language) for value in values]


def percents(shares: Sequence[float], language: Language, like: float = 0.0) -> list[str]:
    """Shares for comparison, in percent."""
    return [text + percent(language) for text in hundredths(shares, language)]


def hundredths(shares: Sequence[float], language: Language, like: float = 0.0) -> list[str]:
    """Shares, or differences of them, for comparison, in percentage points."""
    values = [100 * share for share in shares]
    whole = all(value == round(value) for value in values)
    digits = _digits(values, 0 if whole else 1)
    return [numeral(value, digits, language) for value in values]


def at_most(values: Sequence[float], language: Language, like: float = 0.0) -> list[str]:
    """Upper bounds of amounts, rounded up."""
    return _upwards(values, _usual([*values, like]), language)


def hundredths_at_most(shares: Sequence[float], language: Language) -> list[str]:
    """Upper bounds of shares, rounded up, in percentage points."""
    return _upwards([100 * share for share in shares], 1, language)


def percent(language: Language) -> str:
    """The percent sign, with a space in German."""
    return f"{NO_BREAK}%" if language == "de" else "%"


def _upwards(values: Sequence[float], digits: int, language: Language) -> list[str]:
    """Numbers rounded up to a number of decimals, ignoring floating-point errors."""
    ten = 10**digits
    return [numeral(ceil(round(value * ten, 6)) / ten, digits, language) for value in values]


def _usual(values: Sequence[float]) -> int:
    """The decimals that suit the largest of these values."""
    largest = max(map(abs, values), default=0)
    return next((digits for digits, least in enumerate((1000, 10)) if largest >= least), 2)


def _digits(values: Sequence[float], least: int) -> int:
    """The fewest decimals, but at least `least`, with which different values have different texts."""
    apart = {value for value in (*values, 0.0) if isfinite(value)}
    for digits in range(least, MOST_DIGITS):
        if len({float(f"{value:.{digits}f}") for value in apart}) == len(apart):
            return digits
    return MOST_DIGITS
