"""What the page can ask a session, and what it is answered: each request a class, whose fields are those of its JSON.

A request is an object with its `kind` and its fields; those that have a default can be left out. It is answered by
`{"answer": ...}`, or by `{"error": ...}`, whatever is asked. Offsets count code points in the text as it was sent.
`web/src/protocol.ts` says the same to the page, and is written by `python -m palast.web.typescript`.
"""

from typing import ClassVar, Literal

from attrs import field, frozen

from rulespec.assistance import Completion, Hover, Mistake
from rulespec.assistance.answer import Kind as Stretch

PERSON = "person"  # who sits at a seat, where it is not the name of a bot

Level = Literal["error", "warning", "note"]
File = Literal["ruleset", "layer", "scenarios", ""]
Tested = Literal["scenario", "law"]
Side = Literal["base", "variant"]
Sort = Literal["number", "word", "seat"]
Answered = Literal["choice", "decline", "enough", "yes"]
Kind = Literal["round", "step", "ends", "meaning", "standings", "returns", "outcome"]
Code = Literal["request", "name", "rules", "refused", "record", "fragment", "knowledge", "worlds", "bug"]

# ---- rules


@frozen
class RuleText:
    """A rule file that comes along, under the name by which others call it; `kind` is empty where it does not say."""

    name: str
    title: str
    kind: File
    shelf: str  # what it is an example of: "games", "house rules"; empty for what is no example
    tried_on: list[str]  # the rulesets that it says it goes on
    players: list[int]  # how many can play, as far as it says so itself
    text: str


@frozen
class Library:
    """The rule files that there are, bots and how many games they may play in their minds for a decision."""

    kind: ClassVar = "library"


@frozen
class Shelves:
    """Rulesets first, then layers that go on them, then examples."""

    files: list[RuleText]
    bots: list[str]
    most_playouts: int


@frozen
class Load:
    """Reads rules: a name, or several with a plus between them; `texts` are files of the sender, by name."""

    kind: ClassVar = "load"
    rules: str
    texts: dict[str, str] = field(factory=dict)


@frozen
class Place:
    """Where something stands in a text of the sender, or in a file of the library."""

    file: str  # its name
    sent: bool  # whether it is one of `texts`
    line: int  # from 1, as is the column
    column: int
    start: int
    end: int


@frozen
class Problem:
    """A mistake, or what deserves a second look."""

    code: str
    level: Level
    message: str
    remedy: str
    place: Place | None


@frozen
class Loaded:
    """Rules that were read, from these files, the base first; where there is an error, only the problems are known."""

    name: str
    title: str
    players: list[int]
    digest: str
    files: list[str]
    problems: list[Problem]


@frozen
class Assist:
    """What an editor needs to know of a text under its name, laid `on` rules if it is a layer, and at an offset of it.

    Other `texts` lie beside it.
    """

    kind: ClassVar = "assist"
    text: str
    name: str
    on: str = ""
    offset: int | None = None
    texts: dict[str, str] = field(factory=dict)


@frozen
class Assisted:
    """What is wrong, with changes that mend it; what each stretch of the text is; what may stand, or stands, there.

    Stretches follow each other from the beginning of the text to its end: each has an end and a kind.
    """

    problems: list[Mistake]
    ends: list[int]
    kinds: list[Stretch]
    completions: list[Completion]
    hover: Hover | None


@frozen
class Explain:
    """What a block says with its rulings, or what a card does, in the game on the table."""

    kind: ClassVar = "explain"
    words: str


@frozen
class Lines:
    """A text, line by line."""

    lines: list[str]


# ---- a game


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
    """Goes on with a recorded game, or shows it; without `seats` those sit there who sat there."""

    kind: ClassVar = "open"
    record: str
    texts: dict[str, str] = field(factory=dict)
    seats: list[str] | None = None


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

    A `row` has an order, the oldest first; faces that can be seen lie last in it. `quiet` is what is for bookkeeping.
    """

    zone: str
    owner: int | None
    row: bool
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

    A card that can be seen says where it lies. `yes` is doing what one may.
    """

    key: str
    what: Literal["card", "seat", "number", "word", "yes"]
    text: str
    card: int | None = None
    seat: int | None = None
    zone: str | None = None
    owner: int | None = None


@frozen
class Option:
    """An answer that can be given, by its `text`; `said` is a sentence. One without atoms declines, or has enough."""

    text: str
    said: str
    what: Answered
    atoms: list[str]  # their keys


@frozen
class Asked:
    """What a player is asked: `prompt` as the rule says it, `question` in plain words, `rule` which block asks.

    `atoms` are all that occur in an option. Of very many options only the first ones are listed; whoever clicks one
    atom after the other comes to each of them.
    """

    question: str
    prompt: str
    rule: str
    binds: list[str]
    atoms: list[Atom]
    options: list[Option]
    many: int


@frozen
class Step:
    """A step of the story: what one rule made happen, as a seat heard it; `rule` is that rule.

    `turn` is the number of the turn if this is the first that is told of it. A round, an end, how the players stand,
    and the outcome have steps of their own.
    """

    what: Kind
    text: str
    rule: str
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

    `waits` is the seat that is asked; `asked` what, if it is this one. `bots` says whether a bot has to answer next.
    """

    run: int
    seat: int | None
    turn: int
    active: int
    order: list[int]  # seats in the order in which they sit, this one first
    shares: list[Share]
    values: list[Value]
    scores: list[int] | None
    waits: int | None
    bots: bool
    asked: Asked | None
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
    """Lets the bots answer, so often at most, until a person is asked; answered by the table as a seat sees it."""

    kind: ClassVar = "bots"
    answers: int = 1
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
    """Why things are as they are; or why an option, by its text, is offered or not. A seat is told what it may know."""

    kind: ClassVar = "why"
    seat: int
    option: str | None = None


@frozen
class Hint:
    """What a search in a seat's place would take, after so many games played on from what it knows."""

    kind: ClassVar = "hint"
    seat: int
    playouts: int = 40


