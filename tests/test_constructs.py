"""Every construct of the language, one at a time: what it means, shown by options and by what happened."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest

from rulespec import SPECTATOR, Chance, Decision, IllegalAction, Option, Over, RulesError, Ruleset, State, load
from rulespec.engine.extension import EXTENSION
from rulespec.language.printer import lines
from rulespec.rules.rulebook import EngineName
from tests.library import GOOD

ENGINES: tuple[EngineName, ...] = get_args(EngineName) if EXTENSION is not None else ("python",)
Write = Callable[..., Ruleset]

FRAME = """\
ruleset game "A frame for one construct"
players 2 to 4
at most 20 turns
word rank: Jack, Queen, King
word suit: red, black
numbers pip: 1 to 3
cards court in pile
    1 of each rank in each suit
cards spots in box
    1 of red in each pip
zone pile
zone box, seen by all
zone hand of player, seen by owner
zone table, in a row, seen by all
zone row of player, in a row, seen by all
counter score of player
counter clock
note wish: rank
note favourite of player: player
"""
ENDING = """
game ends stop after turn: 1 is 1
winners: players, with most own score
"""
JACKS = ("Jack red", "Jack black")
QUEENS = ("Queen red", "Queen black")
KINGS = ("King red", "King black")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes and loads a rule file: the frame, some blocks, and an end after one turn unless they say their own."""

    def written(blocks: str, *, frame: str = FRAME, ending: str = ENDING) -> Ruleset:
        path = tmp_path / "game.rules"
        path.write_text(frame + blocks + ending, "utf-8")
        return load(path)

    return written


def options(state: State) -> tuple[Option, ...]:
    assert isinstance(state.pending, Decision | Chance), state.pending
    return state.pending.options


def texts(state: State) -> tuple[str, ...]:
    return tuple(option.text for option in options(state))


def asked(state: State) -> int:
    assert isinstance(state.pending, Decision), state.pending
    return state.pending.player


def told(state: State, viewer: int | None = None) -> list[str]:
    """What happened since the first turn began, as everybody together or one player saw it."""
    log = state.log if viewer is None else state.view(viewer).log
    kinds = [event.kind for event in log]
    return [str(event) for event in log[kinds.index("turn") + 1 :] if event.kind not in ("turn", "game ends", "choose")]


def names(state: State, zone: str, seat: int | None = None) -> tuple[str, ...]:
    return tuple(str(card) for card in state.zone(zone, seat))


def answer(state: State, *answers: str) -> State:
    for each in answers:
        state = state.apply(each)
    return state


def drawn(state: State) -> State:
    """The state after all draws that are due, each with its first outcome."""
    while isinstance(state.pending, Chance):
        state = state.apply(options(state)[0])
    return state


def codes(broken: pytest.ExceptionInfo[RulesError]) -> set[str]:
    return {error.code for error in broken.value.errors}


# ---- words, numbers, cards, seats


def test_the_order_of_a_word_list_is_its_ranking(write: Write) -> None:
    rules = write("turn\n    choose x from rank, where it is more than Jack\n    choose y from rank, with highest it\n")
    state = rules.at(2)
    assert texts(state) == ("Queen", "King")
    assert texts(state.apply("Queen")) == ("King",)


@pytest.mark.parametrize(("word", "same"), [("lowest", "fewest"), ("highest", "most")])
def test_lowest_and_fewest_say_the_same_and_are_told_as_they_were_written(write: Write, word: str, same: str) -> None:
    turn = "turn\n    choose c from table, with {} its rank then {} cards in own hand\n"
    rules, others = write(turn.format(word, same)), write(turn.format(same, word))
    assert f"with {word} its rank then {same} cards in own hand" in str(rules.at(2, zones={"table": JACKS}).pending)
    assert rules == others
    assert rules.composed.entries["turn"].declaration == others.composed.entries["turn"].declaration


def test_numbers_can_have_gaps_and_cards_some_of_them(write: Write) -> None:
    frame = FRAME.replace("numbers pip: 1 to 3", "numbers pip: 1 to 3, 5, 8 to 9\nnumbers bid: 18, 20, 22 to 23, 27")
    frame = frame.replace("    1 of red in each pip\n", "    2 of 5 in red\n    1 of each pip from 2 to 8 in black\n")
    rules = write("turn\n    choose n from bid\n    choose low from pip, where it is at most n\n", frame=frame)
    state = rules.at(2)
    assert names(state, "box") == ("5 red 1", "5 red 2", "2 black", "3 black", "5 black", "8 black")
    assert texts(state) == ("18", "20", "22", "23", "27")
    assert texts(state.apply("22")) == ("1", "2", "3", "5", "8", "9")
    atoms = {atom for atom in rules.game(2).vocabulary if isinstance(atom, int) and not isinstance(atom, bool)}
    assert atoms == {18, 20, 22, 23, 27, 1, 2, 3, 5, 8, 9}


def test_next_of_a_word_is_the_following_one_and_none_after_the_last(write: Write) -> None:
    rules = write("turn\n    choose x from rank\n    set wish to next of x\n")
    assert rules.at(2).apply("Jack").value("wish") == "Queen"
    assert rules.at(2).apply("King").value("wish") is None


def test_position_of_a_word_is_its_place_in_its_list_and_none_of_no_word(write: Write) -> None:
    rules = write(
        "turn\n    choose x from rank\n    add position of x times 10 plus position of next of x to own score\n"
    )
    ranks = texts(rules.at(2))
    for at, word in enumerate(ranks, start=1):
        follows = at + 1 if at < len(ranks) else 0
        assert rules.at(2).apply(word).counter("score", 0) == 10 * at + follows
    choice = write("turn\n    choose n from position of Jack to position of King times 2\n    add n to own score\n")
    assert len(texts(choice.at(2))) == 2 * len(ranks)
    with pytest.raises(RulesError, match="expected a card or a word, got a number"):
        write("turn\n    add position of clock to own score\n")


def test_previous_of_a_word_is_the_one_before_it_and_none_before_the_first(write: Write) -> None:
    rules = write("turn\n    choose x from rank\n    set wish to previous of x\n")
    ranks = texts(rules.at(2))
    wished = [rules.at(2).apply(each).value("wish") for each in ranks]
    assert wished == [None, *ranks[:-1]]
    assert len(ranks) > 2


def test_a_numbers_list_gives_cards_a_number_that_can_be_added_up(write: Write) -> None:
    rules = write("turn\n    add total pip in box to own score\n    add 1 to clock\n    choose n from pip\n")
    state = rules.at(2)
    assert state.counter("score", 0) == 6
    assert texts(state) == ("1", "2", "3")
    assert [card.attributes["pip"] for card in state.zone("box")] == [1, 2, 3]


def test_a_card_without_an_attribute_shows_none_of_it(write: Write) -> None:
    rules = write(
        "turn\n    choose c from box plus table, where its rank is none\n"
        "    choose e from table, where its pip is none\n"
    )
    state = rules.at(2, zones={"table": JACKS})
    assert texts(state) == ("red 1", "red 2", "red 3")
    assert texts(state.apply("red 1")) == JACKS


def test_copies_are_different_cards_with_numbered_names(write: Write) -> None:
    frame = FRAME.replace("1 of each rank in each suit", "2 of Jack in red\n    1 of King in red")
    state = write("turn\n    choose c from table\n", frame=frame).at(
        2, zones={"table": ["Jack red 2", "Jack red 1", "King red"]}
    )
    assert texts(state) == ("Jack red 2", "Jack red 1", "King red")
    two, one, _ = state.zone("table")
    assert two != one
    assert two.attributes == one.attributes


def test_the_number_of_copies_can_follow_from_the_number_of_players(write: Write) -> None:
    frame = FRAME.replace("1 of each rank in each suit", "many of each rank in red")
    rules = write("value many by players: 1 for 2, 3 otherwise\nturn\n    nothing\n", frame=frame)
    assert [len(rules.new_game(n).zone("pile")) for n in (2, 3, 4)] == [3, 9, 9]


def test_the_number_of_copies_can_follow_from_a_word_by_a_table(write: Write) -> None:
    rules = write(
        "value copies by rank: 3 for King, 0 for Jack, 1 otherwise\nvalue weight by pip: 2 for 1, 1 for 2, 3 for 3\n"
        "cards more in box\n    copies of each rank except Queen in red\n    weight of each pip from 2 to 3\n"
        "turn\n    nothing\n"
    )
    made = [card.name for card in rules.game(2).material.cards][9:]
    assert made == ["King red 2", "King red 3", "King red 4", "2", "3 1", "3 2", "3 3"]


def test_a_line_of_cards_can_list_words(write: Write) -> None:
    turn = "turn\n    nothing\n"
    listed = write(f"{turn}cards more in box\n    2 of Jack, King in red,\n        black\n    1 of 1, 3\n")
    apart = write(
        turn + "cards more in box\n    2 of Jack in red\n    2 of Jack in black\n    2 of King in red\n"
        "    2 of King in black\n    1 of 1\n    1 of 3\n"
    )
    assert listed.game(2).material.cards == apart.game(2).material.cards
    assert listed.composed.entries["cards more"].declaration == apart.composed.entries["cards more"].declaration


