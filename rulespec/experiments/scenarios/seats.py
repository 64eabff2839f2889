"""Players as a scenario names them."""

from collections.abc import Collection, Iterable, Iterator

from rulespec.engine.game import Game
from rulespec.experiments.scenarios.fault import FaultError
from rulespec.language.tree import declarations as d
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree.node import walk
from rulespec.rules.material import Where
from rulespec.rules.rulebook import RuleBook


def seat_of(game: Game, said: sc.Seat) -> int:
    """The number of a seat; a `FaultError` if it does not play."""
    number = said.word if isinstance(said.word, int) else _words(game.rules).index(said.word)
    if number >= game.players:
        what = f"no seat is called '{said.called}' with {game.players} players"
        raise FaultError(said, what, "set the number of players: given N players")
    return number


Named = Collection[Where]  # the zones, counters and notes that are named with their seats


def named(game: Game, shares: Iterable[sc.Share]) -> Named:
    """Shares that are named with a seat explicitly."""
    return {each for share in shares if isinstance(share.of, sc.Seat) for each in shares_of(game, share, ())}


def shares_of(game: Game, share: sc.Share, named: Named) -> Iterator[Where]:
    """The zones, counters or notes that a share means; `others` are those players of whom none of these is `named`."""
    name, holder = share.name, game.rules.resolved.names.holder(share.name)
    is_all = holder is not None and share.by is not None and share.by == holder.by
    words = game.material.words_by(holder) if holder is not None and is_all else (share.by,)
    for seat in _seats(game, share):
        meant: list[Where] = [(name, seat) if word is None else (name, seat, word) for word in words]
        if share.of != "others" or not any(each in named for each in meant):
            yield from meant


def _seats(game: Game, share: sc.Share) -> Iterable[int | None]:
    match share.of:
        case sc.Seat():
            return (seat_of(game, share.of),)
        case None:
            return (None,)
        case "players" | "others":
            return range(game.players)


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
