"""Of each rule file and each file of texts, where its words are, and what the language itself makes of them.

Printed as JSON: `python editors/words.py`.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from rulespec.editing.assistance.blocks import blocks_of
from rulespec.editing.assistance.known import KnownBlocks
from rulespec.editing.assistance.tokens import tokens
from rulespec.language.tree.source import Source, read
from rulespec.rules.texts.parser import parsed

ROOT = Path(__file__).parents[1]
FOLDERS = ("cards", "examples")
PLAIN = ("keyword", "sign", "string", "number", "citation", "comment")

Word = tuple[int, int, str]  # from, to, what it is


def of_rules(source: Source) -> Iterator[Word]:
    """All words; a name is told with its kind as far as the words beside it tell it."""
    for token in tokens(source.text, blocks_of(source), KnownBlocks(None, ())):
        if token.kind in PLAIN:
            yield token.start, token.end, token.kind
        elif token.kind != "space":
            yield token.start, token.end, f"name {token.kind}"


def of_texts(source: Source) -> Iterator[Word]:
    """The keys of blocks, the labels of their texts, and names in `names` and `looks`."""
    found, problems = parsed(source)
    assert problems == (), source.path
    keys = {text.key for text in found.texts} | {"names", "looks"}
    for number, start in enumerate(source.starts, 1):
        line = source.line(number)
        if " ".join(line.split()) in keys:
            yield start, start + len(line.rstrip()), "key"
    for text in found.texts:
        if text.label:
            yield text.span.start, text.span.start + len(text.label), "label"
    for name in (*found.names, *found.looks):
        yield name.span.start, name.span.start + len(name.name), "label"


def files() -> Iterator[tuple[str, str, list[Word]]]:
    """Each file by its path within the project, with its text and its words."""
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")):
        if path.suffix in (".rules", ".texts"):
            source = read(path)
            words = of_rules(source) if path.suffix == ".rules" else of_texts(source)
            yield path.relative_to(ROOT).as_posix(), source.text, list(words)


if __name__ == "__main__":
    json.dump([{"file": file, "text": text, "words": words} for file, text, words in files()], sys.stdout)
