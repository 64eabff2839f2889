"""Judges mutants by the scenarios and laws of the rules, and by games played in lockstep with them."""

import re
from collections.abc import Iterator

from attrs import define, field

from rulespec.experiments.comparison import first_difference, same_cards
from rulespec.experiments.mutation.mutant import Mutant
from rulespec.experiments.mutation.report import Alike, Killed, Survives, Verdict
from rulespec.experiments.scenarios import outcomes, run
from rulespec.experiments.scenarios.ways import SOME
from rulespec.experiments.suite.law_games import LawGames
from rulespec.game.api import Ruleset, State
from rulespec.game.history import raw_answers
from rulespec.language.tree import declarations as d

FEW = 2  # ways in which scenarios are tried first


@define
class Judge:
    """Judges mutants of some rules by the laws and scenarios that hold for the rules themselves."""

    rules: Ruleset
    games: int
    seed: int
    laws: tuple[str, ...] = field(init=False)
    scenarios: dict[int, tuple[str, ...]] = field(init=False)  # those that hold, by the number of ways tried
    wrong: tuple[str, ...] = field(init=False)  # the laws and scenarios that do not hold for the rules themselves
    _words: dict[str, frozenset[str]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        laws = [law.key for law in self.rules.composed.of(d.Always)]
        broken = {law for law, _ in self._broken(self.rules, laws)}
        self.laws = tuple(law for law in laws if law not in broken)
        tried = {ways: run(self.rules, ways=ways) for ways in (FEW, SOME)}
        self._words = {
            each.key: frozenset(re.findall(r"\w+(?:-\w+)*", each.span.text))
            for each in self.rules.composed.of(d.Scenario)
        }
        self.scenarios = {ways: tuple(each.key for each in found if each.held) for ways, found in tried.items()}
        wrong = [each.key for each in tried[SOME] if not each.held]
        self.wrong = (*wrong, *(law for law in laws if law in broken))

    def verdict(self, mutant: Mutant) -> Verdict:
        """The verdict on a mutant; a `RulesError` if it does not load."""
        rules = mutant.load()
        if (killed := self._by_scenario(rules, mutant.key)) is not None:
            return killed
        both = self.rules, rules
        if same_cards(*both) and first_difference(*both, games=self.games, seed=self.seed) is None:
            return Alike(self.games)
        for law, state in self._broken(rules, self.laws):
            return Killed(law, rules.composed.entries[law].declaration.span, _answers(state))
        return Survives(self.rules, mutant, self.games, self.seed)

    def _by_scenario(self, rules: Ruleset, key: str) -> Killed | None:
        """The first scenario that fails, trying those first that mention the changed block.

        For speed, all are tried in few ways before more: that kills most mutants in a tenth of the time.
        """
        name = key.split()[-1]
        for ways, held in self.scenarios.items():
            speaking = [each for each in held if name in self._words[each]]
            for several in (speaking, [each for each in held if each not in speaking]):
                for outcome in outcomes(rules, several, ways=ways):
                    if not outcome.held:
                        return Killed(outcome.key, outcome.place, _answers(outcome.state))
        return None

    def _broken(self, rules: Ruleset, laws: tuple[str, ...] | list[str]) -> Iterator[tuple[str, State]]:
        """The laws that random games break."""
        return LawGames(rules, -(-self.games // len(rules.players)), self.seed).broken(laws)


def _answers(state: State | None) -> int:
    """How many answers led to a state, none to where no game began."""
    return 0 if state is None else sum(1 for _ in raw_answers(state))