def test_cards_in_the_colours_of_the_seats_depend_on_the_players(write: Write) -> None:
    frame = FRAME.replace("each suit", "each side of players").replace("word suit", "word side: N, E, S, W\nword suit")
    rules = write("players have side N, E, S, W\nturn\n    choose p from players, where own side is E\n", frame=frame)
    assert [len(rules.game(n).material.cards) - 3 for n in (2, 3, 4)] == [6, 9, 12]
    state = rules.at(3)
    assert texts(state) == ("E",)
    assert state.seat_name(2) == "S"
    assert options(state)[0].atoms == (1,)


def test_except_leaves_words_out_of_a_deck(write: Write) -> None:
    frame = FRAME.replace("1 of each rank in each suit", "1 of each rank except Queen in each suit")
    assert {str(card) for card in write("turn\n    nothing\n", frame=frame).new_game(2).zone("pile")} == {
        *JACKS,
        *KINGS,
    }


def test_names_may_be_in_any_script_and_may_be_words_of_the_grammar(write: Write) -> None:
    rules = write(
        "word deed: бить, 出す, call, take, bet, draw\n"
        "turn\n    choose deed_done from deed\n    perform deed_done\n    choose where from hand of self\n"
        "    move where to row of self\n"
        "action бить, 出す, call, take, bet\n    nothing\naction draw\n    add 7 to score of self\n"
    )
    state = rules.at(2, zones={("hand", 0): JACKS})
    assert texts(state) == ("бить", "出す", "call", "take", "bet", "draw")
    state = answer(state, "draw", "Jack red")
    assert state.counter("score", 0) == 7
    assert names(state, "row", 0) == ("Jack red",)


# ---- zones and who sees them


def test_a_row_keeps_its_order_and_other_zones_keep_one_that_tells_nothing(write: Write) -> None:
    rules = write("turn\n    move last of own hand to table\n    move table to own row\n    choose r from rank\n")
    zones = {("hand", 0): ["King red", "Jack red", "Queen black"], "table": ["Queen red", "Jack black"]}
    state = rules.at(2, zones=zones)
    assert names(state, "hand", 0) == ("Jack red", "Queen black")
    assert names(state, "row", 0) == ("Queen red", "Jack black", "King red")


def test_hidden_zones_show_others_their_size_and_nothing_more(write: Write) -> None:
    state = write("turn\n    choose c from own hand\n").at(3, zones={("hand", 0): JACKS, "table": QUEENS})
    assert state.view(0).zone("hand", 0) == state.zone("hand", 0)
    assert state.view(1).zone("hand", 0) == 2
    assert state.view(1).zone("pile") == 2
    assert state.view(2).zone("table") == state.zone("table")
    assert state.view(1).decision is None
    assert state.view(0).decision == state.pending


def test_a_draw_from_a_zone_without_order_is_chance_and_from_a_row_takes_the_last(write: Write) -> None:
    rules = write("turn\n    draw 1 from pile to own hand\n    draw 1 from table to own hand\n    add 1 to clock\n")
    state = rules.at(2, zones={"table": ["King red", "Jack red"]})
    chance = state.pending
    assert isinstance(chance, Chance)
    assert {(option.text, share) for option, share in chance.outcomes} == {
        (name, Fraction(1, 4)) for name in ("Jack black", "Queen red", "Queen black", "King black")
    }
    state = state.apply("Queen red")
    assert names(state, "hand", 0) == ("Jack red", "Queen red")
    assert names(state, "table") == ("King red",)


def test_a_draw_from_an_empty_zone_refills_it_as_part_of_that_draw(write: Write) -> None:
    frame = FRAME.replace("zone pile\n", "zone pile, shuffled, refilled from table except last of table\n")
    rules = write("turn\n    draw 5 from pile to own hand\n", frame=frame)
    state = rules.at(
        2, zones={"table": ["Jack red", "Queen red", "King red"], ("row", 0): [*JACKS[1:], *QUEENS[1:], *KINGS[1:]]}
    )
    assert texts(state) == ("Jack red", "Queen red")
    state = drawn(state)
    assert names(state, "hand", 0) == ("Jack red", "Queen red")
    assert names(state, "table") == ("King red",)
    assert told(state)[0] == "Jack red, Queen red from the table go back to the pile"


def test_a_draw_from_an_empty_zone_gives_nothing_and_the_block_goes_on(write: Write) -> None:
    state = write("turn\n    draw 3 from table to own hand\n    add 1 to own score\n").at(2)
    assert told(state) == ["seat 0: score is 1"]


def test_one_draw_can_name_more_cards_than_there_are(write: Write) -> None:
    state = drawn(write("turn\n    draw 999999999 from pile to own hand\n").at(2))
    assert len(state.zone("hand", 0)) == 6


# ---- counters and notes


def test_counters_stay_within_their_bounds(write: Write) -> None:
    rules = write(
        "counter purse of player, never below 0, never above 5\n"
        "turn\n    add 9 to own purse\n    take 7 from purse of own left\n    set clock to 9\n"
        "    set clock to own purse minus 9\n"
    )
    state = rules.at(2)
    assert told(state) == ["seat 0: purse is 5", "clock is 9", "clock is -4"]
    assert state.counter("purse", 1) == 0


def test_counters_of_several_players_change_together(write: Write) -> None:
    state = write(
        "turn\n    add 2 to score of other players\n    set score of players to score of own left plus 1\n"
    ).at(3)
    assert [state.counter("score", seat) for seat in range(3)] == [3, 3, 3]


def test_counters_of_the_turn_are_read_by_next_turn_and_are_reset_as_a_turn_begins(write: Write) -> None:
    rules = write(
        "counter acts, each turn\n"
        "turn\n    add 1 to acts\n    add 1 to clock\n    if clock is 1: add 5 to acts\n"
        "next turn\n    if acts is 6: left of own left is next\n    otherwise: own left is next\n",
        ending="game ends stop after turn: clock is 3\nwinners: players\n",
    )
    state = rules.at(4)
    assert [event.player for event in state.log if event.kind == "turn"] == [0, 2, 3]
    assert state.counter("acts") == 1


def test_counters_and_notes_of_the_round_are_reset_before_the_round_block(write: Write) -> None:
    rules = write(
        "counter laid, each round\nnote seen: rank, each round\n"
        "round\n    if seen is none: add 1 to laid\n    add 10 to laid\n"
        "turn\n    add 1 to laid\n    set seen to Jack\n    add 1 to clock\n"
        "round ends early after turn: clock is less than 3\n    set own score to laid\n",
        ending="game ends stop after turn: clock is 3\nwinners: players\n",
    )
    state = rules.new_game(2)
    assert isinstance(state.pending, Over)
    assert (state.counter("laid"), state.counter("score", 0), state.counter("score", 1)) == (12, 12, 12)


def test_a_note_starts_at_none_and_holds_a_word_or_a_player(write: Write) -> None:
    rules = write(
        "turn\n    if wish is none and own favourite is none: add 1 to own score\n"
        "    set wish to King\n    set own favourite to own left\n    add 1 to score of own favourite\n"
        "    set favourite of own left to none\n"
    )
    state = rules.at(3)
    assert (state.value("wish"), state.value("favourite", 0), state.value("favourite", 1)) == ("King", 1, None)
    assert [state.counter("score", seat) for seat in range(3)] == [1, 1, 0]
    assert state.view(2).note("favourite", 0) == 1


@pytest.mark.parametrize("condition", ["wish is none", "none is wish", "not wish is Jack", "not wish is at least Jack"])
def test_an_unset_note_is_none_and_compares_with_nothing(write: Write, condition: str) -> None:
    state = write(f"turn\n    if {condition}: add 1 to own score\n").at(2)
    assert state.counter("score", 0) == 1


@pytest.mark.parametrize("condition", ["wish is Jack", "wish is at most King", "wish is favourite"])
def test_comparisons_with_none_are_false(write: Write, condition: str) -> None:
    frame = FRAME.replace("favourite of player: player", "favourite: rank")
    assert write(f"turn\n    if {condition}: add 1 to own score\n", frame=frame).at(2).counter("score", 0) == 0


@pytest.mark.parametrize(
    "effect",
    [
        "add 1 to score of own favourite",
        "add 1 to score of favourite of players",
        "set score of favourite of own left to 3",
        "move hand of own favourite to table",
        "move last of table to hand of own favourite",
        "draw 1 from pile to hand of own favourite",
        "draw 1 from hand of own favourite to table",
        "exchange last of table with hand of self",
        "show table to favourite of players",
        "add total score in favourite of players to clock",
        "add number of (favourite of players, where own score is 0) to clock",
    ],
)
def test_effects_on_nobody_and_nothing_change_nothing(write: Write, effect: str) -> None:
    state = write(f"turn\n    {effect}\n    add 1 to own score\n").at(2, zones={("hand", 0): JACKS})
    assert isinstance(state.pending, Over)
    assert [state.counter("score", 0), state.counter("score", 1), state.counter("clock")] == [1, 0, 0]
    assert names(state, "hand", 0) == JACKS


