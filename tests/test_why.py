"""`view.why()`: what a player is told about why things are as they are, and that it is no more than he may know."""

import pickle
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulespec import Chance, Decision, Over, Ruleset, State, load
from rulespec.engine.events import kinds as k
from rulespec.engine.options import HIDDEN
from rulespec.knowledge.recall import STRIDE, UNSEEN, Recall
from rulespec.language.tree.declarations import Block
from rulespec.language.tree.node import walk
from rulespec.language.tree.statements import If
from rulespec.rules.resolve.hidden_reads import HiddenReads
from tests.effort import DEEP, moments, tried
from tests.library import ruleset

EXAMPLES = Path(__file__).parents[1] / "examples"
KUHN = load(EXAMPLES / "games/kuhn.rules")
MAUMAU = load(EXAMPLES / "games/mau-mau.rules")
COLOURS = load(Path(__file__).parent / "rules" / "good" / "colours.rules")
HOUSE = [ruleset(f"ksr+{path}") for path in sorted((EXAMPLES / "house_rules").glob("*.rules"))]
RULES = [ruleset("ksr"), ruleset("magier"), ruleset("review+wertung"), KUHN, MAUMAU, *HOUSE]

ORDERED = """ruleset ordered "Whoever holds the highest card goes on"
players 2 to 3
at most 9 turns
numbers rank: 1 to 6
cards deck in pile
    1 of each rank
zone pile, shuffled
zone hand of player, seen by owner
zone table, in a row, seen by all
value best: players, with highest rank of first of own hand
set-up
    players: draw 1 from pile to own hand
turn
    choose word from 1 to 2
    if word is 2: move own hand to table
next turn
    first of best is next
game ends done: cards in table is at least 2
winners: players
"""

ONCE = """ruleset once "Something that is done but once"
players 2
at most 4 turns
counter begun
turn
    if begun is 0: add 1 to begun
    choose step from 1 to 2
game ends never: begun is 9
winners: players
"""

UNSEEN_WITNESS = """ruleset unseen "There is some card in the pile, whichever"
players 2
at most 4 turns
numbers rank: 1 to 3
cards deck in pile
    1 of each rank
zone pile, shuffled
counter begun
turn
    if (some card in pile where begun is 0) and begun is 1: add 1 to begun
    choose step from 1 to 2
game ends never: begun is 9
winners: players
"""


def at(rules: Ruleset, *answers: str, players: int = 3, **laid: Any) -> State:
    """A position, and what came of some answers."""
    state = rules.at(players=players, **laid)
    for answer in answers:
        state = state.apply(answer)
    return state


def told(state: State, seat: int, start: str) -> str:
    """The one line of `why` that begins so."""
    lines = [line for line in state.view(seat).why().splitlines() if line.startswith(start)]
    assert len(lines) == 1, state.view(seat).why()
    return lines[0]


# ---- whose turn it is


@pytest.mark.parametrize("seat", range(3))
def test_a_coloured_card_says_whose_turn_it_is_by_the_rule_of_the_next_turn(seat: int) -> None:
    state = at(ruleset("ksr"), "Schatzmeister grün", zones={("hand", 0): ["Schatzmeister grün"]})
    assert told(state, seat, "it is") == (
        "it is grün's turn: follower is next, from players, preferring own colour is colour of card (grün), "
        "with fewest cards in own display [next turn (000:36-40, R17)]"
    )


def test_of_the_tied_it_says_who_was_chosen_and_by_whom() -> None:
    zones = {("hand", 0): ["Schatzmeister braun 1"], ("hand", 1): ["Zofe rot"], ("hand", 2): ["Zofe gelb"]}
    state = at(ruleset("ksr"), "Schatzmeister braun 1", "grün", zones=zones)
    assert "with fewest cards in own display (gelb, grün); rot chose grün [next turn" in told(state, 1, "it is")


def test_without_a_rule_for_it_the_seats_go_round() -> None:
    state = KUHN.at(players=2, zones={("hand", 0): ["Jack"], ("hand", 1): ["King"]}).apply("pass")
    assert told(state, 0, "it is") == "it is seat 1's turn: it follows seat 0's turn"


def test_the_first_turn_is_where_the_game_began() -> None:
    state = at(ruleset("ksr"), zones={("hand", 0): ["Zofe rot"]})
    assert told(state, 2, "it is") == "it is rot's turn: it is the first turn of the game"


def test_before_the_deal_no_turn_has_begun_and_nobody_is_asked() -> None:
    view = ruleset("ksr").new_game(3).view(0)
    assert view.why() == "no turn has begun yet\nno player is asked now: chance decides"
    assert view.why("Zofe rot") == "rot is not asked now\nno player is asked now: chance decides"


