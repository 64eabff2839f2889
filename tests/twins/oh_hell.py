"""Oh hell: one round, of as many tricks as chance says, dealt by OpenSpiel one card after the other."""

from collections.abc import Iterator
from typing import Any

from rulespec import Chance, Decision, Option, Over, State
from tests.twins.lockstep import Move, Twin, hand_in

SUITS = ("clubs", "diamonds", "spades", "hearts")
RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
CARDS = tuple(f"{rank} {suit}" for rank in RANKS for suit in SUITS)  # as OpenSpiel numbers them; a bid comes after them


class OhHell(Twin):
    spec = "oh-hell+openspiel"
    players = range(3, 7)
    kinds = ("tricks", "dealer", "deal", "turn", "bid", "card")
    endings = ("made nought", "made more", "too few", "too many", "all missed")
    faults = (
        ("12 for 4", "13 for 4"),
        ("choose card from own hand, preferring its suit is led", "choose card from own hand"),
        ("preferring its suit is trump else its suit is led", "preferring its suit is led else its suit is trump"),
        ("with highest its rank", "with lowest its rank"),
        ("where self is not dealer or total bid", "where self is dealer or total bid"),
        ("players starting with left of dealer", "players starting with dealer"),
        ("set leader to left of dealer", "set leader to dealer"),
        ("            set leader to taker\n", ""),
        ("add own tricks to own points", "add own bid to own points"),
        ("if own tricks is own bid", "if own tricks is at least own bid"),
    )

    def game(self, players: int) -> str:
        return f"oh_hell(players={players})"

    def ours(self, state: State, option: Option) -> Move:
        pending, text = state.pending, option.text
        if isinstance(pending, Chance):
            match pending.binds:
                case ("much",):
                    return "tricks", int(text)
                case ("host",):
                    return "dealer", int(text.removeprefix("seat "))
                case _:
                    return "turn" if pending.prompt.endswith("turned") else "deal", text
        assert isinstance(pending, Decision)
        return ("bid", int(text)) if pending.binds == ("n",) else ("card", text)

    def theirs(self, state: Any, action: int) -> Move:
        if not state.is_chance_node():
            return ("card", CARDS[action]) if action < len(CARDS) else ("bid", action - len(CARDS))
        match len(state.history()):
            case 0:
                return "tricks", action
            case 1:
                return "dealer", action
            case _:
                return "turn" if self.hand_of_theirs(state) is None else "deal", CARDS[action]

    def hand_of_ours(self, state: State) -> int | None:
        pending = state.pending
        if isinstance(pending, Chance) and pending.prompt.endswith("own hand"):
            return int(pending.prompt.split(":")[0].removeprefix("seat "))
        return None

    def hand_of_theirs(self, state: Any) -> int | None:
        size, *others = state.history() or [0]
        dealt, players = len(others) - 1, state.num_players()
        return dealt % players if 0 <= dealt < size * players else None

    def seen_in_theirs(self, state: Any, seat: int) -> Iterator[str]:
        return hand_in(state.information_state_string(seat).partition("Player:")[2].split("\n\n")[0])

    def likes(self, state: State, move: Move) -> float:
        """Whoever has to take more tricks plays high, the others low; bids are as if every trump took a trick."""
        kind, what = move
        assert isinstance(state.pending, Decision)
        player, trump = state.pending.player, state.value("trump")
        if kind == "bid":
            trumps = sum(card.attributes["suit"] == trump for card in state.zone("hand", player))
            return float(4.0 ** -abs(what - trumps))
        height = CARDS.index(what) // 4 + 13 * (what.split()[1] == trump)
        wanted = state.counter("bid", player) > state.counter("tricks", player)
        return float(2.0 ** (height if wanted else -height))

    def ended(self, state: State) -> tuple[str, ...]:
        assert isinstance(state.pending, Over)
        misses = [state.counter("tricks", seat) - state.counter("bid", seat) for seat in range(state.players)]
        made = [state.counter("bid", seat) for seat, miss in enumerate(misses) if miss == 0]
        met = {
            "made nought": 0 in made,
            "made more": any(made),
            "too few": min(misses) < 0,
            "too many": max(misses) > 0,
            "all missed": not made,
        }
        return tuple(what for what, happened in met.items() if happened)


TWIN = OhHell()
