"""Roles: what each field of a node of a plan is, as in `engine/events/roles.py`.

Images, `nodes.h`, what a term reads, where an instruction leads and how a plan is printed follow from them: none has a
list of classes, and a field without a role cannot be declared. `engine/native/headers.py` reads roles and declarations
without importing them, so a role is always written as `NAME: Final = Role("x")`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType, NoneType
from typing import Any, ClassVar, Final, TypeVar, assert_never, get_args, get_origin

from attrs import fields, frozen, has

from rulespec.language.tree.slots import UndeclaredError, require_free_names


@frozen(eq=False)
class Role:
    """What a field is, by the letter that `nodes.h` has for it; without a letter, something more of another role."""

    letter: str = ""


# numbers
NUMBER: Final = Role("#")
FLAG: Final = Role("b")
PLACE: Final = Role("p")
VARIABLE: Final = Role("n")  # of a counter or note
SLOT: Final = Role("l")
REGISTER: Final = Role("r")  # where something is kept while a term is worked out
JUMP: Final = Role("j")  # where an instruction leads
MASK: Final = Role("m")  # bits of what can have changed: see `Watch`
ZONE: Final = Role()  # a place, of whom it is
ORIGIN: Final = Role("#")  # the number of a statement
KEPT: Final = Role("#")  # how many of the first slots are not forgotten

# nodes
VALUE: Final = Role("v")  # a term that is one thing
SET: Final = Role("s")  # a term that is a set
EITHER: Final = Role("?")  # a term that is a set where the whole is one
TEST: Final = Role("t")
SIEVE: Final = Role("f")
COLUMN: Final = Role("c")
EFFECT: Final = Role("e")
PICK: Final = Role("k")
CHOICE: Final = Role("h")
UNHEARD: Final = Role("u")
PART: Final = Role("a")
CHECK: Final = Role("d")
STEP: Final = Role("g")
MEASURE: Final = Role("y")
COMPLETION: Final = Role("o")
WATCH: Final = Role("w")
INSTRUCTION: Final = Role("i")

# more of one of these
CALLED: Final = Role("@")  # its number among the named ones, asked of somebody else: only the chosen names are the same
OF_EACH: Final = Role(".")  # asked of each member of a set
OWN_TOO: Final = Role("x")  # whether each member is `own` as well as `it`
FORGOTTEN: Final = Role()  # a slot that is empty afterwards
MAYBE: Final = Role()  # a jump that is none where it is 0
TARGET: Final = Role()  # the counters or notes that an effect changes
RENEWED: Final = Role()  # of which nothing is left of what was there before
NEXT: Final = Role()  # who has the next turn afterwards
TRIED: Final = Role()  # an effect of which only is asked what it would do
REPEATED: Final = Role()  # says in another way what another field says
IS_SET: Final = Role()  # a flag that makes a term a set
SAID: Final = Role("-")  # no part of the image

# on what a term depends besides its parts, and an instruction that waits
BY_IT: Final = "BY_IT"
BY_OWN: Final = "BY_OWN"
BY_NAMES: Final = "BY_NAMES"
BY_GIVEN: Final = "BY_GIVEN"
BY_PLAYER: Final = "BY_PLAYER"
BY_CHANCE: Final = "BY_CHANCE"


@frozen
class Which:
    """A field that is said by the name of the node: the name for each of its values."""

    names: Mapping[str, str]
    letters = ""


@frozen
class Parts:
    """The names of the parts of a tuple, by which C reads them."""

    names: tuple[str, ...]


# ---- of what a field is made


@frozen(slots=False)
class Leaf:
    """A number, or a node."""

    roles: tuple[Role, ...]

    @cached_property
    def role(self) -> Role:
        """The role that says what it is, without what is said besides."""
        return next((role for role in self.roles if role.letter not in _BESIDES), SAID)

    @cached_property
    def letters(self) -> str:
        return "".join(role.letter for role in self.roles).replace(SAID.letter, "")


@frozen(slots=False)
class Maybe:
    """Something, or None."""

    of: "Shape"

    @cached_property
    def letters(self) -> str:
        inner = self.of.letters
        if isinstance(self.of, Leaf) and self.of.role not in _NUMBERS:
            return inner.upper()
        return inner if inner[:1] in ("", "*") else f"b{inner}"


@frozen(slots=False)
class Many:
    """A tuple of any length."""

    of: "Shape"

    @cached_property
    def letters(self) -> str:
        return f"*[{self.of.letters}]"


@frozen(slots=False)
class Row:
    """Several things one after another: a tuple, or an object that is part of a node; with the roles of the whole."""

    parts: tuple["Shape", ...]
    names: tuple[str, ...]  # of the fields of an object
    roles: tuple[Role, ...]

    @cached_property
    def letters(self) -> str:
        return "".join(part.letters for part in self.parts)

    def values(self, whole: Any) -> tuple[Any, ...]:
        return tuple(getattr(whole, name) for name in self.names) if self.names else whole


Shape = Leaf | Maybe | Many | Row | Which

_BESIDES = {role.letter for role in (CALLED, OF_EACH, FORGOTTEN, SAID)}
_NUMBERS = {NUMBER, FLAG, PLACE, VARIABLE, SLOT, REGISTER, JUMP, MASK, ORIGIN, KEPT, OWN_TOO, SAID}


# ---- declaring


class Node:
    """What all nodes have in common."""

    __slots__ = ()
    sort: ClassVar[Role]
    varies: ClassVar[str | None]  # by what, besides its parts
    shapes: ClassVar[Mapping[str, Shape]]
    which: ClassVar[tuple[str, Mapping[str, str]] | None]  # the field that says its name in the image, and the names
    names: ClassVar[tuple[tuple[str, str], ...]]  # in the image, with the letter of the sort; of a term perhaps two
    in_image: ClassVar[tuple[tuple[str, Shape], ...]]  # its fields there, lists last
    of_nodes: ClassVar[tuple[tuple[str, Shape], ...]]  # its fields that hold nodes
    roles: ClassVar[frozenset[Role]]  # all roles of its numbers and nodes


Declared = TypeVar("Declared", bound=type[Node])
NODES: Final[list[type[Node]]] = []
COMPILED: Final[dict[type, type[Node]]] = {}  # for classes of the tree that nodes follow from, field by field


def node(sort: Role, *, of: tuple[type, ...] = (), varies: str | None = None) -> Callable[[Declared], Declared]:
    """Declares a class of nodes of a sort, and of what in the tree it is made by its roles, each field of one.

    It may depend on more than its parts do: by that it `varies` too.
    """

    def declare(declared: Declared) -> Declared:
        require_free_names(declared)
        COMPILED.update(dict.fromkeys(of, declared))
        declared.sort, declared.varies = sort, varies
        declared.shapes = shapes = MappingProxyType(_shapes(declared))
        whiches = [(name, shape.names) for name, shape in shapes.items() if isinstance(shape, Which)]
        declared.which = whiches[0] if whiches else None
        said = [(name, shape) for name, shape in shapes.items() if shape.letters]
        declared.in_image = tuple(sorted(said, key=lambda each: each[1].letters.startswith("*")))
        declared.names = tuple(_names(declared))
        declared.of_nodes = tuple((name, shape) for name, shape in shapes.items() if _has_nodes(shape))
        declared.roles = frozenset(role for shape in shapes.values() for role in _roles(shape))
        NODES.append(declared)
        return declared

    return declare


def _shapes(declared: type) -> dict[str, Shape]:
    return {
        each.name: _shape(each.type, f"the field '{each.name}' of {declared.__name__}") for each in fields(declared)
    }


def _shape(annotation: Any, said: str) -> Shape:
    named = getattr(annotation, "__metadata__", ())
    whole = annotation.__origin__ if named else annotation
    roles = tuple(each for each in named if isinstance(each, Role))
    for each in named:
        if isinstance(each, Which):
            return each
    if any(role.letter or role is IS_SET for role in roles):
        return Leaf(roles)
    inner = [each for each in get_args(whole) if each is not NoneType and each is not ...]
    if NoneType in get_args(whole) and len(inner) == 1:
        return Maybe(_shape(inner[0], said))
    if get_origin(whole) is tuple and ... in get_args(whole):
        return Many(_shape(inner[0], said))
    if get_origin(whole) is tuple:
        return Row(tuple(_shape(each, said) for each in inner), (), roles)
    if has(whole) and not issubclass(whole, Node):
        parts = _shapes(whole)
        return Row(tuple(parts.values()), tuple(parts), roles)
    raise UndeclaredError(f"{said} has no role")


# ---- as `nodes.h` has them


def declared() -> str:
    """All nodes as an extension that was built from the same sources has them in `DECLARED`, line by line."""
    found: dict[str, str] = {}
    for each in NODES:
        letters = "".join(shape.letters for _, shape in each.in_image)
        for name, sort in each.names:
            if name in found:
                raise UndeclaredError(f"two nodes of a plan have the name {name}")
            fields_there = letters.replace(EITHER.letter, sort)
            found[name] = f"{sort} {fields_there} {each.varies or 0} {snake(each.__name__)}"
    return "".join(f"{name} {said}\n" for name, said in sorted(found.items()))


def _names(declared: type[Node]) -> Iterator[tuple[str, str]]:
    for name in declared.which[1].values() if declared.which else (snake(declared.__name__).upper(),):
        if declared.sort is EITHER:
            yield from ((name, VALUE.letter), (f"{name}_SET", SET.letter))
        else:
            yield name, declared.sort.letter


def _has_nodes(shape: Shape) -> bool:
    match shape:
        case Leaf():
            return shape.role not in _NUMBERS
        case Maybe(of) | Many(of):
            return _has_nodes(of)
        case Row(parts):
            return any(map(_has_nodes, parts))
        case Which():
            return False
        case _:
            assert_never(shape)


def _roles(shape: Shape) -> Iterator[Role]:
    match shape:
        case Leaf(roles):
            yield from roles
        case Maybe(of) | Many(of):
            yield from _roles(of)
        case Row(parts, _, roles):
            yield from roles
            for part in parts:
                yield from _roles(part)
        case Which():
            pass
        case _:
            assert_never(shape)


def snake(name: str) -> str:
    """The name of a class as C writes it: `EachNext` is `each_next`."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


