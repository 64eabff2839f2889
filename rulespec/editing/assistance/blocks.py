"""The blocks of a text with their words as the parser reads them."""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import get_args

from attrs import frozen

from rulespec.language.parser import blocks
from rulespec.language.reading import Placed, words
from rulespec.language.tree import declarations as d
from rulespec.language.tree.findings import Findings
from rulespec.language.tree.source import Source

FAR_BACK = 60  # words before a word that are looked at


@frozen(slots=False)
class TextBlock:
    """A top-level block of a text, wherever it stands, and its words."""

    text: str
    words: tuple[Placed, ...]

    @cached_property
    def findings(self) -> Findings:
        """What was found out about it."""
        return Findings()

    def before(self, index: int) -> list[str]:
        """The terminals of the words before a word on its line, the nearest first; "" where a word is unread."""
        first = max(self.words[index].first, index - FAR_BACK)
        return [self.words[at].terminal or "" for at in range(index - 1, first - 1, -1)]

    @cached_property
    def is_scenario(self) -> bool:
        return any(placed.terminal == "SCENARIO" for placed in self.words[:4])

    @cached_property
    def looked(self) -> d.Looked | None:
        """When its conditions are looked at; None if they are part of play."""
        terminals = [placed.terminal for placed in self.words]
        if "ALWAYS" not in terminals[:4]:
            return "claimed" if self.is_scenario else None
        begins = terminals.index("ALWAYS") + 2
        ends = terminals.index("COLON") if "COLON" in terminals else begins
        said = " ".join(placed.word.text for placed in self.words[begins:ends])
        return next((moment for moment in get_args(d.Moment) if moment == said), "asked or over")

    @cached_property
    def chosen(self) -> frozenset[str]:
        """The names that choices in it seem to bind."""
        return frozenset(placed.word.text for index, placed in enumerate(self.words) if self.binds(index))

    def binds(self, index: int) -> bool:
        """Whether a word seems to be a name that a choice binds."""
        before = self.before(index) if self.words[index].terminal == "NAME" else []
        near = before[:1]
        return near in (["CHOOSE"], ["AS"]) or (near == ["_AND"] and "CHOOSE" in before and "WHERE" not in before)


def blocks_of(source: Source, typed: int | None = None) -> Iterator[tuple[int, TextBlock]]:
    """The blocks of a text, in order, and where each of them begins; `typed` is where a word being typed begins."""
    for index, (start, end) in enumerate(blocks(source)):
        here = typed - start if typed is not None and start <= typed < end else -1
        yield start, _block(source.text[start:end], "header" if index == 0 else "item", here)


@lru_cache(maxsize=1024)  # for speed: at each edit of a file, most of its blocks are unchanged
def _block(text: str, rule: str, typed: int) -> TextBlock:
    return TextBlock(text, words(text, rule, typed))
