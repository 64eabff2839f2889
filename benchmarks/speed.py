"""Measure random games of the library beside its peers: `python benchmarks/speed.py --help`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

import by_hand
import turns

PLAYERS = 4
Game = Callable[[int], int]  # plays the whole game with this number, gives how many decisions it had


def library_play() -> Game:
    """The library's own loop, with an agent for each seat."""
    import palast

    rules = palast.load("ksr")

    def game(number: int) -> int:
        agent = RandomAgent(number)
        palast.play(rules, [agent] * PLAYERS, seed=number)
        return agent.decisions

    return game


def library_playout() -> Game:
    """Whole games of random players in one go; how many decisions each has is counted beforehand."""
    import palast
    from rulespec.agents.play import random_players

    rules = palast.load("ksr")

    def decisions(number: int) -> int:
        asked = [0] * PLAYERS

        def counting(agent: Any) -> Any:
            def answers(view: Any, decision: Any) -> Any:
                asked[decision.player] += 1
                return agent(view, decision)

            return answers

        palast.play(rules, list(map(counting, random_players(PLAYERS, number))), seed=number)
        return sum(asked)

    counted = [decisions(number) for number in range(200)]

    def game(number: int) -> int:
        palast.playout(rules, PLAYERS, number % len(counted))
        return counted[number % len(counted)]

    return game


def library_apply() -> Game:
    """The library's states one by one, chance included."""
    import palast

    rules = palast.load("ksr")
    return lambda number: walk(rules.new_game(players=PLAYERS), palast.Decision, palast.Chance, Random(number).random)


def by_hand_play() -> Game:
    """The same game written by hand, in its own loop."""

    def game(number: int) -> int:
        agent = RandomAgent(number)
        by_hand.play(PLAYERS, [agent] * PLAYERS, Random(number))
        return agent.decisions

    return game


def by_hand_apply() -> Game:
    """The same game written by hand, state by state."""
    return lambda number: walk(by_hand.new_game(PLAYERS), by_hand.Decision, by_hand.Chance, Random(number).random)


def rlcard_uno() -> Game:
    """RLCard's uno, `env.run` with its random agents."""
    rlcard, agents = import_module("rlcard"), import_module("rlcard.agents")
    import_module("numpy").random.seed(1)  # its agents draw from numpy's global generator
    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def game(_: int) -> int:
        trajectories, _ = env.run(is_training=False)
        # Each decision adds an action and the state before it; each player gets one state more at the end.
        decisions: int = (sum(map(len, trajectories)) - env.num_players) // 2
        return decisions

    return game


def openspiel_dominoes() -> Game:
    """OpenSpiel's block dominoes, the implementation in Python."""
    import_module("open_spiel.python.games.block_dominoes")  # registers the game
    dominoes = import_module("pyspiel").load_game("python_block_dominoes")

    def game(number: int) -> int:
        draw = Random(number).random
        decisions = 0
        state = dominoes.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()  # all equally likely: a deal
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                decisions += 1
        return decisions

    return game


def openspiel_hearts() -> Game:
    """OpenSpiel's hearts, in C++ with its deal, played by its own loop with its uniform bots."""
    pyspiel = import_module("pyspiel")
    hearts = pyspiel.load_game("hearts")

    def game(number: int) -> int:
        bots = [pyspiel.make_uniform_random_bot(seat, 4 * number + seat) for seat in range(4)]
        pyspiel.evaluate_bots(hearts.new_initial_state(), bots, number)
        return 64  # four pass three cards each, and all thirteen are played

    return game


ENTRANTS: dict[str, Callable[[], Game]] = {
    "library, playout": library_playout,
    "library, play": library_play,
    "library, apply": library_apply,
    "RLCard uno": rlcard_uno,
    "OpenSpiel dominoes": openspiel_dominoes,
    "OpenSpiel hearts": openspiel_hearts,
    "by hand, play": by_hand_play,
    "by hand, apply": by_hand_apply,
}


class RandomAgent:
    """Takes any option, and counts how often it is asked."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random
        self.decisions = 0

    def __call__(self, _: Any, decision: Any) -> Any:
        self.decisions += 1
        options = decision.options
        return options[int(self.random() * len(options))]


def walk(state: Any, decision: Any, chance: Any, draw: Callable[[], float]) -> int:
    """How many decisions a random game from this state on has; chance is drawn uniformly, and not counted."""
    decisions = 0
    while True:
        pending = state.pending
        if isinstance(pending, decision):
            options = pending.options
            state = state.apply(options[int(draw() * len(options))])
            decisions += 1
        elif isinstance(pending, chance):
            outcomes = pending.outcomes
            state = state.apply(outcomes[int(draw() * len(outcomes))][0])
        else:
            return decisions


def whole(entrant: Callable[[], Game]) -> Callable[[], turns.Work]:
    """An entrant all of whose time counts."""
    return lambda: turns.whole(entrant())


def table(rates: dict[str, list[float]]) -> str:
    """The median rate of each entrant, and how many times faster it was than each of the others."""
    names = list(rates)
    lines = [f"{'':20} {'decisions/s':>12}   times faster than" + "".join(f" [{k}]" for k in range(len(names)))]
    for k, name in enumerate(names):
        ratios = [median(a / b for a, b in zip(rates[name], rates[other], strict=True)) for other in names]
        row = " ".join(f"{ratio:7.2f}" for ratio in ratios)
        lines.append(f"{name:20} {median(rates[name]):12,.0f}   [{k}] {row}")
    return "\n".join(lines)


def main() -> None:
    what = "Decisions per second of random games, the library beside its peers, interleaved."
    arguments = turns.options(what, "speed.py --seconds 1 --rounds 3", seconds=2).parse_args()
    games = turns.ready({name: whole(entrant) for name, entrant in ENTRANTS.items()})
    print(table(turns.rates(games, arguments.rounds, arguments.seconds)))


if __name__ == "__main__":
    main()
