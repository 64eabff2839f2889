"""What the nodes of a plan cost, in steps: the same for every engine, whatever an engine remembers or does at once.

Each node of a term costs one step, and what goes through the members of a set costs, for each member, what is asked of
it and one more. What is small costs that beforehand, as if each of its sets had `MEMBERS` members, so that nobody
counts them; what could become large, with every card in each zone, is counted in play.
"""

from collections.abc import Iterator, Mapping
from math import comb

from attrs import define, field, frozen

from rulespec.plan.nodes import choices as c
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import roles as r
from rulespec.plan.nodes import stepwise as p
from rulespec.plan.nodes import terms as t
from rulespec.plan.plan import Plan
from rulespec.plan.remembered import STATELESS, Key, KeyReader, Memo, Named, named_in, remembered

MEMBERS = 10  # what a set counts as that is gone through in few steps
COSTLY = 200  # steps of a named value that is remembered where it can be used again
KEPT = 60  # steps of one that is kept by what it depends on,
FIXED = 6  # and of one that depends on no state
SMALL = 5_000  # steps of something that nobody counts in play
TRIED = 20  # steps for each card, and for each thing, that is tried as a part of an answer
ENDLESS = 2**62  # no price is higher


@frozen
class Price:
    """`fixed` is charged beforehand, and `each`, if not 0, for every member in play; `most` is what it can come to.

    `counted` says whether anything inside is charged in play.
    """

    fixed: int
    most: int
    each: int = 0
    counted: bool = False


