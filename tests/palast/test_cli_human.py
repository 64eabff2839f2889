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
from palast.match import Match
from palast.prompt.story import in_short
from rulespec import Decision
from rulespec.game.history import history
from rulespec.records import Record
from rulespec.wording import wording
from rulespec.wording.narration.narration import Telling, Told
from rulespec.wording.page import Page
from rulespec.wording.questions import question
from tests.effort import DEEP, some

EXAMPLES = Path(__file__).parents[2] / "examples"

SEEN = {"draw", "move", "refill", "exchange", "show"}  # what happens to cards, which all that is told is about

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


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # games that are left are kept in the working folder


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
        *some([("ksr+wertung", "5", "violett"), ("ksr", "3", "0"), ("magier", "4", "gelb"), ("review", "3", "2")], 1),
        (str(EXAMPLES / "games/kuhn.rules"), "2", "1"),
        (str(EXAMPLES / "games/mau-mau.rules"), "3", "0"),
    ],
)
def test_somebody_who_types_anything_at_all_plays_to_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], spec: str, players: str, seat: str
) -> None:
    typed(monkeypatch, babble(7))
    assert main(["play", spec, "--players", players, "--seed", "1", "--human", seat]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert re.search(r"^(?:You|[A-Z][\w, ]+) wins?\b.*\.$", out.rpartition("Your choice")[2], re.MULTILINE)
    assert re.search(r'".+" is not possible here; answer 1', out)


def test_other_hands_are_counted_with_no_more_than_their_known_cards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, babble(3))
    assert main(["play", "ksr", "--seed", "5", "--human", "rot"]) == 0
    out = capsys.readouterr().out
    before, _, after = out.partition("Cards that were hidden:\n")
    assert after.startswith("  Hand of ")
    hands = re.findall(r"^  Hand +(?:.+\n)+? +Yellow: (.*)$", before, re.MULTILINE)
    assert len(hands) > 5
    assert all(re.fullmatch(r"\d(?: \([^)]+\))?, Green: \d(?: \(.+)?", each) for each in hands)
    assert sum("(" not in each for each in hands) > 5
    drawn = re.findall(r"(?:\bdraws|(?:Yellow|Green)\s+draw)\s+([^.;]+?)\s+from\s+the\s+(\w+)", before)
    assert len(drawn) > 3
    assert all(re.fullmatch(r"a card|\d cards( each)?", " ".join(what.split())) for what, _ in drawn)


def since(out: str) -> list[str]:
    """What was told before each question, without the table."""
    answered = [each.rpartition("Your choice")[2].partition("\n")[2] for each in out.split("\n> ")[1:-1]]
    return [each.partition("\n\n")[0].rstrip("\n") for each in answered]


def test_what_happened_since_is_told_in_three_lines_and_nothing_twice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = palast.load("review")
    for width in (60, 10_000, *((80,) if DEEP else ())):
        typed(monkeypatch, babble(2))
        human = Human(rules.game(3), Page(width), seat=0)
        record = palast.play(rules, [human, palast.random_agent(1), palast.random_agent(2)], seed=4)
        human.hear(record.state.view(0))
        out = capsys.readouterr().out
        stories = since(out)
        assert len(stories) > 30 and not any("Hand " in each for each in stories)
        assert all(1 <= len(each.splitlines()) <= 3 for each in stories if "Points: " not in each)
        said, log = " ".join(out.split()), record.state.view(0).log
        told = [*Telling(rules.game(3), human.words, hearer=0).tell(log)]
        ends = [each.text for each in told if each.what == "ends"]
        assert len(ends) == sum(event.kind in ("round ends", "game ends") for event in log) > 3
        assert [said.count(text) for text in ends] == [ends.count(text) for text in ends]
        if width == 10_000:  # where all fits, all is told, and once
            assert len(re.findall(r"\bRound \d+\.", said)) == sum(event.kind == "round" for event in log)
            seen = [each.text for each in told if SEEN.intersection(event.kind for event in each.events)]
            assert len(seen) > 50
            assert [said.count(text) for text in seen] == [sum(each.count(text) for each in seen) for text in seen]


