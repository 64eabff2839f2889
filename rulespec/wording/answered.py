"""What somebody knows of the choices of a turn, by the names that the answers got."""

from collections.abc import Mapping

from rulespec.api import View
from rulespec.events.event import Answered, Shown
from rulespec.pending import Option
from rulespec.tree.source import Span

_BEGINS = ("turn", "round")


def answered(view: View, shows: Mapping[Span, str]) -> dict[str, tuple[str, ...]]:
    """The last answers of this turn that a player knows all of, his own before others, as texts by name.

    `shows` has the names of cards that are shown to somebody, by where that is said.
    """
    others, own = dict[str, tuple[str, ...]](), dict[str, tuple[str, ...]]()
    for event in reversed(view.log):
        match event:
            case Answered(player=player, option=Option(names=names) as option) if names:
                texts = tuple(option.text.split(", "))
                said = [(each,) for each in texts] if len(names) > 1 else [texts]
                known = own if player == view.asked else others
                known |= dict(zip(names, said, strict=False)) | known
            case Shown(statement=int(origin), cards=cards, hidden=0):
                name = shows.get(view.game.plan.origins[origin].span)
                if name is not None:
                    others.setdefault(name, tuple(card.name for card in cards))
            case _ if event.kind in _BEGINS:
                break
    return others | own
