"""`palast play`: a whole game, told as it goes."""

from argparse import ArgumentParser, Namespace
from random import SystemRandom

from palast.commands.command import Command, UsageError
from palast.human import Human, QuitError
from palast.narration import Narrator
from palast.page import Page, page
from palast.rulesets import load
from palast.table import seen_by, seen_by_all
from rulespec import Ruleset
from rulespec.play import Agent, play, random_agent
from rulespec.tree.declarations import Seats


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("rules", metavar="RULES", help="a name, a path, or either with +layer: see `palast rules`")
    parser.add_argument("--players", type=int, metavar="N", help="how many play; the fewest that can, if not said")
    parser.add_argument("--seed", type=int, metavar="S", help="decides chance and the random players; repeats a game")
    parser.add_argument("--human", metavar="SEAT", help="sit in at a seat: its number from 0, or what it is called")
    parser.add_argument("--first", metavar="SEAT", help="who begins; seat 0, if not said")


def _run(arguments: Namespace) -> int:
    rules = load(arguments.rules)
    players = _players(rules, arguments.players)
    first = _seat(rules, players, arguments.first) or 0
    human = _seat(rules, players, arguments.human)
    seed = SystemRandom().randrange(1_000_000) if arguments.seed is None else arguments.seed
    out = page()
    for line in _head(rules, players, seed, human, out):
        print(line)
    if arguments.seed is None:
        print(f"to repeat this game: --players {players} --seed {seed}")
    print()
    agents: list[Agent] = [random_agent((seed << 8) + seat + 1) for seat in range(players)]
    narrator = Narrator(rules, players, out)
    if human is None:
        _watch(rules, agents, seed, first, narrator, out)
    else:
        _sit_in(rules, agents, seed, first, narrator, out, human)
    return 0


def _watch(rules: Ruleset, agents: list[Agent], seed: int, first: int, narrator: Narrator, out: Page) -> None:
    record = play(rules, agents, seed, first)
    for line in narrator.tell(record.state.log):
        print(line)
    for line in (*narrator.outcome(record.result), *seen_by_all(record.state, out)):
        print(line)


def _sit_in(
    rules: Ruleset, agents: list[Agent], seed: int, first: int, narrator: Narrator, out: Page, seat: int
) -> None:
    human = Human(rules, narrator, out)
    agents[seat] = human
    try:
        record = play(rules, agents, seed, first)
    except QuitError:
        print("You have left the table; the game is not finished.")
        return
    view = record.state.view(seat)
    human.hear(view)
    for line in (*narrator.outcome(record.result), *seen_by(view, rules, out)):
        print(line)


def _head(rules: Ruleset, players: int, seed: int, human: int | None, out: Page) -> list[str]:
    seats = [rules.seat_name(players, seat) for seat in range(players)]
    if human is not None:
        seats[human] += " (you)"
    return [
        *out.lines(f"{rules.title} ({rules.name})"),
        *out.lines(f"{players} players: {', '.join(seats)}; seed {seed}"),
    ]


def _players(rules: Ruleset, wanted: int | None) -> int:
    if wanted is None:
        return rules.players[0]
    if wanted not in rules.players:
        least, most = rules.players[0], rules.players[-1]
        possible = f"{least}" if least == most else f"{least} to {most}"
        raise UsageError(f"{rules.name} is for {possible} players, not {wanted}")
    return wanted


def _seat(rules: Ruleset, players: int, said: str | None) -> int | None:
    """A seat by its number or by what it is called."""
    if said is None:
        return None
    names = [rules.seat_name(players, seat) for seat in range(players)]
    if said in names:
        return names.index(said)
    if said.isdecimal() and int(said) < players:
        return int(said)
    called = f", or {', '.join(names)}" if rules.composed.one(Seats) else ""
    raise UsageError(f"there is no seat '{said}': seats are 0 to {players - 1}{called}")


COMMAND = Command(
    "play",
    "play a game with random players and tell it, each step with its rule",
    (
        "palast play ksr --players 4 --seed 7",
        "palast play review+wertung --players 3 --human 0",
        "palast play my-house.rules --seed 1",
    ),
    _arguments,
    _run,
)
