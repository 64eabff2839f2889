"""Rule files are read as any editor writes them, and what is too deep, too large or endless is told in bounded time."""

import os
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulespec
from rulespec.language.errors import RulesError
from rulespec.language.tree.limits import BYTES, LAYERS
from rulespec.language.tree.source import Source, uniform
from rulespec.language.trees import parse
from tests.effort import some, tried

BASE = (Path(__file__).parent / "rules" / "bad" / "base.rules").read_text("utf-8")
GAME = BASE.replace("table", "tänze").replace("red", "Müßiggänger")

EDITORS: dict[str, Callable[[str], bytes]] = {
    "a byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "Windows line ends": lambda text: text.replace("\n", "\r\n").encode(),
    "old Mac line ends": lambda text: text.replace("\n", "\r").encode(),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0").encode(),
    "tabs": lambda text: text.replace("    ", "\t").encode(),
    "tabs and spaces": lambda text: text.replace("    choose", "\tchoose").encode(),
    "no final newline": lambda text: text.rstrip("\n").encode(),
    "decomposed umlauts": lambda text: unicodedata.normalize("NFD", text).encode(),
    "umlauts of both kinds": lambda text: text.replace("card to tänze", "card to ta\u0308nze").encode(),
    "spaces at line ends": lambda text: text.replace("\n", "  \n").encode(),
    "comments everywhere": lambda text: text.replace("\n", "  # so it is\n").encode(),
    "blank lines everywhere": lambda text: text.replace("\n", "\n\n   \n").encode(),
}


@pytest.mark.parametrize("editor", EDITORS)
def test_a_file_says_the_same_whatever_editor_wrote_it(editor: str, tmp_path: Path) -> None:
    plain, written = tmp_path / "plain.rules", tmp_path / "written.rules"
    plain.write_text(GAME, "utf-8")
    written.write_bytes(EDITORS[editor](GAME))
    assert rulespec.load(written).digest == rulespec.load(plain).digest


def test_a_line_goes_on_after_a_comma_and_or_or(tmp_path: Path) -> None:
    path = tmp_path / "long.rules"
    path.write_text(
        BASE + "call player lucky if own points is 1 and  # so far\n\n"
        "own points is 1 and\n    own hand is not empty\n"
        "value best: hand of active,\n    where it is red or\n        it is low,\n    where it is high\n"
    )
    blocks = rulespec.load(path).composed.entries
    assert {"call lucky", "value best"} <= set(blocks)


CONTINUED = {  # a block on one line, and in several ways on more
    "zone discards, in a row, seen by all": [
        "zone discards,\n  in a row\n , seen by all",
        "zone\n discards, in a row, seen by all",
    ],
    "value best: 1 if pile is empty and own hand is empty, 2 plus 3 otherwise": [
        "value best:\n    1 if\n pile is empty # both\n    and own hand is empty,\n    2\n        plus 3\n    otherwise"
    ],
    "value worst: own hand, where it is red or it is low": [
        "value worst: own hand\n    , where\n      it is red\n    or it is low"
    ],
    "call player lucky if own points is at least 1": ["call player lucky\n    if own points is at\n        least 1"],
    "action low\n    if pile is empty or own hand is empty\n        add 1 to own points\n        nothing": [
        "action low\n  if pile is empty\n    or own hand is empty\n    add 1 to own points\n    nothing",
        "action low\n  if\n      pile is\n       empty\n        or own hand\n       is empty\n    add\n      1\n"
        "      to own points\n    nothing",
    ],
    "action low\n    players: add 1 to own points\n    choose n from 1 to 2": [
        "action low\n  players:\n    add 1\n      to own points\n  choose n\n    from\n    1 to 2"
    ],
    "action low\n    self is next": ["action low\n    self\n        is\n            next"],
    "action low\n    note\n        plus is next": ["action low\n  note\n     plus\n        is next"],
}


@pytest.mark.parametrize("plain", CONTINUED)
def test_a_deeper_line_continues_a_line_where_no_block_can_begin(plain: str) -> None:
    def items(block: str) -> object:
        file, problems = parse(Source("read", f"layer read\n{block}\n"))
        assert file is not None, block
        assert not problems, f"{block}\n{problems[0]}"
        return file.items

    for continued in CONTINUED[plain]:
        assert items(continued) == items(plain), continued


MONSTERS: dict[str, str] = {
    "a statement of thousands of rows": "value v: 1\n" + "    plus 1\n" * tried(10_000, 3_000),
    "a sum of thousands of numbers": "value v: " + " plus ".join("1" * tried(30_000, 3_000)) + "\n",
    "brackets in brackets": "value v: " + "(" * 20_000 + "1" + ")" * 20_000 + "\n",
    "nots upon nots": "call game odd if " + "not " * 20_000 + "pile is empty\n",
    "things of things": "value v: " + "first of " * 20_000 + "pile\n",
    "blocks in blocks": "action low\n" + "".join(" " * i + "if pile is empty\n" for i in range(1, 600)),
}


