"""`palast replay`: a record verified and told, or played by other rules."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from palast.commands.command import Command, UsageError
from palast.games import NoGameError, seat_named
from palast.languages import add_language, spoken
from palast.page import page
from palast.reports.form import add_json, printed
from palast.reports.game import Under, game, parting
from palast.rulesets import load
from palast.telling import head, seen, story
from rulespec import Decision
from rulespec.errors import called
from rulespec.history import answers
from rulespec.narration.page import Page
from rulespec.narration.telling import rule_of
from rulespec.record import Record, RecordError, ReplayDifference
from rulespec.wording import Wording, wording
from rulespec.wording.questions import question
from rulespec.wording.sentences.doings import begun
from rulespec.wording.story.story import Story


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record: see palast play --record")
    add_language(parser)
    add_json(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--seat", metavar="SEAT", help="tell only what this player saw: a number from 0, or a name")
    how.add_argument("--under", metavar="RULES", help="say where the game goes differently by these rules")


def _run(arguments: Namespace) -> int:
    record, out = _read(arguments), page()
    if arguments.under is not None:
        return _under(arguments, record, out)
    try:
        seat = seat_named(record.state.game, arguments.seat)
    except NoGameError as error:
        raise UsageError(str(error)) from None
    words = wording(record.rules, spoken(arguments.language))
    if arguments.json:
        printed(game(record, seat, _lines(record, seat, Page(), words)))
        return 0
    for line in head(record, out, words, seat, seed=seat is None and record.seed is not None):
        print(line)
    print()
    for line in _lines(record, seat, out, words):
        print(line)
    pending = record.state.pending
    if isinstance(pending, Decision):
        asked = Story(words, record.state.game, seat).seat(pending.player)
        who, rule = begun(words.phrase("heading.asked", subject=asked)), ""
        if seat in (None, pending.player):  # hidden from others
            who = f"{who}: {question(words, pending, record.state.view(pending.player))}"
            rule = rule_of(record.rules, pending.block)
        print()
        for line in out.lines(who, rule):
            print(line)
    print()
    ended = "the game is over" if record.finished else "the game is not finished"
    print(f"{called(arguments.file)} is in order: {record.state.turns} turns, and {ended}.")
    return 0


def _lines(record: Record, seat: int | None, out: Page, words: Wording) -> Iterator[str]:
    return story(record, out, words) if seat is None else seen(record, seat, out, words)


def _read(arguments: Namespace) -> Record:
    try:
        return Record.read(arguments.file, load)
    except RecordError as error:
        if arguments.seat is None:
            raise
        raise error.for_players() from None  # without draws and answers


def _under(arguments: Namespace, record: Record, out: Page) -> int:
    rules = load(arguments.under)
    try:
        found = record.under(rules)
    except ValueError as error:
        raise UsageError(f"{called(arguments.file)} cannot be played under {rules.name}: {error}") from error
    if arguments.json:
        printed(Under(record.rules.name, rules.name, parting(found.different), parting(found.illegal)))
        return 0 if found.different is None else 1
    if found.different is None:
        print(f"Under {rules.name} all {len(answers(record.state))} answers lead to the same game.")
        return 0
    names = record.rules.name, rules.name
    if names[0] == names[1]:
        names = f"{record.rules.name} (recorded)", arguments.under
    for line in _told(f"Under {names[1]} it goes differently", found.different, names, out):
        print(line)
    if found.illegal is None:
        print("All answers stay legal.")
    elif found.illegal != found.different:
        for line in _told("An answer becomes illegal", found.illegal, names, out):
            print(line)
    return 1


def _told(what: str, difference: ReplayDifference, names: tuple[str, str], out: Page) -> Iterator[str]:
    after = f", at '{difference.answer}'" if difference.answer else ""
    yield from out.lines(f"{what} in '{difference.heading}'{after}:")
    wide = max(map(len, names))
    for name, said in zip(names, (difference.recorded, difference.other), strict=True):
        yield from out.lines(said, lead=f"    {name:<{wide}}  ")


COMMAND = Command(
    "replay",
    "verify a kept game and tell it again, or play it by other rules",
    (
        "palast replay evening.game",
        "palast replay evening.game --seat 0",
        "palast replay evening.game --language de",
        "palast replay evening.game --under ksr+wertung",
    ),
    _arguments,
    _run,
)
