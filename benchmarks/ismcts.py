"""Play whole games with players that search, OpenSpiel's and our own: `python benchmarks/ismcts.py --help`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from attrs import define, field

import palast
from rulespec.agents import agent_named
from rulespec.agents.play import play, question_at

ROOT = Path(__file__).parents[1]
FOLDERS = [ROOT / each for each in ("examples/games", "tests/rules/worlds", "tests/rules/good")]
UCT_C = 2.0  # OpenSpiel's constant of exploration

Play = Callable[[int, int], None]  # a game of so many players, by its number


@define
class Played:
    """The games of a kind of players, and the exceptions that ended some of them early."""

    complete: int = 0
    seconds: float = 0.0
    failed: list[str] = field(factory=list)

    def play(self, game: Play, counts: range, games: int, seconds: float) -> None:
        """Play games until there are enough, or the CPU time is used up; the numbers of players take turns."""
        start = process_time()
        for number in range(games):
            players = counts[number % len(counts)]
            try:
                game(players, number)
                self.complete += 1
            except Exception as error:  # every kind of exception is what this looks for
                where = "; ".join([f"game {number}, {players} players", *getattr(error, "__notes__", ())])
                self.failed.append(f"{where}: {type(error).__name__}: {error}")
            self.seconds = process_time() - start
            if self.seconds > seconds:
                break

    @property
    def cells(self) -> str:
        return f"{self.complete:5} | {len(self.failed):6} | {self.seconds:8.1f}"


def ours(rules: palast.Ruleset, simulations: int, players: int, number: int) -> None:
    """A game of our own players."""
    make = agent_named(f"ismcts:{simulations}")
    _ = play(rules, [make(players * number + seat) for seat in range(players)], number).result


def openspiels(rules: palast.Ruleset, simulations: int, players: int, number: int) -> None:
    """A game of OpenSpiel's players; those for games with perfect information if nothing is hidden."""
    import pyspiel
    from numpy.random import RandomState
    from open_spiel.python.algorithms import ismcts, mcts

    from rulespec import openspiel

    game, dice = openspiel.game(rules, players, chance_mode="sampled", rng_seed=number), RandomState(number)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        bot: Any = mcts.MCTSBot(game, UCT_C, simulations, evaluator, random_state=dice)
    else:
        bot = ismcts.ISMCTSBot(game, evaluator, UCT_C, simulations, random_state=dice)
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, dice.uniform))
    state = game.new_initial_state()
    try:
        while not state.is_terminal():
            state.apply_action(0 if state.is_chance_node() else int(bot.step(state)))
    except Exception as error:
        error.add_note(question_at(state.table))
        raise


PLAYERS: dict[str, Callable[[palast.Ruleset, int, int, int], None]] = {"openspiel": openspiels, "ours": ours}


def specs() -> list[str]:
    """The rulesets of the library, the shelf, and small games with many kinds of secrets."""
    paths = [path for folder in FOLDERS for path in sorted(folder.glob("*.rules"))]
    found = [os.path.relpath(path) for path in paths if path.read_text("utf-8").startswith("ruleset")]
    return [*palast.rulesets(), *found]


def lines(spec: str, kinds: list[str], games: int, simulations: int, seconds: float, engine: Any) -> Iterator[str]:
    """A row of the table for each kind of players, and the exceptions below it."""
    rules = palast.load(spec, engine=engine)
    numbers = f"{rules.players[0]} to {rules.players[-1]}"
    for kind in kinds:
        played = Played()
        played.play(partial(PLAYERS[kind], rules, simulations), rules.players, games, seconds)
        yield f"| {Path(spec).stem:16} | {numbers:8} | {kind:9} | {played.cells} |"
        yield from (f"    {failed}" for failed in played.failed)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Complete games of players that search (ISMCTS) at all seats, the exceptions that ended others, "
        "and the CPU time of all.",
        epilog="example: python benchmarks/ismcts.py hearts skat --games 10 --only openspiel",
    )
    parser.add_argument("rules", nargs="*", help="rule specs (default: the library's, the shelf and small games)")
    parser.add_argument("--games", type=int, default=100, help="games of each ruleset (default: 100)")
    parser.add_argument("--simulations", type=int, default=4, help="of each decision, at least 2 (default: 4)")
    parser.add_argument("--seconds", type=float, default=480, help="CPU time of a row (default: 480)")
    parser.add_argument("--only", choices=PLAYERS, help="one kind of players")
    parser.add_argument("--engine", choices=("native", "python"), help="engine (default: native if available)")
    given = parser.parse_args()
    kinds = [given.only] if given.only else [*PLAYERS]
    print("| rules            | of       | players   | games | failed |  seconds |", flush=True)
    print("|------------------|----------|-----------|-------|--------|----------|", flush=True)
    for spec in given.rules or specs():
        for line in lines(spec, kinds, given.games, given.simulations, given.seconds, given.engine):
            print(line, flush=True)


if __name__ == "__main__":
    main()
