"""The rule files of the library, described by their headers."""

from functools import cache
from pathlib import Path

from attrs import evolve

from palast.rulesets import CARDS, examples, own_layers
from palast.verdict.words import Language
from palast.web import protocol as p
from palast.web.headers import header_of
from palast.web.kept import kept
from rulespec.language.files import SUFFIX, around, find, kind_at
from rulespec.language.tree import declarations as d
from rulespec.language.tree.source import UnreadableError, read

_ORDER = ("ruleset", "layer")
_LAST = "broken"  # the shelf of examples with faults


def shelves(language: Language = "en") -> list[p.RuleText]:
    """Rulesets, layers, examples, then the layers that only one ruleset has, without files of scenarios."""
    known = kept().shelves.get(language)
    return [evolve(file, text=_text(path)) for path, file in known] if known else [file for _, file in found(language)]


def found(language: Language) -> list[tuple[Path, p.RuleText]]:
    """The same, each with its path, by what lies in the folders."""
    cards = [path for path in sorted(CARDS.glob(f"*{SUFFIX}")) if kind_at(path) in _ORDER]
    cards.sort(key=lambda path: _ORDER.index(str(kind_at(path))))
    found = [(path, _glanced(path, "")) for path in cards]
    shelved = sorted(examples().items(), key=lambda each: each[0] == _LAST)
    found += [(path, _glanced(path, shelf)) for shelf, paths in shelved for path in paths]
    every = [*cards, *(path for _, paths in shelved for path in paths)]
    found += [(own, evolve(_glanced(own, ""), game=path.stem)) for path in every for own in own_layers(path)]
    return [(path, _told(path, file, language)) for path, file in found]


def names_on(base: str) -> set[str]:
    """The names of what can be chosen with a ruleset: the rule files, and layers of its own."""
    return {each.name for each in shelves() if each.game in ("", base)}


def _told(path: Path, file: p.RuleText, language: Language) -> p.RuleText:
    """A file, with what it says of itself in a language."""
    from palast.web.glances import glance  # not where the build has done it

    said = glance(path, language)
    return evolve(file, said=said.title or file.title or file.name, about=said.about)


@cache
def _text(path: Path) -> str:
    try:
        return read(path).text
    except UnreadableError:
        return ""


@cache  # the library does not change
def _glanced(path: Path, shelf: str) -> p.RuleText:
    try:
        source = read(path)
    except UnreadableError:
        return p.RuleText(path.stem, "", "", "", "", shelf, "", [], [], "")
    tree = header_of(source.path, source.text)
    tried, players = list[str](), list[int]()
    for item in tree.items if tree else ():
        match item:
            case d.TriedOn(rulesets=rulesets):
                tried += rulesets
            case d.Plain(declaration=d.Players(least=least, most=most)):
                players += range(least, most + 1)
    if tree is None:
        return p.RuleText(path.stem, "", "", "", "", shelf, "", [], [], source.text)
    header = tree.header
    for base in header.extends if not players else ():  # inherited from what it extends
        beside = find(base, around(path), other_than=path)
        players += _glanced(beside, shelf).players if beside and not players else ()
    kind: p.File = "ruleset" if header.kind == "ruleset" else "layer"
    return p.RuleText(path.stem, header.title or "", "", "", kind, shelf, "", tried, players, source.text)
