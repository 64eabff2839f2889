"""Options: values that are set before play, and blocks that depend on them."""

import pickle
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import rulespec
from palast.commandline import main
from rulespec import RulesError
from rulespec.agents.play import playout
from rulespec.experiments.scenarios import absent, run
from rulespec.experiments.scenarios import tried as scenarios_of
from rulespec.experiments.testing.files import rule_file
from rulespec.game.history import answers
from rulespec.game.loading import variants
from rulespec.language.parser import read
from rulespec.language.printer import lines, written
from rulespec.language.tree.source import source_of
from rulespec.records import Record, RecordError
from rulespec.rules.texts.current import standing
from rulespec.wording import wording
from rulespec.wording.sheets import sheet
from tests.effort import tried

SWITCHED = """ruleset fair "At the fair"
players 2 to 3
at most 60 turns
option hand-size "Cards in hand": 3, from 2 to 5
option tax: no, once or always
option luxury: Gold or Tea
option jokers: 0, from 0 to 2
word ware: Tea, Silk, Gold
word extra: Joker
numbers price: 1 to 5
cards goods in pile
    1 of each ware in each price
    jokers of Joker
zone pile, shuffled
zone hand of player, seen by owner
zone stall of player, in a row, seen by all
counter points of player, never below 0
value most: hand-size times 2
set-up
    players: draw hand-size from pile to own hand
turn
    choose card from own hand
    move card to own stall
    if ware of card is luxury and tax is not always: add 1 to own points
    draw 1 from pile to own hand
if tax is not no
    after turn taxation
        if tax is once: take 1 from points of active
        otherwise
            set points of active to 0
game ends sold: pile is empty
game ends rich: tax is no and (some player where own points is at least most)
winners: players, with most own points then most cards in own stall
always kept: every player where cards in own hand is at most 5
if tax is once
    scenario taxed
        given 2 players
            points of seat 0: 3
            hand of seat 0: Silk 1
            pile: the rest
        when
            seat 0: Silk 1
        then
            points of seat 0: 2
"""
# what an author would write for each combination of values, by hand
TAXED = {"no": "", "once": "after turn taxation\n    take 1 from points of active\n",
         "always": "after turn taxation\n    set points of active to 0\n"}  # fmt: skip


def load(spec: str = "fair", **options: int | str | bool) -> rulespec.Ruleset:
    return rulespec.load(spec, texts={"fair": SWITCHED}, **options)  # type: ignore[arg-type]


def by_hand(hand: int, tax: str, luxury: str, jokers: int) -> str:
    """The rules without options that a combination of values stands for."""
    text = SWITCHED.split("if tax is once\n    scenario")[0]
    start, end = text.index("if tax is not no"), text.index("game ends sold")
    text = text[:start] + TAXED[tax] + text[end:]
    text = "\n".join(line for line in text.splitlines() if not line.startswith("option"))
    text = text.replace("hand-size", str(hand)).replace("is luxury", f"is {luxury}")
    text = text.replace(" and tax is not always", "") if tax != "always" else text.replace(
        f"    if ware of card is {luxury} and tax is not always: add 1 to own points\n", "")  # fmt: skip
    text = text.replace("    jokers of Joker\n", f"    {jokers} of Joker\n" if jokers else "")
    rich = "game ends rich: tax is no and (some player where own points is at least most)"
    return text.replace(rich, rich.replace("tax is no and ", "") if tax == "no" else "")


def test_each_combination_of_values_is_the_game_that_one_would_write_for_it() -> None:
    seen = set[str]()
    for hand, tax, luxury, jokers in product((2, 3, 5), TAXED, ("Gold", "Tea"), (0, 2)):
        rules = load(hand_size=hand, tax=tax, luxury=luxury, jokers=jokers)
        expected = rulespec.load("fair", texts={"fair": by_hand(hand, tax, luxury, jokers)})
        played = {key: entry.declaration for key, entry in rules.composed.entries.items()}
        for key, entry in expected.composed.entries.items():
            assert "\n".join(lines(played[key])).replace(f"{hand} times 2", "most") == "\n".join(
                lines(entry.declaration)
            ).replace(f"{hand} times 2", "most"), (hand, tax, luxury, jokers)
        assert rules.digest == expected.digest
        seen.add(rules.digest)
    assert len(seen) == 3 * 3 * 2 * 2 - 3 * 2 * 1  # while tax is always, nothing depends on the luxury


