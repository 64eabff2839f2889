"""Sets of cards: all of so many, narrowed, counted and chosen from, and cards laid out in them as well as possible."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from pathlib import Path
from random import Random

import pytest

from rulespec import RulesError, State, load
from rulespec.engine.python.interpreter import Interpreter
from rulespec.engine.python.subsets import least_outside
from rulespec.experiments.hunt import hunt
from rulespec.experiments.laws import LawWatch
from rulespec.experiments.testing.files import loaded
from tests.effort import tried
from tests.framed import Write, writing

Cards = tuple[str, ...]

FRAME = """\
ruleset game "Sets of cards"
players 2
at most 20 turns
word suit: red, black, blue
numbers pip: 1 to 4
cards deck in pile
    1 of each pip in each suit
zone pile
zone hand of player, in a row, seen by owner
zone show, in a row, seen by all
zone out of player, in a row, seen by all
counter points of player
"""
ENDING = """
game ends stop after turn: 1 is 1
winners: players, with most own points
"""
ASKED = """
counter fifteens
counter pairs
counter bigger
counter longest
counter some-pair
counter no-pair
counter every-small
counter none-of-three
counter high
counter left-over
counter left-by-pairs
counter of-those
counter wide
counter row-ends
counter row-runs
numbers length: 1 to 8
value debt of card: its pip minus 4
value size of cards: cards in it
call cards pair if cards in it is 2 and different pip in it is 1
call cards run if cards in it is at least 3 and different suit in it is 1 and spread of it is cards in it minus 1
call cards meld if it is run or (cards in it is at least 2 and different pip in it is 1)
call card paired if number of (sets of 2 cards in show, where that card is in it and it is pair) is 1
value spread of cards: highest pip in it minus lowest pip in it
turn
    choose n from 1 to 4
    set fifteens to number of (sets of cards in show, where total pip in it is 7)
    set pairs to number of (sets of 2 cards in show, where it is pair)
    set bigger to number of sets of 2 to n cards in show
    set longest to total size in (sets of cards in show, where it is run, with most cards in it)
    if some set of 2 cards in show is pair: add 1 to some-pair
    if no set of 2 cards in show where different pip in it is 1: add 1 to no-pair
    if every set of n cards in show where total pip in it is at most 9: add 1 to every-small
    if (sets of 3 cards in show, where different suit in it is 3) is empty: add 1 to none-of-three
    set high to highest spread in (sets of 2 cards in show, where different suit in it is 1)
    set left-over to least total pip in show outside sets that are meld
    set left-by-pairs to least total debt in show outside sets of 2 cards that are meld
    set of-those to number of (show, where it is paired)
    set wide to number of (sets of cards in show, where it repeats suit and
        spread of it is more than different suit in it)
    set row-ends to number of (length, where different pip in last it cards of show is it minus 1 and
        total pip in first it cards of show is at least 2 times it)
    set row-runs to number of (length, where (not last it cards of show repeats pip and
        first it cards of show is run) or last it cards of show is meld)
    move first of (sets of 2 cards in show, where different suit in it is 2) to out of self
    move last of (sets of n cards in show, with most total pip in it) to out of own left
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writing(tmp_path, FRAME, ENDING)


def pip(card: str) -> int:
    return int(card.split()[0])


def suit(card: str) -> str:
    return card.split()[1]


def sets(cards: Cards, least: int, most: int) -> Iterator[Cards]:
    return chain.from_iterable(combinations(cards, size) for size in range(max(1, least), most + 1))


def spread(cards: Cards) -> int:
    return max(map(pip, cards)) - min(map(pip, cards))


def pips(cards: Cards) -> set[int]:
    return {*map(pip, cards)}


def repeats(cards: Cards) -> bool:
    return len(pips(cards)) < len(cards)


def is_run(cards: Cards) -> bool:
    pips = sorted(map(pip, cards))
    return len(cards) >= 3 and len({*map(suit, cards)}) == 1 and pips[-1] - pips[0] == len(cards) - 1


def is_meld(cards: Cards) -> bool:
    return is_run(cards) or (len(cards) >= 2 and len({*map(pip, cards)}) == 1)


def left_over(cards: Cards, melds: Sequence[Cards], less: int = 0) -> int:
    """The least that is left of some cards, by trying each meld and none; each card counts so much less."""
    found = sum(pip(each) - less for each in cards)
    for index, meld in enumerate(melds):
        if {*meld} <= {*cards}:
            left = tuple(each for each in cards if each not in meld)
            found = min(found, left_over(left, melds[index + 1 :], less))
    return found


def told(show: Cards, n: int) -> dict[str, int]:
    """What the rules count, found without them."""
    whole = len(show)
    runs = [each for each in sets(show, 1, whole) if is_run(each)]
    longest = max(map(len, runs), default=0)
    two, three, some = list(sets(show, 2, 2)), list(sets(show, 3, 3)), list(sets(show, n, n))
    pairs = [each for each in two if is_meld(each)]
    melds = [each for each in sets(show, 1, whole) if is_meld(each)]
    ends = [(it, show[:it], show[-it:]) for it in range(1, 9)]
    return {
        "fifteens": sum(sum(map(pip, each)) == 7 for each in sets(show, 1, whole)),
        "pairs": len(pairs),
        "bigger": len(list(sets(show, 2, n))),
        "longest": sum(len(each) for each in runs if len(each) == longest),
        "some-pair": bool(pairs),
        "no-pair": not pairs,
        "every-small": all(sum(map(pip, each)) <= 9 for each in some),
        "none-of-three": all(len({*map(suit, each)}) < 3 for each in three),
        "high": max((abs(pip(one) - pip(other)) for one, other in two if suit(one) == suit(other)), default=0),
        "left-over": left_over(show, melds),
        "left-by-pairs": left_over(show, [each for each in two if is_meld(each)], 4),
        "of-those": sum(sum(card in pair for pair in pairs) == 1 for card in show),
        "wide": sum(len({*map(suit, each)}) < min(len(each), spread(each)) for each in sets(show, 1, whole)),
        "row-ends": sum(len(pips(last)) == it - 1 and sum(map(pip, first)) >= 2 * it for it, first, last in ends),
        "row-runs": sum((not repeats(last) and is_run(first)) or is_meld(last) for _, first, last in ends),
    }