@pytest.mark.parametrize("monster", MONSTERS)
def test_what_is_nested_too_deep_is_a_clear_error(monster: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.rules"
    path.write_text(BASE + MONSTERS[monster])
    with pytest.raises(RulesError) as caught:
        rulespec.load(path)
    assert caught.value.errors[0].code in ("E002", "E004", "E006")


def test_a_file_of_nothing_but_mistakes_tells_a_hundred_of_them(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text("ruleset wrong\n" + "nonsense upon nonsense\n" * 5_000)
    with pytest.raises(RulesError) as caught:
        rulespec.load(path)
    assert [error.code for error in caught.value.errors] == ["E002"] * 100
    assert "100 errors and more" in str(caught.value)


def test_a_file_loads_up_to_the_limit_and_no_further(tmp_path: Path) -> None:
    path = tmp_path / "large.rules"
    words = tried(20_000, 2_000)
    text = BASE + "word many: " + ", ".join(f"w{i}" for i in range(words)) + "\n"
    path.write_text(text + "#" * (BYTES.most - len(text)))
    assert len(rulespec.load(path).resolved.names.words) == words + 4
    path.write_text(text + "#" * (BYTES.most - len(text) + 1))
    with pytest.raises(RulesError, match=r"too many bytes in one rule file: 262,145 \(limit 262,144\)"):
        rulespec.load(path)


NO_FILES: dict[str, Callable[[Path], str]] = {
    "a device without end": lambda folder: "/dev/zero",
    "a pipe that nobody writes to": lambda folder: _piped(folder / "pipe.rules"),
    "a folder": lambda folder: f"{folder}/",
    "a name that is too long": lambda folder: f"{folder}/{'n' * 300}.rules",
    "a path that is too long": lambda folder: f"{folder}/{'n/' * 3_000}x.rules",
    "a NUL": lambda folder: f"{folder}/a\0b.rules",
    "half of a character": lambda folder: f"{folder}/\ud800.rules",
}


def _piped(path: Path) -> str:
    os.mkfifo(path)
    return str(path)


@pytest.mark.parametrize("kind", NO_FILES)
def test_what_cannot_be_read_as_a_file_is_told_so_at_once(kind: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        rulespec.load(NO_FILES[kind](tmp_path))
    assert [error.code for error in caught.value.errors] == ["E001"]
    assert len(str(caught.value)) < 400


def test_a_name_of_no_file_is_told_in_short() -> None:
    for name in ("n" * 300, "a\0b", "\ud800"):
        with pytest.raises(RulesError) as caught:
            rulespec.load(name)
        assert [error.code for error in caught.value.errors] == ["E010"]
        assert len(str(caught.value)) < 400


def test_there_is_an_end_to_layers(tmp_path: Path) -> None:
    for layer in range(1, 1_500):
        (tmp_path / f"l{layer}.rules").write_text(f"layer l{layer} extends l{layer - 1}\n")
    (tmp_path / "l0.rules").write_text(BASE)
    assert len(rulespec.load(tmp_path / f"l{LAYERS.most - 1}.rules").composed.layers) == LAYERS.most
    for spec in (str(tmp_path / "l1499.rules"), "+".join(str(tmp_path / f"l{layer}.rules") for layer in range(60))):
        with pytest.raises(RulesError) as caught:
            rulespec.load(spec)
        assert "E006" in [error.code for error in caught.value.errors]


@pytest.mark.parametrize("items", ["000:1", "R1", "a-b: 1 ", "000:1,2 - 3", "1"])
@pytest.mark.parametrize("end", some([" x", ")x", "\n", "-", " x)"], 1))
def test_a_citation_is_read_in_one_go(items: str, end: str) -> None:
    """What is not closed, or ill-formed at its end, costs no second try: thousands would take years."""
    text = f"value v: 1 ({'; '.join([items] * tried(5_000, 1_000))}{end}\n"
    tree, problems = parse(Source("cited", f"ruleset cited\n{text}"))
    assert tree is not None
    assert [problem.code for problem in problems] == ["E002"]


@pytest.mark.parametrize(
    "junk", [b"", b"\x00" * 500, bytes(range(128)) * 4, b"\xff\xfe" + "ruleset x".encode("utf-16-le")]
)
def test_junk_is_told_as_junk(junk: bytes, tmp_path: Path) -> None:
    path = tmp_path / "junk.rules"
    path.write_bytes(junk)
    with pytest.raises(RulesError) as caught:
        rulespec.load(path)
    assert caught.value.errors[0].code in ("E001", "E003")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rulespec record 1\nrules ksr\nseed 3\n\nround 1\nturn 1 rot\nrot card: Zofe rot\n", "a record of a game"),
        ("Dear friend,\nhere are the rules.\nPlay one card.\n\nYours\n", "a rule file must start with"),
        ("<!doctype html>\n<html>\n<body>\n</body>\n</html>\n", "a rule file must start with"),
    ],
)
def test_a_file_of_which_nothing_can_be_read_is_told_so_once(text: str, said: str) -> None:
    tree, problems = parse(Source("other", text))
    assert tree is None
    assert [problem.code for problem in problems] == ["E003"] and said in problems[0].message


def test_what_is_no_file_is_told_so(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.rules"):
        with pytest.raises(RulesError) as caught:
            rulespec.load(path)
        assert [error.code for error in caught.value.errors] == ["E001"]


@pytest.mark.parametrize("path", ["a+b.rules", "a+b/c.rules", "a+b+c/d+e.rules", "a++b.rules", "+.rules"])
def test_a_path_may_hold_plus_signs(path: str, tmp_path: Path) -> None:
    below = tmp_path / path
    below.parent.mkdir(exist_ok=True)
    below.write_text(BASE, "utf-8")
    (tmp_path / "a.rules").write_text("layer a\nreplace at most 5 turns\n", "utf-8")
    assert rulespec.load(str(below)).name == "base"
    assert rulespec.load(f"{below}+{tmp_path / 'a.rules'}").name == "base+a"


def test_the_longest_path_that_exists_is_meant(tmp_path: Path) -> None:
    (tmp_path / "a+b.rules").write_text(BASE, "utf-8")
    (tmp_path / "a+b.rules+c.rules").write_text(BASE.replace("ruleset base", "ruleset longer"), "utf-8")
    (tmp_path / "c.rules").write_text("layer c\n", "utf-8")
    assert rulespec.load(f"{tmp_path / 'a+b.rules'}+c").name == "base+c"
    assert rulespec.load(f"{tmp_path / 'a+b.rules'}+c.rules").name == "longer"


def test_thousands_of_layers_that_are_not_there_are_told_so() -> None:
    with pytest.raises(RulesError) as caught:
        rulespec.load("+".join(["nobody", "wrote", "this"] * 1000))
    assert {error.code for error in caught.value.errors} == {"E006"}
    with pytest.raises(RulesError, match="unknown ruleset"):
        rulespec.load("long" * 1000)


def test_of_the_files_that_there_are_those_with_scenarios_alone_are_no_rulesets(tmp_path: Path) -> None:
    for name, text in (
        ("base", BASE),
        ("top", "layer top\n"),
        ("tried", "# of base\n\nscenarios tried extends base\n"),
    ):
        (tmp_path / f"{name}.rules").write_text(text, "utf-8")
    (tmp_path / "under.rules").write_text("ruleset under extends nobody\n", "utf-8")
    for spec, there in (("else", "base, top, under"), (tmp_path / "under.rules", "base, top")):
        with pytest.raises(RulesError) as caught:
            rulespec.load(spec, library=tmp_path)
        assert [error.remedy for error in caught.value.errors] == [f"available: {there}"]


@given(st.text(st.sampled_from("aeE\u0301\u0308\u0323\u200b\ufeff\u00ad\r\n\u2028\u00a0\u2000\u212b# ")) | st.text())
def test_a_text_that_was_made_uniform_stays_as_it_is(text: str) -> None:
    assert uniform(uniform(text)) == uniform(text)


def test_an_invisible_character_keeps_no_accent_apart_from_its_letter() -> None:
    assert uniform("e\u200b\u0301") == uniform("\u00e9") == "\u00e9\n"


# ---- what was read before


def test_what_was_loaded_before_is_not_made_again_while_its_texts_are_the_same(tmp_path: Path) -> None:
    base, layer = tmp_path / "mine.rules", tmp_path / "more.rules"
    base.write_text(BASE, "utf-8")
    layer.write_text('layer more "More"\nreplace at most 9 turns\n', "utf-8")
    load, both = rulespec.load, f"{base}+{layer}"
    alone, laid = load(base), load(both)
    assert load(base) is alone and load(base).game(2) is alone.game(2)
    assert load(both) is laid and laid != alone
    assert load(base, listed=1) is not alone
    assert load(both).game(2).most_turns == 9
    layer.write_text('layer more "More"\nreplace at most 8 turns\n', "utf-8")
    assert load(both).game(2).most_turns == 8
    assert load(base) is alone


def test_a_file_that_is_replaced_is_read_anew_whatever_its_date_says(tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    path.write_text(BASE, "utf-8")
    before, stamp = rulespec.load(path), path.stat()
    for wrong in (False, True, True, False):
        path.write_text(BASE.replace("move", "mvoe") if wrong else BASE, "utf-8")
        os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
        if wrong:
            with pytest.raises(RulesError, match="did you mean 'move'"):
                rulespec.load(path)
        else:
            assert rulespec.load(path) is before
