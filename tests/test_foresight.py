"""What must hold afterwards is tried out in ways that are there for speed; a copy of the whole table says the same."""

from pathlib import Path
from random import Random
from typing import Literal

import pytest

import rulespec
from rulespec import State
from rulespec.engine.python.effects import Effects
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.program import Asking
from rulespec.engine.python.values import Values
from rulespec.plan.nodes.choices import Choice
from rulespec.plan.nodes.instructions import Ask
from tests.effort import tried
from tests.library import FOLDERS

SENTENCES = {
    "two": """
    choose one and another from display of players except card, where owner of one is not owner of another,
        so that afterwards no player is doubled
    exchange one with another""",
    "or": """
    choose one and another from display of players, where owner of one is not owner of another or one is card,
        so that afterwards some player is complete or not (some player is doubled) or colour of one is braun
    exchange one with another""",
    "every": """
    choose one and another from display of players, where person of one is not person of another,
        so that afterwards every player where own display is not empty and not (own display repeats colour)
    exchange one with another""",
    "himself": """
    choose one and another from display of players, so that afterwards own display repeats person
    exchange one with another""",
    "repeated before": """
    choose one and another from display of players, where owner of one is not owner of another,
        so that afterwards no player where own display repeats colour
    exchange one with another""",
    "in rows and in hands": """
    choose one and another from display of players plus own hand, where person of one is not person of card,
        so that afterwards no player is doubled
    exchange one with another""",
    "three names": """
    choose mine from own display and theirs from display of other players and rival from other players,
        where owner of theirs is rival, so that afterwards no player is doubled and rival is not complete
    exchange mine with theirs""",
    "moved": """
    choose mine from own display and rival from other players,
        so that afterwards no player where own display repeats person and own points is at most 3
    move mine to display of rival""",
    "one name": """
    choose mine from own display, so that afterwards no player where own display repeats colour
    move mine to discards""",
    "in no row": """
    choose mine from own hand and theirs from display of players, so that afterwards no player is doubled
    exchange mine with theirs""",
    "counted": """
    choose rival from players, so that afterwards no player where own points is more than 1
    add 1 to points of rival""",
}


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("engine", ["native", "python"])
def test_what_comes_off_is_what_a_copy_of_the_table_allows(
    sentence: str, engine: Literal["native", "python"], tmp_path: Path
) -> None:
    layer = tmp_path / "layer.rules"
    layer.write_text(f'layer wine "Another action"\n\nreplace action Mundschenk{SENTENCES[sentence]}\n', "utf-8")
    rules, random = rulespec.load(f"ksr+{layer}", library=FOLDERS, engine=engine), Random(1)
    asked, kept, dropped = 0, 0, 0
    while asked < tried(40, 12):
        state = rules.new_game(random.choice(rules.players))
        while state.raws and asked < tried(40, 12):
            candidates, found = tried_out(state)
            if candidates:
                assert [raw for raw in state.raws if raw is not None] == found
                asked, kept, dropped = asked + 1, kept + len(found), dropped + candidates - len(found)
            state = state.next(random.choice(state.raws))
    assert kept > 0 and dropped > 0


def tried_out(state: State) -> tuple[int, list[object]]:
    """How many answers are there to a choice that looks ahead, and those after which on a copy all is as it must be."""
    program = state.game.program
    asks, instruction = program.asks.get(state.position.pc), program.plan.code[state.position.pc]
    if not isinstance(instruction, Ask) or instruction.choice.following is None or not isinstance(asks, Asking):
        return 0, []
    plain, mc = Values(program.plan), state.machine()
    assert asks.choice is not None
    candidates = asks.choice.candidates(mc)
    for sieve in asks.choice.steps:
        candidates = sieve(mc, mc.own, candidates)
    return len(candidates), [raw for raw in candidates if holds_on_a_copy(instruction.choice, plain, mc.twin(), raw)]


def holds_on_a_copy(choice: Choice, plain: Values, mc: Machine, raw: object) -> bool:
    assert choice.following is not None and choice.afterwards is not None
    evaluate, execute = Effects(plain.plan, plain).build(choice.following)
    for slot, value in zip(choice.slots, raw if isinstance(raw, tuple) else (raw,), strict=True):
        mc.names[slot] = value
    what = evaluate(mc)
    if what is not None:
        execute(mc, what)
    return plain.test(choice.afterwards)(mc, mc.own, None)
