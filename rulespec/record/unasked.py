"""Records of when choices of 0 cards were still asked: they are replayed as they were, then without these answers."""

from attrs import evolve

from rulespec.api import State
from rulespec.game import Game
from rulespec.history import beginning, history
from rulespec.plan.nodes.choices import ALWAYS, IF_ANY
from rulespec.plan.nodes.instructions import Ask, AskPart, Instruction
from rulespec.record.notation import Comment
from rulespec.run.program import Asking, Program


def has_unasked(game: Game) -> bool:
    """Whether its rules have choices of 0 cards that are not asked."""
    return any(map(_is_unasked, game.plan.code))


def asking(begun: State) -> State:
    """The same beginning of a game in which these choices are asked."""
    game = begun.game
    program = Program(game.material, evolve(game.plan, code=tuple(map(_always, game.plan.code))))
    return beginning(begun, game.running(program))


def without_unasked(state: State, comments: list[Comment]) -> tuple[State, list[Comment]]:
    """The state in the game that does not ask them, and the comments after as many of its answers."""
    game = state.rules.game(state.players)
    here, kept = beginning(state, game), [0]
    for before, option in history(state):
        ask = game.asks[before.pc]
        choice = ask.choice if isinstance(ask, Asking) else None
        is_unasked = choice is not None and choice.asked == IF_ANY and choice.is_settled(before.machine())
        here = here if is_unasked else here.next(option.raw)
        kept.append(kept[-1] + (not is_unasked))
    return here, [evolve(comment, after=kept[comment.after]) for comment in comments]


def _is_unasked(instruction: Instruction) -> bool:
    return isinstance(instruction, Ask | AskPart) and instruction.choice.asked == IF_ANY


def _always(instruction: Instruction) -> Instruction:
    """The instruction; one that does not ask for 0 cards, as one that does."""
    if not (isinstance(instruction, Ask | AskPart) and _is_unasked(instruction)):
        return instruction
    choice = evolve(instruction.choice, asked=ALWAYS)
    if isinstance(instruction, Ask):
        return evolve(instruction, choice=choice)
    return evolve(instruction, choice=choice, completion=evolve(instruction.completion, choice=choice))
