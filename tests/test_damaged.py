"""Damaged plans and positions: the machine in C refuses them, or plays them without any harm."""

import signal
import subprocess
import sys
import threading
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from rulespec import Chance
from rulespec.engine.native.engine import EXTENSION
from rulespec.engine.native.image import HEADER, MAGIC
from rulespec.engine.options import RawAnswer
from rulespec.engine.python.position import Position
from rulespec.engine.rawstate import RawState
from tests.damaged import FUEL, IMAGES, MOST, outcomes, sound_plans, summary
from tests.effort import tried
from tests.library import GAMES, ruleset
from tests.misused import Late

pytestmark = pytest.mark.native

SMALL_STACK = 256 * 1024  # bytes; hardly any system gives a thread less


def test_damaged_plans_and_positions_are_refused_or_harmless() -> None:
    many, names = tried(deep=10_000, quick=1_000), list(GAMES)
    sounds = list(sound_plans(names[:: tried(deep=1, quick=4)], tried(deep=20, quick=8)))
    found = outcomes(sounds, range(many))
    assert found.total() == many
    assert {way for way, _ in found} == {"position", *(damage.__name__ for damage in IMAGES)}
    said = Counter[str]()
    for (_, outcome), times in found.items():
        said[outcome] += times
    assert said["refused"] > many // 4, summary(found)
    assert said["played"] > many // 20, summary(found)
    assert said["played on"] > many // 40, summary(found)
    assert len(said) > 10, summary(found)


# ---- images made by hand: what no rule file can say


class Image:
    """An image of a plan that no rule file has: nodes are put into it one after another."""

    def __init__(self, *, players: int = 2, cards: int = 0, slots: int = 0) -> None:
        self.words = [0] * HEADER
        self.sizes = players, cards, min(cards, 1), 0, slots  # all cards lie in one place

    def node(self, name: str, *fields: int) -> int:
        at = len(self.words)
        self.words += (EXTENSION.NODES[name], *fields)
        return at

    def plan(self, *code: int, returns: int = 0, deferral: Sequence[int] = (), fuel: int = FUEL) -> Any:
        image = self.image(*code, returns=returns, deferral=deferral)
        return EXTENSION.Plan(image, lambda pc, raw: raw, partial(tuple.__new__, Position), fuel)

    def image(self, *code: int, returns: int = 0, deferral: Sequence[int] = ()) -> bytes:
        end = len(self.words)
        places = [0] * self.sizes[2]
        tables = [list(code), places, places, [-1 for _ in places], [], [], list(deferral), [], [1 for _ in code], []]
        at = []
        for table in tables:
            at.append(len(self.words))
            self.words += table
        at_code, at_rows, at_seen, at_owners, at_watches, at_lasts, at_deferral, at_laws, at_costs, at_prices = at
        self.words[:HEADER] = [
            MAGIC, len(self.words), *self.sizes, len(code), at_code, at_rows, at_seen, at_owners, 0, at_watches, 0,
            at_lasts, len(deferral), at_deferral, 0, at_laws, 0, 0, 0, 0, 0, returns, 0, at_costs, 0,
            at_prices, HEADER, end,
        ]  # fmt: skip
        return array("q", self.words).tobytes()

    def begun(self, plan: Any) -> Any:
        """The snapshot of a game that begins with the first instruction."""
        _, cards, places, _, slots = self.sizes
        zones = (tuple(range(cards)),) * places
        position = (zones, (), (None,) * slots, 0, None, 0, 1, False, None, None, 0, ())
        return plan.begin(position, None, 0, -1, 0)


