"""How German puts a noun into a sentence: articles, and the endings of what stands before the noun."""

import re
from collections.abc import Sequence

from rulespec.rules.texts.grammar.forms import Modifier, Noun
from rulespec.rules.texts.grammar.phrase import ONE, SEVERAL, Gender, Phrase

AND, OR = "und", "oder"
YOU = "du"  # whoever hears it, in a text
ENDINGS = ("", "e", "er", "es", "en", "em")  # of what stands before a noun

_THE = {  # by gender, `p` for a plural: nominative, accusative, dative and genitive
    "m": ("der", "den", "dem", "des"),
    "f": ("die", "die", "der", "der"),
    "n": ("das", "das", "dem", "des"),
    "p": ("die", "die", "den", "der"),
}
_A = {"m": ("", "en", "em", "es"), "f": ("e", "e", "er", "er"), "n": ("", "", "em", "es"), "p": ("e", "e", "en", "er")}
_WEAK = {
    "m": ("e", "en", "en", "en"),
    "f": ("e", "e", "en", "en"),
    "n": ("e", "e", "en", "en"),
    "p": ("en", "en", "en", "en"),
}
_MIXED = {
    "m": ("er", "en", "en", "en"),
    "f": ("e", "e", "en", "en"),
    "n": ("es", "es", "en", "en"),
    "p": ("en", "en", "en", "en"),
}
_STRONG = {
    "m": ("er", "en", "em", "en"),
    "f": ("e", "e", "er", "er"),
    "n": ("es", "es", "em", "en"),
    "p": ("e", "e", "en", "er"),
}
_HE = {"m": ("er", "ihn", "ihm"), "f": ("sie", "sie", "ihr"), "n": ("es", "es", "ihm"), "p": ("sie", "sie", "ihnen")}
_EVERY = {
    "m": ("jeder", "jeden", "jedem", "jedes"),
    "f": ("jede", "jede", "jeder", "jeder"),
    "n": ("jedes", "jedes", "jedem", "jedes"),
}
_ALL = ("alle", "alle", "allen", "aller")
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
    "mehrere": ("some", "nominative"),
    "mehreren": ("some", "dative"),
}


PLAYER, CARD = Noun(("Spieler",) * 3, "Spieler", "m"), Noun(("Karte",) * 3, "Karten", "f")
CARDS = Noun(("Menge",) * 3, "Mengen", "f")
OTHER = Modifier("ander", "declined")


def phrase(noun: Noun, article: str, modifiers: Sequence[Modifier] = (), *, plural: bool = False) -> Phrase:
    """A noun with its article and with what stands beside it; `their` is the article with `eigen`."""
    heads: Sequence[str]
    plural = plural or noun.singular is None
    form = "p" if plural else noun.gender
    agrees = SEVERAL if plural else ONE
    if article == "he":
        return Phrase(*_HE[form], agrees, noun.gender)
    if plural:
        many = noun.plural or (noun.singular[0] if noun.singular else "")
        heads = (many, many, _dative_plural(many), many)
    else:
        assert noun.singular is not None
        heads = (*noun.singular, _genitive(noun))
    if article in ("a", "no", "your") or (plural and article == ""):
        heads = _after(heads, form, plural=plural and article in ("", "a"))
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
        cases.append(" ".join(filter(None, [word, *_compounded([*before, head]), *behind])))
    nominative, accusative, dative, genitive = cases
    return Phrase(nominative, accusative, dative, agrees, noun.gender, genitive if article else "")


def _compounded(words: Sequence[str]) -> Sequence[str]:
    """Words before a noun and the noun, in one word with the name of a suit: `Pik` and `Dame` are a Pikdame."""
    *before, first, noun = ("", *words)
    if first[:1].isupper() and noun[:1].isupper() and first.isalpha():
        return [*before, first + noun[0].lower() + noun[1:]]
    return words


