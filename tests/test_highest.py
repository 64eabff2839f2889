"""The highest and the lowest of what the members of a set have, on many tables and with both engines."""

from collections import Counter
from pathlib import Path
from random import Random

from rulespec import load
from rulespec.engine.python.interpreter import Interpreter
from tests.effort import tried

RULES = """\
ruleset game "Ends of sets"
players 3
at most 9 turns
word suit: red, black, blue
numbers pip: 2 to 6
cards plain in pile
    1 of each pip in each suit
cards blank in pile
    3 of blue
zone pile
zone hand of player, seen by all
counter points of player
note favourite of player: suit
counter high
counter low
counter best
counter worst
counter widest
counter without
note first-suit: suit
note last-suit: suit
note best-liked: suit
value apart of player: highest pip in own hand minus lowest pip in own hand
turn
    choose n from 1 to 2
    set high to highest pip in hand of players
    set low to lowest pip in hand of players
    set best to highest points in players
    set worst to lowest points in (players, where own hand is not empty)
    set widest to highest apart in players
    if highest pip in hand of players is none: add 1 to without
    if lowest points in (players, where own hand is not empty) is none: add 2 to without
    set first-suit to lowest suit in hand of players
    set last-suit to highest suit in hand of players
    set best-liked to highest favourite in players
game ends stop after turn: 1 is 1
winners: players
"""
SUITS = ("red", "black", "blue")
COUNTERS = ("high", "low", "best", "worst", "widest", "without")
EVERY = [*SUITS, None, -3, 0, 2, 3, 6]


def test_the_highest_and_the_lowest_are_those_of_the_members_that_have_one_and_none_without_any(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text(RULES, "utf-8")
    rules, dice, seen = load(path), Random(7), Counter[object]()
    game = rules.game(3)
    cards = {card.name: card for card in game.material.cards}
    engines = (game.engine, Interpreter(game.program))
    for _ in range(tried(2_000, 150)):
        names = dice.sample(list(cards), dice.choice((0, 1, 2, 5, 12)))
        hands: list[list[str]] = [[], [], []]
        for name in names:
            hands[dice.randrange(3)].append(name)
        points = [dice.randint(-3, 3) for _ in range(3)]
        liked = [dice.choice((None, *SUITS)) for _ in range(3)]
        counters = {("points", seat): amount for seat, amount in enumerate(points)}
        notes = {("favourite", seat): suit for seat, suit in enumerate(liked) if suit}
        state = rules.at(3, zones={("hand", seat): hand for seat, hand in enumerate(hands)}, counters=counters | notes)
        pips = [[int(name.split()[0]) for name in hand if name[0].isdigit()] for hand in hands]
        all_pips = [pip for held in pips for pip in held]
        suits = [SUITS.index(next(suit for suit in SUITS if suit in name)) for name in names]
        holding = [amount for hand, amount in zip(hands, points, strict=True) if hand]
        liking = [SUITS.index(suit) for suit in liked if suit]
        wanted = {
            "high": max(all_pips, default=0),
            "low": min(all_pips, default=0),
            "first-suit": SUITS[min(suits)] if suits else None,
            "last-suit": SUITS[max(suits)] if suits else None,
            "best": max(points),
            "worst": min(holding, default=0),
            "best-liked": SUITS[max(liking)] if liking else None,
            "widest": max(max(held, default=0) - min(held, default=0) for held in pips),
            "without": (not all_pips) + 2 * (not holding),
        }
        for engine in engines:
            now = state.within(game.played_by(engine)).apply("1")
            assert {name: now.counter(name) if name in COUNTERS else now.value(name) for name in wanted} == wanted
        seen.update(wanted.values())
    assert all(seen[each] for each in EVERY), seen
