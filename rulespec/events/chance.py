"""What chance decided, as events tell it."""

from rulespec.events import roles as r
from rulespec.material import Material
from rulespec.plan.options import RawAnswer


def decided(told: r.Happened, material: Material) -> RawAnswer | None:
    """What chance decided in an event, as an answer; None if nothing: of a row, always the last card is drawn."""
    if told.chance is None:
        return None
    match told.roles[told.chance]:
        case r.OneCard(source) if material.places[getattr(told, source)].zone.ordered:
            return None
        case _:
            return getattr(told, told.chance)