@frozen
class Worth:
    """An option, in how many games it was tried, and what these brought in the mean."""

    option: str
    playouts: int
    mean: float


@frozen
class Hinted:
    """The most promising first."""

    worths: list[Worth]


# ---- keeping a game


@frozen
class Keep:
    """The game as a text, which tells all hands to whoever reads it."""

    kind: ClassVar = "keep"


@frozen
class Kept:
    """The text of a record."""

    record: str
    finished: bool


@frozen
class Replay:
    """Plays a record, or the game on the table, again by other rules."""

    kind: ClassVar = "replay"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    record: str | None = None


@frozen
class Difference:
    """Where: after which heading, at which answer; what either rules say there."""

    heading: str
    answer: str
    recorded: str
    other: str


@frozen
class Replayed:
    """Where the game first goes differently, and the first answer that becomes illegal, if there are any."""

    recorded: str  # what the rules of the record are called
    other: str
    different: Difference | None
    illegal: Difference | None


@frozen
class Send:
    """Rules, layers, players and seats as the fragment of an address.

    With the `deal` it is the game on the table, by the rules that it is played by. One that goes on shows every hand to
    whoever gets it, so that it is sent only if the sender is `sure`.
    """

    kind: ClassVar = "send"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    players: int | None = None
    seats: list[str] | None = None
    deal: bool = False
    sure: bool = False


@frozen
class Sent:
    """What stands behind the # of the address."""

    fragment: str


@frozen
class Receive:
    """What somebody has sent; nothing is begun."""

    kind: ClassVar = "receive"
    fragment: str


@frozen
class Received:
    """What there was in a fragment: `load` it, then `open` its record, or begin a new game."""

    rules: str
    texts: dict[str, str]
    players: int | None
    seats: list[str] | None
    record: str | None


# ---- testing rules


@frozen
class Test:
    """Begins to try the scenarios and laws of rules, each a slice; `games` random ones look at the laws."""

    kind: ClassVar = "test"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    games: int = 20
    seed: int = 0


@frozen
class Check:
    """Begins a hunt for what is wrong with rules: laws, leaks, games that do not end, what never happens."""

    kind: ClassVar = "check"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    games: int = 60
    seed: int = 0


@frozen
class Compare:
    """Begins to play pairs of games by `rules` and by `other`, with the same random players and the same chance.

    They count for themselves: what is told of them says nothing of all other games, as `palast impact` does.
    """

    kind: ClassVar = "compare"
    rules: str
    other: str
    texts: dict[str, str] = field(factory=dict)
    players: int | None = None  # the fewest that both allow, if nothing is said
    games: int = 50
    seed: int = 0


@frozen
class More:
    """The next slice of what was begun; answered by what is new.

    One can take long where a game is made short; whoever does not want to wait ends the worker.
    """

    kind: ClassVar = "more"


@frozen
class Stop:
    """Leaves what was begun."""

    kind: ClassVar = "stop"


@frozen
class Tried:
    """A scenario or a law of the rules: whether it holds, how often it was tried, and the game that shows that it does
    not, as a record that can be opened and as a story."""

    name: str
    what: Tested
    holds: bool
    times: int
    place: Place | None
    problem: Problem | None
    record: str | None
    story: list[str]


@frozen
class Found:
    """What a hunt found; what happened in a game is shown by it."""

    problem: Problem
    record: str | None
    story: list[str]


@frozen
class Mattered:
    """The first of the games in which the difference mattered, by the rules of one side, up to where it did.

    What both rules say there, and which blocks are the reason.
    """

    by: Side
    base: str
    variant: str
    because: list[str]
    record: str | None


@frozen
class Pairs:
    """How many pairs of games were played, and how many of them went otherwise; `first` is known when it is over."""

    played: int
    differing: int
    first: Mattered | None


@frozen
class Progress:
    """What is new since the last slice. `done` of about `of` slices; `said` sums up where it is over."""

    done: int
    of: int
    over: bool
    tried: list[Tried]
    found: list[Found]
    pairs: Pairs | None
    said: str


# ---- what goes wrong


@frozen
class Failed:
    """Why there is no answer: what is wrong with the request, the rules, the record or the fragment, and what to do.

    `code` says whose mistake it is: "request" and "name" are the page's, "rules" the author's, with all `problems`,
    "refused" a player's, "record" and "fragment" the sender's, "knowledge" what nobody may look at, "worlds" what would
    take too long, "bug" ours.
    """

    code: Code
    message: str
    remedy: str
    problems: list[Problem]


Request = (
    Library | Load | Assist | Explain | New | Open | Look | Choose | Answer | Bots | Undo | Why | Hint
    | Keep | Replay | Send | Receive | Test | Check | Compare | More | Stop
)  # fmt: skip

Reply = (
    Shelves | Loaded | Assisted | Lines | Game | Table | Chosen | Hinted | Kept | Replayed | Sent | Received | Progress
)  # fmt: skip

ANSWERED: dict[type[Request], type[Reply]] = {
    Library: Shelves, Load: Loaded, Assist: Assisted, Explain: Lines, New: Game, Open: Game, Look: Table,
    Choose: Chosen, Answer: Table, Bots: Table, Undo: Table, Why: Lines, Hint: Hinted, Keep: Kept,
    Replay: Replayed, Send: Sent, Receive: Received, Test: Progress, Check: Progress, Compare: Progress,
    More: Progress, Stop: Progress,
}  # fmt: skip
