"""How often each world is sampled, compared by chi-square with its exact probability.

The positions come from games with hints, dice, wishes, secret choices, refusals and swapped hands. Many of these games
have fewer cards than the rule files they are made from, so that the oracle can find all worlds.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from random import Random

import pytest
from attrs import frozen

from rulespec import Decision, Over, Ruleset, State, View
from rulespec.engine.pending import Chance
from rulespec.engine.python.interpreter import Interpreter
from rulespec.engine.python.position import Position
from rulespec.experiments.testing.files import loaded
from rulespec.game.history import history
from rulespec.knowledge import worlds
from rulespec.language.tree.limits import LISTED
from tests.distribution import LEAST_EXPECTED, TooManyError, listed, p_value, probabilities
from tests.effort import some, tried
from tests.library import GAMES, WORLDS, ruleset

# The constant that decides when a sample is drawn from a complete list, and the value that means never.
LISTS_BELOW, NEVER = "MAX_UNLOCATED_CARDS", -1
LEAST_P = 0.001

SUITS, TWO_SUITS, ONE_SUIT = "clubs, diamonds, hearts, spades", "clubs, hearts", "clubs"
SMALLER = {  # stretches of a rule file and their replacements
    "bluff": {
        SUITS: TWO_SUITS,
        "nine, ten, jack, queen, king, ace": "nine, ten, jack",
        "draw 5 from": "draw 3 from",
        "draw 5 minus": "draw 3 minus",
    },
    "count": {SUITS: TWO_SUITS, "1 to 10": "4 to 8", "draw 5": "draw 3", "at least 30": "at least 19"},
    "dice-and-cards": {SUITS: TWO_SUITS, "1 to 9": "1 to 6", "draw 4": "draw 2"},
    "hanabi": {
        "red, yellow, green, blue, white": "red, yellow",
        "5 for 2, 5 for 3, 4 otherwise": "2 for 2, 2 for 3, 2 otherwise",
    },
    "handover": {SUITS: ONE_SUIT, "draw 5": "draw 3"},
    "memory": {"moon, star, tree, rose, fish, bird, ship": "moon, star", "1 to 16": "1 to 6", "is 16": "is 6"},
    "open-top": {SUITS: TWO_SUITS, "1 to 8": "1 to 5", "draw 3": "draw 2", "draw 6": "draw 2"},
    "peek": {
        SUITS: TWO_SUITS,
        "1 to 10": "5 to 9",
        "draw 4": "draw 3",
        "from 1 to 4": "from 1 to 3",
        "show first 2": "show first 1",
    },
    "uno": {
        "red, yellow, green, blue": "red, green",
        "zero, one, two, three, four, five, six, seven, eight, nine, skip": "zero, one, skip",
        "4 of each special": "1 of each special",
        "draw 7": "draw 3",
    },
    "wishes": {
        "carp, eel, pike, trout, perch, cod": "carp, eel, pike",
        "north, south, east, west": "north, south, east",
        "draw 4": "draw 2",
        "at least 3": "at least 2",
    },
}

SECRETS = """ruleset secrets "A secret number limits the card that a player may play"
players 2 to 3
at most 30 turns
word suit: sun, moon
numbers pips: 1 to 6
cards deck in pile
    1 of each suit in each pips
zone pile, shuffled
zone hand of player, seen by owner
zone dark of player
zone table, seen by all
counter points of player
set-up
    players: draw 2 from pile to own hand
turn
    choose limit from 1 to 4, secretly
    choose side from suit, by chance
    choose wish from pips of own hand, secretly
    own left
        if side is in own hand, openly
            choose gift from own hand, where its suit is side
            move gift to own dark
    choose card from own hand, where its pips is at least limit, openly
    move card to table
    draw 1 from pile to own hand
    if some card in hand of own left where pips of it is wish, openly: add 1 to own points
game ends dry: pile is empty
winners: players, with most own points
"""

SETS = """ruleset sets "Sets of cards, asked for card by card"
players 2
at most 14 turns
numbers worth: 1 to 6
word suit: red, blue, green
cards deck in pile
    1 of each worth in each suit
zone pile
zone heap, seen by all
zone bin
zone hand of player, seen by owner
counter points of player
set-up
    players: draw 4 from pile to own hand
turn
    if own points is at least 2
        choose 0 to 4 cards as held from own hand, where total worth in held is at most 9
        move held to heap
    otherwise
        choose 1 to 3 cards as held from own hand, where total worth in held is at least 4
        move held to heap
    players
        choose 0 to 2 cards as gone from own hand, where total worth in gone is at most 6
        move gone to bin
    add 1 to own points
    draw 2 from pile to own hand
game ends done: pile is empty
winners: players
"""


TINY = {  # games in which random players often reach the same position
    "dice": """
numbers pips: 1 to 4
cards deck in pile
    1 of each pips
zone pile, shuffled
zone hand of player, seen by owner
zone dark of player
set-up
    players: draw 1 from pile to own hand
turn
    draw 1 from pile to own hand
    choose die from 1 to 3, by chance
    choose card from own hand, where its pips is more than die, openly
    move card to own dark
