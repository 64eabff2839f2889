"""The perception of a player by the declarations alone: the oracle of the two-world test.

It shares no code with `events.hearing` or `Place.seen_by`, so that a mistake there is not repeated here.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Any, assert_never

from attrs import field, frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.events.log import RawEvent
from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Chance, Decision, Over
from rulespec.engine.python.program import Program
from rulespec.game.api import State
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.plan.plan import Origin

Travel = tuple[int, int, int]  # a card, its source, its target
TOGETHER = (k.Pick, k.Lapse, k.Commit, k.Reveal)  # the events of simultaneous choices


@frozen
class Witnessed:
    """A player's perception of an event; `what` is everything learned besides its kind, rule and player.

    `rule` is the block with its citations, and the text of a statement that the log quotes; if blocks perform
    actions or are actions, it is the text alone. A player may know neither the number of a statement nor which of these
    blocks it belongs to.
    """

    kind: type[k.Event]
    rule: tuple[Any, ...]
    statement: int | None = field(eq=False)
    player: int | None
    what: tuple[Any, ...]

    @property
    def by(self) -> tuple[int, int] | None:
        """Its statement and player, if it has both."""
        return None if self.statement is None or self.player is None else (self.statement, self.player)


_SILENT = (r.Origin, r.Doer, r.Place, r.Asked, r.HeardBy)
_TELLING = {  # for speed: the informative fields of each kind, which saves a tenth of a search
    kind: tuple(name for name, role in kind.roles.items() if not isinstance(role, _SILENT)) for kind in k.KINDS
}

_UNQUOTED = (
    k.Move,
    k.Insert,
    k.Refill,
    k.Draw,
    k.Exchange,
    k.Show,
    k.ShowSecretly,
    k.IsLast,
    k.Leaves,
    k.Change,
    k.Reverse,
)

Account = list[Witnessed]  # what somebody heard, in order


@frozen(eq=False)
class Witness:
    """The information that one player is entitled to."""

    program: Program
    player: int

    def sees(self, place: int) -> bool:
        """True if the declaration of the place's zone shows its cards to the player."""
        declared = self.program.material.places[place]
        match declared.zone.seen_by:
            case "all":
                return True
            case "owner":
                return declared.owner == self.player
            case "others":
                return self.player >= 0 and declared.owner != self.player
            case "nobody":
                return False
            case _:
                assert_never(declared.zone.seen_by)

    def lying(self, place: int, cards: tuple[int, ...]) -> Any:
        """The visible cards of a place: all of them, or their number and the last one if that is public."""
        if self.sees(place):
            return cards
        last = cards[-1:] if self.program.material.places[place].zone.last_seen else ()
        return len(cards), last

    def table(self, state: State) -> tuple[Any, ...]:
        """The table as the player sees it: the cards, all counters and notes, and the active player."""
        zones, variables, _, active, *_ = state.position
        lying = tuple(self.lying(place, cards) for place, cards in enumerate(zones))
        return lying, variables, active, state.turns

    def waits(self, state: State) -> Any:
        """The known part of the next decision: who is asked by which statement, or how the game ended.

        In a simultaneous block that is only the player with an open part.
        """
        match state.pending:
            case Decision(player=player):
                part = self._part(state)
                origin = self.program.plan.origins[self.program.asks[state.pc].site.origin if part is None else part]
                return player, None if player == self.player else (*self._block(origin), origin.text)
            case Over() as over:
                return over
            case Chance():
                return None
            case pending:
                assert_never(pending)

    def account(self, before: State | None, after: State, events: Iterable[RawEvent]) -> Account:
        """The perception of the events that led from one state to another."""
        zones = () if before is None else before.position.zones
        where = {card: place for place, cards in enumerate(zones) for card in cards}
        told = [k.read(event) for event in events]
        begun_anew = any(isinstance(event, k.Commit) and event.player == after.own for event in told)
        is_open = all(isinstance(event, TOGETHER) for event in told) and self._is_within(before, after)
        is_open = is_open and not begun_anew  # he who is asked has been through with all before
        return [self._hears(event, where) for event in told if not self._is_unheard(event, is_open)]

    def hears_answer(self, state: State, raw: RawAnswer) -> Any:
        """The perception of an answer before it takes effect."""
        own, pc = state.own, state.pc
        kind = k.CHOOSE if self._part(state) is None else k.PICK
        return self.account(state, state, [(kind, self.program.asks[pc].site.origin, own, pc, raw)])

    def _part(self, state: State | None) -> int | None:
        """The number of the simultaneous part that is asked for, or of the secret choice; None elsewhere."""
        ask = None if state is None else self.program.asks.get(state.pc)
        return None if ask is None else ask.part

    def _is_within(self, before: State | None, after: State) -> bool:
        """True if both states are at the same simultaneous part."""
        return self._part(before) is not None and self._part(before) == self._part(after)

    def _is_unheard(self, event: k.Event, is_open: bool) -> bool:
        """True if an event of a simultaneous choice is hidden from the player, not public yet, or known already.

        Nothing of such choices is public until all are made, except the finished parts, by who is asked now.
        """
        match event:
            case k.Commit():
                return True
            case k.Lapse(origin, seat, heard_by) if self.is_together(origin):
                late = heard_by == r.OTHERS
                return late if seat == self.player else not late or is_open
            case k.Reveal():
                return is_open
            case _:
                himself = event.player == self.player
                return (event.audience == r.HIMSELF and not himself) or (event.audience == r.OTHERS and himself)

    def is_together(self, origin: int | None) -> bool:
        """True if a statement asks in an `at the same time` block."""
        return any(ask.site.origin == origin and ask.part is not None for ask in self.program.asks.values())

    def _hears(self, event: k.Event, where: dict[int, int]) -> Witnessed:
        learned = [self._learns(event, name, where) for name in _TELLING[type(event)]]
        return Witnessed(
            type(event), self._rule(event), event.statement, event.player, tuple(chain.from_iterable(learned))
        )

    def _rule(self, event: k.Event) -> tuple[Any, ...]:
        """The part of a statement that the log states: an effect has its own text, and cites its block."""
        if event.statement is None:
            return ()
        origin = self.program.plan.origins[event.statement]
        return *self._block(origin), None if isinstance(event, _UNQUOTED) else origin.text

    def _block(self, origin: Origin) -> tuple[Any, ...]:
        """The block of a statement with its citations, unless hidden cards may pick it or an action with this line."""
        block = self.program.material.rules.blocks[origin.block]
        return () if isinstance(block, d.Action) or block.within(s.Perform) else (origin.block, origin.cites)

    def _learns(self, event: k.Event, name: str, where: dict[int, int]) -> Iterable[Any]:
        """The information of a field beyond the other fields."""
        told = getattr(event, name)
        match event.roles[name]:
            case r.Origin() | r.Doer() | r.Place() | r.Asked() | r.HeardBy():
                pass  # see `_TELLING`
            case r.Public() | r.Variable() | r.Value() | r.OpenCard():
                yield told
            case r.Position(to):
                yield told if self.sees(getattr(event, to)) else None
            case r.OneCard(source, to):
                yield self._ways([(told, getattr(event, source), getattr(event, to))])
            case r.Cards() as cards:
                shown = cards.shown_to is not None and self.player in getattr(event, cards.shown_to)
                yield self._ways(_gone(event, told, cards), shown=shown)
            case r.Zones():
                yield told and tuple(self.lying(place, cards) for place, cards in enumerate(told))
            case r.Answer(asked):
                own = event.player == self.player
                yield told if own else self._answer(getattr(event, asked), told, where)
            case role:
                assert_never(role)

    def _ways(self, ways: list[Travel], *, shown: bool = False) -> tuple[Any, Any, Any]:
        """The cards that visibly move (those of rows in their order, then the others), and the routes of the rest."""
        places = self.program.material.places
        seen = [way for way in ways if shown or self.sees(way[1]) or self.sees(way[2])]
        rows = [way for way in seen if places[way[1]].zone.ordered or places[way[2]].zone.ordered]
        unseen = [way[1:] for way in ways if way not in seen]
        return rows, sorted(way for way in seen if way not in rows), sorted(unseen)

    def _answer(self, pc: int, answer: RawAnswer, where: dict[int, int]) -> Any:
        """The perception of another player's answer: everything but cards, and the cards in sight."""
        site = self.program.asks[pc].site
        if answer is None or answer is True or answer == () or not site.names:
            return answer
        values = answer if len(site.names) > 1 else (answer,)
        heard = []
        for kind, value in zip(site.kinds, values, strict=True):
            if kind.name == "card":
                cards = value if isinstance(value, tuple) else (value,)
                seen = sorted(card for card in cards if card in where and self.sees(where[card]))
                heard.append((seen, len(cards) - len(seen)))
            else:
                heard.append(value)
        return heard


def _gone(event: k.Event, cards: r.Row, role: r.Cards) -> list[Travel]:
    """The source and target of each card; in an uneven exchange all go to where the first of the others lay."""
    sources = getattr(event, role.sources)
    if role.to is not None:
        targets = [getattr(event, role.to)] * len(cards)
    elif role.exchanged is None:
        targets = sources
    else:
        other = event.roles[role.exchanged]
        assert isinstance(other, r.Cards)
        there = getattr(event, other.sources)
        targets = there if len(there) == len(cards) else there[:1] * len(cards)
    return list(zip(cards, sources, targets, strict=True))
