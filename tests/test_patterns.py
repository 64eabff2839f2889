"""Every regular expression of the project: a text twice as long costs at most about twice as much."""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from re import _constants as codes
from re import _parser as parser
from typing import Any

from attrs import field, frozen

from palast.commandline import BETTER
from palast.prompt import paint
from rulespec.language import scan
from rulespec.language.grammar import patterns
from rulespec.language.mistakes import idioms
from tests.backtracking import Expression, Text, TooDear
from tests.effort import some, tried

ROOT = Path(__file__).parent.parent
PYTHON = [
    ROOT / "pytest_rulespec.py",
    *(path for pattern in ("rulespec/**/*.py", "palast/**/*.py", "web/*.py") for path in ROOT.glob(pattern)),
]
SCRIPTS = [*ROOT.glob("web/*.mjs"), *ROOT.glob("web/src/*.ts")]
ONCE = {"match", "fullmatch"}  # tried at one place of a text, unless it is told at which
ASKED = ONCE | {"search", "sub", "subn", "split", "findall", "finditer"}
TWICE = 2.2
SIZES = (24, 48, 96, 192, 384)  # characters: what is bound to so many may cost more up to there


@frozen
class Found:
    """A pattern, whether it is only tried at one place of a text, and how much of a text it is shown."""

    place: str
    pattern: str = field(repr=False)
    flags: int = 0
    anchored: bool = False
    most: int | None = None


class Unknown(Exception):
    """A place where the list cannot tell what the pattern is."""


def made(place: str) -> Iterator[Found]:
    """The patterns of a function that makes them as it runs."""
    match place:
        case "rulespec/language/grammar.py: terminals":  # Lark tries them together; here each is tried on a word
            yield Found(f"{place} together", "|".join(f"(?:{each})" for each in patterns().values()))
            for name, terminal in patterns().items():
                yield Found(f"{place} {name}", terminal, anchored=True)
        case "rulespec/language/scan.py: _pattern":
            yield Found(place, scan._pattern().pattern)
        case "rulespec/language/mistakes/idioms.py: _phrases":
            seen = idioms._BEFORE + 2 * idioms._AFTER
            for section in sorted({*idioms._sections()} - {"words", "german"}):
                for pattern, _ in idioms._phrases(section):
                    yield Found(f"{place} {pattern.pattern!r}", pattern.pattern, pattern.flags, most=seen)
        case "palast/commandline.py: error":
            for better in BETTER:
                yield Found(f"{place} {better!r}", better)
        case "palast/prompt/paint.py: _pattern":
            yield Found(place, paint._pattern(["rote Zofe", "Zofe rot", "rot", "(Hand 4)"]).pattern)
        case _:
            raise Unknown(f"{place} makes patterns as it runs: say here which")


@cache
def in_python() -> tuple[Found, ...]:
    """The patterns of all modules, which two tests look at."""
    return tuple(_in_python())


def _in_python() -> Iterator[Found]:
    texts = {path: path.read_text("utf-8") for path in PYTHON}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    asked = {path: set(_asked(tree)) for path, tree in trees.items()}
    for path in [path for path, text in texts.items() if re.search(r"\b(?:import re|from re import)\b", text)]:
        tree = trees[path]
        module = path.relative_to(ROOT).as_posix()
        names = {id(node.value): node.targets[0].id for node in tree.body
                 if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}  # fmt: skip
        bare = {alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom)
                and node.module == "re" for alias in node.names}  # fmt: skip
        for function, node in _calls(tree):
            match node.func:
                case ast.Attribute(value=ast.Name(id="re"), attr="compile"):
                    name = names.get(id(node), "")
                    here = [asked[path]] if name.startswith("_") else asked.values()
                    uses = {use for each in here for use in each if use[0] == name}
                    anchored, flags = bool(uses) and all(once for _, once in uses), node.args[1:]
                case ast.Attribute(value=ast.Name(id="re"), attr=how) | ast.Name(id=how) if how in ASKED and (
                    how in bare or not isinstance(node.func, ast.Name)
                ):
                    anchored, flags = how in ONCE, [each for each in node.args[2:] if "re." in ast.unparse(each)]
                case _:
                    continue
            flags += [each.value for each in node.keywords if each.arg == "flags"]
            try:
                pattern, flag = _value(node.args[0], module), sum(_value(each, module) for each in flags)
            except NameError:
                yield from made(f"{module}: {function}")
            else:
                yield Found(f"{module}:{node.lineno}", pattern, flag, anchored)


