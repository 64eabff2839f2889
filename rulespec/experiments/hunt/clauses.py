"""The clauses of the rules (blocks, branches, choices, effects, laws), each with how often it ran."""

from collections.abc import Iterator
from typing import assert_never

from attrs import frozen

from rulespec.experiments.hunt.coverage import Coverage
from rulespec.experiments.hunt.tracks import ASKED, DID, DID_NOTHING, ELSE, LAPSED, SETTLED, THEN
from rulespec.game.api import Ruleset
from rulespec.language.printer import brief, show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Node


@frozen
class Clause:
    """Something that may happen by the rules: how often it did, out of how many chances."""

    block: str
    node: Node  # where it stands
    what: str  # what to say if it never happened
    times: int
    chances: int
    remedy: str
    code: str = "W056"
    grave: bool = True  # whether it deserves a warning; an effect may be there only to make sure


def place_of(clause: Clause) -> object:
    """The identity of a clause among those of its rules, independent of the games played."""
    return clause.block, id(clause.node), clause.what, clause.code


def clauses(rules: Ruleset, coverage: Coverage) -> Iterator[Clause]:
    """All clauses of the rules, each before those inside it."""
    return _Clauses(rules, coverage).all()


@frozen
class _Clauses:
    rules: Ruleset
    coverage: Coverage

    def all(self) -> Iterator[Clause]:
        for key, declared in self.rules.resolved.blocks.items():
            if isinstance(declared, d.Block):
                begun = self.coverage.begun(key) or isinstance(declared, d.SetUp)  # with which every game begins
                remedy = "is what it waits for ever so?" if isinstance(declared, d.Reason) else "what leads to it?"
                if not _is_required(declared):
                    yield Clause(key, declared, f"'{key}' never came about", begun, 1, remedy)
                yield from self._body(key, declared.body)
            elif isinstance(declared, d.Always):
                looked = self.coverage.looked(key)
                never, remedy = f"'{key}' was never looked at", "does its moment ever come?"
                yield Clause(key, declared, never, looked, 1, remedy, "W057")

    def _body(self, key: str, body: d.Body) -> Iterator[Clause]:
        for statement in body:
            yield from self._statement(key, statement)

    def _statement(self, key: str, statement: s.Statement) -> Iterator[Clause]:
        match statement:
            case s.Do(effect):
                yield from self._effect(key, effect)
            case s.If(condition, then, otherwise):
                yield from self._branch(key, statement, condition, _held(statement, "never"), THEN)
                yield from self._body(key, then)
                if otherwise:
                    yield from self._branch(key, statement, condition, _held(statement, "always"), ELSE)
                    yield from self._body(key, otherwise)
            case s.May(body):
                yield from self._may(key, statement, body)
            case s.Together(body):
                yield from self._body(key, body)
            case s.ForEach(players, body):
                yield from self._branch(key, statement, players, f"there was never anybody in '{show(players)}'", THEN)
                yield from self._body(key, body)
            case s.ForEachWord(pick, body):
                never = f"there was never anything in '{show(pick.source)}'"
                yield from self._branch(key, statement, pick.source, never, THEN)
                yield from self._body(key, body)
            case _:
                assert_never(statement)

    def _branch(self, key: str, statement: s.Statement, part: Node, what: str, way: str) -> Iterator[Clause]:
        times, chances = self.coverage.times(statement, way), self.coverage.times(statement, THEN, ELSE)
        if self.coverage.knows(statement):
            yield Clause(key, part, what, times, chances, "what depends on it is never done")

    def _may(self, key: str, may: s.May, body: d.Body) -> Iterator[Clause]:
        first = body[0]
        assert isinstance(first, s.Do)
        asked: Node = first.effect if isinstance(first.effect, s.Choose) else may
        times, lapsed = self.coverage.times(asked, ASKED, SETTLED), self.coverage.times(asked, LAPSED)
        said = show(first.effect) if not isinstance(first.effect, s.Choose) else brief(first.effect)
        what = f"'may {said}' {'could only be declined' if 'secretly' in may.adverbs else 'was never offered'}"
        yield Clause(key, first.effect, what, times, times + lapsed, "there was never anything to do")
        yield from self._body(key, body[1:])

    def _effect(self, key: str, effect: s.Effect) -> Iterator[Clause]:
        if isinstance(effect, s.Choose):
            times, lapsed = self.coverage.times(effect, ASKED, SETTLED), self.coverage.times(effect, LAPSED)
            what = f"'{show(effect)}' never had anything to choose from"
            yield Clause(key, effect, what, times, times + lapsed, "nobody is asked, and nothing follows", "W055")
        elif effect.acts:
            did, chances = self.coverage.times(effect, DID), self.coverage.times(effect, DID, DID_NOTHING)
            what = f"'{show(effect)}' never did anything"
            yield Clause(key, effect, what, did, chances, "is there ever anything to do?", grave=False)


def _is_required(block: d.Block) -> bool:
    """True if a block is an action that does nothing, written only because each word of a list needs one."""
    nothing = (isinstance(each, s.Do) and isinstance(each.effect, s.Nothing) for each in block.body)
    return isinstance(block, d.Action) and all(nothing)


def _held(statement: s.If, how: str) -> str:
    """The message for a condition, as written, that never or always held."""
    if isinstance(statement.condition, e.Not) and statement.span.text.startswith("unless"):
        return f"what depends on 'unless {show(statement.condition.part)}' was {how} done"
    return f"'if {show(statement.condition)}' {how} held"
