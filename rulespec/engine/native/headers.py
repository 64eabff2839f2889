"""Writes `nodes.h`, `fields.h` and `events.h` from what Python declares: `python headers.py FOLDER`.

While the extension is built, nothing but the standard library is there. So the declarations are read, not imported.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parents[2]
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

_FIELDS = """/* The position of each field in its node, in words from the beginning of the node.

   Names begin with the class of the node: `COMPARE_OTHER` is a field of `MORE` and of `LESS`. A number that can be
   missing follows a flag, `..._HAS_...`. A list is its `..._COUNT`, then its parts. If parts have fields,
   `..._EACH_...` is the position of one in its part, and `..._AT(i)` its position in the node. Masks have as many
   words as the plan needs, so fields after a mask, `..._AFTER_...`, are counted from its end. Fields after a list
   have no fixed position: see `after_list`. The fields of an object inside a node, as of a `Place`, are also
   counted from its beginning. */

#ifndef RULESPEC_FIELDS_H
#define RULESPEC_FIELDS_H

enum {{ KIND }};                   /* of every node: its number in `nodes.h` */
enum {{ LIST_COUNT, LIST_PARTS }}; /* of every list, from its beginning */

enum {{
{fields}
}};

{parts}

/* For code that reads nodes of two classes by the names of one of them: the field has the same position in both. */
#define ALIKE(one, other) _Static_assert((one) == (other), "two classes of nodes are read alike, but a field has moved")

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

/* The positions of fields in words after the kind, as far as all events of the kind have them in common. */
enum {{
{fields}
}};

/* The fields of events that carry cards: the kind and how many before it, how, and the fields with the cards, with the
   place of each before, and with its place afterwards; and how many fields come first that are a number each. */
#define CARD_FIELDS_OF_EVENTS(X) {carried}

enum {{ {audiences} }};

