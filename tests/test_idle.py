"""What a hunt says of rules that do nothing: idle choices, idle layers, hidden reasons, numbers out of reach."""

from pathlib import Path

import pytest

import rulespec
from rulespec.engine.pending import Over
from rulespec.experiments.comparison import games_alike, same_cards
from rulespec.experiments.failures import decided
from rulespec.experiments.hunt.hidden_reasons import HiddenReasons
from rulespec.experiments.hunt.idle_choices import IdleChoices
from rulespec.experiments.hunt.idle_layers import IdleLayers
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.unreachable_reasons import Unreachable
from rulespec.game.api import Ruleset
from rulespec.game.history import begun
from rulespec.game.pipeline import beneath
from tests.effort import DEEP, some, tried
from tests.hunted import found
from tests.library import HOUSE_RULES, READINGS, ROOT, SHELF

GAMES = tried(24, 8)
LIBRARY = (ROOT / "cards", SHELF, HOUSE_RULES, READINGS)


def layered(tmp_path: Path, text: str, base: str = "ksr") -> Ruleset:
    path = tmp_path / "house.rules"
    path.write_text(f"layer house\n{text}", "utf-8")
    return rulespec.load(f"{base}+{path}", library=LIBRARY)


SECRET = "replace action Hofnarr\n    choose favourite from own hand\n"
WISH = "add note wish: colour\nreplace action Hofnarr\n    choose wanted from colour\n    set wish to wanted\n"


def test_a_choice_that_nobody_hears_is_idle_until_something_depends_on_it(tmp_path: Path) -> None:
    (finding,) = found(layered(tmp_path, SECRET), IdleChoices, games=GAMES)
    assert (finding.problem.line, finding.problem.code, finding.level) == (3, "W063", "warning")
    assert finding.state is not None and finding.state.turns <= 2
    assert found(layered(tmp_path, f"{SECRET}    move favourite to discards\n"), IdleChoices, games=GAMES) == []


def test_a_wish_that_people_hear_is_only_noted_until_a_rule_depends_on_it(tmp_path: Path) -> None:
    (finding,) = found(layered(tmp_path, WISH), IdleChoices, games=GAMES)
    assert finding.level == "note" and "ask nobody" not in finding.problem.remedy
    reads = (
        "always wished: if wish is rot then wish is not gelb",
        "value wanting: number of (players, where own colour is wish)\nalways wished: wanting is at most 1",
        "scenario wished\n    then\n        wish: nothing",
        "scenario wished\n    then\n        holds wish is none",
    )
    for read in some(reads, 2):
        rules = layered(tmp_path, f"{WISH}{read}\n".replace("\nvalue", "\nadd value"))
        assert found(rules, IdleChoices, games=GAMES) == []
    granted = "add after turn granting\n    if wish is colour of active: add 1 to points of active\n"
    assert found(layered(tmp_path, WISH + granted), IdleChoices, games=GAMES) == []


def test_whom_somebody_shows_his_hand_to_makes_a_difference(tmp_path: Path) -> None:
    show = "replace action Schatzmeister\n    choose whom from other players\n    show own hand to {}\n"
    assert found(layered(tmp_path, show.format("whom")), IdleChoices, games=GAMES) == []
    (finding,) = found(layered(tmp_path, show.format("players")), IdleChoices, games=GAMES)
    assert finding.level == "warning" and "'choose whom from other players'" in finding.problem.message


def test_a_chosen_player_of_whom_a_condition_speaks_is_only_noted_where_it_changes_nothing(tmp_path: Path) -> None:
    chosen = "replace action Schatzmeister\n    choose whom from other players\n"
    for then, level in (("nothing", "warning"), ("if cards in hand of whom is 99: show own hand to players", "note")):
        (finding,) = found(layered(tmp_path, f"{chosen}    {then}\n"), IdleChoices, games=GAMES)
        assert (finding.problem.code, finding.level) == ("W063", level), then


