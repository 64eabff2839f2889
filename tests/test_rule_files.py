"""Drawn rule files load, say everything that the language can say, are read as they are written, and can be played."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any, get_args

from attrs import frozen
from hypothesis import Phase, find, given, settings
from hypothesis.vendor.pretty import pretty

from rulespec import Decision, Over, Ruleset, State
from rulespec.errors import RulesError, WorldsError
from rulespec.language.parser import parse
from rulespec.language.printer import written
from rulespec.material import Material
from rulespec.plan.stepwise.ways import Ways, chooses
from rulespec.testing import rule_files
from rulespec.testing.files import loaded, trees
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import Cited, walk
from rulespec.tree.source import Source
from tests.effort import tried

DRAWN = tried(deep=3_000, quick=50)
STEPS = 2_000  # after which a game is left
PARTS = d.Reading | d.Row | d.Deck | d.Factor | e.Noun | e.Extreme | e.Member
SAYABLE = d.Declaration | s.Statement | s.Pick | s.Effect | e.Expression | e.Condition | e.Sieve | PARTS


@frozen
class Drawn:
    tree: d.RuleFile
    text: str
    rules: Ruleset | None
    wrong: str = ""


@cache
def drawn() -> list[Drawn]:
    found: list[Drawn] = []

    @settings(max_examples=DRAWN, phases=[Phase.generate], derandomize=True, database=None)
    @given(trees())
    def see(tree: d.RuleFile) -> None:
        text = written(tree)
        try:
            found.append(Drawn(tree, text, loaded(text)))
        except RulesError as error:
            found.append(Drawn(tree, text, None, str(error)))

    see()
    return found


def test_nearly_all_load() -> None:
    wrong = [each.wrong for each in drawn() if each.rules is None]
    assert len(wrong) <= 0.1 * len(drawn()), "\n".join(wrong[:3])
    assert len({each.text for each in drawn()}) > 0.9 * DRAWN


def test_whole_files_are_read_as_they_were_written() -> None:
    cited = 0
    for each in drawn():
        tree, problems = parse(Source("drawn", each.text))
        assert tree is not None
        assert (tree, problems) == (each.tree, [])
        cites = [_cites(tree), _cites(each.tree)]
        assert cites[0] == cites[1]
        cited += len(cites[0])
    assert cited > DRAWN


def _cites(tree: d.RuleFile) -> list[Any]:
    return [node.cites for node in walk(tree) if isinstance(node, Cited) and node.cites]


def test_everything_that_can_be_said_is_drawn() -> None:
    said = Counter(kind for each in drawn() if each.rules for kind in {type(node) for node in walk(each.tree)})
    apart = e.Meaning | e.Fits | d.Scenario  # scenarios are drawn by themselves, and tried with games that were played
    kinds = {each for each in get_args(SAYABLE) if not issubclass(each, apart)}
    assert len(kinds) > 80
    assert {kind.__name__ for kind in kinds if not said[kind]} == set()
    nodes = [node for each in drawn() if each.rules for node in walk(each.tree)]
    chooses = [node for node in nodes if isinstance(node, s.Choose)]
    assert any(each.afterwards for each in chooses) and any(each.if_several for each in chooses)
    assert {adverb for each in chooses for adverb in each.adverbs} == {"openly", "secretly"}
    assert {each.moment for each in nodes if isinstance(each, d.GameEnds)} == {
        "at once", "before turn", "after turn", "after round",
    }  # fmt: skip
    zones = [node for node in nodes if isinstance(node, d.Zone)]
    assert {each.seen_by for each in zones} == {"all", "owner", "nobody"} and any(each.refill for each in zones)


def test_a_game_of_each_can_be_played_to_its_end() -> None:
    answers: list[int] = []
    for number, each in enumerate(drawn()):
        if each.rules is not None:
            for players in each.rules.players:
                answers.append(_played(each.rules, players, Random(number)))
    assert sum(many > 3 for many in answers) > 0.35 * len(answers)


def test_players_can_ask_why_and_imagine_other_worlds_in_any_of_them() -> None:
    imagined, told = 0, 0
    for number, each in enumerate(drawn()):
        if each.rules is None:
            continue
        random, state = Random(number), each.rules.new_game(each.rules.players[0])
        for _ in range(random.randrange(20)):
            state = state if isinstance(state.pending, Over) else state.apply(random.choice(state.pending.options))
        seat = number % state.players
        view = state.view(seat)
        told += len(view.why().splitlines())
        try:
            imagined += view.sample(random).view(seat) == view
        except WorldsError:  # there are worlds that are hard to find
            continue
    assert imagined > 0.9 * len(drawn()) and told > len(drawn())


def _played(rules: Ruleset, players: int, random: Random) -> int:
    """How many answers a random game takes."""
    state: State = rules.begin(players, random.randrange(players), random.random)
    answers = 0
    while isinstance(state.pending, Decision):
        state = state.advance(random.choice(state.pending.options), random.random)
        answers += 1
        assert answers < STEPS
    assert isinstance(state.pending, Over)
    return answers


def test_some_choices_are_asked_bit_by_bit() -> None:
    """The cards of some files are so many that not all answers can be listed."""
    large = [each for each in drawn() if each.rules is not None and _bit_by_bit(each.rules)]
    assert 0 < len(large) < len(drawn()) / 4


def _bit_by_bit(rules: Ruleset) -> bool:
    ways = Ways(Material(rules.resolved, rules.players[-1]))
    choices = [each for block in rules.resolved.of(d.Block) for each in chooses(block.body)]
    return any(ways.of(*each).sums is not None for each in choices)


def test_a_file_shrinks_to_the_simplest_one() -> None:
    found = find(trees(), lambda tree: True, settings=settings(database=None, derandomize=True))
    assert len(written(found).splitlines()) < 40
    assert not any(isinstance(node, s.If | s.May | s.Together | d.Value) for node in walk(found))
    loaded(written(found))


def test_files_are_shown_as_they_are_read() -> None:
    file = find(rule_files(), lambda file: True, settings=settings(database=None, derandomize=True))
    assert file.text in repr(file) and file.text in pretty(file)
    assert file.rules == loaded(file.text)
