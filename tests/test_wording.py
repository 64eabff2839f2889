"""Texts for people beside a rule file: which question is asked, and what is said of texts that are not right."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import palast
import rulespec
from palast import Decision, RulesError, Ruleset
from rulespec.agents.play import play
from rulespec.game.history import history
from rulespec.language.errors import WorldsError
from rulespec.language.files import LANGUAGES
from rulespec.language.tree.source import Source
from rulespec.rules.texts.parser import parsed
from rulespec.wording import speech, wording
from rulespec.wording.questions import option_text, written
from rulespec.wording.questions import question as said_to
from tests.effort import some, tried
from tests.library import KNOWN_GAMES, OFFICIAL, ruleset

HOUSE_RULES = sorted((Path(__file__).parents[1] / "examples" / "house_rules").glob("*.rules"))
BESIDE = [path for path in HOUSE_RULES if path.with_suffix(".en.texts").is_file()]

SWAP = """ruleset swap
players 2
at most 20 turns
word suit: low, high
numbers rank: 1 to 6
cards deck in pile
    1 of each rank in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone table, seen by all
counter points of player
set-up
    players: draw 4 from pile to own hand
turn
    choose n from 1 to 2
    choose n cards as mine from own hand
    show mine to own left
    own left: choose n cards as theirs from own hand
    exchange mine with theirs
    perform suit of first of mine
action low
    choose lost from own hand
    move lost to table
action high
    add 1 to own points
game ends far: some player where own points is at least 3 or own hand is empty
winners: players
"""
TEXTS = """texts en

# what is asked in a turn
turn
    n: How many cards?
    mine: {n = 1: Which card? | Which {n} cards?}
    theirs: {active} offers you
        {mine}: {n = 1: which one | which {n}} do you give?

action low
    lost: Which card do you lose, after {mine}?
