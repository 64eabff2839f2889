"""The course of a game as a program: set-up, rounds, turns, reasons to end, the end."""

from rulespec.language.printer import show
from rulespec.plan.layout import Layout, stop
from rulespec.plan.lines import Lines
from rulespec.plan.material import Material
from rulespec.resolve.ruleset import Rules
from rulespec.run.machine import Machine, Operation
from rulespec.run.program import EVERYTHING, Label, Program
from rulespec.tree import declarations as d


def program_of(rules: Rules, material: Material) -> Program:
    """The program of a ruleset for a number of players."""
    return _Course(Layout(rules, material)).lay()


class _Course:
    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._rules = layout.rules
        self._variables = layout.material.variables

    def lay(self) -> Program:
        layout, program = self._layout, self._layout.program
        over, limit, start, round_begins, turn_begins, after_round = (Label() for _ in range(6))
        layout.named(over, lambda here, after: lambda mc: stop(mc, here))
        layout.named(limit, lambda here, after: lambda mc: stop(mc, here))
        layout.place(start)
        self._blocks(d.SetUp)
        layout.named(round_begins, self._round_begins)
        self._blocks(d.Round)
        layout.named(turn_begins, lambda here, after: self._turn_begins(after, limit))
        self._moment("before turn")
        self._blocks(d.BeforeTurn)
        self._blocks(d.Turn)
        self._blocks(d.AfterTurn)
        self._moment("after turn")
        layout.emit(_turn_ends)
        self._blocks(d.NextTurn)
        layout.jump(turn_begins)
        for reason in self._rules.of(d.Reason):
            self._reason(reason, after_round if isinstance(reason, d.RoundEnds) else over)
        layout.place(after_round)
        self._blocks(d.AfterRound)
        self._moment("after round")
        layout.jump(round_begins)
        for action in self._rules.of(d.Action):
            self._action(action)
        self._outcome()
        layout.link()
        program.start, program.over, program.limit, program.turn = start.pc, over.pc, limit.pc, turn_begins.pc
        return program

    def _round_begins(self, here: int, after: int) -> Operation:
        resets = self._resets("round")
        told = bool(self._rules.of(d.Round, d.RoundEnds))

        def round_begins(mc: Machine) -> int:
            for variable, value in resets:
                mc.variables[variable] = value
            mc.dirty = EVERYTHING
            if told:
                mc.note(("round",))
            return after

        return round_begins

    def _turn_begins(self, after: int, limit: Label) -> Operation:
        """The turn begins, and the reasons to end are looked at."""
        resets, check = self._resets("turn"), self._layout.check()
        n, no_names = self._layout.material.players, [None] * self._layout.program.slots
        most = next(each.turns for each in self._rules.of(d.Limit) if isinstance(each, d.Limit))
        places = len(self._layout.material.places)
        changed = sum(1 << (places + variable) for variable, _ in resets) | 1 << (places + len(self._variables))

        def turn_begins(mc: Machine) -> int:
            mc.turns += 1
            if mc.turns > most:
                mc.note(("limit", most))
                return limit.pc
            mc.active = mc.own = (mc.active + 1) % n if mc.next is None else mc.next
            mc.next = None
            for variable, value in resets:
                mc.variables[variable] = value
            mc.names = no_names.copy()
            mc.watching = True
            mc.dirty |= changed
            mc.log = (("turn", mc.active), mc.log)
            return check(mc) or after

        return turn_begins

    def _resets(self, moment: str) -> list[tuple[int, int | None]]:
        """The counters and notes that begin anew, and with what."""
        return [
            (number, 0 if isinstance(each.holder, d.Counter) else None)
            for number, each in enumerate(self._variables)
            if each.holder.reset == moment
        ]

    def _moment(self, moment: str) -> None:
        """The reasons of a moment, in their order."""
        for reason in self._layout.reasons_at(moment):
            self._ends_if(reason)

    def _ends_if(self, reason: d.Reason) -> None:
        test, label = self._layout.outside().test(reason.condition), self._layout.reasons[reason.key]

        def ends_if(here: int, after: int) -> Operation:
            ends = label.pc
            return lambda mc: ends if test(mc, mc.active, None) else after

        self._layout.emit(ends_if)

    def _reason(self, reason: d.Reason, then: Label) -> None:
        """The block of a reason; whatever was left of the turn is abandoned."""
        said = self._rules.entry(reason.key).declaration
        assert isinstance(said, d.Reason)
        origin = self._layout.origin(reason.key, (), show(said.condition))
        kind = "game ends" if isinstance(reason, d.GameEnds) else "round ends"
        kept = len(self._layout.turn_slots)

        def begin(here: int, after: int) -> Operation:
            def begins(mc: Machine) -> int:
                mc.watching, mc.own, mc.stack, mc.together, mc.stage = False, mc.active, (), None, None
                mc.names[kept:] = [None] * (len(mc.names) - kept)
                mc.note((kind, origin, mc.active))
                return after

            return begins

        self._layout.named(self._layout.reasons[reason.key], begin)
        self._block(reason)
        self._layout.jump(then)

    def _action(self, block: d.Action) -> None:
        end = Label()
        self._layout.place(self._layout.actions[block.name])
        Lines(self._layout, block.key, end).body(block.body)
        slots = tuple(self._layout.slots(block.key).values())

        def ends(here: int, after: int) -> Operation:
            def action_ends(mc: Machine) -> int:
                for slot in slots:
                    mc.names[slot] = None
                back: int = mc.stack[-1]
                mc.stack = mc.stack[:-1]
                return back

            return action_ends

        self._layout.named(end, ends)

    def _blocks(self, kind: type[d.Block]) -> None:
        for block in self._rules.of(kind):
            assert isinstance(block, d.Block)
            self._block(block)

    def _block(self, block: d.Block) -> None:
        end = Label()
        Lines(self._layout, block.key, end).body(block.body)
        self._layout.place(end)
        slots = tuple(self._layout.slots(block.key).values())
        if slots and not isinstance(block, d.NextTurn | d.Round):  # a turn that begins forgets all names
            self._layout.emit(lambda here, after: lambda mc: _forget(mc, slots, after))

    def _outcome(self) -> None:
        if (winners := self._rules.one(d.Winners)) is not None:
            self._layout.program.winners = self._layout.outside().many(winners.players)
        if (returns := self._rules.one(d.Returns)) is not None:
            self._layout.program.returns = self._layout.outside().value(returns.amount)


def _forget(mc: Machine, slots: tuple[int, ...], after: int) -> int:
    for slot in slots:
        mc.names[slot] = None
    return after


def _turn_ends(here: int, after: int) -> Operation:
    def turn_ends(mc: Machine) -> int:
        mc.watching, mc.own = False, mc.active
        return after

    return turn_ends
