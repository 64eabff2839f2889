"""Numbers that depend on how many play, in the notation of rule files: by declarations, by the number of players."""

from collections.abc import Mapping

from attrs import define, field

from rulespec.game.api import Ruleset
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import walk

PLAYERS = "number of players"


@define
class AmountsSaid:
    """The expressions for a ruleset's numbers."""

    _rules: Ruleset
    _written: frozenset[int] = field(init=False)  # the numbers that stand somewhere in the rules
    _tables: dict[str, dict[int, int]] = field(init=False)

    @_written.default
    def _found(self) -> frozenset[int]:
        played = (each for each in self._rules.resolved.declarations if not isinstance(each, d.Always | d.Scenario))
        numbers = {node.value for each in played for node in walk(each) if isinstance(node, e.Number)}
        return frozenset(numbers | {abs(each) for each in numbers})

    @_tables.default
    def _fixed(self) -> dict[str, dict[int, int]]:
        found = {}
        for table in self._rules.resolved.of(d.Table):
            assert isinstance(table, d.Table)
            values = [*(row.value for row in table.rows), table.otherwise]
            if table.by == "players" and table.parameter is None and all(_is_number(each) for each in values if each):
                materials = {players: self._rules.game(players).material for players in self._rules.players}
                found[table.name] = {players: each.fixed(table) for players, each in materials.items()}
        return found

    def said(self, amounts: Mapping[int, int]) -> str | None:
        """How numbers, one for each number of players, are written; None if only a list of them would do."""
        distinct = set(amounts.values())
        if len(distinct) == 1:
            return str(distinct.pop()) if min(amounts.values()) >= 0 else None
        for name, values in self._tables.items():
            if all(values[players] == amount for players, amount in amounts.items()):
                return name
        line = _line(amounts)
        return None if line is None else _linear(*line)

    def declared(self, amounts: Mapping[int, int]) -> str | None:
        """The same of numbers that the rules declare: no others are there for a reason."""
        said = self.said(amounts)
        if said is None or said in self._tables:
            return said
        times, more = (0, amounts[min(amounts)]) if len(set(amounts.values())) == 1 else _line(amounts) or (0, 0)
        known = times in (0, 1) or times in self._written
        return said if known and (abs(more) in self._written or abs(more) <= (times != 0)) else None


def _is_number(node: e.Expression) -> bool:
    return isinstance(node, e.Number)


def _line(amounts: Mapping[int, int]) -> tuple[int, int] | None:
    """How often the number of players, and how much more."""
    (low, at_low), (high, at_high) = min(amounts.items()), max(amounts.items())
    times, rest = divmod(at_high - at_low, high - low) if high > low else (0, 0)
    more = at_low - times * low
    return (times, more) if not rest and all(times * n + more == found for n, found in amounts.items()) else None


def _linear(times: int, more: int) -> str | None:
    """A multiple of the number of players, and more."""
    if times < 0:
        if more < 0:
            return None
        return f"{more} minus {_linear(-times, 0)}"
    said = PLAYERS if times == 1 else f"{times} times {PLAYERS}"
    return said if not more else f"{said} {'plus' if more > 0 else 'minus'} {abs(more)}"
