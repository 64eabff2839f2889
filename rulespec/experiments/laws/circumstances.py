"""Circumstances of a moment: who is next, what is asked and offered, how the round or the game has ended."""

from collections.abc import Callable, Collection, Iterable, Iterator

from attrs import frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.game import Game
from rulespec.engine.pending import Over
from rulespec.engine.python.program import Asking
from rulespec.engine.python.snapshot import Circumstances, Snapshot
from rulespec.language.tree import declarations as d
from rulespec.language.tree.kinds import CARD, NUMBER, PLAYER, Kind, word_of
from rulespec.plan.circumstances import GAME, ROUND
from rulespec.plan.circumstances import circumstances as every


def circumstances(game: Game, now: Snapshot, asks: Collection[int]) -> Circumstances:
    """The circumstances with some numbers: of what is one thing a set of one, of what is nothing an empty one."""
    if not asks:  # for speed: nearly all laws ask for none, at thousands of moments a second
        return {}
    moment = _Moment(game, now)
    names = every(game.rules.resolved.names)
    return {number: tuple(moment.told(names[number])) for number in asks}


@frozen
class _Moment:
    _game: Game
    _now: Snapshot

    def told(self, name: str) -> Iterable[int]:
        """The members of a circumstance, players from the active one leftwards."""
        told: dict[str, Callable[[], Iterable[int]]] = {
            "next": self._next, "asked": self._asked, "answers": self._answers, "winners": self._winners,
            ROUND: lambda: self._ended(k.ROUND_ENDS), GAME: lambda: self._ended(k.GAME_ENDS),
            "cards offered": lambda: sorted(self._offered(CARD)), "players offered": self._players,
        }  # fmt: skip
        return told[name]() if name in told else self._of_list(name.removesuffix(" offered"))

    @property
    def _ask(self) -> Asking | None:
        """The question; None if no player is asked."""
        ask = self._game.asks.get(self._now.pc)
        return ask if isinstance(ask, Asking) else None

    @property
    def _is_over(self) -> bool:
        return self._now.turns > 0 and self._now.pc in (self._game.plan.over, self._game.plan.limit)

    def _next(self) -> Iterator[int]:
        stands = self._now.position
        if not self._is_over:
            yield (stands.active + stands.direction) % self._game.players if stands.next is None else stands.next

    def _asked(self) -> Iterator[int]:
        if self._ask is not None:
            yield self._now.own

    def _answers(self) -> Iterator[int]:
        if self._ask is not None:
            yield len(self._now.raws)

    def _winners(self) -> Iterable[int]:
        pending = self._now.pending if self._is_over else None
        return self._around(pending.winners if isinstance(pending, Over) else ())

    def _ended(self, kind: int) -> Iterator[int]:
        """The number of the latest reason of a kind among all."""
        for event in self._now.happened(1 << kind)[-1:]:
            reasons = [each.key for each in self._game.rules.resolved.of(d.Reason)]
            yield reasons.index(self._game.plan.origins[event[1]].block)

    # ---- what is offered

    def _players(self) -> Iterable[int]:
        return self._around(self._offered(PLAYER))

    def _of_list(self, name: str) -> Iterable[int]:
        list_ = self._game.rules.resolved.names.lists[name]
        if isinstance(list_, d.NumberList):
            return sorted(self._offered(NUMBER).intersection(list_.members))
        return sorted(self._offered(word_of(name)))

    def _offered(self, one: Kind) -> set[int]:
        """The things of a kind that the answers mention."""
        found, ask = set[int](), self._ask
        if ask is not None and any(kind.one == one for kind in ask.site.kinds):
            for raw in self._now.raws:
                found |= ask.site.chosen(raw, one)
        return found

    def _around(self, seats: Iterable[int]) -> Iterable[int]:
        return sorted(seats, key=lambda seat: (seat - self._now.active) % self._game.players)
