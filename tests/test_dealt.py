"""Cards that are dealt: who gets how many, in which order, what others hear, and that a deal ends like a draw."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rulespec import Chance, Decision, Over, Ruleset, State, load
from rulespec.adapters.encoding import limits
from rulespec.experiments.leaks import find_leak
from tests.test_native import in_step

GAME = """ruleset game "Dealt"
players 2 to 4
at most 20 turns
word ware: tea, silk, gold
numbers price: 1 to 5
cards goods in box
    1 of each ware in each price
zone box{row}
zone spare
zone hand of player, seen by owner
zone row of ware, in a row, seen by all
zone stall of player by ware, seen by owner
zone bin, seen by all
counter points of player
set-up
    {set_up}
turn
    {turn}
    choose card from own hand
    move card to bin
game ends full: some player where cards in own hand is 7
game ends out: some player where own hand is empty
winners: players, with most own points
"""


class Write:
    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, set_up: str = "nothing", turn: str = "nothing", row: str = "") -> Ruleset:
        self._path.write_text(GAME.format(set_up=set_up, turn=turn, row=row), "utf-8")
        return load(self._path)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return Write(tmp_path / "game.rules")


def dealt(state: State, random: Random | None = None) -> tuple[State, int]:
    """The state after all that chance decides, and how often it did."""
    many = 0
    while isinstance(state.pending, Chance):
        options = state.pending.options
        state, many = state.apply(options[0] if random is None else random.choice(options)), many + 1
    return state, many


def hands(state: State) -> list[int]:
    return [len(state.zone("hand", seat)) for seat in range(state.game.players)]


@pytest.mark.parametrize(
    ("said", "players", "hold", "left"),
    [
        ("deal box to hand of players", 3, [5, 5, 5], 0),
        ("deal box to hand of players", 4, [4, 4, 4, 3], 0),  # who comes first gets one more
        ("deal box evenly to hand of players", 4, [3, 3, 3, 3], 3),
        ("deal box evenly to hand of other players", 3, [0, 7, 7], 1),
        ("deal box to hand of (players starting with left of active)", 4, [3, 4, 4, 4], 0),
        ("draw 2 from box to spare\n    deal spare evenly to hand of players", 3, [0, 0, 0], 13),
        ("deal box to hand of (players, where own hand is not empty)", 2, [0, 0], 15),
        (
            "draw 3 from box to hand of left of active\n    deal hand of left of active to hand of players",
            3,
            [2, 0, 1],
            12,
        ),
        ("deal spare to hand of players", 2, [0, 0], 15),
    ],
)
def test_cards_are_dealt_one_by_one_around(write: Write, said: str, players: int, hold: list[int], left: int) -> None:
    state, _ = dealt(write(set_up=said).new_game(players))
    assert (hands(state), len(state.zone("box"))) == (hold, left)


def test_each_card_is_left_to_chance_and_told_like_a_draw(write: Write) -> None:
    state, many = dealt(write(set_up="deal box to hand of players").new_game(3), Random(3))
    draws = [event for event in state.log if event.kind == "draw"]
    assert many == len(draws) == 15
    seen, heard = (str([each for each in state.view(seat).log if each.kind == "draw"][1]) for seat in (1, 2))
    card = str(draws[1]).split(" draws ")[1].split(" from ")[0]
    assert card in seen and card not in heard and "1 card from the box to hand of seat 1" in heard


def test_from_a_row_the_last_card_comes_without_chance(write: Write) -> None:
    rules = write(set_up="nothing", turn="deal row of gold to stall of players by ware")
    state = rules.at(
        2, zones={("row", None, "gold"): ["tea 1", "tea 2", "tea 3"], ("hand", 0): ["silk 1"], ("hand", 1): ["silk 2"]}
    )
    assert isinstance(state.pending, Decision)
    there = [[str(card) for card in state.zone("stall", 0, ware)] for ware in ("tea", "silk", "gold")]
    assert there == [["tea 3"], ["tea 2"], ["tea 1"]]


def test_reasons_to_end_are_looked_at_after_each_card(write: Write) -> None:
    rules = write(turn="deal spare to hand of players")
    full = [f"tea {price}" for price in range(1, 6)] + ["silk 1"]
    state, _ = dealt(
        rules.at(2, zones={("hand", 1): full, ("hand", 0): ["silk 2"], ("spare", None): ["gold 1", "gold 2", "gold 3"]})
    )
    assert isinstance(state.pending, Over) and len(state.zone("spare")) == 1 and hands(state) == [2, 7]


def test_a_deal_is_no_part_of_what_happens_if_there_is_nothing_to_deal(write: Write) -> None:
    rules = write(turn="may: deal spare to hand of other players")
    lying = {("hand", 0): ["tea 1", "tea 2"], ("hand", 1): ["silk 1"]}
    asked = [rules.at(2, zones={**lying, ("spare", None): spare}).pending for spare in ([], ["gold 1"])]
    answers = [{option.text for option in each.options} for each in asked if isinstance(each, Decision)]
    assert answers[0] == {"tea 1", "tea 2"} and len(answers) == 2 and not answers[0] & answers[1]


@pytest.mark.parametrize(
    ("set_up", "turn", "row"),
    [
        ("deal box to hand of players", "deal own hand to hand of players", ""),
        (
            "deal box evenly to hand of players",
            "deal hand of own left evenly to stall of players by ware",
            ", in a row",
        ),
        (
            "players: draw 3 from box to own hand",
            "deal box evenly to row of ware\n    deal row of tea to hand of players",
            "",
        ),
    ],
)
def test_both_engines_deal_alike(write: Write, set_up: str, turn: str, row: str) -> None:
    rules, seen = write(set_up, turn, row), Counter[str]()
    for seed in range(9):
        seen += in_step(rules.game(rules.players[seed % 3]), Random(seed), 60)
    assert seen["ends"] >= 6 and seen["Draw"] > 80 and seen["states"] > 20


def test_a_deal_counts_as_many_draws_as_there_can_be_cards(write: Write) -> None:
    one, other = (limits(write(set_up=said).game(2)).draws for said in ("nothing", "deal box to hand of players"))
    assert (one, other) == (0, 15)


def test_who_is_dealt_what_others_do_not_learn(write: Write) -> None:
    assert find_leak(write(set_up="deal box to hand of players"), effort=1_500) is None


def test_a_world_and_an_earlier_state_are_found_for_what_was_dealt(write: Write) -> None:
    state, _ = dealt(write(set_up="deal box evenly to hand of players").new_game(4), Random(1))
    worlds = {tuple(map(str, state.view(0).sample(Random(seed)).zone("hand", 1))) for seed in range(8)}
    assert len(worlds) > 3
    assert all(len(world) == 3 for world in worlds)
