"""Records of when rules asked otherwise: they are replayed as they were, then with the answers that are asked for now.

Choices of 0 cards were asked once, and of choices that could have many answers always the parts.
"""

from typing import Any

from attrs import evolve, frozen

from rulespec.engine.game import Game
from rulespec.engine.python.program import Asking, Program
from rulespec.game.api import State
from rulespec.game.history import beginning, history
from rulespec.plan.nodes.choices import ALWAYS, IF_ANY
from rulespec.plan.nodes.instructions import Ask, AskPart, Gauge, Instruction
from rulespec.records.notation import Comment

_WAYS = ((True, False), (False, True), (True, True))
WAYS = len(_WAYS)
_FIRST = 1  # the format of the records of when choices of 0 cards were asked


@frozen
class Formerly:
    """In which ways rules asked otherwise."""

    unasked: bool
    in_parts: bool

    def begun(self, begun: State) -> State:
        """The same beginning of a game in which they do."""
        game = begun.game
        program = Program(
            game.material,
            evolve(game.plan, code=tuple(map(self._instruction, game.plan.code))),
            budget=game.program.budget,
        )
        return beginning(begun, game.running(program))

    def _instruction(self, instruction: Instruction) -> Instruction:
        if self.in_parts and isinstance(instruction, Gauge):
            return evolve(instruction, most=-1)
        if not (self.unasked and _is_unasked(instruction)):
            return instruction
        assert isinstance(instruction, Ask | AskPart)
        choice = evolve(instruction.choice, asked=ALWAYS)
        if isinstance(instruction, Ask):
            return evolve(instruction, choice=choice)
        return evolve(instruction, choice=choice, completion=evolve(instruction.completion, choice=choice))


def formerly(game: Game, format_: int) -> tuple[Formerly, ...]:
    """The ways in which a game can have been asked otherwise when a record of a format was saved."""
    unasked = format_ == _FIRST and any(map(_is_unasked, game.plan.code))
    in_parts = any(isinstance(each, Gauge) for each in game.plan.code)
    return tuple(Formerly(*way) for way in _WAYS if way[0] <= unasked and way[1] <= in_parts)


def as_now(state: State, comments: list[Comment]) -> tuple[State, list[Comment]]:
    """The state in the game that asks as it does now, and the comments after as many of its answers."""
    game, kept, chosen = state.rules.game(state.players), [0], list[Any]()
    here = beginning(state, game)
    for before, option in history(state):
        whole = [option.raw]
        ask, now = game.asks[before.pc], game.asks[here.pc]
        choice = ask.choice if isinstance(ask, Asking) else None
        if choice is not None and choice.asked == IF_ANY and choice.is_settled(before.machine()):
            whole = []
        elif isinstance(ask, Asking) and ask.bit and isinstance(now, Asking) and not now.bit and option.raw is not None:
            value = ask.bit.answer(before.machine(), option.raw)
            chosen += [] if value is None else [value]
            whole = []
            if len(chosen) == len(now.site.names):
                whole, chosen = [chosen[0] if len(chosen) == 1 else tuple(chosen)], []
        for raw in whole:
            here = here.next(raw)
        kept.append(kept[-1] + len(whole))
    return here, [evolve(comment, after=kept[comment.after]) for comment in comments]


def _is_unasked(instruction: Instruction) -> bool:
    return isinstance(instruction, Ask | AskPart) and instruction.choice.asked == IF_ANY
