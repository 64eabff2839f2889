"""Plays a scenario in one way: its lines, and the draws that it leaves open between them."""

from collections.abc import Sequence

from attrs import define, field

from rulespec.api import State
from rulespec.errors import IllegalAction
from rulespec.events.log import Log
from rulespec.laws import Broken, LawWatch
from rulespec.pending import Chance, Decision, Option, Over
from rulespec.record.notation import who
from rulespec.scenarios.answers import in_order, matching
from rulespec.scenarios.cards import CardNames
from rulespec.scenarios.claims import ClaimJudge
from rulespec.scenarios.fault import FaultError
from rulespec.scenarios.seats import named, seat_of
from rulespec.scenarios.ways import ScenarioWay
from rulespec.tree import declarations as d
from rulespec.tree import scenarios as sc
from rulespec.tree.node import Node

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
    opened: list[str]  # the outcomes of what was left open, in words
    _last: Node | None = field(default=None, init=False)  # the last line that was played
    _since: tuple[Log, int] = field(default=(None, 0), init=False)  # log and turns before the last answers

    def run(self, scenario: d.Scenario, broken: Broken | None) -> None:
        """Plays the scenario to its end; a `FaultError` if anything fails. `broken` is what its position breaks."""
        self._lawful(scenario.given or scenario, broken, "the position breaks a law: ")
        before: sc.Step | None = None
        for step in scenario.steps:
            if isinstance(step, sc.When):
                if not isinstance(before, sc.When):
                    self._since = (self.state.raw_log, self.state.turns)
                for line in step.lines:
                    self._line(line)
            else:
                self._through(step)
                shares = (claim.share for claim in step.claims if isinstance(claim, sc.Shows))
                judge = ClaimJudge(self.state, self.cards, *self._since, named(self.watch.game, shares))
                for claim in step.claims:
                    judge.judge(claim)
            before = step
        if isinstance(before, sc.When):
            self._through(before)

    # ---- lines

    def _line(self, line: sc.Line) -> None:
        if isinstance(line, sc.Answered):
            self._through(line)
        self._last = line
        if isinstance(line, sc.Drawn):
            for said in line.said:
                self._draw(line, said)
        else:
            self._answer(line)

    def _draw(self, line: sc.Drawn, said: sc.Said) -> None:
        seat, numbers = seat_of(self.watch.game, line.seat), self.cards.called(said.text)
        if not numbers:
            raise self._fault(said, *self.cards.unknown(said.text, self.state.players))
        while isinstance(self.state.pending, Chance) and self.state.own != seat:
            self._go_on(line, self.state.pending)
        pending = self.state.pending
        if not isinstance(pending, Chance):
            raise self._fault(said, f"nothing is drawn by chance here: {_waiting(self.state)}", "remove this line")
        names = {self.watch.game.material.cards[number].name for number in numbers}
        option = next((each for each in pending.options if each.text in names), None)
        if option is None:
            raise self._fault(said, f"'{said.text}' cannot be drawn: {pending.prompt}", self._told(pending.options))
        self.drawn.remove(said.text)
        self._apply(line, option)

    def _answer(self, line: sc.Answered) -> None:
        seat = seat_of(self.watch.game, line.seat)
        said, begun = [", ".join(each.text for each in line.said)], False
        while said:
            pending = self.state.pending
            if not isinstance(pending, Decision) or pending.player != seat:
                raise self._fault(line, f"{line.seat.called} is not asked here: {_waiting(self.state)}")
            if line.names and line.names != pending.binds:
                about = " and ".join(pending.binds) or "nothing with a name"
                lead = f"{line.seat.called} {about}" if pending.binds else line.seat.called
                raise self._fault(line, f"what is asked here is called {about}", f"write: {lead}: ...")
            if self._bit_by_bit and len(line.said) > 1:
                parts = [each.text for each in line.said] if len(said) == 1 and not begun else said
                said, begun = in_order(self.cards, self.state, parts), True
            option = matching(self.cards, pending, said[0])
            if option is None:
                raise self._refused(line, said[0], pending)
            self._apply(line, option)
            said.pop(0)
            if said:
                self._through(line)

    @property
    def _bit_by_bit(self) -> bool:
        ask = self.watch.game.asks.get(self.state.pc)
        return getattr(ask, "bit", None) is not None

    def _refused(self, line: sc.Answered, text: str, pending: Decision) -> FaultError:
        try:
            self.state.apply(text)
        except IllegalAction as refusal:
            told = "; there is " in refusal.reason  # then the options are already listed
            return self._fault(line, str(refusal), "" if told else self._told(pending.options))
        raise AssertionError(text)  # a legal answer would have matched

    # ---- going on

    def _through(self, node: Node) -> None:
        """Plays through draws to the next question or the end; failures there are placed at the line before."""
        node = self._last or node
        for _ in range(CHANCES):
            if not isinstance(self.state.pending, Chance):
                return
            self._go_on(node, self.state.pending)
        raise self._fault(node, f"chance has decided {CHANCES:,} times from here on, and nobody is asked")

    def _go_on(self, node: Node, pending: Chance) -> None:
        """One open draw, which avoids the cards that a later line draws."""
        options = pending.options
        if self.drawn:
            cards = self.watch.game.material.cards
            kept = {cards[each].name for name in self.drawn for each in self.cards.called(name)}
            options = tuple(option for option in options if option.text not in kept) or options
        option = options[self.way.pick(len(options))]
        if len(options) > 1:
            self.opened.append(f"{who(self.state)} draws: {option.text}")
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
        return f"offered: {' or '.join(texts)}{' and more' if len(options) > OFFERED else ''}"


def _waiting(state: State) -> str:
    """What a game waits for, in words."""
    pending = state.pending
    return "the game is over" if isinstance(pending, Over) else f"what comes is '{pending.prompt}'"