"""


def laid(folder: Path, texts: str = TEXTS, **layers: str) -> Ruleset:
    """The game, with texts beside it, and with layers on it."""
    (folder / "swap.rules").write_text(SWAP, "utf-8")
    (folder / "swap.en.texts").write_text(texts, "utf-8")
    for name, text in layers.items():
        (folder / f"{name}.rules").write_text(text, "utf-8")
    return palast.load("+".join(str(folder / f"{name}.rules") for name in ("swap", *layers)))


def asked(rules: Ruleset, seed: int, players: int) -> list[tuple[Decision, str | None]]:
    """The decisions of a random game, each with the question that is written for it."""
    record = play(rules, [palast.random_agent(seed + seat) for seat in range(players)], seed)
    states = [state for state, _ in history(record.state)]
    pending = [(state, state.pending) for state in states]
    words = wording(rules, "en")
    return [
        (each, written(words, each, state.view(each.player))) for state, each in pending if isinstance(each, Decision)
    ]


@pytest.mark.parametrize("spec", some([*OFFICIAL, *(f"ksr+{path}" for path in BESIDE)], 4))
def test_every_question_of_the_game_is_written(spec: str) -> None:
    rules, seen, unwritten = palast.load(spec), Counter[str](), set[str]()
    for seed in range(tried(30, 2)):
        for decision, question in asked(rules, seed, rules.players[seed % len(rules.players)]):
            seen[decision.block] += 1
            if question is None:
                unwritten.add(f"{decision.block}: {decision.prompt}")
            else:
                assert "{" not in question and "  " not in question and question[-1] in "?.", question
    print(spec, dict(seen))
    assert len(seen) >= 5 and seen.total() > 100
    assert unwritten == set()


def test_a_question_speaks_of_what_was_chosen_and_shown(tmp_path: Path) -> None:
    rules, seen = laid(tmp_path), Counter[tuple[str, str]]()
    for seed in range(tried(40, 12)):
        for decision, question in asked(rules, seed, 2):
            [name] = decision.binds
            assert question is not None
            told = question.split(" ")[0] if name != "theirs" else " ".join(question.split(" ")[1:4])
            seen[name, told if name != "mine" else question] += 1
            if name == "theirs":
                assert question.startswith("Player ") and (" and " in question) == question.endswith(
                    "which 2 do you give?"
                )
                assert "you 1 " in question or "you 2 " in question or " low" in question or " high" in question
    assert {said for name, said in seen if name == "mine"} == {"Which card?", "Which 2 cards?"}
    assert seen["n", "How"] > 10 and seen["lost", "Which"] > 5


def test_a_layer_inherits_the_texts_of_blocks_that_it_leaves_as_they_are(tmp_path: Path) -> None:
    other = (
        "layer other\nreplace action low\n    choose lost from own hand\n    move lost to pile\nrename high to grand\n"
    )
    rules = laid(tmp_path, other=other)
    questions = {(each.block, *each.binds): said for seed in range(6) for each, said in asked(rules, seed, 2)}
    assert questions["turn", "n"] == "How many cards?"
    assert questions["action low", "lost"] is None
    (tmp_path / "other.en.texts").write_text("texts en\naction low\n    lost: Which goes back?\n", "utf-8")
    anew = palast.load(f"{tmp_path}/swap.rules+{tmp_path}/other.rules")
    found = {(each.block, *each.binds): said for seed in range(6) for each, said in asked(anew, seed, 2)}
    assert found["action low", "lost"] == "Which goes back?" and found["turn", "n"] == "How many cards?"


def test_the_texts_of_a_block_follow_its_new_name(tmp_path: Path) -> None:
    rules = laid(tmp_path, other="layer other\nrename low to little\n")
    found = {(each.block, *each.binds): said for seed in range(6) for each, said in asked(rules, seed, 2)}
    assert str(found["action little", "lost"]).startswith("Which card do you lose, after ")


def test_a_layer_for_several_rulesets_brings_texts_for_what_one_of_them_has(tmp_path: Path) -> None:
    small = SWAP.replace("ruleset swap", "ruleset small").replace("points", "marks")
    (tmp_path / "small.rules").write_text(small, "utf-8")
    (tmp_path / "big.rules").write_text("ruleset big extends small\nrename low to tiny\n", "utf-8")
    other = 'layer other "Another"\ntried on swap, big\nadd always few: cards in table is at most 12\n'
    said = "texts en\nnames\n    marks: mark; marks\n    low: low-\naction tiny\n    lost: Which one?\n"
    said += "looks\n    tiny: #c8102e\n"
    market = f"{said}names\n    market: market; markets\n"
    for text, told in ((said, None), (market, "market"), (said.replace("tiny", "tine"), "tine")):
        (tmp_path / "other.en.texts").write_text(text, "utf-8")
        if told is None:
            laid(tmp_path, other=other)
            assert palast.load(f"{tmp_path}/big.rules+{tmp_path}/other.rules").players
            continue
        with pytest.raises(RulesError, match=told):
            laid(tmp_path, other=other)
    (tmp_path / "other.en.texts").write_text(said, "utf-8")
    with pytest.raises(RulesError, match="marks"):
        laid(tmp_path, other=other.replace("tried on swap, big", "tried on swap"))


def test_a_word_looks_alike_in_both_languages_unless_one_says_otherwise(tmp_path: Path) -> None:
    laid(tmp_path)
    for language, said in (("en", "low: #c8102e ♥\n    high: H"), ("de", "high: G")):
        (tmp_path / f"swap.{language}.texts").write_text(f"texts {language}\nlooks\n    {said}\n", "utf-8")
    rules = palast.load(tmp_path / "swap.rules")
    heart = ("#c8102e", "♥")
    assert wording(rules, "en").looks == {"low": heart, "high": ("", "H")}
    assert wording(rules, "de").looks == {"low": heart, "high": ("", "G")}


def test_texts_change_nothing_in_play(tmp_path: Path) -> None:
    with_texts = laid(tmp_path).digest
    (tmp_path / "swap.en.texts").unlink()
    (tmp_path / "swap.rules").write_text(f"# without\n{SWAP}", "utf-8")
    assert palast.load(tmp_path / "swap.rules").digest == with_texts


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("texts de\n", "E061"),
        ("texts en\n    n: How many?\n", "E061"),
        ("texts en\nnames\n    hand\n", "E061"),
        ("texts en\nnames\n    hands: hand; hands\n", "E062"),
        ("texts en\nturn\n    n: How {n = 1: many?\n", "E061"),
        ("texts en\nturn\n    n: How many}?\n", "E061"),
        ("texts en\nturn\n    n: {n = 1: {n = 1: {n = 1: {n = 1: {n = 1: a | b} | b} | b} | b} | b}\n", "E061"),
        ("texts en\nturn\n    n: {n = 9999999999: a | b}\n", "E061"),
        ("texts en\nturn\n    n: How \x1b[31mmany?\n", "E061"),
        ("texts en\nturn\n    n:\n", "E061"),
        ("texts en\nturn\n    n: How many?\n    n: How few?\n", "E061"),
        ("texts en\nturn\n    Play.\n    Play on.\n", "E061"),
        ("texts en\nnames\n    hand: hand; hands\n    hand: fist; fists\n", "E061"),
        ("texts en\nlooks\n    low: #f00\n", "E061"),
        ("texts en\nlooks\n    low: #c8102e; x\n", "E061"),
        ("texts en\nturn: What?\n", "E061"),
        ("texts en\nturn\n    theirs: {active = 1: a | b}\n", "E062"),
        ("texts en\nturn\n    theirs: {active = du: a | b}\n", "E061"),
        ("texts en\nturn\n    theirs: {active = you: a}\n", "E061"),
        ("texts en\nturn\n    theirs: {mine = you: a | b}\n", "E062"),
        ("texts en\nturn\n    theirs: {low = you: a | b}\n", "E062"),
        ("texts en\nturn\n    {active = you: a | b}\n", "E062"),
        ("texts en\ngame ends far\n    told: {activ = you: a | b}\n", "E062"),
        ("texts en\ngame ends far\n    told: {active = you: a | {n = 1: b | c}}\n", "E062"),
        ("texts en\nturn\n    mine cannot: {it} is not there.\n", "E062"),
        ("texts en\nturn\n    m: How many?\n", "E062"),
        ("texts en\nturn\n    n: How many of {theirs}?\n", "E062"),
        ("texts en\nturn\n    theirs: Which for {lost}?\n", "E062"),
    ],
)
def test_a_text_that_is_not_right_is_refused_at_its_place(said: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as refused:
        laid(tmp_path, said)
    [error] = refused.value.errors
    assert error.code == code and error.path.endswith("swap.en.texts") and error.line == said.rstrip().count("\n") + 1


def test_a_block_that_there_is_not_is_told_once_at_its_key(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as refused:
        laid(tmp_path, "texts en\nturns\n    n: How many?\n    m: How few?\n    Play.\n")
    [error] = refused.value.errors
    assert error.code == "E062" and (error.line, error.column) == (2, 1)
    assert error.span is not None and error.span.text == "turns"


def test_a_comment_between_the_lines_of_a_text_is_not_said_and_moves_no_mistake() -> None:
    said = "texts en\n\nturn\n    Whoever has the turn\n# not all\n      # of it {\n        plays {a}.\n    n: {b\n"
    texts, [problem] = parsed(Source("swap.en.texts", said))
    [text] = texts.texts
    assert text.parts[0] == "Whoever has the turn plays " and problem.line == 8


def test_who_is_spoken_to_is_told_so_in_a_text(tmp_path: Path) -> None:
    told = "texts en\nturn\n    theirs: Give what, {active = you: you | and {active} gives nothing}?\n"
    told += "game ends far\n    told: {active = you: You have | {active} has} won or lost.\n"
    rules = laid(tmp_path, told)
    record = play(rules, [palast.random_agent(seat) for seat in range(2)], 3)
    active = record.state.view(0).active
    for seat in range(2):
        said = "You have" if seat == active else f"Player {active + 1} has"
        assert f"{said} won or lost." in speech(record.state.view(seat), "en").why()
    questions = {said for each, said in asked(rules, 3, 2) if "theirs" in each.binds}
    assert questions <= {f"Give what, and Player {seat} gives nothing?" for seat in (1, 2)} and questions


def test_the_place_of_a_name_is_where_it_stands_in_braces(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as refused:
        laid(tmp_path, "texts en\nturn\n    mine: Which is mine, {mine}?\n")
    assert [error.column for error in refused.value.errors] == [27]


def test_what_would_be_so_afterwards_can_name_the_answer(tmp_path: Path) -> None:
    laid(tmp_path, "texts en\nturn\n    mine not afterwards: After {it} there would be none.\n")


def test_cards_that_were_not_shown_are_not_told(tmp_path: Path) -> None:
    hidden = SWAP.replace("    show mine to own left\n", "")
    (tmp_path / "swap.rules").write_text(hidden, "utf-8")
    (tmp_path / "swap.en.texts").write_text(TEXTS, "utf-8")
    with pytest.raises(RulesError) as refused:
        palast.load(tmp_path / "swap.rules")
    assert [(error.code, error.line) for error in refused.value.errors] == [("E063", 8)]


@pytest.mark.parametrize(
    "before",
    [
        "choose c from own hand\n    if c is high: show c to own left",
        "choose c from own hand\n    may: show c to own left",
        "choose c from own hand\n    show own hand except c to own left",
        "choose c from own hand\n    show (own hand, where its suit is suit of c) to own left",
        "if own points is 0\n        choose c from own hand\n    otherwise\n        own left: choose c from own hand",
        "choose c from own hand, secretly",
        "choose c from own hand plus table",
    ],
)
def test_what_is_not_always_shown_need_not_be_known(before: str, tmp_path: Path) -> None:
    begins, ends = SWAP.index("    choose n from"), SWAP.index("    perform suit")
    rules = f"{SWAP[:begins]}    {before}\n    own left: choose d from own hand\n    move d to table\n"
    rules += SWAP[ends:].replace("suit of first of mine", "suit of d")
    (tmp_path / "swap.rules").write_text(rules, "utf-8")
    palast.load(tmp_path / "swap.rules")
    (tmp_path / "swap.en.texts").write_text("texts en\nturn\n    d: Which, after {c}?\n", "utf-8")
    with pytest.raises(RulesError) as refused:
        palast.load(tmp_path / "swap.rules")
    assert [error.code for error in refused.value.errors] == ["E063"]


@settings(max_examples=tried(2_000, 50))
@given(st.data())
def test_damaged_texts_are_read_or_refused(data: st.DataObject) -> None:
    dice = Random(data.draw(st.integers(0, 2**32)))
    text = TEXTS
    for _ in range(dice.randrange(1, 6)):
        at = dice.randrange(len(text) + 1)
        text = text[:at] + data.draw(st.text("{}|=:1n \n\t", max_size=4)) + text[at + dice.randrange(3) :]
    texts, problems = parsed(Source("damaged.en.texts", text))
    assert all(each.code == "E061" and each.span is not None for each in problems)
    assert texts or problems


def test_texts_can_be_given_in_memory() -> None:
    rules = rulespec.load("swap", texts={"swap": SWAP, "swap.en.texts": TEXTS})
    assert {said for each, said in asked(rules, 3, 2) if each.binds == ("n",)} == {"How many cards?"}
    with pytest.raises(RulesError) as refused:
        rulespec.load("swap", texts={"swap": SWAP, "swap.de.texts": TEXTS})
    [error] = refused.value.errors
    assert (error.code, error.path, error.line) == ("E061", "swap.de.texts", 1)


@pytest.mark.parametrize("name", ["swap.texts", "swap.fr.texts", "swap.deutsch.texts"])
def test_a_file_of_texts_that_says_no_language_is_told(name: str, tmp_path: Path) -> None:
    (tmp_path / "swap.rules").write_text(SWAP, "utf-8")
    (tmp_path / name).write_text(TEXTS, "utf-8")
    with pytest.raises(RulesError) as refused:
        palast.load(tmp_path / "swap.rules")
    [error] = refused.value.errors
    assert error.code == "E061" and error.path.endswith(name) and "swap.en.texts or swap.de.texts" in str(error)


@pytest.mark.parametrize("name", some([*OFFICIAL, *KNOWN_GAMES], 6))
def test_who_sees_the_same_is_asked_the_same(name: str) -> None:
    """In another world that a player must think possible his question and his options read alike."""
    rules, dice, seen = ruleset(name), Random(name), Counter[str]()
    for seed in range(tried(10, 2)):
        players = rules.players[seed % len(rules.players)]
        record = play(rules, [palast.random_agent(seed + seat) for seat in range(players)], seed)
        states = [state for state, _ in history(record.state) if isinstance(state.pending, Decision)]
        for state in dice.sample(states, min(len(states), tried(20, 6))):
            decision = state.pending
            assert isinstance(decision, Decision)
            view = state.view(decision.player)
            try:
                other = view.sample(dice)
            except WorldsError:
                continue  # too hard to find one
            asked_there = other.pending
            assert isinstance(asked_there, Decision) and asked_there.options == decision.options
            there = other.view(decision.player)
            for language in LANGUAGES:
                words = wording(rules, language)
                assert said_to(words, decision, view) == said_to(words, asked_there, there)
                for option in decision.options[:20]:
                    text = option_text(words, option, decision, view)
                    assert text == option_text(words, option, asked_there, there) and "{" not in text
                seen[language] += 1
    assert min(seen.values()) >= 3


def test_what_there_is_to_say_to_a_player() -> None:
    rules = ruleset("ksr")
    state = rules.begin(3, 0, Random(3).random)
    asked_now = state.pending
    assert isinstance(asked_now, Decision)
    for language in LANGUAGES:
        said, other = speech(state.view(0), language), speech(state.view(1), language)
        assert len(said.options) == len(set(said.options)) == len(asked_now.options)
        for text, option in zip(said.options, asked_now.options, strict=True):
            assert said.understood(text) == said.understood(option.text) == option
        assert other.question == "" and other.options == () and other.understood(said.options[0]) is None
        assert {"en": "Red", "de": "Rot"}[language] in other.why()
