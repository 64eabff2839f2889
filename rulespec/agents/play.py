"""Whole games: an agent for each seat decides, a seed drives chance."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from attrs import define

from rulespec.engine.events.heard import NOTHING_HEARD
from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.known import Known
from rulespec.engine.events.log import Log, events
from rulespec.engine.game import Game
from rulespec.engine.pending import Decision, Option, Over
from rulespec.engine.python.coupled import Coupling
from rulespec.engine.python.snapshot import Trace, traced
from rulespec.game.api import Ruleset, State, View
from rulespec.knowledge.perspective import unshared
from rulespec.language.errors import require_type
from rulespec.records import Record as Record  # exported with the functions that return it
from rulespec.records.lockstep.coupling import keys_of

Agent = Callable[[View, Decision], Option | str]


def play(rules: Ruleset, agents: Sequence[Agent], seed: int = 0, first: int = 0, *, isolate: bool = False) -> Record:
    """Plays a game: each agent is called with its view and the decision, and returns an option, or its text.

    The seed determines chance only. With `isolate`, agents get views without the state, and copies of the rules with
    empty caches. An exception raised by an agent gets a note with its seat, turn and question.
    """
    _check(rules, agents)
    random = numbers(seed)
    state = rules.begin(len(agents), first, random)
    seats = [_seat(rules.anew().game(len(agents)), player) for player in range(len(agents))] if isolate else None
    try:
        while isinstance(decision := state.pending, Decision):
            player = decision.player
            view = View(state, player) if seats is None else seats[player].view(state)
            answer = agents[player](view, decision)
            state = state.advance(answer, random)
    except Exception as error:
        error.add_note(question_at(state))
        raise
    return Record(state, seed)


def _check(rules: object, agents: object, *, holes: bool = False) -> None:
    """Raises a `TypeError` if these are no rules, or there is no agent for each seat."""
    require_type("rules", rules, Ruleset, "a Ruleset")
    require_type("agents", agents, Sequence, "a list with an agent for each seat")
    assert isinstance(agents, Sequence)
    for each in agents:
        if not callable(each) and not (holes and each is None):
            raise TypeError(f"each agent must be a function (view, decision) -> option, not {each!r}")


def question_at(state: State) -> str:
    """The question of a state, with its seat and turn, for an exception that an agent raised there."""
    pending = state.pending
    asked = f"seat {pending.player}, " if isinstance(pending, Decision) else ""
    return f"{asked}turn {state.turns}: {getattr(pending, 'prompt', 'the game is over')}"


def playout(rules: Ruleset, players: int, seed: int = 0, first: int = 0) -> Record:
    """A game of random players, played inside the engine; the same as `play` with `random_players` of the same seed."""
    require_type("rules", rules, Ruleset, "a Ruleset")
    require_type("seed", seed, int, "a seed (an int)")
    return Record(rules.new_game(players, first).playout(tuple(seeds(players, seed)), seed), seed)


def coupled_play(rules: Ruleset, agents: Sequence[Agent | None], seed: int = 0, first: int = 0) -> Record:
    """A game with common random numbers: similar rulesets draw alike with the same seed, as far as the rules allow.

    An agent of None is a random player whose choices are coupled, too. The seed is from 0 to 2 ** 64 - 1.
    """
    _check(rules, agents, holes=True)
    return Record(coupled_end(rules, agents, seed, first))


def coupled_playout(rules: Ruleset, players: int, seed: int = 0, first: int = 0) -> Record:
    """A coupled game of random players, played by the engine alone: equal to `coupled_play` without agents."""
    require_type("rules", rules, Ruleset, "a Ruleset")
    state = rules.new_game(players, first)
    return Record(state.after(state.snapshot.coupled(keys_of(state.game), _word(seed))))


def coupled_end(
    rules: Ruleset, agents: Sequence[Agent | None], seed: int, first: int, trace: Trace | None = None
) -> State:
    """The final state of a coupled game; `trace` is filled as `Snapshot.playout` does."""
    state = rules.new_game(len(agents), first)
    coupling = Coupling(keys_of(state.game), _word(seed), state.raw_log)
    try:
        while not isinstance(pending := state.pending, Over):
            if not isinstance(pending, Decision):
                state = state.next(coupling.decided(state.snapshot))
                continue
            if trace is not None:
                traced(trace, state.snapshot, state.game.asks)
            agent = agents[pending.player]
            if agent is None:
                state = state.next(coupling.chosen(state.snapshot))
            else:
                state = state.apply(agent(View(state, pending.player), pending))
    except Exception as error:
        error.add_note(question_at(state))
        raise
    if trace is not None:
        traced(trace, state.snapshot, state.game.asks)
    return state


def _word(seed: int) -> int:
    """The seed, if it has 64 bits; else a `ValueError`, or a `TypeError` if it is no whole number."""
    require_type("seed", seed, int, "a seed (an int)")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed must be from 0 to 2 ** 64 - 1, not {seed!r}")
    return seed


@define(eq=False)
class Seat:
    """An isolated player, who is given views without states."""

    _game: Game
    _player: int
    _known: Known
    _log: Log = None

    def view(self, state: State) -> View:
        """The view of a state that continues the last one."""
        new = events(state.raw_log, self._log)
        heard = state.game.hearing(self._player).events(new)
        self._known = self._known.further(None, self._known.heard.extended(unshared(tuple(heard))))
        self._log = state.raw_log
        return View(state, self._player).kept(self._game, self._known)


def _seat(game: Game, player: int) -> Seat:
    """A player with a game of his own, which is compiled on demand."""
    return Seat(game, player, Known(Hearing(game, player), None, NOTHING_HEARD))


def random_agent(seed: int, answered: int = 0) -> Agent:
    """An agent that chooses uniformly at random, continuing after `answered` earlier answers."""
    return partial(_any, numbers(seed, answered))


def _any(random: Callable[[], float], view: View, decision: Decision) -> Option:
    return decision.options[int(random() * len(decision.options))]


def random_players(players: int, seed: int, answered: Sequence[int] = ()) -> list[Agent]:
    """A random agent for each seat, with seeds derived from one; each can continue after its `answered` answers."""
    require_type("players", players, int, "a number of players (an int)")
    require_type("seed", seed, int, "a seed (an int)")
    return [random_agent(each, answered[seat] if answered else 0) for seat, each in enumerate(seeds(players, seed))]


def seeds(players: int, seed: int) -> Iterator[int]:
    """The seeds of the players, derived from one."""
    return ((seed << 8) + seat + 1 for seat in range(players))


def numbers(seed: int, used: int = 0) -> Callable[[], float]:
    """The random numbers of a seed after the first `used` ones; each draw takes one."""
    require_type("seed", seed, int, "a seed (an int)")
    random = Random(seed).random
    for _ in range(used):
        random()
    return random
