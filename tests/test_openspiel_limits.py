"""How far a game can go: what is told from its rules holds for every game, and is exact for one of few positions."""

from pathlib import Path

import pytest

from rulespec import Over, Ruleset, load
from rulespec.adapters.encoding import Limits, limits
from rulespec.adapters.encoding.length import most_answers, most_draws
from rulespec.adapters.encoding.payoffs import is_zero_sum, payoffs
from rulespec.agents.play import random_agent
from rulespec.language.tree.limits import MOST_NUMBER
from tests.effort import some, tried
from tests.library import GOOD, ROOT, SMALL, ruleset

KUHN = (ROOT / "examples/games/kuhn.rules").read_text("utf-8")


def _rules(tmp_path: Path, text: str) -> Ruleset:
    path = tmp_path / "house.rules"
    path.write_text(text, "utf-8")
    return load(path)


def _kuhn(tmp_path: Path, old: str, new: str) -> Ruleset:
    assert old in KUHN
    return _rules(tmp_path, KUHN.replace(old, new))


def _counted(rules: Ruleset, players: int) -> tuple[int, int]:
    material = rules.game(players).material
    return most_answers(material), most_draws(material)


COUNTING = """ruleset counting
players 2 to 4
at most {turns} turns
counter made of player{bounds}
turn
    {effect}
game ends never_ending: made of active is less than 0
returns: own made
"""


# ---- exactly


def test_the_limits_of_kuhn_are_exact() -> None:
    assert limits(load(ROOT / "examples/games/kuhn.rules").game(2)) == Limits(3, 2, -2.0, 2.0, 0.0)


def test_the_limits_of_leduc_are_exact() -> None:
    assert limits(load(ROOT / "examples/games/leduc.rules").game(2)) == Limits(8, 3, -13.0, 13.0, 0.0)


@pytest.mark.parametrize(("name", "players"), [("leduc", 2), ("stones", 2), ("stones", 4), ("pebbles", 2)])
def test_what_is_counted_from_the_rules_is_no_less_than_what_play_comes_to(name: str, players: int) -> None:
    rules = ruleset(name)
    exact = limits(rules.game(players))
    answers, draws = _counted(rules, players)
    least, most = payoffs(rules.game(players).material)
    assert answers >= exact.answers
    assert draws >= exact.draws
    assert least is not None and least <= exact.least
    assert most is not None and most >= exact.most
    assert exact.total == 0 or not is_zero_sum(rules.game(players).material)


# ---- how often somebody is asked


@pytest.mark.parametrize(
    ("turn", "answers", "draws"),
    [
        ("choose act from deed", 1, 0),
        ("choose one and two from deed", 2, 0),
        ("choose n from 1 to 3", 1, 0),
        ("choose 2 cards as these from pile", 2, 0),
        ("choose 0 to 2 cards as these from pile", 3, 0),
        ("choose 1 to 9 cards as these from pile", 4, 0),
        ("may: draw 1 from pile to laid", 1, 1),
        ("may: choose act from deed", 1, 0),
        ("players: choose act from deed", 3, 0),
        ("other players: draw 2 from pile to laid", 0, 6),
        ("own left: choose act from deed", 1, 0),
        ("draw 5 from pile to laid", 0, 3),
        ("draw 2 from laid to pile", 0, 0),
        ("at the same time\n        players: choose act from deed", 3, 0),
        ("if pile is empty\n        choose act from deed\n    otherwise\n        choose one and two from deed", 2, 0),
        ("choose act from deed\n    perform act", 3, 1),
        ("perform wait", 0, 1),
        ("perform twice", 0, 2),
    ],
)
def test_a_turn_asks_as_often_as_its_statements_do(turn: str, answers: int, draws: int, tmp_path: Path) -> None:
    text = f"""ruleset asking
players 3
at most 7 turns
word deed: wait, take_two
word other_deed: twice, once
word rank: low, middle, high
cards deck in pile
    1 of each rank
zone pile, shuffled, seen by all
zone laid, in a row, seen by all
action wait
    draw 1 from pile to laid
action take_two
    choose here and there from deed
action twice
    perform once
    perform once
action once
    draw 1 from pile to laid
turn
    {turn}
game ends full: cards in laid is 3
winners: players
"""
    assert _counted(_rules(tmp_path, text), 3) == (7 * answers, 7 * draws)


def test_a_new_round_asks_after_every_turn_that_can_end_one(tmp_path: Path) -> None:
    text = """ruleset rounds
players 2
at most 5 turns
word deed: go_on, stop
counter made of player
round
    players: choose start from deed
turn
    choose act from deed
round ends stopped after turn: act is stop
    choose last_word from deed
after round counting
    choose told from deed
game ends done after round: made of active is at least 2
    choose final from deed
winners: players
"""
    assert _counted(_rules(tmp_path, text), 2) == (5 * 1 + 6 * (2 + 1 + 1) + 1, 0)


# ---- what players can get