def test_nobody_is_in_a_set_of_unset_notes_and_nobody_can_be_chosen_from_it(write: Write) -> None:
    rules = write(
        "turn\n    if own favourite is in favourite of players: add 1 to own score\n"
        "    add number of favourite of players to own score\n    choose p from favourite of players\n"
        "    add 9 to own score\n"
    )
    state = rules.at(3)
    assert isinstance(state.pending, Over)
    assert state.counter("score", 0) == 0


def test_a_player_noted_twice_is_one_option_and_one_winner(write: Write) -> None:
    rules = write(
        "turn\n    set favourite of players to own left\n    choose p from favourite of players\n"
        "    add 1 to own score\n",
        ending="game ends stop after turn: clock is 0\nwinners: favourite of players\n",
    )
    state = rules.at(3)
    assert texts(state) == ("seat 1",)
    assert state.apply("seat 1").pending == Over((Fraction(0), Fraction(1), Fraction(0)), (1,))


def test_players_start_with_whom_the_rules_say_and_a_block_is_done_in_that_order(write: Write) -> None:
    rules = write(
        "call player lucky if own score is 1\n"
        "turn\n    choose x from players\n    set favourite of active to x\n"
        "    players starting with left of x: choose a from rank\n"
        "    players starting with x who are not lucky: choose b from rank\n"
        "    x plus (players, where own score is 1): choose c from rank\n"
        "    players starting with favourite of left of active: choose d from rank\n"
    )
    state = rules.at(4, counters={("score", 3): 1}, active=1).apply("seat 2")
    order = []
    while isinstance(state.pending, Decision):
        order.append(asked(state))
        state = state.apply("Jack")
    assert order == [3, 0, 1, 2, 2, 0, 1, 2, 3]  # and nobody from a player that is none


def test_words_and_players_are_put_together_each_once(write: Write) -> None:
    rules = write(
        "turn\n    choose x from (rank, where it is more than Jack) plus Jack plus Queen\n"
        "    choose y from left of active plus players except active\n    choose z from rank of table plus x\n"
    )
    state = rules.at(3, zones={"table": QUEENS}, active=1)
    assert texts(state) == ("Queen", "King", "Jack")
    state = state.apply("King")
    assert texts(state) == ("seat 2", "seat 0")
    assert texts(state.apply("seat 2")) == ("Queen", "King")


def test_cards_are_named_by_their_place_in_a_row(write: Write) -> None:
    rules = write(
        "value firsts: first clock cards of table\nvalue lasts: last clock cards of table\n"
        "value there: position clock in table\nvalue where-it-is of card: position of it\n"
        "turn\n    choose n from 1 to cards in table\n    move position n in table to own row\n"
        "    choose c from table plus box, with most where-it-is of it\n    add position of c plus 1 to own score\n"
        "    exchange first 2 cards of table with last 1 card of own row\n"
    )
    row = ("Queen red", "Jack red", "King black", "Jack black")
    for clock in (-1, 0, 1, 3, 4, 5):
        state = rules.at(2, zones={"table": row}, counters={"clock": clock})
        many = max(0, clock)
        shown = [tuple(str(card) for card in state.value(each)) for each in ("firsts", "lasts")]
        assert shown == [row[:many], row[max(0, 4 - many) :]]
        assert str(state.value("there")) == (row[clock - 1] if 1 <= clock <= 4 else "None")
    state = rules.at(2, zones={"table": row})
    assert texts(state) == ("1", "2", "3", "4")
    state = state.apply("3")
    assert (names(state, "table"), names(state, "row", 0)) == (("Queen red", "Jack red", "Jack black"), ("King black",))
    assert texts(state) == ("Jack black",)  # which lies furthest; what is in the box has no place
    after = state.apply("Jack black")
    assert after.counter("score", 0) == 3 + 1
    assert names(after, "row", 0) == ("Queen red", "Jack red")


def test_what_others_see_its_player_does_not(write: Write) -> None:
    frame = FRAME.replace("zone row of player, in a row, seen by all", "zone row of player, in a row, seen by others")
    rules = write("turn\n    choose c from row of own left\n    move c to row of own right\n    nothing\n", frame=frame)
    state = rules.at(3, zones={("row", 1): JACKS, "table": QUEENS})
    seen = [[view.zone("row", seat) for seat in range(3)] for view in map(state.view, (0, 1, 2, SPECTATOR))]
    jacks = state.zone("row", 1)
    assert seen == [[0, jacks, ()], [(), 2, ()], [(), jacks, 0], [0, 2, 0]]
    assert texts(state) == JACKS
    state = state.apply("Jack black")
    assert all("Jack black" in told(state, seat)[-1] for seat in range(3))  # each sees where it lay, or where it goes
    assert [state.view(seat).zone("row", 2) for seat in (0, 2)] == [state.zone("row", 2), 1]


# ---- values and named conditions


def test_values_are_computed_at_every_use(write: Write) -> None:
    rules = write(
        "value twice: clock times 2\nturn\n    add 1 to clock\n    add twice to own score\n"
        "    add 1 to clock\n    add twice to own score\n"
    )
    assert rules.at(2).counter("score", 0) == 2 + 4


def test_a_value_by_cases_is_that_of_the_first_whose_condition_holds(write: Write) -> None:
    rules = write(
        "value fee: 1 if clock is 0, 2 if clock is at most 1, 3 otherwise\n"
        "value boss: none if clock is 0, left of active if clock is 1, active otherwise\n"
        "value best: Jack if clock is 0, none if clock is 1, King otherwise\n"
        "value pool of player: last of own row if own score is 0, (own row plus table, where 1 is 1) otherwise\n"
        "value worth of card: 0 if it is Jack, 5 if its suit is red, clock otherwise\n"
        "turn\n    choose x from rank\n    add fee to own score\n    choose card from own pool\n    add 1 to clock\n"
        "    add fee to own score\n    choose theirs from pool of own left\n    add worth of card to own score\n"
    )
    assert [rules.at(2, counters={"clock": clock}).value("fee") for clock in range(3)] == [1, 2, 3]
    laid = {("row", 0): ["Queen red"], ("row", 1): ["King black"], "table": JACKS}
    assert [rules.at(2, counters={"clock": clock}).value("boss") for clock in range(3)] == [None, 1, 0]
    assert [rules.at(2, counters={"clock": clock}).value("best") for clock in range(3)] == ["Jack", None, "King"]
    state = rules.at(2, zones=laid).apply("Jack")
    assert texts(state) == ("Queen red", *JACKS)
    state = state.apply("Queen red")
    assert texts(state) == ("King black",)
    assert state.apply("King black").counter("score", 0) == 1 + 2 + 5


def test_a_value_by_cases_bounds_what_is_chosen_by_all_of_them(write: Write) -> None:
    turn = "turn\n    choose n from 0 to high\n    add n to own score\n"
    rules = write("value high: 2 if clock is 0, 4 otherwise\n" + turn)
    assert texts(rules.at(2)) == ("0", "1", "2")
    with pytest.raises(RulesError) as broken:
        write("value high: 2 if clock is 0, clock otherwise\n" + turn)
    assert codes(broken) == {"E038"}


HIDDEN_CASES = (
    ("some cards are hidden", "hand of active if clock is 0, table otherwise"),
    ("the condition", "table if first of pile is Jack, row of active otherwise"),
)


@pytest.mark.parametrize("value", [each for _, each in HIDDEN_CASES], ids=[name for name, _ in HIDDEN_CASES])
def test_no_choice_looks_at_hidden_cards_by_a_value_by_cases(write: Write, value: str) -> None:
    turn = "turn\n    own left: choose x from rank, where it is in which\n"
    write(f"value which: {value.replace('hand', 'row').replace('first of pile is Jack', 'pile is empty')}\n" + turn)
    with pytest.raises(RulesError) as broken:
        write(f"value which: {value}\n" + turn)
    assert codes(broken) == {"E035"}


def test_a_value_of_a_player_or_card_reads_it_and_own(write: Write) -> None:
    rules = write(
        "value wealth of player: total pip in own row\nvalue weight of card: pip of it times 10\n"
        "turn\n    add wealth of own left to own score\n    add weight of last of row of own left to clock\n"
        "    choose c from box, with most weight of it\n"
    )
    state = rules.at(2, zones={("row", 1): ["red 2", "red 1"]})
    assert (state.counter("score", 0), state.counter("clock")) == (3, 10)
    assert texts(state) == ("red 3",)
    assert (state.value("wealth", 1), state.value("wealth", 0)) == (3, 0)


