"""Rule files in which one thing grows: nested deeper, written more often, or resting on more; and what reads them.

With one player and one card no set has more than one member, so that nothing takes long in play, however it is nested.
"""

from collections.abc import Callable, Iterator

from attrs import frozen

BASE = """ruleset grown "Grown"
players 1
at most 20 turns
word suit: a
word deed: go
numbers might: 1 to 1
players have suit a
source book "a book" 9 lines
cards deck in pile
    1 of each suit in each might
zone pile
zone used, in a row, seen by all
zone hand of player, in a row, seen by all
zone row of suit, in a row, seen by all
counter score of player
counter count
counter lean of player by suit
counter load of might
note leader: player
note mate of player: player
note trump: suit
note keeper of player by suit: player
note mark of player by suit: suit
note twin of suit: suit
value worth of card: its might plus count
value next-one of player: left of it
value peer of player by suit: left of it
value size of cards: cards in it
value hue of card by suit: that suit
value heft of player by suit: own lean by that suit
call card fine if its might is 1
call player well if own score is 1
call cards alike if different suit in it is 1
set-up
    players: draw 1 from pile to own hand
turn
    nothing
action go
    nothing
game ends over: pile is empty
returns: own score
"""

# ---- nested: each kind with what it begins with, what goes around it, and where it stands; # is a number of its own

LEAVES = {
    "number": "count", "cards": "used", "players": "players", "player": "active", "word": "trump",
    "condition": "count is 1", "statement": "add 1 to count", "earlier": "count", "law": "count is 1",
    "its word": "trump",
}  # fmt: skip

AROUND: dict[str, tuple[str, ...]] = {
    "number": (
        "{} plus 1", "count plus ({})", "{} minus 1", "1 minus ({})", "{} times 2", "2 times ({})",
        "smaller of {} and 1", "smaller of 1 and {}", "larger of {} and 1", "larger of 1 and {}",
        "cards in (used, where its might is {})", "different suit in (used, where its might is {})",
        "total might in (used, where its might is {})", "number of (players, where own score is {})",
        "cards in (used, with most {})", "cards in (used, with most its might then fewest {})",
        "cards in (used, preferring its might is {} else its might is 1)",
        "total score in (players, where own score is {})", "score of first of (players, where own score is {})",
        "worth of first of (used, where its might is {})", "load of ({})",
        "({}) divided by 2 rounded down", "2 divided by ({}) rounded up",
        "remainder of {} divided by 2", "remainder of 2 divided by {}",
        "cards in first {} cards of used", "cards in last ({}) cards of used", "might of position {} in used",
        "position of first of (used, where its might is {})", "highest might in (used, where its might is {})",
        "lowest score in (players, where own score is {})",
        "number of (sets of cards in used, where cards in it is {})",
        "number of sets of ({}) cards in used", "total size in (sets of cards in used, where cards in it is {})",
        "least total might in (used, where its might is {}) outside sets that are alike",
        "least total might in used outside sets of ({}) cards that are alike",
        "total lean of players by (suit, where {} is 1)", "highest lean of players by (suit, where {} is 1)",
        "lowest lean of (players, where own score is {}) by a",
        "total heft of (players, where own score is {}) by suit",
    ),
    "earlier": ("earlier {}",),
    "cards": (
        "first of {}", "last of {}", "{} plus used", "used plus ({})", "{} except first of used", "used except ({})",
        "({}, where its might is 1)", "({}, preferring its might is 1)", "({}, with most its might)",
        "({}, where its might is 1, where its suit is a, with most its might)", "hand of owner of first of {}",
        "(used, where it is in {})", "(used, where some card in {} is fine)", "(used, where {} is empty)",
        "(used, where {} repeats suit)", "(used, where its might is cards in {})",
        "first 1 cards of {}", "last 1 cards of {}", "position 1 in {}", "row of suit of first of {}",
        "(used, where it is position 1 in {})", "(used, where its might is position of first of {})",
        "first of (sets of cards in {}, where it is alike)", "last of sets of 1 to 2 cards in {}",
        "(used, where some set of cards in {} is alike)", "(used, where sets of cards in {} is empty)",
        "(used, where its might is highest might in {})",
        "(used, where its might is total size in sets of cards in {})",
        "(used, where its might is least total might in {} outside sets that are alike)",
    ),
    "players": (
        "({}, where own score is 1)", "{} except active", "players except ({})", "(players, where it is in {})",
        "(players, where some player in {} is well)", "(players who are well, where it is in {})",
        "(other players, where it is in {})", "players starting with first of {}",
        "players starting with first of ({}) who are well", "active plus ({})", "keeper of ({}) by a",
        "(players, where own score is highest score in {})",
    ),
    "word": (
        "next of {}", "previous of {}", "suit of first of (used, where its suit is {})", "twin of {}",
        "mark of active by {}", "suit of first of row of {}", "first of (suit except {})",
        "first of (suit, where it is {})",
        "highest suit in (used, where its suit is {})", "hue of first of used by {}",
    ),
    "its word": ("own mark by {}", "its hue by {}"),
    "player": ("first of players starting with {}", "first of players starting with {} who are well",
               "keeper of (left of {}) by a", "peer of {} by a", "left of {}", "right of {}",
               "owner of first of hand of {}", "mate of {}", "next-one of {}", "first of (players except {})"),
    "condition": (
        "({} and count is 2)", "(count is 2 and {})", "({} or count is 2)", "(count is 2 or {})", "not {}",
        "(some card in used where {})", "(every player where {})", "(no card in hand of active where {})",
        "cards in (used, where {}) is 1", "cards in (used, where {}) is at least 1",
        "first of (used, where {}) is in used", "(used, where {}) is empty", "(used, where {}) repeats suit",
        "some card in (used, where {}) is fine", "first of (players, where {}) is well",
        "(some card in used where (no card in used where it is that card and {}))", "(used, where {}) is alike",
        "(some player in players where (every card in used where hand of that player is empty or {}))",
        "(some suit where {})", "(no suit in (suit, where it is trump) where {})",
        "(some set of cards in used where {})",
        "number of (sets of cards in used, where {}) is 1",
    ),
    "law": ("(if {} then count is 2)", "(if count is 2 then {})"),
    "statement": (
        "if count is 1\n    {}", "if count is 2\n    nothing\notherwise\n    {}", "unless count is 2\n    {}",
        "may\n    add 1 to count\n    {}", "active\n    {}", "players\n    {}",
        "if count is 1\n    {}\n    add 1 to count",
    ),
}  # fmt: skip