@pytest.mark.parametrize(
    ("returned", "found"),
    [
        ("own made", (0, 20)),
        ("5 minus 2 times own made", (-35, 5)),
        ("larger of own made and 3", (0, 20)),
        ("own made minus made of own left", (-20, 20)),
    ],
)
def test_the_returns_are_bounded_by_the_declared_ends_of_counters(
    returned: str, found: tuple[int, int], tmp_path: Path
) -> None:
    effect = "choose bid from 2 to 6\n    add bid to own made"
    text = COUNTING.format(turns=10, bounds=", never below 0, never above 20", effect=effect)
    rules = _rules(tmp_path, text.replace("returns: own made", f"returns: {returned}"))
    assert payoffs(rules.game(2).material) == found


def test_what_nothing_else_bounds_has_the_bounds_of_a_number_in_play(tmp_path: Path) -> None:
    text = COUNTING.format(turns=5000, bounds="", effect="may: add 1 to own made")
    found = limits(_rules(tmp_path, text).game(2))
    assert (found.most, found.total) == (float(MOST_NUMBER), None)


def test_the_winners_share_one() -> None:
    assert payoffs(load(ROOT / "examples/games/mau-mau.rules").game(4).material) == (0, 1)


# ---- zero sum


@pytest.mark.parametrize(
    "path", [ROOT / "examples/games/kuhn.rules", ROOT / "examples/games/leduc.rules", GOOD / "scissors.rules"]
)
def test_where_one_gains_what_the_other_loses_the_rules_show_it(path: Path) -> None:
    assert is_zero_sum(load(path).game(2).material)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        add own stake to own chips\n", "        add own stake to own chips\n        take 1 from own chips\n"),
        ("    take own stake from own chips\n", "    take 1 from own chips\n"),
        (
            "    add own stake to chips of own left\n",
            "    add own stake to chips of own left\n    add 1 to own stake\n",
        ),
        ("        take own stake from chips of own left\n", "        take own stake from chips of players\n"),
        ("counter chips of player\n", "counter chips of player, never below 0\n"),
        ("counter chips of player\n", "counter chips of player, never above 1\n"),
        ("returns: own chips", "returns: own chips plus 1"),
        ("returns: own chips", "returns: own chips minus own stake"),
        ("returns: own chips", "returns: larger of own chips and 0"),
    ],
)
def test_where_it_may_be_otherwise_nothing_is_claimed(old: str, new: str, tmp_path: Path) -> None:
    assert not is_zero_sum(_kuhn(tmp_path, old, new).game(2).material)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("returns: own chips", "returns: 2 times own chips"),
        ("returns: own chips", "returns: own chips minus 2 times chips of own left"),
        ("returns: own chips", "value profit of player: own chips minus chips of own right\n\nreturns: own profit"),
        ("returns: own chips", "returns: own stake minus stake of own left"),
    ],
)
def test_sums_of_what_is_even_are_even(old: str, new: str, tmp_path: Path) -> None:
    rules = _kuhn(tmp_path, old, new)
    assert is_zero_sum(rules.game(2).material)
    assert limits(rules.game(2)).total == 0


def test_a_reason_that_can_come_between_a_gain_and_its_loss_is_not_overlooked(tmp_path: Path) -> None:
    text = """ruleset torn
players 2
at most 9 turns
counter chips of player
turn
{transfer}
game ends rich{moment}: some player where own chips is at least 1
returns: own chips
"""
    lines = ["add 1 to own chips", "take 1 from chips of own left"]
    apart = "\n".join(f"    {line}" for line in lines)
    as_one = "\n".join(["    at the same time", *(f"        {line}" for line in lines)])
    torn = _rules(tmp_path, text.format(transfer=apart, moment=""))
    assert not is_zero_sum(torn.game(2).material)
    assert limits(torn.game(2)).total == 1
    assert is_zero_sum(_rules(tmp_path, text.format(transfer=apart, moment=" after turn")).game(2).material)
    assert is_zero_sum(_rules(tmp_path, text.format(transfer=as_one, moment="")).game(2).material)


# ---- every game


@pytest.mark.parametrize("name", some([*SMALL, "stones+short", "stones+weighed"], 4))
def test_random_games_stay_within_their_limits(name: str) -> None:
    rules = ruleset(name)
    for players in {rules.players[0], rules.players[-1]}:
        known = limits(rules.game(players))
        for seed in range(tried(3, 1)):
            state, agent = rules.new_game(players), random_agent(seed)
            answers = draws = 0
            while not isinstance(pending := state.pending, Over):
                chance = not hasattr(pending, "player")
                option = agent(state.view(0), pending)  # type: ignore[arg-type]
                draws += chance
                answers += 0 if chance else max(1, len(option.atoms))  # type: ignore[union-attr]
                state = state.apply(option)
            assert answers <= known.answers
            assert draws <= known.draws
            assert all(known.least <= each <= known.most for each in pending.returns)
            assert known.total in (None, sum(pending.returns))
