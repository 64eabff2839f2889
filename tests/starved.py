"""Games where memory runs out: each request for it fails in turn, and what was asked for is then asked for again.

`python -m tests.starved` needs in `LD_PRELOAD` what is built from `FAILING`, and `PYTHONMALLOC=malloc`.
"""

import ctypes
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from rulespec import State
from rulespec.batch import Batch
from rulespec.engine.game import Game
from rulespec.engine.native.engine import EXTENSION
from rulespec.engine.native.hearing import table_of
from rulespec.engine.native.image import image_of
from rulespec.engine.python.position import frozen as standing
from tests.effort import DEEP
from tests.library import ruleset

FAILING = """
#include <stddef.h>

static long left; /* the request fails that brings this down to 0 */
void fails_after(long requests) { left = requests; }
long is_left(void) { return left; }
static int fails(void) { return left > 0 && --left == 0; }

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *at, size_t size) { return fails() ? NULL : __libc_realloc(at, size); }
"""

MOST = 100_000 if DEEP else 40  # requests that fail, of each thing that is asked for


def tasks() -> dict[str, Callable[[], Any]]:
    """What needs memory: each gives something that can be compared, and gives it again when it is asked for again."""
    rules, dice = ruleset("ksr"), Random(1)
    game = Game(rules, 4)
    state: Any = rules.begin(4, 0, dice.random)
    for _ in range(40):
        state = state.advance(dice.choice(state.pending.options), dice.random)
    now, first = state.snapshot, State.begin(state.game, 0).snapshot
    plan, image, hearing = state.game.engine._plan, image_of(game.plan, EXTENSION.NODES), table_of(game.hearing(1))
    batch = Batch(rules, players=4, count=5, seed=1)

    def begun() -> Any:
        mc, pc = game.opening(0)
        new: Any = EXTENSION.Plan(image, None, tuple).begin(standing(mc), mc.log, mc.turns, mc.dirty, pc, None)
        return new.playout((3, 4, 5, 6), 7).outcome(), new.next(new.raws[0], None).position

    def stepped() -> Any:
        batch.reset(3)
        batch.step(batch.random_actions())
        return batch.observations.tolist(), batch.counts.tolist()

    def stretched() -> Any:
        hearer = plan.hearer(hearing, None)
        memory = hearer.memory(now)
        comparison = hearer.comparison(memory)
        stretch = comparison.stretch(0, len(memory) - 1, lambda snapshot: True)
        tried = stretch.ways((comparison.begun(first)[:2],), 20, 1000)
        return list(memory.may), list(memory.heard), tried[0]

    def searched() -> Any:
        hearers = tuple([plan.hearer(table_of(game.hearing(seat)), None) for seat in range(4)])
        asked = bytes(8 * len(game.plan.code))
        tree: Any = EXTENSION.Tree(plan, (now,), hearers, asked, 1.4, EXTENSION.Numbers(3))
        tree.simulate(60)
        return tree.size, tree.tried()

    return {
        "a search": searched,
        "a plan": lambda: type(EXTENSION.Plan(image, None, tuple)),
        "an answer": lambda: now.next(now.raws[0], Random(2).random).position,
        "a new plan's game": begun,
        "options": lambda: [option.text for option in state.apply(state.pending.options[0]).pending.options],
        "a game": lambda: now.playout((3, 4, 5, 6), 7).outcome(),
        "its log": lambda: now.playout((3, 4, 5, 6), 7).happened(2**40 - 1),
        "a key": lambda: plan.hearer(hearing, None).summary(now).hash,
        "what was heard": lambda: plan.hearer(hearing, None).summary(now).events(None),
        "a stretch": stretched,
        "a batch": lambda: Batch(rules, players=4, count=2, seed=1).counts.tolist(),
        "a step": stepped,
        "a sample": lambda: str(state.view(2).sample(Random(4)).position),
        "why": lambda: state.view(2).why(),
    }


def main() -> None:
    failing, seen = ctypes.PyDLL(None), Counter[str]()
    failing.fails_after.argtypes, failing.fails_after.restype = (ctypes.c_long,), None
    failing.is_left.restype = ctypes.c_long
    for name, asked in tasks().items():
        expected = asked()
        failing.fails_after(2**40)
        asked()
        requests = 2**40 - failing.is_left()
        failing.fails_after(0)
        every = max(1, requests // MOST)
        for number in range(1, requests + 1, every):
            failing.fails_after(number)
            try:
                asked()
                seen["went on without"] += 1
            except MemoryError:
                seen["MemoryError"] += 1
            except RuntimeError as error:
                if str(error) != "can't allocate lock":  # as Python says it
                    raise
            try:
                failing.fails_after(0)
            except (MemoryError, ctypes.ArgumentError):  # that was the request which fails
                failing.fails_after(0)
            assert asked() == expected, (name, number)
        seen[name] += 1
    print(*(f"{times} {what}" for what, times in seen.items()), sep="\n")


if __name__ == "__main__":
    main()
