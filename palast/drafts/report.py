"""What becomes of a wish for a draft."""

from collections.abc import Mapping
from typing import Literal, get_args

from attrs import field, frozen

from rulespec import Ruleset

Kind = Literal["cards", "person", "action", "end", "numbers"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@frozen
class Draft:
    """A layer that loads on the rules it was drafted for, whose scenarios and laws hold, and whose games end.

    `added` is the text without its first lines, to go on with another layer; `texts` say by language what is different.
    """

    kind: Kind
    name: str
    text: str = field(repr=False)
    added: str = field(repr=False)
    about: str  # the comment at its beginning: what is different
    texts: Mapping[str, str] = field(repr=False)
    rules: Ruleset  # with the layer on top
    changed: tuple[str, ...]  # the scenarios that hold no longer
    removed: tuple[str, ...]  # the laws that it takes away, since they hold no longer


@frozen
class Refused:
    """Why there is no draft of a kind for some rules, and what would help."""

    kind: Kind
    reason: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.reason}; {self.remedy}"
