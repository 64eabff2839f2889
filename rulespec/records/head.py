"""The head of a record: from its headers to the state that the game began with."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rulespec.engine.game import Game
from rulespec.game.api import Ruleset, State
from rulespec.language.errors import OtherRules, RecordError, UnreadableRecord
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import QUESTION
from rulespec.records.lines import RecordLine, quoted
from rulespec.records.naming import NotFound, find, nameable
from rulespec.records.notation import BOTS, ENGINES, FORMAT, TITLE, headers
from rulespec.records.sources import Sources
from rulespec.rules.rulebook import possible_budget

By = Ruleset | Callable[[str], Ruleset]  # the rules that a record was played by, or a function that loads its spec

_NEEDED = ("rules", "digest", "players", "first")
_POSITION = ("zone", "counter", "note")
_KNOWN = (*_NEEDED, "options", "human", "seed", "bots", "engine", "budget", *_POSITION)
_LATER = re.compile(r"\[|:|^(set-up|round|turn|result)\b")
_LAID = re.compile(r"(zone|counter|note) (\S+)(?: of (.+?)(?: by (\S+))?)?: ?(.*)")


class Head:
    """The headers of a record, each with its line, and the rule files below them."""

    def __init__(self, title: RecordLine) -> None:
        self.format = _format(title)
        self._sources = Sources()
        self._single: dict[str, tuple[str, int]] = {}
        self._laid: dict[str, tuple[re.Match[str], int]] = {}
        self.last = title.number
        self.spec = ""  # the spec of the rules from the working folder, once they are loaded

    def takes(self, line: RecordLine) -> bool:
        """Whether a line belongs to the head: by its keyword, or because it looks like nothing that comes later."""
        if not self._sources.takes(line):
            if self._sources or not (line.text.partition(" ")[0] in _KNOWN or not _LATER.search(line.text)):
                return False
            self._take(line)
        self.last = line.number
        return True

    def _take(self, line: RecordLine) -> None:
        key, _, value = line.text.partition(" ")
        if key in _POSITION:
            self._take_laid(key, line)
        elif key not in _KNOWN:
            raise RecordError(line.number, f"unknown header {quoted(key)}", did_you_mean(key, _KNOWN))
        elif key in self._single:
            raise _doubled(line, key)
        else:
            self._single[key] = (value.strip(), line.number)

    def _take_laid(self, kind: str, line: RecordLine) -> None:
        found = _LAID.fullmatch(line.text)
        if found is None:
            remedy = f"write '{kind} NAME: ...', or '{kind} NAME of PLAYER: ...'"
            raise RecordError(line.number, f"cannot parse this {kind}: {quoted(line.text)}", remedy)
        what = line.text.partition(":")[0]
        if what in self._laid:
            raise _doubled(line, what)
        self._laid[what] = (found, line.number)

    def beginning(self, by: By, folder: Path | None) -> State:
        """The initial state of the game; `folder` is that of the record."""
        self._check_whole()
        return self._begun(self._rules(by, folder))

    def beginning_under(self, rules: Ruleset) -> State:
        """The initial state of the game under other rules; a `ValueError` if they cannot have such a beginning."""
        self._check_whole()
        try:
            return self._begun(rules)
        except RecordError as error:
            raise ValueError(error.message) from error

    @property
    def named(self) -> str:
        """The rules as the record names them."""
        return self._single["rules"][0]

    @property
    def digest(self) -> str:
        """The digest of the rules of the game."""
        return self._single["digest"][0]

    def _check_whole(self) -> None:
        for key in _NEEDED:
            if key not in self._single:
                what = f"the header '{key}' is missing"
                raise RecordError(self.last, what, "use a complete copy")

    def _begun(self, rules: Ruleset) -> State:
        raised = 0 if rules.budget == QUESTION and "budget" in self._single else rules.budget
        rules = rules.allowing(max(raised, self.budget))
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

    def covered(self, beginning: State) -> Iterator[str]:
        """The headers that the checksums cover."""
        known = self.human(beginning), self.seed, self.bots, self.engine
        return headers(beginning, *known, self.budget, self.digest, self._options)

    @property
    def _options(self) -> str:
        """The values of all options of the rules, as the record gives them."""
        return self._single.get("options", ("", 0))[0]

    @property
    def seed(self) -> int | None:
        """The seed of the draws; None if there is none."""
        if "seed" not in self._single:
            return None
        said, line = self._single["seed"]
        number = _number(said)
        if number is None:
            remedy = "restore the original number; it determines how an unfinished game continues"
            raise RecordError(line, f"seed must be an integer, not {quoted(said)}", remedy)
        return number

    @property
    def budget(self) -> int:
        """The steps that a question of the game could take."""
        if "budget" not in self._single:
            return QUESTION
        said, line = self._single["budget"]
        try:
            return possible_budget(_number(said))
        except (TypeError, ValueError) as error:
            raise RecordError(line, f"{error}", "restore the original number") from None

    @property
    def bots(self) -> str | None:
        """The name of the agents at the other seats; None if there is none."""
        if "bots" not in self._single:
            return None
        said, line = self._single["bots"]
        if not BOTS.fullmatch(said):
            remedy = "restore the original, such as 'bots ismcts:400'; it determines how an unfinished game continues"
            raise RecordError(line, f"unknown agent {quoted(said)}", remedy)
        return said

    @property
    def engine(self) -> str | None:
        """The engine that the bots began with; None if there is none."""
        if "engine" not in self._single:
            return None
        said, line = self._single["engine"]
        if said not in ENGINES:
            raise RecordError(line, f"unknown engine {quoted(said)}", did_you_mean(said, ENGINES))
        return said

    def _rules(self, by: By, folder: Path | None) -> Ruleset:
        """The rules of the game: those in the record, as `by` if these have the same files."""
        rules = by if isinstance(by, Ruleset) else self._loaded(by, folder)
        digest, line = self._single["digest"]
        if self._sources:
            self._sources.verify(rules)
            if rules is None or not (isinstance(by, Ruleset) or self._sources.same_as(rules)):
                budget = self.budget if rules is None else rules.budget
                rules = self._sources.rules(self._options).allowing(budget)
        assert rules is not None
        if digest == rules.digest:
            self._check_options(rules)
            return rules
        if self._sources and rules is not by:
            what = f"the rules below are not the rules of this game: {rules.name} has the digest {rules.digest}"
            raise RecordError(line, what, "a rule file is missing or different; use an undamaged copy")
        what = f"these are not the rules of this game: {rules.name} now has the digest {rules.digest}"
        if self._sources:
            raise OtherRules(line, what, "name no rules: the record contains the original ones")
        what = f"{what}, and the record does not contain the original rules"
        error = OtherRules(line, what, "find the original rule file, and name it in the line 'rules'")
        error.spec = self.spec
        raise error

    def _check_options(self, rules: Ruleset) -> None:
        played = str(rules.composed.options)
        if self._options != played:
            line = self._single.get("options", ("", self._single["digest"][1]))[1]
            remedy = f"write: options {played}" if played else "remove this line"
            raise RecordError(line, "these are not the options of the rules", remedy)

    def _loaded(self, load: Callable[[str], Ruleset], folder: Path | None) -> Ruleset | None:
        """The rules that the record names; None if there are none any more, and it contains them."""
        spec, line = self._single["rules"]
        remedy = "correct the name or path in this line"
        if not nameable(spec):
            raise UnreadableRecord(line, f"cannot load its rules: {quoted(spec)} is not a name or path", remedy)
        try:
            rules, self.spec = find(spec, folder, load)
        except NotFound as error:
            self.spec = error.spec
            if self._sources:
                return None
            raise UnreadableRecord(line, f"cannot load its rules: {error}", remedy) from error
        return rules

    def _players(self, rules: Ruleset) -> int:
        said, line = self._single["players"]
        names = [name.strip() for name in said.split(",")]
        possible = [rules.game(players).seat_names for players in rules.players]
        if names not in possible:
            remedy = f"possible: {' | '.join(', '.join(seats) for seats in possible)}"
            raise RecordError(line, f"{rules.name} cannot have these players: {quoted(said)}", remedy)
        return len(names)

    def _position(self, rules: Ruleset, players: int, first: int) -> State:
        game = rules.game(players)
        zones: dict[Any, Any] = {}
        counters: dict[Any, Any] = {}
        for found, line in self._laid.values():
            kind, name, owner, word, said = found.groups()
            key = _key(game, name, owner, word, line)
            remedy = f"restore the original {kind}, or use an undamaged copy"
            try:
                if kind == "zone":
                    game.place(*key)
                    zones[key] = said.split(", ")
                elif kind == "counter":
                    game.variable(d.Counter, *key)
                    counters[key] = _number(said)
                    if counters[key] is None:
                        raise ValueError(f"a counter must be an integer, not {quoted(said)}")
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
            raise RecordError(self.last, f"the position leaves out {', '.join(nowhere[:3])}", "add them to a zone")
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
        raise RecordError(line, f"unknown player {quoted(name)}", did_you_mean(name, seats))
    return seats.index(name)


def _number(said: str) -> int | None:
    """The value of a canonical integer of at most 4,300 digits; None for any other text."""
    return int(said) if re.fullmatch(r"0|-?[1-9][0-9]{0,4299}", said) else None


def _format(line: RecordLine) -> int:
    """The format of a record, in its first line; an `UnreadableRecord` if it is unknown."""
    if not line.text.startswith(TITLE):
        remedy = f"the first line of a record is '{TITLE} {FORMAT}'"
        raise UnreadableRecord(line.number, f"this is not a game record: {quoted(line.text)}", remedy)
    number = line.text.removeprefix(TITLE).strip()
    if number in [str(each) for each in range(1, FORMAT + 1)]:
        return int(number)
    if number.isdecimal() and int(number[:9]) > FORMAT:
        what = f"this record has format {number[:9]}; this version reads formats up to {FORMAT}"
        raise UnreadableRecord(line.number, what, "read it with the newer version that wrote it")
    raise UnreadableRecord(line.number, f"unknown format {quoted(number)}", f"the latest is {TITLE} {FORMAT}")
