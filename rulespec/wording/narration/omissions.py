"""Actions that a condition kept from being performed, as a player knows of them, turn by turn."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from attrs import define, field

from rulespec.engine.events import kinds as k
from rulespec.game.api import View
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import walk
from rulespec.rules.rulebook import RuleBook
from rulespec.wording.language import Wording
from rulespec.wording.reasons import Reason, not_performed

NEXT_TURN = d.KEYWORDS[d.NextTurn]


@define(eq=False)
class NotPerformed:
    """Finds the turns in what a player has heard by the latest `view`; these only grow."""

    view: Callable[[], View]
    words: Wording
    _turns: list[int] = field(factory=list)  # the indices of the events with which turns began
    _read: int = 0  # the number of events that were looked through

    def of(self, turn: int) -> Iterator[Reason]:
        """The actions that were not performed in a turn, which are counted from 1, and why."""
        view = self.view()
        if not _has_such_actions(view.rules):
            return
        heard = view.perspective().heard
        new = heard[self._read :]
        self._turns += [at for at, event in enumerate(new, start=self._read) if event[0] == k.TURN]
        self._read += len(new)
        end = self._turns[turn] if turn < len(self._turns) else len(heard)
        yield from not_performed(self.words, view, range(self._turns[turn - 1], end))

    @property
    def is_next_asked(self) -> bool:
        """True if only the question who is next remains of the turn."""
        view = self.view()
        question = view.perspective().open_question
        block = question[1] if view.decision is None and question is not None else view.decision and view.decision.block
        return block == NEXT_TURN

    @property
    def heard(self) -> int:
        """The number of events that the player has heard, without the beginning of the game."""
        return len(self.view().perspective().heard) - 1


@lru_cache(maxsize=16)  # for speed: most games have no such actions, and no turn of theirs is looked into
def _has_such_actions(rules: RuleBook) -> bool:
    """True if a condition can prevent an action."""
    return any(map(_can_be_left_out, rules.resolved.of(d.Turn, d.Action)))


def _can_be_left_out(block: d.Block) -> bool:
    """True if a condition in a block can prevent a whole action: another one, or the block itself."""
    unless = [each for each in walk(block) if isinstance(each, s.If) and not each.otherwise]
    itself = isinstance(block, d.Action) and block.body in [(each,) for each in unless]
    return itself or any(
        isinstance(inner, s.Do) and isinstance(inner.effect, s.Perform) for each in unless for inner in each.then
    )
