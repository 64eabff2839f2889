"""Measure known games beside OpenSpiel's own, by the same rules: `python benchmarks/known_games.py --help`."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from random import Random
from statistics import median

import turns
from attrs import frozen
from turns import Work, whole


@frozen
class Twin:
    """One game by our rules, and in OpenSpiel's C++."""

    spec: str
    theirs: str
    players: int


TWINS = (
    Twin("crazy-eights+openspiel", "crazy_eights(players=4)", 4),
    Twin("cribbage+openspiel", "cribbage(players=2,winner_bonus_reward=0.0)", 2),
    Twin("euchre+openspiel", "euchre", 4),
    Twin("gin-rummy+openspiel", "gin_rummy", 2),
    Twin("go-fish+openspiel", "go_fish(players=4)", 4),
    Twin("hearts+openspiel", "hearts", 4),
    Twin("kuhn", "kuhn_poker", 2),
    Twin("leduc", "leduc_poker", 2),
    Twin("liars-dice+openspiel", "liars_dice", 2),
    Twin("oh-hell+openspiel", "oh_hell(players=4)", 4),
    Twin("pig+openspiel", "pig(players=2)", 2),
    Twin("spades+openspiel", "spades", 4),
)
GAMES = 64  # of a batch
TITLES = "game | players | playouts, ours | theirs | ratio | step by step, ours | theirs | ratio | in a batch"


def our_playouts(twin: Twin) -> Work:
    """Whole games of random players, in one go."""
    import palast

    rules = palast.load(twin.spec)

    def game(number: int) -> int:
        palast.playout(rules, twin.players, number)
        return 1

    return whole(game)


def their_playouts(twin: Twin) -> Work:
    """Whole games of OpenSpiel's uniform bots, in its own loop."""
    pyspiel = import_module("pyspiel")
    rules = pyspiel.load_game(twin.theirs)

    def game(number: int) -> int:
        bots = [pyspiel.make_uniform_random_bot(seat, twin.players * number + seat) for seat in range(twin.players)]
        pyspiel.evaluate_bots(rules.new_initial_state(), bots, number)
        return 1

    return whole(game)


def our_steps(twin: Twin) -> Work:
    """Whole games state by state, from Python, with all that can be answered or drawn."""
    import palast

    rules = palast.load(twin.spec)

    def game(number: int) -> int:
        draw, state = Random(number).random, rules.new_game(twin.players)
        while options := getattr(state.pending, "options", ()):
            state = state.apply(options[int(draw() * len(options))])
        return 1

    return whole(game)


def their_steps(twin: Twin) -> Work:
    """The same in OpenSpiel."""
    rules = import_module("pyspiel").load_game(twin.theirs)

    def game(number: int) -> int:
        draw, state = Random(number).random, rules.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
        return 1

    return whole(game)


def batch(twin: Twin) -> Work:
    """Decisions of games that are stepped together."""
    import palast
    from rulespec.batch import Batch

    stepped = Batch(palast.load(twin.spec), twin.players, GAMES, seed=1)

    def step(_: int) -> int:
        stepped.step(stepped.random_actions())
        return GAMES

    return whole(step)


def line(twin: Twin, rounds: int, seconds: float) -> str:
    """A row of the table: both measured in turns, the median of the ratio within a round and of both rates."""
    cells = [twin.spec, str(twin.players)]
    for ours, theirs in ((our_playouts, their_playouts), (our_steps, their_steps)):
        works = turns.ready({"ours": partial(ours, twin), "theirs": partial(theirs, twin)})
        one, other = turns.rates(works, rounds, seconds).values()
        ratio = median(mine / its for mine, its in zip(one, other, strict=True))
        cells += [f"{median(one):,.0f}", f"{median(other):,.0f}", f"{ratio:.2f}"]
    [in_a_batch] = turns.rates({"batch": batch(twin)}, rounds, seconds).values()
    return f"| {' | '.join([*cells, f'{median(in_a_batch):,.0f}'])} |"


def main() -> None:
    parser = turns.options(
        "Known games beside OpenSpiel's own, interleaved, by the processor's time: games a second.",
        "known_games.py --seconds 0.5 --rounds 3",
    )
    parser.add_argument("--only", default="", help="the game to measure, or a part of its name")
    arguments = parser.parse_args()
    print(f"| {TITLES} |\n|{'---|' * (TITLES.count('|') + 1)}")
    for twin in (each for each in TWINS if arguments.only in each.spec):
        print(line(twin, arguments.rounds, arguments.seconds), flush=True)


if __name__ == "__main__":
    main()
