"""Measure the library's search beside OpenSpiel's in C++: `python benchmarks/searches.py --help`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from statistics import median
from time import process_time
from typing import Any

import turns
from turns import Work

PLAYOUTS = 200  # of a search, if nothing else is said: as many as the library's agents have
EXPLORATION = 26 * 1.4  # of OpenSpiel's: 26 points can be lost in hearts
DEAL = 61  # the mean number of decisions of OpenSpiel's hearts
# How much of a game was played. While others pass on cards in hearts, its search finds no world, and the process dies.
MOMENTS = {"at the beginning": 0.0, "in the middle": 0.5, "late": 0.75}


OURS = {"ksr": ("ksr", 132), "hearts": ("hearts+openspiel", DEAL)}  # the rules, and the same number


def ours(game: str, played: float, playouts: int) -> Work:
    """The library's search with four players: the worlds that it samples and its tree included."""
    import palast
    from rulespec.agents import ismcts_agent

    spec, decisions = OURS[game]
    rules = palast.load(spec)

    def root(number: int) -> palast.State | None:
        draw, taken, state = Random(number).random, 0, rules.begin(4, 0, Random(-number).random)
        while isinstance(decision := state.pending, palast.Decision):
            if taken >= played * decisions and len(decision.options) > 1:
                return state
            taken += 1
            state = state.advance(decision.options[int(draw() * len(decision.options))], draw)
        return None

    def search(number: int) -> tuple[int, float]:
        state = next(filter(None, map(root, count(1000 * number))))
        agent, view, decision = ismcts_agent(number, playouts), state.view(state.pending.player), state.pending
        start = process_time()
        done = sum(worth.playouts for worth in agent.weigh(view, decision))
        return done, process_time() - start

    return search


def theirs(bot: Callable[[Any, Any, int, int], Any], played: float, playouts: int) -> Work:
    """A search of OpenSpiel's in its `hearts`, with a sampled world for each playout, or with open cards."""
    import pyspiel

    game = pyspiel.load_game("hearts")

    def root(number: int) -> Any:
        draw, taken, state = Random(number).random, 0, game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                if taken >= played * DEAL and len(actions) > 1:
                    return state
                taken += 1
            state.apply_action(actions[int(draw() * len(actions))])
        return None

    def search(number: int) -> tuple[int, float]:
        state = next(filter(None, map(root, count(1000 * number))))
        searching = bot(game, pyspiel.RandomRolloutEvaluator(1, number), playouts, number)
        start = process_time()
        searching.step(state)
        return playouts, process_time() - start

    return search


def ismcts(game: Any, evaluator: Any, playouts: int, seed: int) -> Any:
    """OpenSpiel's search with hidden cards."""
    import pyspiel

    return pyspiel.ISMCTSBot(seed, evaluator, EXPLORATION, playouts)


def mcts(game: Any, evaluator: Any, playouts: int, seed: int) -> Any:
    """OpenSpiel's search in the open, which samples no worlds."""
    import pyspiel

    return pyspiel.MCTSBot(game, evaluator, EXPLORATION, playouts, 1000, False, seed, False)


def main() -> None:
    parser = turns.options(
        "Playouts a second of the library's search at ksr and hearts, and of those of OpenSpiel in C++ at its hearts.",
        "searches.py --seconds 0.5 --rounds 3",
    )
    parser.add_argument("--playouts", type=int, nargs="*", default=[PLAYOUTS, 1000], help="of a search")
    arguments = parser.parse_args()
    print(
        f"{'':18} {'playouts':>8} {'ksr':>8} {'hearts':>8} {'ismcts':>8} {'mcts':>8}   hearts: to ismcts, to mcts; ksr"
    )
    for moment, played in MOMENTS.items():
        for playouts in arguments.playouts:
            works = {game: ours(game, played, playouts) for game in OURS}
            works |= {each.__name__: theirs(each, played, playouts) for each in (ismcts, mcts)}
            rates = turns.rates(works, arguments.rounds, arguments.seconds)
            told = " ".join(f"{median(column):8,.0f}" for column in rates.values())
            pairs = (("hearts", "ismcts"), ("hearts", "mcts"), ("ksr", "ismcts"))
            ratios = (median(a / b for a, b in zip(rates[one], rates[other], strict=True)) for one, other in pairs)
            print(f"{moment:18} {playouts:8} {told}   " + " ".join(f"{each:.2f}" for each in ratios), flush=True)


if __name__ == "__main__":
    main()
