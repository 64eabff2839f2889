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

# What one block can do if everything in it happens, for all players, with the actions that it performs.
EFFECTS = Limit(100_000, "effects in one block", "perform fewer actions within one another, or for fewer players")
ACTIONS = Limit(50, "actions that perform one another in a row", "let fewer actions perform another")
NAMES = Limit(200, "names chosen in one block", "let an action choose some of them")
PICKS = Limit(10, "names in one choice", "let them be chosen one after the other")
CHOSEN = Limit(10_000, "numbers to choose from", "let a smaller number be chosen")
ANSWERS = Limit(1_000_000, "answers to one choice", "let them be chosen one after the other")
# What a choice could have more answers than, by its rules, is asked bit by bit. A part of an answer is then a possible
# beginning if a whole one is found that begins so; sums of cards that are told apart, times things that are tried out.
# A zone is taken to hold as many cards as the rules can bring there; `first 9 cards of` it are no more than nine.
FEW = "a smaller zone, or from 'first 9 cards of ...' if no rule says how many it holds"
LISTED = Limit(10_000, "answers to choose from", f"let fewer be chosen, one after another, or from {FEW}", "E045")
SEARCHED = Limit(500_000, "ways to go on with a part of an answer", LISTED.remedy, "E045")
# Sets of cards that are gone through are told apart by the places of their cards, as bits of one number.
SOURCE = Limit(60, "cards to take sets from", f"take them from {FEW}")
SUBSETS = Limit(
    100_000,
    "sets of cards to go through",
    f"say how many cards they have, as in 'sets of 2 to 4 cards in ...', or take them from {FEW}",
)
# Of the cards that are arranged in such sets, each part is looked at, with each set that its first card can be in.
ARRANGED = Limit(
    1_000_000,
    "ways to lay cards out in sets",
    f"say how many cards these have, as in 'outside sets of 3 to 4 cards that ...', or take them from {FEW}",
)
# What it takes to work out one condition, expression or choice: each member of each set that is gone through counts,
# and a value as often as it is used.
LOOKS = Limit(
    1_000_000,
    "steps to work this out",
    "go through fewer sets one inside the other, or smaller ones; use a value once, or keep it on a counter or a note",
)
# What a whole game can come to: what each block does at most, in each of the turns and rounds that there can be.
FEWER = "allow fewer turns, or let less be done in each"
DECISIONS = Limit(200_000, "decisions in one game", FEWER)
OFFERED = Limit(200_000_000, "answers to the choices of one game", FEWER)
# Each card that is moved, exchanged or shown counts as well; the history of a game keeps all of them.
HAPPENING = Limit(10_000_000, "effects in one game, with the cards that they are about", FEWER)
# Steps as in LOOKS, of every statement, and of the reasons to end after each effect.
LOOKING = Limit(
    2_000_000_000,
    "steps to work out what one game asks and does",
    "allow fewer turns, or go through fewer or smaller sets in each",
)
LEAST_NUMBER, MOST_NUMBER = -(2**63), 2**63 - 1  # every number in play; what would go beyond stops there
COMPARED = 50_000  # names compared with unknown ones; after that no suggestions are made
