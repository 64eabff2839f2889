"""Why things are as one player sees them: a sentence a line, each with its rule.

Everything is derived from what he heard, from the tables as he saw them, and from questions that everybody knows.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from itertools import chain, islice
from random import Random

from attrs import frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events.heard import Heard
from rulespec.engine.options import seat_name
from rulespec.engine.pending import Option
from rulespec.engine.python.program import Asking, Program
from rulespec.knowledge.causes import OVER
from rulespec.knowledge.omissions import Omissions, Omitted
from rulespec.knowledge.particulars import Particulars
from rulespec.knowledge.perspective import Perspective
from rulespec.knowledge.recall import Moment, UnseenError
from rulespec.knowledge.refusal import Refused, asks, refused
from rulespec.knowledge.sayings import Sayings, sayings_of
from rulespec.knowledge.worlds import Worlds
from rulespec.language.errors import WorldsError
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import walk
from rulespec.plan.plan import Origin
from rulespec.rules.resolve.ruleset import Rules

Sieves = tuple[e.Sieve, ...]


@frozen(eq=False)
class Succession:
    """Whose turn it is, and why: by a rule, in a block; else it goes round, or the game began with it."""

    seat: int
    before: int | None  # who had the last turn, None if there was none
    by: int = -1  # who had the turn in which the rule settled it
    origin: Origin | None = None
    moment: Moment | None = None
    named: "tuple[s.IsNext, e.Expression, Sieves] | None" = None  # what he was chosen from, if it is known


@frozen(eq=False)
class Closing:
    """How a round or the game ended: the reason, the turn, and the table."""

    seat: int
    reason: d.Reason
    origin: Origin
    moment: Moment


def why(seen: Perspective) -> str:
    """Whose turn it is and who is asked, what was left out of the last turn, how the last round and the game ended."""
    return "\n".join(Accounted(seen).lines())


def why_ended(seen: Perspective, ends: int) -> tuple[str, ...]:
    """The values of the reasons by which the last `ends` rounds or the game ended, the oldest first."""
    return tuple(Accounted(seen).speaking(end) for end in _last_ends(seen, ends))


def _last_ends(seen: Perspective, ends: int) -> list[int]:
    """Where the last `ends` ends of a round or of the game stand in what he heard, the oldest first."""
    latest = (seen.heard.latest(kind) for kind in (k.ROUND_ENDS, k.GAME_ENDS))
    return sorted(sorted(chain.from_iterable(islice(each, ends) for each in latest), reverse=True)[:ends])


def concerned(seen: Perspective, ends: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """The players and cards that the reasons of the last `ends` ends were about, by number, the oldest first."""
    return tuple(Accounted(seen).concerned(end) for end in _last_ends(seen, ends))


def why_option(seen: Perspective, option: Option | str) -> str:
    """Why an option is offered, or why not."""
    decision = seen.sight.decision
    if decision is None:
        return "\n".join(Accounted(seen).not_asked())
    for each in decision.options:
        if each == option or each.text == option:
            return _ruled(
                f"'{each.text}' is offered: {decision.prompt}",
                Accounted(seen).question(decision.prompt, decision.block),
            )
    left_out = why_refused(seen, option)
    if left_out is not None:
        return str(left_out.refusal)
    rule = Accounted(seen).question(decision.prompt, decision.block)
    return _ruled(f"'{option}' is not offered: {decision.prompt}", rule)


def why_refused(seen: Perspective, option: Option | str) -> Refused | None:
    """What leaves an option out, by what its player can know; None if that depends on what he does not see."""
    try:
        question = seen.question
        return question.refused(option) if question else refused(Worlds(seen).sample(Random(0)), option)
    except (UnseenError, WorldsError):
        return None


@frozen(eq=False)
class Accounted:
    """Accounts for the state of a game as one player knows it."""

    seen: Perspective

    def lines(self) -> Iterator[str]:
        if self.seen.sight.result is None:
            yield from self._told_before("turn", next(self._heard.latest(k.TURN), None), self._turn)
            yield self._asked()
        yield from self._told_before("left out", self.last_turn(), self._left_out)
        yield from self._told_before("ended", next(self._heard.latest(k.ROUND_ENDS), None), self._round_ended)
        if self.seen.sight.result is not None:
            yield from self._over()

    def _told_before(self, what: str, of: Hashable, find: Callable[[], Iterable[str]]) -> tuple[str, ...]:
        """Lines that depend on a part of what he heard, and nothing else: at a later state they are what they were.

        That is there for speed alone: a round ends once, and a player is mostly asked more than once in a turn. It took
        a quarter off a reason.
        """
        made = self.seen.known.made
        told: tuple[Hashable, tuple[str, ...]] | None = made.get(what)
        if told is None or told[0] != of:
            told = made[what] = of, tuple(find())
        return told[1]

    def not_asked(self) -> Iterator[str]:
        """Why he has nothing to choose."""
        if self.seen.sight.result is not None:
            yield OVER
            return
        if self.seen.player >= 0:  # not a spectator
            yield f"{self._seat(self.seen.player)} is not asked now"
        yield self._asked()

    # ---- whose turn it is, and who is asked

    def succession(self) -> Succession | None:
        """Whose turn it is, and why; None before the first one."""
        turns = self._heard.latest(k.TURN)
        now, before = next(turns, None), next(turns, 0)
        if now is None:
            return None
        seat, last = self._owner(now), self._owner(before) if before else None
        at = next(self._heard.latest(k.Next.number, range(before, now)), None)
        event = None if at is None else k.read(self._heard[at])
        if at is None or not isinstance(event, k.Next) or event.who is None:
            return Succession(seat, last)
        origin = self._origin(event)
        moment = self._moment(at, origin.block, event.seat)
        named = self._sayings.once("named", origin, self._named)
        return Succession(seat, last, event.seat, origin, moment, named)

    def _named(self, origin: Origin) -> tuple[s.IsNext, e.Expression, Sieves] | None:
        """The statement that settled who is next, with the set and the sieves by which he was named."""
        block = self._rules.blocks[origin.block]
        for node in walk(block):
            if isinstance(node, s.IsNext) and show(node) == origin.text:
                for set_, sieves in self._described(node.player, block):
                    return node, set_, sieves
        return None

    def _turn(self) -> Iterator[str]:
        found = self.succession()
        if found is None:
            yield "no turn has begun yet"
            return
        said = f"it is {self._seat(found.seat)}'s turn"
        if found.origin is not None:
            yield _ruled(f"{said}: {self._successor(found, found.origin)}", found.origin.rule)
        elif found.before is not None:
            yield f"{said}: it follows {self._seat(found.before)}'s turn"
        else:
            yield f"{said}: it is the first turn of the game"

    def _successor(self, found: Succession, origin: Origin) -> str:
        """The rule by which somebody was next, with those among whom he was chosen."""
        if found.named is None or found.moment is None:
            return origin.text
        node, set_, sieves = found.named
        told, left = self._particulars(found.moment).sieved(set_, sieves)
        asked = isinstance(node.player, e.Chosen) and left is not None and left > 1
        chose = f"; {self._seat(found.by)} chose {self._seat(found.seat)}" if asked else ""
        return f"{origin.text}, from {told}{chose}"

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
            return "no player is asked now: chance decides"
        question = self.seen.open_question if decision is None else (decision.prompt, decision.block)
        if question is None:
            return f"{self._seat(asked)} is asked"
        return _ruled(f"{self._seat(asked)} is asked: {question[0].partition(': ')[2]}", self.question(*question))

    def question(self, prompt: str, block: str) -> str:
        """The rule by which somebody is asked."""
        program = self._program
        places = (ask for ask in program.asks.values() if isinstance(ask, Asking))
        return next(program.told(ask.site.origin).rule for ask in places if asks(program, ask, prompt, block))

    # ---- what was left out

    def _left_out(self) -> Iterator[str]:
        """What did not happen in the last complete turn."""
        turn = self.last_turn()
        if turn is None:
            return
        whose = f"in {self._seat(self._owner(turn[0]))}'s turn, "
        for seat, origin in self.lapses(turn):
            yield _ruled(f"{whose}{self._seat(seat)} had nothing to choose: {origin.text}", origin.rule)
        for each in self.omissions(turn):
            yield whose + each.told

    def last_turn(self) -> range | None:
        """The events of the last complete turn."""
        decision = self.seen.sight.decision
        over = self.seen.sight.result is not None or (decision is not None and decision.block == "next turn")
        ends = [len(self._heard)] if over else []
        latest, earlier, *_ = *ends, *islice(self._heard.latest(k.TURN), 2), None, None
        return None if latest is None or earlier is None else range(earlier, latest)

    def lapses(self, turn: range) -> Iterator[tuple[int, Origin]]:
        """Who had nothing to choose in a turn, and where."""
        for event in self._told(turn, k.Lapse):
            assert isinstance(event, k.Lapse)
            yield event.seat, self._origin(event)

    def omissions(self, turn: range) -> Iterator[Omitted]:
        """What was left out in a turn as a condition did not hold, unless an end cut it short."""
        if next(self._told(turn, k.RoundEnds, k.GameEnds), None) is not None:
            return
        of_turn = (index for index in reversed(turn) if self._is_of_turn(k.read(self._heard[index])))
        moments = range(turn[0] + 1, next(of_turn, turn[0]) + 2)
        yield from Omissions(self.seen.recall, moments, self._owner(turn[0])).of(self._rules.the(d.Turn))

    def _is_of_turn(self, event: k.Event) -> bool:
        """Whether a rule other than that of the next turn caused an event."""
        return event.statement is not None and self._origin(event).block != "next turn"

    def _told(self, turn: range, *kinds: type[k.Event]) -> Iterator[k.Event]:
        """The events of some kinds in a turn."""
        numbers = {kind.number for kind in kinds}
        heard = self._heard[turn.start : turn.stop]
        return (k.read(event) for event in heard if event[0] in numbers)

    # ---- how it ended

    def ending(self, kind: type[k.RoundEnds | k.GameEnds]) -> Closing | None:
        """How the last round or the game ended; None if none has."""
        end = next(self._heard.latest(kind.number), None)
        return None if end is None else self._end(end)

    def _round_ended(self) -> Iterator[str]:
        return self._ended(k.RoundEnds, "the last round ended in {}'s turn because")

    def _ended(self, kind: type[k.RoundEnds | k.GameEnds], said: str) -> Iterator[str]:
        """Why the last round or the game has ended, with the values and the rulings of the reason."""
        ending = self.ending(kind)
        if ending is None:
            return
        origin, condition = ending.origin, ending.reason.condition
        speaking = self._particulars(ending.moment).of(condition)
        said = f"{said.format(self._seat(ending.seat))} {origin.text}" + (f": {speaking}" if speaking else "")
        yield _ruled(said, origin.rule)
        yield from self._sayings.once("explained", origin, lambda _: tuple(self._explained(condition, origin)))

    def _explained(self, condition: e.Condition, origin: Origin) -> Iterator[str]:
        """What the words of a reason mean, and the rulings that it rests on."""
        for call in dict.fromkeys(node.call for node in walk(condition) if isinstance(node, e.Fits)):
            declared = self._rules.call(call)
            yield _ruled(f"{call} means: {show(declared.condition)}", self.seen.game.rules.rule_of(declared.key))
        for cite in origin.cites:
            ruling = self._rules.blocks.get(d.key(d.Ruling, str(cite)))
            if isinstance(ruling, d.Ruling):
                yield _ruled(f"{ruling.question} {ruling.answer}", ruling.key)

    def speaking(self, end: int) -> str:
        """The values of the reason by which a round or the game ended, in words."""
        ending = self._end(end)
        return self._particulars(ending.moment).of(ending.reason.condition)

    def concerned(self, end: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The players and cards that the reason was about by which a round or the game ended, by number."""
        ending = self._end(end)
        return self._particulars(ending.moment).concerned(ending.reason.condition)

    def _end(self, end: int) -> Closing:
        event = k.read(self._heard[end])
        assert isinstance(event, k.RoundEnds | k.GameEnds)
        origin = self._origin(event)
        reason = self._rules.blocks[origin.block]
        assert isinstance(reason, d.Reason)
        return Closing(event.seat, reason, origin, self._moment(end, origin.block, event.seat))

    def limit(self) -> int | None:
        """After how many turns the game ended, if it did for that."""
        last = k.read(self._heard[-1])
        return last.turns if isinstance(last, k.Limit) else None

    def _over(self) -> Iterator[str]:
        over = self.seen.sight.result
        assert over is not None
        turns = self.limit()
        if turns is not None:
            yield _ruled(f"the game ended after {turns} turns", self.seen.game.rules.rule_of("limit"))
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

    @property
    def _sayings(self) -> Sayings:
        return sayings_of(self._program)

    @cached_property
    def _heard(self) -> Heard:
        return self.seen.heard

    def _moment(self, index: int, block: str, own: int) -> Moment:
        return self.seen.recall.moment(index, block, own)

    def _particulars(self, moment: Moment) -> Particulars:
        return Particulars(self._sayings, moment)

    def _origin(self, event: k.Event) -> Origin:
        assert event.statement is not None
        return self._program.plan.origins[event.statement]

    def _owner(self, turn: int) -> int:
        """Whose turn began with an event."""
        begins = k.read(self._heard[turn])
        assert isinstance(begins, k.Turn)
        return begins.seat

    def _seat(self, seat: int) -> str:
        return seat_name(self._program.material, seat)


def _ruled(said: str, rule: str) -> str:
    return f"{said} [{rule}]"