def _after(heads: Sequence[str], form: str, *, plural: bool) -> Sequence[str]:
    """Forms with what is declined before the noun in them as it is behind `ein`, or without article in a plural."""
    if plural:
        strong = [(at, "en", "e") for at in (0, 1)]
    elif form == "m":
        strong = [(0, "e", "er")]
    else:
        strong = [(at, "e", "es") for at in (0, 1)] if form == "n" else []
    found = [*heads]
    for at, weak, ending in strong:
        words = found[at].split(" ")
        for place in range(_head_at(words)):
            words[place] = words[place].removesuffix(weak) + (ending if words[place].endswith(weak) else "")
        found[at] = " ".join(words)
    return found


def _genitive(noun: Noun) -> str:
    """The genitive of a singular, which follows from its other cases."""
    assert noun.singular is not None
    _, _, dative = noun.singular
    nominative, accusative, head = map(_head, noun.singular)
    if noun.gender == "f" or (accusative != nominative and head == accusative):
        return dative  # of a feminine, and of what is declined weakly
    if head != accusative:
        return _with_ending(dative, "s")  # as of hearts, which have a dative of their own
    syllables = len(re.findall(r"[aeiouyäöü]+", head.casefold()))
    return _with_ending(dative, "es" if head.endswith(_HISSING) or syllables == 1 else "s")


_HISSING = ("s", "ß", "x", "z", "tsch", "sch", "st")


def _head(said: str) -> str:
    return said.split(" ")[_head_at(said.split(" "))]


def _head_at(words: Sequence[str]) -> int:
    """Where the noun stands in some words: it is the first with a capital."""
    return next((at for at, word in enumerate(words) if word[:1].isupper()), len(words) - 1)


def _with_ending(said: str, ending: str) -> str:
    words = said.split(" ")
    at = _head_at(words)
    double = "s" if words[at].endswith("nis") and ending == "es" else ""
    words[at] += double + ending
    return " ".join(words)


def _dative_plural(many: str) -> str:
    """A plural with the `n` of the dative at its noun, which is the first word with a capital."""
    words = many.split(" ")
    at = _head_at(words)
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
    """A foreign text, marked as such."""
    return f"„{said}“"


_ENDINGS: tuple[tuple[tuple[str, ...], Gender, str], ...] = (
    (("chen", "lein"), "n", ""),
    (("ung", "heit", "keit", "schaft", "ion", "tät", "ei"), "f", "en"),
    (("e",), "f", "n"),
    (("er", "el"), "m", ""),
    (("ling", "ig"), "m", "e"),
    (("um", "ment"), "n", "s"),
)


def derived(name: str, *, counted: bool) -> Noun:
    """The noun for an identifier, with the gender that its ending suggests: `bonus-karte` is a Bonus-Karte."""
    said = "-".join(part[:1].upper() + part[1:] for part in re.split(r"[-_]", name) if part)
    gender, many = next(((gender, many) for ends, gender, many in _ENDINGS if said.endswith(ends)), ("n", "s"))
    plural = None if counted else said if said.endswith("s") else said + many
    return Noun((said,) * 3, plural, gender)


def fitting(name: str) -> str:
    """The predicate for the identifier of a condition."""
    return f"ist {name.replace('-', ' ').replace('_', ' ')}"


def negated(predicate: str) -> str:
    """The predicate of a condition, negated, with its verb first."""
    verb, _, rest = predicate.partition(" ")
    word, _, more = rest.partition(" ")
    if word in ("ein", "eine", "einen", "einem", "einer"):
        return f"{verb} k{word} {more}"
    return f"{verb} nicht {rest}"


_APART_FROM_VERB = frozenset(  # what a verb that stands last begins with, and which a main clause ends with
    "ab an auf aus bei ein fest fort frei heim her hin los mit nach raus vor weg weiter zu zurück zusammen".split()
)


def verb_last(predicate: str) -> str:
    """A predicate in the order of a subordinate clause."""
    verb, _, rest = predicate.partition(" ")
    rest, comma, more = rest.partition(",")
    before, blank, last = rest.rpartition(" ")
    if last in _APART_FROM_VERB:
        return f"{before}{blank}{last}{verb}{comma}{more}"
    return f"{rest} {verb}{comma}{more}"
