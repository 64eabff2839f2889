"""A plan as an image: one array of 64-bit numbers, in which every node stands after what it is made of.

A node is its number and its fields in their order, lists last, as their roles say; `nodes.h` is made of the same
declarations. The extension reads an image once, refuses one that is not sound, and plays the rest.
"""

from array import array
from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from attrs import define, field

from rulespec.plan.nodes import choices as c
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import roles as r
from rulespec.plan.nodes import terms as t
from rulespec.plan.plan import Plan
from rulespec.plan.prices import Prices
from rulespec.plan.remembered import STATELESS, By, Key, Named

MAGIC = 0x1A9E0002
KEPT, KEPT_ALWAYS = 200, 40  # steps, for each part of its key, of a value that is kept by one, and by nothing but `it`
HEADER = 32  # numbers, of which the nodes begin behind


class UnplayableError(ValueError):
    """What the native machine cannot play, by name; the executor in Python does."""


def image_of(plan: Plan, nodes: Mapping[str, int], prices: Prices | None = None) -> bytes:
    """The image of a plan for a machine with these nodes; an `UnplayableError` where it has none for something."""
    return _Writing(plan, nodes, prices or Prices(plan)).image()


@define
class _Writing:
    """The image so far; a node that says the same as another is there once."""

    _plan: Plan
    _nodes: Mapping[str, int]
    _prices: Prices
    _each: dict[int, int] = field(init=False, factory=dict)  # what a node charges for each member, by where it stands
    _words: list[int] = field(init=False, factory=lambda: [0] * HEADER)
    _known: dict[tuple[int, ...], int] = field(init=False, factory=dict)  # where each node stands
    _called: dict[tuple[bool, int], int] = field(init=False, factory=dict)  # and what each named value and condition is
    _keys: Mapping[Named, Key] = field(init=False)  # of what the machine keeps
    _sets: dict[int, bool] = field(init=False, factory=dict)  # whether a term that can be either is a set, by its id

    def __attrs_post_init__(self) -> None:
        prices, least = self._prices, {True: KEPT_ALWAYS, False: KEPT}
        bodies = [*self._plan.values, *self._plan.conditions] if prices.keys else []
        given = [each for body in bodies for each in r.within(body) if isinstance(each, t.Given)]
        sets = {(By.GIVEN, each.register) for each in given if each.many}
        self._keys = {
            named: key
            for named, key in prices.keys.items()
            if prices.most(named) >= least[all(by is By.IT for by, _ in key)] * len(key)
            and (sets.isdisjoint(key) or all(by in STATELESS for by, _ in key))  # others change with each question
        }

    def image(self) -> bytes:
        plan, table = self._plan, self._plan.table
        deferred = {each.number: each.effect for each in plan.code if isinstance(each, i.Defer)}
        code, watches = [self._node(each) for each in plan.code], [self._node(each) for each in plan.watches]
        deferral = [self._node(deferred[number]) for number in range(len(deferred))]
        laws = [self._node(law.test) for law in plan.laws]
        outcome = self._term(r.SET, plan.winners), self._term(r.VALUE, plan.returns), self._term(r.VALUE, plan.score)
        end = len(self._words)
        owners = [-1 if owner is None else owner for owner in table.owners]
        lasts = [number for last in table.lasts for number in (last.place, last.origin)]
        costs = [self._prices.instruction(each) for each in plan.code]
        prices = [number for price in sorted(self._each.items()) for number in price]
        tables: list[Iterable[int]] = [
            code,
            table.rows,
            table.seen,
            owners,
            watches,
            lasts,
            deferral,
            laws,
            costs,
            prices,
        ]
        at = list(map(self._put, tables))
        at_code, at_rows, at_seen, at_owners, at_watches, at_lasts, at_deferral, at_laws, at_costs, at_prices = at
        self._words[:HEADER] = [
            MAGIC, len(self._words), table.players, table.cards, len(table.rows), table.variables, plan.slots,
            len(code), at_code, at_rows, at_seen, at_owners, len(watches), at_watches, len(table.lasts), at_lasts,
            len(deferral), at_deferral, len(laws), at_laws, plan.start, plan.turn, plan.over, plan.limit,
            *outcome, at_costs, len(self._each), at_prices, HEADER, end,
        ]  # fmt: skip
        return array("q", self._words).tobytes()

    def _put(self, numbers: Iterable[int]) -> int:
        at = len(self._words)
        self._words += map(int, numbers)
        return at

    # ---- nodes

    def _node(self, node: r.Node) -> int:
        """Where a node stands."""
        match node:
            case t.Call(function, None):
                return self._body(function, r.VALUE)
            case t.Holds(function, t.It()):
                return self._body(function, r.TEST)  # which is asked for him already
            case t.IsNone(of) if self._plan.is_set(of, self._sets):
                return self._node(t.AnyOf(()))  # a set is there, even if nothing is in it
        kind, is_set = type(node), self._plan.is_set(node, self._sets)
        said = kind.which and kind.which[1][getattr(node, kind.which[0])]
        words = [self._nodes[said or kind.names[is_set and kind.sort is r.EITHER][0]]]
        for name, shape in kind.in_image:
            words += self._field(shape, getattr(node, name), r.SET if is_set else r.VALUE)
        key = tuple(words)
        if key not in self._known:
            self._known[key] = self._put(key)
            each = self._prices.choice(node) if isinstance(node, c.Choice) else self._prices.of(node).each
            if each:
                self._each[self._known[key]] = each
        return self._known[key]

    def _field(self, shape: r.Shape, value: Any, either: r.Role) -> list[int]:
        """What a field is in the image; `either` is what a term is there that can be one thing or a set."""
        match shape:
            case r.Maybe(of) if shape.letters[0] == "b":
                return [0] * len(shape.letters) if value is None else [1, *self._field(of, value, either)]
            case r.Maybe(of):  # a node or a list
                return [0] if value is None else self._field(of, value, either)
            case r.Many(of):
                return [len(value), *(word for each in value for word in self._field(of, each, either))]
            case r.Row(parts):
                several = zip(parts, shape.values(value), strict=True)
                return [word for part, each in several if part.letters for word in self._field(part, each, either)]
            case r.Leaf(roles):
                role = either if shape.role is r.EITHER else shape.role
                return [self._body(value, role)] if r.CALLED in roles else self._leaf(role, value)
            case r.Which():
                return []
            case _:
                assert_never(shape)

    def _leaf(self, role: r.Role, value: Any) -> list[int]:
        if role is r.MASK:  # as many words as it takes; -1 are all bits
            bits = len(self._plan.table.rows) + self._plan.table.variables + 1
            return [_signed(value >> at) for at in range(0, bits, 64)]
        if role in (r.VALUE, r.SET):
            return [self._term(role, value)]
        return [self._node(value) if isinstance(value, r.Node) else int(value)]

    # ---- terms

    def _term(self, role: r.Role, term: t.Term | None) -> int:
        """Where a term stands that has to be one thing, or a set."""
        if term is None or (role is r.SET and term == t.Constant(None)):
            return 0 if term is None else self._node(t.Listed(()))
        if self._plan.is_set(term, self._sets) != (role is r.SET):
            wrong = "expected a set, found one thing" if role is r.SET else "expected one thing, found a set"
            raise UnplayableError(f"{wrong}: {term}")
        return self._node(term)

    def _body(self, function: int, role: r.Role) -> int:
        """Where stands what a named value or condition says."""
        key = role is r.TEST, function
        if key not in self._called:
            bodies: Any = self._plan.conditions if role is r.TEST else self._plan.values
            body, memo, parts = bodies[function], self._prices.memos.get(key), self._keys.get(key)
            kind = t.RememberedTest if role is r.TEST else t.Remembered
            if parts is not None:
                body = kind([*self._keys].index(key), -1, body, parts)
            elif memo is not None:
                body = kind(memo.first, memo.things, body, ())
            self._called[key] = self._node(body)
            if memo is not None and self._prices.remembered(key):
                self._each[self._called[key]] = self._prices.remembered(key)
        return self._called[key]


def _signed(bits: int) -> int:
    """The lowest 64 bits, as a number of 64 bits with a sign."""
    low = bits & (2**64 - 1)
    return low - 2**64 if low >= 2**63 else low
