"""A change of a kind that works already, for the text of a house rule or as one."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, count

from palast.drafts import Kind, Refused, draft
from palast.web.failing import PageError
from palast.web.naming import laid, load
from palast.web.shelves import names_on
from rulespec import Ruleset
from rulespec.language.errors import RulesError

NAME = "house-rule"
WORD = "newcomer"  # how somebody new is called


def change(kind: Kind, text: str, base: str, layers: Sequence[str]) -> tuple[str, str]:
    """What to write at the end of a text, or as a whole one if it is empty; and the comment to begin with.

    It works on the rules with the text, or on those beneath if the text has errors.
    """
    whole = laid(text, base, layers)
    if whole.kind not in ("", "layer"):
        raise PageError(
            "rules",
            "only a house rule can change the rules beneath it",
            "start a house rule on this game, or edit the game itself",
        )
    texts = {whole.name: text} if whole.name else {}
    rules, sound = _rules(whole.rules, texts, "+".join((base, *layers)))
    apart = rules.composed.changed_on_top if whole.name and sound else frozenset[str]()
    name = free(NAME, {*names_on(base), *layers, whole.name})
    made = draft(rules, kind, name, word=WORD, apart=apart)
    if isinstance(made, Refused):
        raise PageError("rules", made.reason, made.remedy)
    if not whole.name:
        return made.text, _comment(made.text)
    written = f"{gap(text)}{made.added}"
    if sound:
        _check(whole.rules, {whole.name: f"{text}{written}"})
    return written, _comment(written)


def _rules(spec: str, texts: Mapping[str, str], beneath: str) -> tuple[Ruleset, bool]:
    """The rules with the text, and whether it can be read; else those beneath."""
    try:
        return load(spec, texts), True
    except RulesError:
        return load(beneath, {}), False


def _check(spec: str, texts: Mapping[str, str]) -> None:
    """A `PageError` where a text and a change do not go together."""
    try:
        load(spec, texts)
    except RulesError as error:
        raise PageError(
            "rules",
            f"this change conflicts with the text: {error.errors[0].message}",
            "start another house rule with it",
        ) from error


def _comment(written: str) -> str:
    """The first comment of a text, without its sign."""
    return next(line[2:] for line in written.splitlines() if line.startswith("# "))


def gap(text: str) -> str:
    """What parts a text from what is written behind it."""
    return "" if text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"


def free(name: str, taken: Collection[str]) -> str:
    """A name that is not taken."""
    return next(each for each in chain([name], (f"{name}-{number}" for number in count(2))) if each not in taken)
