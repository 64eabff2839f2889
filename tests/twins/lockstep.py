"""One game in two engines, step by step: ours by a rule file, and OpenSpiel's in its C++."""

import re
from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import count
from math import isclose
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pyspiel

import palast
from rulespec import Card, Chance, Decision, Option, Over, Ruleset, State, load
from rulespec.engine.events.event import Moved, Shown
from rulespec.language.files import parts_of
from rulespec.rules.material import Where

SHELF = Path(__file__).parents[2] / "examples/games"

Move = tuple[Any, ...]  # what both engines mean by an answer: its kind, and what else tells it from the others


class DifferError(AssertionError):
    """The two engines are not in step."""


class Twin(ABC):
    """A game that both engines have. What its answers are called is said by each side, from its own state."""

    spec: ClassVar[str]  # of our rules
    players: ClassVar[Sequence[int]]
    kinds: ClassVar[Sequence[str]]  # of moves
    endings: ClassVar[Sequence[str]] = ()  # the branches of the scoring
    faults: ClassVar[Sequence[tuple[str, str]]]  # what stands in our rules, and a wrong rule in its place
    patience: ClassVar[int] = 300  # games until a wrong rule has to be noticed
    sees: ClassVar[Sequence[str]] = ("hand",)  # our zones of which OpenSpiel shows a seat the cards that it sees
    sights: ClassVar[Sequence[tuple[str, str]]] = (  # who sees a zone by our rules, and a wrong sight in its place
        ("zone hand of player, seen by owner", "zone hand of player, seen by all"),
    )

    def __str__(self) -> str:
        return self.spec

    @abstractmethod
    def game(self, players: int) -> str:
        """What OpenSpiel calls it, with its parameters."""

    def begun(self, players: int) -> Any:
        """OpenSpiel's game as it begins, or what asks in our order what that asks in another."""
        return game_of(self, players).new_initial_state()

    @abstractmethod
    def ours(self, state: State, option: Option) -> Move:
        """What an answer means, of a player or of chance."""

    @abstractmethod
    def theirs(self, state: Any, action: int) -> Move:
        """What an action means, of a player or of chance."""

    def our_own(self, state: State) -> Option | None:
        """The answer to what OpenSpiel does not ask, where only ours asks it."""
        return None

    def their_own(self, state: Any) -> int | None:
        """The answer to what ours does not ask, where only OpenSpiel asks it."""
        return None

    def only_ours(self, state: State, move: Move) -> bool:
        """Whether OpenSpiel has to forbid this answer, which ours offers."""
        return False

    def lies_in_ours(self, state: State) -> Any:
        """Which cards lie where, if that is compared as well as the answers."""
        return None

    def lies_in_theirs(self, state: Any) -> Any:
        """The same of OpenSpiel's game."""
        return None

    @abstractmethod
    def seen_in_theirs(self, state: Any, seat: int) -> Iterable[str] | None:
        """The cards in the zones `sees` that OpenSpiel shows a seat; None if its game has no cards."""

    def called(self, card: str) -> str:
        """The name that OpenSpiel's game tells a card of ours by."""
        return card

    def hand_of_ours(self, state: State) -> int | None:
        """Whose hand gets the card that chance deals now, if OpenSpiel deals the cards in another order."""
        return None

    def hand_of_theirs(self, state: Any) -> int | None:
        """The same of OpenSpiel's game."""
        return None

    def paid(self, state: Any) -> Sequence[float]:
        """What everybody gets in OpenSpiel's game, in our units."""
        returns: Sequence[float] = state.returns()
        return returns

    def likes(self, state: State, move: Move) -> float:
        """How much somebody wants a move who prefers what is seldom done; who plays at random wants each as much."""
        return 1.0

    def luck(self, state: State, move: Move) -> float:
        """How much chance wants a move, where the players prefer what is seldom done; at random, all are as likely."""
        return 1.0

    def ended(self, state: State) -> Iterable[str]:
        """The branches of the scoring that a finished game went through."""
        return ()


def rules_of(twin: Twin, change: tuple[str, str] | None = None) -> Ruleset:
    """Our rules, or these with one of their sentences replaced."""
    return palast.load(twin.spec) if change is None else load(twin.spec, texts=_changed(twin, *change))


