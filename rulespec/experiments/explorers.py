"""Explorers: whole games played by an engine that counts events and checks laws, if the engine can do that."""

from collections.abc import Collection

from rulespec.engine.game import Game
from rulespec.engine.python.explorer import ExploredLaw, Explorer
from rulespec.engine.python.position import frozen as position_of
from rulespec.engine.python.snapshot import Snapshot
from rulespec.language.tree import declarations as d
from rulespec.plan.reads import reads

EVERYTHING = -1  # the places that a law reads nothing of are taken to be all: it is checked each time


def explorer_of(game: Game, laws: Collection[str], *, compares: bool = True) -> tuple[Explorer, dict[int, str]] | None:
    """The explorer of a game, with the laws that it checks by their numbers; None if its engine plays one by one.

    It leaves out laws about circumstances, and those that compare two tables unless it `compares`.
    """
    plan, explored = game.plan, list[ExploredLaw]()
    for number, (key, law) in enumerate(zip(plan.named_laws, plan.laws, strict=True)):
        if key in laws and not law.asks and (compares or not law.compares):
            declared = game.rules.resolved.blocks[key]
            assert isinstance(declared, d.Always)
            explored.append(ExploredLaw(number, reads(declared.condition, game.material) or EVERYTHING))
    explorer = game.engine.explorer(explored)
    return None if explorer is None else (explorer, {law.number: plan.named_laws[law.number] for law in explored})


def opening(game: Game, first: int) -> Snapshot:
    """The table on which a game begins, before anything is dealt, for laws that compare with it."""
    mc, _ = game.opening(first)
    return game.engine.stand(position_of(mc), tuple(mc.where), mc.log, mc.turns, mc.dirty)
