"""W071, deals with too few cards: before the first question, a draw gets fewer than declared."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from attrs import define

from rulespec.engine.python import watched as r
from rulespec.experiments.hunt.exploration import saying
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.experiments.population import spread
from rulespec.game.api import State
from rulespec.language.errors import problem
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import walk
from rulespec.wording.amounts import players as counted

DEALS = 10  # with each number of players; what comes of chance differs among them

Said = tuple[str, str]  # a block, and the text of an effect in it


@define(eq=False)
class ShortDeals(Observer):
    """Deals a few times with each number of players, up to the first question."""

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """The draws and moves that get fewer cards than declared in every deal with some numbers of players."""
        short: dict[Said, dict[int, State]] = {}
        numbers = spread(self._rules.players)
        for players in numbers:
            for said, state in self._short(players).items():
                short.setdefault(said, {})[players] = state
        rules = self._rules.resolved
        top = rules.composed.layers[-1].path
        for (key, text), found in short.items():
            block = rules.blocks[key]
            effects = (node for node in walk(block) if isinstance(node, s.Effect) and show(node) == text)
            span = next((effect.span for effect in effects), block.span)
            among = f" with {counted(found)}" if len(found) < len(numbers) else ""
            what = f"'{text}' gets too few cards in every deal{among}"
            new = span.source.path == top or self._is_on_top(d.Cards) or self._is_on_top(d.Players)
            told = problem("W071", span, what, "add cards, deal fewer, or allow fewer players")
            yield Finding(told, found[min(found)], note=not new)

    def _is_on_top(self, kind: type[d.Declaration]) -> bool:
        """True if the top layer changes a declaration of a kind."""
        rules = self._rules.resolved
        changed = rules.composed.changed_on_top
        return any(each.key in changed for each in rules.of(kind))

    def _short(self, players: int) -> dict[Said, State]:
        """The draws that got fewer cards than declared in every deal, and the state after the first."""
        game, chance = self._rules.game(players), Random(f"{self._budget.seed} {players} deals")
        notes: list[r.Note] = []
        noting = game.played_by(game.engine.noting(notes))
        often, shown = Counter[Said](), dict[Said, State]()
        for number in range(DEALS):
            notes.clear()
            state = State.begin(noting, number % players, random=chance.random)
            told = [saying(game.plan, game.plan.code[pc]) for pc, _, did in notes if did & r.LESS]
            for said in {each for each in told if each is not None}:
                often[said] += 1
                shown.setdefault(said, state.within(game))
        return {said: state for said, state in shown.items() if often[said] == DEALS}
