from collections.abc import Callable, Iterator
from functools import partial
from graphlib import CycleError, TopologicalSorter
from typing import assert_never

from attrs import field, frozen

from rulespec.checks.action_recursion import performing
from rulespec.checks.demands import demand
from rulespec.checks.effects import effects
from rulespec.checks.effort import Effort, effort
from rulespec.checks.subsets import subsets, ways_of_most
from rulespec.errors import Problem, beyond
from rulespec.material import Material
from rulespec.plan.stepwise.amounts import Amounts
from rulespec.plan.stepwise.ways import Size, Ways
from rulespec.resolve.bounds import bounds
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import slots as u
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of
from rulespec.tree.limits import DECISIONS, HAPPENING, LOOKING, OFFERED, Limit

Counted = s.Effect | s.If | s.May | s.ForEach | s.ForEachWord
Times = Callable[[Counted], int]  # how often a statement itself does what is counted


@demand(first=False)
def length(rules: Rules) -> Iterator[Problem]:
    """No game takes too long as a whole, however short each of its turns is."""
    try:
        TopologicalSorter(performing(rules)).prepare()
    except CycleError:
        return
    if any(next(iter(demanded(rules)), None) for demanded in (effects, subsets, effort)):
        return  # what is too much by itself says so itself
    ways = ways_of_most(rules)
    count = Count(ways.material)
    counting: tuple[tuple[Limit, Callable[[Size | None], Times]], ...] = (
        (DECISIONS, lambda size: partial(decisions, ways, size or ways.at_most)),
        (OFFERED, lambda size: partial(offered, ways, size or ways.at_most)),
        (HAPPENING, lambda size: partial(happening, ways, size or ways.at_most)),
        (LOOKING, lambda size: Effort(ways, size).at),
    )
    for limit, counted in counting:
        if count.game(counted(None), limit) > limit.most:
            found = count.game(counted(ways.holdings.size))
            if found > limit.most:
                yield beyond(limit, found, rules.the(d.Limit).span)


def decisions(ways: Ways, size: Size, statement: Counted) -> int:
    """Each question, however many bits it is asked in."""
    return int(isinstance(statement, s.Choose | s.May))


def offered(ways: Ways, size: Size, statement: Counted) -> int:
    """The answers to choose from; what is asked bit by bit offers no more at once than what is not."""
    if isinstance(statement, s.AnyChoice):
        return min(ways.count(statement, size), ways.material.rules.listed)
    return 2 * isinstance(statement, s.May)


def happening(ways: Ways, size: Size, statement: Counted) -> int:
    """Each effect, with each card that it is about, and for each counter or note that it changes."""
    if isinstance(statement, s.If | s.ForEach | s.ForEachWord):
        return 0
    found = 1
    for _, slot, cards in u.filled(statement):
        match slot.use:
            case u.MovedTo() | u.SwappedWith() | u.DealtTo() | u.ShownTo():
                found += size(cards)
            case u.DrawnTo(_, amount):
                found += at_most(getattr(statement, amount), ways.material)
            case u.AddedTo() | u.SetTo():
                found += ways.material.many(cards) - 1
            case u.LookedAt() | u.Counted() | u.Offered() | None:
                pass
            case _:
                assert_never(slot.use)
    return found


def at_most(amount: e.Expression, material: Material) -> int:
    """An upper bound of a number of cards."""
    cards = len(material.cards)
    _, most = bounds(amount, material.rules, cards, material.players)
    return cards if most is None else max(0, min(most, cards))


