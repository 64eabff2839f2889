"""Statements about one of two games, in a language, for a reader who sees everything."""

from typing import assert_never

from attrs import field, frozen

from rulespec.engine.events import kinds as k
from rulespec.engine.events.event import Event
from rulespec.engine.events.log import RawEvent, events
from rulespec.engine.events.sentences import Teller
from rulespec.engine.pending import Chance, Decision, Over
from rulespec.game.api import State
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import walk
from rulespec.records.lockstep import subjects as a
from rulespec.records.lockstep.divergence import Said
from rulespec.wording import Wording, wording
from rulespec.wording.questions import option_text, worked_out, written
from rulespec.wording.reasons import why_not
from rulespec.wording.reports import Reporting
from rulespec.wording.sentences.effects import begun, tidy
from rulespec.wording.story.story import Story


def told(said: Said, language: str) -> str:
    """The statement in a language, without its rule."""
    return said.text if said.about is None else _Teller.of(said.about.state, language).told(said.about)


@frozen(eq=False)
class _Teller:
    """Sentences about a game in a state."""

    state: State
    words: Wording
    story: Story = field(repr=False)
    reporting: Reporting = field(repr=False)

    @classmethod
    def of(cls, state: State, language: str) -> "_Teller":
        words = wording(state.rules, language)
        cards = state.game.material.cards
        return cls(state, words, Story(words, state.game), Reporting.of([words], cards))

    def told(self, about: a.About) -> str:
        match about:
            case a.Happens(event=event, hearer=hearer):
                said = self._happens(event)
                return said if hearer is None else self._say("hears", hearer, what=said)
            case a.HearsNothing(hearer=hearer):
                return self._say("hears nothing", hearer)
            case a.WaitsFor():
                return self._waits()
            case a.Answers(text=text, can=can):
                return self._answers(text, can=can)
            case a.HasValue(variable=variable):
                return self._stands(variable)
            case a.Lies(place=place):
                return self._lies(place)
            case a.Lacks():
                return self._lacks(about)
            case _:
                assert_never(about)

    def _say(self, key: str, seat: int, **parts: str) -> str:
        """A sentence about a player."""
        return begun(tidy(self.words.phrase(f"report.parting.{key}", subject=self.story.seat(seat), **parts)))

    # ---- what happens

    def _happens(self, raw: RawEvent) -> str:
        event, (active, rounds) = Teller(self.state.game.program).event(raw), self._before(raw)
        match event:
            case Event(kind="round"):
                return self.reporting.say("parting.round", round=self.story.round(rounds + 1))
            case Event(kind="turn", player=int(player)):
                return self.story.idle(player)
            case Event(kind="round ends" | "game ends" | "limit"):
                return begun(self.story.ends(event))
        said = self.story.told([event], active)
        if said:
            return said
        return self.reporting.say("parting.unsaid") if event.player is None else self._say("answers", event.player)

    def _before(self, raw: RawEvent) -> tuple[int | None, int]:
        """The active player at an event, if any, and how many rounds have begun before."""
        active, rounds, log = None, 0, events(self.state.raw_log)
        at = next((at for at in reversed(range(len(log))) if log[at] == raw), len(log))  # equal ones may be long ago
        for each in log[:at]:
            match k.read(each):
                case k.Turn(seat):
                    active = seat
                case k.Round():
                    active, rounds = None, rounds + 1
                case k.RoundEnds() | k.GameEnds():
                    active = None
        return active, rounds

    # ---- what can be answered

    def _waits(self) -> str:
        pending = self.state.pending
        match pending:
            case Over(winners=winners, returns=returns):
                declared = "returns" in self.state.rules.composed.entries
                return " ".join(
                    [self.story.outcome(winners, None), *([self.story.returns(returns)] if declared else [])]
                )
            case Decision(player=player):
                asked = begun(self.words.phrase("heading.asked", subject=self.story.seat(player)))
                view = self.state.view(player)
                return f"{asked}: {written(self.words, pending, view) or worked_out(self.words, pending, view)}"
            case Chance():
                return self._chance()
            case _:
                assert_never(pending)

    def _chance(self) -> str:
        """The subject of a chance event, in the words of the rules."""
        origin = self.state.game.plan.origins[self.state.game.asks[self.state.pc].site.origin]
        block = self.words.rules.resolved.blocks[origin.block]
        nodes = (each for each in walk(block) if isinstance(each, s.Do) and each.effect.span == origin.span)
        done = next(nodes, None)
        if done is None or not isinstance(block, d.Block):
            return self.words.phrase("reason.chance")
        scene = self.words.sentences.scene(block).acting(self.story.seat(self.state.own))
        return begun(tidy(f"{self.words.sentences.effect(done.effect, scene)}."))

    def _answers(self, text: str, *, can: bool) -> str:
        pending, own = self.state.pending, self.state.own
        key = "can" if can else "cannot"
        match pending:
            case Over():
                return self._waits()
            case Chance():
                key = f"chance.{key}" if pending.binds else f"draw.{key}"
                return self._say(key, own, what=self._quoted(self._listed(text)))
            case Decision():
                view = self.state.view(pending.player)
                option = next((each for each in pending.options if each.text == text), None)
                listed = self._listed(text) if option is None else option_text(self.words, option, pending, view)
                if can or option is not None:
                    return self._say(key, pending.player, what=self._quoted(listed))
                why = why_not(self.words, view, text)
                return self._say("refused", pending.player, what=self._quoted(listed), why=why)
            case _:
                assert_never(pending)

    def _listed(self, text: str) -> str:
        return ", ".join(self.reporting.answer(each) for each in text.split(", "))

    def _quoted(self, text: str) -> str:
        quoted: str = self.words.names.grammar.quoted(text)
        return quoted

    # ---- the table

    def _stands(self, variable: int) -> str:
        material, value = self.state.game.material, self.state.variables[variable]
        held = material.variables[variable]
        if value is None:
            return f"{self.story.called(held.where)}: {self.words.phrase('NoneYet')}"
        worded = None if isinstance(held.holder, d.Counter) or held.holder.of == "player" else held.holder.of
        said = value if worded is None else material.words(worded)[value]
        return f"{self.story.called(held.where)}: {self.story.value(held.where, said)}"

    def _lies(self, place: int) -> str:
        material = self.state.game.material
        cards = [material.cards[card] for card in self.state.position.zones[place]]
        said = ", ".join(self.words.names.card(card).nominative for card in cards)
        return f"{self.story.called(material.places[place].where)}: {said or self.words.phrase('story.no cards')}"

    def _lacks(self, about: a.Lacks) -> str:
        named = [self.reporting.card(card) for card in about.cards]
        lacking = ", ".join([self.reporting.block(about.block), *named, *(["..."] if about.more else [])])
        return self.reporting.say("parting.lacks", rules=about.rules, what=lacking)
