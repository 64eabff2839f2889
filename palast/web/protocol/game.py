"""The game on the table: beginning, looking, asking and answering."""

from typing import ClassVar, Literal

from attrs import field, frozen

from palast.verdict.words import Language

PERSON = "person"  # a player who is no bot

Sort = Literal["number", "word", "seat"]
Answered = Literal["choice", "decline", "enough", "yes"]
Undoing = Literal["possible", "refused", "nothing"]
Kind = Literal["round", "step", "ends", "standings", "returns", "outcome"]


@frozen
class New:
    """Begins a game. `seats` has for each seat "person" or the name of a bot; by default one person at the first seat.

    A `seed` is a number in digits, as it may be too large for JavaScript; by default it is random.
    """

    kind: ClassVar = "new"
    rules: str
    texts: dict[str, str] = field(factory=dict)
    players: int | None = None  # by default the fewest that the rules allow
    first: int = 0
    seats: list[str] | None = None
    seed: str | None = None


@frozen
class Open:
    """Continues a recorded game, or replays it; by default with the recorded players.

    With `after` it is replayed from that number of moves of players and chance on, and bots repeat what was recorded.
    """

    kind: ClassVar = "open"
    record: str
    texts: dict[str, str] = field(factory=dict)
    seats: list[str] | None = None
    after: int | None = None


@frozen
class Word:
    """How a word of the rules is called, and how it looks: a colour such as #c8102e and a symbol, empty for none."""

    said: str
    colour: str
    symbol: str


@frozen
class Card:
    """A card; its number is its index in `cards` of the game. `shows` has a word for each list.

    `said` is what it is called, and `does` what it does, in a paragraph for each word that it shows. Cards that show
    words of the same lists are a `pack`, and have one back.
    """

    name: str
    shows: dict[str, str]
    said: str
    does: list[str]
    pack: int


@frozen
class Seat:
    """A seat: the name of the player as in the rules, what he is called, and "person" or the name of a bot."""

    name: str
    said: str
    sits: str


@frozen
class Game:
    """What does not change during a game. `run` changes with each new game, and each time an answer is taken back.

    `about` says what the game is about, and `aim` how one wins; they are empty where nobody has written it. `words` are
    those of all lists and seats, and `lists` what the lists are called, both by their names in the rules.
    """

    run: int
    rules: str
    name: str
    language: Language
    title: str
    about: str
    aim: str
    seats: list[Seat]
    cards: list[Card]
    words: dict[str, Word]
    lists: dict[str, str]
    score: str  # its name in the rules; empty if there is none that everybody may know
    score_said: str


@frozen
class Look:
    """The table as a seat sees it, or a spectator (null), with the steps of the story from `since` on.

    The seats of bots can be looked at only when the game is over, or if no person plays.
    """

    kind: ClassVar = "look"
    seat: int | None = None
    since: int = 0
    run: int = 0  # of the table that `since` counts the steps of


@frozen
class Share:
    """A zone, or a player's share of it: the visible `cards`, and the number of `hidden` ones.

    A `row` is ordered, oldest first; its visible cards are the last ones. `held`: only the owner sees the cards, as
    those of a hand. `faces`: the hidden cards, in order if it is a row, each null unless the seat knows it; empty if it
    knows none. `pack`: that of the cards that begin there, or else the first. `quiet`: for bookkeeping. Where
    there is one for each word of a list, `zone` says for which, as the rules do, and `said` as people do; `key` tells
    it from all others.
    """

    key: str
    zone: str
    said: str
    owner: int | None
    row: bool
    held: bool
    pack: int
    cards: list[int]
    hidden: int
    faces: list[int | None]
    quiet: bool


@frozen
class Value:
    """A counter or a note, also for which word: its value is a number, a word or a seat, or null for an empty note.

    `said` is what it is called, and `shown` its value for people, which is empty where there is none.
    """

    key: str
    name: str
    said: str
    owner: int | None
    what: Sort
    value: int | str | None
    shown: str
    quiet: bool


@frozen
class Atom:
    """An atom of an answer. `key` identifies it in requests.

    `text` is how the rules write it, and `said` its name for people. `yes` accepts what one may do.
    """

    key: str
    what: Literal["card", "seat", "number", "word", "yes"]
    text: str
    said: str
    card: int | None = None


@frozen
class Option:
    """A possible answer, identified by its `text`; `said` is what it is called.

    Without atoms it declines or ends a choice. `names` are short and long names that mean it, and no other option.
    """

    text: str
    said: str
    names: list[str]
    what: Answered
    atoms: list[str]  # their keys


@frozen
class Asked:
    """A decision: the `question` in plain words, and the block that asks as `rule`.

    `atoms` are those of all options, `fewest` and `most` the numbers of atoms in an answer that does not decline. Of
    `many` options only the first ones are listed, and sets that are too many to list are not; all can be reached by
    clicking atoms. `left_out` are the cards that cannot be chosen, though others beside them can; `why` says the reason
    of each.
    """

    question: str
    rule: str
    cites: str  # of that block: lines of sources, and rulings
    atoms: list[Atom]
    fewest: int
    most: int
    options: list[Option]
    many: int
    left_out: list[int]


