"""Why things are as one player sees them: a sentence a line, each with its rule.

Everything is derived from what he heard, from the tables as he saw them, and from questions that everybody knows.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, islice
from random import Random

from attrs import frozen

from rulespec.errors import WorldsError
from rulespec.events import kinds as k
from rulespec.events.heard import Heard
from rulespec.knowledge.omissions import Omissions
from rulespec.knowledge.particulars import Particulars
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.recall import Moment, UnseenError
from rulespec.knowledge.refusal import Refused, asks, refused
from rulespec.knowledge.worlds import Worlds
from rulespec.language.printer import show
from rulespec.pending import Option
from rulespec.plan.options import seat_name
from rulespec.plan.plan import Origin
from rulespec.resolve.ruleset import Rules
from rulespec.run.program import Asking, Program
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.node import walk

Sieves = tuple[e.Sieve, ...]


def why(seen: Perspective) -> str:
    """Whose turn it is and who is asked, what was left out of the last turn, how the last round and the game ended."""
    return "\n".join(_Account(seen).lines())


def why_ended(seen: Perspective, ends: int) -> tuple[str, ...]:
    """The values of the reasons by which the last `ends` rounds or the game ended, the oldest first."""
    latest = (seen.heard.latest(kind) for kind in (k.ROUND_ENDS, k.GAME_ENDS))
    found = sorted(chain.from_iterable(islice(each, ends) for each in latest), reverse=True)
    return tuple(_Account(seen).speaking(end) for end in reversed(found[:ends]))


def why_option(seen: Perspective, option: Option | str) -> str:
    """Why an option is offered, or why not."""
    decision = seen.sight.decision
    if decision is None:
        return "\n".join(_Account(seen).not_asked())
    for each in decision.options:
        if each == option or each.text == option:
            return _ruled(
                f"'{each.text}' is offered: {decision.prompt}", _Account(seen).question(decision.prompt, decision.block)
            )
    left_out = why_refused(seen, option)
    if left_out is not None:
        return str(left_out.refusal)
    rule = _Account(seen).question(decision.prompt, decision.block)
    return _ruled(f"'{option}' is not offered: {decision.prompt}", rule)


def why_refused(seen: Perspective, option: Option | str) -> Refused | None:
    """What leaves an option out, by what its player can know; None if that depends on what he does not see."""
    try:
        question = seen.question
        return question.refused(option) if question else refused(Worlds(seen).sample(Random(0)), option)
    except (UnseenError, WorldsError):
        return None


@frozen(eq=False)
class _Account:
    seen: Perspective

    def lines(self) -> Iterator[str]:
        if self.seen.sight.result is None:
            yield self._turn()
            yield self._asked()
        yield from self._left_out()
        yield from self._ended(k.RoundEnds, "the last round ended in {}'s turn because")
        if self.seen.sight.result is not None:
            yield from self._over()

    def not_asked(self) -> Iterator[str]:
        """Why he has nothing to choose."""
        if self.seen.sight.result is not None:
            yield "the game is over, nothing can be chosen any more"
            return
        if self.seen.player >= 0:  # not a spectator
            yield f"{self._seat(self.seen.player)} is not asked now"
        yield self._asked()

    # ---- whose turn it is, and who is asked

    def _turn(self) -> str:
        turns = self._heard.latest(k.TURN)
        now, before = next(turns, None), next(turns, 0)
        if now is None:
            return "no turn has begun yet"
        said = f"it is {self._whose(now)}'s turn"
        told = ((index, k.read(self._heard[index])) for index in range(before, now))
        settled = [(index, event) for index, event in told if isinstance(event, k.Next)]
        who = settled[-1][1].who if settled else None
        if who is not None:
            return _ruled(f"{said}: {self._successor(*settled[-1], who)}", self._origin(settled[-1][1]).rule)
        if before:
            return f"{said}: the seats go round, and {self._whose(before)} had the last one"
        return f"{said}: the game began with it"

    def _successor(self, at: int, event: k.Next, who: int) -> str:
        """The rule by which somebody was next, with those among whom he was chosen."""
        origin = self._origin(event)
        block = self._rules.blocks[origin.block]
        for node in walk(block):
            if isinstance(node, s.IsNext) and show(node) == origin.text:
                for set_, sieves in self._described(node.player, block):
                    particulars = self._particulars(self._moment(at, origin.block, event.seat))
                    told, left = particulars.sieved(set_, sieves)
                    asked = isinstance(node.player, e.Chosen) and left is not None and left > 1
                    chose = f"; {self._seat(event.seat)} chose {self._seat(who)}" if asked else ""
                    return f"{origin.text}, from {told}{chose}"
        return origin.text

    def _described(self, player: e.Expression, block: d.Declaration) -> Iterator[tuple[e.Expression, Sieves]]:
        """The sources of a player: the set and sieves of the choice or the value that names him."""
        for node in walk(player):
            match node:
                case e.Chosen(name):
                    for choose in walk(block):
                        match choose:
                            case s.Choose((s.PickOne(picked, source),), sieves) if picked == name:
                                yield source, sieves
                case e.OfValue(value, None):
                    match self._rules.value(value):
                        case d.Value(expression=e.Sieved(set_, sieves)):
                            yield set_, sieves

    def _asked(self) -> str:
        decision, asked = self.seen.sight.decision, self.seen.sight.asked
        if asked is None:
            return "nobody is asked now: chance decides"
        question = self.seen.open_question if decision is None else (decision.prompt, decision.block)
        if question is None:
            return f"{self._seat(asked)} is asked"
        return _ruled(f"{self._seat(asked)} is asked: {question[0].partition(': ')[2]}", self.question(*question))

    def question(self, prompt: str, block: str) -> str:
        """The rule by which somebody is asked."""
        program = self._program
        places = (ask for ask in program.asks.values() if isinstance(ask, Asking))
        return next(program.plan.origins[ask.site.origin].rule for ask in places if asks(program, ask, prompt, block))

    # ---- what was left out

    def _left_out(self) -> Iterator[str]:
        """What did not happen in the last complete turn."""
        decision = self.seen.sight.decision
        over = self.seen.sight.result is not None or (decision is not None and decision.block == "next turn")
        ends = [len(self._heard)] if over else []
        latest, earlier, *_ = *ends, *islice(self._heard.latest(k.TURN), 2), None, None
        if latest is None or earlier is None:
            return
        turn = range(earlier, latest)
        whose = f"in {self._whose(turn[0])}'s turn "
        told = [k.read(self._heard[index]) for index in turn]
        for event in told:
            if isinstance(event, k.Lapse):
                origin = self._origin(event)
                yield _ruled(f"{whose}{self._seat(event.seat)} had nothing to choose: {origin.text}", origin.rule)
        if not any(isinstance(event, k.RoundEnds | k.GameEnds) for event in told):
            for said in self._skipped(turn, told):
                yield whose + said

    def _skipped(self, turn: range, told: list[k.Event]) -> Iterator[str]:
        begins = told[0]
        assert isinstance(begins, k.Turn)
        by_rule = ((index, event) for index, event in zip(turn, told, strict=True) if event.statement is not None)
        of_turn = [index for index, event in by_rule if self._origin(event).block != "next turn"]
        moments = range(turn[0] + 1, max(of_turn, default=turn[0]) + 2)
        yield from Omissions(self.seen.recall, moments, begins.seat).of(self._rules.the(d.Turn))

    # ---- how it ended

    def _ended(self, kind: type[k.RoundEnds | k.GameEnds], said: str) -> Iterator[str]:
        """Why the last round or the game has ended, with the values and the rulings of the reason."""
        end = next(self._heard.latest(kind.number), None)
        if end is None:
            return
        event, reason, origin = self._end(end)
        speaking = self.speaking(end)
        said = f"{said.format(self._seat(event.seat))} {origin.text}" + (f": {speaking}" if speaking else "")
        yield _ruled(said, origin.rule)
        for call in dict.fromkeys(node.call for node in walk(reason.condition) if isinstance(node, e.Fits)):
            declared = self._rules.call(call)
            yield _ruled(f"{call} means: {show(declared.condition)}", self.seen.game.rules.rule_of(declared.key))
        for cite in origin.cites:
            ruling = self._rules.blocks.get(d.key(d.Ruling, str(cite)))
            if isinstance(ruling, d.Ruling):
                yield _ruled(f"{ruling.question} {ruling.answer}", ruling.key)

    def speaking(self, end: int) -> str:
        """The values of the reason by which a round or the game ended, in words."""
        event, reason, origin = self._end(end)
        return self._particulars(self._moment(end, origin.block, event.seat)).of(reason.condition)

    def _end(self, end: int) -> tuple[k.RoundEnds | k.GameEnds, d.Reason, Origin]:
        event = k.read(self._heard[end])
        assert isinstance(event, k.RoundEnds | k.GameEnds)
        origin = self._origin(event)
        reason = self._rules.blocks[origin.block]
        assert isinstance(reason, d.Reason)
        return event, reason, origin

    def _over(self) -> Iterator[str]:
        over = self.seen.sight.result
        assert over is not None
        last = k.read(self._heard[-1])
        if isinstance(last, k.Limit):
            yield _ruled(f"the game ended after {last.turns} turns", self.seen.game.rules.rule_of("limit"))
            return
        yield from self._ended(k.GameEnds, "the game ended because")
        particulars = self._particulars(self._moment(len(self._heard), "", self.seen.sight.active))
        for outcome in self._rules.of(d.Winners, d.Returns):
            match outcome:
                case d.Returns(amount):
                    shares = (f"{self._seat(seat)} gets {share}" for seat, share in enumerate(over.returns))
                    said = f"{', '.join(shares)}: {show(amount)}"
                case d.Winners(e.Sieved(set_, sieves)):
                    said = f"{particulars.seats(over.winners)} won: {particulars.sieved(set_, sieves)[0]}"
                case d.Winners(players):
                    said = f"{particulars.seats(over.winners)} won: {show(players)}"
            yield _ruled(said, self.seen.game.rules.rule_of(outcome.key))

    # ---- parts

    @property
    def _program(self) -> Program:
        return self.seen.game.program

    @property
    def _rules(self) -> Rules:
        return self.seen.game.rules.resolved

    @cached_property
    def _heard(self) -> Heard:
        return self.seen.heard

    def _moment(self, index: int, block: str, own: int) -> Moment:
        return self.seen.recall.moment(index, block, own)

    def _particulars(self, moment: Moment) -> Particulars:
        return Particulars(self._program.material, moment)

    def _origin(self, event: k.Event) -> Origin:
        assert event.statement is not None
        return self._program.plan.origins[event.statement]

    def _whose(self, turn: int) -> str:
        """Whose turn began with an event."""
        begins = k.read(self._heard[turn])
        assert isinstance(begins, k.Turn)
        return self._seat(begins.seat)

    def _seat(self, seat: int) -> str:
        return seat_name(self._program.material, seat)


def _ruled(said: str, rule: str) -> str:
    return f"{said} [{rule}]"
