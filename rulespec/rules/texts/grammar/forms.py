"""The forms of a name in one language, as a file of texts declares them.

prince: der Prinz, den Prinzen; die Prinzen               a noun: its singular, where cases differ, and its plural
hand: die Hand; die Hände; auf der, auf die, aus der      besides, how cards lie in a zone, go there and come back
high: hoh-                                                what stands before a noun, with its endings
hearts: Herz                                              and what has none
paired: hat ein Paar                                      what is said of whom a condition applies to
"""

import re
from functools import lru_cache
from typing import Literal, TypeAlias

from attrs import frozen

from rulespec.rules.texts.grammar.phrase import Gender

Place = Literal["in", "to", "from"]


@frozen
class Noun:
    """A noun: `singular` in three cases without article, None if there is only a plural; and how one is put there."""

    singular: tuple[str, str, str] | None
    plural: str | None
    gender: Gender
    places: tuple[str, ...] = ()  # in, to and from it, with the article where the language has one there
    an: bool | None = None  # of English: whether `an` stands before it, where that is declared


@frozen
class Modifier:
    """An attribute of a noun: declined before it, unchanged before it, or after it."""

    said: str
    way: Literal["declined", "before", "behind"]


@frozen
class Predicate:
    """A predicate for one, for several, and for `you`, with the verb first."""

    one: str
    several: str
    you: str


Forms: TypeAlias = Noun | Modifier | Predicate


class WrongFormsError(Exception):
    """Why forms cannot be read, and what to write."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what, remedy)
        self.what, self.remedy = what, remedy


@lru_cache(maxsize=1024)  # for speed: while rules are written, each is asked for again whenever they are looked at
def forms(said: str, language: str, *, predicate: bool) -> Forms:
    """The forms that a line declares; of a condition, what is said of whom it applies to."""
    parts = [part.strip() for part in said.split(";")]
    if predicate:
        if " " not in parts[0]:
            raise WrongFormsError("the text of a condition must start with its verb", _OF_CONDITIONS[language])
        return of_verb(said, language)
    if len(parts) > 3 or not any(parts):
        raise WrongFormsError("invalid forms of a name", _REMEDIES[language])
    return (_german if language == "de" else _english)(*parts)


_REMEDIES = {
    "en": "write: hand; hands; in, to, from   or, before a noun: high-",
    "de": "write: die Hand; die Hände; auf der, auf die, aus der   or, before a noun: hoh-",
}


def _places(said: str, language: str) -> tuple[str, ...]:
    places = tuple(each.strip() for each in said.split(",")) if said else ()
    if places and (len(places) != 3 or not all(places)):
        raise WrongFormsError(
            "write three prepositions: for cards in the zone, going there and coming from there", _REMEDIES[language]
        )
    return places


def _english(singular: str, plural: str = "", places: str = "") -> Forms:
    if not plural and singular.endswith("-"):
        return Modifier(singular[:-1], "before")
    if not plural and singular.startswith("of "):
        return Modifier(singular, "behind")
    article, _, bare = singular.partition(" ")
    declared = {"a": False, "an": True}.get(article) if bare else None
    one = bare if declared is not None else singular
    return Noun((one,) * 3 if one not in ("", "-") else None, plural or None, "n", _places(places, "en"), declared)


GENDERS: dict[str, Gender] = {"der": "m", "die": "f", "das": "n"}
_ARTICLES = re.compile(r"(?:der|die|das|den|dem) ")


def _german(singular: str, plural: str = "", places: str = "") -> Forms:
    if not plural and not places and not _ARTICLES.match(singular):
        return Modifier(singular.removesuffix("-"), "declined" if singular.endswith("-") else "before")
    cases = [each.strip() for each in singular.split(",")]
    many = plural.removeprefix("die ") if plural else None
    if cases == ["-"] or cases == [""]:
        return Noun(None, many, "n", _places(places, "de"))
    gender = GENDERS.get(cases[0].split(" ")[0])
    if gender is None or len(cases) > 3 or not all(map(_ARTICLES.match, cases)):
        raise WrongFormsError("each form of a German noun needs its article", _REMEDIES["de"])
    bare = [each.split(" ", 1)[1] for each in cases]
    accusative = bare[1] if len(bare) > 1 else bare[0]
    dative = bare[2] if len(bare) > 2 else accusative
    return Noun((bare[0], accusative, dative), many, gender, _places(places, "de"))


_OF_CONDITIONS = {"en": "write: has a pair", "de": "write: hat ein Paar"}


def of_verb(said: str, language: str) -> Predicate:
    """A predicate for one, for several, and for `you`; the last two follow from the first if not declared."""
    parts = [part.strip() for part in said.split(";")]
    if not all(parts) or len(parts) > 3:
        raise WrongFormsError("too many forms, or an empty one", _OF_CONDITIONS[language])
    verb, blank, rest = parts[0].partition(" ")
    several, you = _VERBS[language](verb)
    declared = [*parts[1:], "", ""]
    return Predicate(parts[0], declared[0] or several + blank + rest, declared[1] or you + blank + rest)


def _english_verb(verb: str) -> tuple[str, str]:
    known = {"is": "are", "has": "have", "does": "do", "goes": "go", "was": "were"}
    plain = known.get(verb) or verb.removesuffix("s")
    if verb.endswith("ies"):
        plain = f"{verb.removesuffix('ies')}y"
    elif verb.endswith(("sses", "shes", "ches", "xes")):
        plain = verb.removesuffix("es")
    return plain, plain


def _german_verb(verb: str) -> tuple[str, str]:
    known = {
        "ist": ("sind", "bist"),
        "hat": ("haben", "hast"),
        "darf": ("dürfen", "darfst"),
        "kann": ("können", "kannst"),
        "gibt": ("geben", "gibst"),
        "hält": ("halten", "hältst"),
        "behält": ("behalten", "behältst"),
        "nimmt": ("nehmen", "nimmst"),
    }
    if verb in known:
        return known[verb]
    stem = verb.removesuffix("t")
    return f"{stem}n" if stem.endswith(("e", "er", "el")) else f"{stem}en", verb if stem.endswith(
        ("s", "ß", "z", "x")
    ) else f"{stem}st"


_VERBS = {"en": _english_verb, "de": _german_verb}
