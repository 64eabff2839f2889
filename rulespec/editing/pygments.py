"""The lexer of rule files for Pygments, and so for Sphinx, for MkDocs and for whatever else colours texts by it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text, Whitespace, _TokenType
from pygments.util import get_list_opt

from rulespec.editing.assistance import stretches
from rulespec.editing.assistance.answer import Kind
from rulespec.language.files import SUFFIX, announced

COLOURED: dict[Kind, _TokenType] = {
    "keyword": Keyword, "sign": Punctuation, "string": String, "number": Number.Integer, "citation": Comment.Special,
    "comment": Comment.Single, "space": Whitespace, "text": Text, "zone": Name.Variable.Global,
    "counter": Name.Variable.Instance, "note": Name.Variable.Instance, "value": Name.Attribute,
    "condition": Name.Attribute, "list": Name.Class, "word": Name.Constant, "cards": Name.Class,
    "action": Name.Function, "choice": Name.Variable, "reason": Name.Label, "law": Name.Label, "ruling": Name.Label,
    "source": Name.Label, "reading": Name.Label, "block": Name.Label, "scenario": Name.Label,
    "file": Name.Namespace, "name": Name,
}  # fmt: skip
_HEADER = re.compile(r"(?:ruleset|layer|scenarios)[ \t]+[^\W\d_][\w-]*[ \t]*(?:\"|extends\b|on\b|#|$)", re.MULTILINE)


class RulesLexer(Lexer):
    """Colours a rule file, or a part of one, as the language itself reads it.

    So that its names have kinds, a layer or a part is laid `on` rules, named as for `load`, or else a layer on what it
    is tried on. The option `library` lists folders where names are looked up before those of installed packages.
    """

    name = "Rules of card games"
    aliases: ClassVar = ["rules"]
    filenames: ClassVar = [f"*{SUFFIX}"]
    mimetypes: ClassVar = ["text/x-rulespec"]

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._on = str(options.get("on", ""))
        self._library = (*map(Path, get_list_opt(options, "library", [])), *announced())

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        for each in stretches(text, on=self._on, library=self._library):
            yield each.start, COLOURED[each.kind], text[each.start : each.end]

    def analyse_text(text: str) -> float:  # noqa: N805  Pygments makes it a static method by itself
        """How likely a text is a rule file: its first line that says something has to be a header."""
        said = (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
        return 0.8 if _HEADER.match(next(said, "")) else 0.0
