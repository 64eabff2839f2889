"""A hand-written referee of the card game, kept apart from the rules engine to cross-check it."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from itertools import combinations

Atoms = tuple[object, ...]

# The seven roles in deck order. A ruleset may rename some of them, in place.
ROLES = ("Hofmarschall", "Schatzmeister", "Zauberer", "Zofe", "Mundschenk", "Wächter", "Hofnarr")
RENAMED = {
    "ksr": {},
    "magier": {"Hofmarschall": "Spion", "Zauberer": "Magier", "Mundschenk": "Kurtisane"},
    "review": {"Hofnarr": "Narr"},
}
COLOURS = ("rot", "gelb", "grün", "blau", "violett")
NEUTRAL = {"ksr": "braun", "magier": "braun", "review": "grau"}
NEUTRAL_COPIES = {"ksr": 2, "magier": 2, "review": 1}  # 000:5, 001 silent, 002:5
TARGET = {3: 6, 4: 5, 5: 4}  # 000:88-89, 001:59
HAND = 6  # 000:6, 001:55, 002:5
QUIET_OPENING = 2  # 000:70-71, 001:41


@dataclass(frozen=True)
class Choice:
    """A player has to pick one of the options."""

    player: int
    binds: tuple[str, ...]
    options: frozenset[Atoms]


@dataclass(frozen=True)
class Chance:
    """One card is to be named from outside."""

    outcomes: frozenset[str]


@dataclass(frozen=True)
class Over:
    """The game has ended."""

    winners: tuple[int, ...]


Pending = Choice | Chance | Over
Script = Generator[Pending, Atoms, None]


class _RoundEndError(Exception):
    """Raised when a round ends at once; carries the seats that score."""

    def __init__(self, scorers: list[int]) -> None:
        super().__init__(scorers)
        self.scorers = scorers


def _colour(card: str) -> str:
    return card.split(" ")[1]


def _person(card: str) -> str:
    return card.split(" ", maxsplit=1)[0]


def _persons(cards: Iterable[str]) -> set[str]:
    return {_person(card) for card in cards}


def _doubled(display: list[str]) -> bool:
    return len(_persons(display)) < len(display)


def _fits(display: list[str], leaving: str, coming: str) -> bool:
    """Whether the display is free of duplicates once one card has taken another's place."""
    return not _doubled([coming if card == leaving else card for card in display])


def _number(atom: object) -> int:
    assert isinstance(atom, int)
    return atom


def _singles(atoms: Iterable[object]) -> frozenset[Atoms]:
    return frozenset((atom,) for atom in atoms)


def _ask(player: int, binds: tuple[str, ...], options: frozenset[Atoms]) -> Generator[Pending, Atoms, Atoms]:
    """Ask a player; a single option is asked as well (R17)."""
    return (yield Choice(player, binds, options))


def _draw(source: list[str]) -> Generator[Pending, Atoms, str]:
    """Ask chance for one card of the source and take it out of there."""
    card = str((yield Chance(frozenset(source)))[0])
    source.remove(card)
    return card


