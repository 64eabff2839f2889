"""What a player sees and hears by the declarations alone, worked out without anything that makes his view.

It is the yardstick of the two-world test, so it shares no code with `engine.hearing` or `Place.seen_by`: a mistake
there is not made here as well.
"""

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from rulespec.api import State
from rulespec.pending import Decision, Over
from rulespec.run.machine import Raw
from rulespec.run.program import Program

Way = tuple[int, int, int]  # a card, where it came from, where it went
Account = list[Any]  # what somebody heard, in order

TOGETHER = ("pick", "lapse", "commit", "reveal")  # what is told of choices at the same time


@frozen(eq=False)
class Witness:
    """One player, who remembers everything that the zones, the shows and his own choices let him see."""

    program: Program
    player: int

    def sees(self, place: int) -> bool:
        """Whether the zone is declared so that he sees its cards."""
        declared = self.program.material.places[place]
        match declared.zone.seen_by:
            case "all":
                return True
            case "owner":
                return declared.owner == self.player
            case _:
                return False

    def table(self, state: State) -> tuple[Any, ...]:
        """What lies before him: cards where he sees them, else how many; all numbers and words; whose turn it is."""
        zones, variables, _, active, *_ = state.position
        lying = tuple(cards if self.sees(place) else len(cards) for place, cards in enumerate(zones))
        return lying, variables, active, state.turns

    def waits(self, state: State) -> Any:
        """What everybody can know that the game waits for: who is asked by which statement, or how it ended.

        Of what is asked at the same time, no more than whose part of it is not at its end yet.
        """
        match state.pending:
            case Decision(player=player):
                origin, part = self.program.asks[state.position.pc].site.origin, self._part(state)
                return player, None if player == self.player else origin if part is None else part
            case Over() as over:
                return over
            case _:
                return None

    def account(self, before: State | None, after: State, events: Iterable[Raw]) -> Account:
        """What he hears of the events that led from one state to another."""
        zones = () if before is None else before.position.zones
        where = {card: place for place, cards in enumerate(zones) for card in cards}
        events = list(events)
        is_open = all(event[0] in TOGETHER for event in events) and self._is_within(before, after)
        told = [event for event in events if not self._is_unheard(event, is_open)]
        return [heard for event in told if (heard := self._hears(event, where)) is not None]

    def hears_answer(self, state: State, raw: Raw) -> Any:
        """What he hears of an answer before anything comes of it."""
        own, pc = state.position.own, state.position.pc
        kind = "choose" if self._part(state) is None else "pick"
        return self.account(state, state, [(kind, self.program.asks[pc].site.origin, own, pc, raw)])

    def _part(self, state: State | None) -> int | None:
        """The part of an `at the same time` block that is asked for, or what is asked secretly."""
        ask = None if state is None else self.program.asks.get(state.position.pc)
        return None if ask is None else ask.part

    def _is_within(self, before: State | None, after: State) -> bool:
        """Whether such a block was open and still is; whoever is asked then is asked for the same part of it."""
        return self._part(before) is not None and self._part(before) == self._part(after)

    def _is_unheard(self, event: Raw, is_open: bool) -> bool:
        """Whether it belongs to what he and others do at the same time, and does not show, not yet, or not once more.

        Until all of that is done, nothing of it shows. Whose part is at its end shows by who is asked now.
        """
        match event:
            case ("commit", *_):
                return True
            case ("pick", _, seat, *_):
                return bool(seat != self.player)
            case ("lapse", origin, seat, *whom) if self.is_together(origin):
                late = whom == ["others"]
                return late if seat == self.player else not late or is_open
            case ("reveal", *_):
                return is_open
            case _:
                return False

    def is_together(self, origin: int) -> bool:
        """Whether a statement asks in an `at the same time` block."""
        return any(ask.site.origin == origin and ask.part is not None for ask in self.program.asks.values())

    def _hears(self, event: Raw, where: dict[int, int]) -> Raw | None:
        match event:
            case ("begin", first, zones, variables) if zones is not None:
                lying = tuple(cards if self.sees(place) else len(cards) for place, cards in enumerate(zones))
                return "begin", first, lying, variables
            case ("choose" | "reveal" as kind, origin, seat, pc, answer):
                return kind, origin, seat, answer if seat == self.player else self._answer(pc, answer, where)
            case ("lapse", origin, seat, *_):
                return "lapse", origin, seat
            case ("move", origin, seat, cards, sources, to):
                return "move", origin, seat, self._ways([(*each, to) for each in zip(cards, sources, strict=True)])
            case ("refill", origin, cards, sources, to):
                return "refill", origin, self._ways([(*each, to) for each in zip(cards, sources, strict=True)])
            case ("draw", origin, seat, card, source, to):
                return "draw", origin, seat, self._ways([(card, source, to)])
            case ("exchange", origin, seat, mine, theirs, (here, there)):
                return "exchange", origin, seat, *self._exchanged(mine, theirs, here, there)
            case ("show", origin, seat, cards, sources, players):
                ways = [(card, place, place) for card, place in zip(cards, sources, strict=True)]
                return "show", origin, seat, players, self._ways(ways, shown=self.player in players)
            case _:
                return event

    def _exchanged(self, mine: Any, theirs: Any, here: Any, there: Any) -> tuple[Any, Any]:
        """Card for card where there are as many on both sides, else all to where the first of the others lay."""
        same = len(mine) == len(theirs)
        out = zip(mine, here, there if same else there[:1] * len(mine), strict=True)
        back = zip(theirs, there, here if same else here[:1] * len(theirs), strict=True)
        return self._ways(list(out)), self._ways(list(back))

    def _ways(self, ways: list[Way], *, shown: bool = False) -> tuple[Any, Any, Any]:
        """The cards that he sees as they go, those of rows in their order, and of the others from where to where."""
        places = self.program.material.places
        seen = [way for way in ways if shown or self.sees(way[1]) or self.sees(way[2])]
        rows = [way for way in seen if places[way[1]].zone.ordered or places[way[2]].zone.ordered]
        unseen = [way[1:] for way in ways if way not in seen]
        return rows, sorted(way for way in seen if way not in rows), sorted(unseen)

    def _answer(self, pc: int, answer: Raw, where: dict[int, int]) -> Any:
        """Somebody else's answer is as public as what was chosen: a card where he sees it lie, all else at once."""
        site = self.program.asks[pc].site
        if answer in (None, True, ()) or not site.names:
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
