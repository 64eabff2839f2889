"""Why an answer is refused: the part of a rule that leaves it out."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from attrs import frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import RawEvent
from rulespec.engine.game import Game
from rulespec.engine.options import ENOUGH, atom_of
from rulespec.engine.pending import Chance, Decision, Option, Over
from rulespec.engine.python.budget import metered
from rulespec.engine.python.choices import Choice
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.program import Asking, Program
from rulespec.engine.python.stepwise.bits import Bit
from rulespec.engine.rawstate import RawState
from rulespec.knowledge import causes as c
from rulespec.knowledge.leaving import Leaving
from rulespec.knowledge.recall import UNSEEN, Recall, UnseenError
from rulespec.language.errors import AnswerTypeError, IllegalAction
from rulespec.language.suggest import did_you_mean
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import CARD, PLAYER, Kind
from rulespec.plan.plan import Origin


def refuse(state: RawState, answer: Any) -> IllegalAction:
    """The refusal of an answer that is not offered."""
    if not isinstance(answer, Option | str):
        return AnswerTypeError(f"an answer must be one of state.pending.options or its text, not {answer!r}", "")
    return refused(state, answer).refusal


def refused(state: RawState, answer: Any) -> "Refused":
    """The refusal of an answer that is not offered, with the blocks behind it."""
    pending = state.pending
    if isinstance(pending, Over):
        return Refused(c.GameIsOver(), "", "")
    program = state.game.program
    ask = program.asks[state.pc]
    origin = program.told(ask.site.origin)
    if isinstance(pending, Chance):
        said = str(getattr(answer, "text", answer))
        return Refused(c.NoOutcome(pending.prompt), said, origin.rule, frozenset([origin.block]))
    assert isinstance(ask, Asking)
    return Question(state.game, pending, ask, origin, state.machine()).refused(answer)


@frozen(eq=False)
class Refused:
    """Why an answer is illegal: what leaves it out, the rule that says so, and the keys of the blocks behind it."""

    cause: c.Cause
    answer: str
    rule: str
    blocks: frozenset[str] = frozenset()

    @property
    def refusal(self) -> IllegalAction:
        """The refusal in words."""
        return IllegalAction(self.cause.told(self.answer), self.rule)


@frozen(eq=False)
class Question:
    """A question to somebody on a table."""

    game: Game
    asked: Decision
    ask: Asking
    origin: Origin
    table: Machine

    def refused(self, answer: Any) -> Refused:
        """The refusal of an answer that is not offered."""
        ask, text = self.ask, str(getattr(answer, "text", answer))
        near = did_you_mean(text, [option.text for option in self.asked.options])
        if ask.choice is None:
            return self._by_question(c.NeitherYesNorNo(self.asked.prompt, near), text)
        raw = self._raw_of(ask.choice, answer)
        if raw is not None:
            return self._left_out(ask.choice, raw, text)
        left = self._not_in_source(text)
        if left is not None:
            return left
        if ask.bit is not None:
            return self._by_question(self._not_next(ask.bit, text, near), text, *self._narrowings())
        return self._by_question(c.NotAmong(self.asked.prompt, near), text)

    def _by_question(self, cause: c.Cause, text: str, *blocks: str) -> Refused:
        return Refused(cause, text, self.origin.rule, frozenset([self.origin.block, *blocks]))

    def _not_next(self, bit: Bit, text: str, near: str) -> c.Cause:
        """What is wrong with a part of an answer that is asked bit by bit."""
        mc, site = self.table.twin(), self.ask.site
        order = [site.text(each) for each in bit.everything(mc)]
        if text == ENOUGH:
            return c.Unfinished(near)
        if ", " in text and set(text.split(", ")) <= set(order):
            return c.SeveralAtOnce(near)
        if text not in order:
            return c.NotAmong(self.asked.prompt, near)
        taken = [site.text(card) for card in mc.stage or ()]
        if text in taken:
            return c.TakenAlready(near)
        if taken and order.index(text) < order.index(taken[-1]):
            return c.OutOfOrder(taken[-1])
        return c.NoWayOn(self.choose)

    def _raw_of(self, choice: Choice, answer: Any) -> Any:
        """The answer in numbers if it is a candidate, else None."""
        if self.ask.bit is not None:
            return None
        atoms = getattr(answer, "atoms", None)
        said, alike = sorted(answer.split(", ")) if isinstance(answer, str) else None, None
        for raw in choice.candidates(self.table.twin()):
            option = self.ask.site.option(raw)
            if option.text == answer or (atoms is not None and option.atoms == atoms and option == answer):
                return raw
            if alike is None and said is not None and sorted(option.text.split(", ")) == said:
                alike = raw
        return alike

    def _not_in_source(self, text: str) -> Refused | None:
        """What leaves a part of an answer out of its source; None if nothing does."""
        looking = self.looking(self.table.twin())
        for said, pick in product(text.split(", "), self.choose.picks):
            if isinstance(pick, s.PickNumber):
                continue
            kind = kind_of(pick.source).one
            for member in looking.widest(pick.source):
                if self._atom(kind, member) != said or (kind == CARD and not self._sees(member)):
                    continue
                left = looking.out_of(pick.source, member)
                if left is not None:
                    rule = self.game.rules.rule_of(left.values[-1]) if left.values else self.origin.rule
                    blocks = left.named.union(left.values or [self.origin.block])
                    return Refused(c.OutOfSource(said, pick, member, left), text, rule, blocks)
        return None

    def _sees(self, card: int) -> bool:
        """Whether who is asked sees where a card lies: what leaves it out would tell him."""
        place = self.table.where[card]
        if place is UNSEEN:
            return False
        shown, held = self.game.material.places[place].shown_to(self.asked.player), self.table.zones[place]
        return shown == "cards" or (shown == "last" and held[-1] == card)

    def _atom(self, kind: Kind, member: Any) -> str:
        return atom_of(self.game.material, kind, member)[1]

    def _left_out(self, choice: Choice, raw: Any, text: str) -> Refused:
        mc, choose = self.table.twin(), self.choose
        candidates = choice.candidates(mc)
        for sieve, narrowed in zip(choose.sieves, choice.steps, strict=True):
            candidates = narrowed(mc, mc.own, candidates)
            if raw not in candidates:
                choice.bind(mc, raw)
                at = self.looking(mc, raw)
                return self._by_question(c.BySieve(sieve, at), text, *at.by_sieve(sieve))
        afterwards = choose.afterwards
        if afterwards is not None:
            by = self.looking(mc).named(afterwards)
            return self._by_question(c.ByWhatFollows(afterwards), text, *by)
        return self._by_question(c.LeftUnoffered(), text)

    def _narrowings(self) -> Iterator[str]:
        """The keys of all values and conditions that the sieves of the choice refer to."""
        looking = self.looking(self.table)
        for each in (*self.choose.sieves, *([self.choose.afterwards] if self.choose.afterwards else [])):
            yield from looking.named(each)

    def looking(self, table: Machine, it: Any = None) -> Leaving:
        """Evaluates the sets and conditions of the choice on a table; an answer is `it` if it is a single thing."""
        reader = self.game.program.reader(self.origin.block)
        [kind, *others] = self.ask.site.kinds
        if others or kind.many:
            it = None
        own = it if kind == PLAYER and it is not None else table.own
        return Leaving(self.game.rules.resolved, reader, table, own, it)

    @property
    def choose(self) -> s.Choose:
        """The choice, where it is one."""
        assert self.ask.choose is not None
        return self.ask.choose


def question_of(game: Game, decision: Decision, recall: Recall) -> Question | None:
    """What he is asked, on the table as he sees it; None if its options depend on cards that he does not see."""
    program, table = game.program, recall.before(len(recall.heard))
    table.own = decision.player
    for pc, ask in program.asks.items():
        if isinstance(ask, Asking) and asks(program, ask, decision.prompt, decision.block):
            table.stage = _stage(recall.heard, decision.player, pc) if ask.at is not None else None
            asked = metered(program, table.twin(), pc)
            try:
                program.code[pc](asked)
            except UnseenError:
                continue
            if ask.site.all(tuple(asked.raws or ())) == decision.options:
                origin = program.told(ask.site.origin)
                table.stage = asked.stage
                return Question(game, decision, ask, origin, metered(program, table, origin.block))
    return None


def asks(program: Program, ask: Asking, prompt: str, block: str) -> bool:
    """Whether a question of the program has this prompt and stands in this block."""
    return prompt in ask.site.prompts and program.told(ask.site.origin).block == block


def _stage(heard: Sequence[RawEvent], seat: int, pc: int) -> tuple[int, ...] | None:
    """The cards of a set that a player has just named one by one; None if there are none."""
    cards: tuple[int, ...] = ()
    for event in map(k.read, reversed(heard)):
        if not isinstance(event, k.Choose | k.Pick) or (event.seat, event.pc) != (seat, pc):
            break
        cards = (*(event.answer or ()), *cards)
    return cards or None
