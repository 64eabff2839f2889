"""A game on the table: how it begins, how it stands, what is asked and answered."""

from typing import ClassVar, Literal

from attrs import field, frozen

PERSON = "person"  # who sits at a seat, where it is not the name of a bot

Sort = Literal["number", "word", "seat"]
Answered = Literal["choice", "decline", "enough", "yes"]
Undoing = Literal["possible", "refused", "nothing"]
Kind = Literal["round", "step", "ends", "meaning", "standings", "returns", "outcome"]


@frozen
class New:
    """Begins a game. At each seat sits a person, or a bot by its name; without `seats` a person sits at the first.

    A `seed` is a number in digits, as it may be larger than a number of JavaScript; without one it is drawn.
    """

    kind: ClassVar = "new"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    players: int | None = None  # the fewest that can play, if nothing is said
    first: int = 0
    seats: list[str] | None = None
    seed: str | None = None


@frozen
class Open:
    """Goes on with a recorded game, or shows it; without `seats` those sit there who sat there.

    With `after` it is shown as it was after so many moves of players and chance, and bots repeat what was recorded.
    """

    kind: ClassVar = "open"
    record: str
    texts: dict[str, str] = field(factory=dict)
    seats: list[str] | None = None
    after: int | None = None


@frozen
class Card:
    """A card, whose number is its place in `cards` of the game; `shows` has the word of each list."""

    name: str
    shows: dict[str, str]


@frozen
class Seat:
    """A player: what he is called, and who sits there."""

    name: str
    sits: str


@frozen
class Game:
    """What stays the same while a game is played. Where `run` is another, it is another game, or was taken back."""

    run: int
    rules: str
    name: str
    title: str
    seats: list[Seat]
    cards: list[Card]
    score: str  # what the score is called; empty where there is none that everybody may know


@frozen
class Look:
    """The table as a seat sees it, or as a spectator does (no seat), with the steps of the story from `since` on.

    Others than persons are looked at only when the game is over, or where no person plays.
    """

    kind: ClassVar = "look"
    seat: int | None = None
    since: int = 0
    run: int = 0  # that of the table that has so many steps


@frozen
class Share:
    """What lies in a zone, or in a player's share of it: the cards whose faces can be seen, and how many others.

    A `row` has an order, the oldest first; faces that can be seen lie last in it. What is `held` its owner alone sees,
    as a hand. `quiet` is what is for bookkeeping.
    """

    zone: str
    owner: int | None
    row: bool
    held: bool
    cards: list[int]
    hidden: int
    quiet: bool


@frozen
class Value:
    """A counter or a note: a number, a word, or for a note of a player his seat; nothing stands on it if it is null."""

    name: str
    owner: int | None
    what: Sort
    value: int | str | None
    quiet: bool


@frozen
class Atom:
    """A part of an answer. `key` is how it is called when it is clicked; `text` is what it is called by people.

    `yes` is doing what one may.
    """

    key: str
    what: Literal["card", "seat", "number", "word", "yes"]
    text: str
    card: int | None = None


@frozen
class Option:
    """An answer that can be given, by its `text`; `said` is a sentence. One without atoms declines, or has enough."""

    text: str
    said: str
    what: Answered
    atoms: list[str]  # their keys


@frozen
class Asked:
    """What a player is asked: `question` in plain words, `rule` which block asks.

    `atoms` are all that occur in an option, `fewest` and `most` how many make an answer, where it is not declined. Of
    very many options only the first ones are listed; whoever clicks one atom after the other comes to each of them.
    """

    question: str
    rule: str
    cites: str  # what that block goes by: lines of a source text, and rulings
    atoms: list[Atom]
    fewest: int
    most: int
    options: list[Option]
    many: int


@frozen
class Step:
    """A step of the story: what one rule made happen, as a seat heard it; `rule` is that rule, `cites` what it goes by.

    `turn` is the number of the turn if this is the first that is told of it, and `player` whose turn it is; else who
    did it. A round, an end, how the players stand, and the outcome have steps of their own. `passing` is a step that
    only says whose turn it is.
    """

    what: Kind
    text: str
    rule: str
    cites: str
    passing: bool
    turn: int | None
    player: int | None
    cards: list[int]  # that it names


@frozen
class Outcome:
    """How the game has ended: what each seat gets is a number, or a fraction such as 1/2."""

    winners: list[int]
    returns: list[str]


@frozen
class Table:
    """How the game stands, as one seat sees it. `story` begins with step number `since`.

    `waits` is the seat that is asked; `asked` what, if it is this one. `bots` says whether a bot has to answer next,
    `thought` how far it has thought, if it does, which takes as many steps however many options it has.
    `undo` says whether this seat's last answer can be taken back: it may have answered `nothing` yet.
    """

    run: int
    seat: int | None
    active: int
    order: list[int]  # seats in the order in which they sit, this one first
    shares: list[Share]
    values: list[Value]
    scores: list[int] | None
    waits: int | None
    bots: bool
    thought: float | None
    asked: Asked | None
    undo: Undoing
    outcome: Outcome | None
    since: int
    story: list[Step]


@frozen
class Choose:
    """What can follow some atoms that were clicked, in any order, by their keys."""

    kind: ClassVar = "choose"
    seat: int
    clicked: list[str]


@frozen
class Chosen:
    """What can be clicked next; the answer that has just these atoms, if it is one; and how many answers have them."""

    next: list[Atom]
    whole: Option | None
    many: int


@frozen
class Answer:
    """A person's answer, by the text of an option; all that chance decides is drawn. Answered by the table."""

    kind: ClassVar = "answer"
    seat: int
    option: str
    since: int = 0
    run: int = 0


@frozen
class Bots:
    """Lets the bots answer, so often at most, until a person is asked; answered by the table as a seat sees it.

    After so many milliseconds a bot that still thinks is left at that, and thinks on with the next request; in a
    `hurry` it thinks no more, and answers at random.
    """

    kind: ClassVar = "bots"
    answers: int = 1
    within: int | None = None
    hurry: bool = False
    seat: int | None = None
    since: int = 0
    run: int = 0


@frozen
class Undo:
    """Takes back the last answer of a seat, as far as knowledge allows. Answered by the table, whose run is another."""

    kind: ClassVar = "undo"
    seat: int


@frozen
class Why:
    """Why things are as they are; or why an option, by its text, is offered or not. A seat is told what it may know.

    Where an answer has several parts, the text may be that of one part, beside others that were clicked.
    """

    kind: ClassVar = "why"
    seat: int
    option: str | None = None
    clicked: list[str] = field(factory=list)


@frozen
class Hint:
    """What a search in a seat's place would take, after so many games played on from what it knows.

    After so many milliseconds it is left at what it has done; the same request goes on with it, or ends it as `enough`.
    """

    kind: ClassVar = "hint"
    seat: int
    playouts: int = 40
    within: int | None = None
    enough: bool = False


@frozen
class Worth:
    """An option, in how many games it was tried, and what these brought in the mean."""

    option: Option
    playouts: int
    mean: float


@frozen
class Hinted:
    """How much of the search is `done`; when all is, the options that were tried, the most promising first.

    In so many `games` they were. Where `wins` is true, whoever wins alone gets 1; else the rules say what one gets.
    """

    done: float
    worths: list[Worth]
    games: int
    wins: bool
