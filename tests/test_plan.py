"""The plan: numbers and nothing else, enough to play by, and as readable as it is complete."""

import pickle
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from attrs import evolve, fields, frozen, has

import palast
from rulespec import Ruleset
from rulespec.engine.events.log import events
from rulespec.engine.game import Game
from rulespec.engine.python.executor import Executor
from rulespec.engine.python.machine import Machine
from rulespec.game.loading import load
from rulespec.language.tree.declarations import Moment, Zone
from rulespec.language.tree.kinds import Kind
from rulespec.plan.nodes import instructions, terms
from rulespec.plan.nodes.choices import Query
from rulespec.plan.nodes.roles import EFFECT, INSTRUCTION, NODES
from rulespec.plan.plan import Plan
from rulespec.plan.printing import printed
from tests.effort import DEEP
from tests.library import KNOWN_GAMES, SMALL, WITH_LAYERS, ruleset

ROOT = Path(__file__).parents[1]
TOLD = {"origins", "heard_as", "branches", "names", "blocks"}
TOLD |= {"named_values", "named_conditions", "named_laws"}
WORDS = {"some", "every", "no", ">=", "<=", ">", "<", "plus", "minus", "times", "smaller", "larger"}
WORDS |= {"divided down", "divided up", "remainder", "highest", "lowest"}
WORDS |= {"round ends", "game ends", *get_args(Moment)}  # what an enumeration in C would number


TIED = """\
layer tied extends ksr
add call player tied if own points is in points of (players except it)
add value humbler: previous of muted
"""


def few(players: range) -> Sequence[int]:
    """The most players, and in the deep profile the fewest as well."""
    return (players[0], players[-1]) if DEEP else players[-1:]


def every_plan(folder: Path) -> list[Plan]:
    (folder / "tied.rules").write_text(TIED)
    rules = [ruleset(name) for name in (*WITH_LAYERS, *KNOWN_GAMES, *SMALL)]
    rules.append(palast.load(f"ksr+{folder / 'tied.rules'}"))
    rules.append(load(ROOT / "cards" / "ksr.rules", listed=4))  # most of its choices are asked bit by bit
    return [each.game(players).program.plan for each in rules for players in few(each.players)]


@pytest.fixture(scope="module")
def plans(tmp_path_factory: pytest.TempPathFactory) -> list[Plan]:
    return every_plan(tmp_path_factory.mktemp("rules"))


def leaves(part: Any, seen: Counter[type]) -> list[Any]:
    """The plain values that a part of a plan is made of."""
    if isinstance(part, tuple | frozenset):
        return [leaf for each in part for leaf in leaves(each, seen)]
    if has(type(part)) and not isinstance(part, Kind | Query):
        seen[type(part)] += 1
        parts = [getattr(part, each.name) for each in fields(type(part))]
        if isinstance(part, terms.Column):
            parts = [part.words]  # its name is for people
        return [leaf for each in parts for leaf in leaves(each, seen)]
    return [] if isinstance(part, Query) else [part]


def test_a_plan_is_numbers_and_nothing_else(plans: list[Plan]) -> None:
    """What play reads could be written as arrays of integers: no name, no node of the tree, no function."""
    seen: Counter[type] = Counter()
    for plan in plans:
        for each in fields(Plan):
            if each.name not in TOLD:
                for leaf in leaves(getattr(plan, each.name), seen):
                    assert leaf is None or isinstance(leaf, int) or leaf in WORDS, (each.name, leaf)
    every = {kind for kind in NODES if kind.sort in (INSTRUCTION, EFFECT, *terms.TERMS)}
    assert len(every) > 70 and every - set(seen) == {terms.Remembered, terms.RememberedTest}, (
        "kinds of instructions and terms that no shipped file has"
    )


@frozen
class Played:
    answers: int
    machine: Machine


