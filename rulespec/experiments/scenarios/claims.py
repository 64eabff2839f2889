"""Checks the claims of a scenario against the state that it has reached."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, assert_never

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import Log, events
from rulespec.engine.events.sentences import Teller
from rulespec.engine.options import share_name
from rulespec.engine.pending import Decision, Over
from rulespec.experiments.laws import circumstances, instead
from rulespec.experiments.scenarios.answers import Missing, whole, whole_answers
from rulespec.experiments.scenarios.cards import CardNames
from rulespec.experiments.scenarios.fault import FaultError
from rulespec.experiments.scenarios.seats import Named, seat_of, shares_of
from rulespec.game.api import State
from rulespec.knowledge.refusal import refuse, refused
from rulespec.language.printer import part
from rulespec.language.scenarios import claimed
from rulespec.language.tree import declarations as d
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree.expressions import common_kind
from rulespec.language.tree.kinds import Kind
from rulespec.plan.circumstances import asked_for
from rulespec.rules.material import Where
from rulespec.wording.amounts import many

TOLD = 12  # options that are listed where others were claimed


class ClaimJudge:
    """Checks claims at a state; `log` and `turns` are those of the state before the last answers."""

    def __init__(self, state: State, cards: CardNames, log: Log, turns: int, named: Named) -> None:
        self._state, self._cards = state, cards
        self._log, self._turns = log, turns
        self._named = named

    def judge(self, claim: sc.Claim, reached: State) -> None:
        """Raises a `FaultError` with the state that the scenario has reached if a claim does not hold."""
        case = self._instead(claim)
        if case is not None:
            case += self._still(case) if reached is self._state else ""
            raise FaultError(claim, f"expected '{claimed(claim, part)}', but {case}", "", reached)

    def _instead(self, claim: sc.Claim) -> str | None:
        """The actual situation if a claim does not hold; None if it does."""
        match claim:
            case sc.Holds():
                return self._holds(claim)
            case sc.Shows(share, content):
                return self._first(self._shows(where, content) for where in self._shares(share))
            case sc.Has(share, cards, wanted):
                return self._first(self._has(where, cards, wanted) for where in self._shares(share))
            case sc.Knows(seat, share, cards):
                return self._first(self._knows(self._seat(seat), where, cards) for where in self._shares(share))
            case sc.Heard(seat, said):
                return self._heard(self._seat(seat), said)
            case sc.NextIs(seat):
                return self._next(seat)
            case sc.AskedIs(seat):
                pending = self._state.pending
                asked = isinstance(pending, Decision) and pending.player == self._seat(seat)
                return None if asked else self._waiting
            case sc.Ends() | sc.GoesOn():
                return self._ended(claim)
            case sc.Offered(offers, only):
                return self._offered(offers, only)
            case sc.NotOffered(offers, by):
                return self._not_offered(offers, by)
            case sc.WinnersAre(seats):
                return self._over(lambda over: (over.winners, tuple(sorted(map(self._seat, seats)))), "winners: ")
            case sc.ReturnsAre(numbers):
                return self._over(lambda over: (over.returns, numbers), "returns: ")
            case _:
                assert_never(claim)

    # ---- zones, counters, notes, values

    def _shows(self, where: Where, content: tuple[sc.Content, ...]) -> str | None:
        names, state = self._state.game.rules.resolved.names, self._state
        if where[0] in names.zones:
            ordered = names.zones[where[0]].ordered
            lying = state.position.zones[state.game.place(*where)]
            fits = self._in_any_order(content, lying)
            if fits and ordered and not self._in_order(content, lying):
                return f"{self._lying(where, lying)}, in this order"
            return None if fits else self._lying(where, lying)
        texts = self._standing(where)
        said = [each.text for each in content if isinstance(each, sc.Said)]
        some = sum(each.number for each in content if isinstance(each, sc.SomeCards))
        left = self._cards.unmatched(said, texts)
        fits = left is not None and len(left) == some
        return None if fits else f"{self._called(where)} is {', '.join(texts) or 'none'}"

    def _standing(self, where: Where) -> list[str]:
        """A counter, a note or a value as texts; [] for none."""
        rules, state, name = self._state.game.rules.resolved, self._state, where[0]
        if name in rules.names.counters:
            return [str(state.counter(*where))]
        value = state.value(*where)
        if name in rules.names.notes:
            kind = Kind("player") if rules.names.notes[name].of == "player" else Kind("word")
        else:
            kind = common_kind(rules.value(name).expressions)
        found = value if isinstance(value, tuple) else () if value is None else (value,)
        return [state.seat_name(each) if kind.name == "player" else str(each) for each in found]

    def _in_order(self, content: Iterable[sc.Content], lying: Sequence[int]) -> bool:
        some = sum(each.number if isinstance(each, sc.SomeCards) else 1 for each in content)
        if some != len(lying):
            return False
        wanted: list[str | None] = []
        for piece in content:
            wanted += [None] * piece.number if isinstance(piece, sc.SomeCards) else [self._text(piece)]
        return all(name is None or card in self._cards.called(name) for name, card in zip(wanted, lying, strict=True))

    def _in_any_order(self, content: Sequence[sc.Content], lying: Sequence[int]) -> bool:
        names = [self._text(each) for each in content if isinstance(each, sc.Said)]
        some = sum(each.number for each in content if isinstance(each, sc.SomeCards))
        return len(names) + some == len(lying) and not self._cards.missing(names, lying)

    def _text(self, said: sc.Content) -> str:
        """The name of a card; a `FaultError` if there is no such card."""
        assert isinstance(said, sc.Said)
        if not self._cards.called(said.text):
            raise FaultError(said, *self._cards.unknown(said.text, self._state.players), self._state)
        return said.text

    def _has(self, where: Where, cards: tuple[sc.Said, ...], wanted: bool) -> str | None:
        lying = self._state.position.zones[self._state.game.place(*where)]
        names = [self._text(card) for card in cards]
        if wanted:
            fits = not self._cards.missing(names, lying)
        else:
            fits = not any(card in lying for name in names for card in self._cards.called(name))
        return None if fits else self._lying(where, lying)

    def _lying(self, where: Where, cards: Iterable[int]) -> str:
        names = ", ".join(self._state.game.material.cards[card].name for card in cards)
        return f"{self._called(where)} has {names or 'no cards'}"

    # ---- what a player knows

    def _knows(self, viewer: int, where: Where, cards: tuple[sc.Said, ...]) -> str | None:
        state = self._state
        place = state.game.place(*where)
        may = state.game.hearer(viewer).memory(state.snapshot).may[-1]
        known = [card for card, places in enumerate(may) if places == 1 << place]
        names = [self._text(card) for card in cards]
        if len(names) == len(known) and not self._cards.missing(names, known):
            return None
        told = ", ".join(state.game.material.cards[card].name for card in known)
        return f"{state.seat_name(viewer)} knows {told or 'no card'} in {self._called(where)}"

    def _heard(self, viewer: int, said: tuple[str, ...]) -> str | None:
        state = self._state
        heard = state.game.hearing(viewer).events(events(state.raw_log, self._log))
        told = [str(event) for event in Teller(state.game.program).tell(heard)]
        if all(text in told for text in said) if said else not told:
            return None
        return f"{state.seat_name(viewer)} heard {', '.join(told) or 'nothing'}"

    # ---- the course of the game

    def _next(self, said: sc.Seat) -> str | None:
        state, seat = self._state, self._seat(said)
        if self._log is not None and state.turns == self._turns:
            return f"no turn has begun: {self._waiting}"
        if isinstance(state.pending, Over):
            return over_by(state)
        began = seat == state.active or seat in self._begun()
        return None if began else f"it is {state.seat_name(state.active)}'s turn"

    def _begun(self) -> Iterator[int]:
        """The seats whose turns have begun since the last answer, also those whose turns lapsed."""
        for told in map(k.read, reversed(events(self._state.raw_log, self._log))):
            if isinstance(told, k.Choose | k.Pick | k.Commit | k.Reveal):
                return
            if isinstance(told, k.Turn):
                yield told.seat

    def _ended(self, claim: sc.Ends | sc.GoesOn) -> str | None:
        origins = self._state.game.plan.origins
        of = k.GameEnds if claim.game else k.RoundEnds
        told = [k.read(event) for event in events(self._state.raw_log, self._log) if event[0] == of.number]
        ended = [origins[event.origin].block for event in told if isinstance(event, of)]
        if isinstance(claim, sc.GoesOn):
            over = isinstance(self._state.pending, Over)
            return f"'{ended[-1]}' happened" if ended else over_by(self._state) if over else None
        kind = d.GameEnds if claim.game else d.RoundEnds
        if d.key(kind, claim.reason) in ended:
            return None
        if not ended and isinstance(self._state.pending, Over):
            return f"{over_by(self._state)} before the last answers"
        return f"'{ended[-1]}' happened" if ended else f"play continues: {self._waiting}"

    def _over(self, compared: Any, lead: str) -> str | None:
        over, state = self._state.pending, self._state
        if not isinstance(over, Over):
            return f"the game continues: {self._waiting}"
        found, claimed = compared(over)
        if found == claimed:
            return None
        if found is over.winners:
            return lead + (", ".join(map(state.seat_name, found)) or "none")
        return lead + ", ".join(map(str, found))

    # ---- what is offered

    def _offered(self, offers: tuple[sc.Offer, ...], only: bool) -> str | None:
        pending = self._state.pending
        if not isinstance(pending, Decision):
            return self._waiting
        found = set[tuple[str, ...]]()
        for offer in offers:
            answer = whole(self._cards, self._state, offer.text)
            if isinstance(answer, Missing):
                refusal = refuse(answer.state, self._numbered(answer.said))
                elsewhere = "is not among the choices" in refusal.reason
                return self._all(pending) if elsewhere else f"{refusal}; {self._all(pending)}"
            found.add(answer)
        if only and len(found) < whole_answers(self._state, len(found) + 1):
            return self._all(pending)
        return None

    def _not_offered(self, offers: tuple[sc.Offer, ...], by: sc.Rule | None) -> str | None:
        pending = self._state.pending
        if not isinstance(pending, Decision):
            return self._waiting
        for offer in offers:
            answer = whole(self._cards, self._state, offer.text)
            if not isinstance(answer, Missing):
                return f"'{', '.join(answer)}' is offered: {pending.prompt}"
            if by is not None:
                refusal = refused(answer.state, self._numbered(answer.said))
                if by.key not in refusal.blocks:
                    return str(refusal.refusal)
        return None

    def _numbered(self, said: str) -> str:
        """An answer with the first copy for each unnumbered card."""
        cards = self._state.game.material.cards
        return ", ".join(
            cards[self._cards.called(each)[0]].name if self._cards.called(each) else each for each in said.split(", ")
        )

    def _all(self, pending: Decision) -> str:
        texts = [option.text for option in pending.options[:TOLD]]
        return f"offered: {' or '.join(texts)}{', and more' if len(pending.options) > TOLD else ''}"

    # ---- conditions

    def _holds(self, claim: sc.Holds) -> str | None:
        state, reader = self._state, self._state.game.program.reader()
        asked = asked_for(claim.condition, state.game.rules.resolved.names)
        mc = state.machine()
        mc.circumstances = circumstances(state.game, state.snapshot, asked)
        if reader.test(claim.condition)(mc, None, None):
            return None
        return instead(state.game, claim.condition, mc)

    # ---- pieces

    def _shares(self, share: sc.Share) -> Iterable[Where]:
        return shares_of(self._state.game, share, self._named)

    def _seat(self, said: sc.Seat) -> int:
        return seat_of(self._state.game, said)

    def _first(self, cases: Iterable[str | None]) -> str | None:
        return next((case for case in cases if case is not None), None)

    def _called(self, where: Where) -> str:
        return share_name(self._state.game.material, *where)

    @property
    def _waiting(self) -> str:
        pending = self._state.pending
        return over_by(self._state) if isinstance(pending, Over) else f"the question is '{pending.prompt}'"

    def _still(self, case: str) -> str:
        """Who is asked for what before the turn of the last answers can go on, unless that is told already."""
        goes_on = self._log is not None and self._state.turns == self._turns
        pending = self._state.pending
        if not goes_on or not isinstance(pending, Decision) or pending.prompt in case or case.startswith("offered"):
            return ""
        return f"; the turn is not over: {self._waiting}"


def over_by(state: State) -> str:
    """That a game is over, and by what."""
    told = (k.read(event) for event in reversed(events(state.raw_log, None)))
    end = next((event for event in told if isinstance(event, k.Limit | k.GameEnds)), None)
    match end:
        case k.Limit(turns):
            return f"the game ended at the limit of {many(turns, 'turn')}"
        case k.GameEnds(origin):
            return f"the game ended with '{state.game.plan.origins[origin].block}'"
        case _:
            return "the game is over"
