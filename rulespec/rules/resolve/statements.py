"""Statements with their names resolved, and the names that choices bind."""

from typing import TypeVar, assert_never, cast

from attrs import evolve

from rulespec.language.errors import Problem, beyond
from rulespec.language.grammar import reserved
from rulespec.language.printer import show
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import PLAYERS, Kind
from rulespec.language.tree.limits import NAMES, PICKS, PROBLEMS
from rulespec.language.tree.node import Node, children, rewrite, walk
from rulespec.rules.resolve.expressions import Scope, condition, expression, regular, sieve, wanted
from rulespec.rules.resolve.wrong import WrongError, wrong

Body = tuple[s.Statement, ...]
AnyChoice = TypeVar("AnyChoice", bound=s.AnyChoice)

_EACH = "write 'each LIST' or 'each (LIST, where CONDITION)'"


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
            self.scope.mistakes.catch(error, self._problems)
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
                    self.scope.mistakes.catch(error, self._problems)
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
            case s.ForEachWord(pick, body):
                before = dict(self.bound)
                try:
                    settled = self._words(pick)
                except WrongError:
                    self.body(body)
                    raise
                self.bound[settled.name] = settled.kind
                inner = self.body(body)
                self._only(before)
                return evolve(statement, pick=settled, body=inner)
            case _:
                assert_never(statement)

    def _words(self, pick: s.PickOne) -> s.PickOne:
        """The words of a list for each of which a block is done, and what each is called in it."""
        here = self._here
        if isinstance(pick.source, e.Name) and pick.source.text == "player":
            raise wrong("E021", pick, "'each' needs a list of words, got players", "write 'players: EFFECT'")
        words = expression(pick.source, here)
        kind = kind_of(words)
        list_ = gone_through(words) if kind.many else None
        if list_ is None:
            remedy = f"write '{show(pick.source)}' without 'each'" if kind.name == "player" else _EACH
            raise wrong("E021", words, f"'each' needs a list of words, got {kind}", remedy)
        name = f"{s.THAT}{list_}"
        if name in self.bound:
            raise wrong("E022", pick, f"'{name}' already comes from the outer 'each'", "remove the inner 'each'")
        self._not_too_many([name], pick)
        return regular(evolve(pick, name=name), here)

    def _only(self, bound: dict[str, Kind]) -> None:
        """Forgets the names bound since then."""
        for name in self.bound.keys() - bound.keys():
            del self.bound[name]

    def _merge(self, other: dict[str, Kind], statement: s.Statement) -> None:
        for name, kind in other.items():
            if self.bound.setdefault(name, kind) != kind:
                raise wrong("E022", statement, f"'{name}' is {kind} in one branch and {self.bound[name]} in the other")

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
        match resolved:
            case s.Choose():
                return _afterwards(_narrowed(resolved, here, bound), here.with_chosen(bound))
            case s.ChooseByChance():
                return _by_chance(_narrowed(resolved, here, bound))
            case _:
                return cast(s.Effect, regular(resolved, here))

    def _not_too_many(self, bound: list[str], effect: Node) -> None:
        if len(bound) > PICKS.most:
            raise WrongError(beyond(PICKS, len(bound), effect.span))
        names = len(self.bound) + len(bound)
        if bound and names > NAMES.most:
            told, self._crowded = self._crowded, True
            raise WrongError(None if told else beyond(NAMES, names, effect.span))

    def _free(self, name: str, node: Node, bound: dict[str, Kind]) -> None:
        if name in reserved():
            raise wrong("E023", node, f"'{name}' is a keyword", "choose another name")
        taken = self.scope.names.taken()
        if name in taken or (self.scope.names.seats and name == self.scope.names.seats.list):
            raise wrong("E022", node, f"'{name}' is already a {taken.get(name, 'list')}", "choose another name")
        if name in self.scope.chosen:
            raise wrong("E022", node, f"'{name}' is already chosen in the turn", "choose another name")
        if name in self.bound or name in bound:
            raise wrong("E022", node, f"'{name}' is already chosen in this block", "choose another name")


def gone_through(words: e.Expression) -> str | None:
    """The list of the words or numbers of a set; None where it is not known which list numbers are of."""
    if kind_of(words).name == "word":
        return kind_of(words).list
    match words:
        case e.Listed(list_):
            return list_
        case e.Sieved(inner, _) | e.Except(inner, _):
            return gone_through(inner)
        case _:
            return None


def _narrowed(choose: AnyChoice, here: Scope, bound: dict[str, Kind]) -> AnyChoice:
    """A choice whose parts are resolved, with its sieves; they speak of the names that it binds."""
    inside = here.with_chosen(bound)
    if len(bound) == 1 and not isinstance(choose.picks[0], s.PickCards):
        ((name, kind),) = bound.items()
        inside = inside.looking_at(kind, name)
    return evolve(choose, sieves=tuple(sieve(each, inside) for each in choose.sieves))


def _afterwards(choose: s.Choose, inside: Scope) -> s.Choose:
    return choose if choose.afterwards is None else evolve(choose, afterwards=condition(choose.afterwards, inside))


def _by_chance(choose: s.ChooseByChance) -> s.ChooseByChance:
    """Cards come by chance from a zone without order, and from nowhere else."""
    for pick in choose.picks:
        if pick.kind.name == "card":
            raise wrong("E021", pick, "cards cannot be chosen by chance", "draw them from a 'shuffled' zone")
    return choose
