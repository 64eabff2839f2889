"""The demand that choices depend on nothing that the player who is asked cannot know."""

from collections.abc import Iterator
from functools import reduce
from typing import assert_never, get_args

from attrs import evolve

from rulespec.language.errors import Problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import PLAYER
from rulespec.language.tree.node import Node, children, walk
from rulespec.rules.checks.demands import demand
from rulespec.rules.checks.disclosures import Disclosures, shows_cards
from rulespec.rules.checks.known_cards import Cards, KnownCards, either, names_only, without
from rulespec.rules.checks.look_ahead import LookAhead
from rulespec.rules.checks.player_terms import Choosers, Subject, Vantage, is_fixed
from rulespec.rules.checks.reads import ChoiceReader, Reads
from rulespec.rules.checks.sights import Sights
from rulespec.rules.checks.together import unseen_together
from rulespec.rules.resolve.ruleset import Rules

_MAX_DEPTH = 20  # actions performing one another that are followed
_MAX_WAYS = 50  # of reaching an action that are looked at

# the effects that depend on facts about cards, or bring some about
_TELLING = tuple(kind for kind in get_args(s.Effect) if kind in (s.Choose, s.Perform) or shows_cards(kind))


@demand(first=False)
def knowledge(rules: Rules) -> Iterator[Problem]:
    """A choice depends on nothing that its chooser cannot know: it reads what the chooser sees, and sizes."""
    course = _Course(rules)
    course.follow()
    if course.problems:
        told = {each.span for each in unseen_together(rules)}
        yield from (each for each in course.problems if each.span not in told)