def test_where_not_all_fits_the_newest_is_told() -> None:
    told = [Told("step", f"{name} has done something with a card" * 2) for name in ("rot", "gelb", "grün", "blau")]
    ends = [Told("ends", "The round ends"), Told("standings", "1 for rot", label="points")]
    lines = [*in_short([*told, *ends, *told], Page(60), 0)]
    assert lines[0] == "  The round ends. points: 1 for rot." and len(lines) == 4
    assert lines[1].startswith("  … ") and "blau" in " ".join(lines) and "rot has" not in " ".join(lines)
    assert len([*in_short([Told("step", "word " * 100)], Page(60), 0)]) == 3
    idle = [Told("idle", "rot has the turn", active=0), Told("idle", "gelb has the turn", active=1)]
    assert [*in_short(idle, Page(60), 0)] == ["  gelb has the turn."]


def test_q_leaves_the_table_and_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, iter(["?\n", "q\n"]))
    assert main(["play", "ksr", "--seed", "5", "--human", "0"]) == 0
    out = capsys.readouterr().out
    assert "q, quit     leave the table" in out
    assert out.endswith("You leave the table; the game is not finished.\n")


def test_the_end_of_the_input_leaves_the_table_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, iter([]))
    assert main(["play", "ksr", "--seed", "5", "--human", "0"]) == 0
    assert capsys.readouterr().out.endswith("You leave the table; the game is not finished.\n")


def chosen(monkeypatch: pytest.MonkeyPatch, spec: str, *answers: str) -> tuple[str, Decision]:
    """What the first decision of a game comes to when these answers are typed."""
    rules, page = palast.load(spec), Page(140)
    state = rules.new_game(rules.players[0])
    while not isinstance(state.pending, Decision):
        assert not isinstance(state.pending, palast.Over)
        state = state.apply(state.pending.options[0])
    typed(monkeypatch, iter([f"{answer}\n" for answer in answers]))
    human = Human(state.game, page)
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
    several = "red Hofmarschall (1), yellow Hofmarschall (2), green Hofmarschall (3)"
    assert f'"Hofmarschall" fits several: {several}. Type more of the name.' in out
    assert '"nobody" is not possible here; answer 1 to 6, or with a text from the list' in out


