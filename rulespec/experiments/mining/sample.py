"""Tables of random games: all quantities at each moment of a law."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from attrs import define, field, frozen

from rulespec.engine.game import Game
from rulespec.engine.python.snapshot import Snapshot
from rulespec.experiments.loop import GameLoop
from rulespec.experiments.mining.quantities import Members, Quantity, Raw, quantities, read
from rulespec.experiments.population import Deal, deals, spread
from rulespec.game.api import Ruleset
from rulespec.language.tree import declarations as d
from rulespec.rules.material import Material

GAMES = 2_000  # at most
LONGEST = 2_000  # decisions after which a game is left

MOMENTS: dict[d.Moment, frozenset[d.Moment]] = {  # at which of the looks that are kept a law of a moment is looked at
    "asked or over": frozenset(["when asked", "after game"]),
    "when asked": frozenset(["when asked"]),
    "after turn": frozenset(["after turn"]),
    "after round": frozenset(["after round"]),
    "after game": frozenset(["after game"]),
}

Looks = tuple[tuple[d.Moment, Raw], ...]  # at one game, oldest first
Row = tuple[int, ...]  # how the quantities of a scope stand, of one member
Values = tuple[Row, ...]  # the same of each member


@frozen(eq=False, slots=False)  # without slots for the cached property
class Sample:
    """Random games of a ruleset, with some numbers of players; they depend on the seed."""

    rules: Ruleset
    games: dict[int, tuple[Looks, ...]]
    decisions: int
    _read: dict[tuple[int, str], dict[Raw, Values]] = field(factory=dict, init=False)
    _members: dict[tuple[int, str], list[Members]] = field(factory=dict, init=False)
    _rows: dict[tuple[int, str, d.Moment], list[Row]] = field(factory=dict, init=False)
    _games: dict[tuple[int, str, d.Moment], list[list[Row]]] = field(factory=dict, init=False)
    _ends: dict[tuple[int, str, d.Moment], list[tuple[Row, Row]]] = field(factory=dict, init=False)

    @cached_property
    def quantities(self) -> dict[str, tuple[Quantity, ...]]:
        return quantities(self.rules.resolved)

    @property
    def numbers(self) -> list[int]:
        """The numbers of players."""
        return list(self.games)

    @property
    def played(self) -> int:
        """How many games there are in all."""
        return sum(map(len, self.games.values()))

    def opening(self, players: int) -> Raw:
        """The table on which a game begins."""
        game = self.rules.game(players)
        mc, _ = game.opening(0)
        return _raw(game.material, mc.where, mc.variables)

    def values(self, players: int, scope: str, raws: Iterable[Raw]) -> Iterator[Values]:
        """The quantities of a scope on tables with a number of players."""
        if (players, scope) not in self._read:
            self._read[players, scope] = {}
            self._members[players, scope] = [each.members(self.rules.game(players)) for each in self.quantities[scope]]
        known, members = self._read[players, scope], self._members[players, scope]
        for raw in raws:
            if raw not in known:
                known[raw] = read(members, raw)
            yield known[raw]

    def rows(self, players: int, scope: str, moment: d.Moment) -> list[Row]:
        """All values of the quantities of a scope at a moment, for all members together."""
        key = players, scope, moment
        if key not in self._rows:
            self._rows[key] = self.rows_in(slice(None), *key)
        return self._rows[key]

    def rows_in(self, part: slice, players: int, scope: str, moment: d.Moment) -> list[Row]:
        """The same in some of the games."""
        return list(dict.fromkeys([row for game in self._stood(players, scope, moment)[part] for row in game]))

    def first(self, part: slice, players: int, scope: str, moment: d.Moment) -> Row:
        """The first of these."""
        return next(row for game in self._stood(players, scope, moment)[part] for row in game)

    def ends(self, players: int, scope: str, moment: d.Moment) -> list[tuple[Row, Row]]:
        """The least and the most value of each quantity of a scope at a moment, in each game that had the moment."""
        key = players, scope, moment
        if key not in self._ends:
            stood = [list(zip(*rows, strict=True)) for rows in self._stood(*key) if rows]
            self._ends[key] = [(tuple(map(min, columns)), tuple(map(max, columns))) for columns in stood]
        return self._ends[key]

    def _stood(self, players: int, scope: str, moment: d.Moment) -> list[list[Row]]:
        """The values of the quantities of a scope at a moment in each game, for all members together."""
        key = players, scope, moment
        if key not in self._games:
            looks, found = MOMENTS[moment], []
            for game in self.games[players]:
                raws = dict.fromkeys([raw for at, raw in game if at in looks])
                found.append(list(dict.fromkeys([row for all_ in self.values(players, scope, raws) for row in all_])))
            self._games[key] = found
        return self._games[key]

    def course(self, players: int, scope: str, moment: d.Moment, game: int) -> list[Values]:
        """The values of the quantities of a scope through one game, from its beginning."""
        looks = MOMENTS[moment]
        raws = [raw for at, raw in self.games[players][game] if at in looks]
        return list(self.values(players, scope, [self.opening(players), *raws]))


def sample(rules: Ruleset, decisions: int, seed: int) -> Sample:
    """Games with each number of players, until so many decisions were made in all."""
    playing = _SampleLoop(rules, spread(rules.players), decisions, seed)
    for _ in playing.run():
        pass
    return Sample(rules, {players: tuple(found) for players, found in playing.found.items()}, playing.made.total())


@define(eq=False)
class _SampleLoop(GameLoop[None, None]):
    """The games of a sample, one number of players after the other."""

    rules: Ruleset
    numbers: list[int]  # of players
    decisions: int
    seed: int
    found: dict[int, list[Looks]] = field(factory=dict, init=False)
    made: Counter[int] = field(factory=Counter, init=False)  # decisions, by the number of players

    def population(self) -> Iterator[tuple["_Playing", Deal]]:
        many = len(self.numbers)
        for players in self.numbers:
            self.found[players], playing = [], _Playing(self.rules.game(players))
            for deal in deals([players], GAMES // many, self.seed, "mining"):
                if self.made[players] >= self.decisions // many:
                    break
                yield playing, deal

    def observe(self, playing: "_Playing", deal: Deal) -> None:
        looks, made = playing.played(deal.first, deal.chance.random)
        self.found[deal.players].append(looks)
        self.made[deal.players] += max(made, 1)


class _Playing:
    """Plays games with a number of players, and keeps their quantities."""

    def __init__(self, game: Game) -> None:
        plan, self._game = game.plan, game
        self._looks: list[tuple[d.Moment, Raw]] = []
        self._known: dict[Raw, Raw] = {}  # so that equal ones are kept once
        self._moments: dict[int, d.Moment] = {plan.turn_ended: "after turn", plan.round_ended: "after round"}
        self._engine = game.engine.before(self._moments, self._ends)

    def played(self, first: int, random: Callable[[], float]) -> tuple[Looks, int]:
        """The looks at a game, and its number of decisions."""
        self._looks, made = [], 0
        now = self._engine.begin(*self._game.opening(first), random)
        while (raws := now.raws) and made < LONGEST:
            self._keep("when asked", now)
            now = now.next(raws[int(random() * len(raws))], random)
            made += 1
        if not raws:
            self._keep("after game", now)
        return tuple(self._looks), made

    def _ends(self, pc: int, now: Snapshot) -> None:
        if now.turns:  # the first round begins where the others end
            self._keep(self._moments[pc], now)

    def _keep(self, moment: d.Moment, now: Snapshot) -> None:
        raw = _raw(self._game.material, now.where, now.variables)
        self._looks.append((moment, self._known.setdefault(raw, raw)))


def _raw(material: Material, where: Iterable[int], variables: Iterable[int | None]) -> Raw:
    count = Counter(where)
    return (*[count[place] for place in range(len(material.places))], *[value or 0 for value in variables])
