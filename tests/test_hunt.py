"""What a hunt looks at, and for how long: scenarios and laws first, then games with each number of players."""

from pathlib import Path

import pytest

import rulespec
from rulespec import Ruleset
from rulespec.experiments.hunt import Report, hunt
from rulespec.experiments.hunt.enumeration import proof
from rulespec.experiments.hunt.observer import HuntBudget
from rulespec.experiments.hunt.report import LONGEST
from rulespec.experiments.hunt.search import LEAST, SHORT, _Hunt
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.experiments.suite import Suite, run
from tests.effort import DEEP, tried

FEWEST = "2 to 4" if DEEP else "2"  # players, where two are enough
BASE = """ruleset base "Whoever has a card puts it down"
players {players}
at most {turns} turns
word suit: red, blue
numbers rank: 1 to 6
cards deck in pile
    1 of each rank in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone table of player, in a row, seen by all
counter points of player
counter deeds
set-up
    players: draw {cards} from pile to own hand
turn
    {turn}
    {then}
game ends out: {ends}
winners: players, with most own points
always two-each when asked: every player where cards in own hand plus cards in own table is 2
always few when asked: every player where own points is at most 12
scenario first
    then
        hand of players: 2 cards
scenario second
    given 2 players, seat 0 begins
        hand of seat 0: 1 red, 2 red
        hand of seat 1: 3 red, 4 red
    when
        seat 0: 1 red
    then
        points of seat 0: 0
"""


def ruled(folder: Path, *layers: str, **said: object) -> Ruleset:
    texts = {
        "players": "2 to 4",
        "turns": 60,
        "cards": 2,
        "turn": "choose card from own hand\n    move card to own table",
        "then": "nothing",
        "ends": "every player where own hand is empty",
    }
    texts |= said
    (folder / "base.rules").write_text(BASE.format(**texts), "utf-8")
    for number, text in enumerate(layers):
        header = f"layer layer{number}" + (f" extends layer{number - 1}" if number else "")
        (folder / f"layer{number}.rules").write_text(f"{header}\n{text}", "utf-8")
    names = ["base.rules", *(f"layer{number}.rules" for number in range(len(layers)))]
    return rulespec.load("+".join(str(folder / name) for name in names))


def told(report: Report, level: str = "") -> list[str]:
    return [each.problem.message for each in report.findings if level in ("", each.level)]


def test_a_law_from_below_that_a_layer_breaks_is_told_once_and_hides_nothing(tmp_path: Path) -> None:
    layer = """replace set-up
    players: draw 3 from pile to own hand
replace turn
    choose card from own hand
    move card to own table
    if own points is more than 2: add 1 to deeds
"""
    report = hunt(ruled(tmp_path, layer), games=tried(24, 6))
    laws = [each.problem for each in report.findings if each.problem.code == "W050"]
    (law,) = laws
    assert law.remedy == "this law comes from base; to break it on purpose, write: remove always two-each"
    assert sum("two-each" in said for said in told(report)) == 1
    assert {each.problem.code for each in report.findings} >= {"W050", "E060", "W056"}
    meant = hunt(ruled(tmp_path, f"{layer}remove always two-each\nchanges first\n"), games=tried(24, 6))
    assert {each.problem.code for each in meant.findings if each.level != "note"} == {"W056"}


@pytest.mark.parametrize(
    ("then", "failing"),
    [
        ("nothing", set()),
        ("add 1 to own points", {"scenario second"}),
        ("draw 1 from pile to own hand", {"always two-each"}),
        ("if deeds is 0: add 13 to points of own left", {"always few"}),
    ],
)
def test_a_hunt_finds_what_a_test_of_scenarios_and_laws_finds(tmp_path: Path, then: str, failing: set[str]) -> None:
    rules = ruled(tmp_path, then=then)
    tested = run([Suite("", "", "", rules)]).failed
    report = hunt(rules, games=tried(4, 2))
    found = {(each.problem.code, each.problem.message, each.problem.span) for each in report.findings}
    assert found >= {(each.problem.code, each.problem.message, each.problem.span) for each in tested if each.problem}
    assert {each.key for each in tested} >= failing and bool(tested) == bool(failing)


