"""A hunt as the page has it: game by game, what is found as it comes, and the same as `palast check` finds."""

import re

import rulespec
from palast.web.checking import FAULTS
from palast.web.naming import library
from rulespec.experiments.hunt import hunt
from tests.library import ROOT
from tests.web.page import Page


def test_a_hunt_goes_game_by_game_and_can_be_left() -> None:
    page, found = Page(), []
    progress = page.ask("check", rules="kuhn", games=6)
    reached = []
    while not progress["over"]:
        reached.append(progress["done"])
        found += progress["found"]
        progress = page.ask("more")
    assert reached == sorted(reached) and reached[-1] == 6 and "6 games" in progress["said"]
    assert not found
    page.ask("check", rules="kuhn", games=6)
    assert page.ask("stop")["over"] and page.ask("more")["over"]


FAULTY = """layer haus "A law that fails, and a rule that does nothing"
always one-deed: deeds is less than 2
add after turn nothing
    if deeds is at least 90: add 1 to deeds
"""


def test_a_hunt_finds_what_palast_check_finds_and_says_of_what_sort_it_is() -> None:
    page, texts, found = Page(), {"haus": FAULTY}, []
    progress = page.ask("check", rules="kuhn+haus", texts=texts, games=12)
    while not progress["over"]:
        found += progress["found"]
        progress = page.ask("more")
    there = rulespec.load("kuhn+haus", library(), texts=texts)
    report = hunt(there, games=12)
    told = {(each["problem"]["code"], each["problem"]["level"], each["problem"]["message"]) for each in found}
    assert told == {(each.problem.code, each.level, each.problem.message) for each in report.findings}
    sorts = {each["problem"]["code"]: each["what"] for each in found}
    assert sorts["W050"] == "law" and sorts["W056"] == "never"
    (law,) = (each for each in found if each["problem"]["code"] == "W050")
    assert law["problem"]["place"]["line"] == 2 and "It fails here" in law["story"][-1]
    assert page.ask("open", record=law["record"], texts=texts)["rules"] == "kuhn+haus"


def test_every_code_that_a_hunt_can_tell_has_its_sort() -> None:
    manual = (ROOT / "docs" / "testing.md").read_text("utf-8")
    codes = {code for line in manual.splitlines() for code in re.findall(r"^\| [^|]+\| \[?`([EW]\d+)`", line)}
    assert len(codes) >= 10 and codes == FAULTS.keys()
