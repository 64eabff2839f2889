"""What a game waits for, as people read it: from the place in the plan, or from how the game has ended."""

from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from rulespec.engine.pending import Chance, Decision, Option, Over
from rulespec.engine.python.program import ChanceNode, Program

Outcome = tuple[tuple[int, ...] | None, tuple[int, ...] | None]  # who wins, what each gets: as far as the rules say so


class Ended(Protocol):
    """A snapshot of a game that has ended."""

    @property
    def pc(self) -> int: ...
    def outcome(self) -> Outcome: ...


def asked(program: Program, pc: int, own: int, options: tuple[Option, ...] = ()) -> Decision | Chance | None:
    """What is asked at a place of whoever acts; None where nobody is."""
    ask = program.asks.get(pc)
    if ask is None:
        return None
    site = ask.site
    prompt = site.prompts[own]
    if isinstance(ask, ChanceNode):
        return Chance(prompt, options, site.names)
    return Decision(own, prompt, options, program.told(site.origin).block, site.names)


def ended(program: Program, snapshot: Ended) -> Over:
    """What comes of a game in which nobody is asked any more."""
    seats = program.plan.table.players
    return _over(seats, *snapshot.outcome()) if snapshot.pc == program.plan.over else Over((Fraction(0),) * seats, ())


@lru_cache(maxsize=1024)  # for speed: games end in few ways, and this took a twentieth of a playout
def _over(players: int, won: tuple[int, ...] | None, gained: tuple[int, ...] | None) -> Over:
    winners, seats = () if won is None else tuple(sorted(won)), range(players)
    if gained is None:
        share = Fraction(1, len(winners) or 1)
        return Over(tuple(share if seat in winners else Fraction(0) for seat in seats), winners)
    if won is None:
        winners = tuple(seat for seat in seats if gained[seat] == max(gained))
    return Over(tuple(map(Fraction, gained)), winners)
