"""A law that does not hold, and what is the case instead."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple, assert_never

from attrs import field, frozen

from rulespec.engine.game import Game
from rulespec.engine.python.budget import metered
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.position import Position, thawed
from rulespec.engine.python.reader import Its, Reader, seen_from
from rulespec.engine.python.snapshot import Circumstances, Snapshot
from rulespec.language.errors import Problem, problem
from rulespec.language.printer import rule_text, show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import SETS, Kind
from rulespec.language.tree.node import Citations
from rulespec.wording.amounts import many

NAMED = 3  # members of a set for which it is told what is the case
LISTED = 12  # cards, words or players of a set that are named


class _Stood(NamedTuple):
    """The part of a snapshot that a table is made of, in place of the snapshot, which cannot be pickled."""

    position: Position
    where: tuple[int, ...]
    turns: int
    dirty: int


@frozen
class LawMoment:
    """How it stood when a law was looked at; the table is made when it is asked for, as most are not."""

    snapshot: Snapshot | _Stood
    known: Circumstances

    def __reduce__(self) -> tuple[object, ...]:
        now = self.snapshot
        return LawMoment, (_Stood(now.position, now.where, now.turns, now.dirty), self.known)

    @property
    def table(self) -> Machine:
        """The table as laws read it: `own` is the player whose turn it is, and what happened before is not told."""
        now = self.snapshot
        mc = thawed(now.position, now.where, None, now.turns, now.dirty)
        mc.own, mc.circumstances = mc.active, self.known
        return mc


@frozen(slots=False)  # without slots for the cached property
class Broken:
    """A law that did not hold at one of its moments."""

    game: Game = field(repr=False)
    key: str
    now: LawMoment = field(repr=False, eq=False)
    earlier: LawMoment | None = field(repr=False, eq=False)  # the one that the law compares with

    @property
    def law(self) -> d.Always:
        """Its declaration."""
        law = self.game.rules.resolved.blocks[self.key]
        assert isinstance(law, d.Always)
        return law

    @property
    def cites(self) -> Citations:
        return self.game.rules.composed.entries[self.key].cites

    @cached_property
    def case(self) -> str:
        """The actual situation, in words."""
        program, now, earlier = self.game.program, self.now.table, self.earlier
        now.earlier = None if earlier is None else metered(program, earlier.table, self.key)
        return instead(self.game, self.law.condition, metered(program, now, self.key))

    @property
    def problem(self) -> Problem:
        """The diagnostic (W050)."""
        composed = self.game.rules.composed
        law, among = composed.entries[self.key].declaration, many(self.game.players, "player")
        what = f"'{self.key}' is violated with {among}: {self.case}"
        origin, remedy = composed.inherited(self.key), "correct the rules, or this law"
        if origin is not None:
            remedy = f"this law comes from {origin}; to break it on purpose, write: remove {self.key}"
        return problem("W050", law.span, what, remedy)

    def __str__(self) -> str:
        return f"{rule_text(self.key, self.cites)} is violated: {self.case}"


def instead(game: Game, condition: e.Condition, table: Machine) -> str:
    """The situation on a table on which a condition does not hold, in words."""
    return "; ".join(dict.fromkeys(_Telling(game, game.program.reader(), table).instead(condition, None, (None,))))


@frozen
class _Telling:
    """Describes which parts of a condition fail on a table."""

    game: Game
    reader: Reader
    table: Machine

    def instead(self, node: e.Condition, own: int | None, its: Its) -> Iterator[str]:
        """The situation in which the condition does not hold."""
        match node:
            case e.AllOf(parts):
                for part in parts:
                    if not self._holds(part, own, its):
                        yield from self.instead(part, own, its)
            case e.AnyOf(parts):
                yield " and ".join(dict.fromkeys("; ".join(self.instead(part, own, its)) for part in parts))
            case e.Not(part):
                yield from self._so(part, own, its)
            case e.Implies(one, other):
                yield f"{'; '.join(self._so(one, own, its))}, and {'; '.join(self.instead(other, own, its))}"
            case e.Quantified("every", member, inner):
                found = [each for each in self._members(member, own, its) if not self._holds(inner, *each[1:])]
                yield from self._each(found, inner, self.instead)
            case e.Quantified("no", member, inner):
                found = [each for each in self._members(member, own, its) if self._holds(inner, *each[1:])]
                yield from self._each(found, inner, self._so)
            case e.Quantified():
                yield f"not true: {show(node)}"
            case e.Is(subject, other) | e.Compare(subject, _, other):
                yield " and ".join(self._values((subject, other), own, its)) or f"not true: {show(node)}"
            case e.Within(subject, _):
                yield " and ".join(self._values((subject,), own, its)) or f"not true: {show(node)}"
            case e.Empty(of) | e.Repeats(of, _):
                yield self._value(of, own, its)
            case e.Atomic():
                yield f"not true: {show(node)}"
            case _:
                assert_never(node)

    def _so(self, node: e.Condition, own: int | None, its: Its) -> Iterator[str]:
        """The situation in which the condition holds but should not."""
        match node:
            case e.Is(subject, _) | e.Compare(subject, _, _) | e.Repeats(subject, _):
                yield self._value(subject, own, its)
            case _:
                yield show(node)

    def _each(self, found: list[tuple[str, int | None, Its]], inner: e.Condition, telling: Any) -> Iterator[str]:
        for name, own, its in found[:NAMED]:
            yield f"{name}: {'; '.join(dict.fromkeys(telling(inner, own, its)))}"
        if len(found) > NAMED:
            yield f"and {len(found) - NAMED} more"

    def _members(self, member: e.Member, own: int | None, its: Its) -> list[tuple[str, int | None, Its]]:
        """The members of a quantified condition: the name of each, and what `own` and `it` mean for it."""
        among = e.AllPlayers(span=member.span) if member.among is None else member.among
        found = self.reader.many(among)(seen_from(self.table, its[1:]), own, its[0])
        if member.players:
            return [(self.game.seat_name(seat), seat, (seat, *its)) for seat in found]
        return [(self._named(kind_of(among).one, each), own, (each, *its)) for each in found]

    def _named(self, kind: Kind, found: int | tuple[int, ...]) -> str:
        """A card, a set of cards, a word or a number by name."""
        told = self.game.told(kind, found)
        return ", ".join(map(str, told)) if kind.many else str(told)

    def _holds(self, node: e.Condition, own: int | None, its: Its) -> bool:
        return self.reader.test(node)(seen_from(self.table, its[1:]), own, its[0])

    def _values(self, nodes: tuple[e.Expression, ...], own: int | None, its: Its) -> Iterator[str]:
        for node in nodes:
            if not isinstance(node, e.Number | e.NoneYet | e.WordOf):
                yield self._value(node, own, its)

    def _value(self, node: e.Expression, own: int | None, its: Its) -> str:
        kind = kind_of(node)
        value = (self.reader.many if kind.many else self.reader.value)(node)(
            seen_from(self.table, its[1:]), own, its[0]
        )
        told = self.game.told(kind, value)
        if kind.name == "player":
            seats = told if kind.many else (told,)
            told = tuple("none" if seat is None else self.game.seat_name(seat) for seat in seats)
        if kind == SETS:
            more = f" and {len(told) - NAMED} more" if len(told) > NAMED else ""
            told = (", ".join(f"({', '.join(map(str, each))})" for each in told[:NAMED]) + more,) if told else ()
        said = _listed(told) if isinstance(told, tuple) else "none" if told is None else told
        return f"({show(node)}) is {said}" if isinstance(node, e.Sieved) else f"{show(node)} is {said}"


def _listed(told: tuple[object, ...]) -> str:
    """The members of a set, or the first few of many."""
    more = f" and {len(told) - LISTED} more" if len(told) > LISTED else ""
    return ", ".join(map(str, told[:LISTED])) + more if told else "nothing"
