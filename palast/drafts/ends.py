"""Another end of a round or of the game: what happens there as with one that there is, for another reason."""

from collections.abc import Iterator, Sequence

from palast.drafts.blocks import commented, uncited
from palast.drafts.examples import shown_by_end
from palast.drafts.ideas import Idea, Names
from palast.drafts.laws import ended_so
from palast.drafts.said import say, sentences
from palast.drafts.seen import seen
from rulespec import Ruleset
from rulespec.language.printer import block, show
from rulespec.language.tree import declarations as d


def ideas(rules: Ruleset, names: Names) -> Iterator[Idea]:
    """Each reason that there is, those of rounds first, with each condition that comes about now and then."""
    reasons = [*rules.composed.of(d.RoundEnds), *rules.composed.of(d.GameEnds)]
    known = {show(each.condition) for each in reasons}
    zones, counters = _conditions(rules)
    return (
        _idea(names, reason, condition)
        for reason in reasons
        for condition in ((*counters, *zones) if reason.moment == "after round" else (*zones, *counters))
        if condition not in known
    )


def _conditions(rules: Ruleset) -> tuple[list[str], list[str]]:
    """What comes about in some games, but not as they begin: of zones, and of counters."""
    found = seen(rules)
    private = sorted(found.zones, key=lambda each: each.zone.seen_by != "owner")
    zones = [_some(each.zone, "{} is empty") for each in private if each.lows[0] > 0 and 0 in each.lows]
    for each in private:
        if (most := _middle(each.tops)) > max(each.first, 1):
            zones.append(_some(each.zone, f"cards in {{}} is at least {most}"))
    counters = list[str]()
    for counted in found.counters:
        if (most := _middle(counted.tops)) > max(counted.first, 1):
            counters.append(_some(counted.counter, f"{{}} is at least {most}"))
    return zones, counters


def _middle(numbers: Sequence[int]) -> int:
    """The number in the middle, of two the higher one; the page has no statistics."""
    return sorted(numbers)[len(numbers) // 2]


def _some(holder: d.Zone | d.Counter, condition: str) -> str:
    """A condition on a zone or a counter, or on that of some player."""
    if holder.per_player:
        return f"some player where {condition.format(f'own {holder.name}')}"
    return condition.format(holder.name)


def _idea(names: Names, reason: d.Reason, condition: str) -> Idea:
    of, name = ("round", names.free("new-end")) if isinstance(reason, d.RoundEnds) else ("game", names.free("new-end"))
    key = f"{of} ends {name}"
    when = "" if reason.moment == "at once" else f" {reason.moment}"
    head = f"add {key}{when}: {condition}"
    body = [line for statement in reason.body for line in block((uncited(statement),))]
    comments = [
        "Change the condition" + (f", and what happens then: it is the same as for '{reason.key}'." if body else ".")
    ]

    return Idea(
        f"The {of} can end in another way.",
        (commented(comments, "\n".join([head, *body]) + "\n"),),
        lambda there: shown_by_end(there, key, names.free("ends-so"), f"The {of} ends for the new reason"),
        lambda there, language: say(language, "end", does=sentences(there, language, key)[0]),
        lambda there: iter([ended_so(names, key, condition)]),
    )
