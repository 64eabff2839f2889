"""Names of rules and of texts as the page may say them: no paths, so that nothing else is opened."""

import re
from collections.abc import Mapping
from pathlib import Path

import rulespec
from palast.rulesets import HERE, folders
from palast.web.failing import PageError
from rulespec import Ruleset
from rulespec.tree.limits import BYTES, LAYERS, NAME

_NAME = re.compile(r"[^\W_][\w-]*")
_REMEDY = "a name is made of letters, digits and hyphens; layers are written behind a plus: ksr+house"


def check_names(rules: str, texts: Mapping[str, str]) -> None:
    """Demands that rules are called by names, and that texts are, which are no longer than files."""
    for name in (*rules.split("+"), *texts):
        if not _NAME.fullmatch(name) or len(name) > NAME.most:
            raise PageError("name", f"'{name[: NAME.most]}' is no name of rules", _REMEDY)
    for many in (len(texts), rules.count("+") + 1):
        if many > LAYERS.most:
            raise PageError("name", LAYERS.told(many), LAYERS.remedy)
    for name, text in texts.items():
        if len(text) > BYTES.most:
            raise PageError("name", f"'{name}' has {BYTES.told(len(text))}", BYTES.remedy)


def load(rules: str, texts: Mapping[str, str]) -> Ruleset:
    """The rules of a name among these texts, or of those that come along."""
    check_names(rules, texts)
    return rulespec.load(rules, library(), texts=texts)


def library() -> tuple[Path, ...]:
    """Where the rules lie that come along."""
    return tuple([folder for folder in folders() if folder != HERE])
