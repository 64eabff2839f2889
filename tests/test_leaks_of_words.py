"""A leak planted with each way to look at hidden cards: a file is refused, and the two-world test names the leak."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from rulespec import RulesError, Ruleset, load
from rulespec.experiments.leaks import leaks
from rulespec.experiments.leaks.card_reads import PERHAPS, reads
from rulespec.language.tree import statements as s
from tests.effort import DEEP, some, tried
from tests.test_leaks import past_the_checks

FRAME = """ruleset planted "A leak is planted here"
players 3
at most 12 turns
word suit: red, blue, green
word act: look, peek
numbers pips: 1 to 8
cards deck in pile
    1 of each suit in each pips
zone pile
zone stash
zone row, in a row
zone tray of suit
zone shelf of player by suit
zone hand of player, seen by owner
zone brow of player, seen by others
counter points of player
value worth of card: its pips times 2
value laid of suit: cards in (stash, where its suit is that suit)
value held of player by suit: cards in (own hand, where its suit is that suit)
value match of card by player: cards in (hand of that player, where its suit is suit of that card)
value span of cards: highest pips in it minus lowest pips in it
value wanted: 1 if first of stash is red, 2 if first of stash is blue, 3 otherwise
call player lucky if red is in own hand
call cards alike if different suit in it is 1
set-up
    draw 3 from pile to stash
    draw 3 from pile to row
    each suit: draw 1 from pile to tray of that suit
    players
        draw 2 from pile to own hand
        draw 1 from pile to own brow
        draw 1 from pile to own shelf by red
