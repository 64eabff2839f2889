"""Every match over a closed set handles all of it, so that a new class of the set cannot be ignored silently."""

import ast
import importlib
import types
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

from attrs import frozen

from tests.library import ROOT

_SMALL = 10  # in a set of up to so many classes, a match may ask for one and ignore the rest
_FEW = 4  # in a larger set, for fewer than this part of it
_PACKAGES = ("rulespec", "palast")


@frozen
class _Match:
    """A match over classes: those that it handles whatever their fields are, and those that it names at all."""

    where: str
    handled: frozenset[type]
    named: frozenset[type]
    default: str  # "none", "never", "raises", "hands on" or "ignores"


def test_each_match_over_a_closed_set_handles_all_of_it_or_asks_for_a_few_shapes() -> None:
    sets, matches = _closed_sets(), list(_matches())
    ignoring = [
        f"{each.where}: {len(there)} of {len(whole)} classes of {name}"
        for each in matches
        if each.default in ("none", "ignores")
        for name, whole in _covering(each.named, sets)
        if not _asks_for_few(len(there := _members(each.handled, whole)), len(whole))
    ]
    assert ignoring == []
    often = {kind: sum(each.default == kind for each in matches) for kind in ("never", "raises", "hands on", "ignores")}
    assert often["never"] > 100 and min(often.values()) > 2, often


def _asks_for_few(named: int, size: int) -> bool:
    return named <= 1 if size <= _SMALL else _FEW * named < size


def test_closed_sets_are_found_by_their_declarations() -> None:
    names = {name.rpartition(".")[2] for name in _closed_sets()}
    wanted = {"Statement", "Effect", "Pick", "Use", "Role", "Expression", "Condition", "Sieve", "Declaration"}
    assert wanted | {"Term", "Instruction", "Event", "Claim", "Cause", "Pending", "Shape"} <= names


def test_what_a_match_ignores_is_found() -> None:
    assert [_asks_for_few(*each) for each in ((1, 2), (2, 10), (7, 32), (8, 32))] == [True, False, True, False]
    sets = {"Use": frozenset({int, str, bytes, float, list})}
    for body, default in (
        ("case int(): pass", "none"),
        ("case int(): pass\n    case _: pass", "ignores"),
        ("case int(): pass\n    case other: use(other)", "hands on"),
        ("case int(): pass\n    case _: use(node)", "hands on"),
        ("case int(): pass\n    case _: raise TypeError", "raises"),
        ("case int(): pass\n    case _: assert_never(node)", "never"),
    ):
        found = _match(ast.parse(f"match node:\n    {body}").body[0], "", {})
        assert found is not None and found.default == default
        assert _members(found.handled, sets["Use"]) == {int}
    for body in ("case int() if node: pass", "case int(real=1): pass", "case [int()]: pass"):
        found = _match(ast.parse(f"match node:\n    {body}").body[0], "", {})
        assert found is None or not found.handled
    assert _covering(frozenset({int, str}), sets) == [("Use", sets["Use"])]


# ---- the closed sets


def _closed_sets() -> dict[str, frozenset[type]]:
    """The public unions of the project's own classes, by their names."""
    return {
        f"{module.__name__}.{name}": frozenset(own)
        for _, module in _modules()
        for name, value in vars(module).items()
        if isinstance(value, types.UnionType) and not name.startswith("_")
        if len(own := [each for each in get_args(value) if _is_own(each)]) > 1
    }


def _is_own(kind: object) -> bool:
    return isinstance(kind, type) and kind.__module__.partition(".")[0] in _PACKAGES


def _covering(named: frozenset[type], sets: dict[str, frozenset[type]]) -> list[tuple[str, frozenset[type]]]:
    """The smallest set that contains the named classes; if none does, the largest that contains each of them."""
    whole = [each for each in sets.items() if all(_within(one, each[1]) for one in named)]
    if whole:
        return [min(whole, key=lambda each: len(each[1]))]
    found = dict[str, frozenset[type]]()
    for one in named:
        around = [each for each in sets.items() if _within(one, each[1])]
        found |= [max(around, key=lambda each: len(each[1]))] if around else []
    return list(found.items())


def _within(one: type, whole: Iterable[type]) -> bool:
    return any(issubclass(one, each) or issubclass(each, one) for each in whole)


def _members(handled: Iterable[type], whole: Iterable[type]) -> set[type]:
    return {each for each in whole if any(issubclass(each, one) for one in handled)}


# ---- the matches


def _modules() -> Iterator[tuple[ast.Module, types.ModuleType]]:
    for package in _PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            if any(isinstance(node, ast.Match | ast.BinOp) for node in ast.walk(tree)) and path.stem != "building":
                yield tree, importlib.import_module(_name(path))


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _matches() -> Iterator[_Match]:
    for tree, module in _modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Match):
                found = _match(node, f"{module.__name__}:{node.lineno}", vars(module))
                if found is not None:
                    yield found


def _match(node: ast.AST, where: str, names: dict[str, Any]) -> _Match | None:
    assert isinstance(node, ast.Match)
    named: set[type] = set()
    handled: set[type] = set()
    for case in node.cases:
        for pattern in _classes(case.pattern):
            kinds = _meant(pattern, names)
            named |= kinds
            if case.guard is None and _whatever(pattern):
                handled |= kinds
    return _Match(where, frozenset(handled), frozenset(named), _default(node)) if named else None


def _classes(pattern: ast.pattern) -> Iterator[ast.MatchClass]:
    """The classes that a pattern asks for by themselves, or with others in `|` or under a name."""
    match pattern:
        case ast.MatchClass():
            yield pattern
        case ast.MatchOr(patterns):
            for each in patterns:
                yield from _classes(each)
        case ast.MatchAs(ast.pattern() as inner):
            yield from _classes(inner)


def _whatever(pattern: ast.MatchClass) -> bool:
    """Whether all members of the class match."""
    return all(isinstance(each, ast.MatchAs) and each.pattern is None for each in _parts(pattern))


def _parts(pattern: ast.MatchClass) -> list[ast.pattern]:
    return [*pattern.patterns, *pattern.kwd_patterns]


def _meant(pattern: ast.MatchClass, names: dict[str, Any]) -> set[type]:
    meant = eval(ast.unparse(pattern.cls), dict(names))  # a name of the module, or an attribute of one
    return set(get_args(meant)) or {meant}


def _default(node: ast.Match) -> str:
    last = node.cases[-1]
    if last.guard is not None or not isinstance(last.pattern, ast.MatchAs) or last.pattern.pattern is not None:
        return "none"
    subject = node.subject.target if isinstance(node.subject, ast.NamedExpr) else node.subject
    given = {last.pattern.name, ast.unparse(subject)}
    match last.body[-1]:
        case ast.Raise():
            return "raises"
        case ast.Expr(ast.Call(ast.Name("assert_never"))):
            return "never"
        case _:
            used = {ast.unparse(each) for line in last.body for each in ast.walk(line) if isinstance(each, ast.expr)}
            return "hands on" if given & used else "ignores"