def test_options_are_set_in_a_spec_and_by_name() -> None:
    assert load("fair+hand-size=5+tax=once") is not None
    assert load("fair+hand-size=5+tax=once").digest == load(hand_size=5, tax="once").digest
    assert load(hand_size=5).name == "fair+hand-size=5"
    assert load(hand_size=3).name == "fair"
    assert load().composed.options.values == {"hand-size": 3, "tax": "no", "luxury": "Gold", "jokers": 0}
    assert pickle.loads(pickle.dumps(load(tax="once"))).digest == load(tax="once").digest
    with pytest.raises(TypeError, match="hand_size"):
        load(hand_size=2.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("spec", "message", "remedy"),
    [
        ("fair+hand-size=9", "the option 'hand-size' cannot be '9'", "choose a value from 2 to 5"),
        ("fair+hnad-size=3", "unknown option 'hnad-size'", "did you mean 'hand-size'?"),
        ("fair+tax=on", "the option 'tax' cannot be 'on'", "choose a value of no, once or always"),
        ("fair+tax=once+tax=always", "the option 'tax' is set to both 'once' and 'always'", "set it once"),
        ("tax=once", "'tax=once' sets an option and needs a ruleset", "load: RULESET+tax=once"),
        (f"fair+hand-size={'9' * 5000}", "the option 'hand-size' cannot be '99", "choose a value from 2 to 5"),
        ("fair+hand-size=-3", "the option 'hand-size' cannot be '-3'", "choose a value from 2 to 5"),
        ("fair+hand-size=\u0663", "the option 'hand-size' cannot be", "choose a value from 2 to 5"),
        ("fair+tax=", "the option 'tax' cannot be ''", "choose a value of no, once or always"),
        ("ksr+tax=no", "unknown option 'tax'", "these rules have no options; remove it"),
    ],
)
def test_a_wrong_setting_is_refused_with_a_remedy(spec: str, message: str, remedy: str) -> None:
    with pytest.raises(RulesError) as wrong:
        rulespec.load(spec, library=Path("cards"), texts={"fair": SWITCHED})
    assert message in wrong.value.errors[0].message
    assert wrong.value.errors[0].remedy == remedy
    assert len(wrong.value.errors) == 1 and len(str(wrong.value)) < 600


def test_a_layer_changes_a_default_and_blocks_under_an_option() -> None:
    layer = """layer mine
replace option hand-size: 4, from 4 to 5
if levy is always
    replace after turn taxation
        set points of active to 1
    remove always kept
rename tax to levy
"""
    texts = {"fair": SWITCHED, "mine": layer}
    plain = rulespec.load("fair+mine", texts=texts)
    assert plain.composed.options.values["hand-size"] == 4
    assert "always kept" in plain.composed.entries
    taxed = rulespec.load("fair+mine", texts=texts, levy="always")
    assert "always kept" not in taxed.composed.entries
    assert lines(taxed.composed.entries["after turn taxation"].declaration)[1] == "    set points of active to 1"
    once = rulespec.load("fair+mine+levy=once", texts=texts)
    assert lines(once.composed.entries["after turn taxation"].declaration)[1] == "    take 1 from points of active"


def test_a_record_keeps_all_values_though_the_defaults_change(tmp_path: Path) -> None:
    path = tmp_path / "fair.rules"
    path.write_text(SWITCHED, "utf-8")
    state = rulespec.load(path).begin(2, 0, Random(1).random)
    record = Record(state, seed=1, spec=str(path))
    assert "options hand-size=3, tax=no, luxury=Gold, jokers=0\n" in record.text
    kept = tmp_path / "fair.game"
    kept.write_text(record.text, "utf-8")
    path.write_text(SWITCHED.replace("3, from 2", "5, from 2"), "utf-8")
    read_again = Record.read(kept, rulespec.load)
    assert read_again.rules.composed.options.values["hand-size"] == 3
    assert len(read_again.state.zone("hand", 0)) == 3
    damaged = record.text.replace("hand-size=3", "hand-size=4")
    kept.write_text(damaged, "utf-8")
    with pytest.raises(RecordError, match="not the rules of this game"):
        Record.read(kept, rulespec.load)


