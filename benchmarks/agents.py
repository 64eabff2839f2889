"""Measure how well the players of `rulespec.agents` play, with intervals: `python benchmarks/agents.py --help`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from time import process_time

import palast
from rulespec.agents import agent_named, ismcts_agent
from rulespec.agents.play import play
from rulespec.experiments.impact.quantiles import students_t

ROOT = Path(__file__).parents[1]
LEDUC = ROOT / "examples/games/leduc.rules"
KUHN = ROOT / "examples/games/kuhn.rules"
TABLES = ((LEDUC, 2, 20), (ROOT / "examples/games/mau-mau.rules", 3, 4), ("ksr", 4, 1))  # how many times as many games


def won(rules: palast.Ruleset, players: int, one: str, others: str, games: int) -> Iterator[float]:
    """The returns of an agent among others, at each seat, where each seat begins in turn."""
    for number in range(games):
        seat, first = number % players, number // players % players
        makers = (agent_named(one if each == seat else others) for each in range(players))
        agents = [make(players * number + each) for each, make in enumerate(makers)]
        yield float(play(rules, agents, number, first).result.returns[seat])


def line(rules: palast.Ruleset, players: int, one: str, others: str, games: int) -> str:
    """The mean return, with its 95 % confidence interval."""
    start = process_time()
    got = list(won(rules, players, one, others, games))
    off = students_t(0.05, games - 1) * stdev(got) / sqrt(games)
    low, high = mean(got) - off, mean(got) + off
    took = (process_time() - start) / games
    told = f"{one} among {others}"
    return f"{rules.name:8} {players:3}  {told:34} {games:6} {mean(got):7.3f}  {low:6.3f} to {high:6.3f} {took:8.2f}"


def simulations(playouts: int) -> float:
    """Playouts of a search per second, at decisions of `ksr` with four players."""
    rules, number, seconds = palast.load("ksr"), 0, 0.0
    agent = ismcts_agent(1, playouts)

    def timed(view: palast.View, decision: palast.Decision) -> palast.Option:
        nonlocal number, seconds
        start = process_time()
        number += sum(each.playouts for each in agent.weigh(view, decision))
        seconds += process_time() - start
        return decision.options[0]

    play(rules, [timed] * 4, seed=1)
    return number / seconds


def exploitable(kind: str, seeds: int) -> float:
    """The NashConv of the average policy of some agents in Kuhn poker."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    from rulespec import openspiel

    game, make = openspiel.game(palast.load(KUHN)), agent_named(kind)

    def average(state: object) -> dict[int, float]:
        view = state.view(state.current_player())
        answers = [make(seed)(view, view.decision).text for seed in range(seeds)]
        return {each: answers.count(state.action_to_string(each)) / seeds for each in state.legal_actions()}

    return float(exploitability.nash_conv(game, policy.tabular_policy_from_callable(game, average)))


def main() -> None:
    parser = argparse.ArgumentParser(
        description="What each kind of player gets among others, and where the mean lies with a confidence of 0.95.",
        epilog="example: python benchmarks/agents.py --games 20 --playouts 50 --only mau-mau",
    )
    parser.add_argument("--games", type=int, default=40, help="of ksr; of the others more (default: 40)")
    parser.add_argument("--playouts", type=int, default=200, help="the budget of a decision (default: 200)")
    parser.add_argument("--only", default="", help="ksr, mau-mau, leduc or kuhn")
    arguments = parser.parse_args()
    rollouts, ismcts = (f"{kind}:{arguments.playouts}" for kind in ("rollouts", "ismcts"))
    print(f"{'rules':8} {'of':>3}  {'':34} {'games':>6} {'mean':>7}  {'0.95':>16} {'s a game':>8}")
    for spec, players, more in TABLES:
        rules = palast.load(spec)
        if arguments.only in rules.name:
            for one, others in ((rollouts, "random"), (ismcts, "random"), (ismcts, rollouts)):
                print(line(rules, players, one, others, more * arguments.games), flush=True)
    if arguments.only in "kuhn":
        try:
            for kind in (rollouts, ismcts):
                print(f"kuhn: NashConv of {kind} {exploitable(kind, 200):.3f}", flush=True)
        except ImportError as error:
            print(f"kuhn: not measured ({error})")
    if arguments.only in "ksr":
        print(f"ksr, 4 players: {simulations(arguments.playouts):,.0f} playouts of a search in a second")


if __name__ == "__main__":
    main()
