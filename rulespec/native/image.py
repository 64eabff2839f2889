"""A plan as an image: one array of 64-bit numbers, in which every node stands after what it is made of.

A node is its number and its fields in their order, lists last, as their roles say; `nodes.h` is made of the same
declarations. The extension reads an image once, refuses one that is not sound, and plays the rest.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from attrs import define, field

from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import (
    CALLED,
    EITHER,
    IS_SET,
    MASK,
    SET,
    TEST,
    VALUE,
    Leaf,
    Many,
    Maybe,
    Node,
    Role,
    Row,
    Shape,
    Which,
    leaves,
    names_of,
)  # fmt: skip
from rulespec.plan.plan import Plan

MAGIC = 0x1A9E0002
HEADER = 29  # numbers, of which the nodes begin behind


class UnplayableError(ValueError):
    """What the native machine cannot play, by name; the executor in Python does."""


def image_of(plan: Plan, nodes: Mapping[str, int]) -> bytes:
    """The image of a plan for a machine with these nodes; an `UnplayableError` where it has none for something."""
    return _Writing(plan, nodes).image()


@define
class _Writing:
    """The image so far; a node that says the same as another is there once."""

    _plan: Plan
    _nodes: Mapping[str, int]
    _words: list[int] = field(init=False, factory=lambda: [0] * HEADER)
    _known: dict[tuple[int, ...], int] = field(init=False, factory=dict)  # where each node stands
    _called: dict[tuple[bool, int], int] = field(init=False, factory=dict)  # and what each named value and condition is
    _sets: dict[int, bool] = field(init=False, factory=dict)  # whether each named value is a set

    def image(self) -> bytes:
        plan, table = self._plan, self._plan.table
        deferred = {each.number: each.effect for each in plan.code if isinstance(each, i.Defer)}
        nodes: list[Sequence[Node]] = [plan.code, plan.watches, [deferred[number] for number in range(len(deferred))]]
        code, watches, deferral = ([self._node(each) for each in some] for some in nodes)
        laws = [self._node(law.test) for law in plan.laws]
        outcome = [0 if each is None else self._value(each) for each in (plan.returns, plan.score)]
        winners = 0 if plan.winners is None else self._set(plan.winners)
        end = len(self._words)
        owners = [-1 if owner is None else owner for owner in table.owners]
        lasts = [number for last in table.lasts for number in (last.place, last.origin)]
        tables: list[Iterable[int]] = [code, table.rows, table.seen, owners, watches, lasts, deferral, laws]
        at_code, at_rows, at_seen, at_owners, at_watches, at_lasts, at_deferral, at_laws = map(self._put, tables)
        self._words[:HEADER] = [
            MAGIC, len(self._words), table.players, table.cards, len(table.rows), table.variables, plan.slots,
            len(code), at_code, at_rows, at_seen, at_owners, len(watches), at_watches, len(table.lasts), at_lasts,
            len(deferral), at_deferral, len(laws), at_laws, plan.start, plan.turn, plan.over, plan.limit, winners,
            *outcome, HEADER, end,
        ]  # fmt: skip
        return array("q", self._words).tobytes()

    def _put(self, numbers: Iterable[int]) -> int:
        at = len(self._words)
        self._words += map(int, numbers)
        return at

    # ---- nodes

    def _node(self, node: Node) -> int:
        """Where a node stands."""
        match node:
            case t.Call(function, None):
                return self._body(function, SET if self._is_set(node) else VALUE)
            case t.Holds(function, t.It()):
                return self._body(function, TEST)  # which is asked for him already
            case t.IsNone(of) if self._is_set(of):
                return self._node(t.AnyOf(()))  # a set is there, even if nothing is in it
        kind, either = type(node), SET if self._is_set(node) else VALUE
        words = [self._nodes[self._name(node)]]
        for name, shape in kind.in_image:
            words += self._field(shape, getattr(node, name), either)
        key = tuple(words)
        if key not in self._known:
            self._known[key] = self._put(key)
        return self._known[key]

    def _name(self, node: Node) -> str:
        """The name of a node in the image."""
        kind = type(node)
        if kind.which is not None:
            field_name, names = kind.which
            return names[getattr(node, field_name)]
        return [name for name, _ in names_of(kind)][kind.sort is EITHER and self._is_set(node)]

    def _field(self, shape: Shape, value: Any, either: Role) -> list[int]:
        """What a field is in the image; `either` is what a term is there that can be one thing or a set."""
        match shape:
            case Leaf(roles):
                return self._leaf(CALLED in roles, either if shape.role is EITHER else shape.role, value)
            case Maybe(Leaf() | Many() as of) if value is None and shape.letters[0] != "b":
                return [0]
            case Maybe(of) if shape.letters[0] != "b":
                return self._field(of, value, either)
            case Maybe(of):
                return [0] * len(shape.letters) if value is None else [1, *self._field(of, value, either)]
            case Many(of):
                return [len(value), *(word for each in value for word in self._field(of, each, either))]
            case Row(parts):
                several = zip(parts, shape.values(value), strict=True)
                return [word for part, each in several if part.letters for word in self._field(part, each, either)]
            case Which():
                return []
            case _:
                assert_never(shape)

    def _leaf(self, called: bool, role: Role, value: Any) -> list[int]:
        if called:
            return [self._body(value, role)]
        if role is MASK:  # as many words as it takes; -1 are all bits
            words = (len(self._plan.table.rows) + self._plan.table.variables + 64) // 64
            return [_signed(value >> 64 * word) for word in range(words)]
        if role is VALUE:
            return [self._value(value)]
        if role is SET:
            return [self._set(value)]
        return [self._node(value) if isinstance(value, Node) else int(value)]

    # ---- terms

    def _value(self, term: t.Term) -> int:
        if self._is_set(term):
            raise UnplayableError(f"a set stands where one thing is meant: {term}")
        return self._node(term)

    def _set(self, term: t.Term) -> int:
        if term == t.Constant(None):
            return self._node(t.Listed(()))
        if not self._is_set(term):
            raise UnplayableError(f"one thing stands where a set is meant: {term}")
        return self._node(term)

    def _body(self, function: int, role: Role) -> int:
        """Where stands what a named value or condition says."""
        key = role is TEST, function
        if key not in self._called:
            plan = self._plan
            self._called[key] = self._node(plan.conditions[function] if role is TEST else plan.values[function])
        return self._called[key]

    def _is_set(self, term: Node) -> bool:
        """Whether a term is a set, rather than one thing."""
        if type(term).sort is not EITHER:
            return type(term).sort is SET
        if isinstance(term, t.Call):
            if term.function not in self._sets:
                self._sets[term.function] = self._is_set(self._plan.values[term.function])
            return self._sets[term.function]
        told = ((roles, value) for roles, value in leaves(term) if IS_SET in roles or EITHER in roles)
        return any(value if IS_SET in roles else self._is_set(value) for roles, value in told)


def _signed(bits: int) -> int:
    """The lowest 64 bits, as a number of 64 bits with a sign."""
    low = bits & (2**64 - 1)
    return low - 2**64 if low >= 2**63 else low
