"""What was heard in parts: cut where nothing hidden matters any more, neither a card nor what somebody chose."""

from collections.abc import Iterator, Sequence

from rulespec.events.hearing import Raw
from rulespec.knowledge.memory import Memory
from rulespec.knowledge.strands import Strands
from rulespec.run.options import HIDDEN
from rulespec.run.program import Asking, Program


def stretches(program: Program, viewer: int, heard: Sequence[Raw], memory: Memory) -> list[Strands]:
    """The stretches of a game, from one moment at which a player knew where every card was to the next."""
    cuts = list(_cuts(program, viewer, heard, memory))
    return [Strands(memory, *ends) for ends in zip([0, *cuts], [*cuts, len(heard) - 1], strict=True)]


def _cuts(program: Program, viewer: int, heard: Sequence[Raw], memory: Memory) -> Iterator[int]:
    places, asks = program.material.places, program.asks.values()
    rows = [at for at, place in enumerate(places) if place.zone.ordered and not place.seen_by(viewer)]
    chooses = [ask for ask in asks if isinstance(ask, Asking) and ask.choose is not None and ask.choose.if_several]
    tacit = any(kind.name == "card" for each in chooses for kind in each.site.kinds)
    plain = False
    for moment, event in enumerate(heard[:-1]):
        sizes, after = memory.sizes[moment], heard[moment + 1]
        plain = plain or event[0] in ("begin", "round", "turn")  # what was chosen before is not used any more
        if not plain:
            continue
        settled = not any(sizes[row] > 1 for row in rows) and memory.is_settled(moment)
        plain = not _is_secret(event) and (settled or not tacit)
        asked = after[0] == "choose" or (after[0] == "draw" and not places[after[4]].zone.ordered)
        if plain and settled and moment and event[0] != "choose" and asked:
            yield moment


def _is_secret(event: Raw) -> bool:
    """Whether somebody chose something that he did not hear."""
    return event[0] == "commit" or (event[0] in ("choose", "reveal") and HIDDEN in str(event[4]))
