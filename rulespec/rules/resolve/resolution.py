"""From a composed ruleset to resolved rules: every name has its meaning, every expression its kind."""

from collections.abc import Callable
from typing import Any, TypeVar, assert_never

from attrs import define, evolve, field

from rulespec.language.errors import Fix, Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import CARDS, NONE, NUMBER, NUMBERS, PLAYERS, Kind
from rulespec.language.tree.limits import LISTED, PROBLEMS
from rulespec.rules.compose import Composed
from rulespec.rules.resolve.expressions import Scope, condition, expression, kind_about, wanted
from rulespec.rules.resolve.itself import Member
from rulespec.rules.resolve.names import Names, declared
from rulespec.rules.resolve.reliance import reliance
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.resolve.scenarios import scenario
from rulespec.rules.resolve.statements import BlockResolver
from rulespec.rules.resolve.wrong import UnknownNames, WrongError, wrong

T = TypeVar("T")


def resolve(composed: Composed, listed: int = LISTED) -> tuple[Rules, list[Problem]]:
    """The ruleset with what every name means; and the names that mean nothing, the kinds that do not fit."""
    names, problems = declared(composed)
    towers = list(reliance(composed))
    if towers:
        return Rules(composed, names, {}, {}, listed=listed), problems + towers
    resolver = _of_turn(composed, names, problems)
    blocks: dict[str, d.Declaration] = {}
    for key, entry in composed.entries.items():
        if len(resolver.problems) > PROBLEMS.most:
            break
        block = resolver.turn if isinstance(entry.declaration, d.Turn) else resolver.declaration(entry.declaration)
        if block is not None:
            blocks[key] = block
    rules = Rules(composed, resolver.names, blocks, resolver.bound, resolver.misfits, listed)
    return rules, resolver.problems


def _of_turn(composed: Composed, names: Names, problems: list[Problem]) -> "_Resolver":
    """A resolver that knows the names which the turn binds: values see them all, also those chosen later.

    The turn uses values, and values the names that the turn binds. So the turn is resolved again, each time with the
    names that it bound the time before, until it binds no further one: each pass but the last adds a name.
    """
    turn, mistakes = composed.one(d.Turn), UnknownNames(names)
    known: dict[str, Kind] = {}
    while True:
        mistakes.unbound.clear()
        resolver = _Resolver(mistakes, list(problems), known)
        resolver.turn = None if turn is None else resolver.declaration(turn)
        bound = resolver.bound.get("turn", {})
        if bound.keys() <= known.keys():
            return resolver
        known = known | bound


