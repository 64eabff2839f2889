"""What a rule does to random games, as the page has it: the same as an impact, in words, numbers and pictures."""

from typing import Any

import pytest
from attrs import asdict

from palast import pictures
from palast.verdict import verdict
from palast.verdict.numbers import lines
from palast.verdict.words import LANGUAGES, Say
from palast.web.naming import load
from rulespec import impact
from rulespec.experiments.impact.output import in_words
from rulespec.wording import wording
from rulespec.wording.reports import Reporting
from tests.web.page import MistakeError, Page

HOUSE = """layer haus "More"
replace set-up
    players
        add 2 to own stake
        draw 1 from pile to own hand
"""
TEXTS = {"haus": HOUSE}


def played(page: Page, base: str, variant: str, **fields: Any) -> list[Any]:
    """All slices of a comparison."""
    slices = [page.ask("compare", base=base, variant=variant, texts=TEXTS, **fields)]
    while not slices[-1]["over"]:
        slices.append(page.ask("more"))
    return slices


@pytest.mark.parametrize(
    ("base", "variant", "players", "games"),
    [
        ("kuhn", "kuhn+haus", None, 61),
        ("ksr", "ksr+kanzler", 4, 40),
        ("magier", "review", None, 5),
    ],
)
def test_the_page_is_told_what_the_library_tells(base: str, variant: str, players: int | None, games: int) -> None:
    page = Page()
    slices = played(page, base, variant, players=players, games=games, seed=3)
    found = impact(load(base, TEXTS), load(variant, TEXTS), games=games, seed=3, players=players)
    effect = slices[-1]["effect"]
    assert (effect["pairs"], effect["differing"]) == (games, found.trials[0].differing)
    for language in LANGUAGES:
        told = effect["told"][language]
        said = in_words(found, Reporting([wording(load(each, TEXTS), language) for each in (base, variant)]))
        [trial] = pictures.named(said)
        assert tuple(each["text"] for each in told["verdict"]) == verdict(said, language).sentences
        assert told["lines"] == [asdict(line) for line in lines(trial, language)]
        drawn = [pictures.lengths, pictures.wins, pictures.ends, pictures.differences]
        assert told["pictures"] == [as_data(asdict(picture(trial, language))) for picture in drawn]
        assert bool(found.mattered) == bool(told["noticed"]) == bool(trial.differing)
    if found.mattered is not None:
        assert said.mattered is not None and said.mattered.base != found.mattered.base
        assert [side["text"] for side in told["noticed"]["sides"]] == [said.mattered.base, said.mattered.variant]
        opened = page.ask("open", record=effect["record"], texts=TEXTS)
        assert opened["rules"] == (base if found.mattered.by == "base" else variant)


def test_of_rules_that_are_the_same_the_page_is_told_that_alone() -> None:
    [only] = played(Page(), "kuhn", "kuhn")
    assert (only["effect"]["pairs"], only["effect"]["record"]) == (0, None)
    told = only["effect"]["told"]["en"]
    assert [said["text"] for said in told["verdict"]] == [Say.SAME_RULES("en")]
    assert [told[each] for each in ("remarks", "pictures", "lines", "method")] == [[]] * 4 and told["noticed"] is None


def as_data(value: Any) -> Any:
    """Lists in place of tuples, as JSON has it."""
    if isinstance(value, dict):
        return {key: as_data(each) for key, each in value.items()}
    return [as_data(each) for each in value] if isinstance(value, list | tuple) else value


def test_it_goes_on_in_slices_and_says_what_it_has_come_to() -> None:
    slices = played(Page(), "kuhn", "kuhn+haus", games=30)
    under_way = [each for each in slices if each["effect"]["told"] is None]
    assert [each["effect"]["pairs"] for each in under_way] == [*range(4, 30, 4), 30][: len(under_way)]
    assert len(under_way) >= 7
    assert under_way[0]["effect"]["so_far"]["de"].startswith("Bisher im Mittel ")
    assert [each["effect"]["record"] is None for each in slices[-2:]] == [True, False]


def test_whoever_has_seen_enough_gets_what_was_played() -> None:
    page = Page()
    page.ask("compare", base="kuhn", variant="kuhn+haus", texts=TEXTS, games=1000)
    page.ask("more")
    stopped = page.ask("stop")
    assert stopped["effect"]["pairs"] == 8 and not stopped["over"]
    assert "Play was interrupted." in stopped["effect"]["told"]["en"]["method"][0]
    last = page.ask("more")
    assert last["over"] and last["effect"]["record"] is not None
    assert page.ask("more")["effect"] is None and page.ask("stop")["effect"] is None


def test_what_cannot_be_compared_is_refused() -> None:
    for fields, why in (
        (
            {"variant": "ksr"},
            "no number of players suits both rulesets: kuhn needs 2 players, ksr needs 3, 4, 5 players",
        ),
        ({"variant": "kuhn", "players": 3}, r"players must be allowed by both rulesets \(2\), not 3"),
        ({"variant": "kuhn", "games": 0}, "games must be an integer of at least 1"),
        ({"variant": "kuhn", "seconds": -1}, "seconds must be above 0"),
    ):
        page = Page()
        with pytest.raises(MistakeError, match=why):
            page.ask("compare", base="kuhn", **fields)
        assert page.ask("more")["over"]
