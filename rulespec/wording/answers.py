"""The choices of a turn that a player knows, by the names bound to the answers."""

from collections.abc import Mapping, Sequence

from rulespec.engine.events.event import Answered, Shown
from rulespec.engine.pending import Option
from rulespec.game.api import View
from rulespec.language.tree.source import Span
from rulespec.rules.material import Card

_BEGINS = ("turn", "round")
Thing = Card | str  # a card, or how a player, a word or a number is written


def things(option: Option) -> list[Thing]:
    """The parts of an answer."""
    pairs = zip(option.atoms, option.text.split(", "), strict=False)
    return [atom if isinstance(atom, Card) else text for atom, text in pairs]


def by_name(option: Option) -> dict[str, Sequence[Thing]]:
    """The chosen things, by the names bound to them."""
    said = [[each] for each in things(option)] if len(option.names) > 1 else [things(option)]
    return dict(zip(option.names, said, strict=False))


def answered(view: View, shows: Mapping[Span, str]) -> dict[str, Sequence[Thing]]:
    """The last answers of this turn that a player knows all of, his own before others, by name.

    `shows` has the names of cards that are shown to somebody, by where that is said.
    """
    others, own = dict[str, Sequence[Thing]](), dict[str, Sequence[Thing]]()
    for event in reversed(view.log):
        match event:
            case Answered(player=player, option=Option() as option) if option.names:
                known = own if player == view.asked else others
                known |= by_name(option) | known
            case Shown(statement=int(origin), cards=cards, hidden=0):
                name = shows.get(view.game.plan.origins[origin].span)
                if name is not None:
                    others.setdefault(name, cards)
            case _ if event.kind in _BEGINS:
                break
    return others | own
