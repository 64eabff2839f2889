"""Conditions on a chosen set of cards that follow from sums over its cards, told from what they say.

Whether a few cards can still become a set that fits is then decided without listing sets: card after card, only the
sums matter. Here such conditions are taken apart; `completion` works with them.
"""

from attrs import evolve, field, frozen

from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.kinds import CARD, NUMBER
from rulespec.tree.node import Node, rewrite, walk
from rulespec.tree.scopes import asked_of, going_through, reaches_out

OPENED = 100  # values and named conditions of one choice that are looked into


class NotInSumsError(Exception):
    """What a node says does not follow from sums."""

    def __init__(self, node: Node, why: str) -> None:
        super().__init__(why)
        self.node = node


@frozen
class Measured:
    """A number that comes of the cards of a set, and of those `beside` it; `left` if of these the ones left count.

    `amount` is what each card counts (None: 1), where all of `fits` hold. With `list`, the words of it that the cards
    show are counted, each once (up to two where it does not matter how many more), or whether one `repeats`.
    """

    set: str
    amount: e.Expression | None = None
    fits: tuple[e.Condition, ...] = ()
    beside: e.Expression | None = None
    left: bool = False
    list: str | None = None
    repeats: bool = False
    few: bool = False  # no more than two words are told apart


@frozen
class Sums:
    """The sieves of a choice, what has to hold afterwards as the last, with names in place of what is measured."""

    sieves: tuple[e.Sieve, ...]
    measured: tuple[tuple[str, Measured], ...] = ()
    list: str | None = None  # whose words are counted
    tried: bool = field(default=False)  # what has to hold afterwards is none of the sieves, but tried out


def in_sums(choose: s.Choose, following: s.Statement | None, rules: Rules) -> Sums:
    """A choice in sums; `NotInSumsError` where it cannot be said so."""
    sets = {pick.name for pick in choose.picks if isinstance(pick, s.PickCards)}
    reader = _Reader(rules, sets)
    sieves = [reader.sieve(each) for each in choose.sieves]
    tried = choose.afterwards is not None and not sets
    if choose.afterwards is not None and sets:
        assert isinstance(following, s.Do)
        sieves.append(reader.sieve(_Afterwards(choose, following.effect, rules).where()))
    if len(reader.lists) > 1:
        what = f"the words of {' and of '.join(sorted(reader.lists))} at the same time"
        raise NotInSumsError(choose, what)
    return Sums(tuple(sieves), tuple(reader.measured.items()), next(iter(reader.lists), None), tried)


def _told_apart(relation: str) -> int:
    """Numbers below this can be compared so with a count that ends at two."""
    return 3 if relation in (">=", "<") else 2


def mentioned(node: Node, rules: Rules) -> set[str]:
    """The chosen names that something depends on, by way of values and named conditions, too."""
    return {each.name for each in rules.reached(node) if isinstance(each, e.Chosen)}


