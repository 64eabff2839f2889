"""The names that the page has for rules and texts: never paths, so that no other files are opened."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import rulespec
from palast.rulesets import HERE, folders
from palast.web import kept
from palast.web import protocol as p
from palast.web.failing import PageError
from palast.web.headers import header_of
from rulespec import Ruleset
from rulespec.language.tree.limits import BYTES, LAYERS, NAME

_NAME = re.compile(r"[^\W_][\w-]*")
OWN = "own"  # the name of a text without one
_REMEDY = "use letters, digits and hyphens, and + before layers: ksr+house"


def check_names(rules: str, texts: Mapping[str, str]) -> None:
    """A `PageError` unless rules and texts have names, and are no more and no longer than allowed."""
    for name in (*rules.split("+"), *texts):
        if not _is_name(name):
            raise PageError("name", f"'{name[: NAME.most]}' is not a valid name of rules", _REMEDY)
    for many in (len(texts), rules.count("+") + 1):
        if many > LAYERS.most:
            raise PageError("name", LAYERS.told(many), LAYERS.remedy)
    for name, text in texts.items():
        if len(text) > BYTES.most:
            raise PageError("name", f"'{name}' has {BYTES.told(len(text))}", BYTES.remedy)


def _is_name(name: str) -> bool:
    return len(name) <= NAME.most and _NAME.fullmatch(name) is not None


def load(rules: str, texts: Mapping[str, str]) -> Ruleset:
    """The rules with a name, from these texts or the library; raises `PageError` and `RulesError`."""
    check_names(rules, texts)
    there = None if texts else kept.rules(rules)
    return there or rulespec.load(rules, library(), texts=texts)


def laid(text: str, base: str, layers: Sequence[str]) -> p.Laid:
    """The name of the rules with a text; it replaces a layer of the same name."""
    if not text.strip():
        rules = "+".join((base, *layers))
        return p.Laid("", "", rules, rules)
    tree = header_of(OWN, text)
    kind: p.File = "layer"
    if tree is not None and tree.header.kind != "layer":
        kind = "ruleset" if tree.header.kind == "ruleset" else "scenarios"
    name = tree.header.name if tree is not None and _is_name(tree.header.name) else OWN
    if kind == "ruleset":
        return p.Laid(name, kind, "", "+".join((name, *(each for each in layers if each != name))))
    place = layers.index(name) if name in layers else len(layers)
    beneath = "+".join((base, *layers[:place]))
    return p.Laid(name, kind, beneath, "+".join((beneath, name, *layers[place + 1 :])))


def library() -> tuple[Path, ...]:
    """The folders of the library."""
    return tuple([folder for folder in folders() if folder != HERE])