@define
class Prices:
    """The prices of the nodes of a plan, and of others that are compiled for it later."""

    plan: Plan
    keeps: bool = True  # whether an engine keeps named values by their keys, which changes no price
    memos: Mapping[Named, Memo] = field(init=False, factory=dict)  # of what is worked out once
    keys: Mapping[Named, Key] = field(init=False, factory=dict)  # of what is kept by what it depends on
    _found: dict[int, tuple[r.Node, Price]] = field(init=False, factory=dict)  # a node is kept, so its id stays its own
    _bodies: dict[Named, r.Node] = field(init=False)  # what named values and conditions say
    _once: dict[Named, bool] = field(init=False, factory=dict)
    _large: int = field(init=False)  # members of a set of cards, players or words

    def __attrs_post_init__(self) -> None:
        plan = self.plan
        self._large = max(plan.table.cards, plan.table.players, 1)
        self._bodies = {(False, number): body for number, body in enumerate(plan.values)}
        self._bodies |= {(True, number): body for number, body in enumerate(plan.conditions)}
        most = {named: self.of(body).most for named, body in self._bodies.items()}
        self.memos = remembered(plan, [named for named, steps in most.items() if steps >= COSTLY])
        if self.memos:  # without any, all prices stay as they are
            self._found.clear()
        keys = KeyReader(plan)
        costly = [named for named, steps in most.items() if self.keeps and steps >= FIXED]
        found = {named: keys.of(named) for named in costly if not self._charges_once(named)}
        self.keys = {
            named: key
            for named, key in found.items()
            if key is not None and (most[named] >= KEPT or all(by in STATELESS for by, _ in key))
        }

    def _charges_once(self, named: Named) -> bool:
        """Whether anything in a named value is charged once while the table stays as it is."""
        if named not in self._once:
            inside = {each for body in r.within(self._bodies[named]) for each in named_in(body)} if self.memos else ()
            self._once[named] = bool(self.remembered(named)) or any(map(self._charges_once, inside))
        return self._once[named]

    def is_charged_alike(self, node: r.Node) -> bool:
        """Whether it asks for named values, and of none of them anything is charged only once."""
        inside = {each for part in r.within(node) for each in named_in(part)}
        return bool(inside) and not any(map(self._charges_once, inside))

    def of(self, node: r.Node) -> Price:
        """The price of a term, a test, a sieve, or of whatever has some."""
        known = self._found.get(id(node))
        if known is None:
            known = self._found[id(node)] = node, self._price(node)
        return known[1]

    def named(self, named: Named) -> Price:
        """The price of asking for a named value or condition; what is large and remembered is charged when found."""
        price = self.of(self._bodies[named])
        return Price(0, price.most, 0, True) if self.remembered(named) else price

    def remembered(self, named: Named) -> int:
        """What is charged once for a named value that is remembered; 0 where it is charged at each use."""
        price = self.of(self._bodies[named])
        return price.fixed if named in self.memos and price.most > SMALL else 0

    def most(self, named: Named) -> int:
        """What working out a named value can come to."""
        return self.of(self._bodies[named]).most

    def instruction(self, instruction: i.Instruction) -> int:
        """What is charged when an instruction begins."""
        return self.of(instruction).fixed

    def choice(self, choice: c.Choice) -> int:
        """What is charged for each of the answers to choose from."""
        tests = [*choice.sieves, *([] if choice.afterwards is None else [choice.afterwards])]
        return min(ENDLESS, 1 + sum(self.of(each).fixed for each in tests))

    def _tried(self, node: p.Completion | p.Check | p.Measure) -> int:
        """What is charged for each answer that is tried, or for each card that is measured."""
        match node:
            case p.Completion(choice):
                return self.choice(choice)
            case p.Check(test):
                return min(ENDLESS, 1 + self.of(test).fixed)
            case p.Measure(amount=amount, fits=fits):
                return min(ENDLESS, 1 + sum(self.of(each).fixed for each in (amount, *fits) if each is not None))

    def size(self, node: r.Node) -> int:
        """How many members a set can have."""
        if isinstance(node, t.Listed):
            return len(node.values)
        if isinstance(node, t.AllPlayers | t.OtherPlayers | t.PlayersFrom):
            return self.plan.table.players
        if isinstance(node, t.Subsets):
            return self._subsets(node)
        if isinstance(node, t.Single):
            return 1
        inner = [] if isinstance(node, t.CardsOfAll) else [self.size(each) for each in self._sets(node)]
        return min(ENDLESS, sum(inner)) if inner else self._large

    def _sets(self, node: r.Node) -> Iterator[r.Node]:
        """The sets that the members of a set come from."""
        for roles, value in r.leaves(node):
            if isinstance(value, int) and r.CALLED in roles:
                yield self.plan.values[value]
            elif isinstance(value, r.Node) and (r.SET in roles or r.EITHER in roles):
                yield value

    def _price(self, node: r.Node) -> Price:
        if isinstance(node, c.Choice):
            return Price(1 + sum(self.of(each).fixed for each in node.picks), ENDLESS, 0, True)
        if isinstance(node, p.Completion | p.Check | p.Measure):
            return Price(0, ENDLESS, self._tried(node), True)
        if isinstance(node, t.Column):
            return Price(0, 0)
        fixed = most = 1
        each = each_most = 0
        counted = False
        for roles, value in r.leaves(node):
            if r.CALLED in roles:
                price = self.named((isinstance(node, t.Holds), value))
            elif isinstance(value, r.Node):
                price = self.of(value)
            else:
                continue
            counted = counted or price.counted
            if r.OF_EACH in roles:
                each, each_most = each + price.fixed, each_most + price.most
            else:
                fixed, most = fixed + price.fixed, most + price.most
        if isinstance(node, t.Subsets):
            through, each, each_most = self._subsets(node), 1, 0
        elif isinstance(node, t.Outside):
            through, each, each_most = ENDLESS, each + 1, each_most
        elif each:
            through, each = self._gone_through(node), each + 1
        else:
            return Price(min(fixed, ENDLESS), min(most, ENDLESS), 0, counted)
        most = min(ENDLESS, most + through * (each_most + 1))
        if most <= SMALL:
            return Price(fixed + min(through, MEMBERS) * each, most, 0, counted)
        return Price(min(fixed, ENDLESS), most, min(each, ENDLESS), True)

    def _gone_through(self, node: r.Node) -> int:
        """How many members something can go through."""
        assert isinstance(node, t.Sum | t.End | t.Sieved | t.Quantified)
        return self.plan.table.players if node.players else self.size(node.set)

    def _subsets(self, node: t.Subsets) -> int:
        cards = self.size(node.source)
        low, high = node.low, node.high or node.low
        if not isinstance(low, t.Constant) or not isinstance(high, t.Constant):
            return 1 << min(cards, 62)
        sizes = range(max(1, low.value or 0), min(high.value or 0, cards) + 1)
        return min(ENDLESS, sum(comb(cards, size) for size in sizes))