def play(plan: Plan, seed: int) -> Played:
    """A whole game on the executor alone, by random answers."""
    executor, random = Executor(plan), Random(seed)
    table = plan.table
    zones: list[tuple[int, ...]] = [()] * len(table.rows)
    zones[:1] = [tuple(range(table.cards))] if zones else []
    mc = Machine(zones, [0] * table.variables, [None] * plan.slots, [0] * table.cards, 0, 0, 0)
    mc.run(executor.code, executor.costs, plan.start)
    answers = 0
    while mc.pc in executor.waits and answers < 400:
        raws, answers = mc.raws or [], answers + 1
        mc.run(executor.code, executor.costs, executor.waits[mc.pc].answer(mc, raws[random.randrange(len(raws))]))
    return Played(answers, mc)


def test_a_plan_alone_is_played_the_same_without_what_is_told_of_it(plans: list[Plan]) -> None:
    """A plan that was kept as bytes, with nothing left of what tells people about it, runs the same game."""
    bare: dict[str, Any] = {"origins": (), "branches": {}, "names": {}, "blocks": {}}
    bare |= {"named_values": (), "named_conditions": (), "named_laws": ()}
    answers = 0
    for seed, plan in enumerate(plans):
        stripped = pickle.loads(pickle.dumps(evolve(plan, **bare)))
        one, other = play(plan, seed), play(stripped, seed)
        assert events(one.machine.log) == events(other.machine.log)
        assert (one.answers, one.machine.zones, one.machine.pc) == (
            other.answers,
            other.machine.zones,
            other.machine.pc,
        )
        answers += one.answers
    assert answers > 20 * len(plans)


def test_every_instruction_is_printed_at_its_place_and_belongs_to_a_block_or_the_course(plans: list[Plan]) -> None:
    course = (
        instructions.Stop, instructions.RoundBegins, instructions.TurnBegins, instructions.TurnEnds, instructions.Jump,
    )  # fmt: skip
    for plan in plans:
        owned = [place for places in plan.blocks.values() for place in places]
        assert len(owned) == len(set(owned))
        others = set(range(len(plan.code))) - set(owned)
        assert {type(plan.code[place]) for place in others} <= set(course)


def planned(rules: Ruleset, key: str | None = None, players: int = 3) -> tuple[str, ...]:
    return printed(rules.game(players).program.plan, key).lines


@pytest.mark.parametrize("name", ["ksr", "magier", "review"])
def test_the_plan_of_each_block_is_part_of_the_whole(name: str) -> None:
    rules: Ruleset = palast.load(name)
    whole, found = planned(rules), 0
    for key in rules.composed.entries:
        try:
            lines = planned(rules, key)
        except LookupError:
            continue  # a ruling, a zone, a list of words
        assert set(lines) <= set(whole)
        found += len(lines)
    assert found > len(whole) * 0.8


def test_places_and_seats_follow_the_number_of_players() -> None:
    rules = palast.load("ksr")
    assert planned(rules, "next turn", 3) != planned(rules, "next turn", 5)
    with pytest.raises(ValueError, match="not 9"):
        planned(rules, "next turn", 9)
    with pytest.raises(LookupError, match="nothing of it happens in play"):
        planned(rules, "ruling R8")


def test_rows_whose_last_card_all_see_are_part_of_the_plan_of_their_zone() -> None:
    rules = load(ROOT / "tests" / "rules" / "gipfel.rules")
    game = rules.game(3)
    zones = [each for each in rules.composed.of(Zone) if each.last_seen]
    assert [len(planned(rules, each.key)) for each in zones] == [3 if each.per_player else 1 for each in zones]
    lines = [line for each in zones for line in planned(rules, each.key)]
    assert lines == [f"last seen = place {row.place}  ; {zone_of(game, row.place)}" for row in game.plan.table.lasts]
    assert set(lines) <= set(planned(rules)) and len(zones) > 2


def zone_of(game: Game, place: int) -> str:
    return game.material.places[place].zone.key
