"""A record contains the rules it was played with: it is read without their files, and damage to them is found."""

import re
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import palast
from palast.telling import story
from rulespec import Ruleset, load
from rulespec.agents.play import play, random_agent
from rulespec.records import OtherRules, Record, RecordError
from rulespec.records.sources import written
from rulespec.wording import wording
from rulespec.wording.page import Page
from tests.effort import some, tried
from tests.library import GAMES, ROOT

KUHN = ROOT / "examples/games/kuhn.rules"
DOUBLE = """layer double "A bet of two"

replace turn
    choose act from deed
    add 1 to deeds
    if act is bet: add 2 to own stake
"""
ODD = """ruleset odd "Odd: lines # of | all kinds"\r
\r
# file odd.rules [00000000]
# | turn 1 seat 0 [eb31fc62]
players 2
at most 3 turns

counter steps of player   \t
# result seat 0 wins: 1, 0
turn: add 1 to own steps
game ends never: some player where own steps is 9
winners: players
"""


def nowhere(spec: str) -> Ruleset:
    """A loader that finds no files."""
    raise ValueError(spec)


def played(rules: Ruleset, seed: int = 7) -> Record:
    return play(rules, [random_agent(seat) for seat in range(rules.players[0])], seed)


def told(record: Record, language: str) -> list[str]:
    return [*story(record, Page(), wording(record.rules, language))]


# ---- reading without files


@pytest.mark.parametrize("spec", some(["kuhn", "skat", "ksr", "review+wertung", "magier+wertung", "ksr+kanzler"], 3))
def test_a_record_is_read_and_told_without_any_rule_file(spec: str) -> None:
    record = played(palast.load(spec))
    again = Record.parse(record.text, nowhere)
    assert again == record and again.state.log == record.state.log
    assert again.text == record.text
    for language in ("en", "de"):
        assert told(again, language) == told(record, language)


@pytest.mark.parametrize("name", some([*GAMES], 6))
def test_every_game_of_the_shelf_is_read_from_its_record_alone(name: str) -> None:
    record = played(GAMES[name])
    again = Record.parse(record.text, nowhere)
    assert again == record and written(again.rules) == written(record.rules)


def test_changed_and_removed_files_leave_a_record_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("house").mkdir()
    Path("house/kuhn.rules").write_text(KUHN.read_text("utf-8"), "utf-8")
    Path("house/double.rules").write_text(DOUBLE, "utf-8")
    record = played(load("house/kuhn.rules+house/double.rules"))
    record.write("a.game")
    assert Record.read("a.game").rules is load("house/kuhn.rules+house/double.rules"), "nothing has changed"
    Path("house/double.rules").write_text(DOUBLE.replace("add 2", "add 3"), "utf-8")
    assert Record.read("a.game") == record
    Path("house/double.rules").write_text("layer", "utf-8")
    assert Record.read("a.game") == record
    Path("house/double.rules").unlink()
    assert Record.read("a.game") == record
    Path("elsewhere").mkdir()
    Record.read("a.game").write("elsewhere/b.game")
    assert "rules ../house/kuhn.rules+../house/double.rules\n" in Path("elsewhere/b.game").read_text("utf-8")
    assert Record.read("elsewhere/b.game") == record


def test_changed_texts_and_remarks_are_told_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.rules"
    file.write_text(KUHN.read_text("utf-8"), "utf-8")
    record = played(load(file))
    text = record.text
    file.write_text(KUHN.read_text("utf-8").replace('"Kuhn poker"', '"A poker of 2030"'), "utf-8")
    assert load(file) == record.rules
    assert Record.parse(text).rules.title == "Kuhn poker"


def test_a_ruleset_that_is_given_is_the_one_that_is_used_or_the_record_is_refused() -> None:
    record, kuhn = played(load(KUHN)), load(KUHN)
    assert Record.parse(record.text, kuhn).rules is kuhn
    with pytest.raises(OtherRules, match="these are not the rules of this game: leduc now has the digest") as caught:
        Record.parse(record.text, GAMES["leduc"])
    assert caught.value.remedy == "name no rules: the record contains the original ones"
    with pytest.raises(OtherRules, match="and the record does not contain the original rules"):
        Record.parse(record.brief, lambda spec: GAMES["leduc"])


def test_a_brief_record_is_read_with_the_files_that_it_names() -> None:
    record = played(load(KUHN))
    assert len(record.brief) < len(record.text) / 10
    assert Record.parse(record.brief) == record


def test_lines_that_look_like_a_record_are_rules_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "two words [1].rules").write_bytes(ODD.encode())
    rules = load(tmp_path / "two words [1].rules")
    record = Record(rules.new_game(2))
    (title,) = re.findall("^file .*$", record.text, re.MULTILINE)
    assert title.startswith("file two_words__1_.rules [")
    assert Record.parse(record.text, nowhere) == record
    for text in (
        record.text.replace("\n", "\r\n"),
        "\n".join(line.strip() for line in record.text.splitlines()),
        "\n".join(f"  {line}\t" for line in record.text.splitlines()),
        record.text.replace("\n", "\n\n"),
    ):
        assert Record.parse(text, nowhere) == record