def _changed(twin: Twin, old: str, new: str) -> Mapping[str, str]:
    game, *layers = parts_of(twin.spec)
    files = {game: SHELF / f"{game}.rules"} | {layer: SHELF / game / f"{layer}.rules" for layer in layers}
    texts = {name: path.read_text("utf-8") for name, path in files.items()}
    changed = next(name for name in reversed(texts) if old in texts[name])  # a layer replaces what is beneath
    assert texts[changed].count(old) == 1, f"to be found once: {old!r}"
    return texts | {changed: texts[changed].replace(old, new)}


@cache
def game_of(twin: Twin, players: int) -> Any:
    """OpenSpiel's game."""
    return pyspiel.load_game(twin.game(players))


def in_step(twin: Twin, rules: Ruleset, players: int, seed: int, *, at_random: bool) -> tuple[State, Counter[str]]:
    """Plays a game in both engines: how it ended, and how often each kind of move was made.

    There is a `DifferError` where they differ in who is asked, in what he can answer, in how likely each outcome of
    chance is, in whether it is over, or in what everybody gets.
    """
    random, met = Random(seed), Counter[str]()
    ours, theirs = rules.new_game(players), twin.begun(players)
    for step in count():
        ours, theirs = settled_ours(twin, ours), settled_theirs(twin, theirs)
        try:
            ours, theirs, hands = dealt(twin, ours, theirs, random)
            met.update(str(move[0]) for hand in hands.values() for move in hand)
            moves = both(twin, ours, theirs)
        except DifferError as error:
            raise DifferError(f"{twin.spec}, {players} players, seed {seed}, step {step}: {error}\n{theirs}") from None
        if not moves:
            return ours, met
        names = list(moves)
        wants = twin.luck if isinstance(ours.pending, Chance) else twin.likes
        move = random.choices(names, [1.0 if at_random else wants(ours, move) for move in names])[0]
        met[str(move[0])] += 1
        options, actions = moves[move]
        ours = ours.apply(random.choice(options))
        theirs.apply_action(random.choice(actions))
    raise AssertionError


def both(twin: Twin, ours: State, theirs: Any) -> dict[Move, tuple[list[Option], list[int]]]:
    """The moves that there are, with the answers that mean them; none where the game is over."""
    pending = ours.pending
    _alike("over", isinstance(pending, Over), theirs.is_terminal())
    if not isinstance(pending, Chance):
        _alike("which cards lie where", twin.lies_in_ours(ours), twin.lies_in_theirs(theirs))
    if isinstance(pending, Decision):
        for seat in range(ours.players):
            seen = twin.seen_in_theirs(theirs, seat)
            if seen is not None:
                ours_seen = Counter(map(twin.called, seen_in_ours(twin, ours, seat)))
                _alike(f"the cards that seat {seat} sees", ours_seen, Counter(seen))
    if isinstance(pending, Over):
        _near("returns", dict(enumerate(pending.returns)), dict(enumerate(twin.paid(theirs))))
        return {}
    _alike("chance decides", isinstance(pending, Chance), theirs.is_chance_node())
    mine, others = defaultdict[Move, list[Option]](list), defaultdict[Move, list[int]](list)
    for option in pending.options:
        mine[twin.ours(ours, option)].append(option)
    if isinstance(pending, Chance):
        outcomes = theirs.chance_outcomes()
        for action, _ in outcomes:
            others[twin.theirs(theirs, action)].append(action)
        odds, among = dict(outcomes), len(pending.options)
        expected = {move: len(options) / among for move, options in mine.items()}
        _near("the odds", expected, {move: sum(odds[each] for each in actions) for move, actions in others.items()})
    else:
        _alike("who is asked", pending.player, theirs.current_player())
        for action in theirs.legal_actions():
            others[twin.theirs(theirs, action)].append(action)
        for move in [move for move in mine if move not in others and twin.only_ours(ours, move)]:
            del mine[move]
        _alike("the moves", mine.keys(), others.keys())
    return {move: (options, others[move]) for move, options in mine.items()}


def seen_in_ours(twin: Twin, state: State, seat: int) -> Iterator[str]:
    """The cards in the zones `sees` that a seat sees, or that were shown to it where they are."""
    view = state.view(seat)
    shown = set[tuple[Card, Where]]()
    for event in view.log:
        if isinstance(event, Shown):
            shown |= {(card, where) for card in event.cards for where in event.sources}
        elif isinstance(event, Moved):  # unseen, it could be any of those that were shown
            gone = event.cards if not event.hidden else [card for card, _ in shown]
            shown -= {(card, where) for card in gone for where in event.sources}
    for place in state.game.material.places:
        if place.zone.name in twin.sees:
            is_seen = isinstance(view.zone(*place.where), tuple)  # else it is the number of cards
            yield from (str(card) for card in state.zone(*place.where) if is_seen or (card, place.where) in shown)


