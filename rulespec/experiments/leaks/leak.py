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
from rulespec.wording.amounts import many

SHOWN = 160  # characters of what differs
LAST = 6  # answers before the leak that are listed

BY_RULES = ("being asked or not", "the question", "the options", "the atoms of the options")
MEND = "show the player these cards first, or do not use them here"
SAY = "write 'openly' if this may be revealed, or 'secretly' to ask in every case"
KEEP = "write 'may secretly', or 'openly' if it may be revealed that there was nothing to choose"
LOOK = "show them 'secretly', or put 'openly' around it if this may be revealed"
OF_OTHERS = {ASKED: SAY, DECLINING: SAY, LAPSING: SAY, FOLLOWING: KEEP, LOOKING: LOOK}
REPORT = "this is a bug in the engine, not in your rules; please report it"


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
        """One line: the source, the seat and its inference."""
        state = self.worlds[0]
        who = f"{state.seat_name(self.player)} ({many(state.players, 'player')})"
        return f"information leak: from {self.what}, {who} can infer {self._apart}"

    @property
    def problem(self) -> Problem:
        """The leak as a diagnostic (W054), with its place and remedy."""
        message = f"{self.message}; in one case '{self.one}', in the other '{self.other}'"
        remedy = MEND if self.what in BY_RULES else OF_OTHERS.get(self.what, REPORT)
        return problem("W054", self.clause.span, message, remedy)

    @property
    def _apart(self) -> str:
        if not self.exchanged:
            return "a secret answer of another player"
        if len(self.exchanged) > 2:
            return f"where {len(self.exchanged)} hidden cards are"
        one, other = self.exchanged
        return f"whether '{one}' and '{other}' are swapped"

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
            lines.append(f"  {which} results from: {more}{' / '.join(told[-LAST:]) or 'no answer'}")
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
