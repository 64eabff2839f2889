"""What is looked at further out than `it`: `that card`, `that player`, `that ware`."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from rulespec import Decision, Over, Ruleset, State, load
from rulespec.experiments.laws.broken import instead
from rulespec.language.tree.declarations import Always
from rulespec.plan.nodes.instructions import AskPart
from tests.effort import tried
from tests.test_native import in_step

RULES = """ruleset looking "Goods that are compared with goods"
players 2 to 4
at most 60 turns
word ware: Tee, Seide, Gold
numbers price: 1 to 4
cards goods in pile
    1 of each ware in each price
zone pile, shuffled
zone hand of player, seen by owner
zone stall of player, in a row, seen by all
counter points of player
set-up
    players: draw 2 from pile to own hand

value shared: number of (hand of players, where some card in stall of players where its price is price of that card)
value behind: (players, where some player in players where own points is more than points of that player)
value missing: (ware, where cards in (stall of players, where its ware is that ware) is 0)
value rarest: first of (ware, with fewest cards in (stall of players, where its ware is that ware))
value twins of card: cards in (hand of players, where its price is price of that card)
value twinned: total twins in hand of players
value doubled of player: number of (own stall, where some card in own stall where
    (its price is price of that card plus 1))
value deep: number of (players, where some card in own hand where
    (some card in stall of that player where its ware is ware of that card))
value ahead: number of (players, where (no player where own points is more than points of that player) and
    (every player where it is that player or own points is less than points of that player))

value held of player by ware: cards in (own stall, where its ware is that ware)
value laid of ware: cards in (stall of players, where its ware is that ware)
value luck of player by ware: 3 for Tee, own points for Seide, 0 minus own held by Gold otherwise
value near of card by player: cards in (stall of that player, where its price is price of that card)
value count of cards by price: cards in (it, where its price is that price)
value lead of player by player: own held by Tee minus held of that player by Tee
value best of player by ware: last of (ware, with most own held by it then lowest luck of left of that player by it)
value nested of player: own held by best of left of own right by Tee
value touching of player: total nearby in own stall
value nearby of card: near of it by left of owner of it
call player golden if own held by Gold is at least 2

call player broad if no ware where own held by it is 0
call game bare if some ware in (ware, where it is not Tee) where laid of it is 0
value widely: (players, where it is broad)
value evenly: number of (players, where every ware in ware of own stall where (no card in own stall where
    (its ware is that ware and its price is 1)))

value span of cards: highest price in it minus lowest price in it
value widest: highest spanned in players
value spanned of player: span of own stall
value pairs of cards: number of (it, where some card in those cards where
    (it is not that card and its price is price of that card))
value paired of player: pairs of own stall
call cards meld if cards in it is at least 2 and (different price in it is 1 or (every card in it where
    (no card in those cards where its ware is not ware of that card)))
call cards mixed if (not it is meld) and
    number of (ware, where cards in (those cards, where its ware is that ware) is 1) is 2
value melded: (players, where own stall is meld)
value mixing: number of (players, where own stall is mixed and last of own stall is not meld)

turn
    choose card from own hand, preferring some card in stall of players where its price is price of that card
    move card to own stall
    add total twins in own stall plus shared to own points
    draw 1 from pile to own hand
    if shared is more than 2: add own doubled to points of behind

