"""The statements of a block as instructions."""

from itertools import groupby
from typing import TypeAlias, assert_never

from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import CARD
from rulespec.language.tree.node import walk
from rulespec.plan.asking import ask_whether, choose, choose_by_chance
from rulespec.plan.block import BlockLayout
from rulespec.plan.layout import Label, names_in
from rulespec.plan.nodes import effects as f
from rulespec.plan.nodes import instructions as i
from rulespec.plan.nodes.choices import DECLINE, Query
from rulespec.plan.nodes.roles import require_compiled

_Deal: TypeAlias = s.Deal | s.DealEvenly
_ByInstructions: TypeAlias = s.Choose | s.ChooseByChance | s.Draw | _Deal | s.Perform | s.Nothing  # of their own
require_compiled(s.Effect, _ByInstructions | s.Add | s.Take)


class StatementCompiler(BlockLayout):
    """Compiles the statements of one block."""

    def body(self, body: d.Body) -> None:
        if self.together and self.part is None:
            self._parts(body)
        else:
            self._statements(body)

    def _statements(self, body: d.Body) -> None:
        for index, statement in enumerate(body):
            self._statement(statement, body[index + 1] if index + 1 < len(body) else None)

    def _statement(self, statement: s.Statement, following: s.Statement | None = None) -> None:
        around, self.cites = self.cites, (*self.cites, *statement.cites)
        self._lay(statement, following)
        self.cites = around

    def _lay(self, statement: s.Statement, following: s.Statement | None) -> None:
        match statement:
            case s.Do(effect):
                self._effect(effect, statement, following)
            case s.If():
                self._if(statement)
            case s.May(body):
                self._may(statement, body)
            case s.Together(body):
                self._at_the_same_time(body)
            case s.ForEach():
                self._for_each(statement)
            case s.ForEachWord():
                self._for_each_word(statement)
            case _:
                assert_never(statement)

    def _effect(self, effect: s.Effect, statement: s.Statement, following: s.Statement | None) -> None:
        if not isinstance(effect, _ByInstructions):
            self._happen(self.effect(effect, self.origin(statement.cites, effect)))
            return
        match effect:
            case s.Choose():
                choose(self, effect, self.origin(statement.cites, effect), following, None)
            case s.ChooseByChance():
                choose_by_chance(self, effect, self.origin(statement.cites, effect))
            case s.Draw():
                self._draw(effect, self.origin(statement.cites, effect))
            case s.Deal() | s.DealEvenly():
                self._deal(effect, self.origin(statement.cites, effect))
            case s.Perform():
                self._perform(effect)
            case s.Nothing():
                pass
            case _:
                assert_never(effect)

    def _happen(self, effect: f.Effect) -> None:
        if self.together:
            number = self.layout.deferred
            self.layout.deferred += 1
            self.layout.emit(lambda: i.Defer(number, effect))
        else:
            self.layout.emit(lambda: i.Happen(effect))

    def _draw(self, effect: s.Draw, origin: int) -> None:
        amount, source, to = self.compiler.term(effect.amount), self.to_place(effect.source), self.to_place(effect.to)
        query, refill = _drawn(effect, origin), self.refill(effect.source)
        self.layout.emit(lambda: i.DrawBegins(amount, source, to))
        self.layout.emit(lambda: i.Draw(query, refill))

    def _deal(self, effect: _Deal, origin: int) -> None:
        layout, loop, end = self.layout, Label(), Label()
        source, (first, which) = self.to_place(effect.source), self.to_places(effect.to)
        evenly, query = isinstance(effect, s.DealEvenly), _drawn(effect, origin)
        layout.emit(lambda: i.DealBegins(source, first, which, evenly, end.pc))
        layout.place(loop)
        layout.emit(lambda: i.DealNext(end.pc))
        layout.emit(lambda: i.Draw(query, None))
        layout.jump(loop)
        layout.place(end)

    def _if(self, statement: s.If) -> None:
        layout, test, other, end = self.layout, self.compiler.test(statement.condition), Label(), Label()
        layout.emit(lambda: i.Branch(test, other.pc), self.branching(statement, statement.condition))
        self.body(statement.then)
        if statement.otherwise:
            layout.jump(end)
        layout.place(other)
        self.body(statement.otherwise)
        layout.place(end)

    def _may(self, statement: s.May, body: d.Body) -> None:
        first, end = body[0], Label()
        assert isinstance(first, s.Do)
        if isinstance(first.effect, s.Choose):
            following = body[1] if len(body) > 1 else None
            choose(self, first.effect, self.origin(first.cites, first.effect), following, end)
            self.body(body[1:])
        else:
            ask_whether(self, statement, first.effect, self.origin(statement.cites, first.effect), end)
            self.body(body)
        self.layout.place(end)

    def _for_each(self, statement: s.ForEach) -> None:
        layout, players = self.layout, self.compiler.set(statement.players)
        loop, end, before = Label(), Label(), self.lapse
        names = names_in(*statement.body) if kind_of(statement.players).many else []
        slots = tuple(self.slots[name] for name in names)
        layout.emit(lambda: i.EachBegins(players))
        layout.place(loop)
        layout.emit(lambda: i.EachNext(slots, end.pc), self.branching(statement, statement.players))
        self.lapse = loop
        self.body(statement.body)
        self.lapse = before
        layout.jump(loop)
        layout.place(end)

    def _for_each_word(self, statement: s.ForEachWord) -> None:
        layout, words = self.layout, self.compiler.set(statement.pick.source)
        loop, end, before = Label(), Label(), self.lapse
        slot, *slots = (self.slots[name] for name in names_in(statement.pick, *statement.body))
        layout.emit(lambda: i.WordsBegin(words))
        layout.place(loop)
        layout.emit(lambda: i.WordsNext(slot, tuple(slots), end.pc), self.branching(statement, statement.pick.source))
        self.lapse = loop
        self.body(statement.body)
        self.lapse = before
        layout.jump(loop)
        layout.place(end)

    def _perform(self, effect: s.Perform) -> None:
        if effect.times is None:
            self._perform_once(effect)
            return
        layout, times, loop, end = self.layout, self.compiler.term(effect.times), Label(), Label()
        layout.emit(lambda: i.RepeatBegins(times))
        layout.place(loop)
        layout.emit(lambda: i.RepeatNext(end.pc))
        self._perform_once(effect)
        layout.jump(loop)
        layout.place(end)

    def _perform_once(self, effect: s.Perform) -> None:
        word, layout, list_ = self.compiler.term(effect.word), self.layout, str(kind_of(effect.word).list)
        layout.emit(lambda: i.Perform(word, layout.entrances(list_)), self.branching(effect, effect.word))

    # ---- at the same time

    def _at_the_same_time(self, body: d.Body) -> None:
        if all(isinstance(each, s.Do) and not isinstance(each.effect, s.Choose | s.Nothing) for each in body):
            self._as_one(body)
            return
        self.layout.emit(i.TogetherBegins)
        self.together = True
        chooses = (node for each in body for node in walk(each) if isinstance(node, s.Choose))
        self.unheard = frozenset(name for choose in chooses for name in choose.names)
        self.body(body)
        self.together, self.unheard = False, frozenset()
        self.layout.emit(i.TogetherEnds)

    def _as_one(self, body: d.Body) -> None:
        """Nobody is asked in it."""
        effects = tuple(
            self.effect(each.effect, self.origin(each.cites, each.effect)) for each in body if isinstance(each, s.Do)
        )
        self.layout.emit(lambda: i.Together(effects))

    def _parts(self, body: d.Body) -> None:
        """What one player does himself is his part, up to where another one is asked."""
        for asks_others, run in groupby(body, _asks_others):
            if asks_others:
                for statement in run:
                    self._statement(statement)
            else:
                self._part(tuple(run))

    def _part(self, run: d.Body) -> None:
        """After a lapse a player does nothing; others still hear that he has finished, even if he was asked nothing."""
        layout, end, lapse = self.layout, Label(), self.lapse
        origin = self._commitment(run)
        layout.emit(lambda: i.SkipLapsed(end.pc))
        self.part, self.lapse = origin, end
        self._statements(run)
        self.part, self.lapse = None, lapse
        layout.place(end)
        if any(map(s.asks, run)):
            layout.emit(lambda: i.Commit(origin))

    def _commitment(self, run: d.Body) -> int:
        """The origin of what others hear: the same whichever of these statements have asked."""
        nodes = [node for each in run for node in walk(each)]
        cites = [cite for node in nodes if isinstance(node, s.Statement) and s.asks(node) for cite in node.cites]
        questions = (node for node in nodes if isinstance(node, s.Choose | s.May))
        first = next(effect for node in (*questions, *nodes) for effect in walk(node) if isinstance(effect, s.Effect))
        return self.origin(tuple(cites), first)


def _drawn(effect: s.Draw | _Deal, origin: int) -> Query:
    """What chance is asked for each card."""
    return Query(origin, (), (), (CARD,), (False,), show(effect), DECLINE)


def _asks_others(statement: s.Statement) -> bool:
    return any(isinstance(node, s.ForEach) and s.asks(node) for node in walk(statement))
