"""Drawn rule files load, say everything that the language can say, are read as they are written, and can be played."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import cache
from random import Random
from typing import Any, Literal, get_args, get_origin

from attrs import fields, frozen, has, resolve_types
from hypothesis import Phase, find, given, settings
from hypothesis.vendor.pretty import pretty

from rulespec import Decision, Over, Ruleset, State
from rulespec.engine.python.machine import Machine, Operation
from rulespec.experiments.testing.files import loaded, tree, trees
from rulespec.language.errors import RulesError, WorldsError
from rulespec.language.printer import written
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Cited, walk
from rulespec.language.tree.source import Source
from rulespec.language.trees import parse
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes import terms as t
from rulespec.plan.nodes.roles import NODES
from rulespec.testing import rule_file, rule_files
from tests.effort import DEEP, draws_until, short_of, tried

MANY = {"quick": 20, "deep": 5_000}
DRAWN = tried(**MANY)
HYPOTHESIS = tried(deep=500, quick=5)
RARE = 30  # what at most one file in so many has
STEPS = 2_000  # after which a game is left
PARTS = d.Reading | d.Row | d.Deck | d.Factor | d.Stretch | e.Case | e.Noun | e.Extreme | e.Member
SAYABLE = d.Declaration | s.Statement | s.Pick | s.Effect | e.Expression | e.Condition | e.Sieve | PARTS
CLAIMED = (
    sc.Content | sc.Step | sc.Line | sc.Claim | sc.Given | sc.Laid | sc.Seat | sc.Share | sc.Aside | sc.Offer | sc.Rule
)


@frozen
class Drawn:
    tree: d.RuleFile
    text: str
    rules: Ruleset | None
    wrong: str = ""
    placed: bool = True  # whether it is said where, and what to do


@cache
def drawn_by(number: int) -> Drawn:
    return _drawn(tree(Random(number)))


@cache
def said_by(number: int) -> frozenset[str]:
    """The classes and words of a drawn file, which need not load."""
    return frozenset(_said(tree(Random(number))))


@cache
def bit_by_bit(number: int) -> Ruleset:
    """The rules of a drawn file whose choices are asked bit by bit."""
    return rule_file(Random(number), listed=8).rules


def drawn() -> list[Drawn]:
    return [drawn_by(number) for number in range(DRAWN)]


def until_seen(missing: Callable[[], Collection[Any]]) -> Iterator[Ruleset]:
    """Drawn files that load, as many as it takes until nothing is missing."""
    for number in draws_until(**MANY, missing=missing):
        rules = drawn_by(number).rules
        if rules is not None:
            yield rules


def until_rare_seen(missing: Callable[[], Collection[Any]]) -> Iterator[tuple[int, Ruleset]]:
    """The same; for speed, the quick profile skips most of the later files that have nothing rare and nothing missing.

    Choices of the later files are asked bit by bit, as rare parts of a plan are made for that.
    """
    said = Counter[str]()
    for number in draws_until(**MANY, missing=missing):
        here = said_by(number)
        is_rare = any(said[each] <= number / RARE for each in here)
        said.update(here)
        late = number >= MANY["quick"]
        wanted = DEEP or is_rare or number % 6 == 0 or not here.isdisjoint(map(_name, missing()))
        if DEEP or not late:
            whole = drawn_by(number).rules
            if whole is not None:
                yield number, whole
        if late and wanted:
            yield number, bit_by_bit(number)


def _name(missing: Any) -> str:
    return str(getattr(missing, "__name__", missing))


def _drawn(tree: d.RuleFile) -> Drawn:
    text = written(tree)
    try:
        return Drawn(tree, text, loaded(text))
    except RulesError as error:
        return Drawn(tree, text, None, str(error), all(each.line and each.remedy for each in error.errors))


def test_nearly_all_load() -> None:
    files = [drawn_by(number) for number in range(max(DRAWN, 50))]  # of fewer, 2 % are less than one
    wrong = [each.wrong for each in files if each.rules is None]
    assert len(wrong) <= 0.02 * len(files), "\n".join(wrong[:3])
    assert all(each.placed for each in files)
    assert len({each.text for each in files}) == len(files)


def test_those_of_hypothesis_are_as_many_and_load_as_well() -> None:
    found: list[Drawn] = []

    @settings(max_examples=HYPOTHESIS, phases=[Phase.generate], derandomize=True, database=None)
    @given(trees())
    def see(tree: d.RuleFile) -> None:
        found.append(_drawn(tree))

    see()
    assert sum(each.rules is not None for each in found) >= 0.9 * len(found)
    assert len({each.text for each in found}) >= 0.9 * HYPOTHESIS


def test_the_same_random_numbers_make_the_same_file() -> None:
    assert [rule_file(Random(number)).text for number in range(3)] == [each.text for each in drawn()[:3]]


def test_whole_files_are_read_as_they_were_written() -> None:
    cited = 0
    for each in drawn():
        tree, problems = parse(Source("drawn", each.text))
        assert tree is not None
        assert (tree, problems) == (each.tree, ())
        cites = [_cites(tree), _cites(each.tree)]
        assert cites[0] == cites[1]
        cited += len(cites[0])
    assert cited > DRAWN


def _cites(tree: d.RuleFile) -> list[Any]:
    return [node.cites for node in walk(tree) if isinstance(node, Cited) and node.cites]


def test_everything_that_can_be_said_is_drawn() -> None:
    kinds = {each for each in get_args(SAYABLE | CLAIMED) if not issubclass(each, e.Meaning | e.Fits)}
    wanted = {kind.__name__ for kind in kinds}.union(*map(_ways, kinds)) | {"each word", "each number"}
    assert len(wanted) > 280
    said: set[str] = set()
    for number in draws_until(**MANY, missing=lambda: wanted - said):
        new = said_by(number) - said
        if new and drawn_by(number).rules is not None:
            said.update(new)


def _said(tree: d.RuleFile) -> set[str]:
    """The classes of a file, and what is said by them where there are several ways."""
    words = {each.name for each in walk(tree) if isinstance(each, d.WordList)}
    said: set[str] = set()
    for node in walk(tree):
        kind: type = type(node)
        said.add(kind.__name__)
        for name in _switches(kind):
            there = getattr(node, name)
            said.update(_way(kind, name, way) for way in (there if isinstance(there, tuple) else [there]))
        match node:
            case s.ForEachWord(s.PickOne(source=e.Name(name))):
                said.add("each word" if name in words else "each number")
    return said


def _ways(kind: type) -> set[str]:
    """What can be said by a class: by its switches and words, with and without what can be left out."""
    return {_way(kind, name, way) for name, ways in _switches(kind).items() for way in ways}


@cache
def _switches(kind: type) -> dict[str, tuple[Any, ...]]:
    """The fields of a class with few values, and these; of what can be left out, None and whether it is there."""
    found: dict[str, tuple[Any, ...]] = {}
    for each in fields(resolve_types(kind)):
        of: Any = get_args(each.type)[0] if get_origin(each.type) is tuple else each.type
        if of is bool or get_origin(of) is Literal:
            found[each.name] = get_args(of) or (False, True)
        elif type(None) in get_args(of):
            found[each.name] = (None, "something")
    return found


def _way(kind: type, name: str, way: object) -> str:
    whose = "" if name == "adverbs" else f"{kind.__name__}."  # not each adverb is one of each class
    return f"{whose}{name}: {way if way in _switches(kind)[name] else 'something'}"


def test_everything_that_a_plan_can_have_is_drawn() -> None:
    """Whatever runs plans is tried with these files: none of its parts may be left out."""
    kinds = set(NODES) - {
        t.Remembered,
        t.RememberedTest,
    }  # which only the image of a plan has: see tests/test_native.py
    assert len(kinds) > 80
    seen: set[type] = set()
    for _, rules in until_rare_seen(lambda: kinds - seen):
        plan = rules.game(rules.players[-1]).plan
        parts = (plan.code, plan.values, plan.conditions, plan.watches, plan.winners, plan.returns, plan.laws)
        seen.update(_types(parts))


def _types(part: Any) -> Iterator[type]:
    """What the parts of a plan are, inside one another."""
    if isinstance(part, tuple):
        for each in part:
            yield from _types(each)
    elif has(type(part)):
        yield type(part)
        for at in fields(type(part)):
            yield from _types(getattr(part, at.name))


def test_every_instruction_is_carried_out_in_some_game() -> None:
    carried: Counter[type] = Counter()
    least = {kind: tried(deep=2, quick=1) for kind in get_args(i.Instruction) if not issubclass(kind, i.Jump)}
    for number, rules in until_rare_seen(lambda: short_of(carried, least)):
        carried.update(_carried(rules, Random(number)))


def _carried(rules: Ruleset, random: Random) -> set[type]:
    """The kinds of instructions that are carried out in a random game; a jump is followed beforehand."""
    found: set[type] = set()

    def noting(instruction: i.Instruction, operation: Operation) -> Operation:
        def noted(mc: Machine) -> int:
            found.add(type(instruction))
            return operation(mc)

        return noted

    game = rules.game(rules.players[random.randrange(len(rules.players))])
    code = [noting(*each) for each in zip(game.plan.code, game.program.code, strict=True)]
    state = State.begin(game.running(game.program.running(code)), 0, random=random.random)
    while isinstance(state.pending, Decision):
        state = state.advance(random.choice(state.pending.options), random.random)
    return found


def test_a_game_of_each_can_be_played_to_its_end() -> None:
    answers: list[int] = []
    for number, each in enumerate(drawn()):
        if each.rules is not None:
            for players in each.rules.players:
                answers.append(_played(each.rules, players, Random(number)))
    assert sum(many > 3 for many in answers) > 0.6 * len(answers)
    assert sum(many > 20 for many in answers) > 0.15 * len(answers)


def test_players_can_ask_why_and_imagine_other_worlds_in_any_of_them() -> None:
    imagined, missed, told = 0, 0, 0
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
            missed += 1
    assert imagined > 0.9 * len(drawn()) and missed <= imagined // 100 and told > len(drawn())


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
    seen: Counter[str] = Counter()
    for rules in until_seen(lambda: short_of(seen, {"bit by bit": 1})):
        seen["bit by bit" if _bit_by_bit(rules) else "whole"] += 1
    assert seen["bit by bit"] < seen["whole"] / 3


def test_most_choices_of_a_file_can_be_asked_bit_by_bit_and_its_games_end_as_well() -> None:
    seen: Counter[str] = Counter()
    for number in draws_until(6, 500, lambda: short_of(seen, {"bit by bit": tried(10, 4), "long games": tried(5, 2)})):
        rules = bit_by_bit(number)
        seen["files"] += 1
        seen["bit by bit"] += any(isinstance(each, i.AskPart) for each in rules.game(rules.players[-1]).plan.code)
        seen["long games"] += _played(rules, rules.players[-1], Random(number)) > 10
    assert seen["bit by bit"] > 0.6 * seen["files"] and seen["long games"] > 0.15 * seen["files"]


def _bit_by_bit(rules: Ruleset) -> bool:
    return any(isinstance(each, i.AskPart) for each in rules.game(rules.players[-1]).plan.code)


def test_a_file_shrinks_to_the_simplest_one() -> None:
    found = find(trees(), lambda tree: True, settings=settings(database=None, derandomize=True))
    assert len(written(found).splitlines()) < 40
    assert not any(isinstance(node, s.If | s.May | s.Together | d.Value) for node in walk(found))
    loaded(written(found))


def test_files_are_shown_as_they_are_read() -> None:
    file = find(rule_files(), lambda file: True, settings=settings(database=None, derandomize=True))
    assert file.text in repr(file) and file.text in pretty(file)
    assert file.rules == loaded(file.text)
