"""Testing a suite: its laws along random games, each told as soon as it is known."""

from collections.abc import Callable, Collection
from typing import Any

from rulespec.suite.breach import EFFORT, breach
from rulespec.suite.games import LawGames
from rulespec.suite.report import Looked, Tested
from rulespec.suite.suite import Suite


def tried(
    suite: Suite,
    wanted: Collection[str] | None = None,
    *,
    games: int | None = None,
    seed: int = 0,
    effort: int = EFFORT,
    tell: Callable[[Looked], Any] = lambda known: None,
) -> Tested:
    """Whether what is `wanted` of a suite, by its keys, holds in random games: so many for each number of players.

    For the same seed it is the same ones. `tell` hears of each law as soon as it is known.
    """
    laws = [law for law in suite.laws if wanted is None or law in wanted]
    playing, known = LawGames(suite.rules, games, seed), dict[str, Looked]()
    entries = suite.rules.composed.entries

    def looked(law: str, failure: Any) -> None:
        known[law] = Looked(law, entries[law].declaration.span, playing.looked[law], failure)
        tell(known[law])

    for law, state in playing.broken(laws):
        looked(law, breach(state, law, spec=suite.spec, effort=effort))
    for law in laws:
        if law not in known:
            looked(law, None)
    return Tested(suite, tuple(known[law] for law in laws), playing.played, playing.decisions)