# ---- going through nodes

Roles = tuple[Role, ...]


def leaves(whole: Node) -> list[tuple[Roles, Any]]:
    """The numbers and nodes directly in a node, with their roles."""
    found: list[tuple[Roles, Any]] = []
    for name, shape in type(whole).shapes.items():
        if isinstance(shape, Leaf):  # for speed: most are, and each plan asks for hundreds of thousands
            found.append((shape.roles, getattr(whole, name)))
        else:
            _add_leaves(found, shape, getattr(whole, name))
    return found


def _add_leaves(found: list[tuple[Roles, Any]], shape: Shape, value: Any) -> None:
    match shape:
        case Leaf(roles):
            found.append((roles, value))
        case Maybe(of):
            if value is not None:
                _add_leaves(found, of, value)
        case Many(of):
            for each in value:
                _add_leaves(found, of, each)
        case Row(parts, _, roles):
            if roles:
                found.append((roles, value))
            for part, each in zip(parts, shape.values(value), strict=True):
                _add_leaves(found, part, each)
        case Which():
            pass
        case _:
            assert_never(shape)


def having(role: Role, whole: Node) -> Iterator[Any]:
    """What in a node has a role."""
    if role not in type(whole).roles:  # for speed: few nodes have one of those that are asked for
        return iter(())
    return (value for roles, value in leaves(whole) if role in roles)


