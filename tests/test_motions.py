"""Which cards move has one answer for both engines, and a place that asks for it and gets a wrong one is found."""

import ast
import importlib
import itertools
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from palast.telling import story
from rulespec import Over, RulesError, load
from rulespec.agents.play import playout
from rulespec.engine.events import kinds as k
from rulespec.engine.events import motions as events_motions
from rulespec.engine.native import headers
from rulespec.game.pipeline import warnings
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.worlds import Worlds
from rulespec.language.tree import statements as s
from rulespec.records.undo import last_decision, refusal
from rulespec.rules.rulebook import EngineName
from rulespec.wording.language import wording
from rulespec.wording.page import Page
from tests.library import ROOT

ENGINE = ROOT / "rulespec"
ROWS = (ROOT / "tests" / "rules" / "gipfel.rules").read_text("utf-8")
PEEK = (ROOT / "tests" / "rules" / "worlds" / "peek.rules").read_text("utf-8")
SWAPS = """ruleset swaps
players 2
at most 8 turns
word suit: sun, moon
numbers pips: 1 to 4
cards deck in box
    1 of each suit in each pips
zone box
zone pile, in a row
zone row of player, in a row, seen by owner
zone heap, seen by all
set-up
    players: draw 2 from box to own row
    draw 3 from box to pile
turn
    choose card from own row
    exchange card with first of pile
    choose one from own row
    if suit of one is sun: exchange one with last of own row
    otherwise: exchange one with first of pile
    may: move one to heap
    may: move first of own row to pile
    if own row is empty: draw 1 from pile to own row
game ends out: own row is empty
winners: players, with most total pips in own row
"""
OPENED = """ruleset opened
players 2
at most 20 turns
word suit: red, blue
numbers pips: 1 to 4
cards deck in pile
    1 of each pips in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone table, seen by all
zone bin
counter points of player
set-up
    players: draw 3 from pile to own hand
turn
    choose card from own hand
    move card to table
    own left
        choose reply from own hand, preferring its suit is suit of card
        move reply to bin
    if suit of card is red
        choose extra from own hand
        move extra to bin
game ends out before turn: hand of active is empty
winners: players, with most own points
"""
COUNT = itertools.count()


def test_the_native_engine_reads_the_cards_of_an_event_from_the_same_fields() -> None:
    table = headers.events_header().partition("CARD_FIELDS_OF_EVENTS")[2]
    read = re.findall(r"X\((\w+), (\d), (\w+), (\d+), (\d+), (\d+), \d\)", table)
    declared = [
        (_as_in_c(kind.__name__), count, each.how.upper().replace(" ", "_"), each.at, each.source, each.to)
        for kind in sorted(k.KINDS, key=lambda kind: kind.number)
        for count, each in enumerate(events_motions.card_fields(kind))
    ]
    assert [(name, int(count), how, *map(int, fields)) for name, count, how, *fields in read] == declared
    assert {how for _, _, how, *_ in declared} == set(re.findall(r"[A-Z]+_[A-Z]+", _hows()))


def _as_in_c(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).upper()


def _hows() -> str:
    code = (ENGINE / "engine" / "native" / "machine" / "ways.h").read_text("utf-8")
    return code.partition("NO_CARDS,")[2].partition("}")[0]


# ---- events


def asking(module: str) -> list[tuple[str, list[str]]]:
    """The modules that import functions from a module, with the functions."""
    found = []
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom) and node.module == module:
                names = [each.name for each in node.names if each.name[0].islower()]
                found.append((".".join(path.relative_to(ROOT).with_suffix("").parts), names))
    return found


MOVING = ("motions", "moves", "card_fields")  # which cards move
OF_EVENTS = [(at, name) for at, names in asking("rulespec.engine.events.motions") for name in names if name in MOVING]


