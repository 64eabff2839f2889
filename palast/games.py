"""The game that somebody wants to play: a new one, or one that was kept and goes on."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from typing import TypeVar

from attrs import evolve, frozen

from palast.prompt.said import say
from palast.rulesets import anywhere, load
from rulespec import Ruleset, State
from rulespec.agents import agent_named
from rulespec.engine.game import Game
from rulespec.language.errors import OtherRules, RulesError, called
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree.declarations import Seats
from rulespec.records import Record, RecordError
from rulespec.records.folder import SUFFIX
from rulespec.wording import Wording

_Allowing = TypeVar("_Allowing", Ruleset, State)


class NoGameError(Exception):
    """A game cannot be had as it is wanted; the message says what is possible."""


@frozen
class Wanted:
    """What is said of a game, as by the options of the same names; None stands for what is usual."""

    players: int | None = None
    seed: int | None = None
    first: str | None = None
    bots: str | None = None
    budget: int | None = None


def begun(spec: str, wanted: Wanted) -> Record:
    """A new game by some rules; a `NoGameError` if they have none like that."""
    rules = _allowing(load(spec), wanted)
    players = _players(rules, wanted.players)
    first = seat_named(rules.game(players), wanted.first) or 0
    seed = _new_seed() if wanted.seed is None else wanted.seed
    return Record(rules.new_game(players, first), seed, spec=anywhere(spec), bots=_bots(wanted))


def resumed(file: str | Path, spec: str | None, wanted: Wanted) -> Record:
    """The game of a record, by other rules if some are named; a `NoGameError` if it cannot go on as it is wanted."""
    for name in ("players", "seed", "first"):
        if getattr(wanted, name) is not None:
            raise NoGameError(f"--{name} is fixed by the saved game; leave it out")
    try:
        record = Record.read(file, load if spec is None else load(spec))
    except OtherRules as error:
        if spec is not None:
            raise
        raise explained(error, file) from None
    if spec is not None:
        record = evolve(record, spec=anywhere(spec))
    record = evolve(record, state=_allowing(record.state, wanted))
    if record.bots is not None:
        _known(record.bots, f"{called(file)}, in the line 'bots {record.bots}'")
    if record.finished:
        raise NoGameError(f"this game is over; to watch it: palast replay {called(file)}")
    if record.seed is None:  # the players so far are unknown
        record = evolve(record, seed=_new_seed(), bots=_bots(wanted) or record.bots)
    elif wanted.bots is not None and _bots(wanted) != record.bots:
        others = "random players" if record.bots is None else f"{record.bots}"
        raise NoGameError(f"the other players of this game are {others} and stay; leave out --bots")
    return record


def _allowing(what: _Allowing, wanted: Wanted) -> _Allowing:
    """Rules, or a state, with the budget that is wanted; a `NoGameError` if there can be no such budget."""
    try:
        return what if wanted.budget is None else what.allowing(wanted.budget)
    except ValueError as error:
        raise NoGameError(f"--budget: {error}") from None


def has_changed(record: Record) -> bool:
    """Whether the rules that a record names are not those that it was played with."""
    try:
        return load(record.spec).digest != record.rules.digest
    except (RulesError, OSError, ValueError):
        return False  # they are not there


def engine_changed(record: Record, words: Wording) -> str:
    """The message that bots would go on with another engine than they began with; empty if they would not."""
    here = record.state.game.engine.name
    if record.finished or record.engine in (None, here):
        return ""
    return say(words, "engine changed", bots=str(record.bots), recorded=str(record.engine), here=here)


def explained(error: OtherRules, file: str | Path) -> OtherRules:
    """The error of a record from before records contained their rules, with all that can be done."""
    follow = f"to follow its answers under the rules of today: palast replay {called(file)} --under {error.spec}"
    return OtherRules(error.line, error.message, f"{follow}; to replay it as it was, {error.remedy}", error.path)


def newest(folders: Iterable[Path]) -> Path | None:
    """The most recent file in some folders of a game that is not over."""
    files = [path for folder in folders for path in folder.glob(f"*{SUFFIX}") if path.is_file()]
    for path in sorted(files, key=lambda path: path.stat().st_mtime, reverse=True):
        with suppress(RecordError):
            if not Record.read(path, load).finished:
                return path
    return None


def seat_named(game: Game, said: str | None) -> int | None:
    """The seat with a number or name; a `NoGameError` if there is none."""
    if said is None:
        return None
    names = game.seat_names
    if said in names:
        return names.index(said)
    if said.isdecimal() and int(said) < game.players:
        return int(said)
    called = f", or {', '.join(names)}" if game.rules.composed.one(Seats) else ""
    near = did_you_mean(said, names)
    remedy = near if near.startswith("did") else f"available: 0 to {game.players - 1}{called}"
    raise NoGameError(f"unknown seat '{said}'; {remedy}")


def _players(rules: Ruleset, wanted: int | None) -> int:
    if wanted is None:
        return rules.players[0]
    if wanted not in rules.players:
        least, most = rules.players[0], rules.players[-1]
        possible = f"{least}" if least == most else f"{least} to {most}"
        raise NoGameError(f"{rules.name} needs {possible} players, not {wanted}; change --players")
    return wanted


def _bots(wanted: Wanted) -> str | None:
    """The bots that are wanted; None for random players."""
    return None if wanted.bots in (None, "random") else _known(wanted.bots, "--bots")


def _known(bots: str, where: str) -> str:
    """The name of a kind of agents; a `NoGameError` if there is none."""
    try:
        agent_named(bots)
    except ValueError as error:
        raise NoGameError(f"{where}: {error}") from None
    return bots


def _new_seed() -> int:
    """A seed of 64 bits, too long to be guessed by a player from his own cards."""
    return SystemRandom().getrandbits(64)
