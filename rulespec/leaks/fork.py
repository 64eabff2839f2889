"""Where a game forks into two worlds: hidden cards are exchanged, in the position or as they leave their zone."""

from attrs import field, frozen

from rulespec.api import State
from rulespec.leaks.answers import turned
from rulespec.leaks.lockstep import Lockstep
from rulespec.leaks.witness import Witness
from rulespec.pending import Decision
from rulespec.rarity import Pick


@frozen
class Fork:
    """A state from which two worlds go on. In the second, each of the cards stands in for the one before it.

    They lie in one zone without order, and change places as they leave it; or, `laid`, a turn begins in a position like
    that of the state, and in the second world they have changed places there.
    """

    state: State = field(repr=False)
    cards: tuple[int, ...]
    laid: bool

    def worlds(self, pick: Pick, *, why: bool = False) -> Lockstep:
        """Both worlds; `pick` answers in them. With `why`, what players are told when they ask is compared, too."""
        if not self.laid:
            return Lockstep(self.state, self.state, self.cards, pick, why)
        state, instead = self.state, turned(self.cards)
        zones = []
        for place, held in zip(state.game.program.material.places, state.position.zones, strict=True):
            lying = tuple(instead.get(card, card) for card in held)
            zones.append(lying if place.zone.ordered else tuple(sorted(lying)))
        one, other = (
            State.begin(state.game, state.active, laid, state.variables)
            for laid in (state.position.zones, tuple(zones))
        )
        return Lockstep(one, other, self.cards, pick, why)


def fork_at(state: State, pick: Pick) -> Fork:
    """A fork for something that one of the players does not see: of two cards, or of all that there are."""
    witness = Witness(state.game.program, pick(state.players))
    hidden = {place: cards for place, cards in enumerate(state.position.zones) if cards and not witness.sees(place)}
    laid = pick(2) == 1
    if laid:
        cards = [card for cards in hidden.values() for card in cards]
    else:
        places = state.game.program.material.places
        asked = state.pending.player if isinstance(state.pending, Decision) and pick(2) else None
        rooms = [
            cards
            for place, cards in hidden.items()
            if not places[place].zone.ordered and asked in (None, places[place].owner)
        ]
        cards = list(rooms[pick(len(rooms))]) if rooms else []
    if len(cards) < 2:
        return Fork(state, (), laid)
    many = len(cards) if pick(2) == 1 else 2
    return Fork(state, tuple(cards.pop(pick(len(cards))) for _ in range(many)), laid)
