"""Answers that a line of the texts gives a word for, as bids, calls and melds have at the table."""

from pathlib import Path

import pytest

from rulespec import SPECTATOR, Decision, RulesError, Ruleset, State, load
from rulespec.wording import wording
from rulespec.wording.narration.narrator import Narrator
from rulespec.wording.page import Page
from tests.library import ruleset

GAME = """ruleset auction
players 2
at most 20 turns
word coin: penny, crown
word reply: yes, pass
cards deck in pile
    2 of each coin
zone pile
zone hand of player, seen by owner
zone melds of player, seen by all
counter offer
counter out of player
note paid: coin
note leader: player
set-up
    players: draw 2 from pile to own hand
turn
    may
        choose bid from 1 to 3
        set offer to bid
        set leader to self
    choose cash from coin
    set paid to cash
    other players
        choose answer from reply
        if answer is pass: set own out to 1
    choose meld from own hand
    move meld to own melds
    may: add 2 to offer
game ends done: offer is 9
winners: players
"""

TEXTS = {
    "en": """texts en
names
    penny: penny; pennies
    crown: crown; crowns
turn
    bid told: bids {bid = 1: one | {bid}}
    no bid told: sits still
    cash told: pays in {some cash}
    answer told: answers
    pass told: passes on
    meld told: melds {the meld}
    may told: goes up; go up; go right up
    no may told: stays put
""",
    "de": """texts de
names
    penny: der Pfennig; die Pfennige
    crown: die Krone; die Kronen
turn
    bid told: bietet {bid = 1: eins | {bid}}
    no bid told: verzichtet
    cash told: zahlt in {mehreren cash}
    pass told: passt
    meld told: meldet {den meld}
    may told: nimmt mehr
""",
}


def rules(folder: Path, **texts: str) -> Ruleset:
    (folder / "auction.rules").write_text(GAME, "utf-8")
    for language, text in (TEXTS | texts).items():
        (folder / f"auction.{language}.texts").write_text(text, "utf-8")
    return load(folder / "auction.rules")


def told(state: State, language: str, seat: int | None) -> str:
    """What a seat, or a spectator, is told of a game so far, in one line."""
    view = state.view(SPECTATOR if seat is None else seat)
    narrator = Narrator(state.game, Page(), wording(state.rules, language), hearer=seat)
    return " ".join(" ".join(narrator.tell(view.log)).replace("[turn]", "").split())


def after(rules: Ruleset, *answers: str) -> State:
    state = rules.begin(2, 0, lambda: 0.0)
    for answer in answers:
        state = state.apply(answer)
    return state


@pytest.fixture
def auction(tmp_path: Path) -> Ruleset:
    return rules(tmp_path)


def test_a_number_a_word_and_a_card_are_told_by_a_line_each(auction: Ruleset) -> None:
    state = after(auction, "2", "crown", "pass")
    assert isinstance(state.pending, Decision)
    card = state.pending.options[0].text
    said = told(state.apply(card), "en", None)
    assert f"Player 1 bids 2 and pays in crowns. Player 2 passes on. Player 1 melds a {card.split()[0]}" in said
    assert "offer" not in said and "paid" not in said and "out" not in said, "what the answer sets is told with it"
    assert "chooses" not in said and "plays" not in said


def test_each_player_hears_their_own_answer_with_you(auction: Ruleset) -> None:
    state = after(auction, "2", "crown", "pass")
    assert "You bid 2 and pay in crowns. Player 2 passes on." in told(state, "en", 0)
    assert "Player 1 bids 2 and pays in crowns. You pass on." in told(state, "en", 1)
    assert "Du bietest 2 und zahlst in Kronen. Spieler 2 passt." in told(state, "de", 0)
    assert "Spieler 1 bietet 2 und zahlt in Kronen. Du passt." in told(state, "de", 1)


def test_declining_and_yes_and_no_have_lines_too(auction: Ruleset) -> None:
    state = after(auction, "(decline)", "penny", "yes")
    assert isinstance(state.pending, Decision)
    state = state.apply(state.pending.options[0])
    assert "Player 1 sits still and pays in pennies. Player 2 answers." in told(state, "en", None)
    yes, no = state.apply("(do it)"), state.apply("(decline)")
    assert "goes up" in told(yes, "en", None) and "go right up" in told(yes, "en", 0)
    assert "offer is now 2" in told(yes, "en", None).lower(), "a counter that adds up is still told"
    assert "stays put" in told(no, "en", None) and "stay put" in told(no, "en", 0)
    assert (
        "nimmt mehr" in told(yes, "de", 1)
        and "Du meldest" in told(yes, "de", 0)
        and "nimmst mehr" in told(yes, "de", 0)
    )


def test_one_number_can_have_a_text_of_its_own(auction: Ruleset) -> None:
    assert "Player 1 bids one" in told(after(auction, "1"), "en", 1)


@pytest.mark.parametrize(
    ("line", "code", "what"),
    [
        ("    bid told: bids {cash}", "E062", "unknown name 'cash'"),
        ("    bidd told: bids", "E062", "'turn' has no choice 'bidd told'"),
        ("    crow told: pays well", "E062", "'turn' has no choice 'crow told'"),
        ("    bid told: {bid} it is", "E061", "the text of an answer must start with its verb"),
        ("    bid told: bids; bid; bid; bid", "E061", "too many forms, or an empty one"),
        ("    no bid told: leaves {bid}", "E062", "unknown name 'bid'"),
    ],
)
def test_a_line_for_nothing_is_an_error_with_a_remedy(line: str, code: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as refused:
        rules(tmp_path, en=f"texts en\nturn\n{line}\n")
    [problem] = refused.value.errors
    assert (problem.code, problem.message) == (code, what) and problem.remedy


def test_the_games_of_the_shelf_have_the_words_of_their_tables() -> None:
    for name, answers, language, said in (
        ("skat", ("20", "yes"), "de", "Spieler 2 sagt 20. Spieler 1 sagt ja."),
        ("skat", ("20", "pass"), "en", "Player 2 bids 20. Player 1 passes."),
        ("kuhn", ("pass",), "de", "Spieler 1 passt."),
        ("leduc", ("raise",), "en", "Player 1 raises and now has 3 chips staked."),
    ):
        state = ruleset(name).begin(ruleset(name).players[0], 0, lambda: 0.0)
        for answer in answers:
            state = state.apply(answer)
        line = " ".join(told(state, language, None).replace("[action bid]", "").split())
        assert said in line, line


def test_a_player_without_a_choice_is_told_with_the_reason() -> None:
    state = ruleset("ksr").at(3, active=0, zones={("hand", 0): ["Wächter rot", "Zofe rot"]})
    state = state.apply("Wächter rot")
    assert "Red has no other card on display." in told(state, "en", 1)
    assert "Rot hat sonst keine Karte ausliegen." in told(state, "de", None)
    assert "Sonst liegt nichts vor dir" in told(state, "de", 0)