def filled(kind: type[Node], said: Any, makes: Mapping[Role, Callable[[Any], Any]]) -> Node:
    """A node of a class that was declared for what the tree says, its fields made by their roles."""
    made: dict[str, Any] = {}
    for name, shape in kind.shapes.items():  # in one frame of the stack, as what is nested takes it at each level
        value: Any = getattr(said, name, None)
        made[name] = value
        if isinstance(shape, Maybe) and value is None:
            continue
        there = shape.of if isinstance(shape, Maybe) else shape
        make = _made_by(there.of if isinstance(there, Many) else there, makes)
        if make is not None:
            made[name] = tuple(map(make, value)) if isinstance(there, Many) else make(value)
    return kind(**made)


def _made_by(shape: Shape, makes: Mapping[Role, Callable[[Any], Any]]) -> Callable[[Any], Any] | None:
    roles = shape.roles if isinstance(shape, Leaf | Row) else ()
    return next((makes[role] for role in roles if role in makes), None)


def require_compiled(union: Any, irregular: Any) -> None:
    """Raises an `UndeclaredError` unless all classes of a union of the tree are in another one, or have a node."""
    for kind in get_args(union):
        if issubclass(kind, irregular) == (kind in COMPILED):
            raise UndeclaredError(f"{kind.__name__} of the tree follows no node of the plan, or has two ways into it")


def within(whole: Node) -> Iterator[Node]:
    """A node with all nodes that are inside it, outside first; not what named values and conditions say."""
    waiting = [whole]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += reversed(parts(each))


def parts(whole: Node) -> list[Node]:
    """The nodes directly inside one."""
    found: list[tuple[Roles, Any]] = []
    for name, shape in type(whole).of_nodes:
        _add_leaves(found, shape, getattr(whole, name))
    return [value for _, value in found if isinstance(value, Node)]