def test_tables_answer_by_players_and_by_words_and_otherwise(write: Write) -> None:
    rules = write(
        "value limit_of_players by players: 6 for 2, 5 otherwise\n"
        "value worth by rank: 11 for Jack, clock for Queen, 2 otherwise\n"
        "value beats by rank: King for Queen, Jack otherwise\n"
        "turn\n    set clock to 4\n    add worth of Queen to own score\n    add worth of last of own row to own score\n"
        "    set wish to beats of Queen\n    add total worth in rank to score of own left\n"
    )
    state = rules.at(3, zones={("row", 0): ["Jack red"]})
    assert (state.counter("score", 0), state.counter("score", 1), state.value("wish")) == (15, 11 + 4 + 2, "King")
    assert (state.value("limit_of_players"), rules.at(2).value("limit_of_players")) == (5, 6)


def test_a_table_of_a_player_goes_by_how_many_play(write: Write) -> None:
    rules = write(
        "value opposite of player by players: left of own left for 4, none otherwise\n"
        "turn\n    add 1 to score of own opposite\n"
    )
    for players in (2, 3, 4):
        state = rules.at(players)
        opposite = [state.value("opposite", seat) for seat in range(players)]
        assert opposite == ([2, 3, 0, 1] if players == 4 else [None] * players)
        assert [state.counter("score", seat) for seat in range(players)] == [
            int(seat == opposite[0]) for seat in range(players)
        ]


def test_named_conditions_are_adjectives_of_players_cards_and_the_game(write: Write) -> None:
    rules = write(
        "call player rich if own score is at least 2\ncall card royal if rank of it is in rank except Jack\n"
        "call game late if clock is at least 1\n"
        "turn\n    add 2 to score of own left\n    if game is not late: add 1 to clock\n"
        "    if game is late: add 10 to clock\n"
        "    add 1 to score of players who are rich\n    add 1 to score of players who are not rich\n"
        "    choose c from table, where it is royal\n    choose p from players, where it is not rich\n"
    )
    state = rules.at(3, zones={"table": [*JACKS, *KINGS]})
    assert [state.counter("score", seat) for seat in range(3)] == [1, 3, 1]
    assert state.counter("clock") == 11
    assert texts(state) == KINGS
    assert texts(state.apply("King red")) == ("seat 0", "seat 2")


# ---- expressions


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("2 plus 3 times 4", 14),
        ("(2 plus 3) times 4", 20),
        ("1 minus 5 plus 2", -2),
        ("smaller of 3 and 5", 3),
        ("larger of cards in box and 2", 3),
        ("cards in hand of players", 3),
        ("number of players", 3),
        ("number of other players", 2),
        ("number of rank", 3),
        ("different rank in hand of players", 2),
        ("different pip in hand of players", 0),
        ("total pip in (box, where its pip is at least 2)", 5),
        ("number of (players, where own hand is empty)", 1),
        ("cards in ((hand of self) plus hand of self)", 2),
        ("number of rank of hand of players", 2),
        ("first of pip", 1),
        ("last of pip times 2", 6),
    ],
)
def test_numbers_can_be_counted_added_and_compared(write: Write, expression: str, found: int) -> None:
    rules = write(
        f"turn\n    add {expression} to clock\n", ending="game ends stop after turn: 1 is 1\nwinners: players\n"
    )
    state = rules.at(3, zones={("hand", 0): JACKS, ("hand", 1): ["Queen red"]})
    assert state.counter("clock") == found


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("some player where own hand is empty", True),
        ("every player where own hand is not empty", False),
        ("no other player where cards in own hand is 2", True),
        ("some other player where cards in own hand is 1", True),
        ("some card in hand of self where its suit is black", True),
        ("every card in hand of self is Jack", True),
        ("no card in hand of self is not Jack", True),
        ("every card in table is King", True),
        ("hand of self repeats rank", True),
        ("hand of self repeats suit", False),
        ("hand of players repeats pip", False),
        ("last of hand of self is in hand of self", True),
        ("Jack is in hand of self", True),
        ("last of hand of self is in rank except Jack", False),
        ("Queen is not in hand of self", True),
        ("clock is 0 and (clock is 1 or clock is at most 0)", True),
        ("not (clock is 0 and clock is 1)", True),
        ("clock is more than 0 or clock is less than 1", True),
        ("left of self is right of left of own left", True),
        ("right of self is left of left of self", True),
        ("active is self and self is not own left", True),
        ("owner of last of hand of own left is own left", True),
        ("owner of last of box is none", True),
        ("first of table is none", True),
        ("King is more than Queen", True),
        ("Jack is at least next of Jack", False),
    ],
)
def test_conditions_hold_or_do_not(write: Write, condition: str, holds: bool) -> None:
    state = write(f"turn\n    if {condition}: add 1 to own score\n").at(
        3, zones={("hand", 0): JACKS, ("hand", 1): ["Queen red"]}
    )
    assert state.counter("score", 0) == holds


def test_and_does_not_mix_with_or_without_brackets(write: Write) -> None:
    with pytest.raises(RulesError) as broken:
        write("turn\n    if clock is 0 and clock is 1 or clock is 2: add 1 to own score\n")
    assert codes(broken) == {"E002"}


def test_first_of_players_is_the_nearest_from_the_active_one_leftwards(write: Write) -> None:
    rules = write("turn\n    set own favourite to first of (other players, where own row is empty)\n")
    rows = {("row", 3): ["Jack red"]}
    assert rules.at(4, zones=rows, active=2).value("favourite", 2) == 0


# ---- sieves


def test_preferring_else_takes_the_first_that_holds_for_any_and_all_if_none_does(write: Write) -> None:
    rules = write("turn\n    choose c from table, preferring its rank is King else its suit is black\n")
    assert texts(rules.at(2, zones={"table": [*JACKS, *KINGS]})) == KINGS
    assert texts(rules.at(2, zones={"table": [*JACKS, *QUEENS]})) == ("Jack black", "Queen black")
    assert texts(rules.at(2, zones={"table": ["Jack red", "Queen red"]})) == ("Jack red", "Queen red")


def test_preferring_twice_prefers_among_what_the_first_left(write: Write) -> None:
    rules = write("turn\n    choose c from table, preferring its rank is King, preferring its suit is black\n")
    assert texts(rules.at(2, zones={"table": [*JACKS, *KINGS]})) == ("King black",)
    assert texts(rules.at(2, zones={"table": ["Jack black", "King red"]})) == ("King red",)


def test_sieves_narrow_from_left_to_right(write: Write) -> None:
    most_first = write("turn\n    choose c from table, with highest its rank, where its suit is red\n")
    assert texts(most_first.at(2, zones={"table": [*QUEENS, "Jack red", "King red"]})) == ("King red",)
    zones = {"table": ["Queen red", "King black"]}
    assert isinstance(most_first.at(2, zones=zones).pending, Over)
    where_first = write("turn\n    choose c from table, where its suit is red, with highest its rank\n")
    assert texts(where_first.at(2, zones=zones)) == ("Queen red",)


def test_most_keeps_all_who_are_tied_and_then_breaks_ties(write: Write) -> None:
    rules = write(
        "turn\n    choose p from players, with most own score\n"
        "    choose q from players, with most own score then fewest cards in own hand\n"
    )
    state = rules.at(3, counters={("score", 1): 2, ("score", 2): 2}, zones={("hand", 1): JACKS})
    assert texts(state) == ("seat 1", "seat 2")
    assert texts(state.apply("seat 1")) == ("seat 2",)


def test_in_a_sieve_own_is_the_one_looked_at_and_self_is_the_one_who_asks(write: Write) -> None:
    rules = write("turn\n    choose p from players, where own score is more than score of self\n")
    assert texts(rules.at(4, counters={("score", 0): 1, ("score", 1): 2, ("score", 2): 0, ("score", 3): 5})) == (
        "seat 1",
        "seat 3",
    )


# ---- choices


def test_an_unordered_pair_appears_once_and_parts_of_a_choice_never_share_a_card(write: Write) -> None:
    rules = write(
        "turn\n    choose a and b from table\n    choose c from table and e from table\n"
        "    choose p from players and q from players\n"
    )
    state = rules.at(2, zones={"table": ["King red", "Jack red", "Queen red"]})
    assert texts(state) == ("King red, Jack red", "King red, Queen red", "Jack red, Queen red")
    assert options(state)[0].atoms == state.zone("table")[:2]
    state = state.apply("King red, Queen red")
    assert len(texts(state)) == 6
    assert len(texts(state.apply("Queen red, Jack red"))) == 4


def test_a_number_is_chosen_between_both_ends_and_lapses_where_there_is_none(write: Write) -> None:
    rules = write("turn\n    choose n from 2 to 1 plus cards in table\n    add n to own score\n")
    state = rules.at(2, zones={"table": JACKS})
    assert texts(state) == ("2", "3")
    assert state.apply("3").counter("score", 0) == 3
    assert told(rules.at(2)) == ["seat 0 cannot choose n from 2 to 1 plus cards in table"]


