"""The course of a game as a plan: set-up, rounds, turns, reasons to end, the end."""

from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import walk
from rulespec.plan.alike import heard_alike
from rulespec.plan.circumstances import asked_for
from rulespec.plan.layout import Label, Layout
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes.instructions import Resets
from rulespec.plan.nodes.terms import Term
from rulespec.plan.plan import LastSeenPlace, Law, Plan, Table
from rulespec.plan.statements import StatementCompiler
from rulespec.rules.material import Material


def plan_of(material: Material) -> Plan:
    """The plan of a ruleset for a number of players."""
    return _Course(material).lay()


class _Course:
    def __init__(self, material: Material) -> None:
        self._layout = Layout(material)
        self._rules = material.rules
        self._material = material

    def lay(self) -> Plan:
        layout = self._layout
        over, limit, start, round_begins, turn_begins, after_round = (Label() for _ in range(6))
        turn_ended, round_ended = Label(), Label()
        layout.place(over)
        layout.emit(lambda: i.Stop(at_limit=False))
        layout.place(limit)
        layout.emit(lambda: i.Stop(at_limit=True))
        layout.place(start)
        self._blocks(d.SetUp)
        layout.place(round_begins)
        self._round_begins()
        self._blocks(d.Round)
        layout.place(turn_begins)
        self._turn_begins(limit)
        self._moment("before turn")
        self._blocks(d.BeforeTurn)
        self._blocks(d.Turn)
        self._blocks(d.AfterTurn)
        layout.place(turn_ended)
        self._moment("after turn")
        layout.emit(i.TurnEnds)
        self._blocks(d.NextTurn)
        layout.jump(turn_begins)
        for reason in self._rules.of(d.Reason):
            assert isinstance(reason, d.Reason)
            self._reason(reason, after_round if isinstance(reason, d.RoundEnds) else over)
        layout.place(after_round)
        self._blocks(d.AfterRound)
        layout.place(round_ended)
        self._moment("after round")
        layout.jump(round_begins)
        for action in self._rules.of(d.Action):
            assert isinstance(action, d.Action)
            self._action(action)
        code, table = layout.link(), self._table()
        origins, heard_as = heard_alike(layout, code)
        return Plan(
            code=code,
            table=table,
            values=layout.compiler.values(),
            conditions=layout.compiler.conditions(),
            watches=layout.watches(),
            slots=layout.slots,
            start=start.pc,
            turn=turn_begins.pc,
            over=over.pc,
            limit=limit.pc,
            winners=self._winners(),
            returns=self._amount(d.Returns),
            score=self._amount(d.Score),
            laws=self._laws(),
            turn_ended=turn_ended.pc,
            round_ended=round_ended.pc,
            origins=origins,
            heard_as=heard_as,
            branches=layout.branches,
            names=layout.names,
            blocks=layout.blocks,
            named_values=tuple(each.key for each in self._rules.of(d.Value, d.Table)),
            named_conditions=tuple(each.key for each in self._rules.of(d.Call)),
            named_laws=tuple(each.key for each in self._rules.of(d.Always)),
        )

    def _table(self) -> Table:
        material = self._material
        rows = tuple(place.zone.ordered for place in material.places)
        seen = tuple(place.zone.sight.is_public for place in material.places)
        owners = tuple(place.owner for place in material.places)
        return Table(material.players, len(material.cards), rows, seen, owners, self._lasts(), len(material.variables))

    def _lasts(self) -> tuple[LastSeenPlace, ...]:
        places = [(at, place.zone) for at, place in enumerate(self._material.places) if place.zone.last_seen]
        origin = self._layout.origin
        return tuple(LastSeenPlace(at, origin(zone.key, (), "last seen by all", zone.span)) for at, zone in places)

    # ---- rounds and turns

    def _round_begins(self) -> None:
        resets, told = self._resets("round"), bool(self._rules.of(d.Round, d.RoundEnds))
        self._layout.emit(lambda: i.RoundBegins(resets, told))

    def _turn_begins(self, limit: Label) -> None:
        resets, places = self._resets("turn"), len(self._material.places)
        most = next(each.turns for each in self._rules.of(d.Limit) if isinstance(each, d.Limit))
        changed = sum(1 << (places + variable) for variable, _ in resets) | self._layout.turn_changed
        self._layout.emit(lambda: i.TurnBegins(resets, most, limit.pc, changed))

    def _resets(self, moment: str) -> Resets:
        return tuple(
            (number, 0 if isinstance(each.holder, d.Counter) else None)
            for number, each in enumerate(self._material.variables)
            if each.holder.reset == moment
        )

    # ---- reasons to end

    def _moment(self, moment: str) -> None:
        """The reasons of a moment, in their order."""
        for reason in self._layout.reasons_at(moment):
            self._ends_if(reason)

    def _ends_if(self, reason: d.Reason) -> None:
        test, label = self._layout.compiler.test(reason.condition), self._layout.reasons[reason.key]
        with self._layout.block(reason.key):
            self._layout.emit(lambda: i.EndsIf(test, label.pc))

    def _reason(self, reason: d.Reason, then: Label) -> None:
        """The block of a reason; whatever was left of the turn is abandoned."""
        said, layout = self._rules.entry(reason.key).declaration, self._layout
        assert isinstance(said, d.Reason)
        origin, kept = layout.origin(reason.key, (), show(said.condition), said.condition.span), len(layout.turn_slots)
        layout.place(layout.reasons[reason.key])
        game = isinstance(reason, d.GameEnds)
        with layout.block(reason.key):
            layout.emit(lambda: i.ReasonBegins(game, origin, kept))
        self._block(reason)
        with layout.block(reason.key):
            layout.jump(then)

    # ---- blocks

    def _action(self, block: d.Action) -> None:
        end, layout = Label(), self._layout
        layout.place(layout.actions[block.name])
        slots = tuple(layout.slots_of(block.key).values())
        with layout.block(block.key):
            StatementCompiler(layout, block.key, end).body(block.body)
            layout.place(end)
            layout.emit(lambda: i.Return(slots))

    def _blocks(self, kind: type[d.Block]) -> None:
        for block in self._rules.of(kind):
            assert isinstance(block, d.Block)
            self._block(block)

    def _block(self, block: d.Block) -> None:
        end, layout = Label(), self._layout
        slots = tuple(layout.slots_of(block.key).values())
        with layout.block(block.key):
            StatementCompiler(layout, block.key, end).body(block.body)
            layout.place(end)
            if slots and not isinstance(block, d.NextTurn | d.Round):  # a turn that begins forgets all names
                layout.emit(lambda: i.Forget(slots))

    # ---- the outcome

    def _winners(self) -> Term | None:
        for each in self._rules.of(d.Winners):
            assert isinstance(each, d.Winners)
            return self._layout.compiler.set(each.players)
        return None

    def _laws(self) -> tuple[Law, ...]:
        test, names = self._layout.compiler.test, self._rules.names
        said = [(law.moment, law.condition) for law in self._rules.of(d.Always)]
        return tuple(Law(when, test(each), _compares(each), asked_for(each, names)) for when, each in said)

    def _amount(self, kind: type[d.Returns | d.Score]) -> Term | None:
        for each in self._rules.of(kind):
            assert isinstance(each, d.Returns | d.Score)
            return self._layout.compiler.term(each.amount)
        return None


def _compares(condition: e.Condition) -> bool:
    return any(isinstance(node, e.Earlier) for node in walk(condition))
