"""What a hunt tells beside faults: shares of games from the deal in which all answers are equally likely."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rulespec import Over, Ruleset, load
from rulespec.experiments.hunt.exploration import Exploration
from rulespec.experiments.hunt.exploration import exploration as explored
from rulespec.experiments.hunt.facts import MEASURED, facts
from rulespec.experiments.hunt.report import Fact
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.experiments.simulation import simulate
from rulespec.game.pipeline import beneath
from tests.library import ruleset

pytestmark = pytest.mark.native

SHORT = """ruleset short "Three cards each, and the last one decides"
players 2 to 3
at most 20 turns
word sort: plain, rare
word deed: wishing
cards deck in pile
    1 of rare
    59 of plain
zone pile, shuffled
zone hand of player, seen by owner
zone shelf, seen by nobody
counter luck
note wish of player: sort

set-up
    players: draw 3 from pile to own hand

turn
    choose card from own hand
    move card to shelf
    if card is rare: perform wishing
    if hand of players is empty: draw 100 from pile to shelf

action wishing
    players: choose own-wish from sort
    set luck to 1

game ends lucky: luck is 1
game ends plainly after turn: hand of players is empty
winners: active
"""


def _facts(rules: Ruleset, decisions: int = 40_000) -> tuple[Fact, ...]:
    """As a hunt tells them, without all else that it looks at."""
    base = beneath(rules)
    explorings = _explored(rules, decisions)
    return facts(
        rules, explorings, {each.players: each.tally for each in _explored(base, decisions)} if base else {}, 0
    )


def _explored(rules: Ruleset, decisions: int) -> list[Exploration]:
    found = list[Exploration]()
    for players in rules.players:
        exploration = explored(HuntTable(rules, players), 0)
        assert exploration is not None
        for _ in exploration.plays(decisions):
            pass
        exploration.tells()
        found.append(exploration)
    return found


def _told(rules: Ruleset) -> list[str]:
    return [str(fact) for fact in _facts(rules)]


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    path = tmp_path_factory.mktemp("facts") / "short.rules"
    path.write_text(SHORT, "utf-8")
    return load(path)


def test_a_rare_end_is_told_as_rare_however_often_the_hunt_went_there(short: Ruleset) -> None:
    """With two players the rare card is dealt in one game of ten; the hunt goes on from such games again and again."""
    told = _told(short)
    for players, least, most in ((2, 100, 200), (3, 0, 400)):
        (ends,) = [
            each for each in told if each.startswith(f"with {players} players, ") and "'game ends lucky'" in each
        ]
        dealt, games = 0, 1_500
        for seed in range(games):
            random = Random(seed)
            state = short.new_game(players)
            while not isinstance(state.pending, Over):
                state = state.apply(random.choice(state.pending.options))
            dealt += state.counter("luck")
        said = re.search(r"(\d+)% of games end with 'game ends lucky'", ends)
        assert said is not None
        assert abs(int(said[1]) / 100 - dealt / games) < 0.03
        assert least < dealt < most, dealt


LONG = """ruleset long "Every other game is longer than a hunt follows it, and choices are asked card by card"
players 2
at most 1500 turns
word sort: one, two
cards deck in pile
    20 of each sort
zone pile, shuffled
zone hand of player, seen by owner
zone omen, seen by all
counter played
set-up
    draw 1 from pile to omen
    players: draw 15 from pile to own hand
turn
    choose 0 to 13 cards as lot from own hand
    add 1 to played
game ends short after turn: played is at least 5 and (some card in omen where its sort is one)
winners: players
"""


def test_a_check_and_a_simulation_count_the_same_turns_and_decisions() -> None:
    rules = load("long", texts={"long": LONG})
    (exploration,) = _explored(rules, 400_000)
    assert exploration.tally.games > 100 and exploration.tally.left > 50
    (course,) = [str(fact) for fact in facts(rules, [exploration], {}, 0) if fact.about == "course"]
    simulated = simulate(rules, "random", MEASURED, players=2)
    mean = simulated.turns.mean
    assert mean is not None and mean == simulated.decisions.mean and 500 < mean < 1000
    assert course == f"with 2 players, a game takes {mean:.0f} turns and {mean:.0f} decisions"


def test_every_fact_with_a_figure_names_its_number_of_players(short: Ruleset) -> None:
    told = [*_told(short), *_told(ruleset("ksr")), *_told(ruleset("magier")), *_told(ruleset("review"))]
    figures = [each for each in told if re.search(r"\d", re.sub(r"'[^']*'|\d+ players?", "", each))]
    assert len(figures) > 15
    for each in figures:
        assert re.search(r"with \d players?\b(?!.*\d to \d players)", each), each


def test_what_a_layer_does_is_told_with_who_sees_it_and_what_is_otherwise_beneath(
    short: Ruleset, tmp_path: Path
) -> None:
    (tmp_path / "short.rules").write_text(SHORT, "utf-8")
    (tmp_path / "longer.rules").write_text(
        """layer longer "Two are laid, one is drawn"

replace turn
    choose 2 cards as laid from own hand
    move laid to shelf
    draw 1 from pile to own hand
    if rare is in laid: perform wishing
    if hand of players is empty: draw 100 from pile to shelf
""",
        "utf-8",
    )
    told = _told(load(f"{tmp_path / 'short.rules'}+{tmp_path / 'longer.rules'}"))
    (new,) = [each for each in told if each.startswith("with 2 players, 'turn' happened")]
    assert "'move laid to shelf' (seen by no player) had an effect" in new
    assert any(re.fullmatch(r"with 2 players, a game takes \d+ turns; without 'longer', 6", each) for each in told)
    assert not [each for each in _told(short) if "without" in each]


def test_who_chooses_later_and_hears_what_was_chosen_is_told(short: Ruleset) -> None:
    order = "in 'action wishing', players choose one after another; later players learn earlier choices"
    assert order in _told(short)
    assert not [told for told in _told(ruleset("ksr")) if "one after another" in told]


def test_at_most_ten_facts_are_told_and_no_more_than_four_of_a_sort() -> None:
    found = _facts(ruleset("magier"))
    assert 5 <= len(found) <= 10
    assert max(Counter(fact.about for fact in found).values()) == 4