def by_suit(text: str) -> Iterator[tuple[str, str]]:
    """The letters of the rank and the suit of each card in lines as OpenSpiel prints a hand: `S KQ8`, `H none`."""
    for suit, ranks in re.findall(r"^(?:Suit | +)?([SHDC]):? +((?!none)[\dTJQKA ]+?) *$", text, re.MULTILINE):
        yield from ((rank, suit) for rank in ranks.replace(" ", ""))


LETTERS = dict(zip("23456789TJQKA", (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
), strict=True)) | {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}  # fmt: skip


def hand_in(text: str) -> Iterator[str]:
    """The same by our names."""
    return (f"{LETTERS[rank]} {LETTERS[suit]}" for rank, suit in by_suit(text))


def settled_ours(twin: Twin, state: State) -> State:
    """The state once all is answered that OpenSpiel does not ask."""
    while (option := twin.our_own(state)) is not None:
        state = state.apply(option)
    return state


def settled_theirs(twin: Twin, state: Any) -> Any:
    """The state once all is answered that ours does not ask."""
    while not state.is_terminal() and (action := twin.their_own(state)) is not None:
        state.apply_action(action)
    return state


def dealt(twin: Twin, ours: State, theirs: Any, random: Random) -> tuple[State, Any, Mapping[int, Sequence[Move]]]:
    """The states once each hand has got the same cards in both, where they deal in different orders.

    The order makes no difference: at each draw of either, every card that is left is equally likely.
    """
    hands, sizes = defaultdict[int, list[Move]](list), list[int]()
    while (seat := twin.hand_of_ours(ours)) is not None:
        assert isinstance(ours.pending, Chance)
        option = random.choice(ours.pending.options)
        hands[seat].append(twin.ours(ours, option))
        sizes.append(len(ours.pending.options))
        ours = ours.apply(option)
    waiting = {seat: iter(hand) for seat, hand in hands.items()}
    for size in sizes:
        seat = twin.hand_of_theirs(theirs)
        move = None if seat is None else next(waiting.get(seat, iter(())), None)
        if move is None:
            raise DifferError(f"to whom is dealt: ours {hands}, theirs now {seat}")
        odds = {twin.theirs(theirs, action): share for action, share in theirs.chance_outcomes()}
        _near("the odds of a deal", dict.fromkeys(odds, 1 / size), odds)
        theirs.apply_action(next(each for each in theirs.legal_actions() if twin.theirs(theirs, each) == move))
    _alike("a card is dealt", None, twin.hand_of_theirs(theirs))
    return ours, theirs, hands


def histories(twin: Twin, rules: Ruleset, players: int) -> Iterator[tuple[State, Any]]:
    """Every decision of the whole tree, in both engines."""
    waiting = [(rules.new_game(players), twin.begun(players))]
    while waiting:
        ours, theirs = waiting.pop()
        ours, theirs = settled_ours(twin, ours), settled_theirs(twin, theirs)
        if isinstance(ours.pending, Decision):
            yield ours, theirs
        for options, actions in both(twin, ours, theirs).values():
            waiting += [(ours.apply(option), theirs.child(action)) for option in options for action in actions]


def _alike(what: str, mine: Any, other: Any) -> None:
    if mine != other:
        only = ""
        if isinstance(mine, type({}.keys())):
            only = f"; only ours {sorted(map(str, mine - other))}, only theirs {sorted(map(str, other - mine))}"
            mine, other = len(mine), len(other)
        raise DifferError(f"{what}: ours {mine}, theirs {other}{only}")


def _near(what: str, mine: Mapping[Any, float | Fraction], other: Mapping[Any, float]) -> None:
    """That numbers agree but for the rounding of fractions."""
    _alike(f"{what}, of whom", mine.keys(), other.keys())
    for each, number in mine.items():
        if not isclose(number, other[each], abs_tol=1e-9):
            raise DifferError(f"{what}, of {each}: ours {number}, theirs {other[each]}")