class Referee:
    """One game from the first deal to its end, led by choices and chances from outside."""

    def __init__(self, ruleset: str, players: int, *, wertung: bool = False, first: int = 0) -> None:
        if ruleset not in RENAMED:
            raise ValueError(f"unknown ruleset: {ruleset}")
        if players not in TARGET:
            raise ValueError(f"not for {players} players")
        if not 0 <= first < players:
            raise ValueError(f"no such seat: {first}")
        self.ruleset = ruleset
        self.players = players
        self.wertung = wertung
        self._names = tuple(RENAMED[ruleset].get(role, role) for role in ROLES)
        self._deck = self._declared_deck()
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.displays: list[list[str]] = [[] for _ in range(players)]
        self.pile: list[str] = list(self._deck)
        self.discards: list[str] = []
        self.closed: list[str] = list(self._names[1:])  # all but the one who turns them over (R1)
        self.open: list[str] = []
        self.points: list[int] = [0] * players
        self.noted: list[int] = [0] * players
        self.played = 0
        self.active = first
        self._script = self._game()
        self._pending = next(self._script)

    @property
    def pending(self) -> Pending:
        """The pending decision or draw, or the result."""
        return self._pending

    @property
    def muted(self) -> str | None:
        """The person without action: the one on the king's card turned last."""
        return self.open[-1] if self.open else None

    def apply(self, atoms: Atoms) -> None:
        """Answer the pending choice with one of its options, or the pending chance with (card,)."""
        pending = self._pending
        if isinstance(pending, Choice):
            legal = atoms in pending.options
        elif isinstance(pending, Chance):
            legal = len(atoms) == 1 and atoms[0] in pending.outcomes
        else:
            legal = False
        if not legal:
            raise ValueError(f"{atoms!r} does not answer {pending!r}")
        self._pending = self._script.send(atoms)

    # ---- cards and seats

    def _declared_deck(self) -> tuple[str, ...]:
        """All person cards in the fixed order: the coloured ones, then the neutral ones."""
        coloured = [f"{name} {colour}" for name in self._names for colour in COLOURS[: self.players]]
        neutral = [f"{name} {NEUTRAL[self.ruleset]}" for name in self._names]
        copies = NEUTRAL_COPIES[self.ruleset]
        if copies > 1:
            neutral = [f"{card} {copy}" for card in neutral for copy in range(1, copies + 1)]
        return (*coloured, *neutral)

    def _role(self, card: str) -> str:
        return ROLES[self._names.index(_person(card))]

    def _leftwards(self, seat: int) -> list[int]:
        """All seats, counted leftwards from the given one."""
        return [(seat + step) % self.players for step in range(self.players)]

    def _all_but(self, seats: list[int]) -> list[int]:
        return [seat for seat in range(self.players) if seat not in seats]

    # ---- game and round

    def _game(self) -> Script:
        while max(self.points) < TARGET[self.players]:
            yield from self._deal()
            try:
                while True:
                    yield from self._turn()
            except _RoundEndError as end:
                self._score(end.scorers)
        yield Over(self._winners())

    def _deal(self) -> Script:
        """Collect all person cards and deal anew; the king's cards stay (000:30-33, R15)."""
        self.pile = list(self._deck)
        self.hands = [[] for _ in range(self.players)]
        self.displays = [[] for _ in range(self.players)]
        self.discards = []
        self.played = 0
        for seat in self._leftwards(self.active):
            for _ in range(HAND):
                card = yield from _draw(self.pile)
                self.hands[seat].append(card)

    def _score(self, scorers: list[int]) -> None:
        """Give the points of a round and, with the variant, note the displays (000:91-97)."""
        for seat in scorers:
            self.points[seat] += 1
        if self.wertung:
            for seat, display in enumerate(self.displays):
                if not _doubled(display):
                    self.noted[seat] += len(display)

    def _winners(self) -> tuple[int, ...]:
        """Most points, then the longer display or more noted cards, then all together (R6)."""
        best = max(self.points)
        tied = [seat for seat in range(self.players) if self.points[seat] == best]
        weight = self.noted if self.wertung else [len(display) for display in self.displays]
        most = max(weight[seat] for seat in tied)
        return tuple(seat for seat in tied if weight[seat] == most)

    # ---- one turn

    def _turn(self) -> Script:
        if not self.hands[self.active]:
            raise AssertionError("a player without hand cards is due")
        answer = yield from _ask(self.active, ("card",), _singles(self._legal_plays()))
        card = str(answer[0])
        self.hands[self.active].remove(card)
        self.displays[self.active].append(card)
        self.played += 1
        self._look(card)
        if _person(card) != self.muted:
            yield from self._action(card)
        yield from self._follow(card)

    def _legal_plays(self) -> list[str]:
        """The hand cards that may be laid: free in magier, otherwise the bad ones only if forced (R3)."""
        hand = self.hands[self.active]
        if self.ruleset == "magier":
            return hand
        good = [card for card in hand if not self._shunned(card)]
        return good or hand

    def _shunned(self, card: str) -> bool:
        if _person(card) in _persons(self.displays[self.active]):
            return True
        return self.ruleset == "review" and self._muted_jester(card)

    def _muted_jester(self, card: str) -> bool:
        return self._role(card) == "Hofnarr" and _person(card) == self.muted

    def _look(self, card: str) -> None:
        """End the round if there is a reason to; a duplicate comes first (R14), then as in R12."""
        whispering = [seat for seat, display in enumerate(self.displays) if _doubled(display)]
        if whispering:
            raise _RoundEndError(self._all_but(whispering))  # R5
        jester = self._muted_jester(card)
        if jester and self.ruleset == "review":
            raise _RoundEndError(self._all_but([self.active]))
        six = [seat for seat, display in enumerate(self.displays) if len(_persons(display)) >= HAND]
        if six:
            raise _RoundEndError(six)
        if jester:
            raise _RoundEndError(self._all_but([self.active]))

    def _follow(self, card: str) -> Script:
        """Find the next player by the colour of the card played (000:36-40, R17)."""
        if _colour(card) in COLOURS:
            self.active = COLOURS.index(_colour(card))
            return
        fewest = min(len(display) for display in self.displays)
        tied = [seat for seat, display in enumerate(self.displays) if len(display) == fewest]
        if len(tied) > 1:
            answer = yield from _ask(self.active, ("follower",), _singles(tied))
            self.active = _number(answer[0])
        else:
            self.active = tied[0]

    # ---- the persons

    def _action(self, card: str) -> Script:
        """Carry out the action of the card just played; what cannot be done is left undone (R16)."""
        role = self._role(card)
        if role == "Hofmarschall":
            yield from self._turn_kings_card(card)
        elif role == "Zauberer":
            yield from self._swap_hands(card)
        elif role == "Zofe":
            yield from self._scrap(card)
        elif role == "Mundschenk":
            yield from self._swap_displays(card)
        elif role == "Wächter":
            yield from self._take_back(card)
        # Schatzmeister: showing a hand moves nothing. Hofnarr: nothing to do.

    def _turn_kings_card(self, card: str) -> Script:
        """Turn one king's card; with none left all of them become the new pile first (R7)."""
        if not self.closed:
            self.closed, self.open = self.open, []
        turned = yield from _draw(self.closed)
        self.open.append(turned)
        self._look(card)

    def _swap_hands(self, card: str) -> Script:
        if not self.hands[self.active]:
            return
        partners = [seat for seat in self._all_but([self.active]) if self.hands[seat]]
        if not partners:
            return
        answer = yield from _ask(self.active, ("partner",), _singles(partners))
        partner = _number(answer[0])
        if self.ruleset == "review":
            yield from self._gift_and_blind_draw(card, partner)
        else:
            yield from self._swap_equally_many(card, partner)

    def _swap_equally_many(self, card: str, partner: int) -> Script:
        """Both pick from the cards held before, then both move (000:56-60, 001:29, R8)."""
        most = min(len(self.hands[self.active]), len(self.hands[partner]))
        answer = yield from _ask(self.active, ("n",), _singles(range(1, most + 1)))
        n = _number(answer[0])
        mine = yield from _ask(self.active, ("mine",), self._subsets(self.active, n))
        theirs = yield from _ask(partner, ("theirs",), self._subsets(partner, n))
        for atom in mine:
            self._pass(str(atom), self.active, partner)
        for atom in theirs:
            self._pass(str(atom), partner, self.active)
        self._look(card)

    def _subsets(self, seat: int, n: int) -> frozenset[Atoms]:
        """All ways to pick n hand cards, each in the fixed card order."""
        hand = sorted(self.hands[seat], key=self._deck.index)
        return frozenset(combinations(hand, n))

    def _pass(self, card: str, giver: int, taker: int) -> None:
        self.hands[giver].remove(card)
        self.hands[taker].append(card)

    def _gift_and_blind_draw(self, card: str, partner: int) -> Script:
        """Choose a gift, draw blind from what the partner held before, hand over the gift (R9)."""
        answer = yield from _ask(self.active, ("gift",), _singles(self.hands[self.active]))
        blind = yield from _draw(self.hands[partner])
        self.hands[self.active].append(blind)
        self._look(card)
        self._pass(str(answer[0]), self.active, partner)
        self._look(card)

    def _scrap(self, card: str) -> Script:
        """Discard a card and draw one; in review the player may decline (000:62-63, 001:9, 002:10)."""
        hand = self.hands[self.active]
        if not hand:
            return
        options = _singles(hand)
        if self.ruleset == "review":
            options |= {()}
        answer = yield from _ask(self.active, ("scrap",), options)
        if not answer:
            return
        hand.remove(str(answer[0]))
        self.discards.append(str(answer[0]))
        self._look(card)
        if self.pile:
            drawn = yield from _draw(self.pile)
            hand.append(drawn)
            self._look(card)

    def _swap_displays(self, card: str) -> Script:
        if self.ruleset == "review":
            binds, options = ("mine", "theirs"), self._exchanges_with_opponents()
        elif self.played <= QUIET_OPENING:
            return  # counted in cards played (R13)
        else:
            binds, options = ("one", "another"), self._exchanges_anywhere(card)
        if not options:
            return
        answer = yield from _ask(self.active, binds, options)
        self._exchange(str(answer[0]), str(answer[1]))
        self._look(card)

    def _exchanges_anywhere(self, played: str) -> frozenset[Atoms]:
        """Pairs of two displays that leave no duplicate, without the card played (000:65-69, 001:35)."""
        return frozenset(
            (one, another)
            for seat, other in combinations(self._leftwards(self.active), 2)
            for one in self.displays[seat]
            for another in self.displays[other]
            if played not in (one, another)
            and _fits(self.displays[seat], one, another)
            and _fits(self.displays[other], another, one)
        )

    def _exchanges_with_opponents(self) -> frozenset[Atoms]:
        """Own card for an opponent's; only the opponent's row must stay clean (002:12, R10)."""
        return frozenset(
            (mine, theirs)
            for mine in self.displays[self.active]
            for other in self._all_but([self.active])
            for theirs in self.displays[other]
            if _fits(self.displays[other], theirs, mine)
        )

    def _exchange(self, one: str, another: str) -> None:
        """Each card takes the other's place in the row (R10)."""
        places = {one: another, another: one}
        self.displays = [[places.get(card, card) for card in display] for display in self.displays]

    def _take_back(self, card: str) -> Script:
        """Take another card of the own display back to the hand (000:80-81, 001:15, R11)."""
        others = [lying for lying in self.displays[self.active] if lying != card]
        if not others:
            return
        answer = yield from _ask(self.active, ("back",), _singles(others))
        self.displays[self.active].remove(str(answer[0]))
        self.hands[self.active].append(str(answer[0]))
        self._look(card)
