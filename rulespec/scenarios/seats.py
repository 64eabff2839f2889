"""Players as a scenario names them."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from rulespec.game import Game
from rulespec.rulebook import RuleBook
from rulespec.scenarios.fault import FaultError
from rulespec.tree import declarations as d
from rulespec.tree import scenarios as sc
from rulespec.tree.node import walk


def seat_of(game: Game, said: sc.Seat) -> int:
    """The number of a seat; a `FaultError` if it does not play."""
    number = said.word if isinstance(said.word, int) else _words(game.rules).index(said.word)
    if number >= game.players:
        what = f"'{said.called}' does not play with {game.players} players"
        raise FaultError(said, what, "say how many play: given N players")
    return number


Named = Mapping[str, Collection[int]]  # for the name of each zone, counter or note the seats that are named with it


def named(game: Game, shares: Iterable[sc.Share]) -> Named:
    """The seats that shares name explicitly."""
    found: dict[str, set[int]] = {}
    for share in shares:
        if isinstance(share.of, sc.Seat):
            found.setdefault(share.name, set()).add(seat_of(game, share.of))
    return found


def seats_of(game: Game, share: sc.Share, named: Named) -> Iterator[int | None]:
    """The seats that a share means; `others` are those that are not `named`."""
    match share.of:
        case sc.Seat():
            yield seat_of(game, share.of)
        case None:
            yield None
        case "players":
            yield from range(game.players)
        case "others":
            yield from (seat for seat in range(game.players) if seat not in named.get(share.name, ()))


def players_of(rules: RuleBook, scenario: d.Scenario) -> int:
    """The number of players that a scenario is for: as it says, else the fewest that include everybody it names."""
    if scenario.given is not None and scenario.given.players is not None:
        return scenario.given.players
    written = rules.composed.players_for(scenario)
    words = _words(rules)
    named = [each.word for each in walk(scenario) if isinstance(each, sc.Seat)]
    last = max((word if isinstance(word, int) else words.index(word) for word in named), default=0)
    return min(max(written.least, last + 1), written.most)


def _words(rules: RuleBook) -> tuple[str, ...]:
    seats = rules.resolved.names.seats
    return seats.words if seats else ()