game ends out: some player where own points is 9
winners: players
action look: choose looked from 1 to 2
action peek: choose peeked from 1 to 2
turn
"""
CONDITIONS = {  # on cards that whoever is asked does not see
    "that card": "some card in stash where (some card in row where its pips is pips of that card)",
    "that player": "every player where (no card in stash where its pips is cards in hand of that player plus 4)",
    "that word": "some suit where (no card in stash where its suit is that suit)",
    "those cards": "some set of 2 cards in stash where (some card in row where its pips is total pips in those cards)",
    "a value of a card": "worth of first of stash is more than 6",
    "a value of a word": "laid of red is 0",
    "a value of a player and a word": "held of own left by red is 0",
    "a value of a card and a player": "match of first of own hand by own left is 0",
    "a value of cards": "span of stash is more than 4",
    "a value by cases": "wanted is 1",
    "a named condition on cards": "stash is alike",
    "some of the words": "some suit in (suit except red) where cards in (stash, where its suit is that suit) is 2",
    "a zone of a word": "first of tray of red is red",
    "a zone of a player and a word": "first of own shelf by red is red",
    "seen by others": "first of own brow is red",
    "the first cards": "first 2 cards of row is alike",
    "the last cards": "last 2 cards of row is alike",
    "a card at its place": "position 2 in row is red",
    "the place of a card": "position of first of (row, with highest its pips) is 1",
    "the place of a word": "position of suit of first of stash is 1",
    "a total over words": "total match of first of stash by players is 1",
    "the highest": "highest pips in stash is more than 5",
    "the lowest": "lowest pips in stash is 1",
    "sets of cards": "number of (sets of 2 cards in stash, where different suit in it is 1) is 1",
    "the best arrangement": "least total pips in stash outside sets of 2 to 3 cards that are alike is more than 5",
    "a division": "total pips in stash divided by 2 rounded down is more than 6",
    "a remainder": "remainder of total pips in stash divided by 2 is 1",
    "players from somebody on": "first of (players starting with last of players who are lucky) is self",
    "players together": "last of (own left plus players who are lucky) is self",
    "words together": "cards in tray of (suit of stash plus suit of row) is 3",
}
QUESTIONS = {  # what decides who is asked, or how often: the lines, the block that leaks, and its part that does
    "for each word": (
        "each (suit, where no card in stash where its suit is that suit)\n        choose n from 1 to 2",
        "turn",
        "suit, where no card in stash where its suit is that suit",
    ),
    "several times": ("perform look (pips of first of stash) times", "action look", "pips of first of stash"),
    "an action for each word": (
        "each (act, where it is look or first of stash is red): perform that act",
        "turn",
        "act, where it is look or first of stash is red",
    ),
    "from somebody on": (
        "players starting with first of (players, with highest total pips in own hand): perform look",
        "turn",
        "players starting with first of (players, with highest total pips in own hand)",
    ),
    "players put together": (
        "own left plus players who are lucky: perform look",
        "turn",
        "own left plus players who are lucky",
    ),
    "otherwise if": (
        "if pile is empty: add 1 to own points\n    otherwise if first of stash is red: perform look",
        "turn",
        "first of stash is red",
    ),
    "nothing for chance to choose": (
        "choose m from 1 to 3, where it is more than pips of first of stash, by chance\n"
        "    if m is none: choose n from 1 to 2",
        "turn",
        "m is none",
    ),
    "cards that were dealt": (
        "deal stash evenly to shelf of self by suit\n    if first of own shelf by blue is red: perform look",
        "turn",
        "first of own shelf by blue is red",
    ),
    "a place that was chosen secretly": (
        "choose n from 1 to 3, secretly\n    if position n in row is red: perform look",
        "turn",
        "position n in row is red",
    ),
    "a secret look of somebody else": (
        "choose card from own hand\n    show card to own left, secretly\n"
        "    own right: choose n from 1 to 3, preferring it is 1 and card is red",
        "turn",
        "preferring it is 1 and card is red",
    ),
}
LOOKS = {  # the part by which others hear something of a look; none where it tells nothing, or is meant to
    "if red is in own hand: show hand of own left to self": "red is in own hand",
    "players who are lucky: show row to self": "players who are lucky",
    "show (own hand, where it is red) to own left": "",
    "show hand of own left to (other players, where red is in own hand)": "",
    "choose seen from other players, secretly\n    show row to seen": "",
    "if red is in own hand: show hand of own left to self, secretly": None,
    "if red is in own hand, openly: show hand of own left to self": None,
    "players who are lucky, openly: show row to self": None,
    "if red is in own hand: show row to players": None,
    "show row to own left": None,
}
PARTS = tried(4, 8)  # of all conditions so many are tried in one game


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    def written(turn: str) -> Path:
        path = tmp_path / "planted.rules"
        path.write_text(f"{FRAME}    {turn}\n    add 1 to own points\n", "utf-8")
        return path

    return written


def asked_by(conditions: Iterable[str]) -> str:
    """A turn of choices, each of which prefers something if a condition holds."""
    lines = (f"choose n{at} from 1 to 3, preferring it is 1 and ({each})" for at, each in enumerate(conditions))
    return "\n    ".join(lines)


def found_in(rules: Ruleset, wanted: set[str]) -> set[str]:
    """The parts that leak, until all that is wanted is among them."""
    found = set[str]()
    for leak in leaks(rules, effort=400_000):
        assert leak.problem.code == "W054"
        found.add(leak.clause.part)
        if wanted <= found:
            break
    return found


def test_the_check_refuses_whatever_is_offered_by_hidden_cards(written: Callable[[str], Path]) -> None:
    path, begin = written(asked_by(CONDITIONS.values())), FRAME.count("\n") + 1
    with pytest.raises(RulesError) as refused:
        load(path)
    lines = {error.line for error in refused.value.errors}
    assert {error.code for error in refused.value.errors} == {"E035"}
    assert [name for at, name in enumerate(CONDITIONS) if begin + at not in lines] == []


def test_each_is_known_to_read_hidden_cards(written: Callable[[str], Path]) -> None:
    rules = past_the_checks(written(asked_by(CONDITIONS.values()))).resolved
    sieves = [choose.sieves[0] for choose in rules.within(s.Choose) if choose.sieves]
    assert [name for name, sieve in zip(CONDITIONS, sieves, strict=True) if reads(sieve, rules) < PERHAPS] == []


@pytest.mark.parametrize("start", range(4) if DEEP else [7])
def test_what_is_offered_by_hidden_cards_is_found_without_the_check(start: int, written: Callable[[str], Path]) -> None:
    conditions = [*CONDITIONS.values()][start::PARTS]
    wanted = {f"preferring it is 1 and ({each})" for each in conditions}
    assert found_in(past_the_checks(written(asked_by(conditions))), wanted) == wanted


@pytest.mark.parametrize("start", range(4) if DEEP else [1])
def test_a_question_that_is_asked_by_hidden_cards_is_found(start: int, written: Callable[[str], Path]) -> None:
    wanted = [*CONDITIONS.values()][start::PARTS]
    asking = (f"if {each}: choose n{at} from 1 to 3" for at, each in enumerate(wanted))
    assert found_in(load(written("\n    ".join(asking))), set(wanted)) == set(wanted)


@pytest.mark.parametrize("name", some(list(QUESTIONS), 3, start=1))
def test_what_decides_who_is_asked_is_named(name: str, written: Callable[[str], Path]) -> None:
    turn, block, part = QUESTIONS[name]
    leak = next(leaks(past_the_checks(written(turn)), effort=60_000))
    assert (leak.clause.block, leak.clause.part) == (block, part)


@pytest.mark.parametrize("look", some(list(LOOKS), 3))
def test_what_others_can_tell_by_a_look_that_they_hear_of_is_a_leak(look: str, written: Callable[[str], Path]) -> None:
    leak = next(leaks(load(written(f"{look}\n    choose n from 1 to 2")), effort=4_000), None)
    assert (leak and leak.clause.part) == LOOKS[look]
    assert leak is None or (leak.what == "others being shown cards or not" and "'secretly'" in leak.problem.remedy)


OPEN = """ruleset open "What is told is meant to be, or comes out at once"
players 2 to 3
at most 9 turns
word suit: red, blue
numbers pips: 1 to 5
cards deck in pile
    1 of each pips in each suit
