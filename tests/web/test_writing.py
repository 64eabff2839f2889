"""Somebody writes a rule on the page: what he begins with, and what his rule breaks."""

from typing import Any

import pytest

from palast.web.naming import load
from rulespec.experiments.scenarios import run
from rulespec.experiments.suite.law_games import LawGames
from rulespec.language.tree import declarations as d
from tests.effort import some
from tests.web.page import GAMES, MistakeError, Page, texts_of

BENEATH = """ruleset beneath "What holds in Kuhn's poker" extends kuhn
scenario poor "Everybody has put in 1"
    then
        stake of players: 1
scenario asked "The first one is asked"
    then
        asked: seat 0
always small: every player where own stake is at most 2
"""
HOUSE = """layer haus "Stakes are higher"
tried on beneath

replace set-up
    players
        add 2 to own stake
        draw 1 from pile to own hand

scenario mine "Everybody has put in 2"
    then
        stake of players: 2
"""


def tried(page: Page, text: str) -> list[Any]:
    """All scenarios and laws, with what came of them in some games."""
    progress = page.ask("test", rules="beneath+haus", texts={"beneath": BENEATH, "haus": text}, games=9)
    found = progress["tried"]
    while not progress["over"]:
        progress = page.ask("more")
        found += progress["tried"]
    return list(found)


@pytest.mark.parametrize("text", some([HOUSE, HOUSE.replace("\n", "\r\n").rstrip()], 1, start=1))
def test_a_text_can_say_that_it_means_what_it_breaks(text: str) -> None:
    """What a layer breaks beneath it comes with the change to its text that says so; its own scenarios come first."""
    page = Page()
    before = tried(page, text)
    holds = {each["name"]: each["holds"] for each in before}
    assert before[0]["name"] == "mine" and len(holds) == len(before)
    assert [holds[name] for name in ("mine", "poor", "asked", "small")] == [True, False, True, False]
    broken = [name for name, held in holds.items() if not held]
    for name in broken:
        (fix,) = next(each["fixes"] for each in tried(page, text) if each["name"] == name)
        text = text[: fix["start"]] + fix["text"] + text[fix["end"] :]
    after = {each["name"]: each for each in tried(page, text)}
    assert {"mine", "poor", "asked"} <= after.keys() <= holds.keys() - {"small"}
    assert all(each["holds"] for each in after.values()) and after["poor"]["changed"]


@pytest.mark.parametrize("rules", some([*GAMES], 3))
def test_a_beginning_can_be_read_and_holds(rules: str) -> None:
    """Whatever is played: a header where there is none, then a scenario and a law, both of which hold."""
    page, texts = Page(), texts_of(rules)
    text = next(iter(texts.values()), "")
    base, *layers = rules.split("+") if not text else ["ksr"]
    for what in ("scenario", "law") if text else ("layer", "scenario", "law"):
        found = page.ask("draft", what=what, text=text, base=base, layers=layers)
        before, text = text, text[: found["start"]] + found["written"] + text[found["end"] :]
        assert text.startswith(before) and text[found["chosen_start"] : found["chosen_end"]] in found["written"]
    laid = page.ask("lay", text=text, base=base, layers=layers)
    there = load(laid["rules"], {laid["name"]: text})
    (outcome,) = run(there, ["example"])
    assert outcome.held and not [*LawGames(there, 1).broken(["always always-so"])]


@pytest.mark.parametrize("what", ["cards", "person", "action", "end", "numbers"])
def test_a_change_of_a_kind_can_be_read_and_holds(what: str) -> None:
    """As a text of its own, and at the end of one that has changed something already."""
    page, mine = Page(), "layer mine\ntried on kuhn\n\nreplace at most 7 turns\n"
    for text in some(("", mine, mine.rstrip()), 2):
        found = page.ask("draft", what=what, text=text, base="kuhn", layers=[])
        after = text[: found["start"]] + found["written"] + text[found["end"] :]
        assert after.startswith(text) and after[found["chosen_start"] : found["chosen_end"]] in found["written"]
        name = page.ask("lay", text=after, base="kuhn", layers=[])["name"]
        assert name == ("mine" if text else "house-rule")
        there = load(f"kuhn+{name}", {name: after})
        own = [each.name for each in there.composed.of(d.Scenario) if each.span.source.path == f"{name}.rules"]
        outcomes = run(there, own)
        assert outcomes and all(each.held for each in outcomes), after


def test_a_change_that_cannot_be_is_refused_with_what_can() -> None:
    page = Page()
    for base, text, message in (
        ("pig", "", "pig is played without cards"),
        ("kuhn", BENEATH, "only a house rule can change the rules beneath it"),
    ):
        with pytest.raises(MistakeError, match=message) as refused:
            page.ask("draft", what="cards", text=text, base=base, layers=[])
        assert refused.value.error["remedy"]


def test_a_change_for_a_text_with_errors_works_on_what_lies_beneath() -> None:
    text = "layer mine\nreplace trun\n"
    found = Page().ask("draft", what="end", text=text, base="kuhn", layers=[])
    assert "add game ends" in found["written"]
