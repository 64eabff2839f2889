"""W056 again: words of a list that a choice among them never offers."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from attrs import define, field

from rulespec.experiments.hunt.counts import of_words
from rulespec.experiments.hunt.exploration import Exploration
from rulespec.experiments.hunt.observer import Observer
from rulespec.experiments.hunt.report import Finding, Searched
from rulespec.language.errors import problem
from rulespec.language.tree import statements as s
from rulespec.rules.checks.settled import can_be, truths_of

ENOUGH = 200  # answers from which on it says something that a word was never among them


@define(eq=False)
class NeverOffered(Observer):
    """Counts how often each word of a list was chosen, at each choice of one word; none is never taken if offered."""

    _taken: dict[s.Choose, dict[str, int]] = field(init=False, factory=lambda: defaultdict(dict))

    def explored(self, exploration: Exploration) -> Iterable[Finding]:
        """Takes over the counts of the engine, without places that have too many other counts."""
        for choose, pc, words in of_words(exploration.table.game):
            for number, word in enumerate(words):
                taken = exploration.taken(pc, number)
                if taken is None:
                    break
                counted = self._taken[choose]
                counted[word] = counted.get(word, 0) + taken
        return ()

    def sums_up(self, searched: Searched) -> Iterator[Finding]:
        """The words that were never chosen where others often were, without those that the choice itself excludes."""
        truths = truths_of(self._rules.resolved)
        for choose, taken in self._taken.items():
            never = [word for word, times in taken.items() if not times and can_be(choose, word, truths)]
            if never and sum(taken.values()) >= ENOUGH:
                said = choose.span.text.splitlines()[0].strip()
                what = f"'{said}' never offered {', '.join(never)} in {sum(taken.values()):,} answers"
                yield Finding(problem("W056", choose.span, what, "is that intended?"), note=True)
