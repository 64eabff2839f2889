"""All limits of a rule file, each with a remedy for files beyond it."""

from attrs import frozen


@frozen
class Limit:
    """The most of something, with the counted noun and a remedy for more."""

    most: int
    of: str
    remedy: str
    code: str = "E006"

    def told(self, found: int) -> str:
        """The message for a number beyond the limit."""
        many = f": {found:,}" if found < 10**12 else ""
        return f"too many {self.of}{many} (limit {self.most:,})"


# ---- files

BYTES = Limit(256 * 1024, "bytes in one rule file", "split the file into layers", "E001")
LAYERS = Limit(50, "layers", "combine some of them into one file")
PROBLEMS = Limit(100, "problems", "fix the first one; the others often follow from it")  # more are not reported

# ---- what is written

DIGITS = Limit(9, "digits in a number", "use a smaller number")
NAME = Limit(100, "characters in a name", "choose a shorter name")
# A sum nests as deep as it has parts. Depth is that of the tree of a block, where a value and a named condition count
# with what they say themselves: whoever walks along the tree comes no deeper, at loading and in play.
PARTS = Limit(50, "terms in one sum or product", "declare a part of it as a value")
DEPTH = Limit(100, "levels of nesting", "declare a part of it as a value", "E004")
CHAIN = Limit(100, "levels of nesting, counting the values and conditions it uses", "combine some of these values")

# ---- what lies on the table

PLAYERS = Limit(100, "players", "allow fewer players")
TURNS = Limit(100_000, "turns", "use a smaller limit")
CARDS = Limit(2_000, "cards", "use fewer copies or fewer words")
NUMBERS = Limit(10_000, "numbers in lists", "use a counter for numbers that no card shows")
# Zones, counters and notes, those of a player once for each.
PLACES = Limit(10_000, "zones, counters and notes", "declare fewer, or allow fewer players")

# ---- what happens

ACTIONS = Limit(50, "actions in one chain of 'perform'", "combine some of these actions")
NAMES = Limit(200, "names chosen in one block", "move some of the choices to an action")
PICKS = Limit(10, "names in one choice", "split it into several choices")
CHOSEN = Limit(10_000, "numbers to choose from", "use a smaller range")

# ---- in play, where nothing is refused beforehand

LISTED = 10_000  # answers to one choice; a choice that has more of them is asked part by part
SOURCE = 60  # cards from which sets of cards are taken: each set is bits of one number
MOST_SETS = 1 << SOURCE
LAID_OUT = 20  # cards that are laid out in sets
LEAST_NUMBER, MOST_NUMBER = -(2**63), 2**63 - 1  # every number in play; what would go beyond stops there
COMPARED = 50_000  # names compared with unknown ones; after that no suggestions are made

QUESTION = 10_000_000  # steps from one answer to the next question: about two seconds of the engine in Python
GAME = 5_000_000_000  # steps of a whole game
