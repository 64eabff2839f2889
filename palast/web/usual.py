"""The bot that sits where nobody has chosen one: it answers alike on each device, and in about as long in each game."""

from palast.match import Match
from rulespec import State
from rulespec.game.history import answers
from rulespec.records import Record

USUAL = "usual"  # how a request names it
LONG = 600  # answers of a game that takes too long to be played out while somebody waits
ANSWERS = 4000  # that are played out before an answer is given
FEWEST, MOST = 4, 60  # playouts


def usual(start: State) -> str:
    """The name of the bot for a game that begins: it plays out as many games as are worth `ANSWERS`, going by one."""
    match = Match(Record(start, 0), ["random"] * start.players)
    match.go_on(LONG)
    if not match.record.finished:
        return "random"
    given = sum(1 for _ in answers(match.record.state))
    return f"ismcts:{min(MOST, max(FEWEST, ANSWERS // max(1, given)))}"
