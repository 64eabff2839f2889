"""Statements with their names resolved, and the names that choices bind."""

from typing import assert_never

from attrs import evolve

from rulespec.errors import Problem, beyond
from rulespec.language.grammar import reserved
from rulespec.resolve.expressions import Scope, condition, regular, sieve, wanted
from rulespec.resolve.wrong import WrongError, wrong
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of
from rulespec.tree.kinds import PLAYERS, Kind
from rulespec.tree.limits import NAMES, PICKS, PROBLEMS
from rulespec.tree.node import Node, children, rewrite, walk

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
        here, picks = self._here, [each for each in children(effect) if isinstance(each, s.Pick)]
        self._not_too_many([name for pick in picks for name in pick.names], effect)
        resolved = rewrite(effect, lambda part: regular(part, here) if isinstance(part, s.Pick) else part)
        bound: dict[str, Kind] = {}
        for pick in (each for each in children(resolved) if isinstance(each, s.Pick)):
            for name in pick.names:
                self._free(name, pick, bound)
                bound[name] = pick.kind
        self.bound |= bound
        return _choose(resolved, here, bound) if isinstance(resolved, s.Choose) else regular(resolved, here)

    def _not_too_many(self, bound: list[str], effect: s.Effect) -> None:
        if len(bound) > PICKS.most:
            raise WrongError(beyond(PICKS, len(bound), effect.span))
        names = len(self.bound) + len(bound)
        if bound and names > NAMES.most:
            told, self._crowded = self._crowded, True
            raise WrongError(None if told else beyond(NAMES, names, effect.span))

    def _free(self, name: str, node: Node, bound: dict[str, Kind]) -> None:
        if name in reserved():
            raise wrong("E023", node, f"'{name}' is a word of the language", "choose another name")
        taken = self.scope.names.taken()
        if name in taken or (self.scope.names.seats and name == self.scope.names.seats.list):
            raise wrong("E022", node, f"'{name}' is a {taken.get(name, 'list')} already", "choose another name")
        if name in self.scope.chosen:
            raise wrong("E022", node, f"'{name}' is chosen in the turn already", "choose another name")
        if name in self.bound or name in bound:
            raise wrong("E022", node, f"'{name}' is chosen already in this block", "choose another name")


def _choose(choose: s.Choose, here: Scope, bound: dict[str, Kind]) -> s.Choose:
    """A choice whose parts are resolved, with what narrows them; it speaks of the names that it binds."""
    inside = here.with_chosen(bound)
    if len(bound) == 1 and not isinstance(choose.picks[0], s.PickCards):
        ((name, kind),) = bound.items()
        inside = inside.looking_at(kind, name)
    afterwards = choose.afterwards
    return evolve(
        choose,
        sieves=tuple(sieve(each, inside) for each in choose.sieves),
        afterwards=None if afterwards is None else condition(afterwards, here.with_chosen(bound)),
    )
