"""Euchre: one hand, with the dealer who cannot pass twice, and the choice to go alone after his discard."""

from typing import Any

from rulespec import Chance, Decision, Option, Over, State
from tests.twins.lockstep import Move, Twin, hand_in

PLACES = ("North", "East", "South", "West")
SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("nine", "ten", "jack", "queen", "king", "ace")
CARDS = tuple(f"{rank} {suit}" for rank in RANKS for suit in SUITS)  # as OpenSpiel numbers them, and then what is said:
PASS, CALLS, ALONE = 24, range(25, 29), 29


class Euchre(Twin):
    spec = "euchre+stick-the-dealer+openspiel"
    players = (4,)
    kinds = ("dealer", "deal", "turn", "pass", "order up", "name", "discard", "alone", "with a partner", "card")
    endings = ("made", "march", "made alone", "march alone", "euchred", "euchred alone", "stuck")
    faults = (
        ("hearts for diamonds", "clubs for diamonds"),
        ("preferring it is right-bower else it is left-bower\n    else", "preferring it is right-bower else"),
        ("trumps if it is left-bower", "trumps if it is right-bower"),
        ("with highest its rank", "with lowest its rank"),
        ("1 if won is 3 or won is 4", "1 if won is 3"),
        ("makers if won is at least 3", "makers if won is at least 2"),
        ("total alone in winning is 1", "total alone in winning is 2"),
        ("choose discard from own hand\n", "choose discard from own hand plus turned\n"),
        ("first of (players starting with left of dealer who are not resting)", "left of dealer"),
        ("choose forced from suit except suit of first of turned", "choose forced from suit"),
    )

    def game(self, players: int) -> str:
        return "euchre"

    def ours(self, state: State, option: Option) -> Move:
        pending, text = state.pending, option.text
        if isinstance(pending, Chance):
            if pending.binds:
                return "dealer", PLACES.index(text)
            return "turn" if pending.prompt.endswith("turned") else "deal", text
        assert isinstance(pending, Decision)
        match pending.block:
            case "turn":
                return "card", text
            case "action go-alone":
                return ("alone" if text == "(do it)" else "with a partner",)
            case "action order-up" if pending.binds:
                return "discard", text
            case _ if text == "(decline)":
                return ("pass",)
            case "action order-up":
                return "order up", state.zone("turned")[0].attributes["suit"]
            case _:
                return "name", text

    def theirs(self, state: Any, action: int) -> Move:
        dealt, said = state.history()[1:22], state.history()[22:]
        if state.is_chance_node():
            if not state.history():
                return "dealer", action
            return "deal" if len(dealt) < 20 else "turn", CARDS[action]
        if action in CALLS:
            return "order up" if len(said) < 4 else "name", SUITS[action - CALLS[0]]
        if action < PASS:
            return "discard" if said[-1] in CALLS else "card", CARDS[action]
        return ("pass" if action == PASS else "alone" if action == ALONE else "with a partner",)

    def hand_of_ours(self, state: State) -> int | None:
        pending = state.pending
        if isinstance(pending, Chance) and pending.prompt.endswith("own hand"):
            return PLACES.index(pending.prompt.split(":")[0])
        return None

    def hand_of_theirs(self, state: Any) -> int | None:
        dealer, *dealt = state.history() or [None]
        return (dealer + len(dealt)) % 4 if dealer is not None and len(dealt) < 20 else None

    def seen_in_theirs(self, state: Any, seat: int) -> list[str]:
        """The dealer has the turned card in hand before the discard, which ours has him take up after it."""
        text = state.observation_string(seat)
        cards = [*hand_in(text.partition("Hand:")[2].split("\n\n")[0])]
        if len(cards) > 5:
            cards.remove(CARDS[state.history()[21]])
        return cards

    def likes(self, state: State, move: Move) -> float:
        """One side plays high and goes alone, the other plays low; most pass, but who has many of a suit wants it."""
        kind, *what = move
        assert isinstance(state.pending, Decision)
        player = state.pending.player
        if kind == "card":
            height = CARDS.index(what[0]) // 4 + 6 * (what[0].split()[1] == state.value("trumps"))
            return float(2.0 ** (height if player % 2 else -height))
        if kind in {"order up", "name"}:
            suits = [card.attributes["suit"] for card in state.zone("hand", player)]
            return 4.0 ** (suits.count(what[0]) - 1)
        return {"pass": 8.0, "alone": 4.0 if player % 2 else 0.5}.get(kind, 1.0)

    def ended(self, state: State) -> tuple[str, ...]:
        assert isinstance(state.pending, Over)
        maker, dealer = state.value("maker"), (state.value("dealer") - 1) % 4  # the deal has gone on already
        won = sum(state.counter("tricks", seat) for seat in (maker, (maker + 2) % 4))
        how = "euchred" if won < 3 else "march" if won == 5 else "made"
        stuck = maker == dealer and state.zone("turned")
        return (f"{how} alone" if state.counter("alone", maker) else how, *["stuck"] * bool(stuck))


TWIN = Euchre()
