"""`palast play`: a whole game, told as it goes, and kept if that is wanted."""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from random import SystemRandom

from attrs import evolve, frozen

from palast.commands.command import Command, UsageError
from palast.human import Human, QuitError, TakeBackError
from palast.match import Match
from palast.narration import Narrator
from palast.page import Page, page
from palast.rulesets import anywhere, load
from palast.table import seen_by, seen_by_all
from rulespec import Ruleset
from rulespec.record import Record
from rulespec.tree.declarations import Seats


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "rules", nargs="?", metavar="RULES", help="a name, a path, or either with +layer: see `palast rules`"
    )
    parser.add_argument("--players", type=int, metavar="N", help="how many play; the fewest that can, if not said")
    parser.add_argument("--seed", type=int, metavar="S", help="decides chance and the random players; repeats a game")
    parser.add_argument("--human", metavar="SEAT", help="sit in at a seat: its number from 0, or what it is called")
    parser.add_argument("--first", metavar="SEAT", help="who begins; seat 0, if not said")
    parser.add_argument("--record", metavar="FILE", help="keep the game in a new file, after each answer of yours")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="go on with a game that was kept, at your seat if you sat in, and keep it there",
    )


def _run(arguments: Namespace) -> int:
    record = _resumed(arguments) if arguments.resume else _begun(arguments)
    if arguments.human is not None:
        record = evolve(record, human=seat_named(record.rules, record.players, arguments.human))
    human = record.human
    keeper = _keeper(arguments)
    keeper.keep(record)
    out = page()
    for line in head(record, out, human, f"; seed {record.seed}"):
        print(line)
    if arguments.seed is None and not arguments.resume:
        print(f"to repeat this game: --players {record.players} --seed {record.seed}")
    print()
    match = Match(record)
    if human is None:
        match.go_on()
        tell(match.record, out)
    else:
        _sit_in(match, human, keeper, out)
    keeper.keep(match.record)
    return 0


def _begun(arguments: Namespace) -> Record:
    """A new game."""
    if arguments.rules is None:
        raise UsageError("error: the following arguments are required: RULES, or --resume FILE")
    rules = load(arguments.rules)
    players = _players(rules, arguments.players)
    first = seat_named(rules, players, arguments.first) or 0
    seed = _new_seed() if arguments.seed is None else arguments.seed
    return Record(rules.new_game(players, first), seed, spec=anywhere(arguments.rules))


def _resumed(arguments: Namespace) -> Record:
    """The game of a record, by the rules that it names if no others are."""
    for name in ("players", "seed", "first"):
        if getattr(arguments, name) is not None:
            raise UsageError(f"the record says it already: leave out --{name}")
    if arguments.rules is None:
        record = Record.read(arguments.resume, load)
    else:
        record = evolve(Record.read(arguments.resume, load(arguments.rules)), spec=anywhere(arguments.rules))
    if record.finished:
        raise UsageError(f"this game is over; to see it: palast replay {arguments.resume}")
    return record if record.seed is not None else evolve(record, seed=_new_seed())


def _new_seed() -> int:
    return SystemRandom().randrange(1_000_000)


@frozen
class _Keeper:
    """Keeps a game in a file, if there is one."""

    path: Path | None

    def keep(self, record: Record) -> None:
        if self.path is None:
            return
        try:
            record.write(self.path)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise UsageError(f"the game cannot be kept in {self.path}: {why}") from error

    def keep_if_possible(self, record: Record) -> None:
        """A game in play goes on without its record; the file is as it was."""
        try:
            self.keep(record)
        except UsageError as error:
            print(f"palast: {error}", file=sys.stderr)


def _keeper(arguments: Namespace) -> _Keeper:
    """A file that is there is not overwritten, unless its game goes on."""
    resumed = Path(arguments.resume) if arguments.resume else None
    if arguments.record is None:
        return _Keeper(resumed)
    path = Path(arguments.record)
    if os.path.lexists(path) and not (resumed and path.exists() and path.samefile(resumed)):
        remedy = f"name another file, or go on with the game in it: palast play --resume {path}"
        raise UsageError(f"{path} is there already and is not overwritten; {remedy}")
    return _Keeper(path)


def _sit_in(match: Match, seat: int, keeper: _Keeper, out: Page) -> None:
    human = Human(match.record.rules, match.record.players, out, lambda: match.record.state)
    match.go_on()
    while (decision := match.asked) is not None:
        try:
            match.answer(human(match.record.state.view(seat), decision))
        except QuitError:
            print("You have left the table; the game is not finished.")
            if keeper.path is not None:
                print(f"to go on: palast play --resume {keeper.path}")
            return
        except TakeBackError:
            refusal = match.take_back()
            print(f"  Not taken back: {refusal}." if refusal else "  You take back your last answer.")
            human.go_back(match.record.state.view(seat))
        keeper.keep_if_possible(match.record)
        match.go_on()
    view = match.record.state.view(seat)
    human.hear(view)
    for line in (*human.outcome(match.record.result), *seen_by(view, match.record.rules, out)):
        print(line)


def tell(record: Record, out: Page) -> None:
    """The whole game, as one who sees everything tells it."""
    narrator = Narrator(record.rules, record.players, out, lambda: record.state)
    for line in narrator.tell(record.state.log):
        print(line)
    if record.finished:
        for line in narrator.outcome(record.result):
            print(line)
    for line in seen_by_all(record.state, out):
        print(line)


def head(record: Record, out: Page, human: int | None, seed: str) -> list[str]:
    """What is played, and by whom."""
    rules = record.rules
    seats = [rules.seat_name(record.players, seat) for seat in range(record.players)]
    if human is not None:
        seats[human] += " (you)"
    return [
        *out.lines(f"{rules.title} ({rules.name})"),
        *out.lines(f"{record.players} players: {', '.join(seats)}{seed}"),
    ]


def _players(rules: Ruleset, wanted: int | None) -> int:
    if wanted is None:
        return rules.players[0]
    if wanted not in rules.players:
        least, most = rules.players[0], rules.players[-1]
        possible = f"{least}" if least == most else f"{least} to {most}"
        raise UsageError(f"{rules.name} is for {possible} players, not {wanted}")
    return wanted


def seat_named(rules: Ruleset, players: int, said: str | None) -> int | None:
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
        "palast play ksr --human 0 --record evening.game",
        "palast play --resume evening.game",
    ),
    _arguments,
    _run,
)