def test_the_sheet_lists_the_options_in_both_languages() -> None:
    rules = load(hand_size=5, tax="once")
    for language, heading, said in (
        ("en", "You play with", ["5 (2 to 5).", "once (or no, always).", "Gold (or Tea).", "0 (0 to 2)."]),
        ("de", "Ihr spielt mit", ["5 (2 bis 5).", "once (oder nein, always).", "Gold (oder Tea).", "0 (0 bis 2)."]),
    ):
        section = next(each for each in sheet(rules, language).sections if each.name == "options")
        assert section.heading == heading
        assert [entry.text for entry in section.entries] == said
    assert section.entries[0].label == "Cards in hand"


def test_a_text_names_options_or_is_left_out_with_other_values(tmp_path: Path) -> None:
    (tmp_path / "fair.rules").write_text(SWITCHED, "utf-8")
    (tmp_path / "fair.en.texts").write_text(
        "texts en\n\nset-up\n    Everyone gets {hand-size} cards.\nturn\n    Play a card, and draw one.\n"
        "after turn taxation\n    {tax = once: You lose a point. | You lose all points.}\n",
        "utf-8",
    )

    def said(key: str, **options: int | str) -> str | None:
        return wording(rulespec.load(tmp_path / "fair.rules", **options), "en").said(key)  # type: ignore[arg-type]

    assert said("set-up") == "Everyone gets 3 cards."
    assert said("set-up", hand_size=5) == "Everyone gets 5 cards."
    assert said("turn") == "Play a card, and draw one."
    assert said("turn", tax="always") is None
    assert said("turn", luxury="Tea") is None
    assert said("turn", hand_size=5) == "Play a card, and draw one."
    assert said("after turn taxation", tax="once") == "You lose a point."
    assert said("after turn taxation", tax="always") == "You lose all points."


def test_each_other_value_is_a_variant_and_its_blocks_are_read() -> None:
    names = [name for name, _ in variants(load())]
    assert names == [
        "hand-size=2", "hand-size=4", "hand-size=5", "tax=once", "tax=always", "luxury=Tea", "jokers=1", "jokers=2",
    ]  # fmt: skip
    broken = SWITCHED.replace("set points of active to 0", "set pionts of active to 0")
    rules = rulespec.load("fair", texts={"fair": broken})
    wrong = [name for name, each in variants(rules) if isinstance(each, RulesError)]
    assert wrong == ["tax=always"]
    assert not list(variants(load(tax="once")))


def test_what_is_printed_is_read_again() -> None:
    tree, wrong = read(source_of("fair.rules", SWITCHED))
    assert not wrong and tree is not None
    again, wrong = read(source_of("fair.rules", written(tree)))
    assert not wrong and again == tree


def test_both_engines_play_the_same_with_every_value() -> None:
    decisions = 0
    for _, rules in [("", load()), *variants(load())]:
        assert not isinstance(rules, RulesError)
        for seed in range(5):
            finals = [playout(evolve(rules, wanted=engine), 2, seed).state for engine in ("python", "native")]
            decisions += len(answers(finals[0]))
            assert finals[0].position == finals[1].position and finals[0].result == finals[1].result
    assert decisions > 500


def test_a_choice_that_an_option_takes_away_keeps_its_text(tmp_path: Path) -> None:
    text = SWITCHED.replace(
        "    move card to own stall\n",
        "    move card to own stall\n    if tax is once and pile is not empty\n        choose gift from own hand\n"
        "        move gift to pile\n",
    )
    (tmp_path / "fair.rules").write_text(text, "utf-8")
    (tmp_path / "fair.en.texts").write_text("texts en\n\nturn\n    gift: Which card do you return?\n", "utf-8")
    plain, taxed = (rulespec.load(tmp_path / "fair.rules", **said) for said in ({}, {"tax": "once"}))  # type: ignore[arg-type]
    assert ("turn", "gift") in standing(taxed.resolved, "en").texts
    assert "gift" not in " ".join(lines(plain.composed.entries["turn"].declaration))
    (tmp_path / "fair.en.texts").write_text("texts en\n\nturn\n    gfit: Which card?\n", "utf-8")
    with pytest.raises(RulesError, match="'turn' has no choice 'gfit'"):
        rulespec.load(tmp_path / "fair.rules")


