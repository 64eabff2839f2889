"""`palast play --human`: a person at the table sees his view, and nothing else."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import palast
from palast.__main__ import main
from palast.human import Human
from palast.narration import Narrator
from palast.page import Page
from rulespec import Decision

EXAMPLES = Path(__file__).parents[2] / "examples"

PACK = """ruleset pack "Two of a pack"
players 2
at most 4 turns
numbers rank: 1 to 9
cards deck in pile
    1 of each rank
zone pile, seen by all
zone hand of player, seen by owner
turn
    may
        choose 1 to 3 cards as taken from pile
        move taken to own hand
after turn paying
    choose fee from 2 to 4
game ends bare: pile is empty
winners: players
"""


class Answers(io.TextIOBase):
    """A keyboard on which somebody types what comes to his mind."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        return next(self._lines, "")


def babble(seed: int) -> Iterator[str]:
    random = Random(seed)
    while True:
        yield random.choice(["1", "2", "3", "4", "7", "0", "-1", "x", "", "?", "rot"]) + "\n"


def typed(monkeypatch: pytest.MonkeyPatch, lines: Iterator[str]) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.setattr("sys.stdin", Answers(lines))


@pytest.mark.parametrize(
    ("spec", "players", "seat"),
    [
        ("ksr", "3", "0"),
        ("ksr+wertung", "5", "violett"),
        ("magier", "4", "gelb"),
        ("review", "3", "2"),
        (str(EXAMPLES / "kuhn.rules"), "2", "1"),
        (str(EXAMPLES / "maumau.rules"), "3", "0"),
    ],
)
def test_somebody_who_types_anything_at_all_plays_to_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], spec: str, players: str, seat: str
) -> None:
    typed(monkeypatch, babble(7))
    assert main(["play", spec, "--players", players, "--seed", "1", "--human", seat]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert re.search(r"wins?\b", out.rsplit("The game ends", 1)[1])
    assert "is not offered: answer 1" in out


def test_other_hands_are_counted_and_never_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, babble(3))
    assert main(["play", "ksr", "--seed", "5", "--human", "rot"]) == 0
    out = capsys.readouterr().out
    hands = re.findall(
        r"^    hand      rot   (.*)\n              gelb  (.*)\n              grün  (.*)", out, re.MULTILINE
    )
    assert len(hands) > 5
    for _, gelb, grün in hands:
        assert re.fullmatch(r"\d cards?", gelb)
        assert re.fullmatch(r"\d cards?", grün)
    assert re.search(r"gelb draws 6 cards from the pile to own hand", out)
    assert not re.search(r"(gelb|grün) draws [A-Z]", out.replace("the closed", ""))


def test_the_story_he_hears_is_that_of_his_log_and_nothing_is_told_twice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, page = palast.load("review"), Page(10_000)
    typed(monkeypatch, babble(2))
    human = Human(rules, Narrator(rules, 3, page), page)
    record = palast.play(rules, [human, palast.random_agent(1), palast.random_agent(2)], seed=4)
    view = record.state.view(0)
    human.hear(view)
    out = capsys.readouterr().out
    for kind in ("turn", "round", "show", "exchange"):
        happened = sum(event.kind == kind for event in view.log)
        pattern = {
            "turn": r"^ +\d+ (?:rot|gelb|grün)\b",
            "round": r"^Round \d",
            "show": "shows ",
            "exchange": "exchanges ",
        }
        assert len(re.findall(pattern[kind], out, re.MULTILINE)) == happened


def test_q_leaves_the_table_and_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, iter(["?\n", "q\n"]))
    assert main(["play", "ksr", "--seed", "5", "--human", "0"]) == 0
    out = capsys.readouterr().out
    assert "q  quit" in out
    assert out.endswith("You have left the table; the game is not finished.\n")


def test_the_end_of_the_input_leaves_the_table_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, iter([]))
    assert main(["play", "ksr", "--seed", "5", "--human", "0"]) == 0
    assert capsys.readouterr().out.endswith("You have left the table; the game is not finished.\n")


def chosen(monkeypatch: pytest.MonkeyPatch, spec: str, *answers: str) -> tuple[str, Decision]:
    """What the first decision of a game comes to when these answers are typed."""
    rules, page = palast.load(spec), Page(140)
    state = rules.new_game(rules.players[0])
    while not isinstance(state.pending, Decision):
        assert not isinstance(state.pending, palast.Over)
        state = state.apply(state.pending.options[0])
    typed(monkeypatch, iter([f"{answer}\n" for answer in answers]))
    human = Human(rules, Narrator(rules, state.players, page), page)
    return human(state.view(state.pending.player), state.pending).text, state.pending


def test_a_number_the_text_or_an_unambiguous_part_of_it_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    _, decision = chosen(monkeypatch, "ksr", "1")
    texts = [option.text for option in decision.options]
    assert texts[2] == "Hofmarschall grün"
    for answer in ("3", "Hofmarschall grün", "hofmarschall gr\u00fcn", "marschall gru\u0308n", "SCHALL GRUN"):
        assert chosen(monkeypatch, "ksr", answer)[0] == "Hofmarschall grün"


def test_a_part_that_fits_several_options_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, _ = chosen(monkeypatch, "ksr", "Hofmarschall", "nobody", "2")
    assert text == "Hofmarschall gelb"
    out = capsys.readouterr().out
    assert "'Hofmarschall' could be Hofmarschall rot, Hofmarschall gelb, Hofmarschall grün; say more." in out
    assert "'nobody' is not offered: answer 1 to 6, or a text from the list" in out


def test_many_compound_options_are_asked_card_by_card(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "pack.rules"
    file.write_text(PACK, "utf-8")
    assert chosen(monkeypatch, str(file), "2", "5", "9")[0] == "2, 5, 9"
    assert chosen(monkeypatch, str(file), "2", "enough")[0] == "2"
    assert chosen(monkeypatch, str(file), "decline")[0] == "(decline)"
    assert "  1 chosen, and further:\n" in capsys.readouterr().out


def test_numbers_stand_for_themselves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "pack.rules"
    file.write_text(PACK, "utf-8")
    typed(monkeypatch, iter(["decline\n", "1\n", "4\n", "q\n"]))
    assert main(["play", str(file), "--seed", "1", "--human", "0"]) == 0
    out = capsys.readouterr().out
    assert "'1' is not offered: answer 2 to 4" in out
    assert re.search(r"chooses 4 +\[after turn paying\]", out)
