"""A choice may look at what its chooser can know: what others chose in secret only after he was told, on every way."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

import rulespec
from rulespec.errors import RulesError
from rulespec.leaks import find_leak
from tests.effort import tried

FRAME = """ruleset told "Who knows which card"
players {players}
at most 30 turns
word suit: red, blue
numbers pips: 1 to 6
cards deck in pile
    1 of each suit in each pips
zone pile
zone hand of player, seen by owner
zone row of player, in a row, seen by all
zone stock of player, seen by owner
zone table, in a row, seen by all
zone bin
counter points of player
note friend: player
call player matched if own row repeats suit
set-up
    players
        draw 3 from pile to own hand
        draw 1 from pile to own row
game ends out before turn: hand of active is empty
winners: players, with most own points
"""

Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(rules: str, players: str = "2 to 3") -> Path:
        path = tmp_path / "told.rules"
        path.write_text(FRAME.format(players=players) + rules, "utf-8")
        return path

    return write


ANSWER = "choose reply from own hand, preferring its suit is suit of card\n"

KNOWN = {
    "he chose it himself": "turn\n    choose card from own hand\n    " + ANSWER,
    "he chose it himself, in another block": """turn
    choose card from own hand
    move card to bin
after turn more
    """
    + ANSWER,
    "it was chosen in sight of all": f"""turn
    choose card from (row of players, with lowest its pips)
    own left
        {ANSWER}    move card to bin
""",
    "it was chosen from a value in sight of all": f"""value top: (row of players, with highest its pips)
turn
    choose card from top
    own left
        {ANSWER}    move card to bin
""",
    "it was put where all see it": f"""turn
    choose card from own hand
    move card to table
    other players
        {ANSWER}""",
    "it was put there at the same time as something else": f"""turn
    choose card from own hand
    at the same time
        add 1 to own points
        move card to own row
    other players
        {ANSWER}""",
    "it was put there on either way": f"""turn
    choose card from own hand
    if card is red: move card to table
    otherwise: move card to own row
    own left
        {ANSWER}""",
    "it was chosen and put there, or neither": f"""turn
    may
        choose card from own hand
        move card to table
    own left
        {ANSWER}""",
    "it was put into his hand": f"""turn
    choose card from own hand
    move card to hand of own left
    own left
        {ANSWER}""",
    "it came into his hand for another": f"""turn
    choose partner from other players
    choose card from own hand
    partner: choose other_card from own hand
    exchange card with other_card
    partner
        {ANSWER}""",
    "it changed places with a card that all see": f"""turn
    choose card from own hand
    exchange card with first of own row
    own left
        {ANSWER}""",
    "it was shown to all": f"""turn
    choose card from own hand
    show card to players
    own right
        {ANSWER}    move card to bin
""",
    "it was shown to all others": f"""turn
    choose card from own hand
    show card to other players
    players
        {ANSWER}    move card to bin
""",
    "it was shown to each": f"""turn
    choose card from own hand
    players: show card to self
    own right
        {ANSWER}    move card to bin
""",
    "it was shown to him": f"""turn
    choose partner from other players
    choose card from own hand
    show card to partner
    partner
        {ANSWER}    move card to bin
""",
    "it was shown to him, who has a name": f"""value helper: left of active
turn
    choose card from own hand
    show card to own left
    helper
        {ANSWER}    move card to bin
""",
    "it was shown to those who are asked": f"""turn
    choose card from own hand
    show card to players who are matched
    players who are matched
        {ANSWER}    move card to bin
""",
    "it was shown in the action before": f"""turn
    choose card from own hand
    perform red
    own left: perform blue
    move card to bin
action red: show card to own left
action blue
    {ANSWER}""",
    "whoever performs is told": f"""turn
    choose card from own hand
    players: perform suit of first of own row
    move card to bin
action red, blue
    show card to players
    {ANSWER}""",
    "it was shown by a block before": f"""turn
    choose card from own hand
after turn showing: show card to players
after turn more
    own left
        {ANSWER}        move card to bin
""",
    "it was shown when the turn had ended": f"""turn
    choose card from own hand
round ends daily after turn: cards in own hand is 3
    show card to players
after round more
    own left
        {ANSWER}        move card to bin
""",
    "only sizes are looked at": """turn
    choose card from own hand
    move card to bin
    own left
        choose reply from own hand, where cards in hand of active is at least 1 and owner of card is none
        move reply to bin
""",
    "the own card moves before it is looked at": """turn
    choose card from own hand, so that afterwards not own hand repeats suit, openly
    move card to own stock
""",
    "what all see changes places": """turn
    choose one and another from row of players, so that afterwards no player is matched
    exchange one with another
    choose card from own hand
    move card to bin
""",
    "hidden cards go elsewhere": """turn
    choose card from own hand, so that afterwards own hand repeats suit, openly
    move first of pile to bin
    move card to bin
""",
    "hidden cards go to somebody else": """turn
    choose rival from other players, so that afterwards own hand repeats suit, openly
    move first of pile to hand of rival
    choose card from own hand
    move card to bin
""",
    "hidden cards are only counted afterwards": """turn
    choose n from 0 to 2, so that afterwards cards in own hand is less than 5
    move first of pile to own hand
    choose card from own hand
    move card to bin
""",
    "a counter changes by what all see": """turn
    choose card from own hand, so that afterwards own points is at most 20
    add pips of card to own points
    move card to bin