class _Course:
    """Follows the blocks in the order of a game, with the facts about cards before each statement."""

    def __init__(self, rules: Rules) -> None:
        self.problems: list[Problem] = []
        self._rules = rules
        sights = Sights(rules)
        self._terms = sights.terms
        self._disclosures = Disclosures(rules, sights)
        self._reads = Reads(rules, sights)
        self._ahead = LookAhead(rules, sights, self._reads)
        self._actions = {block.name: block for block in rules.of(d.Action)}
        self._performing: list[str] = []
        self._performed: dict[str, dict[object, KnownCards]] = {name: {} for name in self._actions}
        self._listed: dict[object, KnownCards] = {}

    def follow(self) -> None:
        self._blocks({}, d.SetUp)
        self._blocks({}, d.BeforeTurn)
        known = self._blocks(self._blocks({}, d.Turn), d.AfterTurn)
        self._blocks(known, d.NextTurn)
        for ending in self._rules.of(d.GameEnds):
            self._block(ending, known)
        ends = [self._block(ending, known) for ending in self._rules.of(d.RoundEnds)]
        self._blocks(reduce(either, ends) if ends else known, d.AfterRound, d.Round)
        for name, ways in self._performed.items():
            if not ways:
                self._block(self._actions[name], {})

    def _blocks(self, known: KnownCards, *kinds: type[d.Block]) -> KnownCards:
        for block in self._rules.of(*kinds):
            known = self._block(block, known)
        return known

    def _block(self, block: d.Block, known: KnownCards) -> KnownCards:
        active = Subject(block.key, e.Active(span=block.span))
        return self._of_turn(self._once(block, active, known))

    def _of_turn(self, known: KnownCards) -> KnownCards:
        of_turn = self._terms.of_turn
        return {name: cards for name, cards in known.items() if not isinstance(name, str) or name in of_turn}

    # ---- statements

    def _once(self, block: d.Block, subject: Subject, known: KnownCards) -> KnownCards:
        """The facts after a block; without problems in it, they are kept for the same circumstances.

        A block that performs actions is followed again, as this follows the actions.
        """
        telling = block.within(*_TELLING)
        if not known and not telling:
            return known
        if any(isinstance(each, s.Perform) for each in telling):
            return self._body(block.body, subject, known)
        circumstances = self._rules.surroundings, self._terms.of_turn, self._terms.choosers.copy(), subject, known
        found: tuple[KnownCards, Choosers] | None = block.findings.get(_Course, circumstances)
        if found is not None:
            after, choosers = found
            self._terms.choosers.update(choosers)
            self._disclosures.note_named(self._rules.bound.get(block.key, ()), subject)
            return after
        wrong = len(self.problems)
        after = self._body(block.body, subject, known)
        if len(self.problems) == wrong:
            block.findings.keep(_Course, circumstances, (after, self._terms.choosers.copy()))
        return after

    def _body(
        self, body: d.Body, subject: Subject, known: KnownCards, *, asked: bool = True, done: bool = True
    ) -> KnownCards:
        """The facts after some statements; of those at the same time, first all is asked, then all is done."""
        for statement, following in zip(body, (*body[1:], None), strict=False):
            match statement:
                case s.Do(s.Choose() as choose):
                    if asked:
                        known = self._disclosures.chosen(choose, Vantage(subject, known, subject.player))
                        self.problems += self._choose(choose, following, ChoiceReader(subject, known, subject.player))
                case s.Do(s.Perform(word, None)):
                    known = self._perform(word, subject, known)
                case s.Do(s.Perform(word)):  # never, once, or again after it was done
                    once = either(self._perform(word, subject, known), known)
                    known = either(self._perform(word, subject, once), once)
                case s.Do(effect):
                    if done:
                        known = self._disclosures.after(effect, Vantage(subject, known, subject.player))
                case s.If(_, then, otherwise):
                    one = self._body(then, subject, known, asked=asked, done=done)
                    known = either(one, self._body(otherwise, subject, known, asked=asked, done=done))
                case s.May(inner):
                    known = either(self._body(inner, subject, known, asked=asked, done=done), known)
                case s.Together(inner) if asked and done:
                    known = self._body(inner, subject, known, done=False)
                    known = self._body(inner, subject, known, asked=False)
                case s.Together(inner):  # inside another, which E036 reports
                    known = self._body(inner, subject, known, asked=asked, done=done)
                case s.ForEach(_, inner):
                    known = self._who(statement, inner, subject, known, asked=asked, done=done)
                case s.ForEachWord(pick, inner):
                    secret = asked and self._reads.unknown(pick.source, ChoiceReader(subject, known, subject.player))
                    hidden: KnownCards = {pick.name: Cards()} if secret else {}
                    once = either(self._body(inner, subject, {**known, **hidden}, asked=asked, done=done), known)
                    if once != known:  # never, once, or again after it was done
                        again = self._body(inner, subject, {**once, **hidden}, asked=asked, done=done)
                        known = either(again, once)
                case _:
                    assert_never(statement)
        return known

    def _who(
        self, who: s.ForEach, inner: d.Body, subject: Subject, known: KnownCards, *, asked: bool, done: bool
    ) -> KnownCards:
        players = self._terms.of(who.players, Vantage(subject, known, subject.player))
        many = kind_of(players).many
        if not many and (is_fixed(players) or not any(map(_changes_table, inner))):
            return self._body(inner, Subject(subject.block, players), known, asked=asked, done=done)
        any_one = e.Chosen(f"player {who.span.start} of {subject.block}", kind=PLAYER, span=who.span)
        each = Subject(subject.block, any_one, players)
        after = self._body(inner, each, known, asked=asked, done=done)
        if not many:
            return without(after, [any_one.name])
        if all(after.get(key) is cards for key, cards in known.items()):
            return known
        left = {key: cards for key, cards in without(after, [any_one.name]).items() if key in known}
        if left != known:  # another one comes after the first
            after = self._body(inner, each, either(left, known), asked=asked, done=done)
        told = {
            key: self._disclosures.told(after[key], players) if any_one in after[key].known_by else after[key]
            for key in known
            if key in after
        }
        everyone = isinstance(players, e.AllPlayers | e.Except)
        return without(told if everyone else either(told, known), [any_one.name])

    def _perform(self, word: e.Expression, subject: Subject, known: KnownCards) -> KnownCards:
        """The facts after an action, which knows the names of the turn only; facts about the block's names stay.

        The action is followed once for each way of reaching it: each player who performs it, and what is known then.
        """
        given = self._of_turn(known)
        if isinstance(word, e.WordOf):
            told = self._action(word.word, subject, given) if word.word in self._actions else given
        else:
            told = self._any(str(kind_of(word).list), subject, given)
        return {**names_only(known), **told}

    def _any(self, list_: str, subject: Subject, known: KnownCards) -> KnownCards:
        """The facts after any action of a list; outside of actions they are worked out once for the facts before."""
        way = (list_, subject.player, subject.among, frozenset(known.items()))
        if self._performing or way not in self._listed:
            after = [self._action(name, subject, known) for name in self._rules.words(list_) if name in self._actions]
            told: KnownCards = reduce(either, after) if after else {}
            if self._performing:
                return told
            self._listed[way] = told
        return self._listed[way]

    def _action(self, name: str, subject: Subject, known: KnownCards) -> KnownCards:
        ways = self._performed[name]
        way = (subject.player, subject.among, frozenset(known.items()))
        if way not in ways:
            if name in self._performing or len(self._performing) == _MAX_DEPTH or len(ways) == _MAX_WAYS:
                return names_only(known)
            self._performing.append(name)
            block = self._actions[name]
            ways[way] = self._of_turn(self._once(block, evolve(subject, block=block.key), known))
            self._performing.pop()
        return ways[way]

    # ---- choices

    def _choose(self, choose: s.Choose, following: s.Statement | None, reader: ChoiceReader) -> Iterator[Problem]:
        for pick in choose.picks:
            for child in children(pick):
                yield from (_by_place(each, child, self._rules) for each in self._reads.hidden(child, reader))
        if choose.sieves:
            inside = self._reads.inside(_source(choose.picks), reader)
            for sieve in choose.sieves:
                yield from self._reads.hidden(sieve, inside)
        if choose.afterwards is not None:
            effect = following.effect if isinstance(following, s.Do) else s.Nothing(span=choose.span)
            yield from self._reads.hidden(choose.afterwards, self._ahead.after(effect, reader))


def _by_place(found: Problem, source: Node, rules: Rules) -> Problem:
    """The problem of choosing from a row whose cards the chooser does not see: places can be chosen instead."""
    if not isinstance(source, e.InZone) or not rules.zone(source.zone).ordered or found.span != source.span:
        return found
    row = source.span.text
    return evolve(
        found, remedy=f"choose a position instead: 'choose n from 1 to cards in {row}', then 'position n in {row}'"
    )


def _changes_table(statement: s.Statement) -> bool:
    return any((isinstance(each, s.AnyEffect) and each.acts) or isinstance(each, s.Perform) for each in walk(statement))


def _source(picks: tuple[s.Pick, ...]) -> e.Expression | None:
    """The set that a choice of one thing looks at in its sieves."""
    return next((pick.source for pick in picks if len(picks) == 1 and isinstance(pick, s.PickOne)), None)
