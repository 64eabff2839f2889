"""Hunting for leaks: games are played at random, and go on in two worlds from wherever two cards could be exchanged."""

from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from random import Random
from typing import Any

from attrs import evolve

from rulespec.leaks.fork import Fork, fork_at, reached
from rulespec.leaks.leak import Leak
from rulespec.leaks.lockstep import Pick
from rulespec.ruleset import Ruleset

EFFORT = 50_000  # events looked through in all, about a second or two
FORKS = 12  # in each game
MOST = 1000  # forks in all: a small game is soon known
ANSWERS = 10  # of players, after a fork
OPENING = 200  # answers of players and of chance before the last fork, at the most


def find_leak(
    rules: Ruleset,
    players: int | Iterable[int] | None = None,
    *,
    effort: int = EFFORT,
    seed: int = 0,
    why: bool = False,
) -> Leak | None:
    """The first leak that a hunt comes upon."""
    return next(leaks(rules, players, effort=effort, seed=seed, why=why), None)


def leaks(
    rules: Ruleset,
    players: int | Iterable[int] | None = None,
    *,
    effort: int = EFFORT,
    seed: int = 0,
    why: bool = False,
) -> Iterator[Leak]:
    """What a hunt through random games finds, each clause that leaks once.

    With `why`, what players are told when they ask why things are so is compared, too, which takes much longer.
    """
    told = set()
    chance = Random(seed)
    for fork in islice(_forks(rules, players, _picks(chance)), MOST):
        again = chance.getstate()
        worlds = fork.worlds(_picks(chance), why=why)
        leak = worlds.leak(ANSWERS)
        if leak is not None and leak.clause not in told:
            told.add(leak.clause)
            yield _with_fewer_cards(leak, fork, again, why)
        effort -= worlds.looked_through
        if effort < 0:
            return


def _picks(chance: Random) -> Pick:
    return lambda many: int(chance.random() * many)


def _forks(rules: Ruleset, players: int | Iterable[int] | None, pick: Pick) -> Iterator[Fork]:
    """Forks without end, all numbers of players in turn."""
    for number in cycle([players] if isinstance(players, int) else sorted(players or rules.players)):
        states = list(reached(rules.new_game(number, pick(number)), pick, OPENING))
        yield fork_at(states[0], pick)
        for _ in range(FORKS - 1):
            yield fork_at(states[pick(len(states))], pick)


def _with_fewer_cards(leak: Leak, fork: Fork, again: Any, why: bool) -> Leak:
    """The same leak where only two cards have changed places, if that is enough for it."""
    if len(fork.cards) > 2:
        chance = Random()
        for pair in zip(fork.cards, (*fork.cards[1:], fork.cards[0]), strict=True):
            chance.setstate(again)
            found = evolve(fork, cards=pair).worlds(_picks(chance), why=why).leak(ANSWERS)
            if found is not None and found.clause == leak.clause:
                return found
    return leak
