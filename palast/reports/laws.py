"""What `palast laws` has mined, as JSON."""

from collections.abc import Mapping
from typing import Annotated

from attrs import frozen

from palast.reports.form import From


@frozen
class Law:
    """A law that seems to hold in every game."""

    name: Annotated[str, "its name"]
    moment: Annotated[str, "when it is checked"]
    condition: Annotated[str, "the condition"]
    line: Annotated[str, "the line to paste into the rule file", From(str)]


@frozen
class NearLaw:
    """What fails in few games only."""

    name: Annotated[str, "its name", From("law.name")]
    moment: Annotated[str, "when it is checked", From("law.moment")]
    condition: Annotated[str, "the condition that nearly always holds", From("law.condition")]
    line: Annotated[str, "the line to paste into the rule file", From(lambda near: str(near.law))]
    share: Annotated[float, "share of the games in which it fails"]


@frozen
class Seen:
    """The games that the laws are mined from."""

    games: Annotated[int, "how many", From("seen")]
    decisions: Annotated[int, "how many decisions these had"]


@frozen
class Tried:
    """The other games that they were tried in."""

    games: Annotated[Mapping[int, int], "how many, for each number of players", From("fresh")]
    decisions: Annotated[int, "how many decisions these had", From("fresh_decisions")]


@frozen
class Mined:
    """Laws that some rules could have."""

    rules: Annotated[str, "the name of the rules", From("rules.name")]
    laws: Annotated[list[Law], "laws that held in all games"]
    nearly: Annotated[list[NearLaw], "laws that failed in few games"]
    more: Annotated[int, "number of further laws that are not listed"]
    seen: Annotated[Seen, "the games that suggested them", From(lambda found: found)]
    tried: Annotated[Tried, "the games that confirmed them", From(lambda found: found)]
    seed: Annotated[int, "the seed of the games"]