#endif
"""


def written(target: Path) -> None:
    """Writes all headers into a folder."""
    target.mkdir(parents=True, exist_ok=True)
    (target / "nodes.h").write_text(nodes_header(), encoding="utf-8")
    (target / "fields.h").write_text(fields_header(), encoding="utf-8")
    (target / "events.h").write_text(events_header(), encoding="utf-8")


# ---- nodes


class NodeLetters(NamedTuple):
    """What `nodes.h` says of a node: the letters of its sort and its fields, `Node.varies`, its sort and its class."""

    letter: str
    fields: str
    varies: str
    sort: str
    kind: str


class Field(NamedTuple):
    """A word of a node: its name and its letters, and the fields of each part of a list. An object has only a name."""

    name: tuple[str, ...]
    letters: str = ""
    parts: tuple["Field", ...] = ()

    @property
    def said(self) -> str:
        return f"*[{_letters(self.parts)}]" if self.letters == "*" else self.letters


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
        self._objects: dict[str, ast.ClassDef] = {}  # classes found so far whose objects are inside nodes

    def nodes(self) -> dict[str, NodeLetters]:
        """What is told of each node, by its name."""
        found: dict[str, NodeLetters] = {}
        for declared, sort, varies in self._sorts():
            found.update(self._named(declared, sort, varies))
        return dict(sorted(found.items()))

    def fields(self) -> dict[str, int | str]:
        """The position of each field in its node, and in each object inside a node, by its name in C."""
        found: dict[str, int | str] = {}
        for declared, _, _ in self._sorts():
            _add_places(found, self._words(declared), declared.name, 1)
        for name, declared in self._objects.items():  # which were found on the way
            _add_places(found, self._words(declared), name, 0)
        return found

    def _sorts(self) -> Iterator[tuple[ast.ClassDef, str, str]]:
        """The classes of nodes, each with its sort and its `Node.varies`."""
        for declared in self._classes.values():
            for decorator in declared.decorator_list:
                if isinstance(decorator, ast.Call):
                    named = [each.id for each in decorator.args if isinstance(each, ast.Name)]
                    sort = next(iter(named), _called(decorator).upper())
                    varies = {each.arg: ast.unparse(each.value) for each in decorator.keywords}.get("varies", "0")
                    if sort in self._roles:
                        yield declared, sort, varies

    def _named(self, declared: ast.ClassDef, sort: str, varies: str) -> Iterator[tuple[str, NodeLetters]]:
        kind = _snake(declared.name)
        said = [each.annotation for each in _fields(declared)]
        names = next((names for names in map(_which, said) if names), [kind.upper()])
        letters = _letters(self._words(declared))
        for name in names:
            for role, ending in (("VALUE", ""), ("SET", "_SET")) if sort == "EITHER" else ((sort, ""),):
                letter = self._roles[role]
                fields = letters.replace(self._roles["EITHER"], letter)
                yield name + ending, NodeLetters(letter, fields, varies, role, kind)

    def _words(self, declared: ast.ClassDef, name: tuple[str, ...] = ()) -> list[Field]:
        """The fields of a class as they are in an image, lists last."""
        said = [(each.annotation, (*name, ast.unparse(each.target))) for each in _fields(declared)]
        found = [self._made_of(one, declared.name, called) for one, called in said]
        return [word for words in sorted(found, key=lambda each: _letters(each).startswith("*")) for word in words]

    def _made_of(self, said: ast.expr, owner: str, name: tuple[str, ...]) -> list[Field]:
        """The fields that an annotation declares, with the letters of `Shape.letters` in `plan/nodes/roles.py`."""
        match said:
            case ast.Attribute(attr=alias) | ast.Name(id=alias) if alias in self._aliases:
                return self._made_of(self._aliases[alias], owner, name)
            case ast.Attribute(attr=kind) | ast.Name(id=kind) if kind in self._classes:
                self._objects[kind] = self._classes[kind]
                return [Field(name), *self._words(self._classes[kind], name)]
            case ast.BinOp(left, ast.BitOr(), ast.Constant(None)):
                name = name or ("value",)
                inner = self._made_of(left, owner, name)
                letters = _letters(inner)
                if letters in self._node_letters:
                    return [Field(name, letters.upper())]
                return inner if letters[:1] in ("", "*") else [Field((*name[:-1], "has", name[-1]), "b"), *inner]
            case ast.Subscript(
                ast.Name("Annotated"),
                ast.Tuple([ast.Subscript(ast.Name("tuple"), ast.Tuple(several)), ast.Call(ast.Name("Parts"), [names])]),
            ):
                parts = zip(several, ast.literal_eval(names), strict=True)
                return [word for one, part in parts for word in self._made_of(one, owner, (*name, part))]
            case ast.Subscript(ast.Name("Annotated"), ast.Tuple([whole, *named])):
                if any(_called(each) == "Which" for each in named):
                    return []
                letters = "".join(self._roles[each.id] for each in named if isinstance(each, ast.Name))
                if letters or any(isinstance(each, ast.Name) and each.id == "IS_SET" for each in named):
                    letters = letters.replace("-", "")
                    return [Field(name, letters)] if letters else []
                return self._made_of(whole, owner, name)
            case ast.Subscript(ast.Name("tuple"), ast.Tuple([one, ast.Constant(end)])) if end is ...:
                return [Field(name, "*", tuple(self._made_of(one, owner, ())))]
        raise SystemExit(f"'{ast.unparse(said)}' in {owner} has no role, or its parts no names")

    @property
    def _node_letters(self) -> set[str]:
        return {letter for letter in self._roles.values() if letter.isalpha() and letter not in "bplnjmxr"} | {"?"}


def _letters(fields: Iterable[Field]) -> str:
    return "".join(each.said for each in fields)


def _places(fields: Iterable[Field], kind: str, at: int) -> Iterator[tuple[str, int | str]]:
    """The positions of fields by their names in C. After a list only the parts of other lists have any."""
    fixed, prefix = True, kind
    for each in fields:
        name = "_".join((prefix, *each.name)).upper()
        if each.letters == "*":
            yield from ((f"{name}_COUNT", at), (name, at + 1)) if fixed else ()
            yield from _places_in(each, kind, at + 1 if fixed and prefix == kind else None)
            fixed = False
        else:
            yield name, at
            at += bool(each.letters)
        if each.letters == "m":
            prefix, at = "_".join((kind, "after", *each.name)), 0


def _places_in(whole: Field, kind: str, begin: int | None) -> Iterator[tuple[str, int | str]]:
    """The positions of fields in a part of a list, and in a node where the first part begins at a known position."""
    size = sum(bool(part.letters) for part in whole.parts)
    if not any(part.name for part in whole.parts):
        return
    for name, at in _places(whole.parts, f"{kind}_EACH", 0):
        yield name, at
        if begin is not None:
            yield f"{name.replace('_EACH', '', 1)}_AT(i)", f"({begin + int(at)} + {size} * (i))"
    yield f"{kind}_EACH_SIZE", size


def _add_places(found: dict[str, int | str], fields: list[Field], kind: str, begin: int) -> None:
    for name, at in _places(fields, _snake(kind).upper(), begin):
        if found.setdefault(name, at) != at:
            raise SystemExit(f"two fields have the name {name}")


def fields_header() -> str:
    """`fields.h`."""
    fields = Declarations(PACKAGE / "plan" / "nodes").fields()
    numbers = ",\n".join(f"    {name} = {at}" for name, at in fields.items() if isinstance(at, int))
    parts = "\n".join(f"#define {name} {at}" for name, at in fields.items() if isinstance(at, str))
    return _FIELDS.format(fields=numbers, parts=parts)


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
    kinds = _parsed(PACKAGE / "engine" / "events" / "kinds.py")
    numbers = _numbers(kinds)
    classes = {each.name: each for each in kinds if isinstance(each, ast.ClassDef)}
    rows = {}
    places: list[str] = []
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
                fixed = [field.upper() for field, _, _ in fields[: single + 1]]  # up to the first of several words
                places += [f"    EVENT_{name}_{field} = {at}" for at, field in enumerate(fixed, 1)]
    heard = _numbers(_parsed(PACKAGE / "engine" / "events" / "roles.py"))
    audiences = ", ".join(f"HEARD_BY_{name} = {number}" for name, number in heard.items())
    ordered = [rows[number] for number in sorted(rows)]
    carrying = [each for number in sorted(carried) for each in carried[number]]
    named = {"audiences": audiences, "fields": ",\n".join(places)}
    return _EVENTS.format(events=_listed(ordered), count=max(rows) + 1, carried=_listed(carrying), **named)


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
                raise SystemExit(f"'{ast.unparse(role)}' of the field {name} does not define how cards move")


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