def test_a_set_of_cards_has_a_least_and_a_most(write: Write) -> None:
    rules = write("turn\n    choose 1 to 2 cards as lot from table\n    move lot to own row\n")
    state = rules.at(2, zones={"table": ["King red", "Jack red", "Queen red"]})
    assert [option.atoms for option in options(state)][:4] == [
        *((card,) for card in state.zone("table")),
        state.zone("table")[:2],
    ]
    assert len(options(state)) == 6
    assert names(state.apply("King red, Queen red"), "row", 0) == ("King red", "Queen red")
    assert texts(rules.at(2, zones={"table": ["King red"]})) == ("King red",)


def test_so_many_cards_that_are_not_there_cannot_be_chosen(write: Write) -> None:
    rules = write("turn\n    choose 3 cards as lot from table\n    add 1 to own score\n")
    assert rules.at(2, zones={"table": JACKS}).counter("score", 0) == 0
    none_at_all = write(
        "turn\n    choose 0 to 2 cards as lot from table\n    add 1 to own score\n    move lot to own row\n"
    ).at(2)
    assert len(options(none_at_all)) == 1
    assert options(none_at_all)[0].atoms == ()
    assert none_at_all.apply(options(none_at_all)[0]).counter("score", 0) == 1


def test_two_sets_of_cards_are_chosen_as_one_answer_without_a_common_card(write: Write) -> None:
    rules = write("turn\n    choose 1 cards as a from table and 2 cards as b from table\n    move b to own row\n")
    state = rules.at(2, zones={"table": ["King red", "Jack red", "Queen red"]})
    assert texts(state) == tuple(
        f"{one}, {two}, {three}"
        for one, two, three in (
            ("King red", "Jack red", "Queen red"),
            ("Jack red", "King red", "Queen red"),
            ("Queen red", "King red", "Jack red"),
        )
    )
    assert names(state.apply("Jack red, King red, Queen red"), "row", 0) == ("King red", "Queen red")


def test_numbers_of_several_counters_are_offered_once_each(write: Write) -> None:
    bounded = FRAME.replace("counter score of player\n", "counter score of player, never below 0, never above 9\n")
    rules = write("turn\n    choose n from score of players\n    add n to clock\n", frame=bounded)
    assert texts(rules.at(3, counters={("score", 1): 4})) == ("0", "4")


def test_if_several_takes_a_single_option_silently(write: Write) -> None:
    rules = write(
        "turn\n    choose p from players, with most own score, if several\n    add 10 to score of p\n"
        "    add 1 to clock\n    choose q from players, where it is p\n"
    )
    tied = rules.at(2)
    assert texts(tied) == ("seat 0", "seat 1")
    alone = rules.at(2, counters={("score", 1): 1})
    assert alone.counter("score", 1) == 11
    assert texts(alone) == ("seat 1",)


def test_so_that_afterwards_tries_the_next_statement_on_a_copy(write: Write) -> None:
    rules = write("turn\n    choose c from table, so that afterwards not own row repeats rank\n    move c to own row\n")
    state = rules.at(2, zones={"table": [*JACKS, "King red"], ("row", 0): ["Queen red", "King black"]})
    assert texts(state) == JACKS
    assert names(state, "row", 0) == ("Queen red", "King black")
    assert "King red" not in "".join(told(state))


def test_so_that_afterwards_does_not_change_who_is_next(write: Write) -> None:
    rules = write(
        "turn\n    choose p from players, so that afterwards clock is 7\n    p is next\nnext turn\n"
        "    add 1 to clock\n",
        ending="game ends stop after turn: clock is 2\nwinners: players\n",
    )
    assert [event.player for event in rules.at(3).log if event.kind == "turn"] == [0, 1, 2]


def test_an_answer_that_is_not_offered_is_refused_with_its_rule(write: Write) -> None:
    state = write("turn\n    choose c from table, where its suit is red\n").at(2, zones={"table": JACKS})
    with pytest.raises(IllegalAction) as refused:
        state.apply("Jack black")
    assert refused.value.reason == "'Jack black' is excluded by 'where its suit is red'"
    assert refused.value.rule == "turn"


# ---- may


def test_may_with_a_choice_first_adds_one_option_that_declines(write: Write) -> None:
    rules = write(
        "turn\n    may\n        choose c from table\n        move c to own row\n    if c is none: add 1 to own score\n"
    )
    state = rules.at(2, zones={"table": JACKS})
    assert [option.atoms == () for option in options(state)] == [False, False, True]
    declined = state.apply(options(state)[-1])
    assert (names(declined, "table"), declined.counter("score", 0)) == (JACKS, 1)
    assert state.apply("Jack red").counter("score", 0) == 0
    assert isinstance(rules.at(2).pending, Over)


def test_may_with_an_effect_first_asks_whether_to_do_it_if_it_could_be_done(write: Write) -> None:
    rules = write(
        "turn\n    may\n        draw 1 from table to own row\n        add 1 to own score\n    add 1 to clock\n"
        "    choose r from rank\n"
    )
    state = rules.at(2, zones={"table": JACKS})
    yes, no = options(state)
    assert (yes.atoms, no.atoms) == ((True,), ())
    assert names(state.apply(yes), "row", 0) == ("Jack black",)
    assert state.apply(no).counter("score", 0) == 0
    assert state.apply(no).counter("clock") == state.apply(yes).counter("clock") == 1
    assert texts(rules.at(2)) == ("Jack", "Queen", "King")


# ---- lapses


def test_a_choice_without_an_option_ends_the_action_and_what_was_done_stays_done(write: Write) -> None:
    rules = write(
        "turn\n    perform Jack\n    add 10 to own score\n"
        "action Jack\n    add 1 to own score\n    choose c from table\n    add 100 to own score\n"
        "action Queen, King\n    nothing\n"
    )
    assert rules.at(2).counter("score", 0) == 11


def test_a_choice_without_an_option_ends_one_members_block_only(write: Write) -> None:
    rules = write(
        "turn\n    players\n        choose c from own hand\n        move c to own row\n"
        "        add 1 to own score\n    add 10 to own score\n"
    )
    state = rules.at(3, zones={("hand", 1): ["King red"]})
    assert asked(state) == 1
    assert [state.apply("King red").counter("score", seat) for seat in range(3)] == [10, 1, 0]


def test_a_lapsed_turn_goes_on_to_what_comes_after_it(write: Write) -> None:
    rules = write(
        "turn\n    choose c from table\n    add 1 to own score\nafter turn counting\n    add 10 to own score\n"
    )
    assert rules.at(2).counter("score", 0) == 10


# ---- effects on cards


def test_move_takes_several_sets_in_the_order_in_which_they_are_named(write: Write) -> None:
    rules = write("turn\n    move row of own left and row of self to table\n    move table to table\n")
    state = rules.at(2, zones={("row", 0): ["Jack red"], ("row", 1): ["King red", "Queen red"]})
    assert names(state, "table") == ("King red", "Queen red", "Jack red")


def test_an_exchanged_card_takes_the_very_place_of_the_other(write: Write) -> None:
    rules = write("turn\n    exchange first of own row with first of row of own left\n")
    state = rules.at(2, zones={("row", 0): ["Jack red", "Queen red"], ("row", 1): ["King red", "Jack black"]})
    assert names(state, "row", 0) == ("King red", "Queen red")
    assert names(state, "row", 1) == ("Jack red", "Jack black")


def test_sets_of_different_size_change_zones(write: Write) -> None:
    rules = write("turn\n    exchange own row with last of row of own left\n")
    state = rules.at(2, zones={("row", 0): ["Jack red", "Queen red"], ("row", 1): ["King red", "Jack black"]})
    assert names(state, "row", 0) == ("Jack black",)
    assert names(state, "row", 1) == ("King red", "Jack red", "Queen red")


def test_an_exchange_with_an_empty_set_does_nothing(write: Write) -> None:
    state = write("turn\n    exchange own row with table\n").at(2, zones={("row", 0): JACKS})
    assert (names(state, "row", 0), told(state)) == (JACKS, [])


def test_show_tells_those_it_is_shown_to_and_nobody_else(write: Write) -> None:
    state = write("turn\n    show own hand to own left\n").at(3, zones={("hand", 0): JACKS})
    assert told(state, 1) == ["seat 0 shows Jack red, Jack black from own hand to seat 1"]
    assert told(state, 2) == ["seat 0 shows 2 cards from own hand to seat 1"]
    assert state.view(1).zone("hand", 0) == 2


def test_showing_open_and_hidden_cards_together_tells_others_the_open_ones_only(write: Write) -> None:
    state = write("turn\n    show own row plus own hand to own left\n").at(
        3, zones={("hand", 0): ["Jack red"], ("row", 0): ["King red"]}
    )
    assert "Jack red" in told(state, 1)[0]
    assert "King red" in told(state, 2)[0]
    assert "Jack red" not in told(state, 2)[0]


