"""The decisions of chance, read from events."""

from rulespec.engine.events import roles as r
from rulespec.engine.options import RawAnswer
from rulespec.rules.material import Material


def decided(told: r.Happened, material: Material) -> RawAnswer | None:
    """The raw answer of chance that an event records; None if it decided nothing, as with the last card of a row."""
    if told.chance is None:
        return None
    match told.roles[told.chance]:
        case r.OneCard(source) if material.places[getattr(told, source)].zone.ordered:
            return None
        case _:
            return getattr(told, told.chance)
