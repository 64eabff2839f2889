"""What rule files of the library say of themselves in a language: by their texts alone, as loading each takes long."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from palast.verdict.words import Language
from palast.web.headers import header_of
from palast.web.naming import library, load
from rulespec.language.files import SUFFIX, TEXTS, around, find
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import UnreadableError, read
from rulespec.rules.texts.grammar.forms import Noun, WrongFormsError, forms
from rulespec.rules.texts.grammar.languages import GRAMMARS
from rulespec.rules.texts.parser import CHANGES, GAME, TITLE, BlockText, Filled, Texts, parsed
from rulespec.wording import wording


@frozen
class Glance:
    """What a file is called, and what it is about, or what is different with it; empty where that is not written."""

    title: str
    about: str


@cache  # the library does not change
def glance(path: Path, language: Language) -> Glance:
    """What the texts beside a rule file say of it."""
    texts = _beside(path, language)
    if texts is None:
        return Glance("", "")
    found = {each.label: each for each in texts.texts if each.key == GAME}
    beneath = [path, *_beneath(path)]
    title = _filled(found.get(TITLE), beneath, language)
    if CHANGES in found:
        return Glance(title, _filled(found[CHANGES], beneath, language) or _loaded(path, beneath[1:], language))
    about = _filled(found.get(""), beneath, language)
    return Glance(title, about or next((glance(each, language).about for each in beneath[1:]), ""))


def _loaded(path: Path, beneath: Sequence[Path], language: Language) -> str:
    """What is different with a layer where that speaks of a value, which only the rules tell."""
    for base in beneath[:1]:
        words = wording(load(f"{base.stem}+{path.stem}", {}), language)
        return words.filled(words.changes[path.stem]) or ""
    return ""


def _beside(path: Path, language: str) -> Texts | None:
    """The texts of a rule file."""
    place = path.with_name(f"{path.name.removesuffix(SUFFIX)}.{language}{TEXTS}")
    try:
        return parsed(read(place))[0] if place.is_file() else None
    except UnreadableError:
        return None


def _beneath(path: Path) -> Iterator[Path]:
    """The files that a rule file lies on: what it extends, and the first ruleset that it is tried on, or its game."""
    try:
        tree = header_of(str(path), read(path).text)
    except UnreadableError:
        return
    tried = (item for item in tree.items if isinstance(item, d.TriedOn)) if tree else ()
    names = [*(tree.header.extends if tree else ()), *(name for item in tried for name in item.rulesets[:1])]
    for name in [*names, path.parent.name]:
        other = find(name, (*around(path), *library()), other_than=path)
        if other is not None:
            yield other
            yield from _beneath(other)


def _filled(text: BlockText | None, files: Sequence[Path], language: Language) -> str:
    """A text with the words of the rules in it; empty if it speaks of more, such as of a value."""
    said = ""
    for part in () if text is None else text.parts:
        filled = part if isinstance(part, str) else _word(part, files, language) if isinstance(part, Filled) else None
        if filled is None:
            return ""
        said += filled if said else filled[:1].upper() + filled[1:]
    return said


def _word(part: Filled, files: Sequence[Path], language: Language) -> str | None:
    """A word in the form that a text asks for; None if it is no noun."""
    grammar = GRAMMARS[language]
    lines = (line for path in files if (texts := _beside(path, language)) for line in texts.names)
    line = next((each for each in lines if each.name == part.name), None)
    if line is None or part.of is not None or part.article not in ("", *grammar.ARTICLES):
        return None
    try:
        noun = forms(line.said, language, predicate=False)
    except WrongFormsError:
        return None
    article, case = grammar.ARTICLES[part.article] if part.article else ("", "nominative")
    said: str | None = grammar.phrase(noun, article).in_case(case) if isinstance(noun, Noun) else None
    return said
