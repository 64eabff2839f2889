from collections.abc import Iterator

from rulespec.errors import Problem, problem
from rulespec.language.suggest import did_you_mean
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d


def tables(rules: Rules) -> Iterator[Problem]:
    """A table has one row for everything it can be asked for, and no other."""
    for table in rules.of(d.Table):
        assert isinstance(table, d.Table)
        wanted = _keys(rules, table)
        seen: set[str | int] = set()
        for row in table.rows:
            if row.for_ not in wanted:
                remedy = did_you_mean(str(row.for_), map(str, wanted))
                yield problem("E032", row.span, f"'{table.name}' is never asked for {row.for_}", remedy)
            elif row.for_ in seen:
                yield problem("E032", row.span, f"'{table.name}' has two rows for {row.for_}", "keep one of them")
            seen.add(row.for_)
        missing = [str(key) for key in wanted if key not in seen]
        if missing and table.otherwise is None:
            what = f"'{table.name}' says nothing for {', '.join(missing)}"
            yield problem("E032", table.span, what, "add a row for each, or: ... otherwise")


def _keys(rules: Rules, table: d.Table) -> list[str | int]:
    if table.by == "players":
        players = rules.composed.one(d.Players)
        return list(range(players.least, players.most + 1)) if players else []
    list_ = rules.names.lists[table.by]
    return list(list_.words) if isinstance(list_, d.WordList) else list(range(list_.low, list_.high + 1))
