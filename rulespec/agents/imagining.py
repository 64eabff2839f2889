"""Sampled worlds, and playouts in them."""

from random import Random

from rulespec.agents.thinking import Thinking
from rulespec.api import State, View
from rulespec.errors import WorldsError
from rulespec.pending import Over
from rulespec.run.snapshot import Snapshot

PLAYOUTS = 200  # of a decision, by default
WORLDS = 40  # that they begin in: sampling one takes as long as several playouts, in some games as fifty
TRIED = 3  # failed samples after which the agent makes do with the worlds it has
SEEDS = 32  # bits of the seed of a playout


def imagining(view: View, random: Random, count: int, steps: int) -> Thinking[list[State]]:
    """Samples up to `count` worlds of a view, yielding the progress as a share of `steps`.

    There can be fewer, as sampling can fail.
    """
    found: list[State] = []
    failed = 0
    while len(found) < count and failed < TRIED:
        try:
            found.append(view.sample(random, same_past=True))
        except WorldsError:
            failed += 1
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
