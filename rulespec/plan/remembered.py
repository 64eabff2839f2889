"""Which named values and conditions are worked out once, however often they are used.

Most are kept by everything that they depend on, their `Key`: they are found again whenever that is the same, in another
question, too. What an engine then charges is what it charged the first time. Values for which play charges once, as
they are large, are worked out once while the table stays as it is.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum

from attrs import define, field, frozen

from rulespec.plan.nodes import choices as c
from rulespec.plan.nodes import roles as r
from rulespec.plan.nodes import terms as t
from rulespec.plan.plan import Plan

MOST_PARTS = 12  # of a key; one with more takes longer than most values


class By(IntEnum):
    """What a part of a key is; each has a number besides, 0 if it needs none."""

    IT = 0
    OWN = 1
    GIVEN = 2  # in a register
    NAME = 3
    PLACE = 4
    VARIABLE = 5
    PLACE_OF_IT = 6  # counted on from a place
    PLACE_OF_OWN = 7
    VARIABLE_OF_IT = 8
    VARIABLE_OF_OWN = 9
    ACTIVE = 10
    SUBJECT = 11


STATELESS = {By.IT, By.OWN, By.GIVEN}
Key = tuple[tuple[By, int], ...]
Named = tuple[bool, int]  # whether it is a condition, and its number among the conditions or the values


@frozen
class Memo:
    """Where a value is remembered: from the place `first` on, one for each of the first `things` it can be asked of.

    A value that is asked of nothing has one place, and 0 things.
    """

    first: int
    things: int


def remembered(plan: Plan, costly: Iterable[Named]) -> Mapping[Named, Memo]:
    """Those of the costly ones that can be used more than once without anything changing in between.

    What is asked of a set of cards, or by another thing, is not: most often it is another one each time.
    """
    there = list(costly)
    if not there:  # for speed: so it is in most games, and reading a plan takes as long as pricing it
        return {}
    reading, found, first = _Reading(plan), dict[Named, Memo](), 0
    for named in there:
        if named in reading.often and not reading.outside(named):
            things = max(plan.table.cards, plan.table.players) if named in reading.asked else 0
            found[named] = Memo(first, things)
            first += max(things, 1)
    return found


def named_in(node: r.Node) -> Iterator[Named]:
    """The named values and conditions that a node asks for itself."""
    for number in r.having(r.CALLED, node):
        yield isinstance(node, t.Holds), number


@frozen
class _Inside:
    """What a node asks for by name, whether of something, and the nodes in it, each with whether it is used often."""

    named: tuple[Named, ...]
    asked: bool
    nodes: tuple[tuple[r.Node, bool], ...]


@define
class _Reading:
    """Which named values are used more than once by an instruction, and what they depend on besides the table."""

    plan: Plan
    often: set[Named] = field(init=False, factory=set)
    asked: set[Named] = field(init=False, factory=set)  # of a player, a card or a word
    _outside: dict[Named, frozenset[int]] = field(init=False, factory=dict)
    _read_once: dict[int, _Inside] = field(init=False, factory=dict)  # by the id of a node, which the plan keeps

    def __attrs_post_init__(self) -> None:
        plan = self.plan
        outcome = [each for each in (plan.winners, plan.returns, plan.score) if each is not None]
        for root in (*plan.code, *outcome, *(law.test for law in plan.laws)):
            self._use(root, set(), False)
        used = set[Named]()  # the reasons to end are looked at one after another
        for watch in plan.watches:
            self._use(watch, used, False)

    def _use(self, node: r.Node, used: set[Named], often: bool) -> None:
        inside = self._read_once.get(id(node))
        if inside is None:
            inside = self._read_once[id(node)] = _inside(node)
        for named in inside.named:
            if inside.asked:
                self.asked.add(named)
            if named in self.often:
                continue
            if often or named in used:
                self.often.add(named)
            if often or named not in used:
                used.add(named)
                self._use(self._body(named), used, often)
        for each, several in inside.nodes:
            self._use(each, used, often or several)

    def outside(self, named: Named) -> frozenset[int]:
        """The registers that a named value reads, and something outside of it keeps."""
        if named not in self._outside:
            self._outside[named] = self._read(self._body(named))
        return self._outside[named]

    def _read(self, node: r.Node) -> frozenset[int]:
        if isinstance(node, t.Given):
            return frozenset([node.register])
        found = set[int]().union(*map(self.outside, named_in(node)))
        for each in r.parts(node):
            inside = isinstance(node, t.With | t.WithTest) and each is node.inner
            found |= self._read(each) - ({*r.having(r.REGISTER, node)} if inside else set[int]())
        return frozenset(found)

    def _body(self, named: Named) -> r.Node:
        is_test, number = named
        return self.plan.conditions[number] if is_test else self.plan.values[number]


def _inside(node: r.Node) -> _Inside:
    tried = isinstance(node, c.Choice)
    nodes = (
        (value, (tried and not isinstance(value, c.Pick)) or r.OF_EACH in roles)
        for roles, value in r.leaves(node)
        if isinstance(value, r.Node)
    )
    return _Inside(tuple(named_in(node)), bool(r.parts(node)), tuple(nodes))


_OF_ITS_OWN = {By.IT, By.PLACE_OF_IT, By.VARIABLE_OF_IT}
_TO_OWN = {By.IT: By.OWN, By.PLACE_OF_IT: By.PLACE_OF_OWN, By.VARIABLE_OF_IT: By.VARIABLE_OF_OWN}
_TO_IT = {own: it for it, own in _TO_OWN.items()}
_HELD = {
    By.PLACE_OF_IT: By.PLACE, By.PLACE_OF_OWN: By.PLACE,
    By.VARIABLE_OF_IT: By.VARIABLE, By.VARIABLE_OF_OWN: By.VARIABLE,
}  # fmt: skip
_Parts = frozenset[tuple[By, int]]


_WITHOUT_A_KEY = (t.Circumstance, t.Earlier, t.OwnerOf, t.PositionOf, t.FirstCards, t.LastCards)
_OF_THE_TURN: dict[type[r.Node], tuple[tuple[By, int], ...]] = {
    t.Subject: ((By.SUBJECT, 0),),
    t.Active: ((By.ACTIVE, 0),),
    t.AllPlayers: ((By.ACTIVE, 0),),
    t.OtherPlayers: ((By.ACTIVE, 0), (By.SUBJECT, 0)),
}


@define
class KeyReader:
    """By what named values and conditions can be kept."""

    plan: Plan
    _found: dict[Named, _Parts | None] = field(init=False, factory=dict)

    def of(self, named: Named) -> Key | None:
        """The key of a named value; None if it depends on too much, or on what no key has."""
        found = self._named(named)
        return None if found is None or len(found) > MOST_PARTS else tuple(sorted(found))

    def _named(self, named: Named) -> _Parts | None:
        if named not in self._found:
            is_test, number = named
            body = self.plan.conditions[number] if is_test else self.plan.values[number]
            self._found[named] = self._read(body, it=True, own=True)
        return self._found[named]

    def _read(self, node: r.Node, *, it: bool, own: bool) -> _Parts | None:
        """What a node depends on; `it` and `own` are those of the whole, unless something inside has others."""
        if isinstance(node, _WITHOUT_A_KEY):
            return None
        found = set(_OF_THE_TURN.get(type(node), ()))
        match node:
            case t.It() | t.Switch() if it:
                found.add((By.IT, 0))
            case t.Own() if own:
                found.add((By.OWN, 0))
            case t.Given(register):
                found.add((By.GIVEN, register))
            case t.Slot(slot):
                found.add((By.NAME, slot))
            case t.CardsIn(first, t.It()) if it:
                return frozenset([(By.PLACE_OF_IT, first)])
            case t.CardsIn(first, t.Own()) if own:
                return frozenset([(By.PLACE_OF_OWN, first)])
            case t.Variable(first, t.It()) if it:
                return frozenset([(By.VARIABLE_OF_IT, first)])
            case t.Variable(first, t.Own()) if own:
                return frozenset([(By.VARIABLE_OF_OWN, first)])
            case t.CardsIn(first, whose) | t.CardsOfAll(first, whose):
                found |= self._shares(By.PLACE, first, t.reach(whose, self.plan.table.players))
            case t.Variable(first, whose) | t.Variables(first, whose):
                found |= self._shares(By.VARIABLE, first, t.reach(whose, self.plan.table.players))
            case t.Call(_, of) | t.Holds(_, of):
                for named in named_in(node):
                    called = self._named(named)
                    if called is None:
                        return None
                    found |= {*self._asked(called, of, it=it, own=own)}
                if isinstance(of, t.It | t.Own):
                    return frozenset(found)
        goes_through_players = isinstance(node, t.Sum | t.End | t.Sieved | t.Quantified) and node.players
        for roles, value in r.leaves(node):
            if isinstance(value, r.Node):
                of_each = r.OF_EACH in roles
                inside = self._read(value, it=it and not of_each, own=own and not (of_each and goes_through_players))
                if inside is None:
                    return None
                if isinstance(node, t.With | t.WithTest) and value is node.inner:
                    inside -= {(By.GIVEN, node.register)}
                found |= inside
        return frozenset(found)

    def _asked(self, called: _Parts, of: t.Term | None, *, it: bool, own: bool) -> Iterator[tuple[By, int]]:
        """What a named value depends on where it is asked of something."""
        for by, number in called:
            its_own = _TO_IT.get(by, by)
            if its_own not in _OF_ITS_OWN:
                yield by, number
            elif isinstance(of, t.It) and it:
                yield its_own, number
            elif isinstance(of, t.Own) and own:
                yield _TO_OWN[its_own], number
            elif by in _HELD and of is not None:
                yield from self._shares(_HELD[by], number, self.plan.table.players)

    def _shares(self, by: By, first: int, many: int) -> set[tuple[By, int]]:
        return {(by, first + share) for share in range(many)}