@define
class _Resolver:
    """Resolves one declaration after another, and collects what is wrong with them."""

    mistakes: UnknownNames
    problems: list[Problem]
    _known: dict[str, Kind]  # the names that the turn is known to bind
    bound: dict[str, dict[str, Kind]] = field(init=False, factory=dict)
    misfits: dict[str, Problem] = field(init=False, factory=dict)
    turn: d.Declaration | None = field(init=False, default=None)
    _kinds: dict[str, Kind | None] = field(init=False, factory=dict)  # of values; None while one is worked out
    _asked: list[str] = field(init=False, factory=list)  # the values whose kinds are being worked out
    _noted: dict[str, Kind] = field(init=False, factory=dict)  # the kinds that were asked for by what is worked out

    @property
    def names(self) -> Names:
        return self.mistakes.names

    def declaration(self, declaration: d.Declaration) -> d.Declaration | None:
        try:
            found, bound = self._once(_Resolver._meaning, declaration)
        except WrongError as error:
            self.mistakes.catch(error, self.problems)
            return None
        if bound is not None:
            self.bound[declaration.key] = bound
        return found

    def _once(self, work: Callable[["_Resolver", Any], T], declaration: d.Declaration) -> T:
        """What comes of some work on a declaration, or came of it before: all that it goes by told the same.

        That is what names tell, the names of the turn, and the kinds of the values that were asked for, in this order.
        While the turn binds its names, a value is asked for in between, and so the turn goes by all that values say.
        """
        is_turn = isinstance(declaration, d.Turn)
        circumstances = self.names.told, self._turn, self.names.said_of_values if is_turn else None
        kept: tuple[T, dict[str, Kind]] | None = declaration.findings.get(work, circumstances)
        outside, self._noted = self._noted, {}
        try:
            if kept is not None and self._still(kept[1]):
                return kept[0]
            before = self.mistakes.caught, self.mistakes.compared
            self._noted = {}
            found = work(self, declaration)
        finally:
            noted, self._noted = self._noted, outside
        if (self.mistakes.caught, self.mistakes.compared) == before:
            if not is_turn:
                declaration.findings.keep(work, circumstances, (found, noted))
            elif self.bound[declaration.key].items() <= self._known.items():
                declaration.findings.keep(work, circumstances, (found, {}))
        return found

    def _still(self, noted: dict[str, Kind]) -> bool:
        """Whether values are of the kinds that they were of."""
        try:
            return all(self._kind_of_value(name) == kind for name, kind in noted.items())
        except WrongError:  # as will be found out again in its place
            return False

    def _meaning(self, declaration: d.Declaration) -> tuple[d.Declaration, dict[str, Kind] | None]:
        """A declaration with what its names mean, and the names that it binds."""
        return self._resolved(declaration), self.bound.get(declaration.key)

    def _scope(self, chosen: dict[str, Kind], *, own: bool = True) -> Scope:
        return Scope(self.mistakes, self._kind_of_value, chosen, own=own)

    @property
    def _turn(self) -> dict[str, Kind]:
        return self._known | self.bound.get("turn", {})

    def _resolved(self, declaration: d.Declaration) -> d.Declaration:
        scope = self._scope(self._turn)
        match declaration:
            case d.Reason():
                body = self._body(declaration)  # first, so that it is looked at though the condition be wrong
                return evolve(declaration, condition=condition(declaration.condition, scope), body=body)
            case d.Block():
                return evolve(declaration, body=self._body(declaration))
            case d.Value(expression=inner):
                return evolve(declaration, expression=expression(inner, self._about_both(declaration)))
            case d.Table():
                return self._table(declaration)
            case d.Call(subject=subject):
                return evolve(declaration, condition=condition(declaration.condition, self._about(subject)))
            case d.Winners(players):
                return evolve(declaration, players=wanted(players, scope, PLAYERS))
            case d.Returns(amount):
                returned = wanted(amount, scope, NUMBER)
                return evolve(declaration, amount=returned)
            case d.Score(amount):  # asked at any time, so it knows no names of a turn
                return evolve(declaration, amount=wanted(amount, self._scope({}), NUMBER))
            case d.Always(moment=moment):  # looked at from outside, as nobody in particular
                nobody = evolve(scope, own=False, acting=False, looked=moment)
                return evolve(declaration, condition=condition(declaration.condition, nobody))
            case d.Cards():
                return self._cards(declaration)
            case d.Zone() | d.Counter() | d.Note():
                return self._holder(declaration)
            case d.Seats():
                return self._seats(declaration)
            case d.Scenario():
                return self._scenario(declaration)
            case d.SourceText() | d.Ruling() | d.Players() | d.Limit() | d.Option() | d.WordList() | d.NumberList():
                return declaration
            case _:
                assert_never(declaration)

    def _scenario(self, said: d.Scenario) -> d.Scenario:
        """A scenario; what is wrong with one that is not tried on these rules by its file need not be mended there."""
        found, problems = scenario(said, evolve(self._scope(self._turn), own=False, acting=False, looked="claimed"))
        self.mistakes.caught += len(problems)
        if said.span.source.path == self.names.composed.layers[-1].path and self.names.composed.is_tried:
            self.problems += problems
        elif problems:
            self.misfits[said.key] = problems[0]
        return found

    def _body(self, block: d.Block) -> d.Body:
        chosen = {} if isinstance(block, d.Turn) else self._turn
        resolver = BlockResolver(self._scope(chosen), self.problems)
        if isinstance(block, d.Turn):
            self.bound[block.key] = resolver.bound
        body = resolver.body(block.body)
        self.bound[block.key] = resolver.bound
        return body

    def _about(self, parameter: str | None) -> Scope:
        """The scope of a value or a named condition about a player, a card or nobody."""
        scope = evolve(self._scope(self._turn, own=False), ownable=parameter is None)
        if parameter == "player":
            scope = evolve(scope, acting=False)
        looked = None if parameter is None else kind_about(parameter, self.names)
        return scope if looked is None else scope.looking_at(looked)

    def _about_both(self, value: d.Value | d.Table) -> Scope:
        """The scope of a value: what it is `by` is looked at further out than what it is of."""
        if isinstance(value, d.Table) and value.by == "player":
            remedy = f"write: value {value.name} of {value.parameter} by player: NUMBER"
            raise wrong("E021", value, "a table has a row for each word of a list, not for each player", remedy)
        for each, known in zip(value.about, (("player", "card", "cards"), ("player",)), strict=True):
            if each is not None and kind_about(each, self.names) is None:
                raise self.mistakes.undeclared("word list", each, value.span, {*self.names.lists, *known})
        parameter, by = value.about
        scope = self._about(parameter)
        if by is None:
            return scope
        further = Member(kind_about(by, self.names))
        return evolve(scope, outer=(further,), acting=scope.acting and by != "player")

    def _of_rows(self, table: d.Table) -> Scope:
        """The scope of what stands in a table: one that is only about a word knows no `it`."""
        return self._scope(self._turn, own=False) if table.parameter is None else self._about_both(table)

    def _kind_of_value(self, name: str) -> Kind:
        if name in self._asked:
            value = self.names.values[name]
            way = " -> ".join([*self._asked, name])
            raise wrong("E026", value, f"'{name}' depends on itself: {way}", "change one of them")
        if self._kinds.get(name) is None:
            if name in self._kinds:
                raise WrongError(None)
            self._asked.append(name)
            self._kinds[name] = None
            try:
                self._kinds[name] = self._once(_Resolver._kind, self.names.values[name])
            except WrongError as error:
                self.mistakes.catch(error, self.problems)
                raise WrongError(None) from None
            finally:
                self._asked.remove(name)
        kind = self._kinds[name]
        assert kind is not None
        self._noted[name] = kind
        return kind

    def _kind(self, value: d.Value | d.Table) -> Kind:
        if isinstance(value, d.Value):
            return kind_of(expression(value.expression, self._about_both(value)))
        kinds = (kind_of(expression(each, self._of_rows(value))) for each in value.expressions)
        return next((kind for kind in kinds if kind != NONE), NONE)

    def _table(self, table: d.Table) -> d.Declaration:
        scope = self._of_rows(table)
        if table.by != "players" and table.by not in self.names.lists:
            raise self.mistakes.undeclared("word list", table.by, table.span, {*self.names.lists, "players"})
        kind = self._kind_of_value(table.name)
        rows = tuple(evolve(row, value=wanted(row.value, scope, kind, or_none=True)) for row in table.rows)
        otherwise = None if table.otherwise is None else wanted(table.otherwise, scope, kind, or_none=True)
        return evolve(table, rows=rows, otherwise=otherwise)

    def _holder(self, holder: d.Zone | d.Counter | d.Note) -> d.Declaration:
        if holder.by is not None and holder.by not in self.names.lists:
            lists = {*self.names.lists, *(() if holder.per_player else ("player",))}
            raise self.mistakes.undeclared("word list", holder.by, holder.span, lists)
        if isinstance(holder, d.Zone) and holder.refill is not None:
            refill = wanted(holder.refill, self._scope({}, own=holder.per_player), CARDS)
            return evolve(holder, refill=refill)
        if isinstance(holder, d.Note) and holder.of != "player":
            self._word_list(holder.of, holder, "to keep a number, write 'counter NAME'", "player")
        return holder

    def _cards(self, cards: d.Cards) -> d.Declaration:
        if cards.zone not in self.names.zones:
            raise self.mistakes.undeclared("zone", cards.zone, cards.span, set(self.names.zones))
        zone = self.names.zones[cards.zone]
        if not zone.is_single:
            each = "player" if zone.per_player else f"word of '{zone.by}'"
            raise wrong(
                "E021",
                cards,
                f"cards cannot start in '{cards.zone}', which exists once for each {each}",
                "use a zone without owner or key",
            )
        return evolve(cards, decks=tuple(self._deck(deck) for deck in cards.decks))

    def _deck(self, deck: d.Deck) -> d.Deck:
        if isinstance(deck.copies, str) and deck.copies not in self.names.values:
            raise self.mistakes.undeclared("value", deck.copies, deck.span, set(self.names.values))
        scope = self._scope({}, own=False)
        return evolve(deck, factors=tuple(self._factor(each, scope) for each in deck.factors))

    def _factor(self, factor: d.Factor, scope: Scope) -> d.Factor:
        if isinstance(factor.words, e.Number):
            return self._number(factor, factor.words.value)
        words = self._words_of(factor, scope)
        if factor.between is not None:
            self._between(factor.between, words)
        return evolve(factor, words=words)

    def _number(self, factor: d.Factor, number: int) -> d.Factor:
        """A number alone is that of the only list that has it."""
        having = [name for name, each in self.names.lists.items() if number in each.members]
        if not having:
            raise wrong("E021", factor, f"no list has the number {number}", f"declare it: numbers NAME: {number}")
        if len(having) > 1:
            each = f"each {having[0]} from {number} to {number}"
            what = f"the number {number} is in '{having[0]}' and in '{having[1]}'"
            raise wrong("E021", factor, what, f"write: {each}", Fix(factor.span, each))
        alone = d.Stretch(number, number, span=factor.span)
        return d.Factor(True, e.Listed(having[0], kind=NUMBERS, span=factor.span), alone, span=factor.span)

    def _between(self, between: d.Stretch, words: e.Expression) -> None:
        """Raises the mistake of numbers that are not in the list."""
        list_ = self.names.lists[words.list] if isinstance(words, e.Listed) else None
        if not isinstance(list_, d.NumberList):
            raise wrong("E021", between, "only a list of numbers has a range", "remove 'from ...'")
        for end in (between.low, between.high):
            if end not in list_.members:
                remedy = f"available: {', '.join(map(str, list_.stretches))}"
                raise wrong("E042", between, f"'{list_.name}' has no number {end}", remedy)
        if between.high < between.low:
            what = f"this range runs backwards: {between.low} to {between.high}"
            raise wrong("E042", between, what, "write the smaller number first")

    def _words_of(self, factor: d.Factor, scope: Scope) -> e.Expression:
        words = expression(factor.words, scope)
        kind = kind_of(words)
        lists = self.names.lists
        if isinstance(words, e.Listed) and not factor.each:
            each = Fix(factor.span, f"each {words.list}")
            raise wrong("E021", factor, f"'{words.list}' is a list of words", f"write: {each.text}", each)
        if kind.name == "word" and kind.many == factor.each:
            return words
        if isinstance(words, e.Listed) and isinstance(lists[words.list], d.NumberList):
            return words
        raise wrong("E021", factor, f"expected {'words' if factor.each else 'a word'} of a list, got {kind}")

    def _seats(self, seats: d.Seats) -> d.Declaration:
        list_ = self._word_list(seats.list, seats, "declare the words: word LIST: WORD, WORD")
        for word in seats.words:
            if word not in list_.words:
                raise self.mistakes.no_word(word, list_, seats.span)
        return seats

    def _word_list(self, name: str, node: d.Note | d.Seats, remedy: str, *others: str) -> d.WordList:
        list_ = self.names.lists.get(name)
        if isinstance(list_, d.NumberList):
            what = f"expected a list of words, got the list of numbers '{name}'"
            raise WrongError(problem("E021", node.span.word(name), what, remedy))
        if list_ is None:
            lists = {name for name, each in self.names.lists.items() if isinstance(each, d.WordList)}
            raise self.mistakes.undeclared("word list", name, node.span, {*lists, *others})
        return list_