def test_an_exchange_of_cards_from_several_zones_tells_each_card_only_to_those_who_see_it(write: Write) -> None:
    rules = write("turn\n    exchange own row plus own hand with (row of own left) plus hand of own left\n")
    zones = {
        ("hand", 0): ["Jack red"],
        ("row", 0): ["King red"],
        ("hand", 1): ["Jack black"],
        ("row", 1): ["King black"],
    }
    state = rules.at(3, zones=zones)
    assert names(state, "hand", 0) == ("Jack black",)
    assert names(state, "row", 0) == ("King black",)
    outsider = " ".join(told(state, 2))
    assert "King red" in outsider and "King black" in outsider
    assert "Jack" not in outsider


def test_a_moved_card_is_told_to_whoever_saw_it_before_or_sees_it_after(write: Write) -> None:
    rules = write(
        "turn\n    choose c from own hand\n    move c to hand of own left\n    choose e from own hand\n"
        "    move e to pile\n"
    )
    state = answer(rules.at(3, zones={("hand", 0): JACKS}), "Jack red", "Jack black")
    assert "Jack red" in told(state, 1)[0]
    assert "Jack black" not in " ".join(told(state, 1))
    assert "Jack" not in " ".join(told(state, 2))


def test_a_choice_out_of_chosen_hidden_cards_stays_as_hidden_as_they_are(write: Write) -> None:
    rules = write("turn\n    choose 2 cards as mine from own hand\n    choose c from mine\n    move c to pile\n")
    state = answer(rules.at(2, zones={("hand", 0): [*JACKS, "King red"]}), "Jack red, Jack black", "Jack black")
    seen = " ".join(str(event) for event in state.view(1).log)
    assert "Jack" not in seen and "King" not in seen


def test_of_a_choice_of_a_hidden_card_and_a_player_others_learn_no_card(write: Write) -> None:
    rules = write("turn\n    choose c from own hand and p from other players\n    add 1 to score of p\n")
    state = rules.at(3, zones={("hand", 0): JACKS}).apply("Jack red, seat 2")
    sentence = next(str(event) for event in state.view(1).log if event.kind == "choose")
    assert "Jack" not in sentence
    assert "2 cards" not in sentence


# ---- who acts


def test_a_block_for_players_goes_round_from_the_active_player_leftwards(write: Write) -> None:
    rules = write(
        "turn\n    players\n        choose r from rank\n        if r is King: add 1 to score of self\n"
        "    other players: add 10 to own score\n"
    )
    state = rules.at(3, active=1)
    seats = []
    while isinstance(state.pending, Decision):
        seats.append(asked(state))
        state = state.apply("King")
    assert seats == [1, 2, 0]
    assert [state.counter("score", seat) for seat in range(3)] == [11, 1, 11]


def test_a_block_for_one_player_binds_names_that_stay(write: Write) -> None:
    rules = write("turn\n    choose p from other players\n    p: choose c from own hand\n    move c to row of active\n")
    state = rules.at(2, zones={("hand", 1): JACKS}).apply("seat 1")
    assert asked(state) == 1
    assert names(state.apply("Jack red"), "row", 0) == ("Jack red",)


def test_blocks_for_players_nest_and_own_is_the_innermost_member(write: Write) -> None:
    rules = write(
        "turn\n    players\n        choose r from rank\n        other players\n            add 1 to own score\n"
        "            if r is King: add 10 to own score\n        add 100 to own score\n"
    )
    state = answer(rules.at(3), "King", "Jack", "Jack")
    assert [state.counter("score", seat) for seat in range(3)] == [102, 112, 112]


def test_a_block_for_nobody_does_nothing(write: Write) -> None:
    state = write(
        "turn\n    own favourite: choose c from own hand\n    (players, where own score is 7): add 1 to own score\n"
    ).at(2)
    assert (isinstance(state.pending, Over), told(state)) == (True, [])


def test_the_members_of_a_block_are_those_it_began_with(write: Write) -> None:
    rules = write("turn\n    (players, where own score is 0): add 1 to score of players\n")
    assert rules.at(3).counter("score", 0) == 3


def test_a_choice_of_one_member_is_forgotten_before_the_next(write: Write) -> None:
    rules = write(
        "turn\n    players\n        may\n            choose r from rank\n        if r is none: add 1 to own score\n"
    )
    state = rules.at(2).apply("King")
    assert isinstance(state.pending, Decision)
    state = state.apply(options(state)[-1])
    assert [state.counter("score", seat) for seat in range(2)] == [0, 1]


# ---- branches


@pytest.mark.parametrize(("word", "scores"), [("Jack", 1), ("Queen", 2), ("King", 2)])
def test_if_unless_and_otherwise(write: Write, word: str, scores: int) -> None:
    rules = write(
        "turn\n    choose r from rank\n    if r is Jack: add 1 to own score\n    otherwise\n"
        "        add 2 to own score\n"
        "    unless r is Jack: add 10 to clock\n    otherwise: add 20 to clock\n",
        ending="game ends stop after turn: clock is more than 0\nwinners: players\n",
    )
    state = rules.at(2).apply(word)
    assert (state.counter("score", 0), state.counter("clock")) == (scores, 20 if word == "Jack" else 10)


@pytest.mark.parametrize(("word", "scores"), [("Jack", 1), ("Queen", 2), ("King", 4)])
def test_of_several_cases_the_first_that_holds_is_done(write: Write, word: str, scores: int) -> None:
    rules = write(
        "turn\n    choose r from rank\n    if r is Jack: add 1 to own score\n"
        "    otherwise if r is not King, openly\n        add 2 to own score\n"
        "    otherwise if r is Queen: add 8 to own score\n    otherwise: add 4 to own score\n"
    )
    assert rules.at(2).apply(word).counter("score", 0) == scores


def test_cases_are_printed_as_a_chain_and_cite_their_own_lines(write: Write) -> None:
    said = (
        "turn\n    if clock is 1    (R1)\n        nothing\n    otherwise if clock is not 2, openly    (R2)\n"
        "        nothing\n    otherwise\n        nothing    (R1)"
    )
    rules = write(
        f'{said}\nruling R1 "One?"\n    answer "Yes."\nruling R2 "Two?"\n    answer "Yes."\n',
    )
    assert "\n".join(lines(rules.composed.entries["turn"].declaration)) == said


def test_both_branches_can_bind_the_same_name(write: Write) -> None:
    rules = write(
        "turn\n    if own hand is empty\n        choose c from table\n    otherwise\n"
        "        choose c from own hand\n    move c to own row\n"
    )
    assert names(rules.at(2, zones={"table": JACKS}).apply("Jack red"), "row", 0) == ("Jack red",)
    assert names(rules.at(2, zones={"table": JACKS, ("hand", 0): KINGS}).apply("King red"), "row", 0) == ("King red",)


def test_branches_that_bind_one_name_to_different_things_are_refused(write: Write) -> None:
    with pytest.raises(RulesError) as broken:
        write(
            "turn\n    if own hand is empty\n        choose c from table\n    otherwise\n"
            "        choose c from rank\n    add 1 to own score\n"
        )
    assert codes(broken) == {"E022"}


@pytest.mark.parametrize("where", ["turn", "action Jack, Queen, King"])
def test_a_name_cannot_be_given_twice_where_both_are_seen(write: Write, where: str) -> None:
    blocks = "turn\n    choose x from rank\n    perform x\naction Jack, Queen, King\n    nothing\n"
    with pytest.raises(RulesError) as broken:
        write(blocks.replace(f"{where}\n", f"{where}\n    choose x from suit\n"))
    assert codes(broken) == {"E022"}


# ---- performing


@pytest.mark.parametrize(
    ("expression", "counted"),
    [
        ("number of (victim, where own score is 0)", 1),
        ("number of (victim, where own score is 1)", 0),
        ("number of (card, where its suit is red)", 1),
        ("number of (favourite of self, where own score is 0)", 0),
        ("number of victim", 1),
        ("number of favourite of self", 0),
        ("number of (victim except active)", 1),
        ("number of (victim except victim)", 0),
        ("number of (rank of card)", 1),
        ("number of (first of card, where its rank is King)", 0),
        ("total score in victim", 0),
        ("cards in (hand of victim plus card)", 1),
    ],
)
def test_where_a_set_is_wanted_one_thing_is_a_set_of_one_and_none_an_empty_one(
    write: Write, expression: str, counted: int
) -> None:
    rules = write(
        f"""
turn
    choose victim from other players
    choose card from (court-cards, where its rank is Jack)
    add {expression} to clock
value court-cards: pile
""",
        frame=FRAME.replace("zone pile\n", "zone pile, seen by all\n"),
    )
    state = answer(rules.new_game(2), "seat 1", "Jack red")
    assert state.counter("clock") == counted


@pytest.mark.parametrize("condition", ["favourite of self is empty", "not victim is empty", "victim is in own left"])
def test_one_thing_is_asked_like_a_set_whether_it_is_there(write: Write, condition: str) -> None:
    rules = write(f"""
turn
    choose victim from other players
    if {condition}: add 1 to clock
""")
    assert answer(rules.new_game(2), "seat 1").counter("clock") == 1


