"""Why an answer is refused: which part of which rule leaves it out."""

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rulespec.errors import IllegalAction
from rulespec.events import kinds as k
from rulespec.events.log import RawEvent
from rulespec.game import Game
from rulespec.knowledge.recall import Recall, UnseenError
from rulespec.language.printer import rule_text, show
from rulespec.language.suggest import did_you_mean
from rulespec.pending import Chance, Decision, Over
from rulespec.plan.options import ENOUGH
from rulespec.plan.plan import Origin
from rulespec.rawstate import RawState
from rulespec.run.choices import Choice
from rulespec.run.machine import Machine
from rulespec.run.program import Asking, Program
from rulespec.run.reader import Reader
from rulespec.run.stepwise.bits import Bit
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree import statements as s


def refuse(state: RawState, answer: Any) -> IllegalAction:
    """The refusal of an answer that is not offered."""
    pending = state.pending
    if isinstance(pending, Over):
        return IllegalAction("the game is over, nothing can be chosen any more", "")
    program = state.game.program
    ask = program.asks[state.pc]
    if isinstance(pending, Chance):
        said = f"'{getattr(answer, 'text', answer)}'"
        return IllegalAction(
            f"{said} is not among the outcomes of chance: {pending.prompt}",
            _rule(program.plan.origins[ask.site.origin]),
        )
    assert isinstance(ask, Asking)
    return Question(state.game, pending, ask, program.plan.origins[ask.site.origin], state.machine()).refusal(answer)


@frozen(eq=False)
class Question:
    """What somebody is asked on a table."""

    game: Game
    asked: Decision
    ask: Asking
    origin: Origin
    table: Machine

    def refusal(self, answer: Any) -> IllegalAction:
        """Why an answer is none of those that are offered."""
        ask, rule = self.ask, _rule(self.origin)
        text = getattr(answer, "text", answer)
        said = f"'{text}'"
        near = did_you_mean(str(text), [option.text for option in self.asked.options])
        if ask.choice is None:
            return IllegalAction(f"{said} is not an answer to '{self.asked.prompt}'; {near}", rule)
        if ask.bit is not None:
            return IllegalAction(f"{said} {self._not_next(ask.bit, text, near)}", rule)
        raw = self._raw_of(ask.choice, answer)
        if raw is None:
            return IllegalAction(f"{said} is not among the choices: {self.asked.prompt}; {near}", rule)
        return self._left_out(ask.choice, raw, said)

    def _not_next(self, bit: Bit, text: Any, near: str) -> str:
        """What is wrong with a part of an answer."""
        mc, site = self.table.twin(), self.ask.site
        order = [site.text(each) for each in bit.everything(mc)]
        assert self.ask.choose is not None
        if text == ENOUGH:
            return f"is not a whole answer: no legal one ends here; {near}"
        if isinstance(text, str) and ", " in text and set(text.split(", ")) <= set(order):
            return f"is more than one answer: here one card is named after the other; {near}"
        if text not in order:
            return f"is not among the choices: {self.asked.prompt}; {near}"
        taken = [site.text(card) for card in mc.stage or ()]
        if text in taken:
            return f"is chosen already; {near}"
        if taken and order.index(text) < order.index(taken[-1]):
            return (
                f"comes before {taken[-1]}: the cards of a set are named in one order, so that each is named in one way"
            )
        return f"is left out: no legal answer to '{show(self.ask.choose)}' goes on like that"

    def _raw_of(self, choice: Choice, answer: Any) -> Any:
        """The answer in numbers, where it is at least a candidate."""
        if self.table.stage is not None:
            return None
        atoms = getattr(answer, "atoms", None)
        for raw in self._unsieved(choice):
            option = self.ask.site.option(raw)
            if option.text == answer or (atoms is not None and option.atoms == atoms and option == answer):
                return raw
        return None

    def _unsieved(self, choice: Choice) -> list[Any]:
        """All candidates, those that the sieves of a named value leave out included."""
        mc = self.table.twin()
        found = choice.candidates(mc)
        pick = self._choose.picks[0]
        if len(self._choose.picks) == 1 and isinstance(pick, s.PickOne):
            value = self._named_sieve(pick.source)
            if value is not None:
                wide = self._reader.members(value[1].set, mc, None)
                found = list(dict.fromkeys([*found, *wide]))
        return found

    def _named_sieve(self, source: e.Expression) -> tuple[str, e.Sieved] | None:
        if isinstance(source, m.OfValue) and source.of is None:
            inner = getattr(self.game.rules.resolved.value(source.value), "expression", None)
            if isinstance(inner, e.Sieved):
                return source.key, inner
        return None

    def _left_out(self, choice: Choice, raw: Any, said: str) -> IllegalAction:
        mc, reader, choose = self.table.twin(), self._reader, self._choose
        candidates = choice.candidates(mc)
        pick = self._choose.picks[0]
        if raw not in candidates and isinstance(pick, s.PickOne):
            value = self._named_sieve(pick.source)
            assert value is not None
            key, sieved = value
            rule = self.game.rules.rule_of(key)
            members = reader.members(sieved.set, mc, None)
            for sieve in sieved.sieves:
                members = reader.narrow(sieved.set, sieve)(mc, None, members)
                if raw not in members:
                    return IllegalAction(f"{said} is left out by '{show(sieve)}'", rule)
        rule = _rule(self.origin)
        for sieve, narrowed in zip(choose.sieves, choice.steps, strict=True):
            candidates = narrowed(mc, mc.own, candidates)
            if raw not in candidates:
                return IllegalAction(f"{said} is left out by '{show(sieve)}'", rule)
        afterwards = choose.afterwards
        if afterwards is not None:
            return IllegalAction(f"{said} is left out by 'so that afterwards {show(afterwards)}'", rule)
        return IllegalAction(f"{said} is not offered", rule)

    @property
    def _choose(self) -> s.Choose:
        assert self.ask.choose is not None
        return self.ask.choose

    @property
    def _reader(self) -> Reader:
        return self.game.program.reader()


def question_of(game: Game, decision: Decision, recall: Recall) -> Question | None:
    """What he is asked, on the table as he sees it; None where that does not offer what he is offered."""
    program, table = game.program, recall.before(len(recall.heard))
    table.own = decision.player
    for pc, ask in program.asks.items():
        if isinstance(ask, Asking) and asks(program, ask, decision.prompt, decision.block):
            table.stage = _stage(recall.heard, decision.player, pc) if ask.bit is not None else None
            asked = table.twin()
            try:
                program.code[pc](asked)
            except UnseenError:
                continue
            if ask.site.all(tuple(asked.raws or ())) == decision.options:
                origin = program.plan.origins[ask.site.origin]
                table.stage = asked.stage
                return Question(game, decision, ask, origin, table)
    return None


def asks(program: Program, ask: Asking, prompt: str, block: str) -> bool:
    return prompt in ask.site.prompts and program.plan.origins[ask.site.origin].block == block


def _stage(heard: Sequence[RawEvent], seat: int, pc: int) -> tuple[int, ...] | None:
    """The cards of a set that he has named just now, one by one."""
    cards: tuple[int, ...] = ()
    for event in map(k.read, reversed(heard)):
        if not isinstance(event, k.Choose | k.Pick) or (event.seat, event.pc) != (seat, pc):
            break
        cards = (*(event.answer or ()), *cards)
    return cards or None


def _rule(origin: Origin) -> str:
    return rule_text(origin.block, origin.cites)
