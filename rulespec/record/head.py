"""The head of a record: from its headers to the state that the game began with."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rulespec.api import Ruleset, State
from rulespec.errors import RecordError, UnreadableRecord
from rulespec.game import Game
from rulespec.language.suggest import did_you_mean
from rulespec.record.lines import RecordLine, quoted
from rulespec.record.naming import NotFound, find, nameable
from rulespec.record.notation import BOTS, FORMAT, TITLE
from rulespec.tree import declarations as d

By = Ruleset | Callable[[str], Ruleset]  # the rules that a record was played by, or a function that loads its spec

_NEEDED = ("rules", "digest", "players", "first")
_POSITION = ("zone", "counter", "note")
_KNOWN = (*_NEEDED, "human", "seed", "bots", *_POSITION)
_LAID = re.compile(r"(zone|counter|note) (\S+)(?: of (.+?)(?: by (\S+))?)?: ?(.*)")


def is_header(line: RecordLine) -> bool:
    """Whether a line belongs to the head: by its keyword, or because it looks like nothing that comes later."""
    return line.text.partition(" ")[0] in _KNOWN or not re.search(r"\[|:|^(set-up|round|turn|result)\b", line.text)


class Head:
    """The headers of a record, each with its line."""

    def __init__(self, title: RecordLine) -> None:
        _check_title(title)
        self._single: dict[str, tuple[str, int]] = {}
        self._laid: dict[str, tuple[re.Match[str], int]] = {}
        self.last = title.number
        self.spec = ""  # the spec of the rules from the working folder, once they are loaded

    def take(self, line: RecordLine) -> None:
        key, _, value = line.text.partition(" ")
        self.last = line.number
        if key in _POSITION:
            self._take_laid(key, line)
        elif key not in _KNOWN:
            raise RecordError(line.number, f"there is no header {quoted(key)}", did_you_mean(key, _KNOWN))
        elif key in self._single:
            raise _doubled(line, key)
        else:
            self._single[key] = (value.strip(), line.number)

    def _take_laid(self, kind: str, line: RecordLine) -> None:
        found = _LAID.fullmatch(line.text)
        if found is None:
            remedy = f"write '{kind} NAME: ...', or '{kind} NAME of PLAYER: ...'"
            raise RecordError(line.number, f"this says of no {kind} what it holds: {quoted(line.text)}", remedy)
        what = line.text.partition(":")[0]
        if what in self._laid:
            raise _doubled(line, what)
        self._laid[what] = (found, line.number)

    def beginning(self, by: By, folder: Path | None) -> State:
        """The initial state of the game; `folder` is that of the record."""
        for key in _NEEDED:
            if key not in self._single:
                what = f"the headers end here, and '{key}' is not among them"
                raise RecordError(self.last, what, "take a whole copy")
        rules = self._rules(by, folder)
        players = self._players(rules)
        first = _seat(rules.game(players), *self._single["first"])
        if self._laid:
            return self._position(rules, players, first)
        return rules.new_game(players, first)

    def human(self, beginning: State) -> int | None:
        """The seat of a person; None if there is none."""
        if "human" not in self._single:
            return None
        return _seat(beginning.game, *self._single["human"])

    @property
    def seed(self) -> int | None:
        """The seed of the draws; None if there is none."""
        if "seed" not in self._single:
            return None
        said, line = self._single["seed"]
        number = _number(said)
        if number is None:
            remedy = "put back the number that it was; it decides how an unfinished game goes on"
            raise RecordError(line, f"a seed is a whole number, not {quoted(said)}", remedy)
        return number

    @property
    def bots(self) -> str | None:
        """The name of the agents at the other seats; None if there is none."""
        if "bots" not in self._single:
            return None
        said, line = self._single["bots"]
        if not BOTS.fullmatch(said):
            remedy = "put back what it was, as 'bots ismcts:400'; it decides how an unfinished game goes on"
            raise RecordError(line, f"nobody who plays is called {quoted(said)}", remedy)
        return said

    def _rules(self, by: By, folder: Path | None) -> Ruleset:
        rules = by if isinstance(by, Ruleset) else self._loaded(by, folder)
        digest, line = self._single["digest"]
        if digest != rules.digest:
            what = f"these are not the rules it was played by: {rules.name} has the digest {rules.digest} now"
            raise RecordError(line, what, "find the rule files as they were then, or name the right ones in the record")
        return rules

    def _loaded(self, load: Callable[[str], Ruleset], folder: Path | None) -> Ruleset:
        spec, line = self._single["rules"]
        remedy = "name them in this line as they are to be found, by name or path"
        if not nameable(spec):
            raise UnreadableRecord(line, f"its rules cannot be loaded: nothing is called {quoted(spec)}", remedy)
        try:
            rules, self.spec = find(spec, folder, load)
        except NotFound as error:
            raise UnreadableRecord(line, f"its rules cannot be loaded: {error}", remedy) from error
        return rules

    def _players(self, rules: Ruleset) -> int:
        said, line = self._single["players"]
        names = [name.strip() for name in said.split(",")]
        possible = [rules.game(players).seat_names for players in rules.players]
        if names not in possible:
            remedy = f"they are {' | '.join(', '.join(seats) for seats in possible)}"
            raise RecordError(line, f"{rules.name} has no such players: {quoted(said)}", remedy)
        return len(names)

    def _position(self, rules: Ruleset, players: int, first: int) -> State:
        game = rules.game(players)
        zones: dict[Any, Any] = {}
        counters: dict[Any, Any] = {}
        for found, line in self._laid.values():
            kind, name, owner, word, said = found.groups()
            key = _key(game, name, owner, word, line)
            remedy = f"put the {kind} back as it was; if nobody has changed it, take an undamaged copy"
            try:
                if kind == "zone":
                    game.place(*key)
                    zones[key] = said.split(", ")
                elif kind == "counter":
                    game.variable(d.Counter, *key)
                    counters[key] = _number(said)
                    if counters[key] is None:
                        raise ValueError(f"a counter is a whole number, not {quoted(said)}")
                else:
                    game.variable(d.Note, *key)
                    of_player = rules.resolved.names.notes[name].of == "player"
                    counters[key] = _seat(game, said, line) if of_player else said
                state = rules.at(players, zones, counters, first)
            except (LookupError, ValueError) as error:
                raise RecordError(line, f"this position is impossible: {str(error).rstrip('; ')}", remedy) from error
        laid = {name for cards in zones.values() for name in cards}
        nowhere = [card.name for card in game.material.cards if card.name not in laid]
        if nowhere:
            raise RecordError(self.last, f"the position leaves out {', '.join(nowhere[:3])}", "a zone is incomplete")
        return state


def _doubled(line: RecordLine, what: str) -> RecordError:
    return RecordError(line.number, f"{quoted(what)} appears twice", "remove one of the two")


def _key(game: Game, name: str, owner: str | None, word: str | None, line: int) -> tuple[Any, ...]:
    """A zone, a counter or a note with its owner and its word; alone, its word stands where an owner would."""
    holder = game.rules.resolved.names.holder(name)
    if holder is not None and not holder.per_player and word is None:
        owner, word = None, owner
    numbers = holder is not None and isinstance(game.rules.resolved.names.lists.get(str(holder.by)), d.NumberList)
    said = _number(word) if numbers and word is not None else word
    seat = None if owner is None else _seat(game, owner, line)
    return (name, seat) if word is None else (name, seat, word if said is None else said)


def _seat(game: Game, name: str, line: int) -> int:
    seats = game.seat_names
    if name not in seats:
        raise RecordError(line, f"there is no player {quoted(name)}", did_you_mean(name, seats))
    return seats.index(name)


def _number(said: str) -> int | None:
    """The value of a canonical integer of at most 4,300 digits; None for any other text."""
    return int(said) if re.fullmatch(r"0|-?[1-9][0-9]{0,4299}", said) else None


def _check_title(line: RecordLine) -> None:
    """Checks that the first line announces a record in a known format."""
    if not line.text.startswith(TITLE):
        remedy = f"a record begins with '{TITLE} {FORMAT}'"
        raise UnreadableRecord(line.number, f"this is not a record of a game: {quoted(line.text)}", remedy)
    number = line.text.removeprefix(TITLE).strip()
    if number != str(FORMAT):
        if number.isdecimal() and int(number[:9]) > FORMAT:
            remedy = "a newer version of the program wrote this, and can read it"
            what = f"this record has format {number[:9]}, and only format {FORMAT} is known here"
            raise UnreadableRecord(line.number, what, remedy)
        raise UnreadableRecord(line.number, f"there is no format {quoted(number)}", f"the first is {TITLE} {FORMAT}")