""",
    "hints": """
word colour: red, blue
numbers copy: 1 to 3
cards deck in pile
    1 of each colour in each copy
zone pile, shuffled
zone hand of player, in a row, seen by others
zone table, seen by all
set-up
    players: draw 2 from pile to own hand
turn
    choose dye from colour, where dye is in hand of own left
    choose n from 1 to 2
    move position n in own hand to table
    draw 1 from pile to own hand
""",
    "sets": """
numbers pips: 1 to 5
cards deck in pile
    1 of each pips
zone pile, shuffled
zone hand of player, seen by owner
zone dark of player
set-up
    players: draw 2 from pile to own hand
turn
    choose 0 to 2 cards as gone from own hand, where total pips in gone is at most 5
    move gone to own dark
    draw 1 from pile to own hand
""",
}


@frozen
class Case:
    """A position of random play, seen from one seat."""

    game: str
    players: int
    seed: int
    answers: int
    seat: int

    def state(self) -> State:
        """The position, played again for each test, since states memoise what the sampler learns."""
        random, state = Random(self.seed), _start(self.game, self.players)
        for _ in range(self.answers):
            assert not isinstance(state.pending, Over)
            state = state.apply(random.choice(state.pending.options))
        return state

    def __str__(self) -> str:
        return f"{self.game}-{self.players}-{self.seed}-{self.answers}-{self.seat}"


POSITIONS = [
    Case("bluff", 2, 0, 28, 0),
    Case("bluff", 2, 1, 27, 0),
    Case("count", 2, 0, 6, 0),
    Case("count", 3, 0, 10, 1),
    Case("dice-and-cards", 2, 0, 25, 1),
    Case("dice-and-cards", 2, 1, 16, 1),
    Case("dice-and-cards", 3, 0, 24, 0),
    Case("dice-and-cards", 3, 1, 25, 1),
    Case("forehead", 2, 0, 44, 1),
    Case("forehead", 2, 1, 29, 1),
    Case("hanabi", 2, 0, 17, 0),
    Case("hanabi", 3, 0, 35, 1),
    Case("hanabi", 3, 1, 30, 1),
    Case("handover", 3, 0, 7, 0),
    Case("ksr", 3, 0, 4, 0),
    Case("kuhn", 2, 0, 4, 0),
    Case("leduc", 2, 0, 4, 1),
    Case("liars-dice", 2, 0, 42, 1),
    Case("mau-mau", 2, 1, 20, 0),
    Case("mau-mau", 2, 2, 4, 0),
    Case("memory", 2, 0, 7, 0),
    Case("open-top", 3, 0, 13, 0),
    Case("open-top", 3, 1, 10, 0),
    Case("peek", 2, 0, 25, 1),
    Case("peek", 3, 1, 43, 0),
    Case("riposte", 2, 0, 14, 0),
    Case("riposte", 3, 1, 26, 1),
    Case("secrets", 2, 1, 30, 1),
    Case("secrets", 3, 2, 48, 0),
    Case("secrets", 3, 2, 71, 0),
    Case("sets", 2, 1, 34, 1),
    Case("sets", 2, 2, 13, 1),
    Case("uno", 2, 0, 8, 1),
    Case("uno", 2, 1, 11, 0),
    Case("vows", 2, 0, 5, 1),
    Case("vows", 2, 1, 9, 1),
    Case("werewolves", 4, 1, 8, 1),
    Case("whispers", 2, 0, 13, 0),
    Case("whispers", 2, 1, 28, 0),
    Case("whispers", 3, 0, 26, 0),
    Case("wishes", 3, 1, 10, 0),
    Case("wishes", 3, 1, 10, 1),
]


@cache
def _rules(game: str) -> Ruleset:
    changes = SMALLER.get(game, {})
    text = {"secrets": SECRETS, "sets": SETS}.get(game)
    if text is None and not changes:
        return ruleset(game)
    if text is None:
        text = (WORLDS / f"{game}.rules").read_text("utf-8").partition("\nscenario")[0]
    for stretch, shorter in changes.items():
        assert stretch in text
        text = text.replace(stretch, shorter)
    return loaded(text, listed=3 if game == "sets" else LISTED)


def _start(game: str, players: int) -> State:
    match game:
        case "ksr":
            hands = [["Zofe rot", "Wächter rot"], ["Zofe gelb", "Wächter gelb"], ["Zauberer gelb", "Hofnarr rot"]]
            return _laid_open("ksr", hands, ["Hofmarschall rot", "Zofe grün"], "open")
        case "mau-mau":
            hands = [["Sieben Kreuz", "Neun Herz"], ["Dame Pik", "Zehn Karo", "As Karo"]]
            pile = ["König Herz", "Acht Pik", "Neun Karo", "Dame Herz"]
            return _laid_open("mau-mau", hands, pile, "stack", "Zehn Herz")
    return _rules(game).new_game(players)


def _laid_open(game: str, hands: Sequence[Sequence[str]], pile: Sequence[str], others: str, *last: str) -> State:
    """A position with all other cards in an open zone."""
    hidden, rules = {*pile, *last}.union(*hands), GAMES[game]
    cards = [str(card) for card in rules.game(len(hands)).material.cards]
    visible = sorted((card for card in cards if card not in hidden), key=lambda card: " " not in card)
    zones: dict[object, Sequence[str]] = {("hand", seat): hand for seat, hand in enumerate(hands)}
    return rules.at(len(hands), zones={**zones, "pile": pile, others: [*visible, *last]})


@cache
def _expected(case: Case) -> Mapping[Position, float]:
    return probabilities(case.state(), case.seat)


def _sampled(view: View, seed: int, times: int) -> Counter[Position]:
    random = Random(seed)
    return Counter(view.sample(random).position for _ in range(times))


def _agrees(state: State, case: Case, times: int) -> None:
    expected = _expected(case)
    found = _sampled(state.view(case.seat), 1, times)
    assert p_value(found, expected) > LEAST_P, f"{len(expected)} worlds, {times} samples"


# ---- samples


@pytest.mark.parametrize("case", some(POSITIONS, 6), ids=str)
def test_samples_are_as_frequent_as_the_worlds_are_likely(case: Case) -> None:
    _agrees(case.state(), case, tried(20_000, 1_000))


@pytest.mark.parametrize("case", some(POSITIONS, 4, start=1), ids=str)
def test_the_same_holds_without_complete_lists(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, LISTS_BELOW, NEVER)
    _agrees(case.state(), case, tried(20_000, 1_000))


@pytest.mark.parametrize("case", some(POSITIONS, 2, start=7), ids=str)
def test_the_same_holds_without_the_extension(case: Case) -> None:
    state = case.state()
    game = state.game.played_by(Interpreter(state.game.program))
    state = State.standing(game, state.position, state.where, state.raw_log, state.turns, state.dirty)
    _agrees(state, case, tried(2_000, 80))


def test_there_are_thirty_positions_of_ten_games() -> None:
    uneven, chance = 0, 0
    for case in POSITIONS:
        weights = _expected(case).values()
        assert 2 <= len(weights) <= 420
        uneven += max(weights) > 1.2 * min(weights)
        chance += _chance_during_play(case.state())
    assert len(set(POSITIONS)) >= 30 and len({case.game for case in POSITIONS}) >= 10
    assert uneven >= 20 and chance >= 20


def _chance_during_play(state: State) -> bool:
    """True if chance decided something after the first decision of a player."""
    asked = [before.pending for before, _ in history(state)]
    first = next((at for at, pending in enumerate(asked) if isinstance(pending, Decision)), len(asked))
    return any(isinstance(pending, Chance) for pending in asked[first:])


# ---- the oracle


def _tiny(game: str) -> Ruleset:
    """A game of two turns; sets of cards are asked for card by card."""
    head = f'ruleset {game} "Tiny"\nplayers 2\nat most 4 turns'
    end = "\ngame ends done after turn: pile is empty\nwinners: players\n"
    return loaded(head + TINY[game].rstrip() + end, listed=2)


@pytest.mark.parametrize("game", ["kuhn", "leduc", "vows", *TINY])
def test_the_oracle_agrees_with_games_of_random_players(game: str) -> None:
    """Plays many games and counts the positions behind each view."""
    rules, random, compared, uneven = _tiny(game) if game in TINY else ruleset(game), Random(1), 0, 0
    states: dict[View, State] = {}
    found: defaultdict[View, Counter[Position]] = defaultdict(Counter)
    for _ in range(tried(20_000, 3_000)):
        state = rules.new_game(2)
        for _ in range(14):
            if isinstance(state.pending, Over):
                break
            state = state.apply(random.choice(state.pending.options))
            for seat in range(2):
                view = state.view(seat)
                states.setdefault(view, state)
                found[view][state.position] += 1
    often = [view for view, counts in found.items() if counts.total() >= 6 * LEAST_EXPECTED]
    often.sort(key=lambda view: len(view.heard), reverse=True)  # late views come first, as their weights differ most
    for view in often[: tried(1000, 200)]:
        expected = probabilities(states[view], view.player)
        if len(expected) > 1:
            assert p_value(found[view], expected) > LEAST_P / 1000
            compared += 1
            uneven += max(expected.values()) > 1.2 * min(expected.values())
    assert compared >= 10 and (uneven >= 3 or game in ("kuhn", "leduc"))


def test_the_oracle_agrees_with_complete_lists() -> None:
    compared, most = 0, tried(100_000, 1_500)
    for case in POSITIONS:
        state, expected = case.state(), _expected(case)
        games = [*islice(state.view(case.seat).worlds(), most)]
        assert {game.position for game in games} <= expected.keys()
        if len(games) < most:
            assert listed(games) == pytest.approx(expected)
            compared += 1
    assert compared >= tried(20, 10)


def test_the_oracle_finds_the_same_without_recall() -> None:
    compared = 0
    for case in POSITIONS:
        try:
            everything = probabilities(case.state(), case.seat, tried(20_000, 500), recall=False)
        except TooManyError:
            continue
        assert everything == pytest.approx(_expected(case))
        compared += 1
    assert compared >= tried(20, 10)