class _Reader:
    def __init__(self, rules: Rules, sets: set[str]) -> None:
        self.measured: dict[str, Measured] = {}
        self.lists: set[str] = set()
        self._rules = rules
        self._sets = sets
        self._open = 0  # values and named conditions that were looked into
        self._within = 0  # sets that are gone through around a node, each with an `it` of its own

    def sieve(self, sieve: e.Sieve) -> e.Sieve:
        found = self._read(sieve)
        assert isinstance(found, e.Sieve)
        return found

    def _read(self, node: Node) -> Node:
        if not mentioned(node, self._rules) & self._sets:
            return node
        match node:
            case e.CountCards(of) | e.NumberOf(of):
                return self._number(of, node)
            case e.SumOver(of, amount) if self._is_measured(of):
                return self._number(of, node, amount=amount)
            case e.Is(e.Different(name, of) as different, e.Number(n)) if n < 2:
                return evolve(node, subject=self._number(of, different, list_=name, few=True))
            case e.Compare(e.Different(name, of) as different, relation, e.Number(n)) if n < _told_apart(relation):
                return evolve(node, subject=self._number(of, different, list_=name, few=True))
            case e.Different(name, of):
                return self._number(of, node, list_=name)
            case e.Repeats(of, name):
                return self._any(self._number(of, node, list_=name, repeats=True))
            case e.Empty(of):
                return e.Not(self._any(self._number(of, node)), span=node.span)
            case e.Quantified(which, e.Member(False, among), inner) if among is not None and self._is_measured(among):
                fits = e.Not(inner, span=node.span) if which == "every" else inner
                some = self._any(self._number(among, node, fits=fits))
                return some if which == "some" else e.Not(some, span=node.span)
            case e.Within(subject, e.Shown(name, of, kind=kind)) if self._is_measured(of):
                shown = e.Shown(name, e.Looked(kind=CARD, span=node.span), kind=kind.one, span=node.span)
                return self._any(self._number(of, node, fits=self._same(shown, subject)))
            case e.Within(subject, of) if self._is_measured(of):
                it = e.Looked(kind=CARD, span=node.span)
                return self._any(self._number(of, node, fits=self._same(it, subject)))
            case e.OfValue(_, of) | e.Fits(_, of) if of is not None and self._is_measured(of):
                return self._read(self._opened(node, of))
            case e.Chosen() | e.OfValue() | e.Fits() | e.SumOf() | e.EndOf():
                raise NotInSumsError(node, "which cards of the set these are")
        scope = going_through(node) is not None
        self._within += scope
        found: Node = rewrite(node, self._read)
        self._within -= scope
        return found

    def _opened(self, node: e.OfValue | e.Fits, of: e.Expression) -> Node:
        """What a value or a named condition says of a set."""
        declared, by = self._rules.blocks[node.key], node.by if isinstance(node, e.OfValue) else None
        self._open += 1
        match declared:
            case d.Call(subject="cards", condition=said) | d.Value(parameter="cards", expression=said):
                if self._open <= OPENED and not any(_looks(each) for each in (of, by) if each is not None):
                    opened: Node = asked_of(said, of, by)
                    return opened
        raise NotInSumsError(node, "which cards of the set these are")

    def _is_measured(self, node: Node) -> bool:
        return bool(mentioned(node, self._rules) & self._sets)

    def _same(self, one: e.Expression, subject: e.Expression) -> e.Condition:
        self._alone(subject)
        if _looks(subject):
            raise NotInSumsError(subject, "what is looked at around it")
        return e.Is(one, subject, span=subject.span)

    def _any(self, number: e.Expression) -> e.Condition:
        return e.Compare(number, ">=", e.Number(1, span=number.span), span=number.span)

    def _number(
        self,
        of: e.Expression,
        node: Node,
        *,
        amount: e.Expression | None = None,
        fits: e.Condition | None = None,
        list_: str | None = None,
        repeats: bool = False,
        few: bool = False,
    ) -> e.Expression:
        measured = self._set(of)
        fitting = measured.fits if fits is None else (*measured.fits, fits)
        measured = evolve(measured, amount=amount, fits=fitting, list=list_, repeats=repeats, few=few)
        for part in (amount, measured.beside, *fitting):
            if part is not None:
                self._alone(part)
        if list_ is not None and not few:
            self.lists.add(list_)
        name = next((name for name, each in self.measured.items() if each == measured), f"sum {len(self.measured)}")
        self.measured[name] = measured
        return e.Chosen(name, kind=NUMBER, span=node.span)

    def _alone(self, part: Node) -> None:
        """What a card counts may depend on the card, and on nothing else of the set."""
        if self._is_measured(part):
            raise NotInSumsError(part, "what other cards of the set are")
        if self._within and any(isinstance(each, e.OwnPlayer) for each in walk(part)):
            raise NotInSumsError(part, "the player who is looked at")
        if reaches_out(part):
            raise NotInSumsError(part, "what is looked at around it")

    def _set(self, node: e.Expression) -> Measured:
        match node:
            case e.Chosen(name):
                return Measured(name)
            case e.Sieved(inner, sieves) if all(isinstance(each, e.Where) for each in sieves):
                of = self._set(inner)
                conditions = tuple(each.condition for each in sieves if isinstance(each, e.Where))
                return evolve(of, fits=(*of.fits, *conditions))
            case e.Plus(one, other) if self._is_measured(one) != self._is_measured(other):
                inner, beside = (one, other) if self._is_measured(one) else (other, one)
                return self._beside(self._set(inner), beside, node)
            case e.Except(beside, e.Chosen(name)) if not self._is_measured(beside):
                return self._beside(Measured(name, left=True), beside, node)
        raise NotInSumsError(node, "which cards of the set these are")

    def _beside(self, of: Measured, beside: e.Expression, node: Node) -> Measured:
        if of.beside is not None or of.fits or _looks(beside):
            raise NotInSumsError(node, "which cards of the set these are")
        return evolve(of, beside=beside)


