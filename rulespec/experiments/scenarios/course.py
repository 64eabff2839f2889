"""Plays a scenario in one way: its lines, and the draws that it leaves open between them."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby

from attrs import define, field

from rulespec.engine.events.log import Log
from rulespec.engine.options import ENOUGH
from rulespec.engine.pending import Chance, Decision, Option, Over
from rulespec.engine.python.program import Asking
from rulespec.engine.python.snapshot import Snapshot
from rulespec.engine.python.stepwise.bits import Bit
from rulespec.experiments.laws import Broken, LawWatch
from rulespec.experiments.scenarios.answers import bit_of, in_order, matching
from rulespec.experiments.scenarios.cards import CardNames
from rulespec.experiments.scenarios.claims import ClaimJudge, over_by
from rulespec.experiments.scenarios.fault import FaultError
from rulespec.experiments.scenarios.seats import named, seat_of
from rulespec.experiments.scenarios.ways import ScenarioWay
from rulespec.game.api import State
from rulespec.language.errors import IllegalAction
from rulespec.language.tree import declarations as d
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree.node import Node
from rulespec.plan.nodes.choices import IF_ANY, NOTHING
from rulespec.records.notation import asked, receiver, who

Asks = Decision | Chance

CHANCES = 10_000  # draws between two lines before the scenario is given up
OFFERED = 12  # options that are listed where another one was given


@define
class Course:
    """The game of a scenario as it is played."""

    watch: LawWatch
    cards: CardNames
    way: ScenarioWay
    state: State
    drawn: list[str]  # the cards drawn by lines still to come
    opened: list[Callable[[], str]]  # what words the outcomes of what was left open, which only a failure needs
    ended: deque[Snapshot]  # how the last round to end stood, if one has ended since the last answers began
    _last: Node | None = field(default=None, init=False)  # the last line that was played
    _since: tuple[Log, int] = field(default=(None, 0), init=False)  # log and turns before the last answers

    def run(self, scenario: d.Scenario, broken: Broken | None) -> None:
        """Plays the scenario to its end; a `FaultError` if anything fails. `broken` is what its position breaks."""
        laid = scenario.given is not None and self.state.turns <= 1  # else a turn was played in which nobody was asked
        self._lawful(scenario.given or scenario, broken, "in this position, " if laid else "before any answer, ")
        before: sc.Step | None = None
        for step in scenario.steps:
            if isinstance(step, sc.When):
                if not isinstance(before, sc.When):
                    self._since = (self.state.raw_log, self.state.turns)
                    self.ended.clear()
                for _, lines in groupby(step.lines, lambda line: isinstance(line, sc.Dealt)):
                    dealt = list[sc.Dealt]()
                    for line in lines:
                        if isinstance(line, sc.Dealt):
                            dealt.append(line)
                        else:
                            self._line(line)
                    self._deal(dealt)
            else:
                self._through(step)
                self._claimed(step)
            before = step
        if isinstance(before, sc.When):
            self._through(before)

    def _claimed(self, step: sc.Then) -> None:
        """Judges claims, of the state or of how it stood as the last round ended."""
        shares, state = (claim.share for claim in step.claims if isinstance(claim, sc.Shows)), self.state
        if step.ending:
            if not self.ended:
                raise self._fault(step, f"no round has ended: {_waiting(self.state)}", "write it under 'then'")
            state = State(self.watch.game, self.ended[-1])
        judge = ClaimJudge(state, self.cards, *self._since, named(self.watch.game, shares))
        for claim in step.claims:
            judge.judge(claim, self.state)

    # ---- lines

    def _line(self, line: sc.Answered | sc.Drawn) -> None:
        if isinstance(line, sc.Answered):
            self._through(line, line)
        self._last = line
        if isinstance(line, sc.Drawn):
            for said in line.said:
                self._draw(line, said)
        else:
            self._answer(line)

    def _draw(self, line: sc.Drawn, said: sc.Said) -> None:
        seat, numbers, remedy = seat_of(self.watch.game, line.seat), self._cards(said), "remove this line"
        while isinstance(self.state.pending, Chance) and self.state.own != seat:
            here = self.state.seat_name(self.state.own)
            told = f"{line.seat.called} is dealt" if receiver(self.state) == seat else f"{here} draws"
            remedy = f"write '{told}: ...', or remove this line"
            self._go_on(line, self.state.pending)
        pending = self.state.pending
        if not isinstance(pending, Chance):
            raise self._fault(said, f"no draw happens here: {_waiting(self.state)}", remedy)
        self._take(line, said, numbers, pending)

    def _deal(self, lines: Iterable[sc.Dealt]) -> None:
        """Consecutive lines of a deal: each seat receives its cards in their order, and other draws are left open."""
        due = [
            (seat_of(self.watch.game, line.seat), line, said, self._cards(said)) for line in lines for said in line.said
        ]
        while due:
            seat, pending = receiver(self.state), self.state.pending
            card = next((each for each in due if each[0] == seat), due[0])
            to, line, said, numbers = card
            self._last = line
            if not isinstance(pending, Chance):
                what = f"{line.seat.called} is dealt no card here: {_waiting(self.state)}"
                raise self._fault(said, what, "remove this card")
            if to == seat:
                due.remove(card)
                self._take(line, said, numbers, pending)
            else:
                self._go_on(line, pending)

    def _cards(self, said: sc.Said) -> tuple[int, ...]:
        """The cards that a drawn card can be."""
        numbers = self.cards.called(said.text)
        if not numbers:
            raise self._fault(said, *self.cards.unknown(said.text, self.state.players))
        return numbers

    def _take(self, line: sc.Drawn | sc.Dealt, said: sc.Said, numbers: tuple[int, ...], pending: Chance) -> None:
        """Draws a card that a line names."""
        names = {self.watch.game.material.cards[number].name for number in numbers}
        option = next((each for each in pending.options if each.text in names), None)
        if option is None:
            raise self._fault(said, f"'{said.text}' cannot be drawn: {pending.prompt}", self._told(pending.options))
        self.drawn.remove(said.text)
        self._apply(line, option)

    def _answer(self, line: sc.Answered) -> None:
        if self._is_unasked(line):
            return
        if not line.said:
            self._answer_anyhow(line)
            return
        said, begun = [", ".join(each.text for each in line.said)], False
        while said:
            pending = self._asks(line)
            if self._bit is not None and len(line.said) > 1:
                parts = [each.text for each in line.said] if len(said) == 1 and not begun else said
                said, begun = in_order(self.cards, self.state, parts), True
            option = matching(self.cards, pending, said[0])
            if option is None:
                raise self._refused(line, said[0], pending)
            self._apply(line, option)
            said.pop(0)
            if said:
                self._through(line)

    def _answer_anyhow(self, line: sc.Answered) -> None:
        """One of all answers, whole where it is asked bit by bit."""
        told: list[str] = []
        while not told or (self._bit is not None and self._bit.is_begun(self.state.snapshot.stage)):
            options = self._asks(line).options
            option = options[self.way.pick(len(options))]
            told.append(option.text)
            self._apply(line, option)
        self.opened.append(lambda: f"{line.seat.called} answers: {', '.join(told)}")

    def _asks(self, line: sc.Answered) -> Asks:
        """The question; a `FaultError` if the line answers another one."""
        pending = self.state.pending
        if isinstance(pending, Over) or not self._is_asked(seat_of(self.watch.game, line.seat), line):
            raise self._fault(line, f"{line.seat.called} is not asked here: {_waiting(self.state)}")
        if line.names and line.names != pending.binds:
            about = " and ".join(pending.binds)
            what = f"this question asks for '{about}'" if about else "this question has no name"
            raise self._fault(line, what, f"write: {' '.join([line.seat.called, *filter(None, [about])])}: ...")
        return pending

    def _is_asked(self, seat: int, line: sc.Answered) -> bool:
        """True if a line answers the next decision: a player's question, or a choice by chance with these names."""
        pending = self.state.pending
        by_chance = isinstance(pending, Chance) and bool(line.names) and pending.binds == line.names
        return self.state.own == seat and (by_chance or isinstance(pending, Decision))

    def _is_unasked(self, line: sc.Answered) -> bool:
        """True if a line answers a choice of 0 cards, which is not asked."""
        pending, said = self.state.pending, [each.text for each in line.said]
        if said not in ([ENOUGH], [NOTHING]) and (said or not line.names):
            return False
        if (
            isinstance(pending, Decision)
            and self.state.own == seat_of(self.watch.game, line.seat)
            and (pending.binds == line.names or (said and matching(self.cards, pending, said[0])))
        ):
            return False
        choices = ((ask.site.names, ask.choice) for ask in self.state.game.asks.values() if isinstance(ask, Asking))
        unasked = {names for names, choice in choices if choice is not None and choice.asked == IF_ANY}
        return line.names in unasked if line.names else bool(unasked)

    @property
    def _bit(self) -> Bit | None:
        """The part of a choice that is asked; None where it is not asked bit by bit."""
        return bit_of(self.state)

    def _refused(self, line: sc.Answered, text: str, pending: Asks) -> FaultError:
        try:
            self.state.apply(text)
        except IllegalAction as refusal:
            told = "; available: " in refusal.reason  # then the options are already listed
            return self._fault(line, str(refusal), "" if told else self._told(pending.options))
        raise AssertionError(text)  # a legal answer would have matched

    # ---- going on

    def _through(self, node: Node, to: sc.Answered | None = None) -> None:
        """Plays through chance to the next question or the end; failures there are placed at the line before.

        It stops where chance chooses what the line `to` says.
        """
        seat = None if to is None else seat_of(self.watch.game, to.seat)
        node = self._last or node
        for _ in range(CHANCES):
            if not isinstance(self.state.pending, Chance) or (to and seat is not None and self._is_asked(seat, to)):
                return
            self._go_on(node, self.state.pending)
        raise self._fault(node, f"no player was asked during the next {CHANCES:,} random outcomes")

    def _go_on(self, node: Node, pending: Chance) -> None:
        """One open draw, which avoids the cards that a later line draws."""
        options = pending.options
        if self.drawn:
            cards = self.watch.game.material.cards
            kept = {cards[each].name for name in self.drawn for each in self.cards.called(name)}
            options = tuple(option for option in options if option.text not in kept) or options
        option = options[self.way.pick(len(options))]
        if len(options) > 1:
            self.opened.append(partial(_decided, self.state, option))
        self._apply(node, option)

    def _apply(self, node: Node, option: Option) -> None:
        self.state, broken = self.watch.apply(self.state, option)
        self._lawful(node, broken)

    def _lawful(self, node: Node, broken: Broken | None, lead: str = "") -> None:
        if broken is not None:
            raise self._fault(node, f"{lead}{broken}")

    def _fault(self, node: Node, message: str, remedy: str = "") -> FaultError:
        return FaultError(node, message, remedy, self.state)

    def _told(self, options: Sequence[Option]) -> str:
        texts = [option.text for option in options[:OFFERED]]
        return f"offered: {' or '.join(texts)}{', and more' if len(options) > OFFERED else ''}"


def _decided(state: State, option: Option) -> str:
    """The outcome of chance in a state, in words."""
    return f"{who(state)} {asked(state)}: {option.text}"


def _waiting(state: State) -> str:
    """The next decision of a game, in words."""
    pending = state.pending
    return over_by(state) if isinstance(pending, Over) else f"the next step is '{pending.prompt}'"
