"""Games beside faults, and where rules part, are told in German without a word that only English has."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from palast.web.session import Session
from rulespec.agents.play import play, random_players
from rulespec.experiments.failures import Failure
from tests.effort import some, tried
from tests.library import ruleset
from tests.test_failures import planted
from tests.web.page import MistakeError, Page
from tests.web.test_languages import RULESETS, mixed, words

RULE = re.compile(r"\s+\[[^\[\]]+\]$")  # at the margin
KANZLER = "ksr+kanzler"
HAUS = """layer haus "Ein Gesetz"
always one-deed: deeds is less than 2
"""
DOUBLE = """layer double "Zwei"
replace turn
    choose act from deed
    add 1 to deeds
    if act is bet: add 2 to own stake
"""
OTHERS: tuple[tuple[str, str, dict[str, str]], ...] = (  # a game by the one, played again by the other
    ("ksr", "magier", {}),
    ("magier", "review", {}),
    ("ksr", KANZLER, {}),
    (KANZLER, "ksr", {}),
    ("kuhn", "kuhn+double", {"double": DOUBLE}),
    ("hearts", "hearts+omnibus", {}),
    ("mau-mau", "mau-mau+sevens-add-up", {}),
)


def german() -> Page:
    page = Page(Session())
    page.ask("speak", language="de")
    return page


def story_of(lines: list[str]) -> Iterator[str]:
    """What is told in a story, without titles, rules and what is said of these at the end."""
    until = next(at for at, line in enumerate(lines) if line.startswith("Hier scheitert es: "))
    for line in lines[1:until]:
        yield RULE.sub("", line)


@pytest.mark.parametrize("name", some([*RULESETS], 3))
def test_a_game_that_failed_is_told_in_german_and_to_nobody_at_the_table(name: str) -> None:
    rules, told = ruleset(name), Counter[str]()
    for seed in range(tried(3, 1)):
        players = rules.players[seed % len(rules.players)]
        state = play(rules, random_players(players, seed), seed).state
        for whole in (True, False):
            for line in story_of(Failure(planted(state), state).told("de", whole=whole).splitlines()):
                assert not mixed(line, "de"), line
                assert not words(line) & {"du", "dir", "dich", "dein", "deine", "deinen", "deiner", "deinem"}, line
                told["lines"] += 1
    assert told["lines"] > 20


@pytest.mark.parametrize(("rules", "other", "texts"), some(OTHERS, 3))
def test_where_other_rules_part_is_told_in_german(rules: str, other: str, texts: dict[str, str]) -> None:
    page, parted = german(), 0
    for seed in range(tried(4, 2)):
        page.new(rules, seats=["random"] * ruleset(rules).players[0], seed=str(seed))
        page.ask("bots", seat=None, answers=400)
        found = page.ask("replay", rules=other, texts=texts, sure=True)
        for each in filter(None, (found["different"], found["illegal"])):
            parted += 1
            for part in ("heading", "answer", "recorded", "other"):
                assert not mixed(RULE.sub("", each[part]), "de"), each[part]
    assert parted > 0


def test_a_law_that_fails_is_shown_by_a_game_in_german() -> None:
    for kind in ("test", "check"):
        page, found = german(), []
        progress = page.ask(kind, rules="kuhn+haus", texts={"haus": HAUS}, games=6)
        while True:
            found += [each for each in (*progress["tried"], *progress["found"]) if each["story"]]
            if progress["over"]:
                break
            progress = page.ask("more")
        assert found
        for each in found:
            assert each["story"][0].startswith("Kuhn-Poker") and "Spieler 1" in each["story"][1]
            assert not [line for line in story_of(each["story"]) if mixed(line, "de")]


def test_what_a_player_is_refused_is_said_in_his_language() -> None:
    page = german()
    refused = list[str]()

    def ask(kind: str, **fields: object) -> None:
        with pytest.raises(MistakeError) as mistake:
            page.ask(kind, **fields)
        refused.append(f"{mistake.value.error['message']} {mistake.value.error['remedy']}")

    ask("look", seat=0)
    page.new("ksr", seats=["person", "random", "random"], seed="1")
    ask("look", seat=1)
    ask("keep")
    ask("undo", seat=0)
    asked = page.ask("look", seat=0)["asked"]
    ask("answer", seat=0, option="Unsinn")
    page.new("ksr", seats=["person", "person", "random"], seed="1")
    ask("answer", seat=1 if asked else 0, option="Unsinn")
    page.new("ksr", seats=["random"] * 3, seed="1")
    ask("answer", seat=0, option="Unsinn")
    assert not [said for said in refused if mixed(said, "de")], refused
    assert "Auf dem Platz von Gelb sitzt ein Bot" in refused[1] and "Für Rot antwortet ein Bot." in refused[-1]
