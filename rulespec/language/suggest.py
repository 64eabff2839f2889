"""`did you mean`: suggestions for wrong names, by an edit distance."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from rulespec.language.errors import Meant

MANY = 12
FAR = 9
LONGEST = 60  # letters of a word that are compared

_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_BARE = str.maketrans("äöüáàâéèêíìîóòôúùûñç", "aouaaaeeeiiiooouuunc")
LOOKS = str.maketrans(  # Cyrillic and Greek letters, and a Latin one, that look like others in most typefaces
    "авеԁһіїјкӏмнорԛѕтѵԝхуАВЕЅІЇЈКМНОРТХУαεικνορτυχγωΑΒΕΖΗΙΚΜΝΟΡΤΥΧı",
    "abedhiijklmhopqstvwxyABESIIJKMHOPTXYaeikvoptuxywABEZHIKMNOPTYXi",
)
_KEYS = ("qwertzuiopü", "asdfghjklöä", "yxcvbnm", "qwertyuiop", "zxcvbnm")
_BESIDE = frozenset(pair for row in _KEYS for one, other in pairwise(row) for pair in (one + other, other + one))


def did_you_mean(wrong: str, allowed: Iterable[str]) -> str:
    """A remedy for a wrong name: the nearest allowed one, else the first of those allowed; "" if there is none."""
    return _remedy(wrong, tuple(sorted(set(allowed))))


@lru_cache(maxsize=64)  # for speed: while a file is written, what it lacks is the same each time that it is read
def _remedy(wrong: str, names: tuple[str, ...]) -> str:
    near = nearest(wrong, names)
    if near is not None:
        return meant(wrong, near)
    if not names:
        return ""
    shown = (" | " if any("," in name for name in names) else ", ").join(names[:MANY])
    return f"available: {shown}" + (", ..." if len(names) > MANY else "")


def meant(wrong: str, right: str) -> Meant:
    """The remedy for a misspelling."""
    return Meant(f"did you mean '{right}'?{strange_letter(wrong, right)}", wrong, right)


def strange_letter(wrong: str, right: str) -> str:
    """The difference between two words that look alike, in words; "" if they do not."""
    if wrong == right or _looks(wrong) != _looks(right):
        return ""
    pairs = ((one, other) for one, other in zip(wrong, right, strict=False) if one != other)
    one, other = next(pairs, (wrong[-1], right[-1]))
    here, there = _alphabet(one), _alphabet(other)
    return f" ('{one}' is {here}, not {there})" if here != there else f" ('{one}' is a different character)"


def _looks(word: str) -> str:
    """A word with each letter replaced by the Latin one that it looks like."""
    return unicodedata.normalize("NFKC", word).translate(LOOKS)


def _alphabet(letter: str) -> str:
    """The alphabet of a letter, by its Unicode name."""
    return unicodedata.name(letter, "unknown").partition(" ")[0].capitalize()


def nearest(wrong: str, names: Iterable[str]) -> str | None:
    """The name that a wrong one misspells, or has in another order of words; None if none is near enough."""
    names, words = list(names), _words(wrong)
    turned = [name for name in names if len(words) > 1 and _words(name) == words]
    if turned and wrong not in turned:
        return min(turned)
    found = [(distance(wrong, name), name) for name in names if abs(len(wrong) - len(name)) <= reach(wrong, name) + 1]
    near = min(((far, name) for far, name in found if far <= reach(wrong, name)), default=None)
    return near[1] if near else None


def _words(name: str) -> list[str]:
    """The sorted words of a name, or of several."""
    return sorted(name.casefold().replace(",", " ").split())


def reach(wrong: str, meant: str) -> float:
    """The distance up to which one word counts as a misspelling of the other."""
    length = max(len(wrong), len(meant))
    return 1.3 if length < 5 else 2.0 if length < 8 else 3.0


@lru_cache(maxsize=1 << 14)  # for speed: each error in a file compares the same words
def distance(wrong: str, meant: str) -> float:
    """A weighted Damerau-Levenshtein distance; case, accents and look-alikes count little, `FAR` is never near."""
    if wrong == meant:
        return 0.0
    if not wrong.isascii() or not meant.isascii():
        wrong, meant = _looks(wrong), _looks(meant)
        if wrong == meant:
            return 0.05
    a, b = wrong.casefold()[:LONGEST], meant.casefold()[:LONGEST]
    if abs(len(a) - len(b)) > 4 or (len(a) == len(b) == 1 and a != b) or _digits(a) != _digits(b):
        return float(FAR)
    ways = {(a.translate(accents), b.translate(accents)) for accents in (_PLAIN, _BARE)}  # one, mostly: half the time
    return 0.1 + min(_slips(*way) for way in ways)


def _digits(word: str) -> str:
    return "".join(filter(str.isdigit, word))


def _slips(a: str, b: str) -> float:
    if a == b:
        return 0.0
    before: list[float] = []
    row = [float(j) for j in range(len(b) + 1)]
    for i, one in enumerate(a, 1):
        before, above, row = row, before, [float(i)]
        for j, other in enumerate(b, 1):
            extra = 0.7 if i > 1 and one == a[i - 2] else 1.0
            lacking = 0.7 if j > 1 and other == b[j - 2] else 0.9
            change = 0.0 if one == other else 0.85 if one + other in _BESIDE else 1.0
            best = min(before[j] + extra, row[j - 1] + lacking, before[j - 1] + change)
            if i > 1 and j > 1 and one == b[j - 2] and a[i - 2] == other:
                best = min(best, above[j - 2] + 0.7)
            row.append(best)
    return row[-1] + (0.15 if a[:1] != b[:1] else 0.0)
