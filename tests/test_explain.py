"""Explaining a block: what it says, its history, what it rests on."""

from pathlib import Path

import pytest

import palast
from rulespec import Ruleset
from rulespec.game.explain import explain, find, overview
from rulespec.language.printer import lines
from rulespec.language.tree import declarations as d
from rulespec.language.tree.node import Cited, walk

EXAMPLES = Path(__file__).parents[1] / "examples"
SPECS = [
    *(f"{ruleset}{layer}" for ruleset in palast.rulesets() for layer in ("", "+wertung")),
    str(EXAMPLES / "games/kuhn.rules"),
    str(EXAMPLES / "games/mau-mau.rules"),
    f"magier+{EXAMPLES / 'readings' / 'gleichzeitig.rules'}",
]

ENDLESS = "game ends never: 1 is 2\nwinners: players\n"


@pytest.fixture(params=SPECS, ids=lambda spec: Path(spec).stem)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return palast.load(str(request.param))


def test_every_block_is_shown_whole_with_all_that_made_it(rules: Ruleset) -> None:
    for key, entry in rules.composed.entries.items():
        said = explain(rules, key)
        assert said[1 : len(lines(entry.declaration))] == lines(entry.declaration)[1:]
        text = "\n".join(said)
        for change in entry.changes:
            assert f"{change.span.source.path}:{change.span.line}" in text


def test_every_ruling_that_a_block_cites_is_told_with_its_other_readings(rules: Ruleset) -> None:
    told = 0
    for key, entry in rules.composed.entries.items():
        inner = [cite for node in walk(entry.declaration) if isinstance(node, Cited) for cite in node.cites]
        text = "\n".join(explain(rules, key))
        for cite in (*entry.cites, *inner):
            if cite.lines:
                assert str(cite) in text
                continue
            ruling = rules.composed.entries[f"ruling {cite}"].declaration
            assert isinstance(ruling, d.Ruling)
            told += 1
            assert ruling.question in text
            assert ruling.answer in text
            for reading in ruling.readings:
                assert f"other reading {reading.name}: {reading.text}" in text
    assert told > 0 or not rules.composed.of(d.Ruling)


def test_the_overview_has_every_block_in_order(rules: Ruleset) -> None:
    said = overview(rules)
    keys = [
        key
        for key, entry in rules.composed.entries.items()
        if not isinstance(entry.declaration, d.SourceText | d.Ruling)
    ]
    blocks, _, told = "\n".join(said[said.index("blocks") + 1 :]).partition("\n\nscenarios\n")
    listed = [line.strip().split("  ")[0] for line in blocks.splitlines()]
    assert listed + [f"scenario {line.strip().split('  ')[0]}" for line in told.splitlines()] == keys


def test_every_key_finds_itself(rules: Ruleset) -> None:
    for key in rules.composed.entries:
        assert find(rules, key) == key


def test_a_name_with_its_old_spelling_finds_the_renamed_block() -> None:
    assert find(palast.load("magier"), "action Zauberer") == "action Magier"
    assert find(palast.load("magier"), "Mundschenk") == "action Kurtisane"


def test_a_word_without_a_block_of_its_own_finds_its_list() -> None:
    assert find(palast.load("ksr"), "braun") == "word colour"


def test_a_decomposed_umlaut_finds_the_block() -> None:
    assert find(palast.load("ksr"), "Wa\u0308chter") == "action Wächter"


@pytest.mark.parametrize(
    ("words", "message"), [("Wachtmeister", "has no block"), ("", "has no block"), ("zone", "could be")]
)
def test_words_that_mean_no_single_block_are_a_lookup_error(words: str, message: str) -> None:
    with pytest.raises(LookupError, match=message):
        find(palast.load("ksr"), words)


def test_a_ruling_says_what_rests_on_it() -> None:
    said = explain(palast.load("magier"), "ruling R8")
    assert said[0] == 'ruling R8 "Do both players of a swap choose their cards at the same time?"'
    assert said[said.index("cited by:") + 1] == "    action Magier  (R8)"
    assert "    gleichzeitig: at the same time, neither seeing the other's cards" in said


def test_a_source_says_which_of_its_lines_stand_where() -> None:
    said = explain(palast.load("review"), "source 002")
    assert any(line.split() == ["action", "Zofe", "(002:10)"] for line in said)


def test_a_rename_inside_a_block_is_told() -> None:
    text = "\n".join(explain(palast.load("review"), "round ends jester"))
    assert "Hofnarr renamed to Narr by review (002:9)" in text
    text = "\n".join(explain(palast.load("review"), "action Zofe"))
    assert "once" not in text


def test_the_layer_of_a_reading_is_named_where_it_lies_beside_the_rules(tmp_path: Path) -> None:
    (tmp_path / "mild.rules").write_text('layer mild "milder"\n', "utf-8")
    (tmp_path / "strict.rules").write_text(
        'ruleset strict "A stern game"\nruling R1 "Who begins?"\n    answer "The eldest."\n'
        '    reading mild "Anybody."\n    reading lost "Nobody."\nplayers 2\nat most 2 turns (R1)\nturn\n    nothing\n'
        + ENDLESS,
        "utf-8",
    )
    said = explain(palast.load(tmp_path / "strict.rules"), "limit")
    assert f"        other reading mild: Anybody.  {tmp_path / 'mild.rules'}" in said
    assert "        other reading lost: Nobody." in said


@pytest.mark.parametrize(
    ("ruleset", "counts"), [("ksr", (35, 42, 49)), ("magier", (35, 42, 49)), ("review", (28, 35, 42))]
)
def test_the_cards_are_counted_for_each_number_of_players(ruleset: str, counts: tuple[int, ...]) -> None:
    text = "\n".join(explain(palast.load(ruleset), "cards court"))
    for players, count in zip((3, 4, 5), counts, strict=True):
        assert f"{players} players, {count} cards: " in text


def test_a_person_who_is_added_shows_among_the_cards(tmp_path: Path) -> None:
    layer = tmp_path / "koch.rules"
    layer.write_text('layer koch "A cook"\nadd Koch to person\nadd action Koch\n    nothing\n', "utf-8")
    rules = palast.load(f"ksr+{layer}")
    kings = explain(rules, "cards kings")
    assert any("3 players, 7 cards: " in line and line.endswith("Koch") for line in kings)
    assert "    4 players, 7 cards: the same" in kings
    assert "Koch blau" in "\n".join(explain(rules, "cards court"))
    assert any(line.startswith("    extended with a word by koch") for line in explain(rules, "word person"))


def test_two_groups_with_the_same_kind_of_card_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "two.rules"
    file.write_text(
        'ruleset two "Two packs"\nplayers 2\nat most 2 turns\nword rank: low, high\ncards one in pile\n'
        "    1 of each rank\ncards other in pile\n    2 of high\nzone pile\nturn\n    nothing\n" + ENDLESS,
        "utf-8",
    )
    rules = palast.load(file)
    assert explain(rules, "cards one")[-1] == "    2 players, 2 cards: low, high 1"
    assert explain(rules, "cards other")[-1] == "    2 players, 2 cards: high 2, high 3"
