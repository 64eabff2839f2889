from collections.abc import Iterator

from rulespec.errors import Problem, problem
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree import statements as s

_CHANGES = s.Move | s.Draw | s.Exchange | s.Set | s.Add | s.Take


def lapses(rules: Rules) -> Iterator[Problem]:
    """A choice that can be empty ends what somebody is doing; what was done before it stays done."""
    for block in rules.of(d.Action, d.Turn):
        assert isinstance(block, d.Block)
        yield from _after_effects(block.body)


def _after_effects(body: d.Body) -> Iterator[Problem]:
    changed = False
    for statement in body:
        match statement:
            case s.Do(s.Choose() as choose):
                if changed and not all(_never_empty(pick, choose) for pick in choose.picks):
                    what = "this choice can be empty, and what stands before it stays done"
                    yield problem("W051", choose.span, what, "choose first, or mean it so")
            case s.Do(effect):
                changed = changed or isinstance(effect, _CHANGES)
            case s.If(_, then, otherwise):
                yield from _after_effects(then)
                yield from _after_effects(otherwise)
            case s.Who(_, inner) | s.May(inner) | s.Together(inner):
                yield from _after_effects(inner)


def _never_empty(pick: s.Pick, choose: s.Choose) -> bool:
    narrowed = any(isinstance(sieve, e.Where) for sieve in choose.sieves) or choose.afterwards is not None
    return not narrowed and isinstance(pick, s.PickOne) and isinstance(pick.source, m.Listed | e.AllPlayers)