def test_what_decided_is_left_out_where_the_player_could_not_see_it(tmp_path: Path) -> None:
    (tmp_path / "ordered.rules").write_text(ORDERED, "utf-8")
    rules = load(tmp_path / "ordered.rules")
    state = rules.new_game(2).apply("3").apply("5").apply("1")
    assert told(state, 0, "it is") == (
        "it is seat 1's turn: first of best is next, from players, with highest rank of first of own hand [next turn]"
    )


# ---- who is asked


def test_it_says_who_is_asked_what_and_by_which_statement() -> None:
    state = at(ruleset("ksr"), "Zofe rot", zones={("hand", 0): ["Zofe rot", "Wächter rot"]})
    for seat in range(3):
        line = told(state, seat, "rot is asked")
        assert line == "rot is asked: choose scrap from own hand [action Zofe (000:62-63, R16)]"


def test_of_a_secret_choice_others_hear_only_that_somebody_is_asked() -> None:
    zones = {("hand", 0): ["Zauberer rot", "Zofe rot"], ("hand", 1): ["Zofe gelb", "Wächter gelb"]}
    state = at(ruleset("ksr"), "Zauberer rot", "gelb", "1", zones=zones)
    assert told(state, 1, "rot is asked") == told(state, 2, "rot is asked") == "rot is asked"
    assert told(state, 0, "rot is asked") == (
        "rot is asked: choose n cards as mine from own hand [action Zauberer (000:56-60, R16, 000:59-60)]"
    )


def test_what_is_asked_stays_untold_where_it_depends_on_a_hidden_hand() -> None:
    zones = {("hand", 0): ["Sieben Kreuz", "Acht Kreuz"], ("hand", 1): ["Acht Pik"], "stack": ["As Kreuz"]}
    state = MAUMAU.at(players=2, zones=zones, counters={"wish": "Kreuz"})
    assert told(state, 0, "seat 0 is asked") == "seat 0 is asked: choose card from playable [turn]"
    assert told(state, 1, "seat 0 is asked") == "seat 0 is asked"


def test_a_rule_looks_at_hidden_cards_only_where_it_asks_what_they_are() -> None:
    assert HiddenReads(KUHN.resolved).blocks == {"game ends showdown"}
    assert HiddenReads(MAUMAU.resolved).blocks == {"turn"}
    for rules in (*RULES[:3], *HOUSE):
        assert HiddenReads(rules.resolved).blocks == set()


# ---- why nothing happened


@pytest.mark.parametrize("seat", range(3))
def test_who_plays_a_muted_person_is_told_that_her_action_was_left_out(seat: int) -> None:
    zones = {("hand", 0): ["Zofe gelb", "Wächter rot"], ("hand", 1): ["Zofe rot"], "open": ["Hofnarr", "Zofe"]}
    state = at(ruleset("ksr"), "Zofe gelb", zones=zones)
    assert told(state, seat, "in rot's turn") == (
        "in rot's turn, 'perform person of card' was skipped because of 'unless person of card is muted': "
        "card is Zofe gelb; muted is Zofe [turn (000:11-14, 000:46-47)]"
    )


def test_a_person_whose_action_was_performed_was_not_left_out_though_she_muted_herself_by_it() -> None:
    rules = ruleset("ksr")
    state = at(rules, "Hofmarschall gelb", "Zofe", zones={("hand", 0): ["Hofmarschall gelb", "Zofe rot"]})
    assert state.value("muted") == "Zofe"
    assert "left out" not in state.view(0).why()


def test_a_condition_inside_an_action_is_told_as_well() -> None:
    zones = {
        ("hand", 0): ["Mundschenk gelb"],
        ("hand", 1): ["Wächter rot"],
        ("display", 1): ["Zofe gelb"],
        ("display", 2): ["Zofe grün"],
    }
    state = at(ruleset("ksr"), "Mundschenk gelb", zones=zones, counters={"played": 1})
    line = told(state, 1, "in rot's turn")
    assert (
        "was skipped because of 'if played is at least 3': played is 2 [action Mundschenk (000:65-71, R13, R16, "
        in line
    )


def test_what_was_done_was_not_left_out_though_its_condition_holds_no_more(tmp_path: Path) -> None:
    (tmp_path / "once.rules").write_text(ONCE, "utf-8")
    state = load(tmp_path / "once.rules").new_game(2)
    assert "left out" not in state.apply("1").view(0).why()
    assert told(state.apply("1").apply("1"), 0, "in seat 1's turn") == (
        "in seat 1's turn, 'add 1 to begun' was skipped because of 'if begun is 0': begun is 1 [turn]"
    )


def test_a_card_that_nobody_sees_is_no_witness(tmp_path: Path) -> None:
    (tmp_path / "unseen.rules").write_text(UNSEEN_WITNESS, "utf-8")
    state = load(tmp_path / "unseen.rules").new_game(2).apply("1")
    assert told(state, 0, "in seat 0's turn").startswith("in seat 0's turn, 'add 1 to begun' was skipped")