@frozen(eq=False)
class Count:
    """Adds up what statements do, times how often a game can reach them: there are no loops, and turns are bounded."""

    _material: Material
    _amounts: Amounts = field(init=False)
    _of_words: dict[tuple[str, Times], int] = field(init=False, factory=dict)  # of actions, by what is performed
    _tested: tuple[e.Condition, ...] = field(init=False)  # after each effect

    @_amounts.default
    def _known(self) -> Amounts:
        return Amounts(self._material)

    @_tested.default
    def _at_once(self) -> tuple[e.Condition, ...]:
        return tuple(each.condition for each in self._material.rules.of(d.Reason) if each.moment == "at once")

    def game(self, times: Times, of: Limit | None = None) -> int:
        """How much comes together in a game; of what is limited, and counted with quick bounds, blocks are known."""
        turns = self._material.rules.the(d.Limit).turns
        rounds = turns + 1 if self._material.rules.of(d.RoundEnds) else 1  # each but the first begins after a turn
        blocks = partial(self._blocks, times, of)
        a_turn = sum(blocks(d.BeforeTurn, d.Turn, d.AfterTurn, d.NextTurn))
        a_round = sum(blocks(d.Round, d.AfterRound)) + max(blocks(d.RoundEnds), default=0)
        end = max(blocks(d.GameEnds), default=0)
        return sum(blocks(d.SetUp)) + rounds * a_round + turns * a_turn + end

    def _blocks(self, times: Times, of: Limit | None, *kinds: type[d.Block]) -> list[int]:
        return [self._block(block, times, of) for block in self._material.rules.of(*kinds)]

    def _block(self, block: d.Block, times: Times, of: Limit | None) -> int:
        """What a block comes to: the same as ever in the same surroundings, where what it performs does."""
        if of is None:
            return self._body(block.body, times)
        performed = [self._performed(each.word, times, of) for each in block.within(s.Perform)]
        circumstances = self._material.rules.surroundings, self._tested, performed
        found: int | None = block.findings.get(of, circumstances)
        if found is None:
            found = self._body(block.body, times)
            block.findings.keep(of, circumstances, found)
        return found

    def _body(self, body: d.Body, times: Times) -> int:
        return sum(self._statement(statement, times) for statement in body)

    def _performed(self, word: e.Expression, times: Times, of: Limit | None = None) -> int:
        """The maximum for performing a word, or any word of a list; memoised."""
        name = word.word if isinstance(word, e.WordOf) else str(kind_of(word).list)
        if (name, times) not in self._of_words:
            actions = actions_of(word, self._material.rules)
            self._of_words[name, times] = max((self._block(each, times, of) for each in actions), default=0)
        return self._of_words[name, times]

    def _statement(self, statement: s.Statement, times: Times) -> int:
        match statement:
            case s.Do(s.Perform(word, how_often)):
                return most_times(how_often, self._amounts) * self._performed(word, times)
            case s.Do(effect):
                return times(effect)
            case s.If(_, then, otherwise):
                return times(statement) + max(self._body(then, times), self._body(otherwise, times))
            case s.May((s.Do(s.Choose()), *_) as body):
                return self._body(body, times)
            case s.May(body):
                return times(statement) + self._body(body, times)
            case s.Together(body):
                return self._body(body, times)
            case s.ForEach(players, body):
                return times(statement) + members(players, self._material.players) * self._body(body, times)
            case s.ForEachWord(_, body):
                return times(statement) + words_in(statement, self._material) * self._body(body, times)
            case _:
                assert_never(statement)


def actions_of(word: e.Expression, rules: Rules) -> list[d.Action]:
    """The actions that performing an expression can mean: that of a word, or those of a whole list."""
    words = (word.word,) if isinstance(word, e.WordOf) else rules.words(str(kind_of(word).list))
    return [action for action in map(rules.action, words) if action is not None]


def most_times(amount: e.Expression | None, amounts: Amounts) -> int:
    """How often something is repeated at most; once where nothing bounds it, of which another check tells."""
    most = None if amount is None else amounts.of(amount)[1]
    return 1 if most is None else max(0, most)


def words_in(statement: s.ForEachWord, material: Material) -> int:
    """How many words a block is done for at most."""
    return len(material.rules.names.lists[statement.list].members)


def members(players: e.Expression, most: int) -> int:
    """How many players an expression can name."""
    return most if kind_of(players).many else 1
