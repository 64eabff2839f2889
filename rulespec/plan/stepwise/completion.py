"""Takes a choice of several names, or of a set, apart: to its parts, what is measured of its sets, what has to hold."""

from collections.abc import Iterator
from typing import assert_never

from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.node import Node
from rulespec.plan.expressions import Compiler
from rulespec.plan.nodes import stepwise as p
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.choices import Choice
from rulespec.plan.stepwise.sums import Measured, Sums, bit_numbers, conjuncts, mentioned
from rulespec.rules.resolve.ruleset import Rules

_TOLD_APART = (  # by which two cards that show the same can be told apart
    e.First, e.Last, e.FirstCards, e.LastCards, e.PositionIn, e.PositionOf, e.OwnerOf, e.Earlier, e.Circumstance,
)  # fmt: skip


def completion(choose: s.Choose, choice: Choice, sums: Sums, compiler: Compiler) -> p.Completion:
    """The completion of a choice whose names, and those of what is measured, the compiler knows."""
    return _Compiling(choose, sums, compiler).completion(choice)


class _Compiling:
    def __init__(self, choose: s.Choose, sums: Sums, compiler: Compiler) -> None:
        self._choose = choose
        self._sums = sums
        self._compiler = compiler
        self._rules: Rules = compiler.material.rules
        self._names = list(choose.names)
        self._looking: list[Node] = []  # what depends on whole sets
        self._sets = {pick.name for pick in choose.picks if isinstance(pick, s.PickCards)}

    def completion(self, choice: Choice) -> p.Completion:
        sums = self._sums
        named = set().union(*(_names(each, self._rules) for _, each in sums.measured))
        used = set().union(named, *(mentioned(each, self._rules) for each in sums.sieves))
        steps = tuple(map(self._step, sums.sieves))
        return p.Completion(
            choice,
            tuple(self._parts(used)),
            steps,
            tuple(self._measure(name, each) for name, each in sums.measured),
            sums.tried,
            None if sums.list is None else t.Column(sums.list, self._compiler.material.shown(sums.list)),
            bool(named & set(self._names)),
            self._kinds() if self._looking or (sums.tried and self._sets) else None,
        )

    def _kinds(self) -> t.Column:
        """Numbers all cards, with the same number for those that show the same to everything that sees them."""
        material, numbers = self._compiler.material, dict[object, int]()
        lists = None if self._sums.tried else self._shown()
        columns = [range(len(material.cards))] if lists is None else [material.shown(each) for each in lists]
        shows = (tuple(column[card] for column in columns) for card in range(len(material.cards)))
        return t.Column("kinds", tuple(numbers.setdefault(each, len(numbers)) for each in shows))

    def _shown(self) -> list[str] | None:
        """The lists whose words are all that something sees of cards; None if it may see more."""
        lists, zones = dict[str, None](), False
        for node in self._rules.reached(*self._looking):
            match node:
                case e.Shown(list_, of) | e.Different(list_, of) | e.Repeats(of, list_) if kind_of(of).name == "card":
                    lists[list_] = None
                case e.Chosen(name) if kind_of(node).name == "card" and name not in self._sets:
                    return None
                case e.InZone():
                    zones = True
                case _ if isinstance(node, _TOLD_APART):
                    return None
        sources = [pick.source for pick in self._choose.picks if isinstance(pick, s.PickCards)]
        return None if zones and not all(map(_is_of_one_zone, sources)) else list(lists)

    def _parts(self, used: set[str]) -> Iterator[p.Part]:
        term, set_, slots = self._compiler.term, self._compiler.set, self._compiler.slots
        for pick in self._choose.picks:
            free = not self._sums.tried and pick.name not in used
            match pick:
                case s.PickOne(name, source):
                    card = kind_of(source).name == "card"
                    yield p.Part(slots[name], set_(source), card, is_free=free and not card)
                case s.PickPair(name, other, source):
                    card = kind_of(source).name == "card"
                    yield p.Part(slots[name], set_(source), card)
                    yield p.Part(slots[other], set_(source), card, is_pair=True)
                case s.PickNumber(name, low, high):
                    yield p.Part(slots[name], None, False, term(low), term(high), is_free=free)
                case s.PickCards(name, low, high, source):
                    yield p.Part(slots[name], set_(source), True, term(low), term(high or low))
                case _:
                    assert_never(pick)

    def _step(self, sieve: e.Sieve) -> p.Step:
        match sieve:
            case e.Where(condition):
                return p.Checks(tuple(map(self._check, conjuncts(condition))))
            case e.Preferring(conditions):
                return p.Preferred(tuple(map(self._check, conditions)))
            case e.WithExtremes(extremes):
                term = self._compiler.term
                return p.Most(tuple((each.most, term(each.measure), self._depends(each.measure)) for each in extremes))
            case _:
                assert_never(sieve)

    def _check(self, condition: e.Condition) -> p.Check:
        return p.Check(self._compiler.test(condition), self._depends(condition))

    def _depends(self, node: Node) -> p.Depends:
        names = mentioned(node, self._rules)
        if names & self._sets:
            self._looking.append(node)
        on_sums = any(name in names for name, _ in self._sums.measured)
        last = max((index for index, name in enumerate(self._names) if name in names), default=-1)
        return p.Depends(last, p.ON_SETS if names & self._sets else p.ON_SUMS if on_sums else p.ON_PARTS)

    def _measure(self, name: str, each: Measured) -> p.Measure:
        compiler = self._compiler
        return p.Measure(
            self._names.index(each.set),
            compiler.slots[name],
            None if each.amount is None else compiler.term(each.amount),
            tuple(map(compiler.test, each.fits)),
            None if each.beside is None else compiler.set(each.beside),
            each.left,
            None if each.list is None else t.Column(each.list, bit_numbers(compiler.material.shown(each.list))),
            each.repeats,
            each.most,
        )


def _names(measured: Measured, rules: Rules) -> set[str]:
    """The chosen names that what a card counts depends on."""
    parts = [each for each in (measured.amount, measured.beside, *measured.fits) if each is not None]
    return set().union(*(mentioned(each, rules) for each in parts))


def _is_of_one_zone(node: e.Expression) -> bool:
    while (whole := e.whole_of(node)) is not None:
        node = whole
    return isinstance(node, e.InZone) and node.is_one
