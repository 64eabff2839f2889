"""Shorter and simpler games: without some rounds, turns or answers (delta debugging), or with others in their place."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from rulespec.engine.pending import Decision
from rulespec.experiments.failures.local_search import LocalSearch
from rulespec.experiments.failures.moves import Move, move, reseated

Part = tuple[int, int]  # a range of moves


def fewer_rounds(search: LocalSearch) -> None:
    """Removes rounds."""
    _fewer(search, lambda: search.best.parts(rounds=True))


def fewer_turns(search: LocalSearch) -> None:
    """Removes turns."""
    _fewer(search, lambda: search.best.parts(rounds=False))


def fewer_answers(search: LocalSearch) -> None:
    """Removes answers of players, each with the draws that follow it."""
    _fewer(search, lambda: search.best.answers())


def _fewer(search: LocalSearch, parts_of: Callable[[], list[Part]]) -> None:
    """Keeps the shortest tail that still fails, by doubling; then removes parts of half the length, a quarter, ..."""
    parts = parts_of()
    last = 1
    while last < len(parts):
        if search.shorter(search.best.moves[parts[-last][0] :], removed=True):
            break
        last *= 2
    size = len(parts := parts_of()) // 2
    while size:
        at = 0
        while at < len(parts):
            moves, start, end = search.best.moves, parts[at][0], parts[min(at + size, len(parts)) - 1][1]
            if search.shorter((*moves[:start], *moves[end:]), removed=True):
                parts = parts_of()
            else:
                at += size
        size = min(size, len(parts)) // 2


OTHERS = 12  # options that are tried instead of an answer
SHORTEST = 3  # rounds that are tried instead of another


def other_answers(search: LocalSearch) -> None:
    """Replaces each answer by other options of its state, the simplest first."""
    at = 0
    while at < len(search.best.moves):
        state = search.best.way[at].state
        if isinstance(state.pending, Decision):
            options = sorted(state.pending.options, key=lambda option: len(option.atoms))[:OTHERS]
            for option in options:
                moves = search.best.moves
                if at < len(moves) and option.text != moves[at].text:
                    search.shorter((*moves[:at], move(state, option), *moves[at + 1 :]))
        at += 1


def other_cards(search: LocalSearch) -> None:
    """Exchanges each card that an answer names, throughout the game, with cards that share an attribute with it."""
    done = set[tuple[str, str]]()
    while True:
        pair = next((pair for pair in _alike(search) if pair not in done), None)
        if pair is None:
            return
        done.add(pair)
        search.shorter(each.renamed(_exchanging(*pair)) for each in search.best.moves)


def _alike(search: LocalSearch) -> Iterator[tuple[str, str]]:
    shown = search.trials.shown
    cards = [card.name for card in search.best.state.game.material.cards]
    named = dict.fromkeys(word for each in search.best.moves if not each.chance for word in each.words)
    for one in filter(shown.__contains__, named):
        common = {other: len(shown[one] & shown[other]) for other in cards if other != one}
        for other in sorted(filter(common.__getitem__, common), key=lambda name: -common[name]):
            yield one, other


def _exchanging(one: str, other: str) -> Callable[[str], str]:
    words = {one: other, other: one}
    return lambda word: words.get(word, word)


def other_rounds(search: LocalSearch) -> None:
    """Replaces each round by one of the shortest of the game, as it was or turned so that the same player begins."""
    at = 0
    while at < len(rounds := search.best.parts(rounds=True)):
        start, end = rounds[at]
        moves = search.best.moves
        others = sorted((moves[one:other] for one, other in rounds if other > one), key=_asked)[:SHORTEST]
        at += not any(
            search.shorter((*moves[:start], *other, *moves[end:]))
            for each in others
            if _asked(each) < _asked(moves[start:end])
            for other in _begun_alike(search, each, moves[start:end])
        )


def _asked(moves: Sequence[Move]) -> int:
    return sum(not each.chance for each in moves)


def _begun_alike(search: LocalSearch, moves: Sequence[Move], instead_of: Sequence[Move]) -> Iterator[Iterable[Move]]:
    """The moves, and the moves with the seats rotated until the same player begins, then with cards renamed, too."""
    yield moves
    players, names = search.players, search.best.state.game.seat_names
    one, other = (next((each.seat for each in some if not each.chance), 0) for some in (moves, instead_of))
    if one != other:
        seats = [(seat + other - one) % players for seat in range(players)]
        for cards in (False, True):
            yield reseated(moves, seats, names, names, cards=cards)
