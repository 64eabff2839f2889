"""W078, questions that mostly have a single answer which every player can work out."""

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import define, field

from rulespec.engine.pending import Decision
from rulespec.engine.python.program import Asking
from rulespec.experiments.hunt.observed_game import ObservedGame
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.language.errors import Fix, problem
from rulespec.language.tree import statements as s
from rulespec.language.tree.source import Span
from rulespec.plan.nodes.choices import ALWAYS
from rulespec.rules.resolve.hidden_reads import HiddenReads
from rulespec.wording.amounts import many, players

SINGLE = 20  # times that a question had a single answer, with one number of players,
SEVERAL = 3  # and times that it had several; else its single answer follows from the number of players
MOSTLY = 0.75  # of the times that it is asked
SKIPS = ", if several"

Asked = tuple[Span, int]  # the place of a choice, and a number of players


@define(eq=False)
class SingleAnswers(Observer):
    """Counts how often each choice was asked with a single answer.

    A question that seldom has a single answer is asked at a table, so only one that is mostly skipped gets a note.
    """

    _single: Counter[Asked] = field(init=False, factory=Counter)
    _several: Counter[Asked] = field(init=False, factory=Counter)
    _games: Counter[Asked] = field(init=False, factory=Counter)  # games in which it had a single answer

    def looks(self, played: ObservedGame) -> Iterable[Finding]:
        """No finding yet: the count decides."""
        here = set[Asked]()
        for state in played.states[played.fresh :]:
            choose = _plain_choice(state.game.program.asks[state.pc]) if isinstance(state.pending, Decision) else None
            if choose is None:
                continue
            asked = choose.span, played.players
            if len(state.raws) == 1:
                self._single[asked] += 1
                here.add(asked)
            else:
                self._several[asked] += 1
        self._games.update(here)
        return ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """The choices of the top layer whose single answer does not depend on hidden cards."""
        often = [asked for asked, single in self._single.items() if self._is_idle(single, self._several[asked])]
        top = self._rules.composed.layers[-1].path
        places = {place for place, _ in often if place.source.path == top}
        if not places:
            return
        for lines in HiddenReads(self._rules.resolved).lines.values():
            for line in lines:
                if line.does.span in places and isinstance(line.does, s.Choose) and not line.tells_single:
                    yield self._finding(line.does, [each for each in often if each[0] == line.does.span])

    def _finding(self, choose: s.Choose, often: list[Asked]) -> Finding:
        numbers = [number for _, number in often]
        single, games = (sum(counts[each] for each in often) for counts in (self._single, self._games))
        asked = single + sum(self._several[each] for each in often)
        said = choose.span.text.splitlines()[0].strip().rstrip(",")
        what = f"'{said}' had only one answer, which all players can work out, {single:,} of {asked:,} times"
        what += f" in {many(games, 'game')} with {players(numbers)}"
        end = Span(choose.span.source, choose.span.end, choose.span.end)
        told = problem("W078", choose.span, what, f"add '{SKIPS}' to ask only when there is a choice", Fix(end, SKIPS))
        return Finding(told, note=True)

    @staticmethod
    def _is_idle(single: int, several: int) -> bool:
        return single >= SINGLE and several >= SEVERAL and single >= MOSTLY * (single + several)


def _plain_choice(ask: object) -> s.Choose | None:
    """The choice that a player is asked for in one go and cannot decline, unless it is skipped with a single answer."""
    if not isinstance(ask, Asking) or ask.optional or ask.at is not None or ask.part is not None:
        return None
    return ask.choose if ask.asked == ALWAYS else None
