"""Small things that can be done in a game, by what it has: a card is drawn from a pile that is drawn from anyway."""

from collections.abc import Iterator

from attrs import frozen

from palast.drafts.table import private, scores, single_counters
from rulespec import Ruleset
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s

Where = tuple[str, bool]  # the name of a zone or a counter, and whether each player has one


@frozen
class Small:
    """One small effect of a player, as lines of a block, and what on the table tells that it has come about.

    `who` and `seen` are the name of a player who is chosen, and of his zone whose cards are shown to the chooser.
    """

    lines: tuple[str, ...]
    counted: tuple[Where, ...] = ()
    who: str | None = None
    seen: str | None = None


def small(rules: Ruleset, who: str) -> Iterator[Small]:
    """Effects that make sense in a game, the plainest first; somebody who is chosen is called `who`."""
    drawn = dict.fromkeys(
        (each.source.zone, each.to.zone)
        for each in rules.resolved.within(s.Draw)
        if isinstance(each.source, e.InZone) and isinstance(each.to, e.InZone)
        and each.source.whose is None and each.source.by is None
        and isinstance(each.to.whose, e.OwnPlayer) and each.to.by is None
    )  # fmt: skip
    for pile, hand in drawn:
        yield Small((f"draw 1 from {pile} to own {hand}",), ((hand, True), (pile, False)))
    for zone in private(rules):
        if rules.players[-1] > 1:
            yield Small(
                (
                    f"choose {who} from other players, where own {zone.name} is not empty",
                    f"show {zone.name} of {who} to self",
                ),
                who=who,
                seen=zone.name,
            )
    for counter in scores(rules):
        yield Small((f"add 1 to own {counter.name}",), ((counter.name, True),))
    for counter in single_counters(rules):
        yield Small((f"add 1 to {counter.name}",), ((counter.name, False),))
