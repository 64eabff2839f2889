"""What is found from positions whose cards were exchanged: games that lead there, and notes where none was seen."""

from pathlib import Path

import pytest

import rulespec
from rulespec.experiments.failures import SHOWN, decided
from rulespec.experiments.hunt.base_rules import BaseGames
from rulespec.experiments.hunt.clauses import clauses
from rulespec.experiments.hunt.coverage import Coverage
from rulespec.experiments.hunt.exchanged_cards import UNSEEN, ExchangedPositions
from rulespec.experiments.hunt.exploration import Exploration, exploration
from rulespec.experiments.hunt.observer import HuntBudget
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.experiments.hunt.unused_clauses import RARE, never
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.game.api import Ruleset
from rulespec.game.history import beginning, raw_answers
from tests.effort import some, tried

FEW = 12_000  # decisions that are explored
MANY = 1_600_000  # by which it is reckoned how often cards are exchanged

GAME = """ruleset sevens "All sevens in one hand"
players 3
at most 60 turns
word suit: oak, elm, ash, fir
numbers rank: 1 to {ranks}
cards deck in pile
    1 of each suit in each rank
zone pile, shuffled
zone hand of player, seen by owner
zone heap, in a row, seen by all
counter points of player

set-up
    players
        {deal}

turn
    if cards in (own hand, where its rank is 7) is 4
        add 10 to own points
    choose card from own hand
    move card to heap

game ends over after turn: hand of players is empty
winners: players, with most own points
{law}"""
DEALT = "draw 5 from pile to own hand"
SEVENS = "(own hand, where its rank is 7)"
ASIDE = f"{DEALT}\n        if cards in {SEVENS} is at least 2: move {SEVENS} to heap"
APART = "always apart: every player where cards in (own hand, where its rank is 7) is at most 3\n"
MODEST = "always modest: every player where own points is at most 9\n"


ADDS = "        add 10 to own points\n"
ASKS = """        if some card in hand of own left where its rank is 1
            choose tax from own hand
            move tax to heap
"""


def explored(
    tmp_path: Path, deal: str, law: str, then: str = ADDS
) -> tuple[Ruleset, list[Exploration], ExchangedPositions]:
    path = tmp_path / "sevens.rules"
    game = GAME.replace(ADDS, then)
    path.write_text(game.format(deal=deal, law=law, ranks=7 if deal is ASIDE else 13), "utf-8")
    rules = rulespec.load(str(path))
    found = exploration(HuntTable(rules, 3), 0)
    assert found is not None
    for _ in found.plays(FEW):
        pass
    found.tells()
    return rules, [found], ExchangedPositions(rules, [found], MANY, HuntBudget(effort=1))


def told(rules: Ruleset, explorings: list[Exploration], exchanged: ExchangedPositions) -> dict[str, Finding]:
    """What never came about in the turn, by its first words."""
    tables = [each.table for each in explorings]
    searched = Searched({3: explorings[0].games}, {3: explorings[0].decisions})
    beneath = BaseGames(rules, [3], 0, HuntBudget(effort=0))
    findings, _, _ = never(rules, tables, searched, frozenset(), beneath, exchanged)
    return {each.problem.message.partition("'")[2][:2]: each for each in findings if each.problem.line > 14}


def test_what_needs_four_cards_in_one_hand_is_told_as_rare_with_a_game(tmp_path: Path) -> None:
    """Four certain cards are dealt to one hand once in 54,000 deals; a step at a time they are laid there."""
    rules, explorings, exchanged = explored(tmp_path, DEALT, "")
    finding = told(rules, explorings, exchanged)["if"]
    assert finding.level == "note" and RARE in finding.problem.message
    state = finding.state
    assert state is not None and decided(state) <= SHOWN
    never_held = next(each for each in clauses(rules, Coverage(rules, [explorings[0].table])) if "if" in each.what)
    shown = exchanged.holding(never_held)
    assert never_held.times == 0 and shown is not None and shown.led is not None
    here = beginning(shown.led)
    for raw in raw_answers(shown.led):  # the game can be played
        assert raw in here.raws
        here = here.next(raw)
    assert any((points or 0) >= 10 for points in here.position.variables)


def test_a_law_keeps_a_position_out(tmp_path: Path) -> None:
    """What cannot be by a law is laid out nowhere: nothing is said but that it never held."""
    rules, explorings, exchanged = explored(tmp_path, DEALT, APART)
    finding = told(rules, explorings, exchanged)["if"]
    assert finding.level == "warning" and finding.state is None
    assert RARE not in finding.problem.message and UNSEEN not in finding.problem.message


@pytest.mark.parametrize(("deal", "leads"), [(DEALT, True), (ASIDE, False)])
def test_a_law_that_is_broken_there_is_a_note_until_a_game_leads_there(tmp_path: Path, deal: str, leads: bool) -> None:
    """Where two sevens in one hand are laid aside as it is dealt, no game leads to four of them."""
    rules, explorings, exchanged = explored(tmp_path, deal, MODEST)
    ((law, shown),) = exchanged.broken()
    assert law == "always modest" and (shown.led is not None) is leads
    finding = exchanged.unseen(law, shown)
    assert finding is not None and finding.level == "note" and finding.problem.message.startswith(UNSEEN)
    if not leads:
        warning = told(rules, explorings, exchanged)["if"]
        assert warning.level == "warning" and UNSEEN in warning.problem.message


@pytest.mark.parametrize("deal", some([DEALT, ASIDE], 1))
def test_a_question_that_hangs_on_the_card_of_another_is_found_from_there(tmp_path: Path, deal: str) -> None:
    """He is asked only with four sevens, and only if his neighbour holds a one: so others can tell."""
    exchanged = explored(tmp_path, deal, "", ASKS)[2]
    found = [*exchanged.leaks()]
    assert found and {(each.level, each.problem.code) for each in found} == {("note", "W054")}
    assert all(
        each.problem.message.startswith(UNSEEN) and "from others being asked or not, " in each.problem.message
        for each in found
    )
    assert not [*explored(tmp_path, deal, "")[2].leaks()]


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    found = [explored(tmp_path, DEALT, MODEST)[2] for _ in range(tried(5, 2))]
    states = [[shown.state.position for _, shown in each.broken()] for each in found]
    assert states[0] and all(each == states[0] for each in states)
