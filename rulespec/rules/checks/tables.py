from collections.abc import Iterator, Sequence
from itertools import islice

from rulespec.language.errors import Problem, problem
from rulespec.language.suggest import MANY, did_you_mean, nearest
from rulespec.language.tree import declarations as d
from rulespec.rules.checks.demands import demand
from rulespec.rules.resolve.ruleset import Rules


@demand(first=True)
def tables(rules: Rules) -> Iterator[Problem]:
    """A table has one row for everything it can be asked for, and no other."""
    for table in rules.of(d.Table):
        if table.by == "players" and rules.composed.one(d.Players) is None:
            continue  # which is reported
        wanted = _keys(rules, table)
        seen: set[str | int] = set()
        words = list(wanted) if isinstance(wanted, tuple) else []
        meant: set[str | int | None] = set()
        for row in table.rows:
            if row.for_ not in wanted and row.for_ in rules.composed.reported:
                continue  # whatever was to make a word of it could not be read
            if row.for_ not in wanted:
                near = nearest(str(row.for_), words)
                remedy = did_you_mean(str(row.for_), words) or f"available: {_numbers(rules, table)}"
                place = row.span.last_word(str(row.for_))
                yield problem(
                    "E032", place, f"'{table.name}' has a row for {row.for_}, which is not one of its keys", remedy
                )
                meant.add(near)
            elif row.for_ in seen:
                yield problem("E032", row.span, f"'{table.name}' has two rows for {row.for_}", "remove one of them")
            seen.add(row.for_)
        missing = islice((str(key) for key in wanted if key not in seen and key not in meant), MANY + 1)
        if table.otherwise is None and (left := list(missing)):
            several = ", ".join(left[:MANY]) + (", ..." if len(left) > MANY else "")
            what = f"'{table.name}' has no row for {several}"
            yield problem("E032", table.span, what, "add the missing rows, or end the table with '... otherwise'")


def _numbers(rules: Rules, table: d.Table) -> str:
    """The keys of a table by numbers."""
    list_, keys = rules.names.lists.get(table.by), _keys(rules, table)
    if isinstance(list_, d.NumberList):
        return ", ".join(map(str, list_.stretches))
    return f"{keys[0]} to {keys[-1]}" if len(keys) > 1 else str(keys[0])


def _keys(rules: Rules, table: d.Table) -> Sequence[str | int]:
    if table.by == "players":
        players = rules.composed.one(d.Players)
        return range(players.least, players.most + 1) if players else ()
    return rules.names.lists[table.by].members
