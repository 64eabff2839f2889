"""The trees of rule files: those of shipped files as an earlier start kept them, all others parsed."""

from functools import lru_cache

from rulespec.language.cache import keep, recalled
from rulespec.language.errors import Problem
from rulespec.language.files import lasts
from rulespec.language.tree.declarations import RuleFile
from rulespec.language.tree.source import Source


@lru_cache(maxsize=64)  # for speed: of the files that a text is laid on, all are as they were at the next keystroke
def parse(source: Source) -> tuple[RuleFile | None, tuple[Problem, ...]]:
    """The tree of a file without its broken blocks, None if it has no header; and its problems."""
    if not lasts(source.path):
        return _read(source)
    texts = source.path, source.text
    tree: RuleFile | None = recalled(f"tree {source.path}", texts)
    if tree is not None:
        return tree, ()
    tree, problems = _read(source)
    if tree is not None and not problems:
        keep(f"tree {source.path}", texts, tree)
    return tree, problems


def _read(source: Source) -> tuple[RuleFile | None, tuple[Problem, ...]]:
    from rulespec.language.parser import read

    return read(source)
