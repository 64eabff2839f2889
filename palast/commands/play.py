"""`palast play`: a game, told as it goes, and kept on request."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import SystemRandom

from attrs import evolve

from palast.commands.command import Command, UsageError
from palast.human import Human, QuitError, TakeBackError
from palast.keeping import KEPT, Keeper, NotKeptError
from palast.languages import add_language, spoken
from palast.match import Match
from palast.page import page
from palast.prompt.said import say
from palast.reports import game as reports
from palast.reports.form import add_json, printed
from palast.rulesets import anywhere, load
from palast.table import seen_by, seen_by_all
from rulespec import Decision, Ruleset
from rulespec.agents import agent_named
from rulespec.errors import called
from rulespec.events.log import events
from rulespec.game import Game
from rulespec.history import history
from rulespec.language.suggest import did_you_mean
from rulespec.narration.narrator import Narrator
from rulespec.narration.page import Page
from rulespec.narration.standings import known_by_all
from rulespec.record import Record, RecordError
from rulespec.record.folder import SUFFIX
from rulespec.suite.keeping import text_of
from rulespec.texts.phrase import alike
from rulespec.tree.declarations import Seats
from rulespec.wording import Wording, wording

FIRST = "0"  # the seat for `--human` without a seat
NEWEST = ""  # for `--resume` without a file
LEFT = KEPT / "left"  # the folder for games that were left
_NO = ("n", "no", "nein")


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "rules", nargs="?", metavar="RULES", help="a name, a path, or either with +layer: see `palast rules`"
    )
    parser.add_argument("--players", type=int, metavar="N", help="how many play; the fewest that can, by default")
    parser.add_argument("--seed", type=int, metavar="S", help="decides chance and the other players; repeats a game")
    parser.add_argument(
        "--human",
        metavar="SEAT",
        nargs="?",
        const=FIRST,
        help="sit in at a seat: its number from 0, or what it is called; the first, if none is named",
    )
    parser.add_argument(
        "--bots",
        metavar="NAME",
        help="who plays at the other seats: random (by default), rollouts or ismcts, with playouts as in ismcts:400",
    )
    parser.add_argument("--first", metavar="SEAT", help="who begins; seat 0, by default")
    parser.add_argument("--record", metavar="FILE", help="keep the game in a new file, after each answer of yours")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        nargs="?",
        const=NEWEST,
        help="go on with a game that was kept, at your seat if you sat in, and keep it there; the newest, if none is "
        "named",
    )
    parser.add_argument(
        "--change-seat", action="store_true", help="with --resume and --human: sit at another seat than so far"
    )
    add_language(parser)
    add_json(parser)


def _run(arguments: Namespace) -> int:
    said = arguments.human or FIRST
    if arguments.rules is None and arguments.resume is None and not said.isdecimal():
        arguments.rules, arguments.human = said, FIRST  # palast play --human ksr
    newest = arguments.resume == NEWEST
    if newest:
        arguments.resume = str(_newest())
    record = _resumed(arguments) if arguments.resume else _begun(arguments)
    words = wording(record.rules, spoken(arguments.language))
    if newest and not arguments.json:
        print(say(words, "newest", file=called(arguments.resume)))
    human, moved = record.human, ""
    if arguments.human is not None:
        human = seat_named(record.state.game, arguments.human)
        moved = _moved(arguments, record, human, words)
        record = evolve(record, human=human)
    if arguments.json and human is not None:
        raise UsageError("--json tells a game that is played to its end, and asks nobody: leave out --human")
    keeper = _keeper(arguments)
    try:
        keeper.keep(record)
    except NotKeptError as error:
        raise UsageError(str(error)) from None
    match = Match(record)
    if arguments.json:
        match.go_on()
        keeper.keep_if_possible(match.record)
        printed(report(match.record, words, None))
        return 0
    out = page()
    for line in head(record, out, words, human, seed=human is None):
        print(line)
    again = _again(record, words)
    for said in (moved, again if human is None and arguments.seed is None and not arguments.resume else ""):
        for line in out.lines(said) if said else ():
            print(line)
    print()
    if human is None:
        match.go_on()
        for line in story(match.record, out, words):
            print(line)
    elif _sit_in(match, human, keeper, out, words):
        for line in out.lines(again):  # not before the end, as the seed reveals all cards
            print(line)
    if keeper.path is not None:
        keeper.keep_if_possible(match.record)
    return 0


def _newest() -> Path:
    """The most recent file of a game that is not over."""
    files = [path for folder in (LEFT, Path()) for path in folder.glob(f"*{SUFFIX}") if path.is_file()]
    for path in sorted(files, key=lambda path: path.stat().st_mtime, reverse=True):
        with suppress(RecordError):
            if not Record.read(path, load).finished:
                return path
    raise UsageError(f"there is no game here that could go on, and none in {LEFT}; name its file: --resume FILE")


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
        what = f"{there} is the person's seat in this game; at {name} you would see the hand of another player"
        raise UsageError(f"{what}. If that is meant, say --change-seat; else leave out --human")
    bot = say(words, "bot.kind" if kind else "bot", kind=kind)
    return say(words, "moved.there", there=words.names.seat(there), bot=bot, player=player)


def _begun(arguments: Namespace) -> Record:
    """A new game."""
    if arguments.rules is None:
        raise UsageError(
            "error: the following arguments are required: RULES, or --resume; for example: palast play ksr"
        )
    rules = load(arguments.rules)
    players = _players(rules, arguments.players)
    first = seat_named(rules.game(players), arguments.first) or 0
    seed = _new_seed() if arguments.seed is None else arguments.seed
    bots = _asked_for(arguments)
    return Record(rules.new_game(players, first), seed, spec=anywhere(arguments.rules), bots=bots)


def _asked_for(arguments: Namespace) -> str | None:
    """The bots of the arguments; None for random players."""
    return None if arguments.bots in (None, "random") else _known(arguments.bots, "--bots")


def _bots(record: Record) -> str:
    """The players at the other seats, in words."""
    return "Random players" if record.bots is None else f"Players of the kind {record.bots}"


def _known(bots: str, where: str) -> str:
    """The name of a kind of agents; a `UsageError` if there is none."""
    try:
        agent_named(bots)
    except ValueError as error:
        raise UsageError(f"{where}: {error}") from None
    return bots


def _resumed(arguments: Namespace) -> Record:
    """The game of a record, by other rules if the arguments name some."""
    for name in ("players", "seed", "first"):
        if getattr(arguments, name) is not None:
            raise UsageError(f"the record says it already: leave out --{name}")
    if arguments.rules is None:
        record = Record.read(arguments.resume, load)
    else:
        record = evolve(Record.read(arguments.resume, load(arguments.rules)), spec=anywhere(arguments.rules))
    if record.bots is not None:
        _known(record.bots, f"{called(arguments.resume)}, in the line 'bots {record.bots}'")
    if record.finished:
        raise UsageError(f"this game is over; to see it: palast replay {called(arguments.resume)}")
    if record.seed is None:  # the players so far are unknown
        record = evolve(record, seed=_new_seed(), bots=_asked_for(arguments) or record.bots)
    elif arguments.bots is not None and _asked_for(arguments) != record.bots:
        others = _bots(record)
        raise UsageError(
            f"{others[:1].lower()}{others[1:]} sit at the other seats of this game, and stay there: leave out --bots"
        )
    return record


def _new_seed() -> int:
    """A seed of 64 bits, too long to be guessed by a player from his own cards."""
    return SystemRandom().getrandbits(64)


def _sit_in(match: Match, seat: int, keeper: Keeper, out: Page, words: Wording) -> bool:
    """Plays with a person at a seat; whether the game has ended."""
    human = Human(match.record.state.game, out, lambda: match.record.state, match.take_back, words, seat)
    try:
        if _is_untouched(match.record, seat):
            human.welcome()
            print()
        _play_on(match, seat, human, keeper)
    except (QuitError, KeyboardInterrupt) as left:
        interrupted = isinstance(left, KeyboardInterrupt)
        print("\n" * interrupted, end="")
        if keeper.path is None and not _is_untouched(match.record, seat) and _wants_it_kept(words):
            keeper.keep_somewhere(match.record, LEFT)
        remedy = say(words, "go on", file=called(keeper.path)) if keeper.path else ""
        for said in filter(None, (say(words, "left"), remedy)):
            for line in out.lines(said):
                print(line)
        if interrupted:
            raise
        return False
    view = match.record.state.view(seat)
    human.hear(view)
    human.show_end(view, match.record.state, match.record.result)
    return True


def _is_untouched(record: Record, seat: int) -> bool:
    """Whether a seat has answered nothing yet."""
    return not any(
        isinstance(state.pending, Decision) and state.pending.player == seat for state, _ in history(record.state)
    )


def _wants_it_kept(words: Wording) -> bool:
    """Asks whether to keep a game that was left; without a terminal it is kept, and where somebody leaves at once."""
    if not sys.stdin.isatty():
        return True
    try:
        return input(f"{say(words, 'keep')} ").strip().casefold() not in _NO
    except (EOFError, KeyboardInterrupt):
        print()
        return True


def _play_on(match: Match, seat: int, human: Human, keeper: Keeper) -> None:
    _wait(match, human)
    while (decision := match.asked) is not None:
        try:
            match.answer(human(match.record.state.view(seat), decision))
        except TakeBackError:
            human.go_back(match.record.state.view(seat))
        keeper.keep_if_possible(match.record)
        _wait(match, human)


def _wait(match: Match, human: Human) -> None:
    """Goes on until the person is asked; only players that think take their time."""
    if match.record.bots is None or match.asked is not None:
        match.go_on()
    else:
        human.wait(match.go_on)


def report(record: Record, words: Wording, seat: int | None) -> reports.Game:
    """A game for programs: all of it, or what a seat saw."""
    names = record.state.game.seat_names
    result = None
    if record.finished:
        over = record.result
        returns = {name: str(each) for name, each in zip(names, over.returns, strict=True)}
        result = reports.Result([names[each] for each in over.winners], returns)
    lines = story(record, Page(), words) if seat is None else seen(record, seat, Page(), words)
    return reports.Game(
        rules=record.rules.name,
        title=record.rules.title,
        seats=[*names],
        first=names[record.first],
        seat=None if seat is None else names[seat],
        bots=record.bots,
        seed=record.seed if seat is None else None,
        turns=record.state.turns,
        finished=record.finished,
        result=result,
        story=[*lines],
        record=text_of(record) if seat is None else None,
    )


def seen(record: Record, seat: int, out: Page, words: Wording) -> Iterator[str]:
    """The game as one player saw it, from his view alone."""
    view, state = record.state.view(seat), known_by_all(record.rules, lambda: record.state)
    narrator = Narrator(record.state.game, out, state, words=words, hearer=seat)
    yield from narrator.tell(view.log)
    if view.result is not None:
        yield from narrator.outcome(view.result)
    yield from seen_by(view, out)


def story(record: Record, out: Page, words: Wording) -> Iterator[str]:
    """The whole game, with all cards."""
    narrator = Narrator(record.state.game, out, lambda: record.state, words=words)
    told, log = 0, record.state.log
    for until, said in _remarks(record):
        yield from narrator.tell(log[told:until])
        yield from out.lines(said, lead="    # ", hang=6)
        told = until
    yield from narrator.tell(log[told:])
    if record.finished:
        yield from narrator.outcome(record.result)
    yield from seen_by_all(record.state, out)


def _remarks(record: Record) -> Iterator[tuple[int, str]]:
    """The comments of a record, each with the number of events before it."""
    if not record.comments:
        return
    log, hearing = record.state.log, record.state.game.hearing(None)
    reached = [here for here, _ in history(record.state)]
    before, until = None, 0  # how far events are counted
    for comment in record.comments:
        if comment.after == len(reached):
            yield len(log), comment.text
            continue
        if comment.after:
            here = reached[comment.after].raw_log
            before, until = here, until + len(hearing.teller.tell(hearing.events(events(here, before))))
        told = until
        while told and log[told - 1].kind in ("round", "turn"):
            told -= 1  # before the heading of what begins next
        yield told, comment.text


def head(record: Record, out: Page, words: Wording, human: int | None, *, seed: bool) -> list[str]:
    """The heading: the game and the players; the seed is not for players, as it reveals all draws."""
    names = [alike(words.names.seat(each)) for each in record.state.game.seat_names]
    said = [each.nominative for each in names]
    if human is not None:
        said[human] = words.phrase("heading.you", player=names[human])
    many = words.phrase("players.one", least=str(record.players))
    parts = [words.phrase("heading", players=many, names=", ".join(said))]
    parts += [words.phrase("heading.bots", bots=record.bots)] if record.bots else []
    parts += [words.phrase("heading.seed", seed=str(record.seed))] if seed else []
    return [*out.lines(f"{record.rules.title} ({record.rules.name})"), *out.lines("; ".join(parts))]


def _players(rules: Ruleset, wanted: int | None) -> int:
    if wanted is None:
        return rules.players[0]
    if wanted not in rules.players:
        least, most = rules.players[0], rules.players[-1]
        possible = f"{least}" if least == most else f"{least} to {most}"
        raise UsageError(f"{rules.name} is for {possible} players, not {wanted}")
    return wanted


def seat_named(game: Game, said: str | None) -> int | None:
    """The seat with a number or name; a `UsageError` if there is none."""
    if said is None:
        return None
    names = game.seat_names
    if said in names:
        return names.index(said)
    if said.isdecimal() and int(said) < game.players:
        return int(said)
    called = f", or {', '.join(names)}" if game.rules.composed.one(Seats) else ""
    near = did_you_mean(said, names)
    remedy = f"; {near}" if near.startswith("did") else ""
    raise UsageError(f"there is no seat '{said}': seats are 0 to {game.players - 1}{called}{remedy}")


COMMAND = Command(
    "play",
    "play a game with random players and tell it, each step with its rule",
    (
        "palast play ksr --players 4 --seed 7",
        "palast play review+wertung --players 3 --human 0",
        "palast play my-house.rules --seed 1",
        "palast play ksr --human --bots ismcts",
        "palast play ksr --human 0 --record evening.game",
        "palast play --resume evening.game",
        "palast play ksr --language de",
    ),
    _arguments,
    _run,
)