always fair: no player where (some player where own points is more than earlier points of that player plus 100000)
always ordered after game: every player where (no player where own points is more than points of that player)
game ends sold: every player where own hand is empty
winners: players, with most own points
"""
WARES = ("Tee", "Seide", "Gold")


@pytest.fixture
def rules(tmp_path: Path) -> Ruleset:
    path = tmp_path / "looking.rules"
    path.write_text(RULES, "utf-8")
    return load(path)


def played(rules: Ruleset, players: int, seed: int) -> Iterator[State]:
    """The states of a random game at which somebody is asked."""
    random = Random(seed)
    state = rules.begin(players, 0, random.random)
    while not isinstance(state.pending, Over):
        if isinstance(state.pending, Decision):
            yield state
        state = state.apply(random.choice(state.pending.options))


def lying(state: State, zone: str, seats: Iterable[int]) -> list[tuple[str, int]]:
    """The ware and the price of each card in the zones of some seats."""
    shown = [card.attributes for seat in seats for card in state.zone(zone, seat)]
    return [(str(each["ware"]), int(each["price"])) for each in shown]


def is_meld(cards: list[tuple[str, int]]) -> bool:
    return len(cards) > 1 and (len({price for _, price in cards}) == 1 or len({ware for ware, _ in cards}) == 1)


def expected(state: State) -> dict[str, object]:
    """What the values of `RULES` have to be, worked out from the table."""
    seats = range(state.players)
    hands, stalls = lying(state, "hand", seats), lying(state, "stall", seats)
    points = [state.counter("points", seat) for seat in seats]
    wares = Counter(ware for ware, _ in stalls)
    shares = [({ware for ware, _ in lying(state, "hand", [seat])}, lying(state, "stall", [seat])) for seat in seats]
    melds = {seat for seat in seats if is_meld(lying(state, "stall", [seat]))}
    spans = [
        max(prices, default=0) - min(prices, default=0)
        for prices in ([price for _, price in stall] for _, stall in shares)
    ]
    singles = [[*Counter(ware for ware, _ in stall).values()].count(1) for _, stall in shares]
    held = [{ware for ware, _ in stall} for _, stall in shares]
    ones = [any(price == 1 for _, price in stall) for _, stall in shares]
    return {
        "widely": {seat for seat in seats if len(held[seat]) == len(WARES)},
        "evenly": ones.count(False),
        "melded": melds,
        "widest": max(spans),
        "mixing": sum(seat not in melds and singles[seat] == 2 for seat in seats),
        "shared": sum(any(price == other for _, other in stalls) for _, price in hands),
        "behind": {seat for seat in seats if points[seat] < max(points)},
        "missing": tuple(ware for ware in WARES if not wares[ware]),
        "rarest": min(WARES, key=wares.__getitem__),
        "twinned": sum(price == other for _, price in hands for _, other in hands),
        "deep": sum(any(ware in held for ware, _ in stall) for held, stall in shares),
        "ahead": int(points.count(max(points)) == 1),
    }


def asked(state: State, seat: int) -> Iterator[tuple[str, object]]:
    """The values that are asked by two things, each as it has to be."""
    held = [Counter(ware for ware, _ in lying(state, "stall", [each])) for each in range(state.players)]
    prices = [[price for _, price in lying(state, "stall", [each])] for each in range(state.players)]
    for ware, luck in zip(WARES, (3, state.counter("points", seat), -held[seat]["Gold"]), strict=True):
        assert state.value("held", seat, ware) == held[seat][ware]
        assert state.value("laid", ware) == sum(each[ware] for each in held)
        assert state.value("luck", seat, ware) == luck
        yield from ((name, state.value(name, seat, ware)) for name in ("held", "luck"))
    for other in range(state.players):
        assert state.value("lead", seat, other) == held[seat]["Tee"] - held[other]["Tee"]
        yield "lead", state.value("lead", seat, other)
    left = (seat + 1) % state.players
    luck_of = {"Tee": 3, "Seide": state.counter("points", left), "Gold": -held[left]["Gold"]}
    best = max(reversed(WARES), key=lambda ware: (held[seat][ware], -luck_of[ware]))
    assert state.value("best", seat, "Tee") == best
    assert state.value("nested", seat) == held[seat][best]
    yield "best", best
    assert state.value("touching", seat) == sum(price == other for price in prices[seat] for other in prices[left])
    yield "touching", state.value("touching", seat)
    yield "laid", state.value("laid", "Tee")


def test_what_is_looked_at_further_out_is_what_it_says(rules: Ruleset) -> None:
    seen: Counter[tuple[str, object]] = Counter()
    for seed in range(tried(6, 2)):
        for state in played(rules, 2 + seed % 3, seed):
            for name, wanted in expected(state).items():
                found = state.value(name)
                assert (set(found) if isinstance(wanted, set) else found) == wanted, name
                seen[name, str(wanted)] += 1
            for seat in range(state.players):
                stall = [price for _, price in lying(state, "stall", [seat])]
                assert state.value("doubled", seat) == sum(price + 1 in stall for price in stall)
                assert state.value("paired", seat) == sum(stall.count(price) > 1 for price in stall)
                seen["doubled", state.value("doubled", seat)] += 1
                for name, value in asked(state, seat):
                    seen[name, value] += 1
                seen["paired", state.value("paired", seat)] += 1
    assert all(len([each for each in seen if each[0] == name]) > 1 for name, _ in seen), seen


def test_both_engines_keep_alike_what_is_looked_at_further_out(rules: Ruleset) -> None:
    seen: Counter[str] = Counter()
    for players in rules.players:
        for seed in range(tried(4, 1)):
            seen += in_step(rules.game(players), Random(seed), 300)
    assert seen["ends"] >= len(rules.players)
    assert seen["Move"] > 20


def test_a_choice_names_what_lies_further_out(rules: Ruleset) -> None:
    offered = 0
    for state in played(rules, 3, 1):
        assert isinstance(state.pending, Decision)
        shown = {price for _, price in lying(state, "stall", range(3))}
        hand = lying(state, "hand", [state.pending.player])
        preferred = [each for each in hand if each[1] in shown] or hand
        assert len(state.pending.options) == len(preferred)
        offered += len(preferred) < len(hand)
    assert offered


def test_what_is_told_of_a_law_that_does_not_hold_knows_what_lies_further_out(rules: Ruleset) -> None:
    law = rules.resolved.blocks["always ordered"]
    assert isinstance(law, Always)
    state = rules.at(3, counters={("points", 0): 1, ("points", 1): 5, ("points", 2): 3})
    said = instead(state.game, law.condition, state.machine())
    first, second = "seat 0: seat 1: own points is 5; seat 2: own points is 3", "seat 2: seat 1: own points is 5"
    assert said == f"{first}; {second}"


MELDS = """ruleset sets "Sets of cards that a named condition fits"
players 2
at most 4 turns
word suit: clubs, hearts, spades
numbers rank: 1 to 11
cards deck in pile
    1 of each suit in each rank
