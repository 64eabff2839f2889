"""Information about others: that one is asked, declines, cannot choose, or looks, in only one of two worlds."""

from collections.abc import Callable
from functools import cached_property

from attrs import frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.pending import Decision
from rulespec.engine.python.program import Asking
from rulespec.experiments.leaks.lookahead import Coming
from rulespec.experiments.leaks.trace import GameStretch, PartedBranch, asked_in, parting
from rulespec.experiments.leaks.witness import Account, Witness
from rulespec.game.api import State
from rulespec.language.tree import statements as s
from rulespec.plan.nodes.choices import IF_ANY

ASKED, DECLINING, LAPSING = "others being asked or not", "others declining", "others having nothing to choose"
FOLLOWING = "the events after a secret answer"
LOOKING = "others being shown cards or not"


@frozen
class Distinction:
    """A difference between two worlds, `here` and `there`, and where they parted; or a statement, by number."""

    what: str
    here: str
    there: str
    parting: PartedBranch | None
    statement: int | None = None


@frozen(eq=False, slots=False)
class Others:
    """Two worlds that continue differently for a witness; the `rests` are the perceptions since then."""

    witness: Witness
    worlds: tuple[State, State]
    rests: tuple[Account, Account]
    looked_back: Callable[[Witness], tuple[GameStretch, GameStretch]]  # where they parted; costly, seldom needed

    def told(self) -> Distinction | None:
        """Information about others that the rules do not declare `openly`; None if there is none."""
        return self._in(0) or self._in(1) or self._of_look(0) or self._of_look(1) or self._of_secret()

    # ---- in one of the worlds, and never in the other

    def _in(self, at: int) -> Distinction | None:
        here, elsewhere = self.worlds[at], self.worlds[1 - at]
        rest, beside = self.rests[at], self.rests[1 - at]
        if not rest:
            asked = _plainly_asked(here)
            if asked is None or asked.player == self.witness.player:
                return None
            other_question = not beside and _plainly_asked(elsewhere)
            if not other_question and Coming(self.witness, asked.prompt, himself=False).found(elsewhere, beside):
                return None
            return self._unless_meant(at, ASKED, asked.prompt, "not asked")
        event = rest[0]
        if event.kind not in (k.Lapse, k.Reveal) or event.by is None:
            return None
        if any(each.kind is k.Reveal and each.by == event.by for each in beside):
            return None  # he chose to answer differently
        if Coming(self.witness, event, himself=False).found(elsewhere, beside):
            return None
        origin, seat = event.by
        said = f"{here.seat_name(seat)}: {here.game.program.plan.origins[origin].text}"
        if event.kind is k.Reveal and event.what != (None,):
            apart = self._parting(at)
            decided = apart is not None and isinstance(apart.branch.statement, s.If | s.ForEach | s.ForEachWord)
            return self._unless_meant(at, ASKED, said, "not asked") if decided else None
        return self._unless_meant(at, LAPSING if event.kind is k.Lapse else DECLINING, said, "no such event")

    def _unless_meant(self, at: int, what: str, said: str, beside: str) -> Distinction | None:
        """None if the rules declare `openly`, a player chose freely, or others learn how many cards are chosen."""
        apart, here = self._parting(at), self.worlds[at]
        if apart is None or apart.branch.openly or of_his_own_accord(here, apart) or _tells_how_many(here, apart):
            return None
        question = here.game.program.plan.branches.get(here.pc)
        if question is not None and question.openly and not self.rests[at]:
            return None
        return Distinction(what, *((said, beside) if at == 0 else (beside, said)), apart)

    def _parting(self, at: int) -> PartedBranch | None:
        rest = self.rests[at]
        by = rest[0].by if rest else None
        if by is not None and self.witness.is_together(by[0]):
            return asked_in(*self.stretches, *by)
        return self._last

    @cached_property
    def stretches(self) -> tuple[GameStretch, GameStretch]:
        return self.looked_back(self.witness)

    @cached_property
    def _last(self) -> PartedBranch | None:
        return parting(*self.stretches)

    # ---- a look that he hears of

    def _of_look(self, at: int) -> Distinction | None:
        """Information from cards shown to others, unless the witness sees them too."""
        rest, beside = self.rests[at], self.rests[1 - at]
        event = rest[0] if rest else None
        if event is None or event.kind is not k.Show or event.by is None or self.witness.player in event.what[-1]:
            return None
        if Coming(self.witness, event, himself=False).found(self.worlds[1 - at], beside):
            return None
        origin, seat = event.by
        said = f"{self.worlds[at].seat_name(seat)}: {self.worlds[at].game.program.plan.origins[origin].text}"
        if any(each.kind is k.Show and each.by == event.by for each in beside[:1]):
            texts = said, "other players or other cards"
        elif self._last is not None:
            return self._unless_meant(at, LOOKING, said, "no such event")
        else:
            texts = said, "no such event"
        return Distinction(LOOKING, *(texts if at == 0 else texts[::-1]), None, origin)

    # ---- a secret answer that shows later

    def _of_secret(self) -> Distinction | None:
        """The events after a mandatory secret choice, which may show if there was a choice."""
        asks = self.worlds[0].game.program.asks.values()
        secret = [ask.site.origin for ask in asks if isinstance(ask, Asking) and _in_secret(ask)]
        if not secret:
            return None
        apart = self._last
        if apart is None:
            seats = [rest[0].by[1] for rest in self.rests if rest and rest[0].by is not None]
            found = (asked_in(*self.stretches, origin, seat) for origin in secret for seat in seats)
            apart = next((each for each in found if each is not None and _one_is_empty(self.worlds[0], each)), None)
        if apart is None or not _one_is_empty(self.worlds[0], apart):
            return None
        said = ["an answer" if choices else "nothing to choose" for choices in _choices(self.worlds[0], apart)]
        return Distinction(FOLLOWING, said[0], said[1], apart)