def test_many_compound_options_are_asked_card_by_card(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "pack.rules"
    file.write_text(PACK, "utf-8")
    assert chosen(monkeypatch, str(file), "2", "5", "9")[0] == "2, 5, 9"
    assert chosen(monkeypatch, str(file), "2", "enough")[0] == "2"
    assert chosen(monkeypatch, str(file), "decline")[0] == "(decline)"
    out = capsys.readouterr().out
    assert "  So far: 2. Anything else?\n" in out and "  So far: 2, 5. Anything else?\n" in out


def test_numbers_stand_for_themselves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "pack.rules"
    file.write_text(PACK, "utf-8")
    typed(monkeypatch, iter(["decline\n", "1\n", "4\n", "q\n"]))
    assert main(["play", str(file), "--seed", "1", "--human", "0"]) == 0
    out = capsys.readouterr().out
    assert '"1" is not possible here; answer 2 to 4' in out
    assert out.count("  You choose 4.") == 1 and re.search(r"Player 2 chooses [2-4]\.", out)
    assert "chooses 4" not in out.partition("? helps): 4")[0]


# ---- asking why, taking back, keeping


def test_w_says_why_and_why_an_option_is_offered_or_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, iter(["w\n", "why 3\n", "w Hofnarr blau\n", "w  \n", "q\n"]))
    assert main(["play", "ksr", "--seed", "5", "--human", "0"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    whole = "It is your turn. The game began with it. You are asked: Which card do you play? Your choice"
    assert out.count(whole) == 2 and out.count("You are asked:") == 2
    assert "(? for help): why 3 That can be chosen. Your choice" in out
    assert "(? for help): w Hofnarr blau The blue Hofnarr is not in this game. Your choice" in out


def test_w_says_why_it_is_whose_turn_as_to_somebody_at_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, iter(["1\n", "1\n", *["1\n", "w\n"] * 6, "q\n"]))
    assert main(["play", "ksr", "--seed", "5", "--human", "0"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "w It is your turn. You are next, since your colour is the colour of the card played." in out
    assert not re.search(r"(?:turn\.|asked:) Red\b", out)


def test_what_somebody_took_back_is_as_if_he_had_never_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pack = tmp_path / "pack.rules"
    pack.write_text(PACK, "utf-8")
    texts = []
    for name, answers in (("a", ["decline", "undo", "decline", "4", "q"]), ("b", ["decline", "4", "q"])):
        typed(monkeypatch, iter(f"{answer}\n" for answer in answers))
        file = tmp_path / f"{name}.game"
        assert main(["play", str(pack), "--seed", "1", "--human", "0", "--record", str(file)]) == 0
        texts.append(file.read_text("utf-8"))
    assert texts[0] == texts[1]
    out = capsys.readouterr().out
    assert "  Taken back.\n" in out


def test_what_cannot_be_taken_back_says_why_and_asks_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, iter(["u\n", "1\n", "u\n", "u\n", "q\n"]))
    assert main(["play", "ksr", "--seed", "5", "--human", "0"]) == 0
    out = capsys.readouterr().out
    assert "  There is nothing to take back yet.\n" in out
    assert len(re.findall(r"  Too late: .+\.\n", out)) == 2


def test_u_takes_back_one_card_of_an_answer_that_is_asked_card_by_card(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "pack.rules"
    file.write_text(PACK, "utf-8")
    assert chosen(monkeypatch, str(file), "2", "u", "3", "5", "u", "9", "enough")[0] == "3, 9"


WORDS = """ruleset words "Answers that look like commands"
players 2
at most 2 turns
word letter: u, w, q
note said: letter
turn
    choose it_is from letter
    set said to it_is
game ends never: said is u and said is w
winners: players
"""


def test_an_option_that_is_called_like_a_command_is_the_option(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "words.rules"
    file.write_text(WORDS, "utf-8")
    for letter in "uwq":
        assert chosen(monkeypatch, str(file), letter)[0] == letter


@pytest.mark.parametrize("answered", some([4, 0, 1], 1))
def test_who_leaves_and_comes_back_plays_the_same_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, answered: int
) -> None:
    whole, file = tmp_path / "whole.game", tmp_path / "a.game"
    typed(monkeypatch, iter(["1\n"] * 10))
    assert main(["play", "review", "--seed", "3", "--human", "rot", "--record", str(whole)]) == 0
    typed(monkeypatch, iter([*["1\n"] * answered, "q\n"]))
    assert main(["play", "review", "--seed", "3", "--human", "rot", "--record", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.endswith(f"the game is not finished.\nto continue: palast play --resume {file}\n")
    kept = Record.read(file, palast.load)
    assert (
        sum(isinstance(each.pending, Decision) and each.pending.player == 0 for each, _ in history(kept.state))
        == answered
    )
    typed(monkeypatch, iter(["1\n"] * (10 - answered)))
    assert main(["play", "--resume", str(file)]) == 0  # the record knows who sat where
    assert file.read_text("utf-8") == whole.read_text("utf-8")


def test_the_file_is_up_to_date_whenever_somebody_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, seen = tmp_path / "a.game", []

    def answers() -> Iterator[str]:
        for _ in range(6):
            record = Record.read(file, palast.load)
            seen.append(
                sum(
                    isinstance(each.pending, Decision) and each.pending.player == 0 for each, _ in history(record.state)
                )
            )
            yield "1\n"

    typed(monkeypatch, answers())
    assert main(["play", "ksr", "--seed", "3", "--human", "0", "--record", str(file)]) == 0
    assert seen == [0, 1, 2, 3, 4, 5]


BLIND = """ruleset blind "A card goes where nobody looks"
players 2
at most 4 turns
numbers rank: 1 to 50
cards deck in pile
    1 of each rank
zone pile, shuffled
zone box
turn
    choose bet from 1 to 3
    draw 1 from pile to box
    choose again from 1 to 2
game ends never: pile is empty
winners: players
"""


def test_who_takes_a_step_back_meets_the_same_chance_again(tmp_path: Path) -> None:
    file = tmp_path / "blind.rules"
    file.write_text(BLIND, "utf-8")
    match = Match(Record(palast.load(file).new_game(2), seed=3, human=0))
    boxes = set()
    for bet in ("1", "2", "3"):
        match.go_on()
        match.answer(bet)
        boxes.add(match.record.state.zone("box"))
        assert match.take_back() is None
    assert len(boxes) == 1
    assert len(boxes.pop()) == 1


def test_a_game_goes_on_when_its_file_cannot_be_written_any_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()

    def answers() -> Iterator[str]:
        yield "1\n"
        folder.rename(tmp_path / "pulled")
        yield "1\n"
        (tmp_path / "pulled").rename(folder)
        yield "1\n"

    typed(monkeypatch, answers())
    assert main(["play", "ksr", "--seed", "3", "--human", "0", "--record", str(folder / "a.game")]) == 0
    err = capsys.readouterr().err
    assert err.count(f"palast: cannot save the game in {folder / 'a.game'}: No such file or directory; create") == 1
    record = Record.read(folder / "a.game", palast.load)
    assert (
        sum(isinstance(each.pending, Decision) and each.pending.player == 0 for each, _ in history(record.state)) == 3
    )


# ---- the seed, and other people's seats


def test_who_sits_in_is_told_the_seed_when_the_game_is_over_and_not_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, iter(["1\n", "q\n"]))
    assert main(["play", "ksr", "--human", "0"]) == 0
    assert "seed" not in capsys.readouterr().out
    typed(monkeypatch, babble(1))
    assert main(["play", "ksr", "--human", "0"]) == 0
    before, found, seed = capsys.readouterr().out.rpartition("to repeat this game: --players 3 --seed ")
    assert found
    assert "seed" not in before
    assert main(["play", "ksr", "--seed", seed.strip()]) == 0
    assert f"seed {seed}" in capsys.readouterr().out


def test_new_seeds_are_not_found_by_trying(tmp_path: Path) -> None:
    seeds = []
    for number in range(12):
        file = tmp_path / f"{number}.game"
        assert main(["play", str(EXAMPLES / "games/kuhn.rules"), "--record", str(file)]) == 0
        seeds.append(Record.read(file, palast.load).seed or 0)
    assert len(set(seeds)) == 12
    assert max(seeds) > 2**60


def test_nobody_sits_down_at_another_seat_without_saying_that_he_means_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "a.game"
    typed(monkeypatch, iter(["1\n", "q\n"]))
    assert main(["play", "ksr", "--seed", "5", "--human", "rot", "--record", str(file)]) == 0
    kept = file.read_text("utf-8")
    capsys.readouterr()
    assert main(["play", "--resume", str(file), "--human", "gelb"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "rot in this game; at gelb you would see another player's hand" in err
    assert "--change-seat" in err
    assert file.read_text("utf-8") == kept
    typed(monkeypatch, iter(["q\n"]))
    assert main(["play", "--resume", str(file), "--human", "rot"]) == 0
    assert "You leave rot" not in capsys.readouterr().out
    typed(monkeypatch, iter(["q\n"]))
    assert main(["play", "--resume", str(file), "--human", "gelb", "--change-seat"]) == 0
    assert "You leave Red to a random player; from now on you see Yellow's cards" in capsys.readouterr().out


def test_who_sits_down_where_random_players_have_played_is_told_what_that_means(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, rules = tmp_path / "a.game", palast.load("ksr")
    Record(rules.new_game(3), seed=5, spec="ksr").write(file)
    typed(monkeypatch, iter(["q\n"]))
    assert main(["play", "--resume", str(file), "--human", "gelb"]) == 0
    out = capsys.readouterr().out
    assert "Random players have played so far; from now on you see Yellow's cards and answer for Yellow." in out
    assert Record.read(file, palast.load).human == 1


# ---- questions in plain words, and rules on demand


def test_a_question_is_put_in_plain_words_with_the_rule_on_demand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, iter(["rule\n", "rule next turn\n", "rule nxet turn\n", "q\n"]))
    assert main(["play", "ksr", "--seed", "5", "--human", "0"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^> Which card do you play\?$", out, re.MULTILINE)
    before, _, after = out.partition("for help): rule\n")
    assert "choose card from playable" not in before
    assert "        choose card from playable\n" in after
    assert "    next turn    (000:36-40, R17)\n" in after
    assert "        R17  Is a choice asked that has a single option?" in after
    assert "did you mean 'next turn'?" in after


def test_explain_says_what_a_card_does(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, iter(["explain Zofe rot\n", "e 1\n", "e Hofnarr\n", "explain\n", "e Hofnrr\n", "q\n"]))
    assert main(["play", "ksr", "--seed", "5", "--human", "0"]) == 0
    out = capsys.readouterr().out
    for said in (
        "    Zofe: Put a card from your hand face down on the discards, and draw one from the pile.\n",
        "    Hofmarschall: Turn up ",
        "    Hofnarr: The Hofnarr does nothing; ",
        "    Which card?",
        'Unknown name "Hofnrr". Did you mean "Hofnarr"?',
    ):
        assert said in out


def test_explain_begins_with_a_sentence_for_people(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = sat(monkeypatch, capsys, "ksr --human --seed 1", "e next turn", "e zone hand", "e Yellow", "q")
    assert ": e next turn\n    Next is the player whose colour the card has" in out
    assert ": e zone hand\n    Only you see the cards in your hand." in out
    assert ": e Yellow\n    Schatzmeister: Show everybody" in out  # the yellow one, which can be played
    out = sat(monkeypatch, capsys, "ksr --human --seed 1", "brown Zauberer", "e Yellow", "q")
    assert ": e Yellow\n    Which card? Add its name" in out


PASSING = """ruleset passing
players 2
at most 4 turns
numbers rank: 1 to 50
cards deck in pile
    1 of each rank
zone pile
zone hand of player, seen by owner
set-up
    active: draw 45 from pile to own hand
turn
    choose 3 cards as gift from own hand, secretly
    move gift to pile
game ends bare: pile is empty
winners: players
"""


def test_what_is_chosen_part_by_part_is_told_once_it_is_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "passing.rules").write_text(PASSING, "utf-8")
    out = sat(monkeypatch, capsys, "passing.rules --human --seed 1", "1", "2", "undo", "1", "log", "1", "q")
    assert out.count("So far: 1.\n") == 2
    before, _, after = out.partition("choice (? for help): log")
    assert "secretly choose" not in before and "secretly choose" in after


def test_explain_asks_which_card_where_an_answer_is_about_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "pack.rules").write_text(PACK, "utf-8")
    for call, answer in (("pack.rules --human --seed 1", "e No"), ("go-fish --human --seed 4", "e 1")):
        out = sat(monkeypatch, capsys, call, answer, "q")
        assert f": {answer}\n    Which card? Add its name" in out
        assert "(decline)" not in out and "There is no" not in out


QUESTIONS = """ruleset questions "All that can be asked"
players 2
at most 9 turns
word deed: pass, bet
numbers rank: 1 to 6
cards deck in pile
    1 of each rank
zone pile, seen by all
zone hand of player, seen by all
counter extra
turn
{turn}
game ends never: extra is 9
winners: players
"""


@pytest.mark.parametrize(
    ("turn", "asked"),
    [
        ("choose card from pile", "Choose a card from the pile."),
        ("choose scrap from pile", "Choose a card from the pile."),
        ("choose friend from players", "Choose a player."),
        ("choose bid from 1 to 3", "Choose a number from 1 to 3."),
        ("choose bid from 1 to 1", "Choose a number from 1 to 1."),
        ("choose friend from other players", "Choose another player."),
        ("choose 1 cards as lot from pile", "Choose a card from the pile."),
        ("choose act from deed", "Choose a deed."),
        ("choose one and another from pile", "Choose two cards from the pile."),
        ("choose mine from pile and friend from players", "Choose a card from the pile and a player."),
        ("choose 2 cards as pair from pile", "Choose 2 cards from the pile."),
        ("choose 1 to 3 cards as some_of_them from pile", "Choose 1 to 3 cards from the pile."),
        ("may: choose scrap from pile", "If you like: Choose a card from the pile."),
        ("may: add 1 to extra", "Do you want this? The extra goes up by 1."),
    ],
)
def test_what_is_asked_follows_from_what_can_be_answered(tmp_path: Path, turn: str, asked: str) -> None:
    file = tmp_path / "questions.rules"
    file.write_text(QUESTIONS.format(turn=f"    {turn}"), "utf-8")
    rules = palast.load(str(file))
    state = rules.new_game(2)
    assert isinstance(state.pending, Decision)
    assert question(wording(state.rules, "en"), state.pending, state.view(0)) == asked


def test_a_set_asked_card_by_card_is_told_with_its_number_and_with_what_was_chosen(tmp_path: Path) -> None:
    file = tmp_path / "pack.rules"
    turn = "turn\n    choose n from 2 to 3\n    choose n cards as lot from pile and 1 to 2 cards as rest from pile\n"
    text = re.sub(r"turn\n[\s\S]*?(?=game ends)", turn, PACK).replace("1 to 9", "1 to 60")
    file.write_text(text, "utf-8")
    state, asked = palast.load(str(file)).new_game(2), []
    for answer in ("3", "5", "7", "9", "2", "4"):
        assert isinstance(state.pending, Decision)
        asked.append(question(wording(state.rules, "en"), state.pending, state.view(0)))
        state = state.apply(answer)
    several = "cards from the pile"
    both = f"Choose 3 {several} and 1 to 2 {several}"
    assert asked == [
        "Choose a number from 2 to 3.",
        f"{both}.",
        f"{both}. So far: 5.",
        f"{both}. So far: 5 and 7.",
        f"{both}.",
        f"{both}. So far: 2.",
    ]


def test_yes_and_no_answer_what_can_be_done_or_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "questions.rules"
    file.write_text(QUESTIONS.format(turn="    may: add 1 to extra"), "utf-8")
    for said, text in (("y", "(do it)"), ("yes", "(do it)"), ("n", "(decline)"), ("no", "(decline)")):
        assert chosen(monkeypatch, str(file), said)[0] == text


def test_several_cards_can_be_named_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "pack.rules"
    file.write_text(PACK, "utf-8")
    assert chosen(monkeypatch, str(file), "2, 5, 9")[0] == "2, 5, 9"
    assert chosen(monkeypatch, str(file), "2,5,enough")[0] == "2, 5"
    assert chosen(monkeypatch, str(file), "9, 2, 5")[0] == "2, 5, 9"
    assert chosen(monkeypatch, str(file), "2, 77, 5", "9")[0] == "2, 5, 9"


def test_several_cards_can_be_named_at_once_where_the_rules_ask_for_them_one_by_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, text = tmp_path / "many.rules", QUESTIONS.replace("1 to 6", "1 to 60").replace("{turn}", "    {turn}")
    file.write_text(text.format(turn="choose 2 to 6 cards as lot from pile\n    move lot to own hand"), "utf-8")
    typed(monkeypatch, iter(["60, 7, 33, enough\n", "q\n"]))
    assert main(["play", str(file), "--seed", "1", "--human", "0"]) == 0
    out = capsys.readouterr().out
    assert "> Choose 2 to 6 cards from the pile." in out
    assert "So far: 7 and 33." in out
    assert "There is nothing more to choose." in out
    told = " ".join(out.split())
    assert "You choose" not in told  # what is chosen part by part stands in the question, and is told as it is moved
    assert told.count("You move the 7, the 33 and the 60 from the pile to your hand.") == 1
    assert re.search(r"Player 2 moves (?:the \d+,? (?:and )?)+from the pile to their hand\.", told)


@pytest.mark.parametrize("width", [20, 33, 40, 60, 80, 100, 139])
def test_no_word_is_broken_at_any_width(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: int
) -> None:
    answers = ["?", "w", "why 1", "rule", "e 1", "Hof", "nobody", "u", "zofe", "1", "w", "1", "q"]
    said = []
    for columns in ("140", str(width)):
        typed(monkeypatch, iter([f"{answer}\n" for answer in answers]))
        monkeypatch.setenv("COLUMNS", columns)
        assert main(["play", "ksr", "--seed", "5", "--human", "0"]) == 0
        said.append(capsys.readouterr().out.replace("Your choice (? for help): ", "> "))
    wide, narrow = (replies(out, answers[:8]) for out in said)
    assert wide == narrow
    for line in said[1].splitlines():
        assert len(line) <= width or " " not in line.strip() or line.startswith("> "), line


def replies(out: str, commands: list[str]) -> list[list[str]]:
    """The words of what is said to commands, which is never cut."""
    return [sorted(out.split(f"\n> {each}\n")[1].split("\n> ")[0].split()) for each in commands]


# ---- what people type, and what they are told


def sat(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], call: str, *answers: str) -> str:
    typed(monkeypatch, iter([f"{answer}\n" for answer in answers]))
    assert main(["play", *call.split()]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize("words", ["u undo back zurück", "l log history verlauf", "? help hilfe", "q quit exit leave"])
def test_a_command_has_several_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    said = {
        sat(monkeypatch, capsys, "kuhn --human --seed 3", word, "q").replace(f": {word}\n", ": ...\n")
        for word in words.split()
    }
    assert len(said) == 1 and "Unknown name" not in said.pop()


def test_a_refused_undo_says_why_as_the_last_thing_before_the_next_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = sat(monkeypatch, capsys, "ksr --human --seed 5", "1", "back", "quit")
    assert re.search(r": back\n  Too late: .+\.\nYour choice", out)


def test_the_log_tells_what_has_been_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = sat(monkeypatch, capsys, "ksr --human --seed 5", "history", "q")
    again = out.split(": history\n")[1].split("Your choice")[0]
    told = " ".join(re.sub(r" {2,}\[[^]]+\]$", "", again, flags=re.MULTILINE).split())
    assert again.startswith("Round 1 ") and "Yellow and Green draw 6 cards each from the pile." in told
    dealt, _, turn = told.rpartition(" 1 ")
    assert dealt in " ".join(out.split(": history\n")[0].replace("Round 1.", "Round 1").split())
    assert turn == "You have the turn."  # which is asked for, and not told before


def test_who_leaves_without_a_record_finds_the_game_kept_and_goes_on_with_the_newest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:

    def interrupted() -> Iterator[str]:
        yield "1\n"
        raise KeyboardInterrupt

    typed(monkeypatch, interrupted())
    assert main(["play", "--human", "ksr", "--seed", "5"]) == 130
    out = capsys.readouterr().out
    assert out.endswith("to continue: palast play --resume .palast/left/ksr.game\n")
    table = out.split("\n\n")[-2]
    on = sat(monkeypatch, capsys, "--resume")
    assert on.startswith("continuing the newest game, .palast/left/ksr.game\n") and table in on
    sat(monkeypatch, capsys, "review --human --seed 5", "1", "q")
    assert sat(monkeypatch, capsys, "--resume", "q").startswith("continuing the newest game, .palast/left/review")
    assert sat(monkeypatch, capsys, "kuhn --human --seed 3", "q").endswith("the game is not finished.\n")
    assert len(list(Path(".palast/left").iterdir())) == 2


def test_where_no_game_can_go_on_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--resume"]) == 2
    assert capsys.readouterr().err.startswith("palast: no unfinished game here or in")


def test_the_table_is_told_once_for_all_parts_of_an_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = QUESTIONS.replace("1 to 6", "1 to 60").replace("{turn}", "    {turn}")
    Path("many.rules").write_text(
        text.format(turn="choose 2 to 6 cards as lot from pile\n    move lot to own hand"), "utf-8"
    )
    out = sat(monkeypatch, capsys, "many.rules --human --seed 1", "7", "33", "table", "q")
    assert out.count("> Choose") == 3
    assert len(re.findall(r"^  Pile ", out.partition(": table")[0], re.MULTILINE)) == 1
    assert len(re.findall(r"^  Pile ", out, re.MULTILINE)) == 2  # since it was asked for


def test_cards_that_cannot_be_played_are_named_and_why_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = sat(monkeypatch, capsys, "mau-mau --human --seed 3", "why Zehn Kreuz", "why ten of clubs", "q")
    assert "  Not possible now: ten of clubs, queen of clubs, queen of spades (why? w CARD)\n" in out
    told = " ".join(out.split())
    why = "The ten of clubs does not fit now: you need the suit called for, the rank of the top card, or a jack."
    assert told.count(f"why Zehn Kreuz {why} Your choice") == told.count(f"why ten of clubs {why} Your choice") == 1


def test_what_counts_the_turns_is_not_laid_out_and_hidden_hands_are_shown_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = sat(monkeypatch, capsys, "kuhn --human --seed 3", "bet")
    assert not re.search(r"^  (?:deeds|Decisions)", out, re.MULTILINE)
    assert re.search(r"^  \S.* +Player 1 \(you\): 1", out, re.MULTILINE)
    assert "Cards that were hidden:\n  Hand of Player 2  king\n" in out
    assert not re.search("king", out.split("Cards that were hidden:")[0], re.IGNORECASE)
