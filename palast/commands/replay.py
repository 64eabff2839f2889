"""`palast replay`: a record verified and told, or played by other rules."""

from argparse import Namespace
from collections.abc import Iterator

from palast.commands.command import Command, UsageError
from palast.games import NoGameError, engine_changed, explained, has_changed, seat_named
from palast.languages import spoken
from palast.options import BUDGET, JSON, LANGUAGE, option
from palast.page import page
from palast.prompt.said import say
from palast.reports.form import made, printed
from palast.reports.game import Under, game
from palast.rulesets import load
from palast.telling import head, seen, story
from rulespec import Decision
from rulespec.language.errors import BudgetExceededError, called
from rulespec.records import OtherRules, Record, RecordError, ReplayDifference, replay_under
from rulespec.wording import Wording, wording
from rulespec.wording.narration.narration import rule_of
from rulespec.wording.page import Page
from rulespec.wording.questions import question
from rulespec.wording.sentences.effects import begun
from rulespec.wording.story.story import Story


def _run(arguments: Namespace) -> int:
    out = page()
    if arguments.under is not None:
        return _under(arguments, out)
    record = _read(arguments)
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
    file, turns = called(arguments.file), str(record.state.turns)
    notes = [say(words, "intact" if record.finished else "intact.unfinished", file=file, turns=turns)]
    notes += filter(None, [engine_changed(record, words)])
    notes += [say(words, "changed since", file=file, rules=record.spec)] if has_changed(record) else []
    for note in notes:
        for line in out.lines(note):
            print(line)
    return 0


def _lines(record: Record, seat: int | None, out: Page, words: Wording) -> Iterator[str]:
    return story(record, out, words) if seat is None else seen(record, seat, out, words)


def _read(arguments: Namespace) -> Record:
    budget = arguments.budget
    by = load if budget is None else lambda spec: load(spec).allowing(budget)
    try:
        return Record.read(arguments.file, by)
    except OtherRules as error:
        raise explained(error, arguments.file) from None
    except RecordError as error:
        if arguments.seat is None:
            raise
        raise error.for_players() from None  # without draws and answers
    except BudgetExceededError as error:
        if arguments.seat is None:
            raise
        raise error.for_players(None) from None
    except ValueError as error:
        raise UsageError(f"--budget: {error}") from None


def _under(arguments: Namespace, out: Page) -> int:
    rules = load(arguments.under)
    try:
        found = replay_under(arguments.file, rules, load)
    except ValueError as error:
        raise UsageError(f"{called(arguments.file)} cannot be played under {rules.name}: {error}") from error
    if arguments.json:
        printed(made(Under, found))
        return 0 if found.different is None else 1
    words = wording(rules, spoken(arguments.language))
    if found.different is None:
        print(say(words, "under.same", rules=found.other, number=str(found.fitting)))
        return 0
    names = found.recorded, found.other
    if names[0] == names[1]:
        names = say(words, "under.recorded", rules=names[0]), arguments.under
    if found.different != found.illegal:
        for line in _told("under.differs", found.different, names, out, words):
            print(line)
    if found.illegal is None:
        print(say(words, "under.legal"))
    else:
        for line in _told("under.illegal", found.illegal, names, out, words):
            print(line)
    return 1


def _told(key: str, found: ReplayDifference, names: tuple[str, str], out: Page, words: Wording) -> Iterator[str]:
    difference = found.told(words)
    where = say(words, "under.in" if difference.heading else "under.beginning", heading=difference.heading)
    after = say(words, "under.at", answer=difference.answer) if difference.answer else ""
    yield from out.lines(say(words, key, rules=names[1], move=str(found.after + 1), where=where, after=after))
    sides = difference.recorded or difference.question, difference.other
    names = names if difference.recorded else (say(words, "under.question"), names[1])
    wide = max(map(len, names))
    for name, said in zip(names, sides, strict=True):
        yield from out.lines(said, lead=f"    {name:<{wide}}  ")


COMMAND = Command(
    {
        "game": (
            option("file", metavar="FILE", help="a saved game (palast play --record)"),
            (
                option("--seat", metavar="SEAT", help="narrate as one player saw it: a number from 0, or a name"),
                option(
                    "--under", metavar="RULES", help="show where these rules first change the game or forbid an answer"
                ),
            ),
        ),
        "output": (LANGUAGE, JSON),
        "limits": (BUDGET,),
    },
    _run,
)
