"""Drafts of every kind: on all rules that are there, and on drawn ones, a draft works or is refused in a sentence."""

from collections import Counter

import pytest

from palast.drafts import KINDS, Draft, Kind, Refused, draft
from palast.drafts.game import whole_game
from palast.drafts.laying import course
from rulespec import Ruleset, load, reformat
from rulespec.experiments.scenarios import laid_in
from rulespec.experiments.suite import Suite, run
from rulespec.language.files import LANGUAGES
from rulespec.language.tree import declarations as d
from rulespec.wording import wording
from tests.effort import DEEP, tried
from tests.library import EXAMPLE_GAMES, ROOT, SHELF, WITH_LAYERS, drawn_file, ruleset
from tests.palast.test_readings import FOR

NAME = "our-rule"
GAMES = sorted({*EXAMPLE_GAMES, *(path.stem for path in SHELF.glob("*.rules"))})
RULES = (*WITH_LAYERS, *(f"{spec}+{reading}" for reading, (_, specs) in FOR.items() for spec in specs), *GAMES)
CASES = [(spec, kind) for spec in RULES for kind in KINDS]
SHORT = [*zip(("kuhn", "ksr+kanzler", "go-fish", "pig", "mau-mau"), KINDS, strict=True)]
NO_CARDS = ("pig", "cards")


def works(made: Draft, rules: Ruleset) -> None:
    """A draft is as it is said to be: it is formatted, all that it says of games holds, and they end."""
    assert reformat(made.text).text == made.text
    assert made.text.count("\n# ") >= 2
    top = made.rules.composed.layers[-1].tree
    said = [item.declaration for item in top.items if isinstance(item, d.Plain)]
    assert any(isinstance(each, d.Scenario) for each in said)
    assert any(isinstance(each, d.Always) for each in said), made.text
    whole = laid_in(made.rules)
    here = {each.key for each in said} | {f"scenario {name}" for name in made.changed}
    report = run([Suite(NAME, "", NAME, whole)], wanted=here.__contains__, games=2)
    assert not report.failed, (made.text, report.failed)
    assert not any(f"always {law}" in made.rules.composed.entries for law in made.removed)
    before, now = course(rules), course(made.rules)
    assert now.end or not before.end
    assert now.won or not before.won or made.kind == "end"
    for language in LANGUAGES:
        words = wording(made.rules, language)
        assert NAME in words.changes and words.titles[NAME] is not None
        told = words.filled(words.changes[NAME])
        assert told is not None and len(told) > 20 and "{" not in told


@pytest.mark.parametrize(("spec", "kind"), CASES if DEEP else SHORT, ids=str)
def test_a_draft_works_on_all_rules_that_come_along(spec: str, kind: Kind) -> None:
    rules = ruleset(spec)
    made = draft(rules, kind, NAME)
    assert isinstance(made, Refused) == ((spec, kind) == NO_CARDS), made
    if isinstance(made, Draft):
        works(made, rules)


def test_what_has_no_meaning_is_refused_with_what_has() -> None:
    made = draft(ruleset("pig"), "cards", NAME)
    assert str(made) == "pig is played without cards; try a 'person' instead: a new word to choose"


def test_a_draft_works_on_drawn_rules_or_is_refused_in_a_sentence() -> None:
    counted = Counter[tuple[Kind, bool]]()
    for number in range(tried(30, 1)):
        rules = drawn_file(number).rules
        for kind in KINDS:
            made = draft(rules, kind, NAME)
            counted[kind, isinstance(made, Draft)] += 1
            if isinstance(made, Draft):
                works(made, rules)
            else:
                assert made.reason and made.remedy.startswith("try ")
    print(sorted(counted.items()))
    made_at_all = sum(many for (_, is_made), many in counted.items() if is_made)
    assert made_at_all > counted.total() / 2
    assert not DEEP or all(counted[kind, True] > 5 for kind in KINDS), counted


def test_what_a_text_has_changed_is_left_to_it() -> None:
    rules = ruleset("mau-mau")
    first = draft(rules, "action", NAME)
    assert isinstance(first, Draft)
    key = next(key for key in first.rules.composed.changed_on_top if key.startswith("action"))
    second = draft(rules, "action", NAME, apart=[key])
    assert isinstance(second, Draft) and key not in second.rules.composed.changed_on_top


def test_where_rules_cannot_be_named_a_draft_does_not_say_what_it_is_tried_on() -> None:
    made = draft(ruleset("kuhn"), "numbers", NAME, on="")
    assert isinstance(made, Draft) and "tried on" not in made.text


def test_new_names_do_not_clash() -> None:
    first = draft(ruleset("kuhn"), "person", "pile")
    assert isinstance(first, Draft)
    second = draft(first.rules, "person", "another", word="pile")
    assert isinstance(second, Draft)
    words = {each.name: each.words for each in second.rules.composed.of(d.WordList)}
    assert words["rank"] == ("Jack", "Queen", "King", "Pile", "Pile-2")


def test_the_manual_shows_a_draft_as_it_is_written() -> None:
    made = draft(ruleset("kuhn"), "person", "ace")
    assert isinstance(made, Draft)
    assert f"```rules on=kuhn\n{made.text}```\n" in (ROOT / "docs/drafts.md").read_text("utf-8")


def test_a_whole_game_works() -> None:
    made = whole_game("our-game")
    assert reformat(made.text).text == made.text
    texts = {made.name: made.text} | {f"{made.name}.{each}.texts": said for each, said in made.texts.items()}
    rules = load(made.name, texts=texts)
    report = run([Suite(made.name, "", made.name, rules)], games=5)
    assert not report.failed and course(rules).end
    assert wording(rules, "de").title == wording(rules, "en").title == "Our game"
    assert not wording(rules, "de").stale and wording(rules, "de").aim == "Wer zuerst 3 Punkte hat, gewinnt."