def nested(levels: int) -> tuple[Image, Any]:
    """A plan whose term for what each gets holds so many sets in one another."""
    image = Image()
    term = image.node("LISTED", 1, 7)
    for _ in range(levels // 3):
        same = image.node("EMPTY", term)
        term = image.node("SIEVED", image.node("LISTED", 1, 7), 0, 1, image.node("WHERE", same))
    return image, image.plan(image.node("STOP", 0), returns=image.node("COUNT", term))


def test_a_plan_that_nests_too_deeply_is_refused_and_what_is_not_refused_needs_little_stack() -> None:
    with pytest.raises(ValueError, match="too much is inside one another"):
        nested(300)
    image, plan = nested(195)
    ends: list[Any] = []
    before = threading.stack_size(SMALL_STACK)
    try:
        thread = threading.Thread(target=lambda: ends.append(image.begun(plan).outcome()))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert ends == [(None, (0, 0))]


def test_a_term_that_would_take_for_ever_ends_with_its_fuel() -> None:
    image = Image()
    term = image.node("CONSTANT", 1, 1)
    for _ in range(180):  # each twice the one before: it is written once, and worked out again and again
        term = image.node("PLUS", term, term)
    ended = image.begun(image.plan(image.node("STOP", 0), returns=term))
    with pytest.raises(RuntimeError, match="it goes on for too long"):
        ended.outcome()


def asking(image: Image, picks: Sequence[int], slots: int, fuel: int = FUEL) -> Any:
    """A plan that asks at once for an answer made of these, for so many names."""
    names = slots, *range(slots), slots, *[1] * slots
    choice = image.node("CHOICE", 0, 0, 0, 0, 0, len(picks), *picks, *names, 0)
    ask = image.node("ASK", 1, 0, choice, 0, 0, 1, *[0] * (sum(image.sizes[2:4]) // 64 + 1))
    return image.plan(ask, image.node("STOP", 0), fuel=fuel)


@pytest.mark.parametrize(("kind", "names"), [("PAIR", 1), ("PAIR", 3), ("ONE", 2)])
def test_a_choice_must_bind_as_many_names_as_it_picks_things(kind: str, names: int) -> None:
    image = Image(cards=4, slots=3)
    with pytest.raises(ValueError, match="a choice binds another number of names than it has parts"):
        asking(image, [image.node(kind, image.node("CARDS_IN", 0, 0))], names)
    image = Image(cards=4, slots=3)
    right = 2 if kind == "PAIR" else 1
    assert image.begun(asking(image, [image.node(kind, image.node("CARDS_IN", 0, 0))], right)).raws


def test_a_choice_of_very_many_cards_needs_little_stack() -> None:
    many = 100_000
    image = Image(slots=1)
    cards, number = image.node("LISTED", many, *range(many)), image.node("CONSTANT", 1, many)
    [answer] = image.begun(asking(image, [image.node("CARDS", number, number, cards)], 1, fuel=0)).raws
    assert answer == tuple(range(many))


def test_as_many_sets_as_there_can_be_are_asked_for_bit_by_bit() -> None:
    many = 64
    image = Image(cards=2, slots=many)
    none, one = image.node("CONSTANT", 1, 0), image.node("CONSTANT", 1, 1)
    cards = image.node("CARDS_IN", 0, 0)
    names = many, *range(many), many, *[1] * many
    picks = [image.node("CARDS", none, one, cards)] * many
    choice = image.node("CHOICE", 0, 0, 0, 0, 0, many, *picks, *names, 0)
    parts = [image.node("PART", slot, cards, 1, none, one, 0, 0) for slot in range(many)]
    whole = image.node("COMPLETION", choice, 0, 0, 0, 0, many, *parts, 0, 0)
    ask = image.node("ASK_PART", 1, 0, choice, whole, 0, 0, 0, 1, 1, 0)
    begun = image.begun(image.plan(ask, image.node("STOP", 0)))
    assert begun.raws == ((0,), (1,), ())
    assert begun.next((1,)).raws == ()


def test_what_waits_for_a_close_is_what_happens_there() -> None:
    def plan(image: Image, swapped: bool) -> Any:
        effects = [image.node("REVERSE", 1), image.node("MAKE_NEXT", 1, image.node("OWN"))]
        code = [image.node("DEFER", number, effect) for number, effect in enumerate(effects)]
        stop = image.node("STOP", 0)
        return image.plan(*code, stop, deferral=effects[::-1] if swapped else effects)

    assert plan(Image(), False)
    with pytest.raises(ValueError, match="another effect happens at the close"):
        plan(Image(), True)


# ---- interruption

ENDLESS = """
import os, signal, sys, threading
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("rulespec._native", sys.argv[1])
native = module_from_spec(spec)
spec.loader.exec_module(native)
plan = native.Plan(bytes.fromhex(sys.argv[2]), lambda pc, raw: raw, tuple)
ended = plan.begin(((), (), (), 0, None, 0, 1, False, None, None, 0, ()), None, 0, -1, 2)
jumping = lambda: plan.begin(((), (), (), 0, None, 0, 1, False, None, None, 0, ()), None, 0, -1, 0)

def elsewhere():
    threading.Thread(target=jumping, daemon=True).start()
    while True:
        threading.Event().wait(60)

for run in (jumping, ended.outcome, elsewhere):
    try:
        print("runs", flush=True)
        while True:
            run()
    except KeyboardInterrupt:
        print("stopped", flush=True)
os._exit(0)
"""


def test_ctrl_c_stops_a_run_in_an_endless_plan_in_an_endless_term_and_beside_a_thread() -> None:
    image = Image()
    term = image.node("CONSTANT", 1, 1)
    for _ in range(180):
        term = image.node("PLUS", term, term)
    code = image.node("JUMP", 1), image.node("JUMP", 0), image.node("STOP", 0)
    endless = image.image(*code, returns=term).hex()
    command = [sys.executable, "-c", ENDLESS, EXTENSION.__file__, endless]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = []
        while line := process.stdout.readline().strip():
            told.append(line)
            if line == "runs":
                process.send_signal(signal.SIGINT)
    assert told == ["runs", "stopped"] * 3
    assert process.returncode == 0


@pytest.mark.parametrize("ended", [False, True])
def test_many_games_of_two_decisions_or_of_none_can_be_interrupted(ended: bool) -> None:
    def late(number: int, frame: object) -> None:
        raise Late

    game = ruleset("kuhn").game(2)
    start = begun = RawState.begin(game, 0)
    while ended and start.raws:
        start = start.next(start.raws[0])
    explorer = game.engine.explorer([])
    assert explorer is not None
    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.2)
    try:
        with pytest.raises(Late):
            explorer.games(start.snapshot, begun.snapshot, game.engine.numbers(1), 2**60, 2**60, False, False, False)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert explorer.games(begun.snapshot, None, game.engine.numbers(1), 100, 9, False, False, False)[0][0] > 20


# ---- positions


def waiting(spec: str, where: Callable[[RawState], object]) -> RawState:
    """A state of some game at which something is the case."""
    rules = ruleset(spec)
    game = rules.game(rules.players[0])
    for seed in range(50):
        dice, state = Random(seed), RawState.begin(game, 0)
        while state.raws:
            if where(state):
                return state
            state = state.next(dice.choice(state.raws))
    raise AssertionError(f"{spec} never comes to it")


def stands(state: RawState, **changes: Any) -> tuple[RawAnswer, ...]:
    """What can be answered in a position that was changed by hand."""
    standing = state.game.engine.stand(
        state.position._replace(**changes), state.where, state.raw_log, state.turns, state.dirty
    )
    for raw in standing.raws:
        assert standing.next(raw).position
    return standing.raws


BROKEN = (ValueError, RuntimeError)


def test_a_damaged_position_before_a_draw_is_refused() -> None:
    state = waiting("mau-mau", lambda state: isinstance(state.pending, Chance))
    left, source, to = state.position.stack[-1]
    assert stands(state) == state.raws
    assert stands(state, stack=(*state.position.stack[:-1], (left, source, to))) == state.raws
    for place in (-1, 10**6, MOST):
        with pytest.raises(BROKEN):
            stands(state, stack=(*state.position.stack[:-1], (left, place, to)))
        with pytest.raises(BROKEN):
            stands(state, stack=(*state.position.stack[:-1], (left, source, place)))
    for broken in ((), ((1, 2),), (3,), ((left, source),), (None,), (((0, 0), 0),)):
        with pytest.raises((*BROKEN, TypeError)):
            stands(state, stack=broken)


def test_a_damaged_position_of_players_who_answer_at_the_same_time_is_refused() -> None:
    state = waiting("scissors", lambda state: state.position.together)
    assert stands(state) == state.raws
    assert state.position.together
    *_, (number, (who, what)) = state.position.together
    assert number >= 0
    broken: tuple[Any, ...] = (
        (number, (99, what)), (number, (-1, what)), (10**6, (who, what)), (-2, (who, what)), (number, (who, ((), ()))),
        (number, (who, 7)), (-1, (who, (11, 0, 0, (1, 2, 3), (), 0))), (-1, (who, (99,))), (number,),
    )  # fmt: skip
    for each in broken:
        with pytest.raises((*BROKEN, TypeError)):
            stands(state, together=(each,))
    for direction in (0, 2, MOST):
        with pytest.raises(BROKEN):
            stands(state, direction=direction)
