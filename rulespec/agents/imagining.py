"""Sampled worlds, and playouts in them."""

from contextlib import suppress
from random import Random

from rulespec.agents.thinking import Thinking
from rulespec.engine.pending import Over
from rulespec.engine.python.snapshot import Snapshot
from rulespec.game.api import State, View
from rulespec.knowledge.worlds import Worlds
from rulespec.language.errors import WorldsError

PLAYOUTS = 200  # of a decision, by default
WORLDS = 40  # that they begin in
STEPS = 150_000  # tried for all of them: where worlds are hard to find, the agent makes do with fewer
BATCH = 10  # worlds of one Markov chain
SEEDS = 32  # bits of the seed of a playout


def imagining(view: View, random: Random, count: int, steps: int) -> Thinking[list[State]]:
    """Samples up to `count` worlds of a view, yielding the progress as a share of `steps`.

    There are fewer where it takes long to find one. What else was sampled of the view makes no difference.
    """
    worlds, found = Worlds(view.perspective()), list[State]()
    tried = 0
    for _ in range(count):
        if len(found) == count or tried >= STEPS:
            break
        with suppress(WorldsError):
            found += map(State.of, worlds.several(random, min(BATCH, count - len(found)), STEPS - tried))
        tried += worlds.steps.tried
        yield len(found) / steps
    return found


def seeds(players: int, random: Random) -> tuple[int, ...]:
    """The seeds of a playout: one for each player, and one for chance."""
    return tuple([random.getrandbits(SEEDS) for _ in range(players + 1)])


def played_out(state: State, numbers: tuple[int, ...]) -> tuple[float, ...]:
    """The returns of a random playout from a state."""
    return returns(state.playout(numbers[:-1], numbers[-1]).snapshot)


def returns(end: Snapshot) -> tuple[float, ...]:
    """The returns of a finished game: as declared, else one point divided among the winners."""
    over = end.pending
    assert isinstance(over, Over)
    return tuple([float(each) for each in over.returns])
