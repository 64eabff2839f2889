"""What a layer does to the blocks beneath it is told at the layer's own line."""

import pytest

from rulespec import RulesError
from rulespec.game.loading import load
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import walk
from tests.effort import some, tried
from tests.library import ROOT, ruleset


def test_a_layer_that_breaks_its_base_is_told_so_at_its_own_line() -> None:
    base = ruleset("ksr")
    blocks = base.composed.entries
    chosen = {
        name
        for each in blocks.values()
        for node in walk(each.declaration)
        if isinstance(node, s.Pick)
        for name in node.names
    }
    lines = [f"remove {key}" for key in blocks]
    lines += [f"add value {name}: 1" for name in sorted(chosen)]
    lines += [f"add counter {name}" for name in sorted(base.resolved.names.taken())]
    elsewhere, told = [], []
    for line in some(lines, 20):
        try:
            load("ksr+house", ROOT / "cards", texts={"house": f"layer house\n{line}\n"})
        except RulesError as error:
            told.append(str(error))
            elsewhere += [f"{line}\n{each}" for each in error.errors if each.path != "house.rules"]
    assert elsewhere == []
    assert len(told) > tried(deep=70, quick=10)
    assert sum("this conflicts with" in each for each in told) > tried(deep=60, quick=8)


def test_where_a_block_beneath_cannot_be_read_what_is_left_of_others_is_looked_at_no_further() -> None:
    small = """ruleset small "Small"
players 2
at most 5 turns
counter points and player
turn
    at the same time
        may
            add 1 to own points
next turn
    left of active is next
game ends over: 1 is 1
winners: players
"""
    with pytest.raises(RulesError) as refused:
        load("small+house", texts={"small": small, "house": 'layer house "House"\n'})
    assert [(each.code, each.line) for each in refused.value.errors] == [("E002", 4)]