zone pile, shuffled
zone hand of player, seen by owner
zone stall of player, in a row, seen by all
set-up
    players: draw 16 from pile to own hand
value high of cards by rank: number of (it, where its rank is at least that rank)
call cards meld if different suit in it is 1 and cards in it is at least 2
call cards fine if it is meld and high of it by 4 is at least 1
turn
    choose 2 to 6 cards as lot from own hand, where {}, with most high of lot by 6
    move lot to own stall
game ends early: every player where own hand is empty
winners: players
"""
WRITTEN = """different suit in lot is 1 and cards in lot is at least 2 and
    number of (lot, where its rank is at least 4) is at least 1"""


def test_a_set_is_named_card_by_card_as_if_what_a_named_condition_says_of_it_were_written_out(tmp_path: Path) -> None:
    said = [MELDS.format("lot is fine"), MELDS.format(WRITTEN).replace("most high of lot by 6", OF_LOT)]
    for name, text in zip(("named", "written"), said, strict=True):
        (tmp_path / f"{name}.rules").write_text(text, "utf-8")
    one, other = (load(tmp_path / f"{name}.rules") for name in ("named", "written"))
    parts, random = 0, Random(1)
    for seed in range(tried(16, 6)):
        state, beside = (rules.begin(2, 0, Random(seed).random) for rules in (one, other))
        while isinstance(state.pending, Decision):
            texts = [each.text for each in state.pending.options]
            assert isinstance(beside.pending, Decision)
            assert texts == [each.text for each in beside.pending.options]
            at = random.randrange(len(texts))
            state, beside = state.apply(state.pending.options[at]), beside.apply(beside.pending.options[at])
            parts += 1
        assert state.zone("stall", 0) == beside.zone("stall", 0)
    assert parts > 10
    assert any(isinstance(each, AskPart) for each in one.game(2).plan.code)


OF_LOT = "most number of (lot, where its rank is at least 6)"
