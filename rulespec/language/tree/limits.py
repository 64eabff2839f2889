"""How much of everything a rule file can have: every limit that it meets, and what to do instead of going beyond."""

from attrs import frozen


@frozen
class Limit:
    """The most of something: `of` says what is counted, `remedy` what to write instead of more."""

    most: int
    of: str
    remedy: str
    code: str = "E006"

    def told(self, found: int) -> str:
        """What is said of something that goes beyond."""
        many = f"{found:,}" if found < 10**12 else "far too many"
        return f"{many} {self.of}, there can be at most {self.most:,}"


# ---- files

BYTES = Limit(256 * 1024, "bytes in one rule file", "a rule file is a few pages of text; split it into layers", "E001")
LAYERS = Limit(50, "files laid on each other", "write what they say together into fewer files")
PROBLEMS = Limit(100, "problems", "fix the first one; the others often follow from it")  # more are not reported

# ---- what is written

DIGITS = Limit(9, "digits in a number", "write a smaller number")
NAME = Limit(100, "characters in a name", "choose a shorter name")
# A sum nests as deep as it has parts. Depth is that of the tree of a block, where a value and a named condition count
# with what they say themselves: whoever walks along the tree comes no deeper, at loading and in play.
PARTS = Limit(50, "parts in one sum or product", "name a part of it as a value")
DEPTH = Limit(100, "levels of nesting", "name a part of it as a value", "E004")
CHAIN = Limit(100, "levels, with the values and conditions that this rests on", "let fewer of them rest on each other")

# ---- what lies on the table

PLAYERS = Limit(100, "players", "allow fewer players")
TURNS = Limit(100_000, "turns", "give the number of turns after which nobody would go on playing")
CARDS = Limit(2_000, "cards", "make fewer copies, or fewer words for them to show")
NUMBERS = Limit(10_000, "numbers in lists", "count on a counter what no card has to show")
# Zones, counters and notes, those of a player once for each.
PLACES = Limit(10_000, "zones, counters and notes", "declare fewer of each player, or allow fewer players")

# ---- what happens

ACTIONS = Limit(50, "actions that perform one another in a row", "let fewer actions perform another")
NAMES = Limit(200, "names chosen in one block", "let an action choose some of them")
PICKS = Limit(10, "names in one choice", "let them be chosen one after the other")
CHOSEN = Limit(10_000, "numbers to choose from", "let a smaller number be chosen")

# ---- in play, where nothing is refused beforehand

LISTED = 10_000  # answers to one choice; a choice that has more of them is asked part by part
SOURCE = 60  # cards from which sets of cards are taken: each set is bits of one number
MOST_SETS = 1 << SOURCE
LAID_OUT = 20  # cards that are laid out in sets
LEAST_NUMBER, MOST_NUMBER = -(2**63), 2**63 - 1  # every number in play; what would go beyond stops there
COMPARED = 50_000  # names compared with unknown ones; after that no suggestions are made

QUESTION = 10_000_000  # steps from one answer to the next question: about two seconds of the engine in Python
GAME = 5_000_000_000  # steps of a whole game
