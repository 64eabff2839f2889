"""The worlds in which an agent plays on in its mind, and how their games end."""

from random import Random

from rulespec.agents.thinking import Thinking, outcome
from rulespec.api import State, View
from rulespec.errors import WorldsError
from rulespec.pending import Over
from rulespec.run.snapshot import Snapshot

PLAYOUTS = 200  # of a decision, if nothing else is said
WORLDS = 40  # in which they begin: to find one takes as long as several playouts, in some games as long as fifty
TRIED = 3  # times that a world is looked for in vain, before the agent goes on with those that it has
SEEDS = 32  # bits of the seed of a playout


def worlds(view: View, random: Random, count: int) -> list[State]:
    """So many possible worlds of a view, or fewer: what is rare enough is not always found."""
    return outcome(imagining(view, random, count, count))


def imagining(view: View, random: Random, count: int, steps: int) -> Thinking[list[State]]:
    """The same bit by bit, as the first ones of so many steps."""
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
    """The seeds of random players, and of chance, for a playout."""
    return tuple([random.getrandbits(SEEDS) for _ in range(players + 1)])


def played_out(state: State, numbers: tuple[int, ...]) -> tuple[float, ...]:
    """What each seat gets at the end of a game that random players play out from a state."""
    return returns(state.playout(numbers[:-1], numbers[-1]).snapshot)


def returns(end: Snapshot) -> tuple[float, ...]:
    """What each seat gets at the end of a game: what the rules say, else the winners' shares of one point."""
    over = end.pending
    assert isinstance(over, Over)
    return tuple([float(each) for each in over.returns])