PLACES: dict[str, tuple[str, ...]] = {
    "number": (
        "value v#: {}", "after turn t#\n    draw {} from pile to used", "after turn t#\n    if {} is 1: nothing",
        "after turn t#\n    choose n# from 0 to smaller of 5 and ({})", "after turn t#\n    add {} to count",
        "after turn t#\n    take {} from own score", "after turn t#\n    move pile to used at position {}",
        "after turn t#\n    set count to {}", "always l#: {} is 1",
        "value v# by suit: {} for a, 1 otherwise", "value v# by players: {} for 1", "call game g# if {} is 1",
        "after turn t#\n    choose 1 to 2 cards as c# from own hand, where {} is 1",
        "after turn t#\n    choose ({}) cards as c# from own hand", "round ends r#: {} is 1", "game ends e#: {} is 1",
        "scenario s#\n    given\n        count: 1\n    then\n        holds {} is 1",
    ),
    "earlier": ("always l#: {} is 1",),
    "law": ("always l#: {}", "scenario s#\n    given\n        count: 1\n    then\n        holds {}"),
    "its word": (
        "after turn t#\n    choose c# from own hand, where its suit is {}",
        "after turn t#\n    if (some card in own hand where its suit is {}): nothing",
    ),
    "cards": (
        "value v#: {}", "after turn t#\n    choose c# from {}", "after turn t#\n    move {} and used to pile",
        "after turn t#\n    move {} and pile to used at position 1",
        "after turn t#\n    exchange {} with first of used", "after turn t#\n    show {} to active",
        "after turn t#\n    choose 1 to 2 cards as c# from {}",
        "after turn t#\n    choose c# from own hand, so that afterwards used is empty\n    exchange {} with c#",
        "after turn t#\n    choose c# and d# from {}",
        "after turn t#\n    choose c# from own hand, where c# is in {}", "zone z#, refilled from {}",
        "after turn t#\n    choose c# from own hand, so that afterwards {} is empty\n    move c# to used",
        "after turn t#\n    if first of ({}) is fine: nothing", "always l#: {} is empty",
        "scenario s#\n    given\n        used: 1 card from {}\n    then\n        holds {} is empty",
    ),
    "players": (
        "value v#: {}", "after turn t#\n    {}\n        nothing", "after turn t#\n    show used to {}",
        "after turn t#\n    choose p# from {}", "after turn t#\n    set score of ({}) to 1",
        "after turn t#\n    at the same time\n        {}\n            choose p# from players\n"
        "            set own mate to p#",
    ),
    "word": (
        "value v#: {}", "after turn t#\n    set trump to {}", "after turn t#\n    choose w# from suit, where w# is {}",
    ),
    "player": (
        "value v#: {}", "after turn t#\n    {} is next", "after turn t#\n    set leader to {}",
        "after turn t#\n    move hand of {} to used", "after turn t#\n    draw 1 from pile to hand of {}",
        "after turn t#\n    {}\n        nothing",
    ),
    "condition": (
        "call game g# if {}", "after turn t#\n    if {}: nothing", "round ends r#: {}", "game ends e#: {}",
        "after turn t#\n    choose c# from own hand, where {}", "always l#: {}",
        "after turn t#\n    choose c# from own hand, preferring {} else count is 1",
        "after turn t#\n    choose c# from own hand, so that afterwards {}\n    move c# to used",
        "after turn t#\n    choose 2 cards as c# from used, where {}",
        "scenario s#\n    given\n        count: 1\n    then\n        holds {}",
    ),
    "statement": ("after turn t#\n    {}", "before turn b#\n    {}", "round ends r#: count is 2\n    {}",
                  "after round o#\n    {}"),
}  # fmt: skip