def _looks(node: Node) -> bool:
    """Whether something depends on what is looked at where it stands."""
    return reaches_out(node) or any(isinstance(each, e.Looked) for each in walk(node))


class _Afterwards:
    """What has to hold after the next line, said of the table as it is: the set lies in the zone that it moves to."""

    def __init__(self, choose: s.Choose, effect: s.Effect, rules: Rules) -> None:
        assert choose.afterwards is not None
        self._condition = choose.afterwards
        self._rules = rules
        self._effect = effect
        self._now: dict[Node, Node] = {}
        match effect:
            case s.Move((e.Chosen(name) as cards,), e.InZone() as to):
                pick = next((each for each in choose.picks if each.name == name), None)
                if not isinstance(pick, s.PickCards):
                    raise NotInSumsError(choose.afterwards, "what the next line does")
                sources = [node for node in rules.reached(pick.source) if isinstance(node, e.InZone)]
                self._touched = {to.zone, *(each.zone for each in sources)}
                if any(each.zone == to.zone for each in sources):
                    raise NotInSumsError(choose.afterwards, "where the cards come from and go to")
                for source in sources:
                    self._now[source] = e.Except(source, cards, span=source.span)
                self._now[to] = e.Plus(to, cards, span=to.span)
            case s.Add(amount, e.OnCounter(counter) as target) | s.Take(amount, e.OnCounter(counter) as target):
                declared = rules.names.counters[counter]
                if target.kind.many or declared.below is not None or declared.above is not None:
                    raise NotInSumsError(choose.afterwards, "what the next line does")
                self._touched = {counter}
                how = e.Plus if isinstance(effect, s.Add) else e.Minus
                self._now[target] = how(target, amount, span=target.span)
            case _:  # of any other effect it cannot be said beforehand
                raise NotInSumsError(choose.afterwards, "what the next line does")

    def where(self) -> e.Sieve:
        condition = self._then(self._condition)
        assert isinstance(condition, e.Condition)
        return e.Where(condition, span=condition.span)

    def _then(self, node: Node) -> Node:
        match node:
            case e.InZone(name, _) | e.OnCounter(name, _) if name in self._touched:
                if node in self._now:
                    return self._now[node]
                raise NotInSumsError(node, f"whether this is the '{name}' that the next line changes")
            case e.OwnerOf() | e.PositionOf() if e.asks_where(node):
                raise NotInSumsError(node, "where the cards are then")
            case e.OfValue() | e.Fits():
                inside = [each for each in self._rules.reached(node) if isinstance(each, e.InZone | e.OnCounter)]
                owners = any(e.asks_where(each) for each in self._rules.reached(node))
                names = {each.zone if isinstance(each, e.InZone) else each.counter for each in inside}
                if owners or names & self._touched:
                    raise NotInSumsError(node, "what the next line changes of it")
            case e.Quantified(_, e.Member(True, _), inner) if self._reads(inner):
                raise NotInSumsError(node, "whose zone the next line changes")
            case e.Sieved(_, sieves) if any(map(self._reads, sieves)):
                raise NotInSumsError(node, "whose zone the next line changes")
            case e.SumOver(_, amount) | e.Outside(_, amount) if self._reads(amount):
                raise NotInSumsError(node, "whose zone the next line changes")
        found: Node = rewrite(node, self._then)
        return found

    def _reads(self, node: Node) -> bool:
        inside = [each for each in self._rules.reached(node) if isinstance(each, e.InZone | e.OnCounter)]
        return bool({each.zone if isinstance(each, e.InZone) else each.counter for each in inside} & self._touched)
