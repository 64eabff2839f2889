"""The same moves by other players: who sits where, and what carries his name."""

from collections.abc import Iterable, Iterator, Sequence

from rulespec.failures.moves import Move, Seats

Names = Sequence[str]


def reseated(moves: Iterable[Move], seats: Seats, names: Names, new: Names, *, cards: bool) -> Iterator[Move]:
    """The moves of those who still have a seat, in it, under the names of the seats there.

    Such a name may be a word that `cards` show; then they are renamed, too.
    """
    called = {names[one]: new[other] for one, other in enumerate(seats) if other is not None}
    gone, free = [name for name in names if name not in called], [name for name in new if name not in called.values()]
    called |= dict(zip(gone, free, strict=False))

    def word(text: str) -> str:
        if text in called or not cards:
            return called.get(text, text)
        return " ".join(called.get(each, each) for each in text.split(" "))

    for each in moves:
        kept = each.of_seat(seats)
        if kept is not None:
            yield kept.renamed(word)
