"""Two worlds in lockstep: the second answers as the first does, and the players' information is compared."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from attrs import define, field

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import RawEvent, events
from rulespec.engine.options import RawAnswer
from rulespec.engine.pending import Decision, Over
from rulespec.experiments.leaks import clause, perceptions
from rulespec.experiments.leaks.answers import Turned, answer_beside, any_answer, turned
from rulespec.experiments.leaks.clause import LeakingClause
from rulespec.experiments.leaks.leak import Leak, differing
from rulespec.experiments.leaks.lookahead import Coming, asks, lapses
from rulespec.experiments.leaks.other_players import Others, of_his_own_accord
from rulespec.experiments.leaks.trace import GameStretch, PartedBranch, parting
from rulespec.experiments.leaks.witness import Account, Witness, Witnessed
from rulespec.experiments.rarity import Pick
from rulespec.game.api import State
from rulespec.language.errors import BudgetExceededError
from rulespec.language.tree import statements as s

LeakVerdict = Leak | bool  # a leak, or whether a player is still unsure which world is his
Worlds = tuple[State, State]
SILENT = 60  # how many answers in a row nobody may hear


@define(eq=False)
class TwoWorlds:
    """Two states that some players, the `unsure`, cannot distinguish."""

    one: State
    other: State
    exchanged: tuple[int, ...]  # cards, each replaced by the next
    _unsure: Sequence[Witness]
    _pick: Pick
    _why: bool
    _along: list[RawAnswer]  # what the first world answers, as long as it is offered
    _met: list[Worlds] = field(factory=list, init=False)  # the pairs of states that the unsure could not tell apart
    _instead: Turned = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._instead = turned(self.exchanged)

    def leak(self, answers: int) -> Leak | None:
        """The first leak within this number of answers of players, or until a world takes too many steps.

        A stop of one of them reveals no more than the turn, which both have in common.
        """
        found = self._meet(self.one, self.other)
        try:
            while found is None and self._unsure and answers > 0 and not self._over():
                answers -= isinstance(self.one.pending, Decision)
                found = self._go_on()
        except BudgetExceededError:
            pass
        return found or self._looked_over(self._unsure)

    @property
    def looked_through(self) -> int:
        """How many events were compared, summed over the players."""
        return self.one.players * len(events(self.one.raw_log))

    def _over(self) -> bool:
        return isinstance(self.one.pending, Over) or isinstance(self.other.pending, Over)

    # ---- playing on

    def _go_on(self) -> Leak | None:
        before = self.one, self.other
        raw, listener = self._answer(), self._unsure[self._pick(len(self._unsure))]
        beside = answer_beside(self.one, self.other, raw, self._instead, listener, self._pick)
        self.one, self.other = _after(self.one, raw), _after(self.other, beside)
        return self._silently(*before) or self._meet(*before)

    def _answer(self) -> RawAnswer:
        """The next answer of the first world: as in the game that it follows, and then any."""
        if self._along and (raw := self._along.pop(0)) in self.one.raws:
            return raw
        self._along.clear()
        return any_answer(self.one, self._pick)

    def _silently(self, one: State, other: State) -> Leak | None:
        """Skips answers that no player perceives, as one world may have more of them; they must change no view."""
        for _ in range(SILENT):
            quiet = self._is_quiet(one, self.one), self._is_quiet(other, self.other)
            for silent, before, after in zip(quiet, (one, other), (self.one, self.other), strict=True):
                leak = self._unmoved(before, after) if silent else None
                if leak is not None:
                    return leak
            if quiet[0] == quiet[1] or self._over():
                break
            if quiet[0]:
                self.one = _after(self.one, self._answer())
            else:
                self.other = _after(self.other, any_answer(self.other, self._pick))
        return None

    def _is_quiet(self, before: State, after: State) -> bool:
        """True if the unsure perceived nothing, and as far as they know the same question is still open.

        After a player has committed all answers, the next question may look the same but is another.
        """
        told = events(after.raw_log, before.raw_log)
        if any(isinstance(k.read(event), k.Commit) for event in told):
            return False
        return all(not w.account(before, after, told) and w.waits(before) == w.waits(after) for w in self._unsure)

    def _unmoved(self, before: State, after: State) -> Leak | None:
        for witness in self._unsure:
            if witness.table(before) == witness.table(after):
                leak = self._compared(witness, before, after, perceptions.in_all)
                if leak is not None:
                    return leak
        return None

    # ---- judging

    def _meet(self, one: State, other: State) -> Leak | None:
        """Compares the perceptions of the unsure since two states, and their views; drops those who know now."""
        told = _told(one, self.one), _told(other, self.other)
        still: list[Witness] = []
        apart: list[Witness] = []
        for witness in self._unsure:
            heard = witness.account(one, self.one, told[0])
            verdict = self._judged(witness, heard, witness.account(other, self.other, told[1]))
            if isinstance(verdict, Leak):
                return verdict
            if verdict:
                (apart if self._is_apart(witness) else still).append(witness)
        leak = self._looked_over([witness for witness in self._unsure if witness not in (*still, *apart)])
        self._unsure = still or apart
        if apart and not still:
            return leak or self._catch_up()
        self._met.append((self.one, self.other))
        return leak

    def _is_apart(self, witness: Witness) -> bool:
        """True if the worlds are at different parts of a simultaneous block, where no player learns who was asked."""
        one, other = self.one, self.other
        is_open = one.position.together is not None and other.position.together is not None
        return is_open and witness.waits(one) != witness.waits(other)

    def _catch_up(self) -> Leak | None:
        """Plays one world on to the simultaneous part that the other has reached; else no player stays unsure."""
        one, other = self.one, self.other
        reached = self._reached(one, other), self._reached(other, one)
        if any(reached):
            self.one, self.other = (reached[0], other) if reached[0] else (one, reached[1] or other)
            return self._meet(one, other)
        leak, self._unsure = self._looked_over(self._unsure), []
        return leak

    def _reached(self, behind: State, ahead: State) -> State | None:
        """The state in which a world reaches the part that the other is at, within the block; None if it does not."""
        waits = self._unsure[0].waits
        for _ in range(SILENT):
            if behind.position.together is None or waits(behind) == waits(ahead):
                break
            behind = _after(behind, any_answer(behind, self._pick))
        return behind if behind.position.together is not None and waits(behind) == waits(ahead) else None

    def _judged(self, witness: Witness, heard: Account, beside: Account) -> LeakVerdict:
        alike = _alike_so_far(heard, beside)
        rest, rest_beside = heard[alike:], beside[alike:]
        same_table = witness.table(self.one) == witness.table(self.other)
        if rest or rest_beside or asks(self.one, witness.player) != asks(self.other, witness.player):
            if not (rest or rest_beside or same_table):
                return False
            return (
                self._asked_in_one(witness, (self.one, self.other), (rest, rest_beside))
                or self._asked_in_one(witness, (self.other, self.one), (rest_beside, rest))
                or self._of_others(witness, (rest, rest_beside))
                or (same_table and not (rest or rest_beside) and self._is_apart(witness))
            )
        if not same_table or witness.waits(self.one) != witness.waits(self.other):
            return same_table and (self._is_apart(witness) or self._of_others(witness, ([], [])) or False)
        return self._compared(witness, self.one, self.other, perceptions.at_once) or True

    def _asked_in_one(self, witness: Witness, worlds: Worlds, rests: tuple[Account, Account]) -> Leak | None:
        """A leak if the witness is asked in one world, or has nothing to choose there, and never in the other.

        In the other world, visible events may come before it: a question to another player, an effect, an end.
        """
        (there, elsewhere), (rest, others) = worlds, rests
        if not rest and asks(there, witness.player):
            assert isinstance(there.pending, Decision)
            wanted: str | Witnessed = there.pending.prompt
            where: Callable[[State], LeakingClause] = clause.of_being_asked
            said, beside = there.pending.prompt, "not asked"
        elif rest and lapses(rest[0], witness.player) and rest[0].statement is not None:
            wanted, where = rest[0], partial(clause.of_lapse, statement=rest[0].statement)
            said, beside = "nothing to choose", "no such event"
        else:
            return None
        if Coming(witness, wanted).found(elsewhere, others):
            return None
        apart = parting(*self._stretches(witness))
        if (apart is not None and apart.branch.openly) or (others and self._is_known_by_then(apart)):
            return None
        texts = (said, beside) if there is self.one else (beside, said)
        by = where(there) if apart is None else clause.of_parting(apart, there)
        return self._leak(witness, "being asked or not", texts, by, (self.one, self.other))

    def _is_known_by_then(self, apart: PartedBranch | None) -> bool:
        """True if events of one world alone already reveal it to a player.

        It does not if a condition parted them. Else a player answered freely, or a choice has other options, or a
        block of simultaneous choices was closed.
        """
        if apart is None:
            return any(state.position.together is not None for state in self._met[-1])
        is_choice = isinstance(apart.branch.statement, s.Choose) and apart.tables is not None
        return is_choice or of_his_own_accord(self.one, apart)

    def _of_others(self, witness: Witness, rests: tuple[Account, Account]) -> Leak | None:
        told = Others(witness, (self.one, self.other), rests, self._stretches).told()
        if told is None:
            return None
        apart, statement = told.parting, told.statement
        where = clause.of_statement(self.one, statement) if apart is None else clause.of_parting(apart, self.one)
        return self._leak(witness, told.what, (told.here, told.there), where, (self.one, self.other))

    def _stretches(self, witness: Witness) -> tuple[GameStretch, GameStretch]:
        """Both worlds from the last states outside simultaneous blocks to the first event perceived differently."""
        met = (worlds for worlds in reversed(self._met) if all(state.position.together is None for state in worlds))
        before = next(met, (None, None))
        after = self.one, self.other
        told = [_told(*pair) for pair in zip(before, after, strict=True)]
        heard = [
            [witness.account(start, end, events_[: many + 1]) for many in range(len(events_))]
            for start, end, events_ in zip(before, after, told, strict=True)
        ]
        alike = _alike_so_far(*(accounts[-1] if accounts else [] for accounts in heard))
        stretches = []
        for start, end, accounts in zip(before, after, heard, strict=True):
            later = [many for many, account in enumerate(accounts) if len(account) > alike]
            first = len(events(end.raw_log)) - len(accounts)
            stretches.append(GameStretch(start, end, first + later[0] if later else None))
        return stretches[0], stretches[1]

    def _looked_over(self, witnesses: Iterable[Witness]) -> Leak | None:
        """Compares all that they were given when they were last unsure; a leak is reported where it first shows."""
        for witness in witnesses if self._met else ():
            for giving in (perceptions.in_all, perceptions.on_request) if self._why else (perceptions.in_all,):
                if self._compared(witness, *self._met[-1], giving):
                    found = (self._compared(witness, *worlds, giving) for worlds in self._met)
                    return next(filter(None, found))
        return None

    def _compared(self, witness: Witness, one: State, other: State, giving: perceptions.Giving) -> Leak | None:
        found = perceptions.difference(giving, one, other, witness.player)
        if found is None:
            return None
        (what, value, beside), worlds = found, (one, other)
        return self._leak(witness, what, differing(value, beside), self._clause(what, worlds, witness), worlds)

    def _clause(self, what: str, worlds: Worlds, witness: Witness) -> LeakingClause:
        """The clause closest to the difference, for the report."""
        one, other = worlds
        kind, _, name = what.partition(" '")
        if kind in ("zone", "counter", "note"):
            return clause.of_declaration(one.rules.resolved, f"{kind} {name.split(chr(39))[0]}")
        if kind == "the log":
            return clause.of_told(one, witness.player, *(state.view(witness.player).log for state in worlds))
        if asks(one, witness.player) and asks(other, witness.player):
            return clause.of_options(one, other)
        return clause.of_waiting(one)

    def _leak(self, witness: Witness, what: str, texts: tuple[str, str], where: LeakingClause, worlds: Worlds) -> Leak:
        cards = self.one.game.program.material.cards
        return Leak(witness.player, what, *texts, where, tuple(cards[card] for card in self.exchanged), worlds)


def _after(state: State, raw: RawAnswer) -> State:
    return state.apply(state.option(raw))


def _told(before: State | None, after: State) -> list[RawEvent]:
    return events(after.raw_log, None if before is None else before.raw_log)


def _alike_so_far(heard: Account, beside: Account) -> int:
    pairs = enumerate(zip(heard, beside, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(heard), len(beside)))