def test_whoever_has_nothing_to_choose_is_told_so() -> None:
    state = at(ruleset("ksr"), "Wächter gelb", zones={("hand", 0): ["Wächter gelb", "Zofe rot"]})
    assert told(state, 0, "in rot's turn") == (
        "in rot's turn, rot had nothing to choose: "
        "choose back from own display except card [action Wächter (000:80-81)]"
    )


# ---- how a round and a game ended


def test_the_end_of_a_round_names_the_display_the_rule_and_its_rulings() -> None:
    zones = {("hand", 0): ["Zofe rot"], ("display", 0): ["Zofe gelb", "Wächter rot"]}
    state = at(ruleset("ksr"), "Zofe rot", zones=zones)
    assert isinstance(state.pending, Chance)
    for seat in range(3):
        lines = state.view(seat).why().splitlines()
        assert lines[-4:-1] == [
            "the last round ended in rot's turn because some player is doubled: "
            "rot (display: Zofe gelb, Wächter rot, Zofe rot) [round ends whisper (000:19-21, R5, R14)]",
            "doubled means: own display repeats person [call doubled (000:17)]",
            "Who scores when an action leaves a person lying twice? Everybody but the owners of such displays; "
            "the round was ended by the player whose turn it is. [ruling R5]",
        ]


def test_the_end_by_a_muted_jester_names_the_card_and_who_is_muted() -> None:
    zones = {("hand", 0): ["Hofnarr braun 1"], "open": ["Hofnarr"]}
    line = told(at(ruleset("ksr"), "Hofnarr braun 1", zones=zones), 2, "the last round ended")
    assert "card is Hofnarr braun 1; muted is Hofnarr [round ends jester (000:83-85, R12)]" in line


def test_the_end_of_the_game_names_who_reached_the_target_and_who_was_left_by_each_measure() -> None:
    zones = {("hand", 0): ["Zofe rot"], ("display", 0): ["Zofe gelb"], ("display", 2): ["Wächter rot"]}
    counters = {("points", 1): 5, ("points", 2): 5}
    state = at(ruleset("ksr"), "Zofe rot", zones=zones, counters=counters)
    assert isinstance(state.pending, Over) and state.pending.winners == (2,)
    lines = state.view(0).why().splitlines()
    assert lines[-2] == (
        "the game ended because some player where own points is at least target: gelb (points: 6); grün (points: 6); "
        "target is 6 [game ends favour (000:88-89)]"
    )
    assert lines[-1] == (
        "grün won: players, with most own points (gelb, grün), with most cards in own display (grün) "
        "[winners (000:89-90, R6)]"
    )
    assert not any(line.startswith("it is ") for line in lines)


def test_a_game_that_came_to_its_limit_says_so(tmp_path: Path) -> None:
    (tmp_path / "once.rules").write_text(ONCE, "utf-8")
    state = load(tmp_path / "once.rules").new_game(2)
    for _ in range(4):
        state = state.apply("1")
    assert state.view(0).why().splitlines()[-1] == "the game ended after 4 turns [limit]"


def test_returns_are_told_by_the_rule_that_gives_them() -> None:
    state = KUHN.at(players=2, zones={("hand", 0): ["Jack"], ("hand", 1): ["King"]}, counters={("stake", 1): 1})
    state = state.apply("pass")
    assert state.view(1).why().splitlines()[-1] == "seat 0 gets 0, seat 1 gets 0: own chips [returns]"


# ---- options


def test_an_option_that_is_offered_names_the_statement_that_offers_it() -> None:
    state = at(ruleset("ksr"), zones={("hand", 0): ["Zofe rot"]})
    expected = "'Zofe rot' is offered: rot: choose card from playable [turn (000:11-14)]"
    assert isinstance(state.pending, Decision)
    assert state.view(0).why("Zofe rot") == state.view(0).why(state.pending.options[0]) == expected


def test_an_option_that_is_left_out_names_the_sieve_and_its_rule() -> None:
    zones = {("hand", 0): ["Hofnarr rot", "Zofe rot"], ("display", 0): ["Zofe gelb"]}
    assert at(ruleset("ksr"), zones=zones).view(0).why("Zofe rot") == (
        "'Zofe rot' is excluded by 'preferring its person is not in display of active' [value playable (000:17-19, R3)]"
    )


def test_whoever_is_not_asked_hears_who_is() -> None:
    view = at(ruleset("ksr"), zones={("hand", 0): ["Zofe rot"]}).view(1)
    assert view.why("Zofe rot") == ("gelb is not asked now\nrot is asked: choose card from playable [turn (000:11-14)]")