def test_what_never_comes_about_with_one_number_of_players_is_noted_though_it_does_with_others(tmp_path: Path) -> None:
    then = "if cards in pile is at least 5: add 1 to deeds"  # of twelve cards, four players hold eight
    report = hunt(ruled(tmp_path, then=then), decisions=tried(1_000, 200))
    (said,) = [said for said in told(report, "note") if "cards in pile" in said]
    assert "was never true" in said and "with 4 players (" in said and ", unlike with 2 to 3 players" in said
    (part,) = [part for part in report.idle if "'if " in part.said]
    assert part.players == (4,)
    assert "with 4 players (" in str(report)


def test_so_many_decisions_are_made_with_each_number_of_players_and_a_short_game_counts_for_some(
    tmp_path: Path,
) -> None:
    searched = hunt(ruled(tmp_path), decisions=750).searched
    assert set(searched.games) == {2, 3, 4} and searched.watched == 3 * 750 // SHORT
    assert all(games >= 750 // SHORT for games in searched.games.values())
    long = "draw 1 from pile to own hand\n    move own table to pile\n    add 1 to deeds"
    searched = hunt(ruled(tmp_path, turns=60, then=long, ends="deeds is 30"), decisions=700).searched
    assert set(searched.decisions) == {2, 3, 4} and all(700 <= made < 1_575 for made in searched.decisions.values())


def test_games_that_do_not_end_leave_something_for_others_and_are_told(tmp_path: Path) -> None:
    then = "draw 1 from pile to own hand\n    move own table to pile\n    add 1 to deeds"
    rules = ruled(tmp_path, players="2 to 3", turns=2_000, then=then, ends="deeds is 1999")
    report = hunt(rules, decisions=1_000)
    assert report.searched.watched == 2 * LEAST <= report.searched.left == sum(report.searched.games.values())
    assert all(made <= (LEAST + 1) * LONGEST for made in report.searched.decisions.values())
    assert f"{report.searched.left} games abandoned after {LONGEST:,} answers" in str(report)
    assert any("ended within 1,000 answers" in said for said in told(report, "warning"))


def test_a_game_in_which_nobody_is_ever_asked_is_hunted_to_its_end(tmp_path: Path) -> None:
    rules = ruled(tmp_path, players=2, turn="draw 1 from pile to own table", ends="pile is empty")
    assert hunt(rules, decisions=1_000).searched.watched == 1_000 // SHORT


def test_without_any_time_nothing_is_found_and_that_is_said(tmp_path: Path) -> None:
    report = hunt(ruled(tmp_path, then="add 13 to own points"), seconds=0)
    assert report.cut_short and not report.findings and not report.searched.games
    assert not hunt(ruled(tmp_path), games=3).cut_short


@pytest.mark.native
def test_a_search_that_is_cut_short_says_of_nothing_that_it_never_happens(tmp_path: Path) -> None:
    rules = ruled(tmp_path, players=2, then="if own points is 12: add 1 to deeds")
    budget = HuntBudget(10_000.0, effort=100)
    going = _Hunt(rules, [2], 100_000, None, 0, budget, None).report()
    try:
        while True:
            searched, _ = next(going)
            budget.cut = budget.cut or bool(searched.games)
    except StopIteration as stop:
        report = stop.value
    assert report.searched.cut and report.searched.games[2] and not report.searched.watched
    idle = {each.said for each in report.idle}
    assert "'if own points is 12' was never true" in idle and "'set-up' never ran" not in idle
    assert not report.never and not [each for each in report.findings if each.state is None]
    assert "clauses of the rules ran so far" in str(report) and "never" not in str(report)
    whole = hunt(rules, decisions=1_000)
    assert "'if own points is 12' was never true" in str(whole) and "'set-up' never" not in str(whole)


GRANTING = "add after turn granting\n    {}add 1 to points of active\n"
REWARD = "if own points is 1: add 1 to deeds"


def test_a_layer_is_to_blame_for_what_comes_about_beneath_it_and_never_with_it(tmp_path: Path) -> None:
    scarcely = GRANTING.format("if deeds is 3 and own hand is empty: ").replace("add after", "replace after", 1)
    report = hunt(
        ruled(tmp_path, GRANTING.format(""), scarcely, players=FEWEST, then=REWARD), decisions=tried(1_000, 400)
    )
    blamed = [said for said in told(report, "warning") if "; without 'layer1', this happened " in said]
    assert any("'if own points is 1' was never true" in said for said in blamed), told(report)
    rules = ruled(tmp_path, GRANTING.format(""), "add note odd: suit\n", players=FEWEST, then=REWARD)
    as_before = hunt(rules, decisions=tried(1_000, 100))
    assert not any(", this happened " in said for said in told(as_before, "warning"))


BACK = "replace turn\n    choose card from own hand\n    move card to pile\nremove always two-each\nchanges second\n"


@pytest.mark.native
def test_what_always_held_beneath_a_layer_is_noted_each_by_itself_and_with_a_game(tmp_path: Path) -> None:
    rules = ruled(tmp_path, BACK, players=FEWEST)
    notes = [each for each in hunt(rules, decisions=tried(1_000, 200)).findings if each.problem.code == "W072"]
    assert len({each.problem.message for each in notes}) == len(notes) > 1
    assert {each.problem.span for each in notes} == {rules.composed.layers[-1].tree.header.span}
    for each in notes:
        assert each.note and "was always true in base; now it fails in " in each.problem.message
        assert each.state is not None and each.state.turns > 0
        assert each.state.game.rules.digest == rules.digest
    for quiet in (hunt(rules, games=tried(24, 6)), hunt(ruled(tmp_path, players=FEWEST), decisions=tried(1_000, 200))):
        assert "W072" not in {each.problem.code for each in quiet.findings}


@pytest.mark.native
def test_as_many_positions_are_visited_as_one_says(tmp_path: Path) -> None:
    rules = ruled(tmp_path, players="2 to 3", cards=1)
    few, many = (hunt(rules, decisions=tried(500, 100), positions=positions).proofs for positions in (10, 20_000))
    assert few == () and {each.players for each in many} == {2, 3}
    assert all(10 < each.positions <= 20_000 for each in many)


HEAPS = """ruleset heaps
players 2
at most 700 turns
word side: north, east, south
counter heap of side
turn
    choose where-to from side, where heap of it is less than {most}
    add 1 to heap of where-to
game ends full: every side where heap of it is {most}
winners: active
always low: every side where heap of it is at most {most}
"""


@pytest.mark.native
@pytest.mark.parametrize("most", [40, *([165] if DEEP else [])])
def test_all_positions_of_a_game_are_counted_one_by_one(tmp_path: Path, most: int) -> None:
    """Of a game of which one can work out how many there are: nine million in the deep profile, in 40 seconds."""
    (tmp_path / "heaps.rules").write_text(HEAPS.format(most=most), "utf-8")
    proved = proof(HuntTable(rulespec.load(tmp_path / "heaps.rules"), 2), 0, 10_000_000)
    assert proved is not None
    assert proved.positions == 2 * (most + 1) ** 3 - 2  # with either player to move, until all is full
    assert proved.games == 6 and proved.ends and proved.laws == ("always low",)


@pytest.mark.native
def test_by_default_more_positions_are_visited_in_a_longer_hunt(tmp_path: Path) -> None:
    table = HuntTable(ruled(tmp_path), 2)
    shorter, longer, asked_for = proof(table, 100_000), proof(table, 200_000), proof(table, 0, 100_000)
    assert shorter is None and longer is not None and longer == asked_for
    assert 50_000 < longer.positions < 100_000


def test_what_a_game_shows_is_told_before_what_was_never_seen(tmp_path: Path) -> None:
    then = "if deeds is 7 and points of active is 1: add 1 to points of active\n    add 7 to own points"
    findings = hunt(ruled(tmp_path, players=FEWEST, then=then), decisions=tried(1_000, 200)).findings
    ranks = [(("error", "warning", "note").index(each.level), each.state is None) for each in findings]
    assert ranks == sorted(ranks) and {(1, False), (1, True)} <= set(ranks)
