"""Writes `nodes.h` and `events.h` from what Python declares: `python headers.py FOLDER`.

While the extension is built, nothing but the standard library is there. So the declarations are read, not imported.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parent.parent
EVENT_FIELDS = {  # what is on a log, by the type of the field
    "int": "#", "Card": "#", "Audience": "#", "int | None": "?", "Row": "*", "tuple[int, ...]": "*", "Any": "a",
    "tuple[Row, ...] | None": "z", "tuple[int | None, ...]": "v",
}  # fmt: skip

_NODES = """/* The nodes of a plan's image, as `plan/nodes/` declares them.

   A node is its number and its fields. Letters say what a field is:
     #  any number           b  0 or 1                 l  a slot              n  the number of a variable
     j  an instruction       p  the number of a place  m  bits of what changed, as many words as it takes
     r  the number of a register, where something is kept while a term is worked out
     x  0 or 1: whether each member of the set is `own` as well as `it`
     any other, where a node of that kind stands, which is before this one; in capitals, or 0
     *[...]  a number, and the fields as often as that
   Before a letter: @  it is asked for somebody else        .  it is asked for each member of the set */

#ifndef RULESPEC_NODES_H
#define RULESPEC_NODES_H

#define NODES(X) {nodes}

{sorts}

typedef enum {{
#define X(name, kind, fields, depends) name,
    NO_NODE,
    NODES(X)
#undef X
    NODE_COUNT
}} Node;

/* For switches: the compiler names the case that is missing. */
#define X(name, kind) CASE_##name = name,
typedef enum {{ EACH_INSTRUCTION(X) }} AnyInstruction;
typedef enum {{ EACH_EFFECT(X) }} AnyEffect;
typedef enum {{ EACH_PICK(X) }} AnyPick;
typedef enum {{ EACH_SIEVE(X) }} AnySieve;
typedef enum {{ EACH_STEP(X) }} AnyStep;
#undef X

#define DECLARED {declared}

#endif
"""

_EVENTS = """/* The kinds of events, by the numbers that they have on every log, each with what its fields are:
     #  a number   ?  a number or none, in two words   *  a set: how many, and which   a  an answer
     z  zones: how many words, then a set for each   v  how many, then each as a number or none */

#ifndef RULESPEC_EVENTS_H
#define RULESPEC_EVENTS_H

#define EVENTS(X) {events}

enum {{
#define X(name, number, fields) EVENT_##name = number,
    EVENTS(X)
#undef X
    EVENT_COUNT = {count}
}};

extern const char *const EVENT_FIELDS[EVENT_COUNT];

/* The fields of events that carry cards: the kind and how many before it, how, and the fields with the cards, with the
   place of each before, and with its place afterwards; and how many fields come first that are a number each. */
#define CARD_FIELDS_OF_EVENTS(X) {carried}

enum {{ {audiences} }};