def test_players_looked_at_by_a_sieve_on_one_do_what_a_block_says(write: Write) -> None:
    rules = write("""
turn
    choose victim from other players
    (victim, where own score is 0): add 2 to own score
    (victim, where own score is 1): add 5 to own score
""")
    assert answer(rules.new_game(3), "seat 2").counter("score", 2) == 2


def test_a_number_is_no_set(write: Write) -> None:
    with pytest.raises(RulesError, match="expected a set, got a number"):
        write("turn\n    add number of clock to clock\n")


def test_a_zone_of_each_player_is_refilled_from_what_is_its_owners_whoever_draws(write: Write) -> None:
    rules = write(
        """
turn
    choose victim from players
    draw 3 from hand of victim to row of active
""",
        frame=FRAME.replace("zone hand of player, seen by owner", "zone hand of player, refilled from own used")
        + "zone used of player\nset-up\n    players\n        draw 2 from pile to own used\n",
    )
    for victim in range(3):
        state = drawn(drawn(rules.new_game(3)).apply(f"seat {victim}"))
        assert [len(state.zone("used", seat)) for seat in range(3)] == [2 * (seat != victim) for seat in range(3)]
        assert len(state.zone("row", 0)) == 2
        assert drawn(rules.new_game(3)).zone("used", victim) == state.zone("row", 0)


def test_perform_runs_the_action_of_a_word_and_comes_back(write: Write) -> None:
    rules = write(
        "turn\n    choose r from rank\n    perform r\n    add 100 to own score\n    own left: perform r\n"
        "action Jack\n    add 1 to own score\naction Queen\n    perform Jack\n    perform Jack\naction King\n"
        "    nothing\n"
    )
    scores = {}
    for word in ("Jack", "Queen", "King"):
        state = rules.at(2).apply(word)
        scores[word] = (state.counter("score", 0), state.counter("score", 1))
    assert scores == {"Jack": (101, 1), "Queen": (102, 2), "King": (100, 0)}


def test_performing_nothing_goes_on(write: Write) -> None:
    rules = write("turn\n    perform wish\n    add 1 to own score\naction Jack, Queen, King\n    add 10 to own score\n")
    assert rules.at(2).counter("score", 0) == 1


def test_only_the_words_that_can_be_performed_need_an_action(write: Write) -> None:
    assert write("turn\n    perform Jack\naction Jack\n    add 1 to own score\n").at(2).counter("score", 0) == 1


def test_names_chosen_in_an_action_are_its_own_each_time(write: Write) -> None:
    rules = write(
        "turn\n    perform Jack\n    perform Jack\naction Queen, King\n    nothing\n"
        "action Jack\n    may\n        choose c from table\n    if c is none: add 1 to own score\n"
    )
    state = rules.at(2, zones={"table": JACKS}).apply("Jack red")
    assert isinstance(state.pending, Decision)
    assert state.apply(options(state)[-1]).counter("score", 0) == 1


# ---- at the same time


def test_at_the_same_time_reads_one_frozen_state(write: Write) -> None:
    rules = write(
        "turn\n    at the same time\n        set own score to score of own left\n"
        "        set score of own left to own score\n"
    )
    state = rules.at(2, counters={("score", 0): 3, ("score", 1): 5})
    assert [state.counter("score", seat) for seat in range(2)] == [5, 3]


def test_commitments_are_unseen_until_everybody_has_committed(write: Write) -> None:
    rules = write(
        "turn\n    at the same time\n        players\n            choose c from own hand\n"
        "            move c to own row\n            choose n from 1 to 3\n            add n to own score\n"
    )
    first = rules.at(2, zones={("hand", 0): JACKS, ("hand", 1): KINGS})
    assert isinstance(first.pending, Decision)
    one, other = (answer(first, card, number) for card, number in (("Jack red", "1"), ("Jack black", "3")))
    assert one.pending == other.pending
    assert one.view(1).log == other.view(1).log
    assert [str(event) for event in one.view(1).log] == [str(event) for event in other.view(1).log]
    for zone in ("hand", "row"):
        assert one.view(1).zone(zone, 0) == other.view(1).zone(zone, 0)
    assert one.counter("score", 0) == 0
    done = answer(one, "King red", "2")
    assert (names(done, "row", 0), names(done, "row", 1)) == (("Jack red",), ("King red",))
    assert (done.counter("score", 0), done.counter("score", 1)) == (1, 2)


def test_an_optional_commitment_is_as_unseen_as_any(write: Write) -> None:
    blocks = "turn\n    at the same time\n        players\n            may\n                {}\n"
    for body in ("add 1 to own score", "choose c from own hand\n                move c to own row"):
        state = write(blocks.format(body)).at(2, zones={("hand", 0): JACKS, ("hand", 1): KINGS})
        assert isinstance(state.pending, Decision)
        done, declined = state.apply(options(state)[0]), state.apply(options(state)[-1])
        assert [str(event) for event in done.view(1).log] == [str(event) for event in declined.view(1).log]


def test_how_many_cards_somebody_commits_to_is_unseen(write: Write) -> None:
    frame = FRAME.replace("numbers pip: 1 to 3", "numbers pip: 1 to 14")
    rules = write(
        "turn\n    at the same time\n        players\n            choose 0 to 14 cards as lot from own hand\n"
        "            move lot to own row\n",
        frame=frame,
    )
    state = rules.at(2, zones={("hand", 0): [f"red {pip}" for pip in range(1, 15)], ("hand", 1): JACKS})
    few = answer(state, "red 1", "(enough)")
    many = answer(state, "red 1", "red 2", "red 3", "(enough)")
    assert [str(event) for event in few.view(1).log] == [str(event) for event in many.view(1).log]


def test_reasons_are_looked_at_once_after_all_that_happens_together(write: Write) -> None:
    rules = write(
        "turn\n    at the same time\n        add 1 to own score\n        add 10 to clock\n    add 100 to clock\n",
        ending="game ends first: own score is 1\nwinners: players\n".replace("own score", "score of active"),
    )
    assert rules.at(2).counter("clock") == 10


@pytest.mark.parametrize("inside", ["draw 1 from pile to own hand", "perform Jack", "at the same time: add 1 to clock"])
def test_chance_actions_and_nesting_are_refused_in_what_happens_together(write: Write, inside: str) -> None:
    with pytest.raises(RulesError) as broken:
        write(
            f"turn\n    at the same time\n        {inside}\n        add 1 to clock\naction Jack, Queen, King\n"
            "    nothing\n"
        )
    assert codes(broken) == {"E036"}


# ---- the course of a game


def test_reasons_at_once_follow_every_effect_in_their_order_and_abandon_the_turn(write: Write) -> None:
    rules = write(
        "turn\n    add 1 to clock\n    add 1 to clock\n    add 1 to clock\n",
        ending="game ends second: clock is at least 2\n    add 5 to score of active\n"
        "game ends other: clock is at least 2\n    add 7 to score of active\nwinners: players\n",
    )
    state = rules.at(2)
    assert (state.counter("clock"), state.counter("score", 0)) == (2, 5)


def test_a_choice_is_no_effect(write: Write) -> None:
    rules = write(
        "turn\n    choose x from rank\n    choose y from suit\n    add 1 to clock\n    add 1 to clock\n",
        ending="game ends jack: x is Jack\nwinners: players\n",
    )
    state = rules.at(2).apply("Jack")
    assert texts(state) == ("red", "black")
    assert state.apply("red").counter("clock") == 1


def test_each_card_of_a_draw_is_an_effect(write: Write) -> None:
    rules = write(
        "turn\n    draw 4 from table to own row\n",
        ending="game ends two: cards in row of active is 2\nwinners: players\n",
    )
    assert names(rules.at(2, zones={"table": [*JACKS, *KINGS]}), "table") == JACKS


def test_reasons_are_looked_at_as_a_turn_begins_but_not_in_set_up_and_next_turn(write: Write) -> None:
    rules = write(
        "set-up\n    add 5 to clock\n    take 5 from clock\nturn\n    nothing\nnext turn\n    add 5 to clock\n"
        "    take 4 from clock\n",
        ending="game ends five: clock is 5\ngame ends one: clock is 1\nwinners: players\n",
    )
    state = rules.new_game(2)
    assert [event.block for event in state.log if event.kind == "game ends"] == ["game ends one"]
    assert [event.player for event in state.log if event.kind == "turn"] == [0, 1]


def test_a_reason_that_always_holds_ends_the_game_at_once(write: Write) -> None:
    state = write("turn\n    add 1 to clock\n", ending="game ends now: 1 is 1\nwinners: players\n").new_game(2)
    assert [event.kind for event in state.log] == ["turn", "game ends"]


def test_each_moment_has_its_reasons(write: Write) -> None:
    rules = write(
        "before turn dawn\n    add 1 to score of players\nturn\n    add 10 to score of players\n"
        "after turn dusk\n    add 100 to score of players\nnext turn\n    add 1 to clock\n    active is next\n",
        ending="round ends a after turn: clock is 1 and score of active is 222\n"
        "round ends b before turn: clock is 1\n    add 1000 to score of active\n"
        "game ends c after round: score of active is more than 1000\nwinners: players\n",
    )
    state = rules.new_game(2)
    assert [event.block for event in state.log if event.kind.endswith("ends")] == ["round ends b", "game ends c"]
    assert (state.counter("score", 0), state.counter("score", 1)) == (1111, 111)


