"""Statements with their names resolved, and the names that choices bind."""

from typing import assert_never

from attrs import evolve

from rulespec.errors import Problem, beyond
from rulespec.language.grammar import RESERVED
from rulespec.resolve.expressions import (
    Scope,
    condition,
    expression,
    many,
    number,
    one_word,
    sieve,
    wanted,
    with_hint,
)
from rulespec.resolve.wrong import WrongError, wrong
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of
from rulespec.tree.kinds import CARDS, NUMBER, PLAYER, PLAYERS, Kind
from rulespec.tree.limits import NAMES, PICKS, PROBLEMS
from rulespec.tree.node import Node, walk

Body = tuple[s.Statement, ...]


class BlockResolver:
    """Resolves the statements of one block, collecting what is wrong statement by statement."""

    def __init__(self, scope: Scope, problems: list[Problem]) -> None:
        self.scope = scope
        self.bound: dict[str, Kind] = {}
        self._problems = problems
        self._crowded = False  # whether too many names have been reported already

    def body(self, body: Body) -> Body:
        return tuple(resolved for each in body if (resolved := self._caught(each)) is not None)

    def _caught(self, statement: s.Statement) -> s.Statement | None:
        if len(self._problems) > PROBLEMS.most:
            return None
        try:
            return self._statement(statement)
        except WrongError as error:
            if error.problem is not None and error.problem not in self._problems:
                self._problems.append(error.problem)
            picks = (node for node in walk(statement) if isinstance(node, s.Pick))
            self.scope.mistakes.unbound.update(name for pick in picks for name in pick.names)
            return None

    @property
    def _here(self) -> Scope:
        return self.scope.with_chosen(self.bound)

    def _statement(self, statement: s.Statement) -> s.Statement:
        match statement:
            case s.Do(effect):
                return evolve(statement, effect=self._effect(effect))
            case s.If(test, then, otherwise):
                try:
                    test = condition(test, self._here)
                except WrongError as error:
                    if error.problem is not None:
                        self._problems.append(error.problem)
                before = dict(self.bound)
                then = self.body(then)
                after_then = dict(self.bound)
                self._only(before)
                otherwise = self.body(otherwise)
                self._merge(after_then, statement)
                return evolve(statement, condition=test, then=then, otherwise=otherwise)
            case s.May(body) | s.Together(body):
                return evolve(statement, body=self.body(body))
            case s.ForEach(players, body):
                before = dict(self.bound)
                try:
                    who = wanted(players, self._here, PLAYERS)
                except WrongError:
                    self.body(body)
                    raise
                resolved = evolve(statement, players=who, body=self.body(body))
                if kind_of(who).many:
                    self._only(before)
                return resolved
            case _:
                assert_never(statement)

    def _only(self, bound: dict[str, Kind]) -> None:
        """Forgets the names bound since then."""
        for name in self.bound.keys() - bound.keys():
            del self.bound[name]

    def _merge(self, other: dict[str, Kind], statement: s.Statement) -> None:
        for name, kind in other.items():
            if self.bound.setdefault(name, kind) != kind:
                raise wrong("E022", statement, f"'{name}' is {kind} on one way and {self.bound[name]} on the other")

    def _effect(self, effect: s.Effect) -> s.Effect:
        here = self._here
        match effect:
            case s.Choose():
                return self._choose(effect)
            case s.Move(cards, to):
                return evolve(effect, cards=tuple(wanted(each, here, CARDS) for each in cards), to=_zone(to, here))
            case s.Draw(amount, source, to):
                return evolve(effect, amount=number(amount, here), source=_zone(source, here), to=_zone(to, here))
            case s.Exchange(one, other):
                return evolve(effect, one=wanted(one, here, CARDS), other=wanted(other, here, CARDS))
            case s.Show(cards, to):
                return evolve(effect, cards=wanted(cards, here, CARDS), to=wanted(to, here, PLAYERS))
            case s.Set(target, value):
                where = expression(target, here)
                if not isinstance(where, e.OnCounter | e.OnNote):
                    raise wrong("E021", target, "only counters and notes can be set")
                return evolve(effect, target=where, value=wanted(value, here, kind_of(where).one))
            case s.Add(amount, target) | s.Take(amount, target):
                where = expression(target, here)
                if not isinstance(where, e.OnCounter):
                    remedy = "cards go from zone to zone by 'move' and 'draw'" if kind_of(where).name == "card" else ""
                    raise wrong("E021", target, "only a counter can be added to or taken from", remedy)
                return evolve(effect, amount=number(amount, here), target=where)
            case s.Perform(word):
                return evolve(effect, word=one_word(word, here))
            case s.IsNext(player):
                return evolve(effect, player=wanted(player, here, PLAYER))
            case s.Reverse() | s.Nothing():
                return effect
            case _:
                assert_never(effect)

    def _choose(self, choose: s.Choose) -> s.Effect:
        self._not_too_many(choose)
        here = self._here
        picks = tuple(self._pick(pick, here) for pick in choose.picks)
        bound: dict[str, Kind] = {}
        for pick in picks:
            for name in pick.names:
                self._free(name, pick, bound)
                bound[name] = picked_kind(pick)
        self.bound |= bound
        inside = here.with_chosen(bound)
        if len(bound) == 1 and not isinstance(picks[0], s.PickCards):
            ((name, kind),) = bound.items()
            inside = inside.looking_at(kind, name)
        afterwards = choose.afterwards
        return evolve(
            choose,
            picks=picks,
            sieves=tuple(sieve(each, inside) for each in choose.sieves),
            afterwards=None if afterwards is None else condition(afterwards, here.with_chosen(bound)),
        )

    def _not_too_many(self, choose: s.Choose) -> None:
        if len(choose.names) > PICKS.most:
            raise WrongError(beyond(PICKS, len(choose.names), choose.span))
        names = len(self.bound) + len(choose.names)
        if names > NAMES.most:
            told, self._crowded = self._crowded, True
            raise WrongError(None if told else beyond(NAMES, names, choose.span))

    def _pick(self, pick: s.Pick, here: Scope) -> s.Pick:
        match pick:
            case s.PickOne(source=source) | s.PickPair(source=source):
                return evolve(pick, source=many(source, here))
            case s.PickNumber(low=low, high=high):
                return evolve(pick, low=number(low, here), high=number(high, here))
            case s.PickCards(low=low, high=high, source=source):
                top = None if high is None else number(high, here)
                return evolve(pick, low=number(low, here), high=top, source=wanted(source, here, CARDS))
            case _:
                assert_never(pick)

    def _free(self, name: str, node: Node, bound: dict[str, Kind]) -> None:
        if name in RESERVED:
            raise wrong("E023", node, f"'{name}' is a word of the language", "choose another name")
        taken = self.scope.names.taken()
        if name in taken or (self.scope.names.seats and name == self.scope.names.seats.list):
            raise wrong("E022", node, f"'{name}' is a {taken.get(name, 'list')} already", "choose another name")
        if name in self.scope.chosen:
            raise wrong("E022", node, f"'{name}' is chosen in the turn already", "choose another name")
        if name in self.bound or name in bound:
            raise wrong("E022", node, f"'{name}' is chosen already in this block", "choose another name")


def picked_kind(pick: s.Pick) -> Kind:
    """The kind of each name that a pick binds."""
    match pick:
        case s.PickOne(source=source) | s.PickPair(source=source):
            return kind_of(source).one
        case s.PickNumber():
            return NUMBER
        case s.PickCards():
            return CARDS
        case _:
            assert_never(pick)


def _zone(node: e.Expression, scope: Scope) -> e.Expression:
    zone = expression(with_hint(node, CARDS, scope), scope)
    if not isinstance(zone, e.InZone):
        remedy = ", ".join(sorted(scope.names.zones))
        raise wrong("E021", node, "expected a zone", f"there is {remedy}" if remedy else "declare one: zone NAME")
    if zone.whose is not None and kind_of(zone.whose).many:
        raise wrong("E021", node, "expected one zone, got those of several players", "write a block for each of them")
    return zone
