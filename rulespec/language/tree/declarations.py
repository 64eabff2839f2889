"""Declarations: the top-level blocks of a rule file, and the operations of a layer on them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal, assert_never

from attrs import field, frozen

from rulespec.language.tree.expressions import Condition, Expression, Own
from rulespec.language.tree.findings import Findings
from rulespec.language.tree.node import NAMES, Cited, Node, walk
from rulespec.language.tree.numbers import Numbers
from rulespec.language.tree.scenarios import Given, Step
from rulespec.language.tree.source import Span
from rulespec.language.tree.statements import Statement

Body = tuple[Statement, ...]
Seer = Literal["owner", "others", "all", "nobody"]  # who sees the cards of a zone


@frozen
class Sight:
    """Whether the owner of a zone sees its cards, and whether all others do."""

    owner: bool
    others: bool

    @property
    def is_public(self) -> bool:
        return self.owner and self.others


PUBLIC, PRIVATE = Sight(owner=True, others=True), Sight(owner=True, others=False)
BESIDE, UNSEEN = Sight(owner=False, others=True), Sight(owner=False, others=False)


@frozen(kw_only=True)
class Declared(Cited):
    """What every block of a ruleset shares.

    `key` is the name it is known by: `action Queen`, `next turn`, `value playable`.
    """

    @property
    def key(self) -> str:
        return KEYWORDS[type(self)]

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The block and all nodes inside it, outside first."""
        return tuple(walk(self))

    def within(self, *kinds: type[Any]) -> tuple[Any, ...]:
        """Its nodes of some kinds, in order."""
        found = self._within.get(kinds)
        if found is None:
            found = self._within[kinds] = tuple(node for node in self.nodes if isinstance(node, kinds))
        return found

    @cached_property
    def _within(self) -> dict[tuple[type[Any], ...], tuple[Any, ...]]:
        return {}

    @cached_property
    def findings(self) -> Findings:
        """What was found out about it as it is."""
        return Findings()


@frozen(kw_only=True)
class Named(Declared):
    name: str = field(metadata=NAMES)

    @property
    def key(self) -> str:
        return f"{KEYWORDS[type(self)]} {self.name}"


# ---- where rules come from


@frozen
class SourceText(Named):
    """A text that the rules are taken from, cited by line."""

    title: str
    lines: int


@frozen
class Reading(Node):
    """Another answer that a ruling could have given."""

    name: str
    text: str


@frozen
class Ruling(Named):
    """How a gap in the sources is filled: the question, the answer, the reason, the other readings."""

    question: str
    answer: str
    reason: str | None
    readings: tuple[Reading, ...] = ()


# ---- material


@frozen
class Players(Declared):
    least: int
    most: int


@frozen
class Seats(Declared):
    """The word that each seat carries."""

    list: str = field(metadata=NAMES)
    words: tuple[str, ...] = field(metadata=NAMES)


@frozen
class Limit(Declared):
    turns: int


@frozen
class Option(Named):
    """A number or word that people set before play; its name stands for its value."""

    title: str | None
    default: int | str = field(metadata=NAMES)
    numbers: "Stretch | None" = None
    words: tuple[str, ...] = field(default=(), metadata=NAMES)

    @property
    def members(self) -> Sequence[int] | tuple[str, ...]:
        """All its values, in order."""
        return self.words if self.numbers is None else range(self.numbers.low, self.numbers.high + 1)

    def __str__(self) -> str:
        """The values as they are declared."""
        return f"from {self.numbers}" if self.numbers else f"{', '.join(self.words[:-1])} or {self.words[-1]}"


@frozen
class WordList(Named):
    """A vocabulary; its order is the ranking."""

    words: tuple[str, ...] = field(metadata=NAMES)

    @property
    def members(self) -> tuple[str, ...]:
        return self.words


@frozen
class Stretch(Node):
    """The whole numbers from one to another."""

    low: int
    high: int

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


@frozen
class NumberList(Named):
    """Whole numbers that a card can show, ascending."""

    stretches: tuple[Stretch, ...]

    @property
    def members(self) -> Numbers:
        return Numbers(tuple(range(each.low, each.high + 1) for each in self.stretches))

    @property
    def low(self) -> int:
        return self.stretches[0].low

    @property
    def high(self) -> int:
        return self.stretches[-1].high


@frozen
class Factor(Node):
    """One attribute of the cards of a deck: each word of a set, each number `between` two, or one word only."""

    each: bool
    words: Expression
    between: Stretch | None = None


