"""A rule file in its canonical form, with the same tree and the same comments."""

from bisect import bisect
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from itertools import chain, groupby

from attrs import field, frozen

from rulespec.language.errors import Problem, beyond, problem, require_type
from rulespec.language.formatting.columns import page
from rulespec.language.formatting.lines import Written, WrittenLine, written
from rulespec.language.formatting.rows import rows
from rulespec.language.formatting.spelling import spelled
from rulespec.language.parser import blocks
from rulespec.language.reading import words
from rulespec.language.tree.declarations import Item, RuleFile
from rulespec.language.tree.limits import BYTES
from rulespec.language.tree.source import Source, Span, UnreadableError, source_of
from rulespec.language.trees import parse


@frozen
class Formatted:
    """What becomes of the text of a rule file: the same text if `problems` keep it from being read."""

    path: str
    before: str = field(repr=False)
    text: str = field(repr=False)
    problems: tuple[Problem, ...] = ()

    @property
    def changed(self) -> bool:
        return self.text != self.before

    @property
    def diff(self) -> str:
        """The changes as a unified diff; "" if there are none."""
        old, new = (text.splitlines(keepends=True) for text in (self.before, self.text))
        return "".join(unified_diff(old, new, self.path, self.path))


def reformat(text: str, path: str = "untitled.rules") -> Formatted:
    """The text of a rule file in canonical form, with its own line ends."""
    require_type("text", text, str, "the text of a rule file (a str)")
    require_type("path", path, str, "the path of a rule file (a str)")
    try:
        source = source_of(path, text)
    except UnreadableError as error:
        place = error.place or Span(Source(path, text), 0, 0)
        return Formatted(path, text, text, (problem("E001", place, error.reason, error.remedy),))
    tree, problems = parse(source)
    if tree is None or problems:
        return Formatted(path, text, text, problems)
    formed = _formed(source, tree)
    if parse(Source(path, formed)) != (tree, ()):  # nothing is written that says something else
        problems = tuple(_misnamed(source))
        assert problems
        return Formatted(path, text, text, problems)
    formed = formed.replace("\n", "\r\n") if "\r\n" in text else formed
    size = len(formed.encode())
    if size > BYTES.most:
        return Formatted(path, text, text, (beyond(BYTES, size, tree.span),))
    return Formatted(path, text, formed)


def _misnamed(source: Source) -> Iterator[Problem]:
    """What can be read as a name, although nothing can be called so: at the end of a row it joins the next one."""
    for index, (start, end) in enumerate(blocks(source)):
        for each in words(source.text[start:end], "item" if index else "header"):
            if each.terminal == "NAME" and each.word.text in ("and", "or"):
                place = Span(source, start + each.word.start, start + each.word.end)
                yield problem("E023", place, f"'{each.word.text}' is a keyword", "choose another name")


def _formed(source: Source, tree: RuleFile) -> str:
    said = _spelled(list(written(source, tree)), source, tree.items)
    return page([*rows(said)])


def _spelled(said: list[Written], source: Source, items: Sequence[Item]) -> Iterator[Written]:
    """The lines and comments of a file in canonical spelling, block by block."""
    starts = [start for start, _ in blocks(source)]
    of_block = {
        number: [*each]
        for number, each in groupby(items, lambda item: bisect(starts, item.span.within(source).start) - 1)
    }
    lines = groupby((each for each in said if isinstance(each, WrittenLine)), lambda line: line.block)
    again = chain.from_iterable(
        spelled([*block], of_block[number]) if number in of_block else block for number, block in lines
    )
    return (next(again) if isinstance(each, WrittenLine) else each for each in said)
