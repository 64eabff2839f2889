"""No answer depends on what the seat that looks cannot know, unless its request says that this is meant."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, get_args

import attrs

from palast.web import protocol as p
from palast.web.session import Session
from palast.web.sharing import Shared, sent
from palast.web.sitting import Sitting
from rulespec import State, WorldsError
from rulespec.records import Record
from tests.effort import DEEP, some
from tests.library import ruleset
from tests.web.page import MistakeError, Page, texts_of

GAMES = ("ksr", "mau-mau", "whist", "auction", "whispers", "fishing")
CONSENT = "sure"  # the field by which a request says so
BOTS = ("ismcts:3", "rollouts:3")
HOUSE = 'layer haus "A house"\n'
FRAGMENT = sent(Shared("kuhn", {}, 2, None, None))
RECORD = Record(ruleset("kuhn").begin(2, 0, Random(1).random), spec="kuhn").text

Worlds = tuple[str, State, State, int]


def _worlds(random: Random, few: int, games: Sequence[str] = GAMES) -> Iterator[Worlds]:
    """Games, each with another one that one of its seats cannot tell from it."""
    for rules in games:
        there = 0
        while there < few:
            state = ruleset(rules).begin(3, 0, random.random)
            for _ in range(random.randrange(12)):
                if state.raws:
                    state = state.advance(random.choice(state.pending.options), random.random)  # type: ignore[union-attr]
            if not state.raws:
                continue
            seat = state.pending.player if random.random() < 0.7 else random.randrange(3)  # type: ignore[union-attr]
            try:
                world = state.view(seat).sample(random)
            except WorldsError:
                continue
            if world != state:
                there += 1
                yield rules, state, world, seat


def _page(rules: str, state: State, seat: int) -> Page:
    """A page with a game on the table: a person at one seat, bots that think at the others."""
    sits = [p.PERSON if each == seat else BOTS[each % 2] for each in range(state.players)]
    page = Page(Session())
    page.session._sitting = Sitting.of(1, rules, {}, Record(state, seed=1, spec=rules), sits)
    return page


def _fields(rules: str, state: State, seat: int) -> dict[str, list[Any]]:
    """What a field of each name can be: first what goes with the others, then other things, some of them wrong."""
    decision = state.view(seat).decision
    offered = [] if decision is None else [option.text for option in decision.options[:2]]
    name = str(state.game.material.cards[0])
    return {
        "rules": ["kuhn+haus", rules], "texts": [{"haus": HOUSE}, {}], "base": ["kuhn"], "layers": [[]],
        "variant": ["kuhn"], "text": [HOUSE, RECORD], "name": ["haus"], "on": ["kuhn"], "what": ["law"], "offset": [3],
        "words": [name, "winners"], "players": [None], "first": [0], "seats": [None], "seed": [1], "record": [RECORD],
        "after": [None, 0], "seat": [seat, (seat + 1) % 3], "since": [0, 2], "run": [1], "clicked": [[], ["card 0"]],
        "option": [name, *offered, "nothing"], "playouts": [2], "within": [0, None], "answers": [0], "hurry": [False],
        "deal": [False, True], "enough": [False, True], "fragment": [FRAGMENT], "games": [1], "seconds": [1],
        "language": ["de", "en"], "against": [None, "kuhn"], "only_changes": [False, True],
    }  # fmt: skip


def _requests(kind: type, possible: dict[str, list[Any]], random: Random) -> Iterator[dict[str, Any]]:
    """Requests of a kind, none of which says that it is meant: a whole one, and others with something left out."""
    names = [each.name for each in attrs.fields(kind) if each.name != CONSENT]
    needed = {each.name for each in attrs.fields(kind) if each.default is attrs.NOTHING} | {
        "answers"
    }  # none, else bots act
    few = 2 if "seat" in names else 0
    for number in range(20 if DEEP else 1 + few // 2):
        chosen = [name for name in names if number == 0 or name in needed or random.random() < 0.7]
        fields = {name: random.choice(possible[name][: 1 if number == 0 else None]) for name in chosen}
        yield {**fields, "seed": "1"} if kind is p.New else fields


def _answers(worlds: Worlds, kind: str, fields: dict[str, Any]) -> list[str]:
    """The whole answer, or the whole refusal, in each of two worlds."""
    rules, state, world, seat = worlds
    asked = json.dumps({"kind": kind, **fields})
    return [_page(rules, each, seat).session.ask(asked) for each in (state, world)]


def test_an_answer_of_any_kind_is_the_same_in_two_worlds_that_its_seat_cannot_tell_apart() -> None:
    random, compared, told, few = Random(16), Counter[str](), Counter[str](), 6 if DEEP else 1
    for worlds in _worlds(random, few, games := some(GAMES, 3)):
        rules, state, _, seat = worlds
        possible = _fields(rules, state, seat)
        for kind in get_args(p.Request):
            for fields in _requests(kind, possible, random):
                if kind is p.Answer and fields["option"] in possible["option"][1:-1]:
                    continue  # after which others act, as what they hold lets them
                here, there = _answers(worlds, kind.kind, fields)
                assert here == there, (rules, kind.kind, fields)
                compared[f"{kind.kind} {next(iter(json.loads(here)))}"] += 1
            if any(each.name == CONSENT for each in attrs.fields(kind)):
                there_is = {"rules": rules, "texts": texts_of(rules), "deal": True}
                fields = {each.name: there_is[each.name] for each in attrs.fields(kind) if each.name in there_is}
                refused, _ = _answers(worlds, kind.kind, fields)
                assert json.loads(refused)["error"]["code"] == "knowledge"
                told[kind.kind] += "answer" in json.loads(_answers(worlds, kind.kind, {**fields, CONSENT: True})[0])
    kinds = {kind.kind for kind in get_args(p.Request)}
    never = {"answer", "keep", "undo"}
    seen = {kind: compared[f"{kind} {'error' if kind in never else 'answer'}"] for kind in kinds}
    assert min(seen.values()) >= 2, seen
    assert set(told.values()) == {len(games) * few}, told


def test_after_an_answer_a_seat_is_told_what_it_would_be_told_if_it_looked() -> None:
    random, acted = Random(17), Counter[str]()
    for rules, state, _, seat in _worlds(random, 2):
        options = [] if (decision := state.view(seat).decision) is None else decision.options
        for kind, fields in (
            ("answer", {"option": random.choice(options).text if options else ""}),
            ("bots", {"answers": 3, "hurry": True}),
        ):
            page = _page(rules, state, seat)
            try:
                table = page.ask(kind, seat=seat, **fields)
            except MistakeError:
                continue
            assert table == page.ask("look", seat=seat)
            acted[kind] += 1
    assert acted["answer"] >= 3 and acted["bots"] >= 6


def test_from_how_long_a_bot_thinks_nobody_learns_how_many_options_it_has() -> None:
    random, thought, others = Random(18), 0, 0
    for rules, state, world, seat in _worlds(random, 20 if DEEP else 4):
        asked = [each.pending for each in (state, world)]
        if asked[0].player == seat:  # type: ignore[union-attr]
            continue
        pages, tables = [_page(rules, each, seat) for each in (state, world)], [dict[str, Any](), dict[str, Any]()]
        while True:
            tables = [page.ask("bots", seat=seat, within=0) for page in pages]
            if tables[0]["thought"] is None:
                break
            assert tables[0] == tables[1]
            thought += 1
        assert tables[1]["thought"] is None
        others += len({len(each.options) for each in asked}) > 1  # type: ignore[union-attr]
    assert thought > 100 and others > 0, (thought, others)
