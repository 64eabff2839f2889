"""How German puts a noun into a sentence: articles, and the endings of what stands before the noun."""

import re
from collections.abc import Sequence

from rulespec.texts.forms import Modifier, Noun
from rulespec.texts.phrase import ONE, SEVERAL, Phrase

AND, OR = "und", "oder"
YOU = "du"  # whoever hears it, in a text
ENDINGS = ("", "e", "er", "es", "en", "em")  # of what stands before a noun

_THE = {"m": ("der", "den", "dem"), "f": ("die", "die", "der"), "n": ("das", "das", "dem"), "p": ("die", "die", "den")}
_A = {"m": ("", "en", "em"), "f": ("e", "e", "er"), "n": ("", "", "em"), "p": ("e", "e", "en")}
_WEAK = {"m": ("e", "en", "en"), "f": ("e", "e", "en"), "n": ("e", "e", "en"), "p": ("en", "en", "en")}
_MIXED = {"m": ("er", "en", "en"), "f": ("e", "e", "en"), "n": ("es", "es", "en"), "p": ("en", "en", "en")}
_STRONG = {"m": ("er", "en", "em"), "f": ("e", "e", "er"), "n": ("es", "es", "em"), "p": ("e", "e", "en")}
_HE = {"m": ("er", "ihn", "ihm"), "f": ("sie", "sie", "ihr"), "n": ("es", "es", "ihm"), "p": ("sie", "sie", "ihnen")}
_EVERY = {"m": ("jeder", "jeden", "jedem"), "f": ("jede", "jede", "jeder"), "n": ("jedes", "jedes", "jedem")}
_ALL = ("alle", "alle", "allen")
_STEMS = {"a": "ein", "no": "kein", "your": "dein", "their": "eigen"}

_CONTRACTED = {"von dem ": "vom ", "zu dem ": "zum ", "zu der ": "zur "}
_APART = re.compile(r"\b(?:von dem|zu dem|zu der) ")

ARTICLES = {  # what a placeholder can have before its name: the article and the case that it stands for
    "der": ("the", "nominative"),
    "den": ("the", "accusative"),
    "dem": ("the", "dative"),
    "ein": ("a", "nominative"),
    "einen": ("a", "accusative"),
    "einem": ("a", "dative"),
    "kein": ("no", "nominative"),
    "keinen": ("no", "accusative"),
    "keinem": ("no", "dative"),
    "dein": ("your", "nominative"),
    "deinen": ("your", "accusative"),
    "deinem": ("your", "dative"),
    "die": ("the", "nominative"),
    "das": ("the", "nominative"),
    "eine": ("a", "nominative"),
    "keine": ("no", "nominative"),
    "deine": ("your", "nominative"),
    "er": ("he", "nominative"),
    "sie": ("he", "nominative"),
    "es": ("he", "nominative"),
    "ihn": ("he", "accusative"),
    "ihm": ("he", "dative"),
}


PLAYER, CARD = Noun(("Spieler",) * 3, "Spieler", "m"), Noun(("Karte",) * 3, "Karten", "f")
CARDS = Noun(("Menge",) * 3, "Mengen", "f")
OTHER = Modifier("ander", "declined")


def phrase(noun: Noun, article: str, modifiers: Sequence[Modifier] = (), *, plural: bool = False) -> Phrase:
    """A noun with its article and with what stands beside it; `their` is the article with `eigen`."""
    plural = plural or noun.singular is None
    form = "p" if plural else noun.gender
    agrees = SEVERAL if plural else ONE
    if article == "he":
        return Phrase(*_HE[form], agrees, noun.gender)
    if plural:
        many = noun.plural or (noun.singular[0] if noun.singular else "")
        heads = (many, many, _dative_plural(many))
    else:
        assert noun.singular is not None
        heads = noun.singular
    if article == "their":
        article, modifiers = "the", (Modifier("eigen", "declined"), *modifiers)
    endings = (
        _WEAK
        if article in ("the", "every", "all")
        else _STRONG
        if article == "" or (article == "a" and plural)
        else _MIXED
    )
    cases = list[str]()
    for at, head in enumerate(heads):
        word = _article(article, form, at)
        before = [
            each.said + (endings[form][at] if each.way == "declined" else "")
            for each in modifiers
            if each.way != "behind"
        ]
        behind = [each.said for each in modifiers if each.way == "behind"]
        cases.append(" ".join(filter(None, [word, *before, head, *behind])))
    nominative, accusative, dative = cases
    return Phrase(nominative, accusative, dative, agrees, noun.gender)


def _dative_plural(many: str) -> str:
    """A plural with the `n` of the dative at its noun, which is the first word with a capital."""
    words = many.split(" ")
    at = next((at for at, word in enumerate(words) if word[:1].isupper()), len(words) - 1)
    words[at] += "" if words[at][-1:] in ("n", "s") else "n"
    return " ".join(words)


def _article(article: str, form: str, at: int) -> str:
    if article == "":
        return ""
    if article == "the":
        return _THE[form][at]
    if article == "all" or (article == "every" and form == "p"):
        return _ALL[at]
    if article == "every":
        return _EVERY[form][at]
    if article == "a" and form == "p":
        return ""
    return _STEMS[article] + _A[form][at]


PRONOUNS = frozenset(each[0] for each in _HE.values())


def pronoun(phrase: Phrase) -> Phrase:
    """How something is called once it has been named."""
    several = phrase.agrees == SEVERAL
    return Phrase(*_HE["p" if several else phrase.gender], phrase.agrees, phrase.gender)


def contracted(said: str) -> str:
    """A text with prepositions and articles in one word."""
    return _APART.sub(lambda found: _CONTRACTED[found[0]], said)


def joined(said: str, filled: str) -> str:
    """A text that goes on with what is filled in, a preposition and its article in one word."""
    word, _, rest = filled.partition(" ")
    before, _, preposition = said.rstrip(" ").rpartition(" ")
    one = _CONTRACTED.get(f"{preposition} {word} ") if said.endswith(" ") else None
    return said + filled if one is None else f"{before} {one}{rest}"


def quoted(said: str) -> str:
    """A name that has no forms."""
    return f"„{said}“"


def negated(predicate: str) -> str:
    """What is said of whom a condition does not apply to, with its verb first."""
    verb, _, rest = predicate.partition(" ")
    word, _, more = rest.partition(" ")
    if word in ("ein", "eine", "einen", "einem", "einer"):
        return f"{verb} k{word} {more}"
    return f"{verb} nicht {rest}"


def verb_last(predicate: str) -> str:
    """What is said of somebody, as it stands in a subordinate clause."""
    verb, _, rest = predicate.partition(" ")
    comma = rest.find(",")
    if comma >= 0:
        return f"{rest[:comma]} {verb}{rest[comma:]}"
    return f"{rest} {verb}"