SOUND = """ruleset sound
players 2 to 3
at most 60 turns
word suit: red, blue
numbers rank: 1 to 8
cards deck in pile
    1 of each rank in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone table of player, in a row, seen by all
counter points of player
counter votes of player
note heir: player
note word of player: suit
set-up
    players: draw 3 from pile to own hand
turn
    {before}
    choose card from own hand
    move card to own table
    {after}
next turn
    {next}
game ends out: some player where own hand is empty
winners: players, {winners}
"""
BETS, HIGHEST, LEFT = "where own word is red", "with most total rank in own table", "own left is next"
SOUND_GAMES = {  # each with how many of its choices no rule reads
    "who is next is chosen before a card is": ("choose whom from other players", "set heir to whom", "heir is next",
                                               HIGHEST, 0),
    "who is next is chosen and kept": ("choose heiress from other players\n    set heir to heiress", "nothing",
                                       "heir is next", HIGHEST, 0),
    "a bet is read at the end": ("choose bet from suit", "set own word to bet", LEFT, BETS, 0),
    "a bet is secret up to the end": ("choose bet from suit, secretly", "set own word to bet", LEFT, BETS, 0),
    "a hand is shown after a card is played": ("choose whom from other players", "show own hand to whom", LEFT,
                                               HIGHEST, 0),
    "votes are counted": ("at the same time\n        players\n            choose vote from players\n"
                          "            add 1 to votes of vote", "nothing", LEFT, "with most own votes", 0),
    "a number is chosen by all": ("at the same time\n        players\n            choose bid from 1 to 3\n"
                                  "            add bid to own points", "nothing", LEFT, "with most own points", 0),
    "a clue is heard": ("choose clue from suit", "nothing", LEFT, HIGHEST, 1),
    "a clue stands beside a hand": ("choose whom from other players\n    choose clue from suit",
                                    "set word of whom to clue", LEFT, HIGHEST, 2),
    "a secret is told later": ("choose clue from suit, secretly", "set own word to clue", LEFT, HIGHEST, 1),
    "a promise is told at the same time": ("at the same time\n        players\n            choose what from suit",
                                           "nothing", LEFT, HIGHEST, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", SOUND_GAMES)
def test_a_choice_that_a_sound_game_needs_raises_no_alarm(name: str, tmp_path: Path) -> None:
    before, after, following, winners, unread = SOUND_GAMES[name]
    path = tmp_path / "sound.rules"
    path.write_text(SOUND.format(before=before, after=after, next=following, winners=winners), "utf-8")
    findings = found(rulespec.load(str(path)), IdleChoices, games=GAMES)
    assert [each.level for each in findings] == ["note"] * unread
    assert all("ask nobody" not in each.problem.remedy for each in findings)


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("replace action Hofnarr: nothing\n", "warning"),
        ("cite action Hofnarr (R1)\n", "note"),
        ("always few: cards in pile is at most 60\n", None),
        ("remove always points-stay\n", None),
        ("scenario six\n    then\n        hand of players: 6 cards\n", None),
        ("always few: cards in pile is at most 60\nreplace action Hofnarr: nothing\n", "warning"),
        ("add action Hofnarr2: nothing\nremove action Hofnarr2\n", "warning"),
        ("replace action Hofnarr: draw 1 from pile to own hand\n", None),
        ("put jester before six\n", None),
        ("put jester after six\n", "warning"),
    ],
)
def test_a_layer_that_changes_nothing_says_so(tmp_path: Path, text: str, level: str | None) -> None:
    findings = found(layered(tmp_path, text), IdleLayers, games=0)
    assert [each.level for each in findings] == ([] if level is None else [level])


TIED = "replace winners: players, with most own points then most cards in own display then fewest cards in own hand\n"
RARELY = "put jester before six\n"  # makes a difference in one game of several hundred


def test_a_layer_by_which_games_go_as_before_is_noted(tmp_path: Path) -> None:
    """Who is tied in the row is tied in the hand; that the fool comes before the six seldom makes a difference."""
    (finding,) = found(layered(tmp_path, TIED), IdleLayers, games=2)
    assert finding.level == "note" and "in 450 games" in finding.problem.message
    assert found(layered(tmp_path, RARELY), IdleLayers, games=40 if DEEP else 8) == []


def test_cards_that_are_never_touched_make_no_difference(tmp_path: Path) -> None:
    """Where the cards differ games are coupled, and compared by what both rulesets have."""
    idle = "add zone box, seen by nobody\nadd cards spare in box\n    1 of Hofnarr in rot\n"
    rules, dealt = layered(tmp_path, idle), layered(tmp_path, idle.replace("box", "pile").partition("\n")[2])
    base = beneath(rules)
    assert base is not None and not same_cards(rules, base)
    assert games_alike(rules, base, games=tried(500, 10), turns=30_000) in (30, 1500)
    assert games_alike(dealt, base, games=10, turns=30_000) is None