def moved(show: Cards, n: int) -> tuple[Cards, Cards]:
    """Which cards come to whom: of the sets that are left, the first and the last."""
    first = next((each for each in sets(show, 2, 2) if suit(each[0]) != suit(each[1])), ())
    others = list(sets(tuple(card for card in show if card not in first), n, n))
    most = max((sum(map(pip, each)) for each in others), default=0)
    return first, ([each for each in others if sum(map(pip, each)) == most] or [()])[-1]


def names(state: State, zone: str, seat: int) -> Cards:
    return tuple(map(str, state.zone(zone, seat)))


def test_sets_of_cards_are_all_there_are_and_cards_lie_in_them_as_well_as_they_can(write: Write) -> None:
    rules, dice, seen = write(ASKED), Random(11), Counter[tuple[str, bool]]()
    game = rules.game(2)
    cards = [card.name for card in game.material.cards]
    engines = (game.engine, Interpreter(game.program))
    for _ in range(tried(600, 60)):
        show, n = tuple(dice.sample(cards, dice.choice((0, 1, 3, 5, 6, 7)))), dice.randint(1, 4)
        state, wanted = rules.at(2, zones={"show": show}), told(show, n)
        for engine in engines:
            now = state.within(game.played_by(engine)).apply(str(n))
            assert {name: now.counter(name) for name in wanted} == wanted
            assert (names(now, "out", 0), names(now, "out", 1)) == moved(show, n)
        seen.update((name, bool(amount)) for name, amount in wanted.items())
    assert all(seen[name, is_] for name in wanted for is_ in (True, False)), seen


def test_what_is_left_outside_sets_is_the_least_there_can_be_whatever_the_sets_and_amounts() -> None:
    dice, seen = Random(5), Counter[str]()
    for _ in range(tried(20_000, 1_500)):
        amounts = [dice.randint(-3, 9) for _ in range(dice.randint(0, 7))]
        every = range(1, 1 << len(amounts))
        found = dice.sample(every, min(len(every), dice.choice((0, 1, 3, 8, 60))))
        least = min(_outside(amounts, found))
        assert least_outside(amounts, found) == least
        seen["left" if least == sum(amounts) else "covered"] += 1
    assert min(seen["left"], seen["covered"]) > 100


def _outside(amounts: list[int], sets: Sequence[int], taken: int = 0) -> Iterator[int]:
    yield sum(amount for place, amount in enumerate(amounts) if not taken >> place & 1)
    for index, each in enumerate(sets):
        if not each & taken:
            yield from _outside(amounts, sets[index + 1 :], taken | each)


FEW = """\
value pairs of player: number of (sets of cards in own hand, where different pip in it is 1 and cards in it is 2)
set-up
    players: draw 3 from pile to own hand
turn
    draw 1 from pile to own hand
    choose card from own hand
    move card to show
    add own pairs to own points
"""
QUIET = FEW.replace("    add own pairs to own points\n", "")
LEAKING = (
    QUIET
    + """
after turn leak
    if some set of 2 cards in own hand where different pip in it is 1
        choose other-card from own hand
        move other-card to pile
"""
)


def test_a_law_about_sets_of_cards_says_for_which_it_fails(write: Write) -> None:
    rules = write(FEW + "always apart: no set of 2 cards in hand of players where different pip in it is 1\n")
    state = rules.at(2, zones={("hand", 0): ["1 red", "2 red", "1 blue"], ("hand", 1): []}).apply("2 blue")
    broken = LawWatch(rules.game(2)).look(state)
    assert broken is not None
    assert "1 red, 1 blue" in str(broken)


def test_what_is_asked_only_of_whom_some_set_of_hidden_cards_fits_is_found_to_leak(tmp_path: Path) -> None:
    codes: list[set[str]] = []
    for blocks in (QUIET, LEAKING):
        path = tmp_path / "game.rules"
        path.write_text(FRAME + blocks + ENDING.replace("stop after turn: 1 is 1", "stop: pile is empty"), "utf-8")
        codes.append({each.code for each in hunt(load(path), games=20).problems})
    assert "W054" not in codes[0]
    assert "W054" in codes[1]


ENDLESS = """\
word task: again
action again
    choose 2 cards as lot from own hand, where some set of cards in lot where different pip in it is 1
    perform again
"""


def test_that_an_action_performs_itself_is_told_where_it_counts_how_many_cards_a_hand_can_hold() -> None:
    turn = FEW.replace("    add own pairs", "    perform again\n    add own pairs")
    with pytest.raises(RulesError) as caught:
        loaded(FRAME + turn + ENDLESS + ENDING)
    assert [each.code for each in caught.value.errors] == ["E034"]
