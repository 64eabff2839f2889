"""Where a game forks into two worlds: hidden cards are exchanged, from now on or from the deal on."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from attrs import field, frozen

from rulespec.engine.events.log import events
from rulespec.engine.pending import Decision
from rulespec.experiments.leaks.answers import same_answers, turned
from rulespec.experiments.leaks.two_worlds import TwoWorlds, Worlds
from rulespec.experiments.leaks.witness import Witness
from rulespec.experiments.rarity import Pick
from rulespec.game.api import State
from rulespec.game.history import beginning, raw_answers
from rulespec.language.errors import BudgetExceededError
from rulespec.rules.material import Card

Witnesses = tuple[Witness, ...]

TRIED = 4  # exchanges from the deal on: the one is taken with which the two games stay equal for longest


@frozen
class Fork:
    """Two worlds: a state, and one in which some cards are cyclically exchanged.

    Either the cards lie in one zone without order, and are exchanged as they leave it: until then the states are equal.
    Or the game was played `again` from the deal with the cards exchanged, as long as equal questions could be answered.
    Both worlds are legal games. A player who was shown one of the cards can tell them apart; the `unsure` cannot.
    """

    state: State = field(repr=False)
    beside: State = field(repr=False)
    cards: tuple[int, ...]
    unsure: Witnesses = field(repr=False)
    again: bool

    def worlds(self, pick: Pick, *, why: bool = False, towards: State | None = None) -> TwoWorlds:
        """Both worlds, played on `towards` a later state of the game if there is one, and then with answers by `pick`.

        With `why`, what players are told on request is compared.
        """
        along = [] if towards is None else list(raw_answers(towards))[len(list(raw_answers(self.state))) :]
        return TwoWorlds(self.state, self.beside, self.cards, self.unsure, pick, why, along)

    def of(self, cards: tuple[int, ...]) -> "Fork":
        """The fork of the same kind and state with other cards exchanged."""
        return _played_again(self.state, cards) if self.again and cards else _as_they_leave(self.state, cards)


def fork_at(state: State, pick: Pick) -> Fork:
    """A random fork by cards, two or many, that some random player does not see."""
    witness = Witness(state.game.program, pick(state.players))
    hidden = {place: cards for place, cards in enumerate(state.position.zones) if cards and not witness.sees(place)}
    if pick(2):
        tried = TRIED if pick(2) else 1
        found = [_played_again(state, cards) for cards in islice(_apart(list(hidden.values()), pick), tried)]
        return max(found, key=lambda each: len(events(each.state.raw_log)), default=_as_they_leave(state, ()))
    places = state.game.program.material.places
    asked = state.pending.player if isinstance(state.pending, Decision) and pick(2) else None
    rooms = [
        cards
        for place, cards in hidden.items()
        if not places[place].zone.ordered and asked in (None, places[place].owner)
    ]
    room = rooms[pick(len(rooms))] if rooms else ()
    return _as_they_leave(state, _some(room, len(room) if pick(2) else 2, pick) if len(room) > 1 else ())


def fork_of_offer(state: State, towards: State, pick: Pick) -> Fork:
    """A fork by the cards that are offered in a later state: they are exchanged for others that somebody does not see.

    Where no cards are offered, or all are to be seen, it is any fork.
    """
    asked = towards.own
    witnesses = [Witness(state.game.program, player) for player in range(state.players) if player != asked]
    witness = witnesses[pick(len(witnesses))] if witnesses else None
    offered = _offered(towards)
    rooms = [cards for place, cards in enumerate(towards.position.zones) if witness and not witness.sees(place)]
    mine = [card for cards in rooms for card in cards if card in offered]
    others = [card for cards in rooms if offered.isdisjoint(cards) for card in cards]
    if not mine or len(others) < len(mine):
        return fork_at(state, pick)
    return _played_again(state, tuple(chain(*zip(mine, _some(others, len(mine), pick), strict=True))))


def _offered(state: State) -> frozenset[int]:
    """The cards among the answers that are offered."""
    numbers = {card: number for number, card in enumerate(state.game.material.cards)}
    options = state.pending.options if isinstance(state.pending, Decision) else ()
    return frozenset(numbers[atom] for option in options for atom in option.atoms if isinstance(atom, Card))


def _apart(rooms: list[tuple[int, ...]], pick: Pick) -> Iterator[tuple[int, ...]]:
    """Random exchanges without end: two cards of different rooms, as many as possible of two rooms, or all of them."""
    cards = list(chain(*rooms))
    while len(cards) > 1:
        many = pick(3)
        if many == 2 or len(rooms) == 1:
            yield _some(cards, len(cards) if many else 2, pick)
        else:
            one, other = (rooms[each] for each in _some(range(len(rooms)), 2, pick))
            count = min(len(one), len(other)) if many else 1
            yield tuple(chain(*zip(_some(one, count, pick), _some(other, count, pick), strict=True)))


def _some(of: Sequence[int], count: int, pick: Pick) -> tuple[int, ...]:
    left = list(of)
    return tuple(left.pop(pick(len(left))) for _ in range(count))


def _as_they_leave(state: State, cards: tuple[int, ...]) -> Fork:
    return Fork(state, state, cards, _witnesses(state), again=False)


def _played_again(state: State, cards: tuple[int, ...]) -> Fork:
    """The game that led to a state, and the game with the cards exchanged in every answer of players and of chance.

    Both end outside of what is done at the same time, since what is heard of that is judged as a whole.
    """
    instead, here, unsure = turned(cards), (beginning(state),) * 2, _witnesses(state)
    fork = Fork(*here, cards, unsure, again=True)
    for raw in raw_answers(state):
        answers = same_answers(*here, raw, instead)
        try:
            after = (here[0].next(raw), here[1].next(answers[0])) if answers else here
        except BudgetExceededError:  # in the other game
            break
        if not answers or after[0].pc != after[1].pc or after[0].own != after[1].own:
            break
        here, unsure = after, _still_unsure(unsure, here, after)
        if here[0].position.together is None:
            fork = Fork(*here, cards, unsure, again=True)
    return fork


def _still_unsure(unsure: Witnesses, before: Worlds, after: Worlds) -> Witnesses:
    """The witnesses that have heard the same in both worlds; all, where the events are equal."""
    told = [events(ended.raw_log, begun.raw_log) for begun, ended in zip(before, after, strict=True)]
    if told[0] == told[1]:
        return unsure
    return tuple(
        each
        for each in unsure
        if each.account(before[0], after[0], told[0]) == each.account(before[1], after[1], told[1])
    )


def _witnesses(state: State) -> Witnesses:
    return tuple(Witness(state.game.program, player) for player in range(state.players))
