"""Whatever reads rules takes steps in proportion to what is written: twice as much takes about twice as many."""

import cProfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import log
from typing import Any, get_args

import pytest
from attrs import define, field, fields, resolve_types

from rulespec.adapters.encoding.length import most_answers, most_draws
from rulespec.adapters.encoding.payoffs import is_zero_sum, payoffs
from rulespec.engine.native.engine import EXTENSION
from rulespec.engine.native.image import image_of
from rulespec.engine.python.program import program_of
from rulespec.experiments.hunt.intervals import Intervals
from rulespec.experiments.leaks.card_reads import reads
from rulespec.language.errors import Problem
from rulespec.language.printer import written
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as c
from rulespec.language.tree import statements as s
from rulespec.language.tree.limits import DEPTH
from rulespec.language.tree.node import Node, children
from rulespec.language.tree.source import Source, uniform
from rulespec.language.trees import parse
from rulespec.plan.liveness import Liveness
from rulespec.rules.checks import FIRST, THEN
from rulespec.rules.compose import Layer, compose
from rulespec.rules.compose.spelling import respelt
from rulespec.rules.material import Material
from rulespec.rules.resolve.hidden_reads import HiddenReads
from rulespec.rules.resolve.resolution import resolve
from tests.effort import some
from tests.growing import BASE, Growing, broken, everywhere, growing

FEW = 700  # steps more for each thing that grows, which may be those of what is done once
REMARK = "# " + "word " * DEPTH.most + "\n"  # with so many words, each block is looked at in the same way


@define
class Steps:
    """How many functions were called in each pass, if they are `counted`."""

    counted: bool
    of: Counter[str] = field(factory=Counter)

    def count(self, name: str, what: Callable[[], Any]) -> Any:
        if not self.counted:
            return what()
        profile = cProfile.Profile()
        done = profile.runcall(what)
        self.of[name] += sum(entry.callcount for entry in profile.getstats())
        return done


def passes(text: str, counted: bool) -> tuple[Counter[str], list[Problem]]:
    """The steps of each pass over a text, as far as they come; and what is wrong with it."""
    steps, source = Steps(counted), Source("grown.rules", uniform(text))
    tree, problems = steps.count("parsing", partial(parse, source))
    layer = Layer(tree, frozenset())
    steps.count("printing", partial(written, tree))
    steps.count("spelling", partial(respelt, [layer]))
    composed, _ = steps.count("composing", partial(compose, [layer]))
    steps.count("digesting", lambda: composed.digest)
    rules, found = steps.count("resolving", partial(resolve, composed))
    problems = [*problems, *found]
    for demand in FIRST if problems else (*FIRST, *THEN):
        found = steps.count(f"checking {demand.__name__}", partial(all_of, demand, rules))
        problems += [each for each in found if each.code.startswith("E")]
    if problems:
        steps.count("telling", lambda: list(map(str, problems)))
        return steps.of, problems
    material, blocks = Material(rules, 1), [each for each in rules.declarations if isinstance(each, d.Block)]
    plan = steps.count("planning", partial(program_of, material)).plan
    if EXTENSION is not None:
        steps.count("writing an image", partial(image_of, plan, EXTENSION.NODES))
    steps.count("looking what is alive", partial(Liveness, plan))
    steps.count("looking what is hidden", partial(HiddenReads, rules))
    steps.count("looking what leaks", lambda: [reads(each, rules) for each in blocks])
    for limit in (most_answers, most_draws, payoffs, is_zero_sum):
        steps.count("limiting", partial(limit, material))
    reckoning, reasons = Intervals(rules, 1, 1), rules.of(d.Reason)
    for each in reasons:
        steps.count("reckoning", partial(reckoning.truth, each.condition))
        steps.count("reckoning", partial(all_of, reckoning.out_of_reach, each.condition))
    return steps.of, []


def all_of(what: Callable[[Any], Iterable[Any]], of: Any) -> list[Any]:
    return list(what(of))