def _plainly_asked(state: State) -> Decision | None:
    """The question of a state if all know who is asked, unlike in a simultaneous block."""
    pending = state.pending
    return pending if isinstance(pending, Decision) and state.position.together is None else None


def _ask(state: State, apart: PartedBranch) -> Asking | None:
    asks = (
        state.game.program.asks[pc]
        for pc, branch in state.game.program.plan.branches.items()
        if branch is apart.branch and pc in state.game.program.asks
    )
    return next((ask for ask in asks if isinstance(ask, Asking)), None)


def _in_secret(ask: Asking) -> bool:
    """True if a choice is secret and mandatory."""
    return not ask.optional and ask.choose is not None and "secretly" in ask.choose.adverbs


def of_his_own_accord(state: State, apart: PartedBranch) -> bool:
    """True if a player was asked in both worlds, and answers freely in secret."""
    ask = _ask(state, apart)
    return ask is not None and ask.optional and "secretly" in getattr(apart.branch.statement, "adverbs", ())


def _tells_how_many(state: State, apart: PartedBranch) -> bool:
    """True if a fixed number of cards is chosen in one world, and 0 cards, without asking, in the other."""
    ask = _ask(state, apart)
    if ask is None or ask.choice is None or ask.choice.asked != IF_ANY or ask.choose is None or apart.tables is None:
        return False
    is_fixed = all(isinstance(pick, s.PickCards) and pick.high is None for pick in ask.choose.picks)
    return is_fixed and sum(map(ask.choice.is_settled, apart.tables)) == 1


def _choices(state: State, apart: PartedBranch) -> tuple[bool, ...]:
    """The existence of a choice in each world."""
    ask = _ask(state, apart)
    if ask is None or ask.choice is None or apart.tables is None:
        return ()
    return tuple(bool(ask.choice.raws(table)) for table in apart.tables)


def _one_is_empty(state: State, apart: PartedBranch) -> bool:
    ask = _ask(state, apart)
    return ask is not None and _in_secret(ask) and sum(_choices(state, apart)) == 1
