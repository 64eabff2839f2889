"""Cribbage. OpenSpiel counts all hands and the crib before anybody can win by them, and asks who can only pass."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from rulespec import Chance, Decision, Option, State
from rulespec.game.history import history
from tests.twins.lockstep import Move, Twin

RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
LETTERS = dict(zip("A23456789TJQK", RANKS, strict=True))
SELDOM = ("three alike", "four alike", "run of 5", "longer run")
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


class Cribbage(Twin):
    spec = "cribbage+openspiel"
    players = range(2, 5)
    kinds = ("deal", "crib", "play")
    sees = ("hand", "starter", "crib")
    sights = (
        ("zone hand of player, seen by owner", "zone hand of player, seen by all"),
        ("zone crib\n", "zone crib, seen by all\n"),
    )
    endings = (
        "15", "31", "pair", "three alike", "four alike", "run of 3", "run of 4", "run of 5", "longer run",
        "heels", "flush of 4", "flush of 5", "flush of 4 in the crib", "flush of 5 in the crib", "nob",
        "nob in the crib", "pegged out", "counted out",
    )  # fmt: skip
    faults = (
        ("smaller of its place and 10", "smaller of its place and 11"),
        ("2 if count is 15 or count is 31", "2 if count is 15"),
        ("        if count is not 31: add 1 to own points", "        if count is not 30: add 1 to own points"),
        ("alike times (alike minus 1)", "alike times alike"),
        ("with most its size", "with fewest its size"),
        ("4 if different suit in it is 1", "4 if different suit in it is 2"),
        ("its suit is suit of first of starter", "its suit is not suit of first of starter"),
        ("add 2 to points of dealer", "add 1 to points of dealer"),
        ("hand-flush of crib to points of dealer", "hand-flush of crib to points of left of dealer"),
        ("counted-out after round: some player where own standing is at least 121",
         "counted-out after round: some player where own standing is at least 122"),
    )  # fmt: skip

    def game(self, players: int) -> str:
        return f"cribbage(players={players},winner_bonus_reward=0.0)"

    def ours(self, state: State, option: Option) -> Move:
        if isinstance(state.pending, Chance):
            return "deal", option.text
        assert isinstance(state.pending, Decision)
        return "crib" if state.pending.binds == ("laid-away",) else "play", frozenset(option.text.split(", "))

    def theirs(self, state: Any, action: int) -> Move:
        said, cards = read(state.action_to_string(state.current_player(), action))
        if said == "Deal":
            return "deal", *cards
        return "crib" if "Phase: Card" in str(state) else "play", cards

    def their_own(self, state: Any) -> int | None:
        """Who can lay no card passes."""
        if state.is_chance_node():
            return None
        (action, *others) = state.legal_actions()
        return action if not others and state.action_to_string(state.current_player(), action) == "Pass" else None

    def seen_in_theirs(self, state: Any, seat: int) -> list[str] | None:
        """OpenSpiel takes cards for the crib at once, ours all together: they are not compared until then."""
        text = state.observation_string(seat)
        shown = re.findall(r"^(?:Starter|Hand):(.*)$", text, re.MULTILINE)
        cards = [f"{LETTERS[rank]} {SUITS[suit]}" for rank, suit in map(tuple, " ".join(shown).split())]
        return None if "Phase: Card" in text else cards

    def likes(self, state: State, move: Move) -> float:
        """Points in the play, and a hand of one suit or of few ranks."""
        assert isinstance(state.pending, Decision)
        kind, cards = move
        if kind == "play":
            (card,) = cards
            return 5.0 ** sum(4 if each in SELDOM else 1 for each in pegged([*series(state), card]))
        kept = {str(card) for card in state.zone("hand", state.pending.player)} - cards
        ranks, suits = map(set, zip(*(card.split() for card in kept), strict=True))
        return 8.0 if len(suits) == 1 or len(ranks) <= 2 else 1.0

    def luck(self, state: State, move: Move) -> float:
        """Ranks that somebody has been dealt come again."""
        return 2.0 ** ranks_dealt(state)[move[1].split()[0]]

    def ended(self, state: State) -> set[str]:
        met, hands = set[str](), list[list[str]]()
        for here, option in history(state):
            if isinstance(here.pending, Chance):
                if here.pending.prompt.endswith("starter"):
                    hands = [[] for _ in range(state.players)]
                    met |= {"heels"} if option.text.startswith("jack") else set()
                continue
            assert isinstance(here.pending, Decision)
            if here.pending.binds != ("card",):
                continue
            met |= set(pegged([*series(here), option.text]))
            hands[here.pending.player].append(option.text)
            if all(len(hand) == 4 for hand in hands):
                (starter,) = map(str, here.zone("starter"))
                for hand in hands:
                    met |= set(shown(hand, starter, ""))
                met |= set(shown([*map(str, here.zone("crib"))], starter, " in the crib"))
        return met | {"counted out" if all(len(hand) == 4 for hand in hands) else "pegged out"}


@cache
def read(text: str) -> tuple[str, frozenset[str]]:
    """What OpenSpiel calls an action, and the cards in it."""
    said, *names = text.split()
    return said, frozenset(f"{LETTERS[each[0]]} {SUITS[each[1]]}" for each in names)


@lru_cache(maxsize=1)  # of all cards that can be dealt next
def ranks_dealt(state: State) -> Counter[str]:
    return Counter(str(card).split()[0] for seat in range(state.players) for card in state.zone("hand", seat))


def series(state: State) -> list[str]:
    """The cards that lie since the count began."""
    table = [str(card) for card in state.zone("table")]
    return table[len(table) - state.counter("streak") :]


def place(card: str) -> int:
    return RANKS.index(card.split()[0]) + 1


def pegged(cards: list[str]) -> Iterable[str]:
    """What the last of these cards is worth in the play."""
    places = [place(card) for card in cards]
    total = sum(min(10, each) for each in places)
    if total in (15, 31):
        yield str(total)
    alike = next((size for size in (4, 3, 2) if len(places) >= size and len({*places[-size:]}) == 1), 1)
    yield from {1: (), 2: ("pair",), 3: ("three alike",), 4: ("four alike",)}[alike]
    for size in range(len(places), 2, -1):
        if len({*places[-size:]}) == size == max(places[-size:]) - min(places[-size:]) + 1:
            yield f"run of {size}" if size < 6 else "longer run"
            break


def shown(hand: list[str], starter: str, where: str) -> Iterable[str]:
    """What counts in a hand or the crib besides fifteens, pairs and runs, which are in nearly every game."""
    suits = {card.split()[1] for card in hand}
    if len(suits) == 1:
        yield f"flush of {4 + (starter.split()[1] in suits)}{where}"
    if f"jack {starter.split()[1]}" in hand:
        yield f"nob{where}"


TWIN = Cribbage()