@frozen
class Deck(Cited):
    """So many copies of every combination of the factors; `copies` is a number or a value's name."""

    copies: int | str = field(metadata=NAMES)
    factors: tuple[Factor, ...]


@frozen
class Cards(Named):
    zone: str = field(metadata=NAMES)
    decks: tuple[Deck, ...]


@frozen(kw_only=True)
class Holder(Named):
    """A zone, a counter or a note: one, or one for each player, for each word of the list `by`, or for both."""

    per_player: bool = False
    by: str | None = field(default=None, metadata=NAMES)

    @property
    def is_single(self) -> bool:
        """Whether there is only one."""
        return not self.per_player and self.by is None


@frozen
class Zone(Holder):
    """Where cards lie."""

    seen_by: Seer = "nobody"
    last_seen: bool = False  # whether everybody sees the last card of a row
    ordered: bool = False
    shuffled: bool = False
    refill: Expression | None = None
    bookkeeping: bool = False  # what is put there is not worth telling: see `Counter`

    @property
    def sight(self) -> Sight:
        """What `seen_by` says."""
        match self.seen_by:
            case "owner":
                return PRIVATE
            case "others":
                return BESIDE
            case "all":
                return PUBLIC
            case "nobody":
                return UNSEEN
            case _:
                assert_never(self.seen_by)


@frozen
class Counter(Holder):
    """A public number that starts at 0; `reset` is None, `round` or `turn`.

    Who tells a game can leave out what is there for `bookkeeping`; everybody may look at it all the same. A number that
    is there `for_players` is one that they read, as a hint or a reminder, and that the rules need not read.
    """

    reset: str | None = None
    below: int | None = None
    above: int | None = None
    bookkeeping: bool = False
    for_players: bool = False


@frozen
class Note(Holder):
    """A public word or player that starts at none; `of` is a list's name, or `player`."""

    of: str = field(metadata=NAMES)
    reset: str | None = None
    bookkeeping: bool = False
    for_players: bool = False


@frozen
class Value(Named):
    """A name for an expression, about a `parameter` (None, `player`, `card`, `cards` or a list), and `by` another."""

    parameter: str | None = field(metadata=NAMES)
    by: str | None = field(default=None, kw_only=True, metadata=NAMES)
    expression: Expression

    @property
    def about(self) -> tuple[str | None, str | None]:
        """What it is asked about."""
        return self.parameter, self.by

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """What it can stand for."""
        return (self.expression,)


@frozen
class Row(Node):
    value: Expression
    for_: str | int = field(alias="for_", metadata=NAMES)


@frozen
class Table(Named):
    """A value looked up by the number of players or by a word; one with a `parameter` is about that, too."""

    parameter: str | None = field(default=None, kw_only=True, metadata=NAMES)
    by: str = field(metadata=NAMES)
    rows: tuple[Row, ...]
    otherwise: Expression | None

    @property
    def about(self) -> tuple[str | None, str | None]:
        """What it is asked about: one without a parameter is about the word. How many play is never said."""
        word = None if self.by == "players" else self.by
        return (word, None) if self.parameter is None else (self.parameter, word)

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """What it can stand for."""
        rows = tuple(row.value for row in self.rows)
        return rows if self.otherwise is None else (*rows, self.otherwise)


@frozen
class Call(Named):
    """An adjective for players, for cards, for sets of `cards` or for the game."""

    subject: str
    condition: Condition


# ---- the course of a game


@frozen(kw_only=True)
class Block(Declared):
    """A declaration that does something."""

    body: Body


@frozen(kw_only=True)
class NamedBlock(Block):
    name: str = field(metadata=NAMES)

    @property
    def key(self) -> str:
        return f"{KEYWORDS[type(self)]} {self.name}"


@frozen
class SetUp(Block):
    pass


@frozen
class Round(Block):
    pass


@frozen
class Turn(Block):
    pass


@frozen
class NextTurn(Block):
    pass


@frozen
class BeforeTurn(NamedBlock):
    pass


@frozen
class AfterTurn(NamedBlock):
    pass


@frozen
class AfterRound(NamedBlock):
    pass


@frozen
class Action(NamedBlock):
    pass


@frozen(kw_only=True)
class Reason(NamedBlock):
    """Why a round or the game ends; `moment` is `at once`, `before turn`, `after turn` or `after round`."""

    moment: str
    condition: Condition


@frozen
class RoundEnds(Reason):
    pass


@frozen
class GameEnds(Reason):
    pass


Moment = Literal["asked or over", "when asked", "after each effect", "after turn", "after round", "after game"]