NEARLY = "add call player nearly if {}\nadd round ends near: some player is nearly\n    add 1 to points of active\n"


@pytest.mark.parametrize(
    ("condition", "put", "hidden"),
    some(
        [
            ("different person in own display is at least 5", "put near before six", "round ends six"),
            ("own display repeats person and cards in own display is more than 1", "", "round ends near"),
            ("different colour in own display is at least 3", "", None),
            ("own display repeats person", "put near before whisper", "round ends whisper"),
            ("own display repeats person and number of players is 4", "", "round ends near"),
            ("cards in own display is at least 4", "put near before six", "round ends six"),
        ],
        3,
    ),
)
def test_a_reason_that_another_one_hides_is_shown(tmp_path: Path, condition: str, put: str, hidden: str | None) -> None:
    rules = layered(tmp_path, f"{NEARLY.format(condition)}{put}\n")
    findings = [each for each in found(rules, HiddenReasons, games=12) if each.level == "warning"]
    assert [each.problem.message.split("'")[1] for each in findings] == ([] if hidden is None else [hidden])
    for finding in findings:
        assert finding.state is not None and finding.state.turns <= 6
        assert finding.problem.path.endswith("house.rules")


def test_a_reason_that_is_hidden_late_in_a_game_is_shown_from_a_late_turn(tmp_path: Path) -> None:
    """Nobody has five points before as many rounds have ended; of each, three plays are the least."""
    ends = "add game ends {}: some player where own points is at least 5\n"
    (finding,) = found(layered(tmp_path, ends.format("rich") + ends.format("richer after round")), HiddenReasons)
    state = finding.state
    assert state is not None and finding.problem.message.startswith("'game ends rich' never")
    assert begun(state).zones is not None and decided(state) <= 3
    assert isinstance(state.pending, Over) and state.log[-1].block == "game ends richer"
    assert max(state.counter("points", seat) for seat in range(state.players)) == 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("replace call player complete if different person in own display is at least 8\n", "never more than 7"),
        ("replace round ends six: some player is complete\n    take 1 from points of active\n", None),
        ("add counter luck\nadd game ends lucky: luck is more than 2\n", "never more than 0"),
        ("add counter luck, never above 3\nadd game ends lucky: luck is at least 4\n"
         "add after turn luckily\n    add 1 to luck\n", None),  # W076 reports it
        ("add counter luck\nadd game ends lucky: luck is less than 0\nadd after turn luckily\n    add 1 to luck\n",
         "never less than 0"),
        ("add counter luck\nadd game ends lucky: luck is less than 0\nadd after turn luckily\n    take 1 from luck\n",
         None),
    ],
)  # fmt: skip
def test_a_number_that_cannot_get_so_far_is_told(tmp_path: Path, text: str, said: str | None) -> None:
    findings = found(layered(tmp_path, text), Unreachable, games=0)
    assert len(findings) == (said is not None)
    assert all(said is not None and said in each.problem.message and each.level == "warning" for each in findings)


@pytest.mark.parametrize("make", [HiddenReasons, IdleChoices, IdleLayers, Unreachable])
@pytest.mark.parametrize("spec", some(["mau-mau", "review+wertung", "ksr+kanzler"], 2))
def test_correct_rules_draw_no_alarm(make: type[Observer], spec: str) -> None:
    assert found(rulespec.load(spec, library=LIBRARY), make, games=8) == []


def test_a_layer_with_other_cards_makes_a_difference_even_where_all_are_dealt_at_once(tmp_path: Path) -> None:
    """Games in step are over before anybody is asked, since the last card of one is not there in the other."""
    text = """replace cards deck in pile
    1 of each rank except two in clubs
    1 of each rank except two in hearts
    1 of each rank in diamonds
    1 of each rank in spades
    2 of ace in spades
"""
    assert found(layered(tmp_path, text, "spades"), IdleLayers, games=tried(6, 2)) == []
    (finding,) = found(layered(tmp_path, "add counter steps\n", "spades"), IdleLayers, games=tried(6, 2))
    assert finding.problem.code == "W064"
