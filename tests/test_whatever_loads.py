"""Whatever loads can be explained, planned, played alike by both engines, and told in both languages."""

from collections import Counter
from random import Random
from typing import get_args

from palast.telling import head, seen, story
from rulespec import Ruleset
from rulespec.agents.play import play, random_players
from rulespec.engine.native.engine import EXTENSION
from rulespec.game.explain import explain
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import walk
from rulespec.plan.printing import printed
from rulespec.records import Record
from rulespec.wording.language import wording
from rulespec.wording.page import Page
from rulespec.wording.sheets import sheet
from tests.effort import draws_until, short_of, tried
from tests.library import drawn_file
from tests.test_native import in_step

PAGE = Page()
LANGUAGES = ("de", "en")
ANSWERS = tried(200, 30)  # in a game that both engines play
LEAST = {"explained": 100, "planned": 200, "told": 400}
LEAST |= {} if EXTENSION is None else {"states": 60, "ends": 1}
CLASSES = {*get_args(s.Statement), *get_args(s.Effect)}


def explained(rules: Ruleset) -> int:
    """Every block is explained as the rules have it, and both languages have a sheet."""
    for key in rules.resolved.blocks:
        assert explain(rules, key), key
    for language in LANGUAGES:
        assert sheet(rules, language).sections
    return len(rules.resolved.blocks)


def planned(rules: Ruleset, players: int) -> int:
    """The plan of the whole game is printed."""
    game = rules.game(players)
    assert str(printed(game.program.plan))
    return len(game.program.plan.code)


def told(record: Record) -> int:
    """A game is told with all cards, and as each seat saw it, in both languages; nothing is left untold."""
    lines = 0
    for language in LANGUAGES:
        words = wording(record.rules, language)
        pages = [[*head(record, PAGE, words, None, seed=True), *story(record, PAGE, words)]]
        pages += [[*seen(record, seat, PAGE, words)] for seat in range(record.players)]
        assert all(pages) and not any("None" in line for page in pages for line in page)
        lines += sum(map(len, pages))
    return lines


def test_whatever_loads_is_explained_planned_played_and_told() -> None:
    seen_so_far, kinds = Counter[str](), set[type]()

    def missing() -> list[str]:
        return short_of(seen_so_far, LEAST) + [each.__name__ for each in CLASSES - kinds]

    for number in draws_until(6, 400, missing):
        rules, random = drawn_file(number).rules, Random(number)
        players = random.choice(rules.players)
        kinds |= {type(node) for block in rules.resolved.blocks.values() for node in walk(block)}
        seen_so_far["explained"] += explained(rules)
        seen_so_far["planned"] += planned(rules, players)
        if EXTENSION is not None:
            seen_so_far += in_step(rules.game(players), random, ANSWERS)
        seen_so_far["told"] += told(play(rules, random_players(players, number), number))