@pytest.mark.parametrize("rubbish", ["", "Zofe", "Zofe rot, Zofe rot", "zofe rot", "\n", "🃏"])
def test_whatever_is_asked_there_is_an_answer(rubbish: str) -> None:
    state = at(ruleset("ksr"), zones={("hand", 0): ["Zofe rot"]})
    assert state.view(0).why(rubbish).endswith("[turn (000:11-14)]")
    assert "is not among the choices" in state.view(0).why(rubbish)
    assert state.view(1).why(rubbish).startswith("gelb is not asked now")


@pytest.mark.parametrize("rubbish", [7, 0, 1.5, (), b"x", object])
def test_a_question_of_a_wrong_type_is_refused(rubbish: Any) -> None:
    view = at(ruleset("ksr"), zones={("hand", 0): ["Zofe rot"]}).view(0)
    with pytest.raises(TypeError, match="'option' must be an option, its text or None, not "):
        view.why(rubbish)


def test_after_the_end_nothing_can_be_chosen() -> None:
    state = KUHN.at(players=2, zones={("hand", 0): ["Jack"], ("hand", 1): ["King"]}, counters={("stake", 1): 1})
    assert state.apply("pass").view(0).why("bet") == "the game is over; there are no more choices"


# ---- nothing that he may not know


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_the_answer_is_the_same_in_every_world_that_he_cannot_tell_apart(rules: Ruleset) -> None:
    shares = []
    for share, state in moments(rules, tried(40, 2)):
        shares.append(share)
        pending = state.pending
        some = [] if isinstance(pending, Over) else [option.text for option in pending.options[:2]]
        asked = pending.player if isinstance(pending, Decision) else 0
        for seat in {asked, (asked + len(shares)) % state.players} if DEEP else {(asked + len(shares)) % state.players}:
            view = state.view(seat)
            world = view.sample(Random(seat)).view(seat)
            kept = pickle.loads(pickle.dumps(view))
            assert world.why() == kept.why() == view.why()
            for text in (*some, rules.game(state.players).material.cards[0].name, "nothing"):
                assert world.why(text) == kept.why(text) == view.why(text)
    assert max(shares) == 1 and sum(shares) >= len(shares) * 0.4


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_the_table_retraced_from_what_he_heard_is_the_one_he_sees(rules: Ruleset) -> None:
    shares = []
    for share, state in moments(rules, tried(40, 5), 50):
        shares.append(share)
        for seat in range(state.players):
            view = state.view(seat)
            machine = Recall(rules.game(state.players).program, seat, view.heard).before(len(view.heard))
            zones = tuple(tuple(HIDDEN if card is UNSEEN else card for card in zone) for zone in machine.zones)
            assert zones == view._seen.sight.zones
            assert (tuple(machine.variables), machine.active) == (view.variables, view.active)
    assert max(shares) == 1 and sum(shares) >= len(shares) * 0.4


# ---- what it costs


@pytest.mark.parametrize("rules", [COLOURS, *RULES], ids=lambda rules: rules.name)
def test_what_he_heard_is_retraced_once_and_a_little_for_each_turn(rules: Ruleset) -> None:
    heard = 0
    for _, state in moments(rules, tried(40, 2), 20):
        for seat in range(state.players):
            view = state.view(seat)
            view.why()
            if view.decision is not None:
                assert view.why("nothing at all").startswith("'nothing at all' is")
            conditions = sum(isinstance(node, If) for block in rules.resolved.of(Block) for node in walk(block))
            turns = [at for at, event in enumerate(view.heard) if event[0] == k.TURN]
            ends = [*turns, len(view.heard)]
            longest = max((end - start for start, end in pairwise(ends)), default=0)
            assert view._seen.recall.retraced <= len(view.heard) + (2 * STRIDE + longest) * (conditions + 4) * 2
            heard = max(heard, len(view.heard))
    assert heard > (5 if rules is KUHN else 100)


def test_tables_are_retraced_alike_in_whatever_order_they_are_asked_for() -> None:
    state = next(moments(ruleset("ksr"), 1))[1]
    view = state.view(0)
    recall, random, length = view._seen.recall, Random(1), len(view.heard)
    assert length > 300
    for index in [random.randrange(1, length + 1) for _ in range(tried(300, 30))]:
        once = Recall(view.rules.game(state.players).program, 0, view.heard).before(index)
        again = recall.before(index)
        table = [again.variables, again.active, again.next, [len(zone) for zone in again.zones]]
        assert table == [once.variables, once.active, once.next, [len(zone) for zone in once.zones]]
        for zone, other in zip(once.zones, again.zones, strict=True):
            assert [card is UNSEEN or card for card in zone] == [card is UNSEEN or card for card in other]
        again.zones.clear()  # what is handed out is nobody else's
        again.variables.clear()
