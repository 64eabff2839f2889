"""Where the cards may lie, by what was heard: the same whichever engine works it out, from scratch or going on."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from rulespec import Ruleset
from rulespec.engine.events.log import events, log_of
from rulespec.engine.python.interpreter import Interpreter
from rulespec.engine.python.memory import BitMemory, Memory
from rulespec.experiments.testing.files import loaded
from rulespec.game.api import SPECTATOR
from tests.effort import draws_until, short_of, some, tried
from tests.library import GAMES, drawn_file
from tests.test_native_knowledge import native

pytestmark = pytest.mark.native

WIDE = """
ruleset wide "More places than bits of a word"

players 12 to 13
at most 30 turns

numbers worth: 1 to 90
cards deck in pile
    1 of each worth

zone pile, shuffled
zone hand of player, seen by owner
zone won of player, in a row, seen by all
zone spare of player
zone sent of player, seen by owner
zone aside of player
zone lost of player, in a row

set-up
    players: draw 3 from pile to own hand

turn
    choose one from own hand
    choose whom from other players
    move one to sent of whom
    if own sent is not empty
        choose two from own sent
        move two to own aside
    draw 1 from pile to own lost
    if cards in own lost is more than 1
        draw 1 from own lost to own won

game ends out before turn: hand of active is empty
winners: players
"""


def rows(each: Sequence[Any]) -> list[int]:
    """Which moments share what is said of them: only by where the cards lay, and then they have one object."""
    found = list(each)
    return [index for index in range(1, len(found)) if found[index] is found[index - 1]]


def said(memory: Memory, spans: list[tuple[int, int]]) -> tuple[Any, ...]:
    """All that a memory says."""
    heard, may = tuple(memory.heard), list(memory.may)
    unsure = [list(memory.unsure(*span)) for span in spans]
    return heard, may, list(memory.sizes), list(memory.cuts), unsure, rows(memory.may)


def compared(rules: Ruleset, random: Random, steps: int, seen: Counter[str]) -> None:
    """Plays a game that now and then goes on from an earlier state of it, and looks at what somebody remembers."""
    game = rules.game(random.choice(rules.players))
    engine, python = native(game), Interpreter(game.program)
    viewers = {viewer: game.hearing(viewer) for viewer in range(SPECTATOR, game.players)}
    by = {viewer: (engine.hearer(hearing), python.hearer(hearing)) for viewer, hearing in viewers.items()}
    earlier: dict[int, list[Memory | None]] = {viewer: [None, None] for viewer in viewers}
    way = [engine.begin(*game.opening(0))]
    for _ in range(steps):
        if not way[-1].raws or random.random() < 0.05:
            del way[random.randrange(len(way)) // 2 + 1 :]
        if not way[-1].raws:
            return
        way.append(way[-1].next(random.choice(way[-1].raws)))
        if random.random() < 0.75:
            continue
        snapshot, viewer = way[-1], random.choice([*viewers])
        heard = viewers[viewer].log(snapshot.log)
        last = len(heard) - 1
        spans = [(at := random.randint(0, last), random.randint(at, last)) for _ in range(3)]
        expected = said(BitMemory(viewers[viewer], heard), spans)
        stood = engine.stand(snapshot.position, snapshot.where, log_of(events(snapshot.log)), snapshot.turns, 0)
        for at, hearer in enumerate(by[viewer]):
            before = earlier[viewer][at]
            grown = hearer.memory(snapshot, before if at == 0 or _is_earlier(before, heard) else None)
            for memory in (grown, hearer.memory(snapshot), hearer.recalled(heard), hearer.memory(stood)):
                assert said(memory, spans) == expected
            seen["gone on"] += before is not None and len(before.heard) < len(heard) and _is_earlier(before, heard)
            earlier[viewer][at] = grown
        seen["moments"] += len(heard)
        seen["cuts"] += len(expected[3])
        seen["unsure"] += any(expected[4])
        seen["wide"] += any(places >> 64 and places & (places - 1) for may in expected[1] for places in may)


def _is_earlier(memory: Memory | None, heard: tuple[Any, ...]) -> bool:
    return memory is not None and tuple(memory.heard) == heard[: len(memory.heard)]


@pytest.mark.parametrize("name", some(list(GAMES), 5, start=2))
def test_all_engines_remember_the_same_step_by_step_and_from_scratch(name: str) -> None:
    seen = Counter[str]()
    for seed in range(tried(10, 1)):
        compared(GAMES[name], Random(f"{name} {seed}"), tried(300, 100), seen)
    assert seen["moments"] > tried(100, 20) and seen["gone on"] > tried(3, 1)


def test_in_drawn_games_all_engines_remember_the_same() -> None:
    seen = Counter[str]()
    least = {"moments": tried(500, 200), "gone on": tried(12, 5), "unsure": tried(12, 5)}
    for seed in draws_until(3, 2000, lambda: short_of(seen, least)):
        compared(drawn_file(seed).rules, Random(seed), 60, seen)


def test_there_can_be_more_places_than_bits_of_a_word() -> None:
    seen, rules = Counter[str](), loaded(WIDE)
    for seed in range(tried(30, 1)):
        compared(rules, Random(seed), 200, seen)
    assert seen["wide"] > tried(4, 2) and seen["gone on"] > tried(5, 2)


def test_games_are_cut_where_nothing_is_hidden() -> None:
    seen = Counter[str]()
    for seed in range(tried(30, 1)):
        compared(GAMES["ksr"], Random(f"cuts {seed}"), 150, seen)
    assert seen["cuts"] > tried(20, 7) and seen["unsure"] > tried(20, 7)


@pytest.mark.parametrize("heard", [(), ((2, 0),), ((99,),), ((0, 0, None, ()), (11, 0, 0, (1,), (), 0)), (5,)])
def test_what_nobody_can_have_heard_is_refused(heard: Any) -> None:
    game = GAMES["kuhn"].game(2)
    for hearer in (native(game).hearer(game.hearing(0)), Interpreter(game.program).hearer(game.hearing(0))):
        with pytest.raises((ValueError, RuntimeError, TypeError, LookupError, AssertionError)):
            hearer.recalled(heard)


def damaged(heard: Any, random: Random) -> Any:
    """What was heard, with something else in one place of it."""
    if not isinstance(heard, tuple) or not heard or random.random() < 0.1:
        return random.choice([-1, 0, 1, 7, 64, 10**6, -(2**63), 2**70, "?", None, True, (), (1, 2), ("?", 3)])
    at = random.randrange(len(heard))
    if random.random() < 0.15:
        return (*heard[:at], *heard[at + 1 :])
    return (*heard[:at], damaged(heard[at], random), *heard[at + 1 :])


def test_whatever_somebody_says_to_have_heard_is_refused_or_harmless() -> None:
    seen = Counter[str]()
    for name in some(list(GAMES), 6, start=1):
        game, random = GAMES[name].game(GAMES[name].players[0]), Random(name)
        engine = native(game)
        hearer, snapshot = engine.hearer(game.hearing(0)), engine.begin(*game.opening(0))
        for _ in range(40):
            snapshot = snapshot.next(random.choice(snapshot.raws)) if snapshot.raws else snapshot
        heard = game.hearing(0).log(snapshot.log)
        for _ in range(tried(2000, 60)):
            told = damaged(heard, random)
            try:
                memory = hearer.recalled(told)
                comparison = hearer.comparison(memory)
            except (ValueError, RuntimeError, TypeError, LookupError, AssertionError, OverflowError) as error:
                seen[type(error).__name__] += 1
            else:
                said(memory, [(0, len(memory.heard) - 1)])
                comparison.begun(snapshot)
                seen["taken"] += 1
    assert seen["taken"] > 30 and sum(seen.values()) - seen["taken"] > 30