def looks(folder: Path, engine: EngineName = "python", *, samples: bool = True) -> Iterator[object]:
    """What two players see, infer and may take back, in four games."""
    for text, answers in ((ROWS, 14), (SWAPS, 16), (OPENED, 9), (PEEK, 13)):
        path = folder / f"rows-{next(COUNT)}.rules"
        path.write_text(text, "utf-8")
        random, state = Random(3), load(path, engine=engine).new_game(2)
        for _ in range(answers):
            if isinstance(state.pending, Over):
                break
            state = state.apply(random.choice(state.pending.options))
            yield [str(event) for event in state.log]
            for seat in range(2):
                perspective, view = Perspective(state, seat), state.view(seat)
                worlds = Worlds(perspective)
                recalled = perspective.recall.before(len(perspective.heard))
                yield view.why(), recalled.zones, [type(each) for each in recalled.names]
                yield [view.knows(card) for card in view.game.material.cards]
                if samples:
                    yield [worlds.sample(Random(seed)).position for seed in range(3)], worlds.steps.tried
                before = last_decision(state, seat)
                yield None if before is None else str(refusal(before, state))


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    """The looks of the engine in Python without anything planted."""
    return [*looks(tmp_path_factory.mktemp("honest"))]


@pytest.mark.native
def test_both_engines_look_alike_but_for_samples(tmp_path: Path) -> None:
    one, other = ([*looks(tmp_path, engine, samples=False)] for engine in ("python", "native"))
    assert one == other and len(one) > 40


@pytest.mark.parametrize(("asker", "name"), OF_EVENTS)
def test_a_wrong_answer_about_an_event_is_found(
    asker: str, name: str, honest: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = getattr(events_motions, name)
    wrong: dict[str, Any] = {
        "card_fields": lambda kind: [evolve(each, at=each.source) for each in right(kind)],
        "moves": lambda kind: not right(kind),
        "motions": lambda event: (),
    }
    monkeypatch.setattr(importlib.import_module(asker), name, wrong[name])
    try:
        found = all(one == other for one, other in zip(looks(tmp_path), honest, strict=True))
    except Exception:
        return  # a table or a world that cannot be
    assert not found


# ---- statements

BAD = ROOT / "tests" / "rules" / "bad"
TEXTS = {  # what tells each place that asks which cards a statement moves from one that gets a wrong answer
    "rulespec.rules.checks.disclosures": OPENED,
    "rulespec.rules.checks.look_ahead": (BAD / "E035_afterwards.rules").read_text("utf-8"),
    "rulespec.rules.checks.motions": (BAD / "W075_into_itself.rules").read_text("utf-8"),
    "rulespec.rules.checks.positions": (BAD / "W077_depth.rules").read_text("utf-8"),
    "rulespec.rules.checks.telling": (BAD / "W073_told.rules").read_text("utf-8"),
    "rulespec.rules.resolve.hidden_reads": OPENED,
    "rulespec.wording.story.secrets": OPENED,
    "rulespec.knowledge.recall": "",  # seen in games
}


def test_every_place_that_asks_which_cards_a_statement_moves_is_planted_in() -> None:
    named = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in ENGINE.rglob("*.py")
        if "s.motions(" in path.read_text("utf-8")
    }
    assert named == TEXTS.keys()


def checked(text: str, folder: Path) -> list[object]:
    """What a check of a file finds, whether everybody knows what is asked, and how a game is told."""
    path = folder / f"checked-{next(COUNT)}.rules"
    path.write_text(text + f"\n# read for {path}\n", "utf-8")
    try:
        rules = load(path)
    except RulesError as error:
        return sorted(re.findall(r"\[([EW]\d+)\]", str(error)))
    record = playout(rules, 2, seed=1)
    told = [*story(record, Page(), wording(rules, "en"))]
    return [*(each.code for each in warnings(rules)), rules.asks_openly, *told]


@pytest.mark.parametrize("asker", TEXTS)
def test_a_wrong_answer_about_a_statement_is_found(
    asker: str, honest: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # which keeps what a check found
    text, right = TEXTS[asker], [] if not TEXTS[asker] else checked(TEXTS[asker], tmp_path)
    planted = types.SimpleNamespace(**vars(s) | {"motions": lambda _: iter(())})
    monkeypatch.setattr(importlib.import_module(asker), "s", planted)
    if text:
        assert checked(text, tmp_path) != right
    else:
        assert not all(one == other for one, other in zip(looks(tmp_path), honest, strict=True))
