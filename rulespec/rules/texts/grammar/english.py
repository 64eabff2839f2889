"""How English puts a noun into a sentence."""

from collections.abc import Sequence

from rulespec.rules.texts.grammar.forms import Modifier, Noun
from rulespec.rules.texts.grammar.phrase import ONE, SEVERAL, Phrase, alike

AND, OR = "and", "or"
YOU = "you"  # whoever hears it, in a text
ENDINGS = ("",)  # of what stands before a noun
ARTICLES = {
    "the": ("the", "nominative"),
    "a": ("a", "nominative"),
    "an": ("a", "nominative"),
    "some": ("some", "nominative"),
}
_DETERMINERS = {each: each for each in ("the", "no", "your", "their", "all", "every", "")}


PLAYER, CARD = Noun(("player",) * 3, "players", "n"), Noun(("card",) * 3, "cards", "n")
CARDS = Noun(("set of cards",) * 3, "sets of cards", "n")
OTHER = Modifier("other", "before")


def phrase(noun: Noun, article: str, modifiers: Sequence[Modifier] = (), *, plural: bool = False) -> Phrase:
    """A noun with its article and with what stands beside it."""
    plural = plural or noun.singular is None
    head = (noun.plural if plural else None) or (noun.singular[0] if noun.singular else "")
    before = [each.said for each in modifiers if each.way != "behind"]
    behind = [each.said for each in modifiers if each.way == "behind"]
    said = " ".join([*before, head, *behind])
    if article == "a":
        sounds = said[:1].lower() in "aeiou" if before or noun.an is None else noun.an
        word = "" if plural else "an" if sounds else "a"
    else:
        word = _DETERMINERS[article]
    if word == "an" and said.startswith("other "):
        return alike(f"another {said.removeprefix('other ')}")
    return alike(f"{word} {said}".strip(), SEVERAL if plural else ONE)


PRONOUNS = frozenset(("it", "they"))


def pronoun(phrase: Phrase) -> Phrase:
    """How something is called once it has been named."""
    return alike("they", SEVERAL) if phrase.agrees == SEVERAL else alike("it")


def contracted(said: str) -> str:
    """A text with what is written as one word."""
    return said


def joined(said: str, filled: str) -> str:
    """A text that goes on with what is filled in."""
    return said + filled


def quoted(said: str) -> str:
    """A foreign text, marked as such."""
    return f'"{said}"'


_SIBILANTS = ("s", "x", "z", "ch", "sh")


def derived(name: str, *, counted: bool) -> Noun:
    """The noun for an identifier: `dummy-hand` is a dummy hand; what is `counted` has a plural if its name is one."""
    said = name.replace("-", " ").replace("_", " ")
    is_plural = said.endswith("s") and not said.endswith(("ss", "us", "is")) and len(said) > 3
    if counted:
        one = said.removesuffix("es" if said[:-2].endswith(_SIBILANTS) else "s") if is_plural else said
        return Noun((one,) * 3, said if is_plural else None, "n")
    if said.endswith("y") and said[-2:-1] not in "aeiou":
        return Noun((said,) * 3, f"{said[:-1]}ies", "n")
    return Noun((said,) * 3, said if is_plural else said + ("es" if said.endswith(_SIBILANTS) else "s"), "n")


def fitting(name: str) -> str:
    """The predicate for the identifier of a condition."""
    return f"is {name.replace('-', ' ').replace('_', ' ')}"


_COUNTS = (  # what stands behind `has` where something is had, and not done
    "a an the no some all both at exactly more fewer less one two three four five six seven eight nine ten enough "
    "cards points nothing only"
).split()


def negated(predicate: str, base: str) -> str:
    """The predicate of a condition, negated."""
    verb, _, rest = predicate.partition(" ")
    has_done = verb in ("has", "have") and rest.split(" ")[0] not in _COUNTS and not rest[:1].isdigit()
    if has_done or verb in ("is", "are", "was", "were", "can", "may", "must"):
        return f"{verb} not {rest}"
    does = "do" if verb == base else "does"
    return f"{does} not {base} {rest}"
