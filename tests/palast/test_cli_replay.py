"""`palast replay`: a kept game is verified and told again, to all or to one player, or played by other rules."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import palast
from palast.__main__ import main
from palast.prompt.called import Called
from rulespec import Chance, Over
from rulespec.experiments.failures import Failure
from rulespec.game.history import answers, history
from rulespec.language.errors import problem
from rulespec.records import Comment, Record
from rulespec.wording import wording
from tests.library import READINGS, ruleset

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Records lie in the working folder, on a page of one width."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")


def kept(spec: str, players: int = 3, seed: int = 3, after: int | None = None) -> Record:
    """A random game in `a.game`; unfinished, if it is to be stopped after so many answers."""
    record = palast.play(palast.load(spec), [palast.random_agent(seat) for seat in range(players)], seed)
    if after is not None:
        record = evolve(record, state=[state for state, _ in history(record.state)][after])
    evolve(record, spec=spec).write("a.game")
    return record


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(["replay", *arguments]) == status
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int) -> str:
    assert main(["replay", *arguments]) == status
    out, err = capsys.readouterr()
    assert out == ""
    return err


@pytest.mark.parametrize("spec", ["ksr", "magier+wertung", "review", str(EXAMPLES / "games/kuhn.rules")])
def test_a_kept_game_is_told_as_it_was_when_it_was_played(capsys: pytest.CaptureFixture[str], spec: str) -> None:
    assert main(["play", spec, "--seed", "7", "--record", "a.game"]) == 0
    played = capsys.readouterr().out
    again = told(capsys, "a.game")
    assert again.startswith(played)
    assert re.fullmatch(r"\na\.game is intact: \d+ turns; the game is over\.\n", again[len(played) :])


def test_an_unfinished_game_says_who_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    record = kept("ksr", after=40)
    out = told(capsys, "a.game")
    assert not isinstance(record.state.pending, Over)
    verdict = f"a.game is intact: {record.state.turns} turns; the game is not finished."
    asked = r"\nRed is asked: Whom do you swap hand cards with\? +\[action Zauberer, 000:56-60, R16\]\n\n"
    assert re.search(asked + re.escape(verdict) + r"\n\Z", out)


def test_a_damaged_record_names_no_card_to_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    """To the one for whom nothing is secret it names what was drawn instead; so this says something."""
    record = kept("ksr", after=45)
    lines, cards = Path("a.game").read_text("utf-8").splitlines(), [str(c) for c in record.rules.game(3).material.cards]
    named = 0
    for at in [number for number, line in enumerate(lines) if " draws" in line or line.startswith(("rot", "gelb"))]:
        said = next((card for card in cards if card in lines[at]), None)
        if said is None:
            continue
        other = next(card for card in reversed(cards) if card != said)
        damaged = [*lines[:at], lines[at].replace(said, other, 1), *lines[at + 1 :]]
        Path("b.game").write_text("\n".join(damaged) + "\n", "utf-8")
        if main(["replay", "b.game"]) == 0:
            continue
        named += any(card in capsys.readouterr().err for card in cards)
        for seat in ("rot", "1"):
            said_to = refused(capsys, "b.game", "--seat", seat, status=1)
            assert not any(card in said_to for card in cards)
            assert "the record was changed" in said_to
    assert named


@pytest.mark.parametrize("seat", ["1", "gelb"])
def test_a_player_sees_his_cards_and_counts_those_of_others(capsys: pytest.CaptureFixture[str], seat: str) -> None:
    record = kept("ksr", after=75)
    out = told(capsys, "a.game", "--seat", seat)
    assert "3 players: Red, Yellow (you), Green\n" in out
    assert "seed" not in out
    called = Called(wording(record.rules, "en"), record.state.game)
    hand = called.cards(record.state.zone("hand", 1))
    assert re.search(rf"\bHand {re.escape(hand)} Green: \d, Red: \d\b", " ".join(out.split()))
    drawn = re.findall(r"(?:Red|Green) draws? (.+? from the \w+)", " ".join(out.split()))
    assert drawn
    assert all(re.fullmatch(r"(?:a card|\d cards)(?: each)? from the pile", each) for each in drawn)


@pytest.mark.parametrize("spec", ["ksr", "magier", "review"])
def test_what_one_player_is_told_does_not_depend_on_what_he_cannot_know(
    capsys: pytest.CaptureFixture[str], spec: str
) -> None:
    record = kept(spec, after=50)
    out = told(capsys, "a.game", "--seat", "2")
    other = record.state.view(2).sample(Random(5))
    assert other != record.state
    evolve(record, state=other, spec=spec).write("a.game")
    assert told(capsys, "a.game", "--seat", "2") == out


def test_the_same_game_under_the_same_rules_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    record = kept("ksr")
    answers = sum(1 for _ in history(record.state))
    assert told(capsys, "a.game", "--under", "ksr") == f"Under ksr all {answers} answers lead to the same game.\n"


def test_a_reading_of_a_ruling_shows_where_it_matters(capsys: pytest.CaptureFixture[str]) -> None:
    state = ruleset("magier").at(3, zones={("hand", 0): ["Zofe rot", "Magier rot"], ("display", 0): ["Zofe grün"]})
    Record(state.apply("Zofe rot"), spec="magier").write("a.game")
    out = told(capsys, "a.game", "--under", f"magier+{READINGS / 'zwang.rules'}", status=1)
    assert out.startswith(
        "Under magier+zwang the game differs in 'Turn 1, Red':\n    magier        Red can answer \"red Zofe\"."
    )
    assert "Under magier+zwang move 1 is illegal in 'Turn 1, Red', at 'Red chooses the red Zofe.':\n" in out
    assert 'Red cannot answer "red Zofe"; the reason given: A Zofe already lies before you.' in flat(out)


def test_a_difference_is_told_in_the_language_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    kept("ksr")
    same = flat(told(capsys, "a.game", "--under", "ksr", "--language", "de"))
    assert re.fullmatch(r"Nach ksr führen alle \d+ Antworten zum selben Spiel\.", same)
    differs = flat(told(capsys, "a.game", "--under", "ksr+wertung", "--language", "de", status=1))
    assert differs.startswith("Nach ksr+wertung verläuft das Spiel in „")
    assert differs.endswith("Alle Antworten bleiben erlaubt.")
    illegal = flat(told(capsys, "a.game", "--under", "review", "--language", "de", status=1))
    assert re.search(r"Nach review ist Antwort \d+ in „Runde 1“, bei „.+“, nicht erlaubt: ksr ", illegal)
    for text in (same, differs, illegal):
        words = set(re.findall(r"[a-z]+", re.sub(r"\[[^]]*\]", "", text.lower())))  # without blocks of the rules
        assert not words & {"the", "and", "under", "game", "answers", "move", "draws", "answer", "cannot", "round"}


def test_what_the_layer_adds_is_where_the_game_goes_differently(capsys: pytest.CaptureFixture[str]) -> None:
    kept("ksr")
    out = told(capsys, "a.game", "--under", "ksr+wertung", status=1)
    assert "    ksr+wertung  " in out
    assert "[after round noting (000:92-94)]" in out
    assert out.endswith("All answers remain legal.\n")


def test_an_edited_copy_of_the_rules_is_told_from_them_by_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kuhn = (READINGS.parent / "games/kuhn.rules").read_text("utf-8")
    (tmp_path / "edited.rules").write_text(
        kuhn.replace("        add 1 to own stake", "        add 2 to own stake", 1), "utf-8"
    )
    assert main(["play", str(READINGS.parent / "games/kuhn.rules"), "--seed", "1", "--record", "b.game"]) == 0
    capsys.readouterr()
    out = told(capsys, "b.game", "--under", str(tmp_path / "edited.rules"), status=1)
    assert f"Under {tmp_path / 'edited.rules'} the game differs" in " ".join(out.split())
    assert "kuhn (recorded)" in out


def test_rules_for_other_cards_part_at_the_first_of_these_that_is_drawn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept("ksr")
    out = told(capsys, "a.game", "--under", "review", status=1)
    assert 'review Red cannot draw "Hofmarschall grau 2".' in flat(out)
    err = refused(capsys, "a.game", "--under", "mau-mau", status=2)
    assert "mau-mau lacks cards of ksr: " in err


def test_a_record_that_does_not_verify_is_status_1_and_one_that_cannot_be_read_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = kept("ksr")
    text = Path("a.game").read_text("utf-8")
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("turn 2 "))
    Path("cut.game").write_text("\n".join(lines[:at]), "utf-8")
    err = refused(capsys, "cut.game", status=1)
    assert err.startswith(f"palast: cut.game:{at}: the record ends after this line, without a result\n")
    Path("other.game").write_text(text.replace(record.rules.digest, "0123456789abcdef"), "utf-8")
    assert refused(capsys, "other.game", status=1).startswith("palast: other.game:3: the rules below are not")
    Path("newer.game").write_text(text.replace("record 2", "record 3"), "utf-8")
    assert "this record has format 3" in refused(capsys, "newer.game", status=2)
    Path("lost.game").write_text(evolve(record, spec="house/king.rules").brief, "utf-8")
    assert "'house/king.rules' is not in " in refused(capsys, "lost.game", status=2)
    Path("picture.game").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert "is not UTF-8" in refused(capsys, "picture.game", status=2)
    assert "No such file" in refused(capsys, "nowhere.game", status=2)
    assert "this is a folder" in refused(capsys, ".", status=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.game", "--seat", "blau"], "unknown seat 'blau'; available: 0 to 2, or rot, gelb, grün"),
        (["a.game", "--seat", "0", "--under", "ksr"], "exclude each other"),
        (["a.game", "--under", "kser"], "did you mean 'ksr'?"),
        ([], "missing FILE"),
    ],
)
def test_bad_usage_says_what_is_possible(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    kept("ksr")
    assert message in refused(capsys, *arguments, status=2)


def test_chance_that_is_still_to_be_drawn_can_be_kept_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    record = kept("ksr", after=3)
    assert isinstance(record.state.pending, Chance)
    assert "a.game is intact: 0 turns; the game is not finished." in told(capsys, "a.game")


@pytest.mark.parametrize("spec", ["ksr+wertung", "ksr+house/mine.rules", "mine.rules", "ksr+kanzler"])
def test_a_saved_failure_is_told_in_any_folder_with_what_failed_at_its_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, spec: str
) -> None:
    Path("house").mkdir()
    Path("house/mine.rules").write_text("layer mine\nadd counter kept of player\n", "utf-8")
    Path("mine.rules").write_text(
        (EXAMPLES / "games/kuhn.rules").read_text("utf-8").replace("kuhn", "mine", 1), "utf-8"
    )
    rules = palast.load(spec)
    whole = palast.play(rules, [palast.random_agent(seat) for seat in range(rules.players[0])], seed=1).state
    state = next(here for here, _ in history(whole) if here.turns == 2)
    span = rules.composed.entries["turn"].declaration.span
    path = Failure(problem("E050", span, "nobody has two turns"), state).save("found")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    lines = told(capsys, str(Path("..") / path)).splitlines()
    assert [line for line in lines if "nobody has two turns" in line] == [
        f"    # nobody has two turns ({Path(span.source.path).name}:{span.line})"
    ]


def test_a_comment_is_told_where_it_was_written(capsys: pytest.CaptureFixture[str]) -> None:
    record = kept("kuhn", players=2)
    for after in range(len(answers(record.state)) + 1):
        evolve(record, comments=(Comment(after, "a bold move"),)).write("b.game")
        lines = told(capsys, "b.game").splitlines()
        at = lines.index("    # a bold move")
        said = [line for line in lines[3:at] if re.search(r"draws|passes|bets|calls|folds", line)]
        assert len(said) == after


# ---- rules that have changed since


def changing(old: str = "", new: str = "") -> None:
    """Writes the rules `poker`, or changes them."""
    text = (EXAMPLES / "games/kuhn.rules").read_text("utf-8").partition("\nscenario ")[0]
    assert old in text
    Path("poker.rules").write_text(text.replace(old, new) if old else text, "utf-8")


def as_before(name: str) -> None:
    """Turns the record `a.game` into one of the format that did not contain the rules."""
    record = Record.read("a.game")
    Path(name).write_text(record.brief.replace("rulespec record 2", "rulespec record 1"), "utf-8")


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_record_is_replayed_with_its_own_rules_and_a_line_says_that_they_have_changed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    changing()
    assert main(["play", "poker.rules", "--seed", "1", "--record", "a.game"]) == 0
    capsys.readouterr()
    before = told(capsys, "a.game")
    changing("# A whole game", "# A poker game")
    assert told(capsys, "a.game") == before, "nothing that is played has changed"
    changing("add 1 to own stake", "add 2 to own stake")
    after = told(capsys, "a.game")
    assert flat(after.removeprefix(before)) == (
        "poker.rules has changed since; this is the game under its original rules. "
        "Under the rules of today: palast replay a.game --under poker.rules"
    )
    out = told(capsys, "a.game", "--under", "poker.rules", status=1)
    assert out.startswith("Under poker.rules the game differs at the beginning:\n    kuhn (recorded)  The stake of ")
    assert out.endswith("All answers remain legal.\n")
    Path("poker.rules").unlink()
    assert told(capsys, "a.game") == before


def test_under_other_rules_the_first_answer_that_does_not_fit_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    changing()
    assert main(["play", "poker.rules", "--seed", "1", "--record", "a.game"]) == 0
    changing("pass", "check")
    as_json = ["a.game", "--under", "poker.rules", "--json"]
    capsys.readouterr()
    found = json.loads(told(capsys, *as_json, status=1))
    assert found["fitting"] == 2
    illegal = found["illegal"]
    assert (illegal["move"], illegal["heading"], illegal["seat"]) == (3, "turn 1 seat 0", "seat 0")
    assert (illegal["question"], illegal["answer"]) == ("seat 0: choose act from deed", "seat 0 act: pass")
    assert illegal["other"].startswith("'pass' is not among the choices")
    out = told(capsys, "a.game", "--under", "poker.rules", status=1)
    assert "Under poker.rules move 3 is illegal in 'Turn 1, Player 1', at 'Player 1 chooses pass.':" in flat(out)


def test_a_record_without_its_rules_explains_what_can_be_done_and_its_answers_can_be_followed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    changing()
    assert main(["play", "poker.rules", "--seed", "1", "--record", "a.game"]) == 0
    capsys.readouterr()
    as_before("old.game")
    assert told(capsys, "old.game").startswith("Kuhn poker")
    assert "all 5 answers lead to the same game" in told(capsys, "old.game", "--under", "poker.rules")
    Path("then.rules").write_text(Path("poker.rules").read_text("utf-8"), "utf-8")
    fold = "game ends fold after turn: act is pass and own stake is less than stake of own left\n"
    changing(fold, f"{fold}    add 1 to chips of own left\n")
    for arguments in (["old.game"], ["old.game", "--seat", "0"]):
        err = flat(refused(capsys, *arguments, status=1))
        assert "these are not the rules of this game: kuhn now has the digest" in err
        assert "palast replay old.game --under poker.rules" in err and "in the line 'rules'" in err
    assert main(["play", "--resume", "old.game"]) == 1
    assert "palast replay old.game --under poker.rules" in flat(capsys.readouterr().err)
    then = Path("old.game").read_text("utf-8").replace("rules poker.rules", "rules then.rules")
    Path("then.game").write_text(then, "utf-8")
    assert told(capsys, "then.game").startswith("Kuhn poker")
    out = told(capsys, "old.game", "--under", "poker.rules", status=1)
    assert "the game differs in 'turn 3 seat 0', at 'seat 0 act: pass':\n    poker.rules  result seat 1 wins" in out
    assert out.endswith("All answers remain legal.\n")
    changing("pass", "check")
    out = told(capsys, "old.game", "--under", "poker.rules", status=1)
    assert "Under kuhn move 3 is illegal in 'turn 1 seat 0', at 'seat 0 act: pass':\n    question" in out
    assert "seat 0: choose act from deed" in out and "'seat 0' cannot" not in out
    found = json.loads(told(capsys, "old.game", "--under", "poker.rules", "--json", status=1))
    assert (found["illegal"]["move"], found["illegal"]["seat"], found["illegal"]["recorded"]) == (3, "seat 0", "")
    changing("players 2", "players 3")
    assert "cannot be played under kuhn: " in refused(capsys, "old.game", "--under", "poker.rules", status=2)
    Path("poker.rules").unlink()
    assert "cannot load its rules" in refused(capsys, "old.game", status=2)
    assert "all 5 answers lead to the same game" in told(capsys, "old.game", "--under", "then.rules")
    Path("nothing.game").write_text("", "utf-8")
    assert "the record is empty" in refused(capsys, "nothing.game", "--under", "then.rules", status=2)


def test_a_game_that_was_left_continues_under_the_rules_that_it_began_with(
    capsys: pytest.CaptureFixture[str],
) -> None:
    changing()
    record = palast.play(palast.load("poker.rules"), [palast.random_agent(seat) for seat in range(2)], 3)
    state = [state for state, _ in history(record.state)][3]
    evolve(record, state=state).write("a.game")
    changing("add 1 to own stake", "add 2 to own stake")
    assert main(["play", "poker.rules", "--resume", "a.game"]) == 1
    assert "name no rules: the record contains the original" in flat(capsys.readouterr().err)
    assert main(["play", "--resume", "a.game"]) == 0
    out = capsys.readouterr().out
    assert "poker.rules has changed since; the game continues under its original rules." in flat(out)
    assert Record.read("a.game").rules == record.rules and Record.read("a.game").finished
    assert main(["play", "--resume", "a.game", "--language", "de"]) == 2
    assert "this game is over" in capsys.readouterr().err
