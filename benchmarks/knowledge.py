"""Measure what a player's knowledge costs, in ratios to plain play: `python benchmarks/knowledge.py --help`."""

from __future__ import annotations

import argparse
import gc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any

import palast
from rulespec.game import history

HISTORIES = 30, 100, 300  # answers, those of chance included
Ask = Callable[[Any, dict[int, Any]], object]  # what is asked of a view, given the last view of each seat


def key(view: Any, _: dict[int, Any]) -> object:
    return hash(view.key)


def news(view: Any, earlier: dict[int, Any]) -> object:
    said, earlier[view.player] = view.news(earlier.get(view.player)), view
    return said


def log(view: Any, _: dict[int, Any]) -> object:
    return view.log


def why(view: Any, _: dict[int, Any]) -> object:
    return view.why()


ASKED: dict[str, Ask] = {"view.key": key, "view.news(earlier)": news, "view.log": log, "view.why()": why}


class Games:
    """Random games of a ruleset; the same number is always the same game."""

    def __init__(self, name: str, players: int, engine: str | None = None) -> None:
        self.rules, self.players = palast.load(name, engine=engine), players

    def walk(self, number: int, answers: int) -> Iterator[Any]:
        """The states of a game in which somebody is asked, up to a number of answers and the draws that follow."""
        draw, state, given = Random(number).random, self.rules.new_game(players=self.players), 0
        while not isinstance(pending := state.pending, palast.Over):
            if isinstance(pending, palast.Decision):
                yield state
                if given >= answers:
                    return
            options = pending.options
            state = state.apply(options[int(draw() * len(options))])
            given += 1

    def end(self, number: int, answers: int) -> Any:
        """The last of these states."""
        *_, last = self.walk(number, answers)
        return last

    def reaching(self, answers: int, count: int) -> list[int]:
        """The first numbers of games that have as many answers."""
        long = (number for number in range(40 * count) if len(history.answers(self.end(number, answers))) >= answers)
        return list(islice(long, count))


def seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def plain(games: Games, number: int, answers: int) -> tuple[float, int]:
    """How long a game takes, and how many decisions it has."""
    decisions = 0

    def played() -> None:
        nonlocal decisions
        decisions = sum(1 for _ in games.walk(number, answers))

    return seconds(played), decisions


def asking(games: Games, number: int, answers: int, ask: Ask) -> list[float]:
    """The time for asking the deciding player's view at each decision of a game."""
    earlier: dict[int, Any] = {}
    return [seconds(partial(ask, state.view(state.pending.player), earlier)) for state in games.walk(number, answers)]


def sampling(games: Games, number: int, answers: int, further: int) -> tuple[list[float], list[str]]:
    """How long each of several samples of one view takes, whether one is found or not, and why none was found."""
    last, failed = games.end(number, answers), list[str]()
    view = last.view(last.pending.player)

    def sample(seed: int) -> None:
        try:
            view.sample(Random(seed))
        except palast.WorldsError as error:
            failed.append(str(error).partition(": ")[2])

    return [seconds(partial(sample, seed)) for seed in range(further + 1)], failed


def least(games: Games, number: int, answers: int, further: int, rounds: int) -> tuple[float, float, float]:
    """How long a first sample takes, a further one, and one with the same past: of each the least of some rounds."""
    firsts, others, pasts = list[float](), list[list[float]](), list[list[float]]()
    for _ in range(rounds):
        last = games.end(number, answers)
        view = last.view(last.pending.player)
        firsts.append(seconds(partial(view.sample, Random(0))))
        others.append([seconds(partial(view.sample, Random(seed))) for seed in range(1, further + 1)])
        view.sample(Random(0), same_past=True)
        pasts.append([seconds(partial(view.sample, Random(seed), same_past=True)) for seed in range(1, further + 1)])
    return min(firsts), mean(map(min, zip(*others, strict=True))), mean(map(min, zip(*pasts, strict=True)))


