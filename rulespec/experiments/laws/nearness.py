"""A distance from failing of a condition on a table: a heuristic for the search for a breach."""

from collections.abc import Iterable
from functools import partial
from typing import Any, assert_never

from attrs import frozen

from rulespec.engine.game import Game
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.reader import Its, Reader, seen_from
from rulespec.engine.python.snapshot import Snapshot, machine_at
from rulespec.experiments.laws.circumstances import circumstances
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.plan.circumstances import asked_for

FAR = 100  # an unknown distance


def nearness(game: Game, law: str, now: Snapshot) -> int:
    """How much would have to change for a law to fail; 0 if it would fail now."""
    declared, table = game.rules.resolved.blocks[law], machine_at(now, game.program)
    assert isinstance(declared, d.Always)
    table.circumstances = circumstances(game, now, asked_for(declared.condition, game.rules.resolved.names))
    return _Distance(game, game.program.reader(), table).to(False, declared.condition, None, (None,))


@frozen
class _Distance:
    """How much of a condition would have to change: numbers count by their difference, everything else as 1."""

    game: Game
    reader: Reader
    table: Machine

    def to(self, hold: bool, node: e.Condition, own: int | None, its: Its) -> int:
        """The distance from holding, or from failing; 0 where it does."""
        same, opposite = partial(self.to, hold), partial(self.to, not hold)
        match node:
            case e.AllOf(parts):
                return self._over(hold, (same(part, own, its) for part in parts))
            case e.AnyOf(parts):
                return self._over(not hold, (same(part, own, its) for part in parts))
            case e.Implies():
                return same(node.either, own, its)
            case e.Not(part):
                return opposite(part, own, its)
            case e.Quantified(quantifier, member, inner):
                each = opposite if quantifier == "no" else same
                all_of_them = hold is (quantifier != "some")
                return self._over(all_of_them, (each(inner, *one) for one in self._members(member, own, its)))
            case e.Fits(call, of):
                about = self._about(of, own, its)
                return FAR * hold if about is None else same(self.game.rules.resolved.call(call).condition, *about)
            case e.Compare(one, relation, other):
                return self._compared(hold, self._value(one, own, its), relation, self._value(other, own, its))
            case e.Is(one, other) if kind_of(one).name == "number" and not kind_of(one).many:
                return self._compared(hold, self._value(one, own, its), "=", self._value(other, own, its))
            case e.Empty(of) if hold:
                return len(self.reader.many(of)(seen_from(self.table, its[1:]), own, its[0]))
            case e.Atomic():
                return int(bool(self.reader.test(node)(seen_from(self.table, its[1:]), own, its[0])) is not hold)
            case _:
                assert_never(node)

    def _over(self, all_of_them: bool, distances: Iterable[int]) -> int:
        """The sum of distances, or the least of them."""
        return sum(distances) if all_of_them else min(distances, default=FAR)

    def _members(self, member: e.Member, own: int | None, its: Its) -> list[tuple[int | None, Its]]:
        among = e.AllPlayers(span=member.span) if member.among is None else member.among
        found = self.reader.many(among)(seen_from(self.table, its[1:]), own, its[0])
        return [(each if member.players else own, (each, *its)) for each in found]

    def _about(self, of: e.Expression | None, own: int | None, its: Its) -> tuple[int | None, Its] | None:
        """The player of `own` and `it` in a named condition; None if it is about no player."""
        if of is None:
            return own, its
        found = self._value(of, own, its)
        if found is None:
            return None
        return found if kind_of(of).name == "player" else own, (found,)

    def _value(self, node: e.Expression, own: int | None, its: Its) -> Any:
        return self.reader.value(node)(seen_from(self.table, its[1:]), own, its[0])

    def _compared(self, hold: bool, one: int | None, relation: str, other: int | None) -> int:
        """How far two numbers, or words by their rank, are from the relation, or from its contrary."""
        if one is None or other is None:
            return FAR * hold
        more = one - other
        match relation, hold:
            case (">=", True) | ("<", False):
                return max(0, -more)
            case (">", True) | ("<=", False):
                return max(0, 1 - more)
            case ("<=", True) | (">", False):
                return max(0, more)
            case ("<", True) | (">=", False):
                return max(0, more + 1)
            case _:
                return abs(more) if hold else int(more == 0)
