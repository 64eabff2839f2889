"""A leak: a player is given something that tells two worlds apart which he must not be able to tell apart."""

from typing import Any

from attrs import field, frozen

from rulespec.experiments.leaks.clause import LeakingClause
from rulespec.experiments.leaks.other_players import ASKED, DECLINING, FOLLOWING, LAPSING, LOOKING
from rulespec.game.api import State
from rulespec.game.history import answers
from rulespec.language.errors import Problem, problem
from rulespec.language.printer import rule_text
from rulespec.rules.material import Card

SHOWN = 160  # characters of what differs
LAST = 6  # answers that are told of how it came about

BY_RULES = ("being asked or not", "what he is asked", "his options", "the atoms of his options")
MEND = "let him see it first, or do not look at it here"
SAY = "say 'openly' if it may tell, or let all be asked alike: 'secretly'"
KEEP = "what follows shows whether there was something to choose: say 'may secretly', or 'openly'"
LOOK = "show them 'secretly', or say 'openly' around it if it may tell"
OF_OTHERS = {ASKED: SAY, DECLINING: SAY, LAPSING: SAY, FOLLOWING: KEEP, LOOKING: LOOK}
REPORT = "no rule file can fix this: it is a bug of the engine, please report it"


@frozen(repr=False)
class Leak:
    """Two games that are equal in all that the rules let a player see, but in which he is given different things.

    `what` he is given is `one` in the first world and `other` in the second, as short texts. `exchanged` are the cards
    that have changed places; none if the worlds differ only by a secret answer.
    """

    player: int
    what: str
    one: str
    other: str
    clause: LeakingClause
    exchanged: tuple[Card, ...]
    worlds: tuple[State, State] = field(eq=False)

    @property
    def message(self) -> str:
        """One line: the seat, its inference, and the source."""
        state = self.worlds[0]
        return f"{state.seat_name(self.player)} can tell by {self.what} {self._apart} ({state.players} players)"

    @property
    def problem(self) -> Problem:
        """The leak as a diagnostic (W054), with its place and remedy."""
        message = f"{self.message}: here '{self.one}', there '{self.other}'"
        remedy = MEND if self.what in BY_RULES else OF_OTHERS.get(self.what, REPORT)
        return problem("W054", self.clause.span, message, remedy)

    @property
    def _apart(self) -> str:
        if not self.exchanged:
            return "what somebody answered in secret"
        if len(self.exchanged) > 2:
            return f"where {len(self.exchanged)} cards are that he does not see"
        one, other = self.exchanged
        return f"whether '{one}' and '{other}' have changed places"

    def __repr__(self) -> str:
        return f"<Leak: {self.message}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # for Hypothesis, which would print every field

    def __str__(self) -> str:
        clause = self.clause
        part = f", by '{clause.part}'" if clause.part else ""
        lines = [
            self.message,
            f"  in {rule_text(clause.block, clause.cites)}: {clause.statement}{part}",
            f"  {clause.span}",
            f"  in one world:   {self.one}",
            f"  in the other:   {self.other}",
        ]
        for state, which in zip(self.worlds, ("one", "the other"), strict=True):
            told = [option.text for option in answers(state)]
            more = "... " if len(told) > LAST else ""
            lines.append(f"  {which} came of: {more}{' / '.join(told[-LAST:]) or 'nothing yet'}")
        return "\n".join(lines)


def differing(one: Any, other: Any) -> tuple[str, str]:
    """The first difference between two values of one type, as two short texts."""
    if type(one) is not type(other) or not isinstance(one, tuple | bytes):
        return _short(_text(one)), _short(_text(other))
    pairs = enumerate(zip(one, other, strict=False))
    at = next((at for at, (each, beside) in pairs if each != beside), min(len(one), len(other)))
    if isinstance(one, bytes):
        return _short(repr(one[at : at + SHOWN])), _short(repr(other[at : at + SHOWN]))
    if len(one) == len(other):
        return _short(_text(one[at])), _short(_text(other[at]))
    rests = (", ".join(map(_text, each[at:])) or "nothing more" for each in (one, other))
    return _short(next(rests)), _short(next(rests))


def _text(value: Any) -> str:
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return value[0]
    return str(value)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
