"""`palast replay`: a kept game is verified and told again, to all or to one player, or played by other rules."""

import re
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import palast
from palast.__main__ import main
from rulespec import Chance, Over
from rulespec.errors import problem
from rulespec.failures import Failure
from rulespec.history import answers, history
from rulespec.record import Comment, Record
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
    assert re.fullmatch(r"\na\.game is in order: \d+ turns, and the game is over\.\n", again[len(played) :])


def test_an_unfinished_game_says_who_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    record = kept("ksr", after=40)
    out = told(capsys, "a.game")
    assert not isinstance(record.state.pending, Over)
    verdict = f"a.game is in order: {record.state.turns} turns, and the game is not finished."
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
            assert "is not as it was written" in said_to
    assert named


@pytest.mark.parametrize("seat", ["1", "gelb"])
def test_a_player_sees_his_cards_and_counts_those_of_others(capsys: pytest.CaptureFixture[str], seat: str) -> None:
    record = kept("ksr", after=75)
    out = told(capsys, "a.game", "--seat", seat)
    assert "3 players: Red, Yellow (you), Green\n" in out
    assert "seed" not in out
    hand = ", ".join(map(str, record.state.zone("hand", 1)))
    assert f"gelb {hand} grün" in " ".join(out.split())
    assert re.search(r"hand +rot +\d cards?\n", out)
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
        "Under magier+zwang it goes differently in 'turn 1 rot':\n    magier        rot can answer 'Zofe rot'"
    )
    assert "An answer becomes illegal in 'turn 1 rot', at 'rot card: Zofe rot':\n" in out
    assert "'Zofe rot' is left out by 'preferring its person is not in display" in out


def test_what_the_layer_adds_is_where_the_game_goes_differently(capsys: pytest.CaptureFixture[str]) -> None:
    kept("ksr")
    out = told(capsys, "a.game", "--under", "ksr+wertung", status=1)
    assert "    ksr+wertung  " in out
    assert "[after round noting (000:92-94)]" in out
    assert out.endswith("All answers stay legal.\n")


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
    assert f"Under {tmp_path / 'edited.rules'} it goes differently" in " ".join(out.split())
    assert "kuhn (recorded)" in out


def test_rules_for_other_cards_part_at_the_first_of_these_that_is_drawn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept("ksr")
    out = told(capsys, "a.game", "--under", "review", status=1)
    assert "is not among the outcomes of chance" in " ".join(out.split())
    err = refused(capsys, "a.game", "--under", "mau-mau", status=2)
    assert "mau-mau has none of the cards of ksr: no " in err


def test_a_record_that_does_not_verify_is_status_1_and_one_that_cannot_be_read_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = kept("ksr")
    text = Path("a.game").read_text("utf-8")
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("turn 2 "))
    Path("cut.game").write_text("\n".join(lines[:at]), "utf-8")
    err = refused(capsys, "cut.game", status=1)
    assert err.startswith(f"palast: cut.game:{at}: the record breaks off after this line, without its result\n")
    Path("other.game").write_text(text.replace(record.rules.digest, "0123456789abcdef"), "utf-8")
    assert refused(capsys, "other.game", status=1).startswith("palast: other.game:3: the rules below are not")
    Path("newer.game").write_text(text.replace("record 2", "record 3"), "utf-8")
    assert "this record has format 3" in refused(capsys, "newer.game", status=2)
    Path("lost.game").write_text(evolve(record, spec="house/king.rules").brief, "utf-8")
    assert "'house/king.rules' was looked for in " in refused(capsys, "lost.game", status=2)
    Path("picture.game").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert "is not UTF-8" in refused(capsys, "picture.game", status=2)
    assert "No such file" in refused(capsys, "nowhere.game", status=2)
    assert "this is a folder" in refused(capsys, ".", status=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.game", "--seat", "blau"], "there is no seat 'blau': seats are 0 to 2, or rot, gelb, grün"),
        (["a.game", "--seat", "0", "--under", "ksr"], "not allowed with argument"),
        (["a.game", "--under", "kser"], "did you mean 'ksr'?"),
        ([], "the following arguments are required: FILE"),
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
    assert "a.game is in order: 0 turns, and the game is not finished." in told(capsys, "a.game")


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
        said = [line for line in lines[3:at] if re.search(r"draws|chooses", line)]
        assert len(said) == after
