"""Whatever compares something with itself is told so, however it is written; what compares two things is not."""

from collections.abc import Sequence
from itertools import product

from rulespec.experiments.testing.files import loaded
from rulespec.language.errors import Problem, RulesError
from rulespec.language.tree.limits import PROBLEMS

GAME = """ruleset likeness
players 2 to 4
at most 100 turns
word suit: red, blue, green
numbers pips: 1 to 5
cards deck in pile
    1 of each pips in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone table, in a row, seen by all
counter points of player
note trump: suit
value worth of card: its pips times 2
value riches of player: own points plus 1
set-up
    players: draw 3 from pile to own hand
game ends out: some player where own hand is empty
winners: players, with most own points
turn
    choose card from own hand
    move card to table
"""
CARD_PLACES = (
    "call card such{} if {}",
    "value such{}: (table, where {})",
    "value such{}: (table, with most cards in (table, where {}))",
    "value such{}: (table, where some card in (table, where {}) where it is red)",
    "value such{}: number of (players, where no card in hand of it where {})",
    "always such{}: no card in table where not {}",
    "after turn such{}: choose one from own hand, where {}",
    "after turn such{}: choose one from own hand, preferring (some card in table where it is red) and {}",
)
PLAYER_PLACES = (
    "call player such{} if {}",
    "value such{}: (players, where {})",
    "value such{}: (table, where some player where {})",
    "after turn such{}: choose who from players, where {}",
)
OF_A_CARD = (
    ("its pips", "pips of it", "number"),
    ("its worth", "worth of it", "number"),
    ("its suit", "suit of it", "word"),
    ("(cards in (table, where it is red) plus its pips)",
     "(cards in (table, where it is red) plus pips of it)", "number"),
)  # fmt: skip
OF_A_PLAYER = (
    ("own points", "its points", "number"),
    ("own riches", "riches of it", "number"),
    ("cards in own hand", "cards in hand of it", "number"),
    ("points of own left", "points of left of it", "number"),
)
COMPARED = {
    "number": ("{} is {}", "{} is not {}", "{} is at least {}", "{} is more than {}", "{} is at most {}",
               "{} is less than {}", "{} is {} plus 1", "2 plus {} is {}", "{} is at least {} times 2",
               "{} minus {} is 1", "smaller of {} and {} is 2", "larger of {} and {} is 2"),
    "word": ("{} is {}", "{} is not {}", "{} is more than {}", "{} is in {}", "{} is next of {}",
             "previous of {} is {}"),
}  # fmt: skip


ITSELF = [
    (place, f"({compared.format(*said)})")
    for places, sides in ((CARD_PLACES, OF_A_CARD), (PLAYER_PLACES, OF_A_PLAYER))
    for place, (one, other, kind) in product(places, sides)
    for compared in COMPARED[kind]
    for said in ((one, other), (other, other))
] + [
    ("after turn such{}: choose one from own hand, where {}", f"({compared.format('pips of one', 'its pips')})")
    for compared in COMPARED["number"]
]  # fmt: skip


def told(places: Sequence[tuple[str, str]]) -> list[Problem]:
    """What is said of a game with all of some blocks."""
    blocks = "".join(f"{place.format(number, said)}\n" for number, (place, said) in enumerate(places))
    try:
        loaded(GAME + blocks)
    except RulesError as error:
        return list(error.errors)
    return []


def test_what_is_compared_with_itself_is_an_error_wherever_it_stands() -> None:
    assert len(ITSELF) > 900
    for at in range(0, len(ITSELF), PROBLEMS.most):
        tried = ITSELF[at : at + PROBLEMS.most]
        problems = told(tried)
        assert {each.code for each in problems} == {"E027"}
        first = len(GAME.splitlines()) + 1
        assert [each.line for each in problems] == [first + number for number in range(len(tried))]
        assert all(each.remedy for each in problems)


def test_what_compares_two_things_is_none() -> None:
    two = [
        (place, f"({compared.format(*said)})")
        for place in CARD_PLACES
        for compared in COMPARED["number"]
        for said in (("its pips", "its worth"), ("its pips", "pips of last of table"), ("2", "its pips"))
    ]
    two += [
        ("after turn such{}: choose one from own hand, where {}", f"(some card in table where {said})")
        for said in ("its pips is pips of one", "its suit is next of suit of one", "its pips minus pips of one is 1")
    ]
    two += [
        (place, said)
        for place in PLAYER_PLACES
        for said in ("(own points is riches of it)", "(own points is points of active)", "(trump is red)", "(1 is 1)")
    ]
    assert len(two) > 300
    assert told(two) == []
