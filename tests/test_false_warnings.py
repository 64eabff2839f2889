"""Warnings about what the rules themselves say: words that a filter excludes, actions that a list demands, new laws."""

import pytest

from rulespec import Ruleset, load
from rulespec.experiments.hunt import hunt
from rulespec.experiments.scenarios import run
from tests.effort import DEEP, some, tried

PROBE = """ruleset probe "A choice of roles"
players 2 to 4
at most 60 turns
word role: duke, thief, lady, king
cards deck in pile
    15 of each role
zone pile, shuffled
zone hand of player, seen by owner
zone bin, seen by all
counter points of player, never above 300
note kept of player: role
value titled: lady plus king
value wild: (role, where it is not lady)
set-up
    players: draw 3 from pile to own hand
game ends dry: pile is empty
winners: players, with most own points
turn
    draw 1 from pile to own hand
    choose said from SOURCE
    set own kept to said
    perform said
    if own kept is duke: add 1 to own points
action duke: add 2 to own points
action thief: add 1 to own points
action lady: LADY
action king: draw 1 from pile to bin
"""
LAID = """ruleset laid "A game with a scenario"
players 2
at most 60 turns
word suit: red, blue
numbers rank: 1 to 6
cards deck in pile
    1 of each rank in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone table, in a row, seen by all
counter bid of player
set-up
    players: draw 3 from pile to own hand
turn
    choose card from own hand
    move card to table
game ends out: some player where own hand is empty
winners: players, with most own bid
scenario high "High bids, and a card is played"
    given 2 players
        bid of seat 0: 4
        hand of seat 0: 1 red, 2 red
        hand of seat 1: 3 red
    when
        seat 0 card: 1 red
    then
        next: seat 1
"""
LAYER = """layer modest "Nobody bids more than three"
add always modest MOMENT: every player where own bid is at most 3
"""


def never(source: str, lady: str = "add 3 to own points") -> list[str]:
    """The messages of a hunt about something that never happened."""
    text = PROBE.replace("SOURCE", source).replace("LADY", lady)
    rules = load("probe", texts={"probe": text if DEEP else text.replace("players 2 to 4", "players 2")})
    found = hunt(rules, decisions=tried(6_000, 2_000)).findings
    return [each.problem.message for each in found if each.problem.code == "W056"]


SOURCES = [
    ("role, where it is duke or it is thief or it is king", True),
    ("(role, where it is not lady)", True),
    ("(role except lady)", True),
    ("duke plus thief plus king", True),
    ("wild", True),
    ("role, where it is in wild", True),
    ("role, where it is not in titled or it is king", True),
    ("role, where it is not lady or own points is more than 290", False),
    ("role, where it is not lady or (some player where own points is 299)", False),
]


@pytest.mark.native
@pytest.mark.parametrize(("source", "excluded"), some(SOURCES, 5))
def test_a_word_is_reported_as_never_offered_unless_the_choice_itself_excludes_it(source: str, excluded: bool) -> None:
    offered = [each for each in never(source, lady="nothing") if "never offered" in each]
    assert len(offered) == (0 if excluded else 1), offered
    assert all("never offered lady in" in each for each in offered)


@pytest.mark.native
def test_an_action_that_does_nothing_is_not_reported_as_each_word_needs_one() -> None:
    assert never("(role except lady)", lady="nothing") == []
    (found,) = never("(role except lady)")
    assert found.startswith("'action lady' never ran")


@pytest.mark.parametrize("moment", ["", " after turn", " when asked", " after each effect"])
def test_a_law_of_a_layer_is_not_demanded_of_an_inherited_scenario_whose_position_breaks_it(moment: str) -> None:
    layer = LAYER.replace(" MOMENT", moment)
    assert held(load("laid+modest", texts={"laid": LAID, "modest": layer}))
    inside = LAID.replace("scenario high", layer.partition("add ")[2] + "scenario high")
    assert not held(load("laid", texts={"laid": inside})), "the same law beside the scenario"
    again = "replace scenario " + LAID.partition("scenario ")[2]
    assert not held(load("laid+modest", texts={"laid": LAID, "modest": layer + again})), "or a scenario of the layer"


def held(rules: Ruleset) -> bool:
    (outcome,) = run(rules)
    return outcome.held
