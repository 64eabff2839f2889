"""Parses rule files block by block, so that one error does not hide the next."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from operator import itemgetter
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from rulespec.language.builder import TreeBuilder
from rulespec.language.citing import MiscitedError
from rulespec.language.errors import Fix, Problem, beyond, problem
from rulespec.language.extent import Excess, excesses
from rulespec.language.grammar import parser
from rulespec.language.mistakes.slips import slips
from rulespec.language.reading import keywords_as_names, logical_lines, nested_too_deep, on_one_line
from rulespec.language.scan import Line
from rulespec.language.suggest import meant, nearest
from rulespec.language.tree.declarations import Header, Item, RuleFile
from rulespec.language.tree.limits import DEPTH, PROBLEMS
from rulespec.language.tree.source import RECORD, Source, Span

_KINDS = ("ruleset", "layer", "scenarios")
_GOES_ON = re.compile(r"(?:,|(?<![\w-])(?:and|or))[ \t]*(?:#.*)?$")
_SCENARIO = re.compile(r'(?:(?:add|replace)[ \t]+(?:pinned[ \t]+"[^"\n]*"[ \t]+)?)?scenario(?![\w-])')
_PART = re.compile(r"(?:given|when|then)(?![\w-])")  # of a scenario, whether or not it is indented
_LAST_CASE = re.compile(r"(?:else|otherwise)(?![\w-])")
_WORD = re.compile(r"[^\W_][\w-]*|\S")


def read(source: Source) -> tuple[RuleFile | None, tuple[Problem, ...]]:
    """The tree of a file and its problems, as `parse` returns them, without looking for an earlier result."""
    problems: list[Problem] = []
    header: Header | None = None
    items: list[Item] = []
    unread: list[Span] = []
    whole = False  # whether some block can be read
    pieces = blocks(source)
    if not pieces:
        return None, (problem("E003", Span(source, 0, 0), "the file is empty", 'start with: ruleset NAME "Title"'),)
    for index, (start, end) in enumerate(pieces):
        first = _WORD.match(source.text, start)
        if index == 0 and (first is None or first.group() not in _KINDS):
            span = Span(source, start, first.end() if first else start + 1)
            problems.append(_headless(span))
            continue
        if (
            problems
            and _LAST_CASE.match(source.text, start)
            and problems[-1].line >= source.position(pieces[index - 1][0])[0]
        ):
            unread.append(Span(source, start, end))  # it belongs to the value above, which is reported
            continue
        try:
            piece = _piece(source, start, end, "header" if index == 0 else "item")
        except _BrokenError as broken:
            problems += broken.problems
            rest, lost = _rest(source, start, end, broken.problems) if index else ((), [Span(source, start, end)])
            items.extend(rest)
            unread += lost
            if len(problems) > PROBLEMS.most:
                break
            continue
        if isinstance(piece, Header):
            header = piece
        else:
            items.extend(piece)
            whole = True
    if header is None:
        return None, tuple(problems if whole else problems[:1])  # where nothing can be read, it is no rule file
    return RuleFile(header, tuple(items), tuple(unread), span=header.span.within(source)), tuple(problems)


def header_of(source: Source) -> Header | None:
    """The header of a file, None if it has none; for speed without reading what follows."""
    for start, end in blocks(source)[:1]:
        first = _WORD.match(source.text, start)
        if first is not None and first.group() in _KINDS:
            with suppress(_BrokenError):
                piece = _piece(source, start, end, "header")
                return piece if isinstance(piece, Header) else None
    return None


def _headless(first: Span) -> Problem:
    """The problem of a file that does not begin with a header."""
    if first.source.text.startswith(RECORD):
        remedy = "replay it instead of loading it"
        return problem("E003", first, "this is a record of a game, not a rule file", remedy)
    near = nearest(first.text, _KINDS)
    remedy = meant(first.text, near) if near else 'for example: ruleset intrigue "Our house rules"'
    return problem("E003", first, "a rule file must start with 'ruleset', 'layer' or 'scenarios'", remedy)


class _ExceededError(Exception):
    def __init__(self, excess: Excess) -> None:
        self.excess = excess


class _BrokenError(Exception):
    def __init__(self, *problems: Problem) -> None:
        self.problems = problems


@lru_cache(maxsize=4)
def blocks(source: Source) -> list[tuple[int, int]]:
    """The top-level blocks of a source as pairs of offsets; the first is the header."""
    starts: list[int] = []
    goes_on = in_scenario = False
    for number, start in enumerate(source.starts, 1):
        line = source.line(number)
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        at_margin = not line[0].isspace() and not (in_scenario and _PART.match(line))
        if (at_margin and not goes_on) or not starts:
            starts.append(start)
            in_scenario = _SCENARIO.match(line) is not None
        goes_on = _GOES_ON.search(line) is not None
    return list(zip(starts, [*starts[1:], len(source.text)], strict=False))


def _rest(source: Source, start: int, end: int, problems: Sequence[Problem]) -> tuple[tuple[Item, ...], list[Span]]:
    """The items of a block with its broken lines mended or left out, and the spans of these lines.

    If nothing can be read in either way, no items and the span of the block.
    """
    block, lost = source.block(start, end), list[Line]()
    text = block.text
    wrong = [each.span.start - start for each in problems if each.span is not None]
    under: int | None = None  # the indentation of a lost line, with which all is lost that is indented under it
    for line in logical_lines(text, "item"):
        beneath = under is not None and line.indent > under
        if beneath or any(line.start <= at <= line.end for at in wrong):
            under = under if beneath else line.indent
            lost.append(line)
        else:
            under = None
    mended = _mended(block, [fix for each in problems for fix in each.fixes], start) if lost else ()
    if mended:
        return mended, [Span(source, start + line.start, start + line.end) for line in lost]
    whole = not lost or not lost[0].indent or _SCENARIO.match(text)  # what a scenario lacks would be told of it
    for instead in () if whole else ("", "nothing"):
        left = text
        for line in lost:
            blank = re.sub(r"[^\n]", " ", text[line.start : line.end])
            filled = blank if "\n" in blank[: len(instead)] else instead + blank[len(instead) :]
            left = left[: line.start] + filled[: len(blank)] + left[line.end :]
        try:
            tree, excess = _parsed(left, "item")
            items = TreeBuilder(block, left).build(tree) if excess is None else None
        except (UnexpectedInput, DedentError, MiscitedError):
            continue
        if isinstance(items, tuple):
            return items, [Span(source, start + line.start, start + line.end) for line in lost]
    return (), [Span(source, start, end)]


def _mended(block: Source, fixes: Iterable[Fix], start: int) -> tuple[Item, ...]:
    """The items of a block that begins at an offset of its file, with fixes applied; none if it still is broken.

    Spans are those of the block as written.
    """
    text, moved, at = "", [(0, 0)], 0  # moved: from which offset on the text is moved by how much
    for fix in sorted(fixes, key=lambda fix: fix.span.start):
        begin, end = fix.span.start - start, fix.span.end - start
        if begin < at:
            return ()
        text, at = text + block.text[at:begin] + fix.text, end
        moved.append((len(text), at - len(text)))
    text += block.text[at:]

    def written(offset: int) -> int:
        return min(offset + moved[bisect_right(moved, offset, key=itemgetter(0)) - 1][1], len(block.text))

    try:
        tree, excess = _parsed(text, "item")
        items = TreeBuilder(block, text, written).build(tree) if excess is None else ()
    except (UnexpectedInput, DedentError, MiscitedError):
        return ()
    return items if isinstance(items, tuple) else ()


@lru_cache(maxsize=1024)  # for speed: whoever adds a line to a file moves all blocks below, and parsing is two thirds
def _parsed(text: str, rule: str) -> tuple[Tree[Token], Excess | None]:
    """The parse tree of a block, and the first limit that it exceeds; text nested too deep is not parsed."""
    deep = nested_too_deep(text, rule)
    if deep is not None:
        return Tree(rule, []), Excess(DEPTH, DEPTH.most + 1, deep.start, deep.end)
    try:
        tree = parser().parse(text, start=rule)
    except (UnexpectedInput, DedentError):
        tree = _reread(text, rule)
    return tree, min(excesses(tree), key=lambda each: each.start, default=None)


def _reread(text: str, rule: str) -> Tree[Token]:
    """The parse tree of a block in which keywords are names, or deeper lines continue others; or what Lark raises."""
    names = keywords_as_names(text, rule)
    parsing: Any = parser().parse_interactive(on_one_line(text, rule), start=rule)
    for token in parsing.iter_parse():  # which feeds each token after it is looked at here
        if token.start_pos in names:
            token.type = "NAME"
    tree: Tree[Token] = parsing.feed_eof()
    return tree


@lru_cache(maxsize=1024)  # for speed: a block that stays where it is stays the same, with all that is found out of it
def _built(block: Source, rule: str) -> Header | tuple[Item, ...]:
    """What a block says; what is wrong with it is raised, and told anew each time."""
    tree, excess = _parsed(block.text, rule)
    if excess is not None:
        raise _ExceededError(excess)
    built: Header | tuple[Item, ...] = TreeBuilder(block, block.text).build(tree)
    return built


def _piece(source: Source, start: int, end: int, rule: str) -> Header | tuple[Item, ...]:
    try:
        return _built(source.block(start, end), rule)
    except UnexpectedInput as error:
        at = min(start + (error.pos_in_stream or 0), end - 1)
        unread = problem("E002", Span(source, at, at + 1), "cannot parse the file from here on")
        raise _BrokenError(*(slips(source, start, end, rule) or [unread])) from None
    except DedentError:
        raise _BrokenError(*slips(source, start, end, rule)) from None
    except _ExceededError as error:
        excess = error.excess
        place = Span(source, start + excess.start, start + excess.end)
        raise _BrokenError(beyond(excess.limit, excess.found, place)) from None
    except MiscitedError as wrong:
        place = Span(source, start + wrong.start, start + wrong.end)
        what = f"'{place.text}' is not a citation"
        raise _BrokenError(problem("E002", place, what, "write a citation such as (000:38-39) or (R8)")) from None