# ---- resting on each other: # is a number of its own, ~ the one before it, and % belongs to the whole row

ROWS = (
    ("value a%-0: count", "value a%-#: a%-~ plus a%-~"),
    ("value a%-0: used", "value a%-#: a%-~ plus a%-~", "after turn a%\n    choose c% from a%-$"),
    ("value a%-0: pile", "value a%-#: a%-~ except first of a%-~", "after turn a%\n    move a%-$ to used"),
    ("value a%-0: used", "value a%-#: a%-~ plus a%-~",
     "after turn a%\n    choose 2 cards as c% from a%-$\n    exchange c% with a%-$\n    show a%-$ to active"),
    ("value a%-0: players", "value a%-#: a%-~ except first of a%-~", "after turn a%\n    a%-$\n        nothing"),
    ("value a%-0: active", "value a%-#: first of (players, where it is a%-~ or it is a%-~)",
     "after turn a%\n    a%-$\n        choose c% from own hand\n        move c% to hand of a%-$"),
    ("value a%-0: count", "value a%-#: a%-~ if count is a%-~, count otherwise"),
    ("value a%-0 of player by suit: own lean by that suit",
     "value a%-# of player by suit: own a%-~ by that suit plus own a%-~ by next of that suit",
     "after turn a%\n    choose p% from players, with most own a%-$ by a"),
    ("value a%-0 of player by suit: own score for a",
     "value a%-# of player by suit: own a%-~ by a for a, own a%-~ by a otherwise",
     "after turn a%\n    add own a%-$ by trump to count"),
    ("value a%-0 of cards by player: cards in it",
     "value a%-# of cards by player: a%-~ of it by that player plus a%-~ of used by active",
     "after turn a%\n    choose c% from own hand, where a%-$ of own hand by active is 1"),
    ("value a%-0 of cards: cards in it",
     "value a%-# of cards: total a%-~ in (sets of 1 cards in it, where a%-~ of it is 1)",
     "after turn a%\n    choose c% from own hand, where a%-$ of own hand is 1"),
    ("value a%-0 of player: own score", "value a%-# of player: own a%-~ plus own a%-~",
     "after turn a%\n    choose p% from players, with most own a%-$"),
    ("value a%-0 of card: its might", "value a%-# of card: its a%-~ plus its a%-~",
     "after turn a%\n    choose c% from own hand, with most its a%-$"),
    ("value a%-0 by suit: 1 for a", "value a%-# by suit: a%-~ of a for a, a%-~ of a otherwise",
     "after turn a%\n    add a%-$ of a to count"),
    ("call game a%-0 if count is 1", "call game a%-# if game is a%-~ and game is a%-~",
     "after turn a%\n    if game is a%-$: nothing"),
    ("call game a%-0 if count is 1", "call game a%-# if game is a%-~ or game is a%-~", "game ends a%: game is a%-$"),
    ("call card a%-0 if its might is 1", "call card a%-# if it is a%-~ and it is a%-~",
     "after turn a%\n    choose c% from own hand, where c% is a%-$"),
    ("call cards a%-0 if number of (it, where cards in (those cards, where it is not that card) is 1) is 1",
     "call cards a%-# if it is a%-~ and it is a%-~",
     "after turn a%\n    choose c% from own hand, where own hand is a%-$"),
    ("value a%-0 of cards: total might in it", "value a%-# of cards: a%-~ of it plus a%-~ of it",
     "after turn a%\n    choose c% from own hand, where a%-$ of own hand is 1"),
    ("call player a%-0 if own score is 1", "call player a%-# if it is a%-~ and left of it is a%-~",
     "after turn a%\n    players who are a%-$\n        nothing"),
    ("call game a%-0 if count is 1", "call game a%-# if game is a%-~ and game is a%-~", "always a%: game is a%-$"),
)  # fmt: skip

