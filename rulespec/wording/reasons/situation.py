"""Why things are as they are at the table, as a player can know it: a sentence or two each, and the rule behind."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import assert_never, cast

from attrs import evolve, frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.options import atom_of
from rulespec.engine.pending import Option
from rulespec.game.api import View
from rulespec.knowledge.omissions import Omitted
from rulespec.knowledge.particulars import one_by_one
from rulespec.knowledge.recall import UNSEEN, Moment, UnseenError
from rulespec.knowledge.why import Accounted, Closing, Sieves, Succession, why_refused
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import PLAYER, Kind
from rulespec.language.tree.node import Node, rewrite, walk
from rulespec.plan.plan import Origin
from rulespec.rules.material import Card
from rulespec.rules.texts.choices import asked_in
from rulespec.rules.texts.grammar.phrase import Phrase, alike, listed
from rulespec.rules.texts.grammar.template import Part
from rulespec.wording.language import ACTIVE, Wording
from rulespec.wording.questions import question
from rulespec.wording.reasons.refusals import cannot, not_asked, why_not
from rulespec.wording.reasons.vocabulary import understood
from rulespec.wording.sentences.effects import begun, tidy
from rulespec.wording.sentences.filler import Filler
from rulespec.wording.sentences.scene import Scene
from rulespec.wording.story.story import Story


@frozen
class Reason:
    """Why something is so, as it is said to people, and the rule that says so; "" where no single one does."""

    text: str
    rule: str = ""


def why(words: Wording, view: View, option: str | Option | None = None) -> str:
    """Why things are as the player of a view sees them, or why he can choose something or not: a reason a line."""
    return "\n".join(each.text for each in reasons(words, view, option))


def reasons(words: Wording, view: View, option: str | Option | None = None) -> list[Reason]:
    """Whose turn it is and who is asked, what was left out of the last turn, how the last round and the game ended.

    Of an option: why the player of the view can choose it or not.
    """
    if option is not None:
        return [_of_option(words, view, option)]
    return list(_Accounting(words, view).all())


def not_performed(words: Wording, view: View, turn: range) -> Iterator[Reason]:
    """The actions that a condition kept from being performed in a turn, a range of the events that a player heard."""
    accounting = _Accounting(words, view)
    for each in Accounted(view.perspective()).omissions(turn):
        said = accounting.not_performed(each)
        if said is not None:
            yield Reason(said, each.rule)


def _of_option(words: Wording, view: View, option: str | Option) -> Reason:
    text, decision = why_not(words, view, option), view.decision
    if decision is None:
        return Reason(text)
    meant = understood(words, option, decision, view) if isinstance(option, str) else option
    left_out = None if meant in decision.options else why_refused(view.perspective(), option)
    asks = Accounted(view.perspective()).question(decision.prompt, decision.block)
    return Reason(text, asks if left_out is None else left_out.rule)


@frozen(eq=False, slots=False)
class _Accounting:
    """Accounts for a state to the player of a view."""

    words: Wording
    view: View

    def all(self) -> Iterator[Reason]:
        """Everything that there is to say."""
        if self.view.result is None:
            yield self._turn(self._account.succession())
            yield from self._asked()
        turn = self._account.last_turn()
        if turn is not None:
            for seat, origin in self._account.lapses(turn):
                yield Reason(self._lapsed(seat, origin), origin.rule)
            for each in self._account.omissions(turn):
                omitted = self._omitted(each)
                if omitted is not None:
                    yield Reason(omitted, each.rule)
        ended = self._account.ending(k.RoundEnds)
        if ended is not None:
            said = self._phrase("round ended", turn=self._in_turn(ended.seat), said=self._told(ended))
            yield Reason(said, ended.origin.rule)
        if self.view.result is not None:
            yield from self._over()

    # ---- whose turn it is

    def _turn(self, found: Succession | None) -> Reason:
        if found is None:
            return Reason(self._phrase("no turn"))
        is_own = found.seat == self.view.player
        said = self._phrase("turn.you") if is_own else self._phrase("turn", player=self._seat(found.seat))
        if found.origin is not None:
            return Reason(f"{said} {self._successor(found, found.origin)}".strip(), found.origin.rule)
        if found.before is not None:
            return Reason(f"{said} {self._phrase('next.round', subject=self._story.seat(found.before))}")
        return Reason(f"{said} {self._phrase('next.first')}")

    def _successor(self, found: Succession, origin: Origin) -> str:
        """Why somebody was next: by what held for him alone, or since somebody chose him."""
        block = self._blocks[origin.block]
        if found.named is not None and found.moment is not None:
            node, set_, sieves = found.named
            said: str | None = None
            with suppress(UnseenError):
                said = self._among(found, found.moment, node, self._by(found.moment, set_, sieves), block)
            if said is not None:
                return begun(tidy(said))
        return self._rule_of(found, block, origin)

    def _rule_of(self, found: Succession, block: d.Block, origin: Origin) -> str:
        """The rule of a block about who is next."""
        written = self.words.said(block.key, players=self.view.players)
        if written is not None and isinstance(block, d.NextTurn):
            return written
        scene = self._scene_of(found, block)
        nodes = (each for each in walk(block) if isinstance(each, s.IsNext) and show(each) == origin.text)
        node = next(nodes, None)
        if node is None:
            return ""
        if found.before is None and isinstance(node.player, e.Active):
            return self._phrase("next.first")  # nobody had a turn before
        return begun(tidy(f"{self.words.sentences.effect(node, scene)}."))

    @staticmethod
    def _by(moment: Moment, set_: e.Expression, sieves: Sieves) -> tuple[e.Sieve | None, list[int]]:
        """The last sieve that left somebody out, and those whom all of them leave."""
        left, last = moment.members(set_), None
        for sieve in one_by_one(sieves):
            narrowed = moment.narrowed(set_, sieve, left)
            last = sieve if narrowed != left else last
            left = narrowed
        return last, left

    def _among(
        self, found: Succession, moment: Moment, node: s.IsNext, by: tuple[e.Sieve | None, list[int]], block: d.Block
    ) -> str | None:
        last, left = by
        who = self._story.seat(found.seat)
        if isinstance(node.player, e.Chosen) and len(left) > 1:
            if found.seat == found.by:
                others = [self._story.seat(each) for each in left if each != found.by]
                others_said = listed(others, self.words.names.grammar.OR)
                return self._phrase("next.chosen.own", subject=who, others=others_said)
            players = listed([self._story.seat(each) for each in left], self.words.names.grammar.AND)
            return self._phrase("next.chosen", subject=self._story.seat(found.by), player=who, players=players)
        scene = self._scene_of(found, block)
        match last:
            case e.Where(condition):
                conditions: tuple[e.Condition, ...] = (condition,)
            case e.Preferring(conditions):
                pass
            case e.WithExtremes():
                behind = self.words.sentences.sieves((last,), PLAYER, scene)
                return self._phrase("next.only", subject=who, sieve=behind)
            case None:
                return None
            case _:
                assert_never(last)
        looking = self._as_seen_by(scene.looking(who, PLAYER), found.seat)
        for each in conditions:
            if moment.narrowed(e.AllPlayers(span=each.span), e.Where(each, span=each.span), [found.seat]):
                clause = self.words.sentences.clause(each, looking)
                return self._phrase("next.since", subject=who, clause=clause)
        return None

    def _scene_of(self, found: Succession, block: d.Block) -> Scene:
        """A block that settled who is next, as it was in the turn of whoever had it then."""
        scene = self.words.sentences.scene(block)
        return self._as_seen_by(scene, found.by, has_turn=True) if scene.own_is_you else scene

    def _asked(self) -> Iterator[Reason]:
        decision, seen = self.view.decision, self.view.perspective()
        if decision is not None:
            asked = question(self.words, decision, self.view)
            rule = self._account.question(decision.prompt, decision.block)
            yield Reason(self._phrase("you are asked", question=asked), rule)
        elif self.view.asked is None or self.view.asked != self.view.active:
            known = seen.open_question if self.view.asked is not None else None
            yield Reason(not_asked(self.words, self.view), self._account.question(*known) if known else "")

    # ---- what was left out

    def _lapsed(self, seat: int, origin: Origin) -> str:
        block = self._blocks[origin.block]
        names = [
            each.names
            for each in asked_in(block)
            if isinstance(each.choice, s.Choose) and show(each.choice) == origin.text
        ]
        if seat != self.view.player or not names:
            return begun(self._phrase("lapsed", subject=self._story.seat(seat)))
        return cannot(self.words, block, names[0], self.view.game.seat_name(seat))

    def _omitted(self, omitted: Omitted) -> str | None:
        """An omission and its cause; None if nobody would miss it, or if it takes more than a sentence."""
        turn = self._in_turn(omitted.moment.machine.own)
        done_by = self._doer(omitted)
        scene, failing, since = self._since(omitted)
        if done_by is not None:
            return self._whole(self._phrase("not performed", turn=turn, word=done_by, clause=since))
        done = list(self.words.sentences.body(omitted.statement.then, scene))
        if len(done) > 1 or all(map(_is_what_was_chosen, failing)):
            return None
        return self._whole(self._phrase("left out", turn=turn, clause=since, what=done[0].text))

    def not_performed(self, omitted: Omitted) -> str | None:
        """Which action was left out and why, in a story of the turn; None if it was something else."""
        done_by = self._doer(omitted)
        if done_by is None:
            return None
        _, _, since = self._since(omitted)
        return self._whole(self.words.phrase("story.not performed", word=done_by, clause=since))

    def _since(self, omitted: Omitted) -> tuple[Scene, list[e.Condition], str]:
        """The scene of what was left out, the conditions that did not hold, and these as a clause."""
        moment, condition = omitted.moment, omitted.statement.condition
        scene = self._as_seen_by(self.words.sentences.scene(omitted.block), moment.machine.own, has_turn=True)
        scene = scene.choosing(dict(self._called(moment, condition)))
        failing = self._failing(moment, condition)
        clauses = [self._not_so(self._by_word(omitted, each), scene) for each in failing]
        return scene, failing, listed([alike(each) for each in clauses], self.words.names.grammar.AND).nominative

    def _by_word(self, omitted: Omitted, condition: e.Condition) -> e.Condition:
        """A condition with the word of an action that was left out in place of what refers to it."""
        match omitted.effects:
            case [s.Perform(word, None)] if not isinstance(word, e.WordOf):
                try:
                    value = omitted.moment.value(word)
                except UnseenError:
                    value = None
                if value is None or value is UNSEEN:
                    return condition
                kind = e.kind_of(word)
                said = e.WordOf(atom_of(self.view.game.material, kind, value)[1], kind=kind, span=word.span)

                def change(node: Node) -> Node:
                    return said if node == word else cast(Node, rewrite(node, change))

                return cast(e.Condition, change(condition))
        return condition

    def _whole(self, said: str) -> str:
        return begun(tidy(self.words.names.grammar.contracted(said)))

    def _doer(self, omitted: Omitted) -> Phrase | None:
        """The word whose whole action was left out; None if it was something else."""
        match omitted.effects:
            case [s.Perform(word, None)]:
                return self._of(omitted.moment, word)
        block = omitted.block
        is_whole = isinstance(block, d.Action) and block.body == (omitted.statement,)
        return self.words.names.word(block.name) if is_whole and isinstance(block, d.Action) else None

    def _not_so(self, condition: e.Condition, scene: Scene) -> str:
        return self.words.sentences.clause(condition, scene, holds=False)

    @staticmethod
    def _failing(moment: Moment, condition: e.Condition) -> list[e.Condition]:
        """Of several conditions that all have to hold those that did not."""
        parts = condition.parts if isinstance(condition, e.AllOf) else (condition,)
        try:
            return [each for each in parts if not moment.holds(each)] or [condition]
        except UnseenError:
            return [condition]

    def _called(self, moment: Moment, node: Node) -> Iterator[tuple[str, Phrase]]:
        """How single things are called that were chosen, as far as the player saw them, by the names that they got."""
        for each in walk(node):
            if isinstance(each, e.Chosen) and not each.kind.many:
                said = self._of(moment, each)
                if said is not None:
                    yield each.name, said

    def _of(self, moment: Moment, node: e.Expression) -> Phrase | None:
        try:
            value = moment.value(node)
        except UnseenError:
            return None
        return None if value is None or value is UNSEEN else self._thing(e.kind_of(node), value)

    def _thing(self, kind: Kind, value: int) -> Phrase:
        atom, text = atom_of(self.view.game.material, kind, value)
        return Filler(self.words.names).said([atom if isinstance(atom, Card) else text], "the")

    # ---- how it ended

    def _told(self, ending: Closing) -> str:
        """The sentence for a reason to end that applied."""
        known = {ACTIVE: (self.view.game.seat_name(ending.seat),)}
        hearer = self.view.game.seat_name(self.view.player)
        told = self.words.said(ending.reason.key, "told", known, self.view.players, hearer)
        if told is not None:
            return told
        reason = cast(d.Declaration, ending.reason)
        head = self.words.sentences.head(reason, self.words.sentences.scene(reason))
        return begun(tidy(f"{head}."))

    def _over(self) -> Iterator[Reason]:
        rules = self.view.rules
        turns = self._account.limit()
        if turns is not None:
            yield Reason(self._phrase("limit", turns=str(turns)), rules.rule_of("limit"))
            return
        ended = self._account.ending(k.GameEnds)
        if ended is not None:
            yield Reason(self._told(ended), ended.origin.rule)
        for outcome in self.words.rules.resolved.of(d.Winners, d.Returns):
            said = self._shares() if isinstance(outcome, d.Returns) else self._won()
            how = self.words.said(outcome.key, players=self.view.players)
            yield Reason(f"{said} {how}" if how else said, rules.rule_of(outcome.key))

    def _shares(self) -> str:
        over = self.view.result
        assert over is not None
        shares = (
            self._phrase("returns.one", subject=self._story.seat(seat), share=str(share))
            for seat, share in enumerate(over.returns)
        )
        return begun(self._phrase("returns", shares=", ".join(shares)))

    def _won(self) -> str:
        over = self.view.result
        assert over is not None
        return self._story.outcome(over.winners, None)

    # ---- parts

    def _phrase(self, key: str, **parts: Part) -> str:
        return self.words.phrase(f"reason.{key}", **parts)

    def _seat(self, seat: int) -> str:
        return self.words.names.seat(self.view.game.seat_name(seat))

    def _in_turn(self, seat: int) -> str:
        """In whose turn something was."""
        is_own = seat == self.view.player
        return self._phrase("in turn.you") if is_own else self._phrase("in turn", player=self._seat(seat))

    def _as_seen_by(self, scene: Scene, seat: int, *, has_turn: bool = False) -> Scene:
        """A scene in which a seat acts, and perhaps has the turn: who is spoken to, or another."""
        is_own = seat == self.view.player
        who = None if is_own else alike(self._seat(seat))
        acting = evolve(scene, own=who, own_is_you=is_own)
        return evolve(acting, active=who, active_is_you=is_own) if has_turn else acting

    @cached_property
    def _story(self) -> Story:
        return Story(self.words, self.view.game, self.view.player)

    @cached_property
    def _account(self) -> Accounted:
        return Accounted(self.view.perspective())

    @cached_property
    def _blocks(self) -> dict[str, d.Block]:
        blocks = self.words.rules.resolved.blocks
        return {key: each for key, each in blocks.items() if isinstance(each, d.Block)}


def _is_what_was_chosen(condition: e.Condition) -> bool:
    """True if a condition only compares the chosen thing."""
    match condition.part if isinstance(condition, e.Not) else condition:
        case e.Is(e.Chosen(), e.WordOf() | e.Number() | e.NoneYet()):
            return True
    return False
