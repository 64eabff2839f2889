"""Whole games: an agent for each seat decides, a seed decides what is drawn."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from attrs import define

from rulespec.api import Ruleset, State, View
from rulespec.events.heard import NOTHING_HEARD
from rulespec.events.hearing import Hearing
from rulespec.events.known import Known
from rulespec.events.log import Log, events
from rulespec.game import Game
from rulespec.knowledge.perspective import unshared
from rulespec.lockstep.coupling import keys_of
from rulespec.pending import Decision, Option, Over
from rulespec.record import Record as Record  # what comes of playing
from rulespec.run.coupled import Coupling
from rulespec.run.snapshot import Trace, traced

Agent = Callable[[View, Decision], Option | str]


def play(rules: Ruleset, agents: Sequence[Agent], seed: int = 0, first: int = 0, *, isolate: bool = False) -> Record:
    """A whole game: an agent, given his view and the decision, answers with an option; the seed drives chance only.

    To `isolate` the agents gives them views that hold no state, and rules of their own, which remember nothing that
    others were offered.
    """
    random = numbers(seed)
    state = rules.begin(len(agents), first, random)
    seats = [_seat(rules.anew().game(len(agents)), player) for player in range(len(agents))] if isolate else None
    while isinstance(decision := state.pending, Decision):
        player = decision.player
        view = View(state, player) if seats is None else seats[player].view(state)
        answer = agents[player](view, decision)
        state = state.advance(answer, random)
    return Record(state, seed)


def playout(rules: Ruleset, players: int, seed: int = 0, first: int = 0) -> Record:
    """A whole game of random players, played in one go: what `play` records of `random_players` with the same seed."""
    return Record(rules.new_game(players, first).playout(tuple(seeds(players, seed)), seed), seed)


def coupled_play(rules: Ruleset, agents: Sequence[Agent | None], seed: int = 0, first: int = 0) -> Record:
    """A whole game whose chance goes, as far as the rules let it, as with the same seed in any ruleset like this one.

    None for an agent is a random player whose choices go alike, too. The seed is from 0 to 2 ** 64 - 1.
    """
    return Record(coupled_end(rules, agents, seed, first))


def coupled_playout(rules: Ruleset, players: int, seed: int = 0, first: int = 0) -> Record:
    """A whole game of random players, played in one go: what `coupled_play` records where no seat has an agent."""
    state = rules.new_game(players, first)
    return Record(state.after(state.snapshot.coupled(keys_of(state.game), _word(seed))))


def coupled_end(
    rules: Ruleset, agents: Sequence[Agent | None], seed: int, first: int, trace: Trace | None = None
) -> State:
    """How a coupled game ends, as `coupled_play` plays it; a trace is made of it as by `playout`."""
    state = rules.new_game(len(agents), first)
    coupling = Coupling(keys_of(state.game), _word(seed), state.raw_log)
    while not isinstance(pending := state.pending, Over):
        if not isinstance(pending, Decision):
            state = state.next(coupling.drawn(state.snapshot))
            continue
        if trace is not None:
            traced(trace, state.snapshot, state.game.asks)
        agent = agents[pending.player]
        if agent is None:
            state = state.next(coupling.chosen(state.snapshot))
        else:
            state = state.apply(agent(View(state, pending.player), pending))
    if trace is not None:
        traced(trace, state.snapshot, state.game.asks)
    return state


def _word(seed: int) -> int:
    """A seed from which keys are hashed."""
    if type(seed) is not int or not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed of coupled games is a whole number from 0 to 2 ** 64 - 1, not {seed!r}")
    return seed


@define(eq=False)
class Seat:
    """A player who is given views without their states; what he heard is worked out as it comes."""

    _game: Game
    _player: int
    _known: Known
    _log: Log = None

    def view(self, state: State) -> View:
        """A state as he sees it, of the game that he has seen so far."""
        new = events(state.raw_log, self._log)
        heard = state.game.hearing(self._player).events(new)
        self._known = self._known.further(None, self._known.heard.extended(unshared(tuple(heard))))
        self._log = state.raw_log
        return View(state, self._player).kept(self._game, self._known)


def _seat(game: Game, player: int) -> Seat:
    """A player with a game of his own, which is compiled once he looks into it."""
    return Seat(game, player, Known(Hearing(game, player), None, NOTHING_HEARD))


def random_agent(seed: int, answered: int = 0) -> Agent:
    """An agent that takes any option, each equally likely; it can go on where it has answered so many times."""
    return partial(_any, numbers(seed, answered))


def _any(random: Callable[[], float], view: View, decision: Decision) -> Option:
    return decision.options[int(random() * len(decision.options))]


def random_players(players: int, seed: int, answered: Sequence[int] = ()) -> list[Agent]:
    """A random agent for each seat, all of them decided by one seed; each can go on where it has answered so often."""
    return [random_agent(each, answered[seat] if answered else 0) for seat, each in enumerate(seeds(players, seed))]


def seeds(players: int, seed: int) -> Iterator[int]:
    """The seeds of players who are all decided by one."""
    return ((seed << 8) + seat + 1 for seat in range(players))


def numbers(seed: int, used: int = 0) -> Callable[[], float]:
    """The random numbers of a seed, after those that have been used; each card that is drawn takes one."""
    random = Random(seed).random
    for _ in range(used):
        random()
    return random