ACTIONS = (
    ("word d%-0: a%-0\naction a%-0: nothing", "word d%-#: a%-#\naction a%-#: perform a%-~",
     "after turn a%\n    perform a%-$"),
    ("word d%-0: a%-0\naction a%-0: nothing",
     "word d%-#: a%-#\naction a%-#\n    choose w% from d%-~\n    perform w%", "after turn a%\n    perform a%-$"),
    ("word d%-0: a%-0\naction a%-0: nothing", "word d%-#: a%-#\naction a%-#: perform a%-~ 2 times",
     "after turn a%\n    perform a%-$ 2 times"),
)  # fmt: skip

# ---- written more often, inside of one block: what stands before, each line, what stands after

OFTEN: tuple[tuple[str, str], ...] = (
    *(("after turn t%", line) for line in (
        "    add 1 to count", "    if count is #: nothing", "    move first of used and last of used to pile",
        "    move pile to used at position 1",
        "    draw 1 from pile to used\n    exchange first of used with last of used", "    show used to players",
        "    show used to active, secretly", "    deal used to row of suit", "    deal pile evenly to hand of players",
        "    choose n%-# from 0 to #, by chance", "    each suit: add 1 to own lean by that suit",
        "    perform go 2 times",
        "    set trump to a\n    take 1 from count", "    perform go\n    active is next",
        "    reverse the order of play\n    nothing", "    players: add 1 to own score",
        "    choose c%-# from own hand, where c%-# is fine\n    move c%-# to used",
        "    choose c%-# and d%-# from own hand", "    choose n%-# from 0 to #",
        "    choose 1 to 2 cards as c%-# from own hand, so that afterwards used is not empty\n    move c%-# to used",
        "    may\n        choose c%-# from own hand, openly\n        move c%-# to used",
        "    at the same time\n        players\n            choose p%-# from players\n            set own mate to p%-#",
    )),
    ("scenario s%\n    given", "        count: #"),
    ("scenario s%\n    when", "        a: #"), ("scenario s%\n    when", "        a draws: a 1"),
    ("scenario s%\n    when", "        a is dealt: a 1"),
    *(("scenario s%\n    then", line) for line in (
        "        holds count is #", "        count: #\n        hand of a has a 1\n        a knows hand of a: a 1",
        '        a heard "something"\n        next: a\n        asked: a\n        round goes on',
        "        offered a 1\n        not offered a 1\n        winners: a\n        returns: 1\n        game ends over",
    )),
)  # fmt: skip
WIDE: tuple[tuple[str, str, str], ...] = (  # inside of one line
    ("value v%: 1 if count is 1", ", 2 if count is #", ", 3 otherwise"),
    ("value v%: used", ", where its might is #", ""), ("value v%: used, preferring it is fine", " else it is fine", ""),
    ("value v%: used, with most its might", " then most its might", ""),
    ("call game g% if count is 1", " and count is #", ""), ("call game g% if count is 1", " or count is #", ""),
    ("after turn t%\n    move used", " and used", " to pile"), ("word x%: w%", ", w%-#", ""),
    ("numbers n%: 0 to 999\nvalue v% by n%: count for 999", ", count for #", ", 2 otherwise"),
    ("scenario s%\n    then\n        offered a", " or a #", ""),
    ("after turn t% (book:1", "; book:2", ")\n    nothing"),
    ("after turn t%\n    choose c% from own hand", ", where c% is fine", ""),
)  # fmt: skip