zone pile, in a row, seen by all
zone tray, in a row, seen by all
zone hand of player, seen by owner
counter points of player
set-up
    players: draw 3 from pile to own hand
turn
    {turn}
    add 1 to own points
game ends far: some player where own points is at least 4
winners: players, with most own points
"""
SOUND = {  # in none of them somebody learns what he should not
    "a secret choice for each word": "each suit: choose bid from own hand, secretly",
    "chance, then secret choices": """choose n from 1 to 3, by chance
    each suit: choose 2 cards as bid from own hand, secretly""",
    "a block for each word": """each suit
        at the same time
            may: choose 0 to 1 cards as lot from own hand
            may secretly: add 1 to own points""",
    "a block of one player, who goes on if he does": """at the same time
        may
            add 1 to own points
            choose 2 cards as lot from own hand""",
    "the same for each word": """each suit
        at the same time
            may
                move last of pile to tray
                choose 2 cards as lot from own hand""",
    "secretly, but all see the card": """may secretly: move last of pile to tray
    own right: choose word from suit, where tray repeats suit""",
    "secretly in a block, but all see the card": """at the same time
        may secretly: move last of pile to tray
    own right: choose word from suit, where tray repeats suit""",
}


@pytest.mark.parametrize("name", SOUND)
def test_what_comes_out_anyway_is_no_leak(name: str, tmp_path: Path) -> None:
    (tmp_path / "open.rules").write_text(OPEN.format(turn=SOUND[name]), "utf-8")
    rules = load(tmp_path / "open.rules")
    for players in rules.players:
        assert next(leaks(rules, players=players, effort=tried(60_000, 4_000)), None) is None
