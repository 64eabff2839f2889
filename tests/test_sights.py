"""Drawn rules whose zones are seen by others than before: no accepted choice offers what its chooser cannot know."""

from collections import Counter
from random import Random

from attrs import evolve

from rulespec import RulesError, Ruleset
from rulespec.experiments.leaks import leaks
from rulespec.experiments.testing.files import loaded, tree
from rulespec.language.printer import written
from rulespec.language.tree import declarations as d
from tests.effort import draws_until, short_of, tried


def drawn(random: Random) -> Ruleset | set[str]:
    """Drawn rules with other sights of their zones, or the codes for which they are refused."""
    file = tree(random)
    text = written(evolve(file, items=tuple(_seen_by_others(each, random) for each in file.items)))
    try:
        return loaded(text)
    except RulesError as refused:
        return {error.code for error in refused.errors}


def _seen_by_others(item: d.Item, random: Random) -> d.Item:
    if not (isinstance(item, d.Plain) and isinstance(item.declaration, d.Zone)):
        return item
    zone = item.declaration
    seers: tuple[d.Seer, ...] = ("owner", "others", "all") if zone.per_player else ("all",)
    return evolve(item, declaration=evolve(zone, seen_by=random.choice((*seers, zone.seen_by))))


def test_no_accepted_choice_of_drawn_rules_offers_what_its_chooser_cannot_know() -> None:
    seen = Counter[str]()
    least = {"refused": tried(100, 5), "accepted": tried(100, 5), "seen by others": tried(10, 1)}
    for number in draws_until(12, 200, lambda: short_of(seen, least)):
        rules = drawn(Random(number))
        if isinstance(rules, set):
            seen["refused"] += "E035" in rules
        else:
            seen["accepted"] += 1
            seen["seen by others"] += any(zone.seen_by == "others" for zone in rules.resolved.of(d.Zone))
            found = leaks(rules, effort=tried(20_000, 1_000), seed=number)
            assert not [str(leak) for leak in found if "the options" in leak.what]
