"""Syntax files for Vim. Of the matches that begin at a place, the one that comes last in the file wins."""

from collections.abc import Iterable, Iterator, Mapping

from rulespec.editing.highlighting.words import alike, answering, before_headings, before_names, headings, verbs
from rulespec.language.grammar import keywords

_BEGIN = """\
" made by: python -m rulespec.editing.highlighting
if exists("b:current_syntax")
  finish
endif
syntax iskeyword @,48-57,_,192-255,-"""
_SIGNS = {",": ", ", ":": ": ", '"': '" ', "0": r"\d "}
_NAME = r"[[:alpha:]]\k*"
_LINE = r"^\s\+\zs"


def rules() -> str:
    """The syntax of rule files."""
    groups = {
        "Keyword": "Keyword", "Verb": "Statement", "Heading": "Structure", "Declared": "Type",
        "Number": "Number", "String": "String", "Citation": "PreProc", "Comment": "Comment",
    }  # fmt: skip
    lines = [
        *_keywords(),
        _match("rulesVerb", rf"\%({_LINE}\|\%(: \)\@<=\){_any(verbs())}\>"),
        _match("rulesName", _behind(before_names()) + _NAME),
        _match("rulesName", _answer()),
        *_headings(),
        _match("rulesDeclared", _NAME, "contained"),
        _match("rulesNumber", r"\k\@<!-\?\d\+\>"),
        _match("rulesString", '"[^"]*"'),
        _match("rulesCitation", r"(\s*\%(R\d\+\s*[;,)]\@=\|\k\+\s*:\)[^()]*)"),
        _match("rulesComment", "#.*"),
    ]
    return _file("rules", lines, groups)


def texts() -> str:
    """The syntax of the texts for people that stand beside rule files."""
    groups = {
        "Heading": "Structure", "Label": "Identifier", "Filled": "Special", "Colour": "Number", "Comment": "Comment",
    }  # fmt: skip
    lines = [
        _match("textsHeading", r"^[^ \t#].*$"),
        _match("textsLabel", r"^\s\+[^ \t:{][^:{]*\ze:\%( \|$\)"),
        "syntax region textsFilled start='{' end='}' contains=textsFilled",
        _match("textsColour", r"#\x\{6}\>"),
        _match("textsComment", r"^\s*#.*"),
    ]
    return _file("texts", lines, groups)


def _keywords() -> Iterator[str]:
    """The keywords within blocks, those that most depend on what they stand behind last."""
    for behind, words in reversed(alike()):
        if behind.anywhere:
            instead = _behind(behind.words, negative=True)
            yield _match("rulesKeyword", rf"{instead}\<{_any(words)}\>")
            continue
        if behind.line:
            yield _match("rulesKeyword", rf"{_LINE}{_any(words)}\>")
        if behind.words or behind.signs:
            yield _match("rulesKeyword", rf"{_behind(behind.words, behind.signs)}{_any(words)}\>")


def _headings() -> Iterator[str]:
    """The beginnings of blocks; where a name is declared or mentioned behind one, it follows."""
    behind = rf"^\%({_any(before_headings())}\s\+\)\?"
    for named, more in ((False, ""), (True, "nextgroup=rulesDeclared skipwhite")):
        words = [r"\s\+".join(each.words) for each in headings() if bool(each.names) == named]
        yield _match("rulesHeading", rf"{behind}{_any(words)}\>", more)


def _answer() -> str:
    """In a scenario, whoever answers, and the names of his answer."""
    one, other = (rf"\%({_any(words)}\>\)\@!{_NAME}" for words in (sorted(keywords().values()), answering()))
    return rf"{_LINE}{one} {other}\%( and {_NAME}\)*:\@="


def _behind(words: Iterable[str], signs: Iterable[str] = (), *, negative: bool = False) -> str:
    found = [*(rf"\<{word} " for word in words), *(_SIGNS[sign] for sign in signs)]
    return rf"{_any(found)}\@<{'!' if negative else '='}" if found else ""


def _any(words: Iterable[str]) -> str:
    return "\\%(" + "\\|".join(words) + "\\)"


def _match(group: str, pattern: str, more: str = "") -> str:
    return f"syntax match {group} '{pattern}' {more}".rstrip()


def _file(name: str, lines: Iterable[str], groups: Mapping[str, str]) -> str:
    links = (f"highlight default link {name}{group} {link}" for group, link in groups.items())
    return "\n".join([_BEGIN, *lines, *links, f'let b:current_syntax = "{name}"'])
