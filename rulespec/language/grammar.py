"""The grammar as Lark reads it, and its LALR table, to ask what could stand at a place."""

import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.util import cache_from_source
from pathlib import Path
from re import fullmatch
from typing import Any, NamedTuple

from lark import Lark
from lark.indenter import Indenter
from lark.lexer import PatternRE, PatternStr, TerminalDef
from lark.parsers.lalr_analysis import Shift

from rulespec.language.tree.limits import DEPTH

_WHOLE = r"(?![\w-])"
_JOINING = frozenset({"is", "are", "and", "or"})  # they stand beside names
NESTED = 5 * DEPTH.most  # the depth of the parser's stack; nothing within the limit of nesting needs more
OF_LAWS = frozenset(["OFFERED", "ENDED"])  # words of expressions in laws and scenarios, which play cannot use
_OF_SCENARIOS = ("scenario_block", "tried_on", "changes")  # the blocks that are not about play


class _Indentation(Indenter):
    NL_type = "_NL"
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    OPEN_PAREN_types: list[str] = ["LPAR"]  # noqa: RUF012 (declared so by Lark)
    CLOSE_PAREN_types: list[str] = ["RPAR"]  # noqa: RUF012
    tab_len = 4


@cache
def parser() -> Lark:
    """The parser of blocks; its table is cached in a file, since making it takes a quarter of a second."""
    here = files("rulespec.language")
    edited = sha256(Path(__file__).read_bytes()).hexdigest()  # the table depends on this module, too
    return Lark(
        here.joinpath("rules.lark").read_text("utf-8") + f"// {edited}",
        cache=_kept(),
        parser="lalr",
        start=["header", "item"],
        postlex=_Indentation(),
        edit_terminals=_whole_words,
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _kept() -> str | bool:
    """The file in which Lark caches its table, beside compiled modules; False if there is to be none."""
    if sys.dont_write_bytecode:
        return False
    try:
        return cache_from_source(__file__).removesuffix("pyc") + "lark"
    except NotImplementedError:  # a Python without compiled modules
        return False


def _whole_words(terminal: TerminalDef) -> None:
    """Makes a keyword match whole words only."""
    pattern = terminal.pattern
    if isinstance(pattern, PatternStr) and pattern.value[0].isalpha():
        terminal.pattern = PatternRE(pattern.value + _WHOLE)
        terminal.priority = 1


@cache
def keywords() -> dict[str, str]:
    """The keywords of the language, by the names of their terminals."""
    patterns = {terminal.name: terminal.pattern.value for terminal in parser().terminals}
    words = {name: value.removesuffix(_WHOLE) for name, value in patterns.items() if value.endswith(_WHOLE)}
    return words | {"_AND": "and", "_OR": "or"}


@cache
def words_of_rules() -> frozenset[str]:
    """The keywords that occur in rules, not only in scenarios."""
    seen, waiting = {"header", "item"}, ["header", "item"]
    words = set()
    while waiting:
        name = waiting.pop()
        for rule in parser().rules:
            if rule.origin.name != name or rule.alias in _OF_SCENARIOS:
                continue
            for symbol in rule.expansion:
                if symbol.is_term:
                    words.add(symbol.name)
                elif symbol.name not in seen:
                    seen.add(symbol.name)
                    waiting.append(symbol.name)
    return frozenset(word for name, word in keywords().items() if name in words)


@cache
def reserved() -> frozenset[str]:
    """The keywords that cannot be names, since conditions, values and predicates begin with them, or join by them."""
    condition = after("ALWAYS", "NAME", "COLON")
    predicate = after("ALWAYS", "NAME", "COLON", "NAME", "IS")
    return _JOINING | {keywords()[name] for name in (*legal(condition), *legal(predicate)) if name in keywords()}


@cache
def patterns() -> dict[str, str]:
    """The regular expressions of the terminals, in the order in which they are tried."""
    ordered = sorted(parser().terminals, key=lambda each: (-each.priority, each.name in ("NAME", "LPAR")))
    return {terminal.name: terminal.pattern.to_regexp() for terminal in ordered}


@lru_cache(maxsize=4096)
def terminals(text: str) -> tuple[str, ...]:
    """The terminals that match a word, the preferred one first."""
    return tuple(name for name, pattern in patterns().items() if fullmatch(pattern, text))


class Stack(NamedTuple):
    """A place in a block: the parser's stack as a linked list."""

    state: int
    beneath: "Stack | None"
    depth: int = 0


@cache
def _table(rule: str) -> Any:
    return parser().parse_interactive("", start=rule).parser_state.parse_conf


def begin(rule: str) -> Stack:
    """The stack at the beginning of a `header` or an `item`."""
    return Stack(_table(rule).start_state, None)


def shift(stack: Stack, terminal: str) -> Stack | None:
    """The stack after one more terminal; None if it cannot stand there."""
    states = _table("item").states
    while True:
        action, target = states[stack.state].get(terminal, (None, None))
        if action is None:
            return None
        if action is Shift:
            return Stack(target, stack, stack.depth + 1) if stack.depth < NESTED else None
        for _ in target.expansion:
            assert stack.beneath is not None
            stack = stack.beneath
        stack = Stack(states[stack.state][target.origin.name][1], stack, stack.depth + 1)


def after(*read: str) -> Stack:
    """The stack after these terminals from the beginning of a block, which they must be able to begin."""
    stack = begin("item")
    for terminal in read:
        further = shift(stack, terminal)
        assert further is not None
        stack = further
    return stack


def ends(stack: Stack, rule: str) -> bool:
    """Whether a block may end here."""
    table = _table(rule)
    while stack.state != table.end_state:
        action, target = table.states[stack.state].get("$END", (None, None))
        if action is None or action is Shift:
            return False
        for _ in target.expansion:
            assert stack.beneath is not None
            stack = stack.beneath
        stack = Stack(table.states[stack.state][target.origin.name][1], stack)
    return True


def read_as(stack: Stack, choices: Iterable[str]) -> str | None:
    """The terminal that a word is read as: the first that the state allows; None if there is none."""
    row = _table("item").states[stack.state]
    return next((each for each in choices if each in row), None)


def read(stack: Stack, choices: Iterable[str]) -> Stack | None:
    """The stack after a word that can be any of these terminals; None if it cannot stand there."""
    known = read_as(stack, choices)
    return None if known is None else shift(stack, known)


def legal(stack: Stack) -> list[str]:
    """The terminals that can stand next."""
    row = _table("item").states[stack.state]
    return [name for name in row if name.upper() == name and name != "$END" and shift(stack, name) is not None]


def wants_block(stack: Stack) -> bool:
    """Whether nothing but an indented block can stand next."""
    return legal(stack) == ["_INDENT"] and "$END" not in _table("item").states[stack.state]
