"""A choice may look at what its chooser can know: what others chose in secret only after he was told, on every way."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

import rulespec
from rulespec.experiments.leaks import find_leak
from rulespec.game.pipeline import warnings
from rulespec.language.errors import RulesError
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
zone brow of player, seen by others
zone chest of player, in a row
zone bin
zone well, refilled from (chest of players, where it is red)
counter points of player
note friend: player
call player matched if own row repeats suit
value colours of player: suit of hand of it
value marks of player: suit of brow of it
value kin of card by player: (hand of that player, where its suit is suit of that card)
set-up
    players
        draw 3 from pile to own hand
        draw 1 from pile to own row
        draw 1 from pile to own brow
        draw 1 from pile to own chest
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

LAY = """choose laid from own hand
    move laid to bin
"""

KNOWN = {
    "a hand was just shown to him": f"""turn
    choose partner from other players
    show own hand to partner
    partner
        choose wish from hand of active
        exchange wish with first of own row
    {LAY}""",
    "a hand was shown to him in an action": f"""turn
    choose partner from other players
    perform red
    partner
        choose wish from suit, where it is in colours of active
    {LAY}action red: show own hand to players
action blue: nothing
""",
    "all hands were shown to him": f"""turn
    choose partner from other players
    show hand of other players to self
    choose wish from hand of partner
    {LAY}""",
    "a card of what was shown goes where he sees it": f"""turn
    choose partner from other players
    show own hand to partner
    partner
        choose wish from hand of active
        move wish to own row
        choose other_wish from hand of active
        add 1 to own points
    {LAY}""",
    "cards move elsewhere after a hand was shown": f"""turn
    choose partner from other players
    show own hand to partner
    draw 1 from pile to hand of partner
    partner
        choose wish from hand of active
        add pips of wish to own points
    {LAY}""",
    "the place of a row was shown to him": """turn
    show first of own chest to self
    choose wish from own hand, preferring its suit is suit of first of own chest
    move wish to bin
""",
    "a value is about his own hand": f"""turn
    choose wish from own colours
    {LAY}""",
    "a value is asked by himself": """turn
    choose card from own hand, where cards in its kin by self is at least 1
    choose other_card from card's kin by self
    move card to bin
""".replace("card's kin by self", "kin of card by self"),
    "a value is about somebody whose cards the others see": f"""turn
    choose partner from other players
    choose wish from suit, where it is in marks of partner
    {LAY}""",
    "somebody is chosen by cards that the others see": f"""turn
    choose partner from other players, where red is in brow of it
    {LAY}""",
    "some other has a card that the others see": f"""turn
    choose wish from suit, where some player in other players where that suit is in brow of it
    {LAY}""",
    "a neighbour is asked of the brow of the active player": f"""turn
    own left: choose wish from suit, where it is in marks of active
    {LAY}""",
    "the owner of his own card is himself": """turn
    choose card from own hand
    choose reply from hand of owner of card
    move reply to bin
""",
    "the owner of a card in his hand is himself": """turn
    choose card from own hand, preferring suit of first of row of owner of it is in hand of owner of it
    move card to bin
""",
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
    "other cards move than those that it can be": f"""turn
    choose card from own hand
    move first of row of own left to bin
    own left: choose reply from own hand, preferring owner of card is active
    {LAY}""",
    "it was chosen secretly, and left a row that all see": f"""turn
    choose card from own row, secretly
    move card to bin
    own left
        {ANSWER}    {LAY}""",
    "its owner is one of those whose cards he sees": f"""turn
    choose card from brow of other players
    choose wish from suit, where it is in marks of owner of card
    {LAY}""",
    "he was shown his own cards, and sees those of the others": f"""turn
    show own brow to self
    choose rival from players, where red is in brow of it
    {LAY}""",
    "several zones were shown at once": f"""turn
    show own hand plus own chest to own left
    own left: choose wish from suit, where it is in colours of active or it is suit of first of chest of active
    {LAY}""",
    "a hand was shown in the turn": f"""turn
    {LAY}    show own hand to players
after turn asking
    own left: choose wish from suit, where it is in colours of active
""",
    "only the size of a value is looked at": f"""value held of player: own hand plus own chest
turn
    choose partner from players
    choose n from 0 to smaller of 3 and cards in held of partner
    {LAY}""",
    "only the size of an end of a row is looked at": f"""turn
    choose n from 0 to smaller of 3 and cards in first of own chest
    {LAY}""",
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
    "a hand was shown to another": (
        f"""turn
    choose partner from other players
    show own hand to partner
    other players: choose wish from suit, where it is in colours of active
    {LAY}""",
        "colours of active",
    ),
    "a hand was shown, and cards came into it": (
        f"""turn
    choose partner from other players
    show own hand to partner
    draw 1 from pile to own hand
    partner: choose wish from suit, where it is in colours of active
    {LAY}""",
        "colours of active",
    ),
    "a hand was shown, and a card left it unseen": (
        """turn
    choose partner from other players
    choose card from own hand
    show own hand to partner
    move card to bin
    partner: choose wish from suit, where it is in colours of active