def test_the_texts_of_the_game_and_of_questions_stay_with_every_value(tmp_path: Path) -> None:
    (tmp_path / "fair.rules").write_text(SWITCHED, "utf-8")
    texts = "texts en\n\ngame\n    A day at the fair.\n    aim: Get rich.\nturn\n    card: Which ware do you offer?\n"
    (tmp_path / "fair.en.texts").write_text(texts, "utf-8")
    found = standing(rulespec.load(tmp_path / "fair.rules", tax="always").resolved, "en").texts
    assert found.keys() == {("game", ""), ("turn", "card")}  # with taxes, one cannot win by getting rich


def test_an_empty_version_of_a_text_leaves_no_gap(tmp_path: Path) -> None:
    (tmp_path / "fair.rules").write_text(SWITCHED, "utf-8")
    texts = "texts en\n\nturn\n    Play {tax = no: | , if you can pay,} a card. {luxury = Tea: Tea is dear. | }\n"
    (tmp_path / "fair.en.texts").write_text(texts, "utf-8")
    assert wording(rulespec.load(tmp_path / "fair.rules"), "en").said("turn") == "Play a card."


def test_a_block_that_exists_with_other_options_is_changed_under_their_condition() -> None:
    texts = {"fair": SWITCHED, "mine": "layer mine\nreplace after turn taxation\n    nothing\nchanges taxed\n"}
    with pytest.raises(RulesError) as wrong:
        rulespec.load("fair+mine", texts=texts)
    [found] = wrong.value.errors
    assert found.message == "cannot replace 'after turn taxation', which does not exist"
    assert found.remedy == "it exists with other options only; put this under the 'if' that it is under"
    texts["mine"] = "layer mine\nif tax is once\n    replace after turn taxation\n        nothing\nchanges taxed\n"
    assert not absent([rulespec.load("fair+mine", texts=texts)])
    texts["mine"] = "layer mine\nif tax is once\n    add option speed: slow or fast\n"
    with pytest.raises(RulesError, match="an option or a new name cannot depend on options"):
        rulespec.load("fair+mine", texts=texts)


def test_scenarios_at_the_margin_apply_to_the_defaults() -> None:
    plain = "scenario dealt\n    given 2 players\n    then\n        hand of seat 0: 3 cards\n"
    texts = {"fair": SWITCHED + plain}
    for options, expected in (({}, ["dealt"]), ({"hand_size": 5}, []), ({"tax": "once"}, ["taxed"])):
        rules = rulespec.load("fair", texts=texts, **options)
        assert [each.name for each in scenarios_of(rules)] == expected
        assert all(each.problem is None for each in run(rules))


def test_check_names_the_option_of_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fair.rules").write_text(SWITCHED.replace("cards in own hand is at most 5", "own points is less than 1")
        .replace("luxury and tax is not always", "luxury and tax is once"), "utf-8")  # fmt: skip
    assert main(["check", str(tmp_path / "fair.rules"), "--games", "40", "--save", str(tmp_path / "games")]) == 1
    printed = capsys.readouterr().out
    assert (
        "warning[W050]: with tax=once: 'always kept' is violated" in printed
        and "nothing uses" not in printed
        and "also with hand-size=2, hand-size=4" in printed
    )
    assert "with hand-size=2: " not in printed and "with tax=always: " not in printed


def test_drawn_rules_load_with_every_value_of_their_options() -> None:
    seen = Counter[str]()
    for seed in range(tried(deep=300, quick=40)):
        rules = rule_file(seed).rules
        for _, varied in variants(rules):
            assert isinstance(varied, rulespec.Ruleset), f"{seed}: {varied}"
            seen["differ" if varied.composed.entries.keys() != rules.composed.entries.keys() else "alike"] += 1
    assert seen["differ"] > tried(60, 5) and seen["alike"] > tried(60, 5), seen