@frozen
class Step:
    """A step of the story: what one rule did, as a seat heard it, with the `rule` and its citations.

    The first step of a turn has the number of the `turn`, and the `player` whose turn it is; others have the player who
    did it. Rounds, ends, standings and the outcome are steps, too. `passing`: the step only says whose turn is next.
    `places` are the keys of the zones that cards came to or from.
    """

    what: Kind
    text: str
    rule: str
    cites: str
    passing: bool
    turn: int | None
    player: int | None
    cards: list[int]  # that it names
    places: list[str]


@frozen
class Tally:
    """How much of a counter or of the score each seat has, and how much of it is new since it was told before."""

    name: str  # in the rules
    said: str
    values: list[int]
    gained: list[int]


@frozen
class Ending:
    """The end of a round, or of the game, told from `step` on: why it ended, what came of it, and how everybody stands.

    `seats` and `cards` are those that the reason is about. The tally of a round is there as soon as the next one
    begins, or the game is over.
    """

    step: int
    why: str
    rule: str
    cites: str
    seats: list[int]
    cards: list[int]
    then: list[str]  # sentences on what was done as it ended, such as scoring
    tally: list[Tally]


@frozen
class Outcome:
    """The result of a game: the winning seats, and what each seat gets as a number or a fraction such as 1/2.

    `said` says who wins, and `why` how the game ended; both are also in the story.
    """

    winners: list[int]
    returns: list[str]
    said: str
    why: str


@frozen
class Table:
    """The game as one seat sees it. `story` begins with step number `since`.

    `waits` is the seat that is asked, `asked` the decision if it is this seat's. `bots` says whether a bot has to
    answer next, and `thought` is its progress, which does not depend on the number of its options. `undo` says whether
    this seat's last answer can be taken back; it may have answered `nothing` yet. Behind step `answered` of the story
    is what has happened since this seat answered. Of the `endings` those are here whose steps are, and the last one.
    """

    run: int
    seat: int | None
    active: int
    order: list[int]  # all seats in order, this one first
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
    answered: int
    endings: list[Ending]


@frozen
class Choose:
    """Asks what can follow some clicked atoms, given by their keys in any order."""

    kind: ClassVar = "choose"
    seat: int
    clicked: list[str]


@frozen
class Chosen:
    """What can be clicked next, the answer with exactly the clicked atoms if there is one, and the number with them.

    If the sets are too many to list, `many` counts the cards that can be clicked next instead of the sets with them.
    """

    next: list[Atom]
    whole: Option | None
    many: int


@frozen
class Answer:
    """A person's answer, by the text of an option or a name of it; the draws that follow are made."""

    kind: ClassVar = "answer"
    seat: int
    option: str
    since: int = 0
    run: int = 0


@frozen
class Bots:
    """Lets bots give at most this many `answers`, until a person is asked; answered by the table as a seat sees it.

    A bot that still thinks `within` milliseconds continues with the next request; in a `hurry` bots answer at random.
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
    """Takes back the last answer of a seat, if knowledge allows it. Answered by the table, with a new `run`."""

    kind: ClassVar = "undo"
    seat: int


@frozen
class Continue:
    """Allows the game ten times as many steps, after it has stopped. Answered by the table, with a new `run`."""

    kind: ClassVar = "continue"
    seat: int | None = None


@frozen
class Why:
    """Asks why things are as they are, or why an option (by its text) is offered or not, by what the seat knows.

    If answers have several atoms, the text may be that of an atom, beside the clicked ones.
    """

    kind: ClassVar = "why"
    seat: int
    option: str | None = None
    clicked: list[str] = field(factory=list)


@frozen
class Reason:
    """Why something is so, and the block that says so with its citations, which are empty where no single one does."""

    text: str
    rule: str
    cites: str


@frozen
class Reasons:
    """Reasons, one after the other."""

    reasons: list[Reason]


@frozen
class Hint:
    """Asks what a search would take in a seat's place, with `playouts` simulated games.

    After `within` milliseconds its progress is returned; the same request continues it, or ends it with `enough`.
    """

    kind: ClassVar = "hint"
    seat: int
    playouts: int = 40
    within: int | None = None
    enough: bool = False


@frozen
class Worth:
    """An option, the number of its simulated games, and their mean return."""

    option: Option
    playouts: int
    mean: float


@frozen
class Hinted:
    """The progress of a search as `done`, up to 1; then the options that were tried in `games`, the best first.

    If `wins`, a sole winner gets 1; else the rules declare the returns.
    """

    done: float
    worths: list[Worth]
    games: int
    wins: bool
