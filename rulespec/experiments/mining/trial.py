"""Laws tried in many games that nobody has looked at yet, by whoever looks at laws otherwise."""

from collections.abc import Collection, Mapping
from random import Random

from attrs import field, frozen

from rulespec.api import Ruleset, State
from rulespec.experiments.population import spread
from rulespec.experiments.suite.law_games import LawGames
from rulespec.plan.reads import reads
from rulespec.run.explorer import ExploredLaw, Explorer, effort
from rulespec.run.position import frozen as position_of
from rulespec.run.snapshot import Snapshot
from rulespec.tree import declarations as d

DECISIONS = 3_300_000  # at most, where the engine plays by itself
AT_FIRST, AT_ONCE = 500, 10_000  # decisions from one deal
RARE = 40  # states at which something rare happened, from each of which games go on
FROM_RARE = 1_500  # decisions from each
LONGEST = 20_000  # decisions after which a game is left
EVERYTHING = -1  # what a law is taken to read that reads nothing


@frozen
class Tried:
    """In how many fresh games laws were looked at, and for each that failed a state whose history breaks it."""

    broken: Mapping[str, State] = field(repr=False)
    games: Mapping[int, int]  # by the number of players
    decisions: int

    @property
    def played(self) -> int:
        return sum(self.games.values())


def tried(rules: Ruleset, laws: Collection[str], games: int, seed: int, decisions: int = DECISIONS) -> Tried:
    """Looks at some laws in fresh games, about so many in all, or as many as so many decisions allow.

    In every second batch each answer is as likely as another; in the others players have habits. Some more games go on
    from where something rare happened. Where the engine does not play by itself, they are as many
    as of laws that are tested by themselves.
    """
    numbers = spread(rules.players)
    broken: dict[str, State] = {}
    played, made = dict.fromkeys(numbers, 0), 0
    for players in numbers:
        explorer = _explorer(rules, players, laws)
        if explorer is None:
            return _one_by_one(rules, laws, games, seed)
        named, before, work = rules.game(players).plan.named_laws, made, 0
        share, most = -(-games // len(numbers)), decisions // len(numbers)
        chance = Random(f"{seed} {players} fresh")
        random = rules.game(players).engine.numbers(chance.getrandbits(64))
        batches, first = 0, dict[int, Snapshot]()
        while played[players] < share and (spent := effort(made - before, work)) < most:
            start, opening = _start(rules, players, batches % players)
            at_once = min(_wanted(made - before, played[players], share), most - spent)
            (many, more, _, done), found, failed = explorer.games(
                start, opening, random, at_once, LONGEST, batches // players % 2 == 1, False, False
            )
            batches, played[players], made, work = batches + 1, played[players] + many, made + more, work + done
            first.update((mark, snapshot) for snapshot, marks in found for mark in marks)
            for number, snapshot in failed:
                broken.setdefault(named[number], State(rules.game(players), snapshot))
        for start in _rare(explorer, first):
            _, _, failed = explorer.games(start, None, random, FROM_RARE, LONGEST, True, False, False)
            for number, snapshot in failed:
                broken.setdefault(named[number], State(rules.game(players), snapshot))
    return Tried(broken, played, made)


def _explorer(rules: Ruleset, players: int, laws: Collection[str]) -> Explorer | None:
    game = rules.game(players)
    explored = []
    for number, key in enumerate(game.plan.named_laws):
        law = rules.resolved.blocks[key]
        assert isinstance(law, d.Always)
        if key in laws:
            explored.append(ExploredLaw(number, reads(law.condition, game.material) or EVERYTHING))
    return game.engine.explorer(explored)


def _wanted(made: int, played: int, share: int) -> int:
    """How many decisions to make from the next deal, when there are to be about so many games."""
    return max(1, min(AT_ONCE, made * (share - played) // played if played else AT_FIRST))


def _rare(explorer: Explorer, first: Mapping[int, Snapshot]) -> list[Snapshot]:
    """States at which something happened for the first time that hardly ever happened again."""
    counts = memoryview(explorer.counts()).cast("Q")
    going_on = [mark for mark, snapshot in first.items() if snapshot.raws]
    rarest = sorted(going_on, key=lambda mark: (counts[mark], mark))
    return list(dict.fromkeys(first[mark] for mark in rarest))[:RARE]


def _start(rules: Ruleset, players: int, first: int) -> tuple[Snapshot, Snapshot | None]:
    """The deal of a game that a seat begins, and the table before it, with which laws that compare begin."""
    game = rules.game(players)
    mc, _ = game.opening(first)
    opening = game.engine.stand(position_of(mc), tuple(mc.where), mc.log, mc.turns, mc.dirty)
    return rules.new_game(players, first).snapshot, opening


def _one_by_one(rules: Ruleset, laws: Collection[str], games: int, seed: int) -> Tried:
    """The same, played one after another."""
    playing = LawGames(rules, None, seed)
    broken = dict(playing.broken(laws))
    return Tried(broken, dict(playing.played), playing.decisions.total())