""",
}

UNKNOWN = {
    "it was shown to another": (
        f"turn\n    choose card from own hand\n    show card to own left\n    own right\n        {ANSWER}",
        "suit of card",
    ),
    "it was shown to another than is asked": (
        f"""turn
    choose partner from other players
    choose card from own hand
    show card to partner
    other players
        {ANSWER}""",
        "suit of card",
    ),
    "it was shown by one who need not know it": (
        f"""turn
    choose card from own hand
    own left: show card to other players
    own left
        {ANSWER}""",
        "suit of card",
    ),
    "it is shown only later": (
        f"turn\n    choose card from own hand\n    own left\n        {ANSWER}    move card to table\n",
        "suit of card",
    ),
    "it is shown on one way only": (
        f"""turn
    choose card from own hand
    if card is red: move card to table
    own left
        {ANSWER}""",
        "suit of card",
    ),
    "it is shown if somebody likes": (
        f"turn\n    choose card from own hand\n    may: show card to players\n    own left\n        {ANSWER}",
        "suit of card",
    ),
    "it is shown to those who are matched, maybe to nobody": (
        f"""turn
    choose card from own hand
    players who are matched: show card to players
    own left
        {ANSWER}""",
        "suit of card",
    ),
    "it is put there at the same time as he chooses": (
        f"""turn
    choose card from own hand
    at the same time
        move card to table
        own left
            {ANSWER}            move reply to table
""",
        "suit of card",
    ),
    "the active player is told nothing": (
        "turn\n    own left: choose card from own hand\n    " + ANSWER,
        "suit of card",
    ),
    "nor is he when the turn is over": (
        "turn\n    own left: choose card from own hand\nafter turn more\n    " + ANSWER,
        "suit of card",
    ),
    "an action is performed before it is shown": (
        f"""turn
    choose card from own hand
    own left: perform red
    move card to table
action red
    {ANSWER}
action blue: nothing
""",
        "suit of card",
    ),
    "one action of those that can be performed does not show it": (
        f"""turn
    choose card from own hand
    perform suit of card
    own left
        {ANSWER}action red: show card to players
action blue: nothing
""",
        "suit of card",
    ),
    "it was chosen of cards that others do not see": (
        """turn
    choose 2 cards as pair from own hand
    choose card from pair
    own left
        """
        + ANSWER,
        "suit of card",
    ),
    "it lay in a hand or on the table, and whose it is tells where": (
        """turn
    choose card from own hand plus table
    own left
        choose reply from own hand, preferring owner of card is active
    move card to table
""",
        "owner of card",
    ),
    "all cards are shown, and not which it was": (
        f"turn\n    choose card from own hand\n    show own hand to players\n    own left\n        {ANSWER}",
        "suit of card",
    ),
    "a hidden card comes into the own hand": (
        """turn
    choose n from 1 to 2, so that afterwards own hand repeats suit
    move first of pile to own hand
""",
        "own hand repeats suit",
    ),
    "a hidden card comes into the hand for another": (
        """turn
    choose card from own hand, so that afterwards own hand repeats suit
    exchange card with first of pile
""",
        "own hand repeats suit",
    ),
    "a hidden card is laid before somebody": (
        """turn
    choose rival from players, so that afterwards no player is matched
    move first of pile to row of rival
""",
        "no player is matched",
    ),
    "a hidden card is counted": (
        """turn
    choose n from 1 to 2, so that afterwards own points is at least 5
    add pips of first of pile to own points
""",
        "own points",
    ),
    "hidden cards say how many go": (
        """turn
    choose n from 1 to 2, so that afterwards cards in own hand is at most 2
    move (own hand, where its suit is suit of first of pile) to bin
""",
        "own hand",
    ),
    "a hidden card says who is noted": (
        """turn
    choose n from 1 to 2, so that afterwards friend is active
    set friend to first of (players, with most total pips in own hand)
""",
        "friend",
    ),
}


@pytest.mark.parametrize("why", KNOWN)
def test_what_the_chooser_knows_may_be_looked_at(why: str, written: Written) -> None:
    rules = rulespec.load(written(KNOWN[why]))
    assert find_leak(rules, effort=tried(1_500, 250)) is None


@pytest.mark.parametrize("why", UNKNOWN)
def test_what_he_cannot_know_may_not(why: str, written: Written) -> None:
    rules, read = UNKNOWN[why]
    with pytest.raises(RulesError) as refused:
        rulespec.load(written(rules))
    (error,) = refused.value.errors
    assert error.code == "E035"
    assert error.span is not None
    assert error.span.text in read


def test_where_two_play_whoever_sits_left_is_everybody_else(written: Written) -> None:
    rules = f"turn\n    choose card from own hand\n    show card to own left\n    other players\n        {ANSWER}"
    assert rulespec.load(written(rules, players="2"))
    with pytest.raises(RulesError):
        rulespec.load(written(rules, players="2 to 3"))


@pytest.mark.parametrize(("steps", "code"), [(12, None), (tried(300, 100), "E006")])
def test_actions_that_perform_ever_more_actions_are_looked_at_in_bounded_time(
    steps: int, code: str | None, written: Written
) -> None:
    words = [f"step{number}" for number in range(steps)]
    actions = "".join(
        f"action {one}\n    own left: perform {other}\n    own right: perform {other}\n"
        for one, other in pairwise(words)
    )
    path = written(f"""word steps: {", ".join(words)}
turn
    choose card from own hand
    perform step0
    move card to bin
{actions}action step{steps - 1}: nothing
""")
    if code is None:
        assert rulespec.load(path)
        return
    with pytest.raises(RulesError) as refused:
        rulespec.load(path)
    assert [error.code for error in refused.value.errors] == [code]
