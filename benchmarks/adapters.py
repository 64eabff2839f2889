"""Measure the adapters beside the frameworks' own card games: `python benchmarks/adapters.py --help`."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import count
from random import Random
from time import process_time
from typing import Any, Literal

import turns
from turns import Work

PLAYERS = 4
DECISIONS = 0, 30, 100  # of the game so far, where the search begins
WORLDS = 20  # that a search samples, where it does not sample one for each simulation
ALL = -1


# ---- PettingZoo: masked steps of random games


def ours(inside: bool) -> Work:
    """`ksr`, with the mask in the info, or in the observation."""
    import palast
    from rulespec import pettingzoo

    return stepping(pettingzoo.env(palast.load("ksr"), PLAYERS, mask_in_observation=inside), inside)


def texas(players: int) -> Work:
    """PettingZoo's `texas_holdem_v4`, which is RLCard's."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pygame's
        classic = import_module("pettingzoo.classic.texas_holdem_v4")
    return stepping(classic.env(num_players=players), inside=True)


def leduc() -> Work:
    """PettingZoo's `leduc_holdem_v4`, which is RLCard's, too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pygame's
        classic = import_module("pettingzoo.classic.leduc_holdem_v4")
    return stepping(classic.env(), inside=True)


def stepping(env: Any, inside: bool) -> Work:
    """Plays a random game by `last` and `step`; the reset is not timed."""

    def game(number: int) -> tuple[int, float]:
        draw, steps = Random(number).random, 0
        env.reset(seed=number)
        start = process_time()
        while True:
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                return steps, process_time() - start
            legal = (observation if inside else info)["action_mask"].nonzero()[0]
            env.step(legal[int(draw() * len(legal))])
            steps += 1

    return game


# ---- OpenSpiel: simulations of its ISMCTS in Python


def searching(game: Any, decisions: int, simulations: int, worlds: int) -> Work:
    """Searches in a random game after some decisions, where there is more than one action."""
    numpy = import_module("numpy")
    ismcts, mcts = (import_module(f"open_spiel.python.algorithms.{name}") for name in ("ismcts", "mcts"))

    def root(number: int) -> Any:
        draw, taken, state = Random(number).random, 0, game.new_initial_state()
        while not state.is_terminal():
            chance = state.is_chance_node()
            actions = [action for action, _ in state.chance_outcomes()] if chance else state.legal_actions()
            if not chance and taken >= decisions and len(actions) > 1:
                return state
            taken += not chance
            state.apply_action(actions[int(draw() * len(actions))])
        return None

    def search(number: int) -> tuple[int, float]:
        state = next(filter(None, map(root, count(1000 * number))))
        dice = numpy.random.RandomState(number)
        evaluator = mcts.RandomRolloutEvaluator(1, dice)
        bot = ismcts.ISMCTSBot(game, evaluator, 2.0, simulations, worlds, random_state=dice)
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, dice.uniform))
        start = process_time()
        bot.run_search(state)
        return simulations, process_time() - start

    return search


def our_search(decisions: int, simulations: int, worlds: int, chance_mode: Literal["explicit", "sampled"]) -> Work:
    """`ksr`, with a node for each card that is drawn, or for all draws up to the next decision."""
    import palast
    from rulespec import openspiel

    seed = 1 if chance_mode == "sampled" else -1
    game = openspiel.game(palast.load("ksr"), PLAYERS, chance_mode=chance_mode, rng_seed=seed)
    return searching(game, decisions, simulations, worlds)


def gin_rummy(decisions: int, simulations: int, worlds: int) -> Work:
    """OpenSpiel's own, in C++."""
    return searching(import_module("pyspiel").load_game("gin_rummy"), decisions, simulations, worlds)


# ---- one beside the other


def entrants(simulations: int) -> dict[str, dict[str, Callable[[], Work]]]:
    """The entrants, which are compared with the first of each group."""
    steps: dict[str, Callable[[], Work]] = {
        "texas_holdem_v4, 2 players": partial(texas, 2),
        f"texas_holdem_v4, {PLAYERS} players": partial(texas, PLAYERS),
        "leduc_holdem_v4": leduc,
        "ksr, mask in the info": partial(ours, inside=False),
        "ksr, mask in the observation": partial(ours, inside=True),
    }
    searches = {
        f"ISMCTS, simulations after {decisions} decisions": {
            "gin_rummy": partial(gin_rummy, decisions, simulations, ALL),
            "ksr, sampled chance": partial(our_search, decisions, simulations, ALL, "sampled"),
            f"ksr, sampled chance, {WORLDS} worlds": partial(our_search, decisions, simulations, WORLDS, "sampled"),
            "ksr, explicit chance": partial(our_search, decisions, simulations, ALL, "explicit"),
        }
        for decisions in DECISIONS
    }
    return {"PettingZoo, masked steps": steps} | searches


def main() -> None:
    parser = turns.options(
        "Masked steps and simulations with ksr, beside the frameworks' own card games, interleaved.",
        "adapters.py --seconds 1 --rounds 3",
    )
    parser.add_argument("--simulations", type=int, default=100, help="in each search (default: 100)")
    arguments = parser.parse_args()
    for group, made in entrants(arguments.simulations).items():
        rates = turns.rates(turns.ready(made), arguments.rounds, arguments.seconds)
        print(turns.beside_the_first(group, rates), flush=True)


if __name__ == "__main__":
    main()
