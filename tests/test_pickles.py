"""Public objects are pickled, and what is made of the pickle is as the object was."""

import inspect
import pickle
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import attrs

from palast.drafts import draft
from palast.manual import pages
from palast.manual.reference import MODULES, WITH_AN_EXTRA
from rulespec import Over, assist, compare, load, openspiel, simulate
from rulespec.agents import Rollouts, TreeSearch
from rulespec.agents.play import _seat, random_agent
from rulespec.batch import Batch
from rulespec.editing.assistance import Shelf
from rulespec.editing.pygments import RulesLexer
from rulespec.experiments import suite
from rulespec.experiments.hunt import hunt
from rulespec.experiments.laws import Broken, LawWatch
from rulespec.experiments.leaks import find_leak
from rulespec.experiments.mutation import mutants_of
from rulespec.experiments.scenarios import run
from rulespec.pettingzoo import raw_env
from rulespec.records import Comment, Record
from rulespec.testing import Table
from rulespec.wording import Wording, speech, wording
from tests.drop import FAILS, GAME, HOLDS
from tests.library import ruleset

LEAKING = """ruleset leaking "Who is asked has a red card"
players 2
at most 9 turns
word suit: red, blue
cards deck in pile
    4 of each suit
zone pile, shuffled
zone hand of player, seen by owner
zone bin
set-up
    players: draw 2 from pile to own hand
turn
    choose card from own hand
    move card to bin
    own left
        if some card in own hand is red
            choose gift from own hand
            move gift to bin
game ends out before turn: hand of active is empty
winners: players
"""
OTHERS = {
    Batch,
    LawWatch,
    Rollouts,
    Shelf,
    TreeSearch,
    Wording,
    openspiel.State,
    raw_env,
}  # equal to none but themselves
NOT_MADE = {Table: "Hypothesis makes it, for one test"}


def public() -> set[type]:
    """All public classes but exceptions, which other tests send between processes, and protocols."""
    found = set[type]()
    for name in ("rulespec", *MODULES, *WITH_AN_EXTRA):
        module = import_module(name)
        values = (getattr(module, each) for each in getattr(module, "__all__", ()))
        found |= {each for each in values if inspect.isclass(each) and not issubclass(each, BaseException)}
    return {each for each in found if not getattr(each, "_is_protocol", False)}


def objects(folder: Path) -> Iterator[Any]:
    """Objects of most public classes, and others that hold them."""
    rules = ruleset("kuhn")
    begun = rules.new_game(2)
    asked = begun.apply("Queen").apply("King")
    over = asked.apply("bet").apply("pass")
    yield from (rules, begun, asked, over, begun.pending, asked.pending, over.pending, asked.view(0), asked.view(1))
    yield from (rules.game(2).material.cards[0], Record(over, comments=(Comment(1, "a remark"),)), _seat(asked.game, 0))
    view = asked.view(0)
    decision = view.decision
    assert decision is not None
    for agent in (Rollouts(seed=1, playouts=4), TreeSearch(seed=1, playouts=4)):
        yield from (agent, agent.weigh(view, decision))
    yield from (simulate(rules, [random_agent] * 2, 4), speech(view, "en"), wording(rules, "de"))
    (folder / "drop.rules").write_text(GAME + HOLDS + FAILS, "utf-8")
    (folder / "spare.rules").write_text("layer spare\ntried on drop\n", "utf-8")
    (folder / "bad.rules").write_text("ruleset bad\nplayers\n", "utf-8")
    (folder / "leaking.rules").write_text(LEAKING, "utf-8")
    found = [each for name in ("drop", "spare", "bad") for each in suite.suites(name, folder / f"{name}.rules", load)]
    yield from (found, suite.run(found, games=2))
    drop, spare = load(folder / "drop.rules"), load(f"{folder / 'drop.rules'}+{folder / 'spare.rules'}")
    yield from (run(drop), compare(drop, spare, games=2), [*mutants_of(drop)][:3], hunt(drop, decisions=200))
    state, broken = LawWatch(drop.game(2)).begin(0, None)
    watch = LawWatch(drop.game(2))
    random = Random(1)
    while broken is None and not isinstance(state.pending, Over):
        state, broken = watch.apply(state, random.choice(state.pending.options))
    yield from (watch, broken, find_leak(load(folder / "leaking.rules")))
    yield from (assist(GAME, GAME.index("hand") + 2), Shelf((folder,)), draft(drop, "action", "mine"), pages())
    batch = Batch(rules, 2, 3, seed=1)
    batch.step(batch.random_actions())
    game, table = openspiel.game(rules, 2), raw_env(rules, 2)
    table.reset(seed=1)
    yield from (batch, game, game.new_initial_state(), game.state_of(asked), table, RulesLexer())


def inside(value: Any, seen: dict[type, Any]) -> None:
    """The first object of each class in a value."""
    if isinstance(value, tuple | list | set | frozenset):
        for each in value:
            inside(each, seen)
    elif isinstance(value, dict):
        inside([*value.values()], seen)
    elif type(value) not in seen:
        seen[type(value)] = value
        if attrs.has(type(value)):
            inside([getattr(value, each.name, None) for each in attrs.fields(type(value))], seen)


def test_every_public_object_is_pickled_or_is_made_of_plain_data(tmp_path: Path) -> None:
    seen, same = dict[type, Any](), 0
    for each in objects(tmp_path):
        inside(each, seen)
    missing = {each for each in public() if not any(issubclass(kind, each) for kind in seen)}
    for kind in missing - NOT_MADE.keys():  # reports, whose parts are among the others
        assert attrs.has(kind) and pickle.loads(pickle.dumps(kind)) is kind, kind
        assert kind.__setattr__ is not object.__setattr__, f"{kind} is not frozen"
    for kind, value in seen.items():
        if any(issubclass(kind, each) for each in public()):
            again = pickle.loads(pickle.dumps(value))
            assert type(again) is kind
            if kind not in OTHERS and pickle.loads(pickle.dumps(again)) == again:
                same += again == value
    assert len(seen.keys() & public()) > 40 and same > 25
    assert NOT_MADE.keys() <= missing


def test_a_broken_law_says_the_same_out_of_its_pickle(tmp_path: Path) -> None:
    broken = next(each for each in objects(tmp_path) if isinstance(each, Broken))
    again = pickle.loads(pickle.dumps(broken))
    assert (str(again), again.case, again.problem) == (str(broken), broken.case, broken.problem)
    assert again.case.startswith("cards in table is ")


def test_adapters_go_on_where_they_were_pickled() -> None:
    table = raw_env(ruleset("ksr"), 3)
    table.reset(seed=1)
    again = table
    for step in range(40):
        if step % 8 == 0:
            again = pickle.loads(pickle.dumps(table))
        agent = table.agent_selection
        assert agent == again.agent_selection and (table.observe(agent) == again.observe(agent)).all()
        action = int(table.infos[agent]["action_mask"].nonzero()[0][-1])
        table.step(action)
        again.step(action)
