"""Sampled worlds, and playouts in them."""

from random import Random

from rulespec.agents.thinking import Thinking
from rulespec.api import State, View
from rulespec.knowledge.worlds import Worlds
from rulespec.pending import Over
from rulespec.run.snapshot import Snapshot

PLAYOUTS = 200  # of a decision, by default
WORLDS = 40  # that they begin in: sampling one takes as long as several playouts, in some games as fifty
STEPS = 50_000  # tried for all of them: where worlds are hard to find, the agent makes do with fewer
TRIED = 6  # failed samples after which it does, too
SEEDS = 32  # bits of the seed of a playout


def imagining(view: View, random: Random, count: int, steps: int) -> Thinking[list[State]]:
    """Imagines up to `count` worlds of a view, yielding the progress as a share of `steps`.

    There can be fewer, and some that only nearly agree with what was heard, as it can take long to find others. What
    else was sampled of the view makes no difference: worlds are imagined by what was learned of those before them.
    """
    worlds, found = Worlds(view.perspective()), list[State]()
    tried = failed = 0
    while len(found) < count and failed < TRIED and tried < STEPS:
        imagined = worlds.imagine(random)
        tried += imagined.steps
        if imagined.world is None:
            failed += 1
        else:
            found.append(State.of(imagined.world))
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