def test_files_with_one_name_in_two_folders_are_kept_apart(tmp_path: Path) -> None:
    for folder, added in (("a", "one"), ("b", "two")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.rules").write_text(f"layer {added}\nadd counter {added} of player\n", "utf-8")
    spec = "+".join(map(str, (KUHN, tmp_path / "a/mine.rules", tmp_path / "b/mine.rules")))
    record = played(load(spec))
    assert "file mine.rules on kuhn.rules [" in record.text and "file 2-mine.rules on kuhn.rules [" in record.text
    assert Record.parse(record.text, nowhere).rules.name == "kuhn+one+two"


# ---- damage

RECORD = evolve(played(load(KUHN)), spec="kuhn")
LINES = RECORD.text.splitlines()
RULES = [number for number, line in enumerate(LINES, start=1) if line.startswith(("file ", "|"))]


def refused(lines: list[str], rules: object = nowhere) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Record.parse("\n".join(lines) + "\n", rules)  # type: ignore[arg-type]
    return caught.value


def test_every_change_to_the_rules_names_their_lines() -> None:
    random = Random(5)
    for number in random.sample(RULES, tried(len(RULES), 40)):
        line = LINES[number - 1]
        for changed in ([], [line, line], [f"{line}x"], [line[1:]], [line[: len(line) // 2]]):
            lines = [*LINES[: number - 1], *changed, *LINES[number:]]
            if [each.rstrip() for each in lines] == LINES:
                continue
            error = refused(lines)
            assert error.remedy
            found = [int(each) for each in re.findall(r"lines (\d+) to (\d+)", error.message) for each in each]
            assert error.line == number or (found and found[0] <= number <= found[1] + 1), str(error)


def test_the_files_of_today_show_which_line_is_damaged_and_what_it_was() -> None:
    for number in Random(3).sample(RULES, tried(len(RULES), 30)):
        line = LINES[number - 1]
        if not line.startswith("| "):
            continue
        error = refused([*LINES[: number - 1], f"{line}!", *LINES[number:]], lambda spec: RECORD.rules)
        assert (error.line, error.remedy) == (number, f"it was: {line}")
        assert re.fullmatch(r"\S+ has been changed here", error.message)


def test_a_record_that_was_cut_in_its_rules_breaks_off_in_that_file() -> None:
    cut = 0
    for number in Random(4).sample(RULES, tried(len(RULES), 30)):
        line = LINES[number - 1]
        if not line.startswith("| ") or not LINES[number].startswith("|"):
            continue
        error = refused([*LINES[: number - 1], line[: 2 + len(line) // 2]], lambda spec: RECORD.rules)
        assert (error.line, error.remedy) == (number, "use an undamaged copy")
        assert re.fullmatch(r"\S+ ends too early, after this line", error.message)
        cut += 1
    assert cut > 10


@settings(max_examples=tried(400, 60))
@given(st.data())
def test_a_damaged_record_is_refused_or_is_the_same_game(data: st.DataObject) -> None:
    text = RECORD.text
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.sampled_from((0, 1, 1, 2, 40, 2000))))
    put = data.draw(st.sampled_from(("", "x", "\n", "| ", "|\n", "file x.rules [0]\n", "\0", "[", " # ", "\u2028")))
    try:
        read = Record.parse(text[:start] + put + text[end:], nowhere)
    except RecordError as error:
        refusal = error
    else:
        assert (read.state, read.seed) == (RECORD.state, RECORD.seed)
        return
    assert refusal.message and 0 <= refusal.line <= text.count("\n") + 2


def forged(*files: tuple[str, str]) -> list[str]:
    """A record with these files, whose checksums are right."""
    head = LINES[: RULES[0] - 1]
    lines = [*head]
    for title, text in files:
        checksum = sha256("\n".join((title, *text.splitlines())).encode()).hexdigest()[:8]
        lines += [f"{title} [{checksum}]", *(f"| {line}" for line in text.splitlines())]
    return [*lines, *LINES[RULES[-1] :]]


BASE = "file kuhn.rules", KUHN.read_text("utf-8")


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ([("file mine.rules", "layer mine\n")], "these layers have no ruleset"),
        ([("file mine.rules", "nonsense\n")], "a rule file must start with 'ruleset', 'layer' or 'scenarios'"),
        ([("file mine.rules", "")], "the file is empty"),
        ([BASE, BASE], "kuhn.rules appears twice"),
        ([("file kuhn.en.texts", "texts en\n")], "no rule file comes before kuhn.en.texts"),
        ([("file kuhn", "ruleset kuhn\n")], "this is not the name of a rule file"),
        ([("file kuhn.rules", "ruleset kuhn\n" + "# x\n" * 90_000)], "kuhn.rules: "),
        ([("file kuhn.rules", "ruleset kuhn\nplayers 2\n")], "the rules declare no turn limit"),
        ([BASE, ("file mine.rules on kuhn.rules", "layer mine\nadd counter x of player\n")], "the rules below are not"),
        ([BASE, *[(f"file m{n}.rules", f"layer m{n}\n") for n in range(60)]], "too many layers: 61"),
    ],
)  # fmt: skip
def test_rules_that_cannot_be_those_of_the_record_are_refused(files: list[tuple[str, str]], message: str) -> None:
    error = refused(forged(*files))
    assert message in error.message, str(error)
    assert error.line


def test_a_mistake_in_the_rules_is_reported_in_the_line_of_the_record() -> None:
    text = BASE[1].replace("choose act from deed", "choose act from deeed")
    lines = forged((BASE[0], text))
    error = refused(lines)
    assert "deeed" in lines[error.line - 1] and "deeed" in error.message


def test_texts_that_the_rules_no_longer_bear_out_are_left_out() -> None:
    lines = forged(BASE, ("file kuhn.en.texts", "texts en\n\naction Nobody\n    Nobody acts.\n"))
    assert Record.parse("\n".join(lines), nowhere).state == RECORD.state