def test_the_game_ends_after_the_scoring_of_the_round(write: Write) -> None:
    rules = write(
        "round\n    add 1 to clock\nturn\n    add 1 to own score\n"
        "round ends one: score of active is more than 0\n    add 10 to score of active\n"
        "after round noting\n    add 100 to score of active\n",
        ending="game ends stop after round: some player where own score is at least 111\n"
        "winners: players, with most own score\n",
    )
    state = rules.new_game(3, first=1)
    assert (state.counter("score", 1), state.counter("clock")) == (111, 1)
    assert state.pending == Over((Fraction(0), Fraction(1), Fraction(0)), (1,))


def test_next_is_remembered_until_the_next_turn_and_the_last_word_counts(write: Write) -> None:
    rules = write(
        "turn\n    own left is next\n    own right is next\n    add 1 to score of active\n    add 1 to clock\n",
        ending="game ends stop after turn: clock is 3\nwinners: players\n",
    )
    assert [event.player for event in rules.new_game(3, first=2).log if event.kind == "turn"] == [2, 1, 0]


def test_without_a_next_turn_block_play_goes_leftwards(write: Write) -> None:
    rules = write("turn\n    add 1 to clock\n", ending="game ends stop after turn: clock is 4\nwinners: players\n")
    assert [event.player for event in rules.new_game(3, first=1).log if event.kind == "turn"] == [1, 2, 0, 1]


def test_names_of_the_turn_live_until_the_next_turn_begins(write: Write) -> None:
    rules = write(
        "before turn asking\n    if x is none: add 1 to own score\n"
        "turn\n    choose x from rank\n    add 1 to clock\n"
        "after turn keeping\n    if x is King: add 10 to own score\n"
        "next turn\n    if x is King: active is next\n",
        ending="game ends stop after turn: clock is 3 and x is Jack\nwinners: players\n",
    )
    state = answer(rules.new_game(2), "King", "King", "Jack")
    assert isinstance(state.pending, Over)
    assert (state.counter("score", 0), state.counter("score", 1)) == (23, 0)


def test_values_and_reasons_can_read_names_of_the_turn_that_are_not_chosen_yet(write: Write) -> None:
    rules = write(
        "value power: number of (rank, where it is more than x)\n"
        "turn\n    add power to own score\n    choose x from rank\n    add power to own score\n",
    )
    assert rules.at(2).apply("Jack").counter("score", 0) == 2


def test_values_can_read_names_that_the_turn_chooses_after_a_branch(write: Write) -> None:
    rules = write(
        "value power: number of (rank, where it is more than x)\n"
        "turn\n    if own hand is empty: add 1 to clock\n    choose x from rank\n    add power to own score\n"
    )
    assert rules.at(2).apply("Jack").counter("score", 0) == 2


def test_at_the_limit_the_game_ends_without_a_winner(write: Write) -> None:
    rules = write("turn\n    add 1 to own score\n", ending="game ends never: clock is 1\nreturns: own score\n")
    state = rules.new_game(2)
    assert state.pending == Over((Fraction(0), Fraction(0)), ())
    assert state.turns == 21
    assert [event.kind for event in state.log].count("turn") == 20


def test_rounds_that_end_before_their_first_turn_count_towards_the_limit(write: Write) -> None:
    rules = write(
        "turn\n    add 1 to clock\nround ends never_begun before turn: clock is 0\n",
        ending="game ends never: clock is 1\nwinners: players\n",
    )
    assert rules.new_game(2).pending == Over((Fraction(0), Fraction(0)), ())


# ---- outcomes


def test_winners_share_one_point(write: Write) -> None:
    state = write("turn\n    add 1 to score of other players\n").at(3)
    assert state.pending == Over((Fraction(0), Fraction(1, 2), Fraction(1, 2)), (1, 2))


def test_returns_are_each_players_own_and_name_the_winners_if_nothing_else_does(write: Write) -> None:
    ending = "game ends stop after turn: clock is 0\nreturns: own score minus score of own left\n"
    state = write("turn\n    add 3 to own score\n", ending=ending).at(3)
    assert state.pending == Over((Fraction(3), Fraction(0), Fraction(-3)), (0,))
    both = write("turn\n    add 3 to own score\n", ending=ending + "winners: players, with fewest own score\n").at(3)
    assert both.pending == Over((Fraction(3), Fraction(0), Fraction(-3)), (1, 2))


def test_there_may_be_no_winner(write: Write) -> None:
    ending = "game ends stop after turn: clock is 0\nwinners: players, where own score is 5\n"
    assert write("turn\n    nothing\n", ending=ending).at(2).pending == Over((Fraction(0), Fraction(0)), ())


@pytest.mark.parametrize("players", range(1, 10))
def test_any_number_of_players_can_play(write: Write, players: int) -> None:
    frame = FRAME.replace("players 2 to 4", "players 1 to 9")
    rules = write(
        "turn\n    add 1 to clock\n    add number of other players to own score\n",
        frame=frame,
        ending="game ends stop after turn: clock is 12\nwinners: players\n",
    )
    state = rules.new_game(players)
    assert [event.player for event in state.log if event.kind == "turn"] == [turn % players for turn in range(12)]
    assert sum(state.counter("score", seat) for seat in range(players)) == 12 * (players - 1)


NOT_CHOSEN = """
before turn first
    show own hand except picked to players
    if picked is empty and not (picked repeats rank): add 1 to own score
    add cards in picked plus number of (rank of picked) plus different rank in picked to own score
    move picked plus (picked, where it is Jack) to table
    if no card in picked where it is Jack: add 1 to own score
    if Jack is in picked: add 10 to own score
turn
    may
        choose 1 to 2 cards as picked from own hand
        move picked to table
"""


def test_a_set_that_was_not_chosen_is_an_empty_one_wherever_a_set_is_wanted(write: Write) -> None:
    state = write(NOT_CHOSEN).at(2, zones={("hand", 0): JACKS, "table": []})
    assert state.counter("score", 0) == 2
    assert "seat 0 shows Jack red, Jack black from own hand to all" in told(state)


def test_a_word_is_in_a_single_card_if_the_card_shows_it(write: Write) -> None:
    rules = write(
        "turn\n    choose one from own hand\n    if Jack is in one: add 1 to own score\n"
        "    if Queen is in first of (hand of players, where Queen is in it): add 2 to own score\n"
    )
    state = rules.at(2, zones={("hand", 0): [JACKS[0], QUEENS[0]]})
    assert [state.apply(option).counter("score", 0) for option in options(state)] == [3, 2]


@pytest.mark.parametrize("following", ["", "    if table is empty: move lot to table\n"])
def test_a_set_with_nothing_to_look_ahead_at_is_told(write: Write, following: str) -> None:
    with pytest.raises(RulesError) as broken:
        write(f"turn\n    choose 0 to 2 cards as lot from own hand, so that afterwards pile is empty\n{following}")
    assert codes(broken) == {"E037"}


@pytest.mark.parametrize(("least", "most"), [(1, 10_000), (0, 9_999)])
def test_as_many_numbers_can_be_chosen_from_as_the_limit_says(write: Write, least: int, most: int) -> None:
    assert len(options(write(f"turn: choose n from {least} to {most}\n").at(2))) == 10_000
    with pytest.raises(RulesError, match="too many numbers to choose from: 10,001"):
        write(f"turn: choose n from {least} to {most + 1}\n")


@pytest.mark.parametrize("engine", ENGINES)
def test_none_among_cases_and_rows_is_the_empty_set_or_no_thing(engine: EngineName) -> None:
    rules = load("none_cases", library=GOOD, engine=engine)
    hand = {("hand", 0): ["thief red 1", "duke blue 1"]}
    bare = rules.at(players=3, zones=hand)
    assert bare.value("barred", 0) == () and bare.value("rivals") == bare.value("colours") == ()
    assert [bare.value("claim", word) for word in ("duke", "thief", "lady")] == [None, "thief", "lady"]
    assert [bare.value("spared", word) for word in ("red", "blue")] == [(), ()]
    laid = rules.at(players=3, zones={**hand, "table": ["thief blue 1"]})
    assert [str(card) for card in laid.value("barred", 0)] == ["thief red 1"] and laid.value("colours") == ("blue",)
    assert laid.value("rivals") == (0, 1, 2) and len(laid.value("spared", "blue")) == 1
    assert [len(laid.value("bonus", 0, word)) for word in ("duke", "thief", "lady")] == [0, 2, 0]
    asked = laid.pending
    assert isinstance(asked, Chance)
    drawn = laid.apply(asked.options[0]).pending
    assert isinstance(drawn, Decision) and "thief red 1" not in [option.text for option in drawn.options]
