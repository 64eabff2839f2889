"""Skat and Schwimmen, counted by little scorers of their own that know a played game only by its record."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest
from attrs import Factory, define

from rulespec import Decision, Option, Over, Ruleset, State, load
from rulespec.records import Record
from tests.effort import draws_until, some

GAMES = Path(__file__).parents[1] / "examples" / "games"
SKAT, SCHWIMMEN = load(GAMES / "skat.rules"), load(GAMES / "schwimmen.rules")

SUITS = ("Karo", "Herz", "Pik", "Kreuz")
RANKS = ("Sieben", "Acht", "Neun", "Zehn", "Bube", "Dame", "König", "As")
POINTS = {"As": 11, "Zehn": 10, "König": 4, "Dame": 3, "Bube": 2}
NULLS = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
BRANCHES = {
    *(f"{kind} {end}" for kind in ("suit-game", "grand", "null") for end in ("won", "lost")),
    *("passed in", "overbid", "by hand", "schneider", "schwarz", "with", "without", "null ouvert", "forehand at last"),
    *("schneider announced", "schwarz announced", "ouvert announced", "matador in the skat"),
}


def _rank(card: str) -> str:
    return card.split()[0]


def _suit(card: str) -> str:
    return card.split()[1]


@define
class Deal:
    """One deal as its record tells it: who got which cards, and what was answered."""

    forehand: int
    hands: dict[int, list[str]] = Factory(dict)
    skat: list[str] = Factory(list)
    said: list[tuple[int, str, str]] = Factory(list)
    trump: str | None = None
    kind: str = ""

    # ---- the bidding

    def auction(self, told: Iterator[tuple[int, str, str]]) -> tuple[int | None, int]:
        """Who plays, and what he has bid: the second asks the first, the third asks whoever is left."""
        hears, bid = self.forehand, 0
        for asks in ((self.forehand + 1) % 3, (self.forehand + 2) % 3):
            while bid < 264:  # there is nothing more to bid
                seat, name, answer = next(told)
                assert (seat, name) == (asks, "offer")
                if answer == "(decline)":
                    break
                assert int(answer) > bid
                bid = int(answer)
                seat, name, answer = next(told)
                assert (seat, name) == (hears, "reply")
                if answer == "pass":
                    hears = asks
                    break
        if bid == 0:
            seat, name, answer = next(told)
            assert (seat, name) == (self.forehand, "offer") == (hears, "offer")
            return (None, 0) if answer == "(decline)" else (hears, int(answer))
        return hears, bid

    # ---- the tricks

    def belongs(self, card: str) -> str:
        """The suit of a card, as far as following goes: jacks and trumps are one."""
        if self.kind != "null" and (_rank(card) == "Bube" or _suit(card) == self.trump):
            return "trump"
        return _suit(card)

    def power(self, card: str) -> int:
        if self.kind == "null":
            return RANKS.index(_rank(card))
        if _rank(card) == "Bube":
            return 100 + SUITS.index(_suit(card))
        return ("Sieben", "Acht", "Neun", "Dame", "König", "Zehn", "As").index(_rank(card))

    def best(self, trick: list[tuple[int, str]]) -> int:
        led = self.belongs(trick[0][1])
        trumps = [each for each in trick if self.belongs(each[1]) == "trump"]
        suited = [each for each in trick if self.belongs(each[1]) == led]
        return max(trumps or suited, key=lambda each: self.power(each[1]))[0]

    # ---- the score

    def matadors(self, cards: Iterable[str]) -> tuple[int, bool]:
        """How many of the highest trumps one side has in a row, and whether it is this one."""
        order = [f"Bube {suit}" for suit in reversed(SUITS)]
        if self.trump:
            order += [f"{rank} {self.trump}" for rank in ("As", "Zehn", "König", "Dame", "Neun", "Acht", "Sieben")]
        held = [card in set(cards) for card in order]
        return next((at for at, each in enumerate(held) if each != held[0]), len(held)), held[0]

    def score(self) -> tuple[dict[int, int], set[str]]:
        """What each gets for the deal, and what came about in it."""
        told = iter(self.said)
        declarer, bid = self.auction(told)
        if declarer is None:
            return {}, {"passed in"}
        seen = {"forehand at last"} if [name for _, name, _ in self.said[:3]] == ["offer"] * 3 else set[str]()
        seat, name, answer = next(told)
        assert (seat, name) == (declarer, "")
        hand = answer == "(decline)"
        own = [*self.hands[declarer], *self.skat]
        drawn = list(self.skat)
        if not hand:
            _, name, answer = next(told)
            assert name == "pushed"
            self.skat = answer.split(", ")
            assert set(self.skat) <= set(own)
            assert len(self.skat) == 2
            self.hands[declarer] = [card for card in own if card not in self.skat]
        _, _, self.kind = next(told)
        if self.kind == "suit-game":
            _, _, self.trump = next(told)
        _, name, goal = next(told)
        assert name == "goal"
        tricks: list[tuple[int, list[str]]] = []
        leader, hands = self.forehand, {seat: list(cards) for seat, cards in self.hands.items()}
        while len(tricks) < 10 and not (self.kind == "null" and any(taker == declarer for taker, _ in tricks)):
            trick = list[tuple[int, str]]()
            for turn in range(3):
                seat, name, card = next(told)
                assert (seat, name) == ((leader + turn) % 3, "card")
                led = self.belongs(trick[0][1]) if trick else None
                if any(self.belongs(each) == led for each in hands[seat]):
                    assert self.belongs(card) == led
                hands[seat].remove(card)
                trick.append((seat, card))
            leader = self.best(trick)
            tricks.append((leader, [card for _, card in trick]))
        assert next(told, None) is None
        points = sum(POINTS.get(_rank(card), 0) for card in self.skat) + sum(
            POINTS.get(_rank(card), 0) for taker, cards in tricks if taker == declarer for card in cards
        )
        number = sum(taker == declarer for taker, _ in tricks)
        if hand:
            seen.add("by hand")
        if self.kind == "null":
            base = worth = NULLS[hand, goal == "ouvert"]
            made = number == 0
            seen |= {"null ouvert"} if goal == "ouvert" else set()
        else:
            base = 24 if self.trump is None else 9 + SUITS.index(self.trump)
            matadors, has = self.matadors(own)
            seen |= {"with" if has else "without"}
            seen |= {"matador in the skat"} if self.matadors(set(own) - set(drawn)) != (matadors, has) else set()
            levels = 1 + matadors + hand
            announced = ("plain", "schneider", "schwarz", "ouvert").index(goal)
            schneider, schwarz = points >= 90 or points <= 30, number in {0, 10}
            levels += (schneider or announced >= 1) + (schwarz or announced >= 2) + announced
            worth = base * levels
            made = points >= 61 and (not announced or points >= 90) and (announced < 2 or number == 10)
            seen |= {f"{goal} announced"} if announced else set()
            seen |= {each for each, so in (("schneider", schneider), ("schwarz", schwarz)) if so}
        if worth < bid:
            seen.add("overbid")
            while worth < bid:
                worth += base
            made = False
        seen.add(f"{self.kind} {'won' if made else 'lost'}")
        return {declarer: worth if made else -2 * worth}, seen


def deals(record: str) -> Iterator[Deal]:
    """The deals of a record: ten cards to each from forehand on, then the skat."""
    for forehand, text in enumerate(re.split(r"^round \d+.*$", record, flags=re.MULTILINE)[1:]):
        drawn, said = list[str](), list[tuple[int, str, str]]()
        for seat, name, answer in re.findall(r"^ +seat (\d) ?(\S*): (.+)$", text, flags=re.MULTILINE):
            if name == "draws":
                drawn += answer.split(", ")
            else:
                said.append((int(seat), name, answer))
        assert len(set(drawn)) == 32
        hands = {(forehand + turn) % 3: drawn[10 * turn : 10 * turn + 10] for turn in range(3)}
        yield Deal(forehand, hands, drawn[30:], said)


@define
class Player:
    """A player at all seats: he bids up to what his hand may be worth, and plays his dear cards when he plays alone."""

    random: Random
    wild: bool  # anything

    def limit(self, hand: list[str]) -> tuple[int, str, str]:
        jacks = sum(_rank(card) == "Bube" for card in hand)
        suit = max(SUITS, key=lambda each: sum(_suit(card) == each and _rank(card) != "Bube" for card in hand))
        trumps = jacks + sum(_suit(card) == suit and _rank(card) != "Bube" for card in hand)
        low = sum(_rank(card) in {"Sieben", "Acht", "Neun"} for card in hand)
        if low >= 7:
            return 23, "null", ""
        matadors, _ = Deal(0, trump=suit, kind="suit-game").matadors(hand)
        if jacks >= 3 and sum(_rank(card) == "As" for card in hand) >= 2:
            return 24 * (min(matadors, 4) + 1), "grand", ""
        if trumps >= 5:
            return (9 + SUITS.index(suit)) * (matadors + 1), "suit-game", suit
        return 0, "suit-game", suit

    def answer(self, state: State) -> Option:
        assert isinstance(state.pending, Decision)
        options, seat = state.pending.options, state.pending.player
        texts = {option.text: option for option in options}
        hand = [str(card) for card in state.zone("hand", seat)]
        if self.wild or self.random.random() < 0.05:
            return self.random.choice(options)
        limit, kind, suit = self.limit(hand)
        match state.pending.binds:
            case ("offer",):
                least = min((int(each) for each in texts if each != "(decline)"), default=999)
                return texts[str(least)] if least <= limit else texts["(decline)"]
            case ("reply",):
                return texts["yes" if state.counter("bidden") <= limit else "pass"]
            case ("what",):
                return texts[kind]
            case ("colour",):
                return texts.get(suit) or self.random.choice(options)
            case ("pushed",):
                return min(options, key=lambda option: sum(POINTS.get(_rank(c), 0) for c in option.text.split(", ")))
            case ("card",) if state.value("contract") == "null":
                return min(options, key=lambda option: (RANKS.index(_rank(option.text)), self.random.random()))
            case ("card",):
                pick = max if state.value("declarer") == seat else min
                return pick(options, key=lambda option: (POINTS.get(_rank(option.text), 0), self.random.random()))
            case _:
                return self.random.choice(options)


def _played(state: State, random: Random, player: Player) -> State:
    while not isinstance(state.pending, Over):
        decision = isinstance(state.pending, Decision)
        state = state.apply(player.answer(state) if decision else random.choice(state.pending.options))
    return state


def _agree(rules: Ruleset, number: int) -> set[str]:
    """Plays a game, compares what each gets with what the scorer says, and returns what came about."""
    random, seen = Random(number), set[str]()
    state = _played(rules.new_game(3), random, Player(random, wild=number % 3 == 0))
    totals = [0, 0, 0]
    for deal in deals(Record(state).text):
        points, met = deal.score()
        seen |= met
        for seat, each in points.items():
            totals[seat] += each
    assert isinstance(state.pending, Over)
    assert list(state.pending.returns) == totals
    return seen


def test_a_scorer_of_its_own_counts_what_the_rules_count() -> None:
    seen = Counter[str]()
    for number in draws_until(20, 1000, lambda: BRANCHES - set(seen)):
        seen.update(_agree(SKAT, number))
    print(", ".join(f"{what} {many:,}" for what, many in sorted(seen.items())))
    assert set(seen) == BRANCHES


@pytest.mark.parametrize(
    ("right", "wrong"),
    some(
        [
            ("8 plus position of its suit if it is Bube", "9 minus position of its suit if it is Bube"),
            ("preferring it is trump else it is following", "preferring it is following"),
            ("(it is not trump and lead is not trump and its suit is suit of lead)", "its suit is suit of lead"),
            ("its height is more than smaller of", "its height is at least smaller of"),
            ("taken of declarer plus total eyes in skat", "taken of declarer"),
            ("haul is at least 61", "haul is at least 60"),
            ("haul is at least 90", "haul is at least 91"),
            ("(played of declarer plus skat, where it is trump)", "(played of declarer, where it is trump)"),
            ("11 if trump-suit is Pik", "12 if trump-suit is Pik"),
            ("rounded up", "rounded down"),
            ("0 minus 2 times charge", "0 minus 2 times worth"),
            ("    asker is next\n\n# Whoever", "    left of forehand is next\n\n# Whoever"),
        ],
        2,
    ),
)
def test_it_notices_wrong_rules(right: str, wrong: str, tmp_path: Path) -> None:
    text = (GAMES / "skat.rules").read_text("utf-8").partition("\nalways ")[0]
    assert right in text
    (tmp_path / "skat.rules").write_text(text.replace(right, wrong) + "\n", "utf-8")
    rules = load(tmp_path / "skat.rules")
    with pytest.raises((AssertionError, ValueError, StopIteration)):  # noqa: PT012 - the first game that differs
        for number in range(600):
            _agree(rules, number)


def _worth(hand: Iterable[str]) -> float:
    """What a hand of Schwimmen is worth."""
    points = {"As": 11.0, "Sieben": 7.0, "Acht": 8.0, "Neun": 9.0}
    cards = list(hand)
    if len({_rank(card) for card in cards}) == 1:
        return 32.0 if _rank(cards[0]) == "As" else 30.5
    return max(sum(points.get(_rank(card), 10.0) for card in cards if _suit(card) == suit) for suit in SUITS)


def test_a_hand_of_schwimmen_is_worth_its_best_suit_and_the_poorest_lose() -> None:
    seen = Counter[str]()
    for number in draws_until(4, 500, lambda: {"three alike", "a suit", "one is left"} - set(seen)):
        random = Random(number)
        players = 2 + number % 8
        state = before = SCHWIMMEN.new_game(players)
        hands = dict[int, list[str]]()
        while not isinstance(state.pending, Over):
            before, state = state, state.apply(random.choice(state.pending.options))
            hands = {seat: [str(card) for card in state.zone("hand", seat)] for seat in range(players)}
            for seat, hand in hands.items():
                if len(hand) == 3 and {_rank(card) for card in hand} != {"As"}:
                    assert state.value("eyes", seat) == 2 * _worth(hand)
                    seen["three alike" if _worth(hand) == 30.5 else "a suit"] += 1
        last = {seat: _worth(hand) for seat, hand in hands.items() if hand}
        lost = {seat for seat in last if state.counter("lost", seat) > before.counter("lost", seat)}
        fire = {seat for seat, worth in last.items() if worth == 32.0}
        assert lost == ({*last} - fire if fire else {seat for seat in last if last[seat] == min(last.values())})
        left = {*last} - {seat for seat in last if state.counter("lost", seat) == 4}
        assert set(state.pending.winners) == (left or set(last))
        seen["drowned together" if not left else "one is left"] += 1
    print(", ".join(f"{what} {many:,}" for what, many in sorted(seen.items())))