Looked = (
    Moment | Literal["claimed"]
)  # when a condition is looked at that is no part of play; one of a scenario is claimed


@frozen
class Always(Named):
    """A law: what must hold at a moment, whatever is played; it changes no play."""

    moment: Moment
    condition: Condition


@frozen
class Winners(Declared):
    players: Expression


@frozen
class Returns(Declared):
    """What each player has from the game, as a number of his own."""

    amount: Expression


@frozen
class Score(Declared):
    """How far a player has come, as a number of his own; it changes no play. Most of it leads, or `fewest`."""

    amount: Expression
    fewest: bool = False
    by_height: bool = False  # written `highest` or `lowest`

    @property
    def name(self) -> str:
        """What it is called: by what is counted, where it is one thing."""
        return self.amount.noun.text if isinstance(self.amount, Own) else "score"


# ---- what is tried


@frozen
class Scenario(Named):
    """A position, what is answered in it, and what is then the case; it changes no play."""

    title: str | None
    given: Given | None
    steps: tuple[Step, ...]


Declaration = (
    SourceText
    | Ruling
    | Players
    | Seats
    | Limit
    | Option
    | WordList
    | NumberList
    | Cards
    | Zone
    | Counter
    | Note
    | Value
    | Table
    | Call
    | SetUp
    | Round
    | Turn
    | NextTurn
    | BeforeTurn
    | AfterTurn
    | AfterRound
    | Action
    | RoundEnds
    | GameEnds
    | Always
    | Winners
    | Returns
    | Score
    | Scenario
)

KEYWORDS: dict[type[Declared], str] = {
    SourceText: "source",
    Ruling: "ruling",
    Players: "players",
    Seats: "players have",
    Limit: "limit",
    Option: "option",
    WordList: "word",
    NumberList: "numbers",
    Cards: "cards",
    Zone: "zone",
    Counter: "counter",
    Note: "note",
    Value: "value",
    Table: "value",
    Call: "call",
    SetUp: "set-up",
    Round: "round",
    Turn: "turn",
    NextTurn: "next turn",
    BeforeTurn: "before turn",
    AfterTurn: "after turn",
    AfterRound: "after round",
    Action: "action",
    RoundEnds: "round ends",
    GameEnds: "game ends",
    Always: "always",
    Winners: "winners",
    Returns: "returns",
    Score: "score",
    Scenario: "scenario",
}


def key(kind: type[Named] | type[NamedBlock], name: str) -> str:
    """The key of a named block of this kind."""
    return f"{KEYWORDS[kind]} {name}"


# ---- what a file does with them


@frozen(kw_only=True)
class Operation(Cited):
    """An item of a file; with `applies`, it applies only if that condition on options holds."""

    applies: Condition | None = None


@frozen
class Plain(Operation):
    declaration: Declaration


@frozen
class AddBlock(Operation):
    declaration: Declaration


@frozen
class Replace(Operation):
    """`pin` is the digest of the block that this replacement was written against."""

    declaration: Declaration
    pin: str | None


@frozen
class AddWord(Operation):
    word: str
    list: str


@frozen
class Reference(Node):
    """The key of a block of the base."""

    key: str


@frozen
class Remove(Operation):
    reference: Reference


@frozen
class Rename(Operation):
    old: str
    new: str


@frozen
class Put(Operation):
    """The order of reasons: `before` (or after) another one."""

    reason: str
    before: bool
    other: str


@frozen
class Cite(Operation):
    """Citations for a block that is inherited unchanged."""

    reference: Reference


@frozen
class TriedOn(Operation):
    """The rulesets that a file is tried on, each a name, or several laid on each other: `base+layer`."""

    rulesets: tuple[str, ...]


@frozen
class Changes(Operation):
    """The inherited scenarios that are meant to hold no longer."""

    scenarios: tuple[str, ...] = field(metadata=NAMES)


Item = Plain | AddBlock | Replace | AddWord | Remove | Rename | Put | Cite | TriedOn | Changes


@frozen
class Header(Node):
    """`kind` is `ruleset`, `layer` or `scenarios`."""

    kind: str
    name: str
    title: str | None
    extends: tuple[str, ...]


@frozen
class RuleFile(Node):
    """A whole file; `broken` are the blocks that could not be read."""

    header: Header
    items: tuple[Item, ...]
    broken: tuple[Span, ...] = ()

    @property
    def tried_on(self) -> tuple[str, ...]:
        """The rulesets that it says it is tried on."""
        return tuple(base for item in self.items if isinstance(item, TriedOn) for base in item.rulesets)
