"""`palast play`: a game, told as it goes, and kept on request."""

from argparse import Namespace
from pathlib import Path

from attrs import evolve

from palast.commands.command import Command, UsageError
from palast.games import NoGameError, Wanted, begun, engine_changed, has_changed, newest, resumed, seat_named
from palast.keeping import Keeper, NotKeptError
from palast.languages import spoken
from palast.match import Match
from palast.options import BUDGET, JSON, LANGUAGE, PLAYERS, RULES, SEED, SET, flag, option
from palast.page import page
from palast.prompt.said import say
from palast.reports import game as reports
from palast.reports.form import printed
from palast.sitting import LEFT, sit_in
from palast.telling import head, story
from rulespec.language.errors import BudgetExceededError, called
from rulespec.records import Record
from rulespec.rules.rulebook import MOST_BUDGET
from rulespec.wording import Wording, wording
from rulespec.wording.page import Page

FIRST = "0"  # the seat for `--human` without a seat
NEWEST = ""  # for `--resume` without a file


def _run(arguments: Namespace) -> int:
    try:
        return _played(arguments)
    except (NoGameError, NotKeptError) as error:
        raise UsageError(str(error)) from None


def _played(arguments: Namespace) -> int:
    said = arguments.human or FIRST
    if arguments.rules is None and arguments.resume is None and not said.isdecimal():
        arguments.rules, arguments.human = said, FIRST  # palast play --human ksr
    unnamed = arguments.resume == NEWEST
    record = _record(arguments)
    words = wording(record.rules, spoken(arguments.language))
    if unnamed and not arguments.json:
        print(say(words, "newest", file=called(arguments.resume)))
    human, moved = record.human, ""
    if arguments.human is not None:
        human = seat_named(record.state.game, arguments.human)
        moved = _moved(arguments, record, human, words)
        record = evolve(record, human=human)
    if arguments.json and human is not None:
        raise UsageError("--json plays a whole game without you; leave out --human")
    keeper = _keeper(arguments)
    keeper.keep(record)
    match = Match(record)
    if arguments.json:
        try:
            match.go_on()
        finally:  # also of a game that takes too many steps
            keeper.keep_if_possible(match.record)
        printed(reports.game(match.record, None, story(match.record, Page(), words)))
        return 0
    out = page()
    for line in head(record, out, words, human, seed=human is None):
        print(line)
    changed = say(words, "rules changed", rules=record.spec) if arguments.resume and has_changed(record) else ""
    engine = engine_changed(record, words)
    again = "" if engine else _again(record, words)
    begins = again if human is None and arguments.seed is None and not arguments.resume else ""
    for said in (changed, engine, moved, begins):
        for line in out.lines(said) if said else ():
            print(line)
    print()
    try:
        if human is None:
            match.go_on()
            for line in story(match.record, out, words):
                print(line)
        elif sit_in(match, human, keeper, out, words):
            for line in out.lines(again) if again else ():  # not before the end, as the seed reveals all cards
                print(line)
    except BudgetExceededError as error:
        return _stopped(error, match.record, keeper, out, words)
    if keeper.path is not None:
        keeper.keep_if_possible(match.record)
    return 0


def _stopped(error: BudgetExceededError, record: Record, keeper: Keeper, out: Page, words: Wording) -> int:
    """Keeps a game that takes too many steps, and shows how to continue; a person at a seat learns no more."""
    if record.human is None:
        for line in story(record, out, words):
            print(line)
    if keeper.path is None:
        keeper.keep_somewhere(record, LEFT)
    else:
        keeper.keep_if_possible(record)
    turn, more = str(record.state.turns), str(min(MOST_BUDGET, 10 * record.rules.budget))
    told = [say(words, "stopped", turn=turn)] if record.human is not None else str(error).splitlines()
    if keeper.path is not None:
        told.append(say(words, "stopped.go on", file=called(keeper.path), budget=more))
    print()
    for said in told:
        for line in out.lines(said):
            print(line)
    return 1


def _record(arguments: Namespace) -> Record:
    """The game as it begins, or goes on."""
    wanted = Wanted(arguments.players, arguments.seed, arguments.first, arguments.bots, arguments.budget)
    if arguments.resume is None:
        if arguments.rules is None:
            raise UsageError("missing RULES or --resume; for example: palast play ksr")
        return begun(arguments.rules, wanted)
    if arguments.resume == NEWEST:
        found = newest((LEFT, Path()))
        if found is None:
            what = f"no unfinished game here or in {LEFT}"
            raise UsageError(f"{what}; give its file: --resume FILE")
        arguments.resume = str(found)
    return resumed(arguments.resume, arguments.rules, wanted)


def _keeper(arguments: Namespace) -> Keeper:
    resumed = Path(arguments.resume) if arguments.resume else None
    return Keeper(Path(arguments.record) if arguments.record else resumed, resumed)


def _again(record: Record, words: Wording) -> str:
    """How to repeat a game."""
    arguments = f"--players {record.players} --seed {record.seed}"
    arguments += f" --first {record.first}" if record.first else ""
    arguments += f" --bots {record.bots}" if record.bots else ""
    return say(words, "repeat", arguments=arguments)


def _moved(arguments: Namespace, record: Record, seat: int | None, words: Wording) -> str:
    """The message about taking a seat in a resumed game; a `UsageError` if that would reveal a hand."""
    if not arguments.resume or seat is None or seat == record.human:
        return ""
    name = record.state.seat_name(seat)
    player, kind = words.names.seat(name), record.bots or ""
    if record.human is None:
        bots = say(words, "bots.kind" if kind else "bots", kind=kind)
        return say(words, "moved.here", bots=bots, player=player)
    there = record.state.seat_name(record.human)
    if not arguments.change_seat:
        what = f"you sat at {there} in this game; at {name} you would see another player's hand"
        raise UsageError(f"{what}; leave out --human, or add --change-seat to move anyway")
    bot = say(words, "bot.kind" if kind else "bot", kind=kind)
    return say(words, "moved.there", there=words.names.seat(there), bot=bot, player=player)


COMMAND = Command(
    {
        "game": (
            RULES.but(nargs="?"),
            SET,
            PLAYERS,
            SEED.but(default=None, help="random seed; the same seed reproduces the same game (default: a new one)"),
            option("--first", metavar="SEAT", help="the seat that begins (default: 0)"),
        ),
        "players": (
            option(
                "--human",
                metavar="SEAT",
                nargs="?",
                const=FIRST,
                help="take a seat yourself: its number from 0, or its name (default: 0)",
            ),
            option(
                "--bots",
                metavar="NAME",
                help="players at the other seats: random (default), rollouts or ismcts, with playouts as in ismcts:400",
            ),
        ),
        "save and resume": (
            option("--record", metavar="FILE", help="save the game in a new file, after each of your answers"),
            option(
                "--resume",
                metavar="FILE",
                nargs="?",
                const=NEWEST,
                help="continue a saved game, at your seat if you had one (default: the newest)",
            ),
            flag("--change-seat", "with --resume and --human: take another seat than before"),
        ),
        "output": (LANGUAGE, JSON),
        "limits": (BUDGET,),
    },
    _run,
)