""",
        "colours of active",
    ),
    "a hand was shown, and every player drew": (
        f"""turn
    choose partner from other players
    show own hand to partner
    players: draw 1 from pile to own hand
    partner: choose wish from suit, where it is in colours of active
    {LAY}""",
        "colours of active",
    ),
    "a hand was shown on one way only": (
        f"""turn
    choose partner from other players
    if own row is not empty: show own hand to partner
    partner: choose wish from suit, where it is in colours of active
    {LAY}""",
        "colours of active",
    ),
    "a hand was shown, and an action changes it": (
        f"""turn
    choose partner from other players
    show own hand to partner
    perform red
    partner: choose wish from suit, where it is in colours of active
    {LAY}action red: draw 1 from pile to own hand
action blue: nothing
""",
        "colours of active",
    ),
    "a hand was shown to whom a note names, who then is another": (
        f"""turn
    set friend to own left
    show own hand to friend
    set friend to own right
    friend: choose wish from suit, where it is in colours of active
    {LAY}""",
        "colours of active",
    ),
    "a hand was shown, and changes before the next one is asked": (
        f"""turn
    show own hand to players
    other players
        choose wish from suit, where it is in colours of active
        draw 1 from pile to hand of active
    {LAY}""",
        "colours of active",
    ),
    "a zone is refilled from the row of which a place was shown": (
        f"""turn
    show first of own chest to self
    draw 1 from well to bin
    choose wish from own hand, preferring its suit is suit of first of own chest
    {LAY}""",
        "own chest",
    ),
    "it was shown to the one who was ahead": (
        f"""value ahead: first of (players, with most own points)
turn
    choose card from own hand
    show card to ahead
    add 5 to points of own left
    ahead
        {ANSWER}    move card to bin
""",
        "suit of card",
    ),
    "the card that moved may have been another one": (
        f"""turn
    choose card from own hand
    move first of own hand to bin
    own left: choose reply from own hand, preferring owner of card is active
    {LAY}""",
        "owner of card",
    ),
    "the card that he knows may have been laid aside unseen": (
        f"""turn
    choose card from own hand
    show card to own left
    move first of own hand to bin
    own left: choose reply from own hand, preferring owner of card is active
    {LAY}""",
        "owner of card",
    ),
    "another place of the row was shown": (
        """turn
    show first of own chest to self
    choose wish from own hand, preferring its suit is suit of last of own chest
    move wish to bin
""",
        "last of own chest",
    ),
    "the place of the row that was shown has another card": (
        """turn
    show first of own chest to self
    move first of pile to own chest
    choose wish from own hand, preferring its suit is suit of first of own chest
    move wish to bin
""",
        "own chest",
    ),
    "a value is about anybody's hand": (
        f"""turn
    choose partner from players
    choose wish from suit, where it is in colours of partner
    {LAY}""",
        "colours of partner",
    ),
    "a value is asked by another": (
        "turn\n    choose card from own hand, where cards in its kin by own left is at least 1\n    move card to bin\n",
        "its kin by own left",
    ),
    "a value is about his own brow": (
        f"""turn
    choose wish from suit, where it is in own marks
    {LAY}""",
        "own marks",
    ),
    "somebody may be himself": (
        f"""turn
    choose partner from players, where red is in brow of it
    {LAY}""",
        "brow of it",
    ),
    "some player has a card on his brow": (
        f"""turn
    choose wish from suit, where some player where that suit is in brow of it
    {LAY}""",
        "brow of it",
    ),
    "hidden cards come to somebody who may be the neighbour": (
        """turn
    choose rival from other players, so that afterwards no card in row of own left is red
    move first of pile to row of rival
""",
        "row of own left",
    ),
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


@pytest.mark.parametrize("player", ["partner", "own right", "other players", "left of right of partner"])
def test_where_two_play_there_is_one_other_player(player: str, written: Written) -> None:
    shown = "choose partner from other players\n    choose card from own hand\n    show card to own left"
    rules = f"turn\n    {shown}\n    {player}\n        {ANSWER}"
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


LAID = """zone veil of player, seen by owner
note hint: suit
turn
    choose card from own hand
    move card to own veil
    {line}
    set hint to suit of card
action red: move own veil to table
action blue: move own veil to {blue}
"""


@pytest.mark.parametrize(
    ("line", "blue", "secret"),
    [
        ("perform red", "bin", False),
        ("move own veil to table", "bin", False),
        ("show own veil to players", "bin", False),
        ("perform suit of first of own row", "table", False),
        ("perform suit of first of own row", "bin", True),
        ("perform blue", "bin", True),
        ("show own veil to self", "table", True),
        ("add 1 to own points", "table", True),
    ],
)
def test_a_note_may_tell_of_a_card_that_an_action_lays_before_all(
    line: str, blue: str, secret: bool, written: Written
) -> None:
    rules = rulespec.load(written(LAID.format(line=line, blue=blue)))
    assert ("W073" in [each.code for each in warnings(rules)]) == secret
