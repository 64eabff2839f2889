"""What names mean: the nodes that the pass `resolve` puts in the place of names."""

from typing import TYPE_CHECKING

from attrs import field, frozen

from rulespec.tree.expressions import Condition, Expression

if TYPE_CHECKING:
    from rulespec.resolve.kinds import Kind


@frozen(kw_only=True)
class Meaning(Expression):
    """An expression whose kind is known."""

    kind: "Kind" = field(repr=False)


@frozen
class WordOf(Meaning):
    """A word of a list."""

    word: str


@frozen
class Listed(Meaning):
    """All words, or numbers, of a list."""

    list: str


@frozen
class Chosen(Meaning):
    """What somebody chose, by the name the choice gave it."""

    name: str


@frozen
class Looked(Meaning):
    """The member of a set that is being looked at: `it`."""


@frozen
class OwnPlayer(Meaning):
    """The nearest of: the player being looked at, the member of a block for each, the active player."""


@frozen
class InZone(Meaning):
    """The cards of a zone, or of the zones of some players."""

    zone: str
    whose: Expression | None


@frozen
class OnCounter(Meaning):
    counter: str
    whose: Expression | None


@frozen
class OnNote(Meaning):
    note: str
    whose: Expression | None


@frozen
class OfValue(Meaning):
    """A named value, for a player, a card or a word where it is declared so."""

    value: str
    of: Expression | None


@frozen
class Shown(Meaning):
    """The word or number that a card or a player shows."""

    attribute: str
    of: Expression


@frozen
class Beside(Meaning):
    """The player on the left or on the right of one."""

    left: bool
    of: Expression


@frozen
class SumOver(Meaning):
    """The sum of a measure over the members of a set; the measure sees each as `it`."""

    set: Expression
    measure: Expression


@frozen
class Fits(Condition):
    """A named condition on a player, on a card, or (None) on the game."""

    call: str
    subject: Expression | None
