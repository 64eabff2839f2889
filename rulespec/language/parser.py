"""From the text of a rule file to its tree, block by block, so that one mistake does not hide the next."""

import re
from functools import cache
from importlib.resources import files

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

from rulespec.errors import Problem, beyond, problem
from rulespec.language.builder import TreeBuilder
from rulespec.language.citing import MiscitedError
from rulespec.language.expected import EFFECTS, expected, found, misspelt_effect, remedy, whole_words
from rulespec.language.extent import excesses
from rulespec.language.limits import PROBLEMS
from rulespec.language.source import Source, Span
from rulespec.language.suggest import did_you_mean
from rulespec.tree.declarations import Header, Item, RuleFile

_GOES_ON = re.compile(r"(?:,|(?<![\w-])(?:and|or))[ \t]*(?:#.*)?$")
_WORD = re.compile(r"[^\W_][\w-]*|\S")


class _Indentation(Indenter):
    NL_type = "_NL"
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 (declared so by Lark)
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    tab_len = 4


@cache
def _parser() -> Lark:
    return Lark(
        files("rulespec.language").joinpath("rules.lark").read_text("utf-8"),
        parser="lalr",
        start=["header", "item"],
        postlex=_Indentation(),
        edit_terminals=whole_words,
        propagate_positions=True,
        maybe_placeholders=True,
    )


def parse(source: Source) -> tuple[RuleFile | None, list[Problem]]:
    """The tree of a file without its broken blocks, None where it has no header; and what is wrong with it."""
    problems: list[Problem] = []
    header: Header | None = None
    items: list[Item] = []
    unread: list[Span] = []
    pieces = _pieces(source)
    if not pieces:
        return None, [problem("E003", Span(source, 0, 0), "the file is empty", 'begin with: ruleset NAME "Title"')]
    for index, (start, end) in enumerate(pieces):
        first = _WORD.match(source.text, start)
        if index == 0 and (first is None or first.group() not in ("ruleset", "layer")):
            span = Span(source, start, first.end() if first else start + 1)
            what = "a rule file begins with 'ruleset' or 'layer'"
            problems.append(problem("E003", span, what, 'for example: ruleset intrigue "Our house rules"'))
            continue
        try:
            piece = _piece(source, start, end, "header" if index == 0 else "item")
        except _BrokenError as broken:
            problems.append(broken.problem)
            unread.append(Span(source, start, end))
            if len(problems) > PROBLEMS.most:
                break
            continue
        if isinstance(piece, Header):
            header = piece
        else:
            items.extend(piece)
    tree = RuleFile(header, tuple(items), tuple(unread), span=header.span) if header else None
    return tree, problems


class _BrokenError(Exception):
    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def _pieces(source: Source) -> list[tuple[int, int]]:
    """Where the top-level blocks begin and end."""
    starts: list[int] = []
    goes_on = False
    for number, start in enumerate(source.starts, 1):
        line = source.line(number)
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        if (not line[0].isspace() and not goes_on) or not starts:
            starts.append(start)
        goes_on = _GOES_ON.search(line) is not None
    return list(zip(starts, [*starts[1:], len(source.text)], strict=False))


def _piece(source: Source, start: int, end: int, rule: str) -> Header | tuple[Item, ...]:
    text = source.text[start:end]
    try:
        tree = _parser().parse(text, start=rule)
    except UnexpectedInput as error:
        raise _BrokenError(_unexpected(source, start, text, error)) from None
    except DedentError:
        raise _BrokenError(_uneven(source, start, text)) from None
    excess = min(excesses(tree), key=lambda each: each.start, default=None)
    if excess is not None:
        place = Span(source, start + excess.start, start + excess.end)
        raise _BrokenError(beyond(excess.limit, excess.found, place))
    try:
        built: Header | tuple[Item, ...] = TreeBuilder(source, start, text).transform(tree)
    except MiscitedError as wrong:
        place = Span(source, start + wrong.start, start + wrong.end)
        what = f"'{place.text}' cites nothing"
        raise _BrokenError(problem("E002", place, what, "a citation looks like (000:38-39) or (R8)")) from None
    return built


def _unexpected(source: Source, start: int, text: str, error: UnexpectedInput) -> Problem:
    at = error.pos_in_stream or 0
    if isinstance(error, UnexpectedToken):
        token = error.token
        at = token.start_pos if token.start_pos is not None else len(text.rstrip())
        allowed = set(error.accepts or error.expected)
    else:
        assert isinstance(error, UnexpectedCharacters)
        match = _WORD.match(text, at)
        token = Token("UNKNOWN", match.group() if match else text[at])
        allowed = set(error.allowed or ())
    if token.type in ("_NL", "_INDENT", "_DEDENT", "$END"):
        at = _end_of_words(text, at) if token.type != "_INDENT" else at + len(token)
        width = 1
    else:
        width = max(1, len(str(token).rstrip()))
    span = Span(source, start + at, start + at + width)
    line = source.line(span.line)
    misspelt = misspelt_effect(line) if line[:1].isspace() else ""
    if misspelt and not remedy(token, allowed):
        at = source.starts[span.line - 1] + line.index(misspelt)
        what, help_ = f"expected an effect, found '{misspelt}'", did_you_mean(misspelt, EFFECTS)
        return problem("E002", Span(source, at, at + len(misspelt)), what, help_)
    help_ = remedy(token, allowed)
    if token.type == "_NL" and line[: span.column - 1].rstrip().endswith(":"):
        help_ = "what follows a colon stands on the same line; before an indented block there is no colon"
    return problem("E002", span, f"expected {expected(allowed)}, found {found(token)}", help_)


def _end_of_words(text: str, at: int) -> int:
    """The end of what is written before an offset, comments aside."""
    line_start = text.rfind("\n", 0, max(0, min(at, len(text.rstrip())))) + 1
    line = re.sub(r"#.*", "", text[line_start:].split("\n", 1)[0]).rstrip()
    return line_start + len(line)


def _uneven(source: Source, start: int, text: str) -> Problem:
    """The line whose indentation belongs to no block."""
    open_blocks = [0]
    offset = 0
    for line in text.splitlines(keepends=True):
        stripped = line.strip()
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        if stripped and not stripped.startswith("#"):
            while indent < open_blocks[-1]:
                open_blocks.pop()
            if indent > open_blocks[-1]:
                if indent < max(open_blocks, default=0) or (offset and _dedented(text, offset, indent)):
                    break
                open_blocks.append(indent)
        offset += len(line)
    at = start + min(offset, len(text) - 1)
    line = source.text[at:].split("\n", 1)[0]
    spaces = len(line) - len(line.lstrip())
    span = Span(source, at + spaces, at + max(spaces + 1, len(line.rstrip())))
    return problem("E005", span, "this line's indentation fits no block around it", "align it with the lines above")


def _dedented(text: str, offset: int, indent: int) -> bool:
    """Whether the last written line before an offset stands deeper."""
    for line in reversed(text[:offset].splitlines()):
        if line.strip() and not line.strip().startswith("#"):
            return len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip()) > indent
    return False
