"""What was heard in parts: cut where nothing hidden matters any more, neither a card nor what somebody chose."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulespec.events import kinds as k
from rulespec.events.chance import decided
from rulespec.events.log import RawEvent
from rulespec.game import Game
from rulespec.knowledge.card_tracks import CardTracks
from rulespec.knowledge.memory import Memory
from rulespec.plan.options import HIDDEN
from rulespec.run.program import Asking, Program


def stretches(game: Game, viewer: int, heard: Sequence[RawEvent], memory: Memory) -> list[CardTracks]:
    """The stretches of a game, from one moment at which a player knew where every card was to the next."""
    cuts = list(_cuts(game.program, viewer, heard, memory))
    return [CardTracks(game.engine, memory, *ends) for ends in zip([0, *cuts], [*cuts, len(heard) - 1], strict=True)]


def _cuts(program: Program, viewer: int, heard: Sequence[RawEvent], memory: Memory) -> Iterator[int]:
    places, asks = program.material.places, program.asks.values()
    rows = [at for at, place in enumerate(places) if place.zone.ordered and not place.seen_by(viewer)]
    chooses = [ask for ask in asks if isinstance(ask, Asking) and ask.choose is not None and ask.choose.if_several]
    tacit = any(kind.name == "card" for each in chooses for kind in each.site.kinds)
    plain = False
    for moment, (event, after) in enumerate(pairwise(map(k.read, heard))):
        sizes = memory.sizes[moment]
        plain = plain or isinstance(event, k.Begin | k.Round | k.Turn)  # what was chosen before is not used any more
        if not plain:
            continue
        settled = not any(sizes[row] > 1 for row in rows) and memory.is_settled(moment)
        plain = not _is_secret(event) and (settled or not tacit)
        asked = isinstance(after, k.Choose) or decided(after, program.material) is not None
        if plain and settled and moment and not isinstance(event, k.Choose) and asked:
            yield moment


def _is_secret(event: k.Event) -> bool:
    """Whether somebody chose something that he did not hear."""
    return isinstance(event, k.Commit) or (isinstance(event, k.Choose | k.Reveal) and HIDDEN in str(event.answer))
