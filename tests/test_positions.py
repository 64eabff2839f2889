"""Cards that move to a position in a row: it comes out right, and only those who see the row learn which it is."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from rulespec import Ruleset, State, load
from rulespec.engine.events.hearing import SPECTATOR
from rulespec.experiments.leaks import find_leak
from rulespec.game.api import View
from rulespec.game.pipeline import warnings
from rulespec.language.errors import RulesError
from rulespec.rules.rulebook import EngineName
from tests.channels import CHANNELS
from tests.effort import draws_until, tried
from tests.library import GAMES
from tests.test_channels import ENGINES, SLOW
from tests.test_story import story

RULES = """ruleset depth "A card at a depth"
players 2
at most 6 turns
word suit: sun, moon
numbers pips: 1 to 4
cards deck in box
    1 of each suit in each pips
zone box, shuffled
zone pile, in a row
zone down, in a row, last seen by all
zone under, in a row, seen by all
zone shelf, in a row, seen by all
zone hand of player, seen by owner
counter laid of player
set-up
    players: draw 2 from box to own hand
    draw 4 from box to pile
turn
    choose card from own hand
    move card to shelf
    choose n from 1 to 5, secretly
    move shelf to pile at position n
    add 1 to own laid
game ends out after turn: some player where own hand is empty
winners: players, with most own laid
"""
Load = Callable[[str], Ruleset]


@pytest.fixture(params=ENGINES)
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Load:
    engine: EngineName = request.param

    def made(text: str) -> Ruleset:
        path = tmp_path / "depth.rules"
        path.write_text(text, encoding="utf-8")
        return load(path, engine=engine)

    return made


DEALT = ("sun 1", "sun 2", "moon 1", "moon 2", "sun 3", "sun 4", "moon 3", "moon 4")


def begun(rules: Ruleset, *cards: str) -> State:
    """The game in which these cards are dealt."""
    state = rules.new_game(2)
    for card in cards or DEALT:
        state = state.apply(card)
    return state


def pile(state: State) -> list[str]:
    return [card.name for card in state.zone("pile")]


@pytest.mark.parametrize("depth", range(1, 6))
def test_a_card_comes_to_the_position_that_was_chosen(made: Load, depth: int) -> None:
    state = begun(made(RULES)).apply("sun 1").apply(str(depth))
    row = ["sun 3", "sun 4", "moon 3", "moon 4"]
    assert pile(state) == [*row[: depth - 1], "sun 1", *row[depth - 1 :]]


@pytest.mark.parametrize(
    ("effect", "row"),
    [
        ("move shelf to pile at position 0", "1345"),
        ("move shelf to pile at position 0 minus 7", "1345"),
        ("move shelf to pile at position 9", "3451"),
        ("move shelf and own hand to pile at position 2", "31245"),
        ("move first 2 cards of pile to pile at position 2", "534"),
        ("move last of pile to pile at position 1", "534"),
        ("move (pile, where it is moon) to pile at position 1", "534"),
    ],
)
def test_what_lies_beyond_the_row_is_its_end_and_many_cards_keep_their_order(made: Load, effect: str, row: str) -> None:
    text = RULES.replace("move shelf to pile at position n", effect).replace("    draw 4", "    draw 3")
    state = begun(made(text), "sun 1", "sun 2", "moon 1", "moon 2", "sun 3", "sun 4", "moon 3")
    state = state.apply("sun 1").apply("1")
    names = {"sun 1": "1", "sun 2": "2", "sun 3": "3", "sun 4": "4", "moon 3": "5"}
    assert "".join(names[card] for card in pile(state)) == row


def test_a_secret_position_reaches_nobody_else_by_any_channel(made: Load) -> None:
    before = begun(made(RULES)).apply("sun 1")
    states = [before.apply(str(depth)) for depth in range(1, 6)]
    assert len({tuple(pile(state)) for state in states}) == 5
    for name, channel in CHANNELS.items():
        if name not in SLOW:
            assert channel(states[1], 1) == channel(states[3], 1), name
    assert len({state.view(SPECTATOR).key for state in states}) == 1
    assert len({state.view(0).key for state in states}) == 5


def test_others_reckon_with_every_position_and_the_player_with_his_own(made: Load) -> None:
    state = begun(made(RULES)).apply("sun 1").apply("2")
    drawn = Counter[int]()
    for seed in draws_until(20, 200, lambda: [at for at in range(1, 6) if drawn[at] <= drawn.total() // 15]):
        drawn[position(state.view(1).sample(Random(seed)))] += 1
    assert set(drawn) == {1, 2, 3, 4, 5}
    assert {position(world) for world in state.view(1).worlds()} == {1, 2, 3, 4, 5}
    assert {position(world) for world in state.view(0).worlds()} == {2}
    assert {position(state.view(0).sample(Random(seed))) for seed in range(tried(10, 3))} == {2}


def position(world: State) -> int:
    return pile(world).index("sun 1") + 1


def test_who_sees_the_row_sees_the_position(made: Load) -> None:
    text = RULES.replace("shelf to pile at", "shelf to under at").replace("to 5, secretly", "to 2, secretly")
    state = begun(made(text)).apply("sun 1").apply("1").apply("moon 1")
    ends = [state.apply(str(depth)) for depth in (1, 2)]
    rows = [end.view(0).zone("under") for end in ends]
    assert [", ".join(map(str, row)) for row in rows if isinstance(row, tuple)] == ["moon 1, sun 1", "sun 1, moon 1"]
    told = [[event.sentence for event in end.view(0).log if event.kind == "insert"][-1] for end in ends]
    assert told == [f"seat 1 moves moon 1 from the shelf into the under, at position {depth}" for depth in (1, 2)]


def test_all_learn_whether_the_card_is_the_last_one_of_a_row_whose_last_card_they_see(made: Load) -> None:
    text = RULES.replace("shelf to pile at", "shelf to down at").replace("to 5, secretly", "to 2, secretly")
    state = begun(made(text)).apply("sun 1").apply("1").apply("moon 1")
    below, above = state.apply("1"), state.apply("2")
    for end, last in ((below, "sun 1"), (above, "moon 1")):
        view: View = end.view(0)
        assert str(view.zone("down")) == f"2 cards, the last one {last}"
        told = [event.sentence for event in view.log if event.kind == "last"]
        assert told[-1] == f"{last} is the last card of the down now"
        assert view.why() and view.sample(Random(1)).view(0) == view


def test_the_story_tells_a_position_only_to_those_who_see_the_row(made: Load) -> None:
    rules = made(RULES)
    state = begun(rules).apply("sun 1").apply("3")
    for language, hidden, seen in (
        ("en", "to a hidden position", "to position 3"),
        ("de", "an eine verdeckte Stelle", "an Stelle 3"),
    ):
        told = " ".join(each.text for each in story(state, language, 1, state.view(1)))
        assert hidden in told and seen not in told and "3" not in told.replace("sun 3", "")
        assert seen in " ".join(each.text for each in story(state, language, None))


@pytest.mark.parametrize("players", [2, 3])
def test_no_player_learns_more_than_the_declarations_say(players: int) -> None:
    assert find_leak(GAMES["depth"], players, effort=tried(8_000, 1_500), why=True) is None


def test_a_zone_without_order_has_no_position(made: Load) -> None:
    with pytest.raises(RulesError, match="'box' is not a row and has no positions"):
        made(RULES.replace("to pile at position n", "to box at position n"))


def test_the_number_of_moved_cards_is_reported_where_it_reveals_a_secret_number(made: Load) -> None:
    assert not [each for each in warnings(made(RULES)) if each.code == "W077"]
    for lines in (
        "move shelf and last n cards of pile to pile",
        "move last n cards of pile to under\n    move shelf to pile\n    move under to pile",
        "draw n from pile to under\n    move shelf and under to pile",
    ):
        leaking = made(RULES.replace("move shelf to pile at position n", lines))
        assert [each.code for each in warnings(leaking)].count("W077") == 1
        open_ = RULES.replace("move shelf to pile at position n", lines).replace(", secretly", "")
        assert not [each for each in warnings(made(open_)) if each.code == "W077"]
