"""Values that are settled before play: a number, or one for each number of players."""

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.rules.resolve.ruleset import Rules

PLAYERS = "players"  # in a text, in place of a list: how many play


def fixed_numbers(rules: Rules, name: str) -> tuple[dict[int, int], int | None] | None:
    """The numbers that a value stands for by the number of players, and otherwise; None if it is settled in play."""
    option = rules.composed.options.values.get(name)
    if isinstance(option, int):
        return {}, option
    declared = rules.names.values.get(name)
    match declared:
        case d.Value(parameter=None, by=None, expression=e.Number(value)):
            return {}, value
        case d.Table(parameter=None, by="players", rows=rows, otherwise=otherwise):
            values = {row.for_: row.value for row in rows}
            if all(isinstance(each, e.Number) for each in values.values()) and (
                otherwise is None or isinstance(otherwise, e.Number)
            ):
                fixed = {int(n): each.value for n, each in values.items() if isinstance(each, e.Number)}
                return fixed, None if otherwise is None else otherwise.value
    return None
