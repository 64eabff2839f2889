"""The grammars by which TextMate, and editors that read its grammars, colour rule files and texts."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from rulespec.editing.highlighting.words import (
    Surroundings,
    alike,
    answering,
    before_headings,
    before_names,
    headings,
    verbs,
)
from rulespec.language.grammar import keywords, patterns
from rulespec.rules.texts.parser import LABEL, LOOKS, NAMES

Json: TypeAlias = str | bool | Sequence["Json"] | Mapping[str, "Json"]

_BEGINS, _ENDS = r"(?<![\w-])", r"(?![\w-])"
_BLANKS = r"[ \t]+"
_BEHIND = {",": ", ", ":": ": ", '"': '" ', "0": "[0-9] "}  # a lookbehind has a fixed width, so there is one blank
_GOES_ON = r"^[ \t]+(?![ \t])"


def rules() -> Json:
    """The grammar of rule files. What comes first is tried first."""
    known = patterns()
    return {
        "name": "Rules of a card game",
        "scopeName": "source.rules",
        "patterns": [
            _match(known["COMMENT"], "comment.line.number-sign"),
            _match(known["CITE"], "constant.other.citation"),
            _match(known["STRING"], "string.quoted.double"),
            *_headings(),
            _match(_behind(words=before_names()) + known["NAME"], "variable.other"),
            _match(_answer(), "variable.other"),
            *_keywords(),
            _match(_BEGINS + known["NAME"], "variable.other"),
            _match(known["NEGATIVE"], "constant.numeric"),
            _match(known["INT"], "constant.numeric"),
            _match("[,:+]", "punctuation.separator"),
            _match("[()]", "punctuation.section.parens"),
        ],
    }


def texts() -> Json:
    """The grammar of the texts for people that stand beside rule files."""
    name = patterns()["NAME"]
    comment = _match(r"^[ \t]*#.*", "comment.line.number-sign", "texts")
    filled = rf"\{{(?:({name}) (?!of ))?({name})(?: (of) ({name}))? *\}}"
    compared = rf"\{{({name})(?: (of) ({name}))? *(=) *(?:([0-9]+)|({name})) *(:)"
    parts = [
        _match(filled, "meta.filled", "texts", "keyword.other", "variable.other", "keyword.other", "variable.other"),
        _between(
            compared, r"\}|^(?=\S)", [_match(r"\|", "keyword.operator", "texts"), {"include": "#parts"}], "texts",
            "variable.other", "keyword.other", "variable.other", "keyword.operator", "constant.numeric",
            "variable.other", "keyword.operator",
        ),
    ]  # fmt: skip
    of_names = [
        comment,
        _match(r"#[0-9A-Fa-f]{6}\b", "constant.other.color", "texts"),
        _match(r"^[ \t]+([^\s:][^:]*?)[ \t]*(:)", "", "texts", "entity.name.tag", "punctuation.separator"),
        _match("[;,]", "punctuation.separator", "texts"),
    ]
    # what is indented deeper than a label goes on with its text
    labelled = _between(
        rf"^([ \t]+)(?:({LABEL})(:)(?= ))?", r"^(?!\1[ \t]+\S)(?=[ \t]*\S)", [comment, {"include": "#parts"}], "texts",
        "", "entity.name.tag", "punctuation.separator",
    )  # fmt: skip
    ends = r"^(?=[^\s#])"
    return {
        "name": "Texts of a card game",
        "scopeName": "source.texts",
        "patterns": [
            comment,
            _match(rf"\A(texts){_BLANKS}(\S+)", "", "texts", "storage.type", "constant.language"),
            _between(rf"^({NAMES}|{LOOKS})[ \t]*$", ends, of_names, "texts", "storage.type"),
            _between(r"^([^\s#].*)$", ends, [comment, labelled], "texts", "storage.type"),
        ],
        "repository": {"parts": {"patterns": parts}},
    }


def _headings() -> list[Json]:
    """The beginnings of blocks, with the names that are declared or mentioned there."""
    behind = rf"^(?:({_any(before_headings())}){_BLANKS})?"
    by_kind = defaultdict[str, list[str]](list)
    for heading in headings():
        by_kind[heading.names].append(_BLANKS.join(map(re.escape, heading.words)))
    found = [
        _match(
            rf"{behind}({_any(words)}){_BLANKS}({patterns()['NAME']})", "", "rules",
            "storage.type", "storage.type", f"entity.name.type.{kind.replace(' ', '-')}",
        )
        for kind, words in by_kind.items() if kind
    ]  # fmt: skip
    every = [word for words in by_kind.values() for word in words]
    return [*found, _match(rf"{behind}({_any(every)}){_ENDS}", "", "rules", "storage.type", "storage.type")]


def _answer() -> str:
    """In a scenario, whoever answers, and the names of his answer."""
    name = patterns()["NAME"]
    no_keyword = rf"(?!{_any(sorted(keywords().values()))}{_ENDS})"
    no_answer = rf"(?!{_any(answering())}{_ENDS})"
    return rf"{_GOES_ON}{no_keyword}{name} {no_answer}{name}(?: and {name})*(?=:)"


def _keywords() -> list[Json]:
    """The keywords within blocks, those that most depend on what they stand behind first."""
    begin = rf"(?:{_GOES_ON}|(?<=: )){_any(verbs())}{_ENDS}"
    return [
        _match(begin, "keyword.control"),
        *(_match(_placed(behind) + _any(words) + _ENDS, "keyword.other") for behind, words in alike()),
    ]


def _placed(behind: Surroundings) -> str:
    """What stands before keywords, as an expression that takes no room, but blanks at the beginning of a line."""
    if behind.anywhere:
        return _BEGINS + _not_behind(behind.words)
    near = _behind(behind.words, behind.signs)
    return near if not behind.line else f"(?:{_GOES_ON}|{near})" if near else _GOES_ON


def _behind(words: Iterable[str] = (), signs: Iterable[str] = ()) -> str:
    found = [*(rf"\b{word} " for word in words), *(_BEHIND[sign] for sign in signs)]
    return f"(?<={'|'.join(found)})" if found else ""


def _not_behind(words: Iterable[str]) -> str:
    found = "|".join(rf"[^\w-]{word} " for word in words)
    return f"(?<!{found})" if found else ""


def _any(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


def _match(pattern: str, scope: str, of: str = "rules", *captures: str) -> Json:
    named = {"name": f"{scope}.{of}"} if scope else {}
    return {**named, "match": pattern, **_captured("captures", of, captures)}


def _between(begin: str, end: str, inside: Sequence[Json], of: str, *captures: str) -> Json:
    return {"begin": begin, "end": end, **_captured("beginCaptures", of, captures), "patterns": inside}


def _captured(key: str, of: str, captures: tuple[str, ...]) -> Mapping[str, Json]:
    found = {str(number): {"name": f"{scope}.{of}"} for number, scope in enumerate(captures, 1) if scope}
    return {key: found} if found else {}
