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

TRUE, FALSE = "can this condition ever be true?", "can this condition ever be false?"
BELOW = "the effects that depend on it never run"
OPTIONS, EFFECT = "can there ever be something to choose here?", "can this ever have an effect?"


@frozen
class Clause:
    """Something that may happen by the rules: how often it did, out of how many chances."""

    block: str
    node: Node  # where it stands
    what: str  # the message if it never happened
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
                never, remedy = f"'{key}' never ran", "does any rule lead to it?"
                if isinstance(declared, d.Reason):
                    never, remedy = f"'{key}' never happened", TRUE
                if not _is_required(declared):
                    yield Clause(key, declared, never, begun, 1, remedy)
                yield from self._body(key, declared.body)
            elif isinstance(declared, d.Always):
                looked = self.coverage.looked(key)
                never, remedy = f"'{key}' was never checked", "does this moment ever happen in a game?"
                yield Clause(key, declared, never, looked, 1, remedy, "W057")

    def _body(self, key: str, body: d.Body) -> Iterator[Clause]:
        for statement in body:
            yield from self._statement(key, statement)

    def _statement(self, key: str, statement: s.Statement) -> Iterator[Clause]:
        match statement:
            case s.Do(effect):
                yield from self._effect(key, effect)
            case s.If(condition, then, otherwise):
                yield from self._branch(key, statement, condition, *_never(statement), THEN)
                yield from self._body(key, then)
                if otherwise:
                    yield from self._branch(key, statement, condition, *_always(statement), ELSE)
                    yield from self._body(key, otherwise)
            case s.May(body):
                yield from self._may(key, statement, body)
            case s.Together(body):
                yield from self._body(key, body)
            case s.ForEach(players, body):
                never = f"'{show(players)}' never included a player"
                yield from self._branch(key, statement, players, never, BELOW, THEN)
                yield from self._body(key, body)
            case s.ForEachWord(pick, body):
                never = f"'{show(pick.source)}' was always empty"
                yield from self._branch(key, statement, pick.source, never, BELOW, THEN)
                yield from self._body(key, body)
            case _:
                assert_never(statement)

    def _branch(
        self, key: str, statement: s.Statement, part: Node, what: str, remedy: str, way: str
    ) -> Iterator[Clause]:
        times, chances = self.coverage.times(statement, way), self.coverage.times(statement, THEN, ELSE)
        if self.coverage.knows(statement):
            yield Clause(key, part, what, times, chances, remedy)

    def _may(self, key: str, may: s.May, body: d.Body) -> Iterator[Clause]:
        first = body[0]
        assert isinstance(first, s.Do)
        asked: Node = first.effect if isinstance(first.effect, s.Choose) else may
        times, lapsed = self.coverage.times(asked, ASKED, SETTLED), self.coverage.times(asked, LAPSED)
        said = show(first.effect) if not isinstance(first.effect, s.Choose) else brief(first.effect)
        what = f"'may {said}' {'could only be declined' if 'secretly' in may.adverbs else 'was never offered'}"
        remedy = OPTIONS if isinstance(first.effect, s.Choose) else EFFECT
        yield Clause(key, first.effect, what, times, times + lapsed, remedy)
        yield from self._body(key, body[1:])

    def _effect(self, key: str, effect: s.Effect) -> Iterator[Clause]:
        if isinstance(effect, s.Choose):
            times, lapsed = self.coverage.times(effect, ASKED, SETTLED), self.coverage.times(effect, LAPSED)
            what = f"'{show(effect)}' never had anything to choose from"
            yield Clause(key, effect, what, times, times + lapsed, OPTIONS, "W055")
        elif effect.acts:
            did, chances = self.coverage.times(effect, DID), self.coverage.times(effect, DID, DID_NOTHING)
            what = f"'{show(effect)}' never did anything"
            yield Clause(key, effect, what, did, chances, EFFECT, grave=False)


def _is_required(block: d.Block) -> bool:
    """True if a block is an action that does nothing, written only because each word of a list needs one."""
    nothing = (isinstance(each, s.Do) and isinstance(each.effect, s.Nothing) for each in block.body)
    return isinstance(block, d.Action) and all(nothing)


def _never(statement: s.If) -> tuple[str, str]:
    """The message and remedy for a condition, as written, that was never true."""
    if (unless := _unless(statement)) is not None:
        return f"'{unless}' was always true", FALSE
    return f"'if {show(statement.condition)}' was never true", TRUE


def _always(statement: s.If) -> tuple[str, str]:
    """The message and remedy for a condition, as written, that was always true."""
    if (unless := _unless(statement)) is not None:
        return f"'{unless}' was never true", TRUE
    return f"'if {show(statement.condition)}' was always true", FALSE


def _unless(statement: s.If) -> str | None:
    """The condition as written, if it follows `unless`."""
    if isinstance(statement.condition, e.Not) and statement.span.text.startswith("unless"):
        return f"unless {show(statement.condition.part)}"
    return None