@frozen
class Growing:
    """Something that grows: what it is, how it is written for a size, and the size of the smallest of three."""

    name: str
    text: Callable[[int], str]
    base: int

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Each twice the one before."""
        return self.base, 2 * self.base, 4 * self.base


def nested(kind: str, around: str, depth: int, leaf: str = "") -> str:
    """Something inside of itself, so and so deep."""
    said = leaf or LEAVES[kind]
    for _ in range(depth):
        said = _inside(around, said)
    return said


def _inside(around: str, said: str) -> str:
    """What goes around something, each line of which is indented as far as it stands itself."""
    lines = []
    for line in around.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()))
        alone = line.strip() == "{}"
        lines.append("\n".join(indent + each for each in said.split("\n")) if alone else line.replace("{}", said))
    return "\n".join(lines)


def nesting(number: int, kind: str, around: str, place: str, leaf: str = "") -> Growing:
    """Something that is nested deeper and deeper somewhere, in the middle with another `leaf`."""
    text = place.replace("#", str(number))
    base = 2 if ", w" in around or ", p" in around else 3 if "(" in around or "\n" in around else 5
    return Growing(f"{around!r} in {place!r}", lambda depth: _inside(text, nested(kind, around, depth, leaf)), base)


def row(number: int, first: str, each: str, last: str = "") -> Growing:
    """Values, conditions or actions that rest on each other, mostly twice each."""

    def text(size: int) -> str:
        links = (each.replace("#", str(n)).replace("~", str(n - 1)) for n in range(1, size + 1))
        return "\n".join([first, *links, last.replace("$", str(size))]).replace("%", str(number))

    return Growing(f"{each!r}", text, 3)


def often(number: int, first: str, each: str, last: str = "", joint: str = "\n") -> Growing:
    """Something that is written again and again in one block."""

    def text(size: int) -> str:
        said = joint.join([first, *(each.replace("#", str(n)) for n in range(size))]) + last
        unfinished = "given" in first or "when" in first
        return (said + "\n    then\n        round goes on" * unfinished).replace("%", str(number))

    return Growing(f"{first!r} ... {each!r}", text, 3)


def words_in_words(number: int) -> Growing:
    """Blocks for each word of a list, each within one for each word of another."""

    def text(size: int) -> str:
        lists = "".join(f"word l{number}-{n}: w{number}-{n}\n" for n in range(size))
        place = nested("statement", f"each l{number}-#\n    {{}}", size)
        for n in range(size):
            place = place.replace("#", str(n), 1)
        return f"{lists}after turn t{number}\n{_inside('    {}', place)}"

    return Growing("each word in each word", text, 3)


def growing() -> Iterator[tuple[str, list[Growing]]]:
    """Everything that grows, in groups of what grows alike; what nests does so in one of its places."""
    number = 0
    for kind, shapes in AROUND.items():
        places = PLACES[kind]
        yield kind, [nesting(number + at, kind, around, places[at % len(places)]) for at, around in enumerate(shapes)]
        number += len(shapes)
    yield "rows", [row(at, *each) for at, each in enumerate(ROWS)]
    yield "actions", [words_in_words(len(ACTIONS)), *(row(at, *each) for at, each in enumerate(ACTIONS))]
    yield "lines", [often(at, *each) for at, each in enumerate(OFTEN)]
    yield "parts of a line", [often(at, *each, joint="") for at, each in enumerate(WIDE)]


def everywhere() -> Iterator[Growing]:
    """Each thing that nests, in each place."""
    for kind, shapes in AROUND.items():
        yield from (nesting(0, kind, around, place) for around in shapes for place in PLACES[kind])


def broken(leaf: Callable[[str], str]) -> Iterator[tuple[str, list[Growing]]]:
    """Everything that nests, with something else in the middle."""
    for kind, shapes in AROUND.items():
        inside = leaf(LEAVES[kind])
        yield kind, [nesting(at, kind, around, PLACES[kind][0], inside) for at, around in enumerate(shapes)]