def engines(name: str, players: int, count: int, further: int) -> Iterator[tuple[str, str]]:
    """What samples take through Python, in ratios to the same samples natively."""
    native, python = Games(name, players, "native"), Games(name, players, "python")
    for answers in HISTORIES:
        spent = {"native": [0.0] * 3, "python": [0.0] * 3}
        for number in native.reaching(answers, count):
            gc.collect()
            for engine, games, rounds in ("native", native, 6), ("python", python, 2):
                found = least(games, number, answers, further, rounds)
                spent[engine] = [sum(each) for each in zip(spent[engine], found, strict=True)]
        for at, what in enumerate(("a first sample of a view", "a further one", "one with the same past")):
            ratio = spent["python"][at] / spent["native"][at] if spent["native"][at] else 0.0
            yield f"after {answers} answers, {what}", f"{ratio:.0f}"


def rows(games: Games, answers: int, count: int, further: int) -> Iterator[tuple[str, str, str]]:
    """The cost of each question: mean and maximum."""
    numbers = games.reaching(answers, count)
    if not numbers:
        yield "no game lasts so long", "", ""
        return
    gc.collect()
    spent: dict[str, list[float]] = {name: [] for name in ASKED}
    single: dict[str, list[float]] = {name: [] for name in ASKED}
    late, firsts, others, failed = list[float](), list[float](), list[float](), list[str]()
    for number in numbers:
        played, decisions = min(plain(games, number, answers) for _ in range(3))
        for name, ask in ASKED.items():
            times = asking(games, number, answers, ask)
            spent[name].append(1 + sum(times) / played)
            single[name] += [each * decisions / played for each in times]
        last = games.end(number, answers)
        late.append(seconds(last.view(last.pending.player).why) * decisions / played)
        (first, *more), reasons = sampling(games, number, answers, further)
        failed += reasons
        firsts.append(first / played)
        others += [each / played for each in more]
    for name in ASKED:
        yield f"a game with {name} at each decision : the game", f"{mean(spent[name]):.2f}", f"{max(spent[name]):.2f}"
    yield "one view.why() of them : a decision", *_both(single["view.why()"])
    yield "view.why(), the first of a game : a decision", *_both(late)
    yield "a sample of a view : the game", *_both(firsts)
    yield "a further sample of it : the game", *_both(others)
    yield "samples that failed", f"{len(failed)} of {len(firsts) + len(others)}", ""
    for reason, times in Counter(failed).items():
        yield reason, str(times), ""


def _both(ratios: list[float]) -> tuple[str, str]:
    return f"{mean(ratios):.1f} (median {median(ratios):.1f})", f"{max(ratios):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description="What it costs to ask what a player knows, in ratios to the same random games without.",
        epilog="example: python benchmarks/knowledge.py ksr --players 4 --games 3",
    )
    parser.add_argument("ruleset", nargs="?", default="ksr", help="a name or a path (default: ksr)")
    parser.add_argument("--players", type=int, default=4, help="how many play (default: 4)")
    parser.add_argument("--games", type=int, default=8, help="measured for each length of history (default: 8)")
    parser.add_argument("--further", type=int, default=4, help="samples of a view after the first (default: 4)")
    parser.add_argument("--engine", choices=("native", "python"), help="which engine plays (default: the faster one)")
    parser.add_argument("--engines", action="store_true", help="compare samples of both engines, and nothing else")
    arguments = parser.parse_args()
    if arguments.engines:
        print(f"{'samples through Python : natively':62} {'ratio':>9}")
        for what, ratio in engines(arguments.ruleset, arguments.players, arguments.games, arguments.further):
            print(f"{what:62} {ratio:>9}", flush=True)
        return
    games = Games(arguments.ruleset, arguments.players, arguments.engine)
    for answers in HISTORIES:
        print(f"{f'after {answers} answers, {games.rules.engine}':62} {'mean':>22} {'at worst':>9}")
        for what, usual, worst in rows(games, answers, arguments.games, arguments.further):
            print(f"{what:62} {usual:>22} {worst:>9}")


if __name__ == "__main__":
    main()
