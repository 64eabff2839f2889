"""What `palast laws` has mined, as JSON."""

from collections.abc import Mapping
from typing import Annotated

from attrs import frozen

from rulespec.experiments import mining


@frozen
class Law:
    """A law that seems to hold in every game."""

    name: Annotated[str, "its name"]
    moment: Annotated[str, "when it is looked at"]
    condition: Annotated[str, "what must hold then"]
    line: Annotated[str, "the line to paste into the rule file"]


@frozen
class NearLaw:
    """What fails in few games only."""

    name: Annotated[str, "its name"]
    moment: Annotated[str, "when it is looked at"]
    condition: Annotated[str, "what nearly always holds then"]
    line: Annotated[str, "the line to paste into the rule file"]
    share: Annotated[float, "in which share of the games it fails"]


@frozen
class Seen:
    """The games that the laws are mined from."""

    games: Annotated[int, "how many"]
    decisions: Annotated[int, "how many decisions these had"]


@frozen
class Tried:
    """The other games that they were tried in."""

    games: Annotated[Mapping[int, int], "how many, for each number of players"]
    decisions: Annotated[int, "how many decisions these had"]


@frozen
class Mined:
    """Laws that some rules could have."""

    rules: Annotated[str, "the name of the rules"]
    laws: Annotated[list[Law], "what held in all games"]
    nearly: Annotated[list[NearLaw], "what failed in few of them"]
    more: Annotated[int, "how many more there are that are not listed"]
    seen: Annotated[Seen, "what they are mined from"]
    tried: Annotated[Tried, "what they were tried in"]
    seed: Annotated[int, "the seed of the games"]


def mined(found: mining.Mined) -> Mined:
    """What was mined."""
    return Mined(
        found.rules.name,
        [Law(*_law(each)) for each in found.laws],
        [NearLaw(*_law(each.law), each.share) for each in found.nearly],
        found.more,
        Seen(found.seen, found.decisions),
        Tried(found.fresh, found.fresh_decisions),
        found.seed,
    )


def _law(law: mining.MinedLaw) -> tuple[str, str, str, str]:
    return law.name, law.moment, law.condition, str(law)
