"""Judging mutants: by the scenarios and the laws that hold by the rules as they are, and by games played in step."""

from collections.abc import Iterator

from attrs import define, field

from rulespec.api import Ruleset, State
from rulespec.compare import first_difference
from rulespec.history import answers
from rulespec.mutants.mutant import Mutant
from rulespec.mutants.verdict import Alike, Killed, Survives, Verdict
from rulespec.suite.games import LawGames
from rulespec.tree import declarations as d


@define
class Judge:
    """Says what becomes of mutants of some rules; what does not hold by the rules themselves has no say."""

    rules: Ruleset
    games: int
    seed: int
    laws: tuple[str, ...] = field(init=False)
    scenarios: tuple[str, ...] = field(init=False, default=())
    wrong: tuple[str, ...] = field(init=False)  # laws and scenarios that do not hold by the rules themselves

    def __attrs_post_init__(self) -> None:
        laws = [law.key for law in self.rules.composed.of(d.Always)]
        broken = {law for law, _ in self._broken(self.rules, laws)}
        self.laws = tuple(law for law in laws if law not in broken)
        self.wrong = tuple(law for law in laws if law in broken)

    def verdict(self, mutant: Mutant) -> Verdict:
        """What becomes of a mutant; a `RulesError` where it does not load."""
        rules = mutant.load()
        if (killed := self._by_scenario(rules)) is not None:
            return killed
        if self._same_cards(rules) and first_difference(self.rules, rules, games=self.games, seed=self.seed) is None:
            return Alike(self.games)
        for law, state in self._broken(rules, self.laws):
            return Killed(law, rules.composed.entries[law].declaration.span, len(answers(state)))
        return Survives(self.rules, mutant, self.games, self.seed)

    def _by_scenario(self, rules: Ruleset) -> Killed | None:
        return None

    def _broken(self, rules: Ruleset, laws: tuple[str, ...] | list[str]) -> Iterator[tuple[str, State]]:
        """Laws that random games break."""
        return LawGames(rules, -(-self.games // len(rules.players)), self.seed).broken(laws)

    def _same_cards(self, rules: Ruleset) -> bool:
        """Whether both have the same cards: games in step leave aside those that only one has."""
        return all(
            [card.name for card in self.rules.game(players).material.cards]
            == [card.name for card in rules.game(players).material.cards]
            for players in rules.players
        )