def _calls(node: ast.AST, function: str = "") -> Iterator[tuple[str, ast.Call]]:
    """The calls in a tree, each with the outermost function that it is in."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.Call):
            yield function, each
        yield from _calls(each, each.name if isinstance(each, ast.FunctionDef) and not function else function)


def _asked(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """The names of patterns that are used, and whether at one place of a text: told which, one is in a loop."""
    nodes = [*ast.walk(tree)]
    placed = {id(node.func) for node in nodes if isinstance(node, ast.Call) and len(node.args) > 1}
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id=name) | ast.Attribute(attr=name), attr=how) if how in ASKED:
                yield name, how in ONCE and id(node) not in placed


def _value(node: ast.expr, module: str) -> Any:
    """What an expression in a module is; for a name that is escaped as the program runs, there is an example."""

    class Escaped(ast.NodeTransformer):
        def visit_Call(self, call: ast.Call) -> ast.AST:
            return ast.Constant(re.escape("or-der")) if ast.unparse(call.func) == "re.escape" else call

    expression = ast.fix_missing_locations(ast.Expression(Escaped().visit(node)))
    if isinstance(expression.body, ast.Constant):
        return expression.body.value
    names = vars(importlib.import_module(module.removesuffix(".py").replace("/", ".")))
    return eval(compile(expression, module, "eval"), names)


_SCRIPT = re.compile(
    r"""//[^\n]*|/\*[\s\S]*?\*/|"(?:[^"\\\n]|\\.)*"  # what holds no pattern
      |(?:[(,=:[!&|?;]|=>|\breturn)\s*/(?![*/])(?P<pattern>(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/(?P<flags>[a-z]*)
      |(?P<made>\bRegExp\s*\()""",
    re.VERBOSE,
)


def in_scripts() -> Iterator[Found]:
    for path in SCRIPTS:
        text = path.read_text("utf-8")
        for found in _SCRIPT.finditer(text):
            place = f"{path.relative_to(ROOT).as_posix()}:{text.count(chr(10), 0, found.start()) + 1}"
            if found["made"]:
                raise Unknown(f"{place} makes a pattern as it runs: write it as one that can be read here")
            if found["pattern"]:
                yield Found(
                    place, _in_words_of_python(found["pattern"]), _FLAGS["i" in found["flags"], "s" in found["flags"]]
                )


_FLAGS = {(False, False): 0, (True, False): re.I, (False, True): re.S, (True, True): re.I | re.S}


def _in_words_of_python(pattern: str) -> str:
    pattern = re.sub(r"\(\?<(?![=!])", "(?P<", pattern.replace(r"\p{L}\p{N}_", r"\w"))
    return re.sub(r"(?<!\\)\$", r"\\Z", pattern)


def grows(expression: Expression, text: Text, found: Found) -> bool:
    """Whether each text costs more than about twice as much as one half as long, whatever their lengths."""
    before = None
    for size in SIZES:
        try:
            cost = expression.cost(text.of(size)[: found.most], anchored=found.anchored)
        except TooDear:
            return True
        if before is not None and cost <= TWICE * before:
            return False
        before = cost
    return True


def too_dear(found: Found, texts: int) -> Iterator[str]:
    expression = Expression(found.pattern, found.flags)
    for text in some([*expression.texts()], texts):
        if grows(expression, text, found):
            yield f"{found.place}: {found.pattern!r} on {text}"
            return


def test_a_text_twice_as_long_costs_a_pattern_at_most_about_twice_as_much() -> None:
    found = [*in_python(), *in_scripts()]
    assert not [dear for each in some(found, 100) for dear in too_dear(each, tried(10_000, 1 if each.most else 3))]
    assert len(found) > 250


def keeps(parsed: Any, *, possessive: bool = False) -> bool:
    """Whether a pattern keeps what is matched within something possessive."""
    for kind, value in parsed:
        if kind is codes.SUBPATTERN:
            found = (possessive and value[0] is not None) or keeps(value[-1], possessive=possessive)
        elif kind in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            found = keeps(value[2], possessive=possessive or kind is codes.POSSESSIVE_REPEAT)
        elif kind is codes.BRANCH:
            found = any(keeps(each, possessive=possessive) for each in value[1])
        elif kind in (codes.ASSERT, codes.ASSERT_NOT):
            found = keeps(value[1], possessive=possessive)
        else:
            found = kind is codes.ATOMIC_GROUP and keeps(value, possessive=True)
        if found:
            return True
    return False


def test_no_pattern_keeps_what_it_matches_within_something_possessive() -> None:
    """Python 3.11.2, which is Debian's, then finds nothing where newer ones do."""
    found = in_python()
    assert [each.place for each in found if keeps(parser.parse(each.pattern, each.flags))] == []
    assert len(found) > 250
    for pattern, is_kept in {r"(?:(a) (?!b))?+c": True, r"(?:a)?+(b)": False, r"(?>x(a))": True}.items():
        assert keeps(parser.parse(pattern)) is is_kept


def test_patterns_that_try_a_text_again_and_again_are_seen_as_that() -> None:
    anywhere = ('"(?:[^"\\\\]|\\\\.)*"', r"\s+$", r"\w+(?: to \w+)? cards", r",(?=.*;)")
    at_one_place = (r"a*a*b", r"(?:a|b|ab)*c", r"(?:x+x+)+y", r"(\w|\dx?)+?-", r"(?:.*,){3}x")
    for pattern in some([*anywhere, *at_one_place], 5):
        assert list(too_dear(Found("", pattern, anchored=pattern in at_one_place), 10_000)), pattern
    for pattern in (r"(?<!\s)\s++$", r"x{2,9}y", r"(?<![\w-])[\w-]++ cards"):
        assert not list(too_dear(Found("", pattern), tried(10_000, 30))), pattern
    for pattern in ('"(?:[^"\\\\]|\\\\.)*+"', r"a*+b", r"(?:ab|cd)*c"):
        assert not list(too_dear(Found("", pattern, anchored=True), tried(10_000, 30))), pattern