def too_many(group: Sequence[Growing], wrong: bool = False) -> Iterator[str]:
    """The passes over what grows that take more than n log n steps; either it is `wrong` in all sizes, or in none."""
    stepped(group, 0, f"{REMARK}#\n", wrong, counted=False)  # at first, words are remembered
    counted = [stepped(group, at, REMARK, wrong) for at in (0, 1)]
    least, middle, most = (size * log(size) for size in group[0].sizes)
    once = FEW * len(group)
    fast = [name for name, some in counted[1].items() if some > 10 * counted[0][name] + once]
    if fast:  # twice as much would take for ever
        yield from (f"{name}: {counted[0][name]} and {counted[1][name]} steps" for name in fast)
        return
    counted.append(stepped(group, 2, REMARK, wrong))
    for name in counted[-1]:
        few, some, many = (steps[name] for steps in counted)
        if many > few and many - some > (most - middle) / (middle - least) * max(0, some - few) + once:
            yield f"{name}: {few}, {some} and {many} steps"


def stepped(group: Sequence[Growing], at: int, remark: str, wrong: bool, counted: bool = True) -> Counter[str]:
    text = "".join(f"{each.text(each.sizes[at])}\n{remark}" for each in group)
    steps, problems = passes(BASE + text, counted)
    assert bool(problems) is wrong, "\n".join(map(str, problems)) or text
    return steps


def found_slow(groups: Iterable[tuple[str, list[Growing]]], wrong: bool = False) -> list[str]:
    """What takes too many steps in groups, told of each thing in them by itself."""
    slow = []
    for name, group in groups:
        together = list(too_many(group, wrong))
        if together:
            alone = [f"{each.name}: {said}" for each in group for said in too_many([each], wrong)]
            slow += alone or [f"{name}, all together: {said}" for said in together]
    return slow


def test_what_is_written_twice_as_deep_or_as_often_takes_about_twice_as_many_steps() -> None:
    assert found_slow((name, some(group, 2)) for name, group in growing()) == []


@pytest.mark.parametrize("leaf", ["{}x", "{} {}"], ids=["misspelt", "unreadable"])
def test_what_is_wrong_in_the_middle_is_told_in_about_twice_as_many_steps(leaf: str) -> None:
    groups = broken(lambda said: leaf.format(said, said))
    assert found_slow(((name, some(group, 1)) for name, group in groups), wrong=True) == []


def test_each_thing_in_each_place_takes_about_twice_as_many_steps() -> None:
    pairs = list(everywhere())
    assert len(pairs) > 500
    assert [f"{each.name}: {said}" for each in some(pairs, 4) for said in too_many([each])] == []


# ---- nothing is left out


def test_each_class_that_can_hold_another_is_nested_and_each_other_one_is_repeated() -> None:
    deepest, most = Counter[type[Node]](), Counter[type[Node]]()
    for _, group in growing():
        text = BASE + "".join(f"{each.text(each.sizes[1])}\n" for each in group)
        tree, _ = parse(Source("grown.rules", uniform(text)))
        assert tree is not None
        rules, _ = resolve(compose([Layer(tree, frozenset())])[0])
        for block in (*(item for item in tree.items), *rules.declarations):
            inside, deep = within(block)
            most |= inside
            deepest |= deep
    for kind in classes(e.Expression, e.Condition, e.Sieve, s.Statement):
        if kind not in FLAT and kind in HOLDING:
            assert deepest[kind] > 2, f"no {kind.__name__} is nested: tests/growing.py has no way to"
    for kind in classes(s.Effect, s.Pick, c.Line, c.Claim) | {s.Do, s.Together, e.Case}:
        assert most[kind] > 2, f"no {kind.__name__} is repeated: tests/growing.py has no way to"


def classes(*unions: Any) -> set[type[Node]]:
    return {kind for union in unions for kind in get_args(union)}


def held(kind: Any) -> set[Any]:
    """The classes that stand in a type."""
    return {kind} if isinstance(kind, type) else {each for part in get_args(kind) for each in held(part)}


INSIDE = classes(e.Expression, e.Condition, e.Sieve, s.Statement)
FLAT = {s.Do, s.Together, e.Cases}  # which cannot hold themselves
HOLDING = {kind for kind in INSIDE if any(held(each.type) & INSIDE for each in fields(resolve_types(kind)))}


def within(block: Node) -> tuple[Counter[type[Node]], Counter[type[Node]]]:
    """How often each class is in a block, and how often, at most, on one way into it."""
    inside, deepest = Counter[type[Node]](), Counter[type[Node]]()
    waiting = [(block, Counter[type[Node]]())]
    while waiting:
        node, above = waiting.pop()
        here = above + Counter([type(node)])
        inside[type(node)] += 1
        deepest |= here
        waiting += ((child, here) for child in children(node))
    return inside, deepest