#endif
"""


def written(target: Path) -> None:
    """Writes both headers into a folder."""
    target.mkdir(parents=True, exist_ok=True)
    (target / "nodes.h").write_text(nodes_header(), encoding="utf-8")
    (target / "events.h").write_text(events_header(), encoding="utf-8")


# ---- nodes


class NodeLetters(NamedTuple):
    """What `nodes.h` says of a node: the letters of its sort and its fields, `Node.varies`, its sort and its class."""

    letter: str
    fields: str
    varies: str
    sort: str
    kind: str


class Declarations:
    """The classes of a folder, and what the names in their annotations stand for."""

    def __init__(self, folder: Path) -> None:
        bodies = [each for path in sorted(folder.glob("*.py")) for each in _parsed(path)]
        named = {
            each.target.id: each.value
            for each in bodies
            if isinstance(each, ast.AnnAssign) and each.value and isinstance(each.target, ast.Name)
        }
        self._roles = {name: _letter(value) for name, value in named.items() if _called(value) == "Role"}
        self._aliases = {name: value for name, value in named.items() if name not in self._roles}
        self._classes = {each.name: each for each in bodies if isinstance(each, ast.ClassDef)}

    def nodes(self) -> dict[str, NodeLetters]:
        """What is told of each node, by its name."""
        found: dict[str, NodeLetters] = {}
        for declared in self._classes.values():
            for decorator in declared.decorator_list:
                if isinstance(decorator, ast.Call):
                    named = [each.id for each in decorator.args if isinstance(each, ast.Name)]
                    sort = next(iter(named), _called(decorator).upper())
                    varies = {each.arg: ast.unparse(each.value) for each in decorator.keywords}.get("varies", "0")
                    found.update(self._named(declared, sort, varies) if sort in self._roles else ())
        return dict(sorted(found.items()))

    def _named(self, declared: ast.ClassDef, sort: str, varies: str) -> Iterator[tuple[str, NodeLetters]]:
        said = [each.annotation for each in _fields(declared)]
        kind = _snake(declared.name)
        names = next((names for names in map(_which, said) if names), [kind.upper()])
        letters = sorted((self._letters(each, declared.name) for each in said), key=lambda each: each.startswith("*"))
        for name in names:
            for role, ending in (("VALUE", ""), ("SET", "_SET")) if sort == "EITHER" else ((sort, ""),):
                letter = self._roles[role]
                fields = "".join(letters).replace(self._roles["EITHER"], letter)
                yield name + ending, NodeLetters(letter, fields, varies, role, kind)

    def _letters(self, said: ast.expr, owner: str) -> str:
        """The letters of an annotation, as `Shape.letters` in `plan/nodes/roles.py` has them."""
        match said:
            case ast.Attribute(attr=name) | ast.Name(id=name) if name in self._aliases:
                return self._letters(self._aliases[name], owner)
            case ast.Attribute(attr=name) | ast.Name(id=name) if name in self._classes:
                return "".join(self._letters(each.annotation, owner) for each in _fields(self._classes[name]))
            case ast.BinOp(left, ast.BitOr(), ast.Constant(None)):
                inner = self._letters(left, owner)
                is_node = len(inner) == 1 and inner in self._node_letters
                return inner.upper() if is_node else inner if inner[:1] in ("", "*") else f"b{inner}"
            case ast.Subscript(ast.Name("Annotated"), ast.Tuple([whole, *named])):
                if any(_called(each) == "Which" for each in named):
                    return ""
                letters = "".join(self._roles[each.id] for each in named if isinstance(each, ast.Name))
                marked = any(isinstance(each, ast.Name) and each.id == "IS_SET" for each in named)
                return letters.replace("-", "") if letters or marked else self._letters(whole, owner)
            case ast.Subscript(ast.Name("tuple"), ast.Tuple([one, ast.Constant(end)])) if end is ...:
                return f"*[{self._letters(one, owner)}]"
            case ast.Subscript(ast.Name("tuple"), ast.Tuple(several)):
                return "".join(self._letters(each, owner) for each in several)
        raise SystemExit(f"'{ast.unparse(said)}' in {owner} has no role")

    @property
    def _node_letters(self) -> set[str]:
        return {letter for letter in self._roles.values() if letter.isalpha() and letter not in "bplnjmxr"} | {"?"}


def nodes_header() -> str:
    """`nodes.h`."""
    nodes = Declarations(PACKAGE / "plan" / "nodes").nodes()
    rows = [f"X({name}, '{told.letter}', \"{told.fields}\", {told.varies})" for name, told in nodes.items()]
    sorts: dict[str, list[str]] = {}
    for name, told in nodes.items():
        sorts.setdefault(told.sort, []).append(f"X({name}, {told.kind})")
    each = [f"#define EACH_{sort}(X) {_listed(found)}" for sort, found in sorted(sorts.items())]
    declared = [f'"{name} {told.letter} {told.fields} {told.varies} {told.kind}\\n"' for name, told in nodes.items()]
    return _NODES.format(nodes=_listed(rows), sorts="\n\n".join(each), declared=_listed(declared))


# ---- events


def events_header() -> str:
    """`events.h`."""
    kinds = _parsed(PACKAGE / "events" / "kinds.py")
    numbers = _numbers(kinds)
    classes = {each.name: each for each in kinds if isinstance(each, ast.ClassDef)}
    rows = {}
    carried: dict[int, list[str]] = {}
    for declared in classes.values():
        for decorator in declared.decorator_list:
            if _called(decorator) == "kind" and isinstance(decorator, ast.Call):
                number = numbers[ast.unparse(decorator.args[0])]
                fields = [*_event_fields(declared, classes)]
                name, letters = _snake(declared.name).upper(), "".join(letter for _, letter, _ in fields)
                rows[number] = f'X({name}, {number}, "{letters}")'
                found = enumerate(card_fields([(field, role) for field, _, role in fields]))
                single = len(letters) - len(letters.lstrip("#"))
                listed = [", ".join(map(str, (name, count, *each, single))) for count, each in found]
                carried[number] = [f"X({each})" for each in listed]
    heard = _numbers(_parsed(PACKAGE / "events" / "roles.py"))
    audiences = ", ".join(f"HEARD_BY_{name} = {number}" for name, number in heard.items())
    ordered = [rows[number] for number in sorted(rows)]
    carrying = [each for number in sorted(carried) for each in carried[number]]
    return _EVENTS.format(events=_listed(ordered), count=max(rows) + 1, audiences=audiences, carried=_listed(carrying))


def card_fields(fields: list[tuple[str, ast.Call]]) -> Iterator[tuple[str, int, int, int]]:
    """The fields of an event that carry cards: how, and the fields with the cards and their places, counted from 1."""
    at = {name: number for number, (name, _) in enumerate(fields, 1)}
    roles = dict(fields)
    for name, role in fields:
        given = [ast.literal_eval(each) for each in role.args]
        named = {str(each.arg): ast.literal_eval(each.value) for each in role.keywords}
        match _called(role), given, named:
            case "OneCard", [source, to], {}:
                yield "CARD_MOVED", at[name], at[source], at[to]
            case "Cards", [sources], {"to": to}:
                yield "ROW_MOVED", at[name], at[sources], at[to]
            case "Cards", [sources], {"exchanged": other}:
                yield "ROW_EXCHANGED", at[name], at[sources], at[ast.literal_eval(roles[other].args[0])]
            case "Cards", [sources], {"shown_to": _}:
                yield "ROW_SHOWN", at[name], at[sources], at[sources]
            case "OpenCard", [place], last:
                yield "LAST_SHOWN" if last else "CARD_SHOWN", at[name], at[place], at[place]
            case (("OneCard" | "Cards" | "OpenCard"), _, _):
                raise SystemExit(f"'{ast.unparse(role)}' of the field {name} does not say how cards move")


def _event_fields(declared: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> Iterator[tuple[str, str, ast.Call]]:
    """The fields of an event, each with its letter and its role."""
    for base in declared.bases:
        if isinstance(base, ast.Name) and base.id in classes:
            yield from _event_fields(classes[base.id], classes)
    for each in _fields(declared):
        match each.annotation:
            case ast.Subscript(ast.Name("Annotated"), ast.Tuple([whole, ast.Call() as role])) if (
                ast.unparse(whole) in EVENT_FIELDS
            ):
                yield ast.unparse(each.target), EVENT_FIELDS[ast.unparse(whole)], role
            case other:
                raise SystemExit(f"'{ast.unparse(other)}' in the event {declared.name} is no field of a log")


def _numbers(bodies: list[ast.stmt]) -> dict[str, int]:
    """The constants that are numbers."""
    return {
        each.target.id: each.value.value
        for each in bodies
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        and isinstance(each.value, ast.Constant) and isinstance(each.value.value, int)
    }  # fmt: skip


# ---- parts


def _parsed(path: Path) -> list[ast.stmt]:
    return ast.parse(path.read_text(encoding="utf-8")).body


def _fields(declared: ast.ClassDef) -> list[ast.AnnAssign]:
    return [each for each in declared.body if isinstance(each, ast.AnnAssign)]


def _called(said: ast.expr | None) -> str:
    """The name of a function that is called."""
    return said.func.id if isinstance(said, ast.Call) and isinstance(said.func, ast.Name) else ""


def _letter(said: ast.expr | None) -> str:
    letters = [each.value for each in said.args if isinstance(each, ast.Constant)] if isinstance(said, ast.Call) else []
    return str(letters[0]) if letters else ""


def _which(said: ast.expr) -> list[str]:
    """The names of a node for the values of a field."""
    dicts = [each.args[0] for each in ast.walk(said) if isinstance(each, ast.Call) and _called(each) == "Which"]
    return [str(ast.literal_eval(value)) for each in dicts if isinstance(each, ast.Dict) for value in each.values]


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def _listed(rows: "Iterator[str] | list[str]") -> str:
    """Rows of a macro, or of a long string, over several lines."""
    return " \\\n    ".join(["", *rows])


if __name__ == "__main__":
    written(Path(sys.argv[1]))
