"""Why something cannot be chosen: as it is written, else worked out from the part of the rules that leaves it out.

Everything is derived from what the player of a view knows. Where it depends on cards that he does not see which rule
leaves something out, he is told no more than that it cannot be chosen.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, assert_never, cast

from attrs import evolve, field, frozen

from rulespec.engine.options import atom_of
from rulespec.engine.pending import Decision, Option
from rulespec.game.api import View
from rulespec.knowledge import causes as c
from rulespec.knowledge.leaving import Failing, Leaving, Left
from rulespec.knowledge.recall import UnseenError
from rulespec.knowledge.refusal import Question
from rulespec.knowledge.why import why_refused
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import CARDS, Kind
from rulespec.language.tree.node import Node, walk
from rulespec.rules.material import Card
from rulespec.rules.texts.choices import asked_in
from rulespec.rules.texts.grammar.phrase import ONE, SEVERAL, YOU, Phrase, alike, listed
from rulespec.rules.texts.grammar.template import Part
from rulespec.wording.answers import Thing
from rulespec.wording.language import ACTIVE, Wording
from rulespec.wording.questions import label_of, scene_for
from rulespec.wording.reasons.vocabulary import Vocabulary, understood, vocabulary
from rulespec.wording.sentences.effects import begun, tidy
from rulespec.wording.sentences.filler import Filler, Known
from rulespec.wording.sentences.scene import Scene
from rulespec.wording.story.story import Story

_IT = "it"
_FEW = 3  # answers that are named where another is refused
_Narrowing = e.Where | e.Preferring | e.WithExtremes


def why_not(words: Wording, view: View, option: str | Option) -> str:
    """Why the player of a view cannot choose something, in a sentence or two."""
    decision = view.decision
    if decision is None:
        return not_asked(words, view)
    said = option if isinstance(option, str) else option.text
    if (understood(words, said, decision, view) if isinstance(option, str) else option) in decision.options:
        return words.phrase("reason.offered")
    return _Refusing(words, view, decision).said(said)


def not_asked(words: Wording, view: View) -> str:
    """Why the player of a view has nothing to choose: the game is over, or somebody else is asked."""
    if view.result is not None:
        return words.phrase("reason.over")
    if view.asked is None:
        return words.phrase("reason.chance")
    key = "reason.turn" if view.asked == view.active else "reason.asked"
    return words.phrase(key, player=words.names.seat(view.game.seat_name(view.asked)))


def cannot(words: Wording, block: d.Block, names: str, hearer: str) -> str:
    """The text for the active player who had nothing to choose in a block.

    `names` are those that the answer would have got.
    """
    known = {ACTIVE: (hearer,)}
    text = words.texts.get((block.key, f"{names} cannot"))
    written = None if text is None else Filler(words.names, known, hearer=hearer).filled(text.parts)
    if written is not None:
        return written
    sources = [
        pick.source
        for each in asked_in(block)
        for pick in each.choice.picks
        if each.names == names and not isinstance(pick, s.PickNumber) and pick.kind.name == "card"
    ]
    if len(sources) == 1 and isinstance(sources[0], e.InZone):
        place = words.sentences.place(sources[0], "in", words.sentences.scene(block))
        return words.phrase("reason.cannot.place", place=place)
    return words.phrase("reason.cannot")


@frozen(eq=False, slots=False)
class _Refusing:
    """Says why an answer to a decision of the player of a view is refused."""

    words: Wording
    view: View
    decision: Decision
    parts: list[str] = field(factory=list, init=False)  # of the answer, as they are written in the rules

    def said(self, answer: str) -> str:
        """Why an answer is refused."""
        said = [part.strip() for part in answer.split(",")]
        meant = [self._vocabulary.meant(part) for part in said]
        self.parts.extend(of[0] if of else part for of, part in zip(meant, said, strict=True))
        left_out = why_refused(self.view.perspective(), ", ".join(self.parts))
        try:
            reason = self._by(None if left_out is None else left_out.cause, said)
            return begun(tidy(self.words.names.grammar.contracted(reason)))
        except UnseenError:
            return self._generic()

    def _by(self, cause: c.Cause | None, said: list[str]) -> str:
        match cause:
            case c.NeitherYesNorNo():
                return self._phrase("yes or no")
            case c.Unfinished():
                return self._phrase("unfinished")
            case c.SeveralAtOnce():
                return self._phrase("one by one")
            case c.TakenAlready():
                return self._phrase("taken")
            case c.OutOfOrder(last):
                return self._phrase("order", last=self._thing(last))
            case c.NoWayOn(choose):
                afterwards = choose.afterwards is not None and not choose.sieves
                written = self._written_of_choice("not afterwards" if afterwards else "not", self.things)
                return written or self._phrase("no way on", it=self._answer)
            case c.ByWhatFollows(condition):
                written = self._written_of_choice("not afterwards", self.things)
                clause = self.words.sentences.clause(condition, self._scene)
                return written or self._phrase("afterwards", clause=clause)
            case c.BySieve(sieve, at):
                return self._by_sieve(sieve, at)
            case c.OutOfSource():
                return self._out_of_source(cause)
            case c.GameIsOver() | c.NoOutcome() | c.NotAmong() | c.LeftUnoffered() | None:
                return self._not_there(said)
            case _:
                assert_never(cause)

    # ---- left out by a part of the rules

    def _by_sieve(self, sieve: e.Sieve, at: Leaving) -> str:
        written = self._written_of_choice("not", self._about_whom(sieve))
        if written is not None:
            return written
        if not self._is_certain:
            return self._generic()
        [pick, *others] = self._choose.picks
        single = not others and len(pick.names) == 1 and pick.kind != CARDS
        scene = self._scene.choosing(self._chosen)
        if single:
            looking = self._looking(scene, pick.kind, self._answer, at.it)
            return self._narrowed(sieve, at, pick.kind, self._answer, looking)
        return self._narrowed(sieve, at, None, self._answer, scene)

    def _out_of_source(self, cause: c.OutOfSource) -> str:
        left, it = cause.left, [self._card_or_text(cause.said)]
        for key in reversed(left.values):
            written = self._written(key, "not", it)
            if written is not None:
                return written
        narrows = isinstance(left.part, _Narrowing)
        if narrows or not self._narrows_anywhere:
            written = self._written_of_choice("not", it)
            if written is not None:
                return written
        if not self._is_certain:
            return self._generic()
        return self._part_left_out(left, self._thing(cause.said))

    def _part_left_out(self, left: Left, it: Phrase) -> str:
        scene = self._scene_in(left)
        match left.part:
            case e.Where() | e.Preferring() | e.WithExtremes():
                return self._narrowed(
                    left.part, left.at, left.kind, it, self._looking(scene, left.kind, it, left.at.it)
                )
            case e.Except(_, other):
                unnamed = evolve(scene, chosen=self.words.sentences.scene(self._block).chosen)
                return self._phrase("except", other=self.words.sentences.thing(other, unnamed))
            case part:
                what = self.words.sentences.thing(cast(e.Expression, part), scene)
                return self._phrase("only.this", what=what)

    def _narrowed(self, sieve: e.Sieve, at: Leaving, kind: Kind | None, it: Phrase, scene: Scene) -> str:
        """The reason that a sieve excludes something."""
        match sieve:
            case e.Where(condition):
                return self._failing(condition, at, it, scene) or self._generic()
            case e.Preferring(conditions):
                found = (self._failing(each, at, it, scene) for each in conditions)
                said = next(filter(None, found), None)
                return f"{said} {self._phrase('preferring')}" if said else self._generic()
            case e.WithExtremes():
                if kind is None:
                    return self._generic()
                behind = self.words.sentences.sieves((sieve,), kind.set, self._scene)
                said = self._phrase("only", what=self._several(kind), sieve=behind)
                return f"{said} {self._instead()}".strip()
            case _:
                assert_never(sieve)

    def _failing(self, condition: e.Condition, at: Leaving, it: Phrase, scene: Scene) -> str | None:
        """The part of a condition that fails, in a sentence; None if none does."""
        failures = list(at.failures(condition))
        for each in failures:
            written = self._written_of_call(each)
            if written is not None:
                return written
        telling = [each for each in failures if not _is_the_answer(each)] or failures
        clauses = list(dict.fromkeys(said for each in telling for said in self._clauses(each, scene)))
        if not clauses:
            return None
        said = listed([alike(each) for each in clauses[:2]], self.words.names.grammar.AND).nominative
        return self._phrase("since", it=it, clause=said)

    def _clauses(self, failing: Failing, scene: Scene) -> Iterator[str]:
        """The clauses that hold instead of a condition; for a named one without forms, those of its definition."""
        node, sentences = failing.condition, self.words.sentences
        if isinstance(node, e.Fits) and node.call not in self.words.names.declared:
            at, condition = failing.at.called(node)
            if node.subject is not None:
                subject = sentences.thing(node.subject, scene)
                scene = evolve(scene, it=subject, own=subject, own_is_you=subject.agrees == YOU)
            for each in at.failures(condition, failing.wanted):
                yield from self._clauses(each, scene)
            return
        yield sentences.clause(node, scene, holds=not failing.wanted)

    # ---- nothing that could be chosen from

    def _not_there(self, said: list[str]) -> str:
        """The reason that an answer outside of the source of a choice is refused."""
        if self._question is None or self._question.ask.choose is None:
            return self._unknown(said, {pick.kind.name for pick in self._picks}) or self._generic()
        if len(self._picks) == 1 and isinstance(self._picks[0], s.PickNumber):
            wrong: str | None = self._not_a_number(self._picks[0])
        else:
            kinds: set[str] = {pick.kind.name for pick in self._picks}
            wrong = self._unknown(said, kinds) or self._twice() or self._elsewhere() or self._too_many()
        return wrong or self._not_of_the_kind() or self._written_of_choice("not", self.things) or self._generic()

    def _not_of_the_kind(self) -> str | None:
        """The reason that an answer of the wrong kind is refused."""
        names = [name for pick in self._picks for name in pick.names]
        if len(self._picks) > 1 and len(names) != len(self.parts):
            return self._phrase("part" if len(self.parts) < len(names) else "too much")
        kinds = [pick.kind for pick in self._picks for _ in pick.names]
        are = all(self._is_a(kind, part) for kind, part in zip(kinds, self.parts, strict=False))
        return None if are and len(self._picks) == 1 else self._generic()

    def _is_a(self, kind: Kind, part: str) -> bool:
        """True if a part of an answer is of a kind."""
        match kind.name:
            case "card":
                return part in self._cards
            case "player":
                return part in self._players
            case "word":
                members = self.words.rules.resolved.names.lists[str(kind.list)].members
                return part in [str(each) for each in members]
            case _:
                return part.lstrip("-").isdigit()

    def _unknown(self, said: list[str], kinds: set[str]) -> str | None:
        """The reason that an unknown name is refused."""
        spoken, names = self._vocabulary, self.words.names
        for part, meant in zip(said, self.parts, strict=True):
            quoted = names.grammar.quoted(part)
            showing = spoken.showing(part)
            is_card, is_player = meant in self._cards, meant in self._players
            if (
                "card" in kinds
                and not is_card
                and kinds <= {"card", "player"}
                and not ("player" in kinds and is_player)
            ):
                if showing is not None and len(showing) > 1:
                    return self._phrase("not in game", it=names.shown(showing, "the"))
                known = is_player or bool(spoken.meant(part))
                return self._phrase("kind.card") if known else self._phrase("unknown.card", said=quoted)
            if kinds == {"player"} and not is_player:
                if meant in names.seat_words:
                    return self._phrase("not playing", player=names.seat(meant))
                known = is_card or bool(spoken.meant(part))
                return self._phrase("kind.player") if known else self._phrase("unknown.player", said=quoted)
            if not spoken.meant(part):
                return self._phrase("unknown.other", said=quoted)
        return None

    def _not_a_number(self, pick: s.PickNumber) -> str | None:
        if len(self.parts) != 1 or not self.parts[0].lstrip("-").isdigit():
            return self._phrase("number")
        low, high = self._at.value(pick.low), self._at.value(pick.high)
        if int(self.parts[0]) < low:
            return self._phrase("number.least", number=str(low))
        return self._phrase("number.most", number=str(high)) if int(self.parts[0]) > high else None

    def _twice(self) -> str | None:
        """The reason that one card is named twice, if it is."""
        again = len(set(self.parts)) < len(self.parts) and all(part in self._cards for part in self.parts)
        return self._phrase("taken") if again else None

    def _too_many(self) -> str | None:
        """The reason that there are too few or too many cards, if there are."""
        is_of_cards = all(pick.kind.name == "card" for pick in self._picks)
        if not is_of_cards or self._question is None or self._question.ask.at is not None:
            return None
        least = most = 0
        for pick in self._picks:
            if isinstance(pick, s.PickCards):
                low = self._at.value(pick.low)
                least, most = least + low, most + (low if pick.high is None else self._at.value(pick.high))
            else:
                least, most = least + len(pick.names), most + len(pick.names)
        return self._not_between(len(self.parts), least, most)

    def _not_between(self, number: int, low: int, high: int) -> str | None:
        if low <= number <= high:
            return None
        key = "exactly" if low == high else "least" if number < low else "most"
        limit = high if key == "most" else low
        cards = alike(self.words.names.counted(limit, self.words.names.grammar.CARD), SEVERAL if limit != 1 else ONE)
        said = self.words.sentences.say(f"reason.{key}", cards=cards, agrees=cards.agrees)
        return begun(said)

    def _elsewhere(self) -> str | None:
        """Where a card lies that is not among those to choose from; whom somebody cannot be."""
        pick = self._picks[0]
        for part in self.parts:
            if part in self._players and self._players[part] == self.view.player:
                return self._phrase("generic", it=alike(self._phrase("yourself")))
            card = self._cards.get(part)
            if card is None or self._could_be(card):
                continue
            lies = self._lies(card)
            if lies is not None:
                return self._phrase("lies", it=self._thing(part), place=lies)
            held = self._private(pick)
            if held is not None:
                place = self.words.sentences.place(held, "in", self._scene)
                return self._phrase("held", it=self._thing(part), place=place)
        return None

    def _could_be(self, card: Card) -> bool:
        """True if a card is in the source of the choice, so that another rule excludes it."""
        index = self.view.game.material.cards.index(card)
        sources = (pick.source for pick in self._picks if not isinstance(pick, s.PickNumber))
        try:
            return any(index in list(self._at.widest(each)) for each in sources if e.kind_of(each).name == "card")
        except UnseenError:
            return False

    def _lies(self, card: Card) -> str | None:
        """Where a card lies, as a place, if the player sees it."""
        material, seen = self.view.game.material, self.view.perspective().sight
        index = material.cards.index(card)
        for place, held in zip(material.places, seen.zones, strict=True):
            if any(isinstance(each, int) and each == index for each in held):
                return Story(self.words, self.view.game, self.view.player).place(place.where)
        return None

    def _private(self, pick: s.Pick) -> e.InZone | None:
        """The player's own cards that only he sees, if a part of the choice is made from them."""
        if isinstance(pick, s.PickNumber):
            return None
        rules = self.words.rules.resolved
        nodes: list[Node] = [pick.source, *(rules.blocks[key] for key in self._at.named(pick.source))]
        for each in (inner for node in nodes for inner in walk(node)):
            if isinstance(each, e.InZone) and isinstance(each.whose, e.OwnPlayer | e.SelfPlayer | e.Active):
                own = not isinstance(each.whose, e.Active) or self.view.active == self.view.player
                if own and rules.zone(each.zone).sight == d.PRIVATE:
                    return each
        return None

    # ---- written texts

    def _written(self, key: str, label: str, it: Sequence[Thing]) -> str | None:
        text = self.words.texts.get((key, label))
        if text is None:
            return None
        known = {**self._known, _IT: it}
        hearer = self.view.game.seat_name(self.view.player)
        return Filler(self.words.names, known, self.view.players, hearer).filled(text.parts)

    def _written_of_choice(self, label: str, it: Sequence[Thing]) -> str | None:
        labels = [label_of(self.decision)]
        if self._question is not None and self._question.ask.choose is not None:
            labels.append(" and ".join(self._choose.names))
        found = (self._written(self.decision.block, f"{each} {label}", it) for each in labels)
        return next((each for each in found if each is not None), None)

    def _written_of_call(self, failing: Failing) -> str | None:
        node = failing.condition
        if not isinstance(node, e.Fits) or not failing.wanted:
            return None
        it: list[Thing] = []
        if node.subject is not None:
            value = failing.at.value(node.subject)
            kind = e.kind_of(node.subject)
            it = [self._made(kind.one, each) for each in (value if kind.many else [value])]
        return self._written(node.key, "not", it)

    # ---- what can be chosen

    def _generic(self) -> str:
        return begun(f"{self._phrase('generic', it=self._answer)} {self._instead()}".strip())

    def _instead(self) -> str:
        """The possible answers, if they are few."""
        options = [option for option in self.decision.options if option.atoms and option.names]
        if not 0 < len(options) <= _FEW or any(len(option.atoms) > 1 for option in options):
            return ""
        said = [self._thing(option.text) for option in options]
        if any(each.nominative == said[0].nominative for each in said[1:]):
            return ""
        return begun(self._phrase("instead", options=listed(said, self.words.names.grammar.OR)))

    def _several(self, kind: Kind) -> Phrase:
        """Things of a kind, in the plural."""
        names = self.words.names
        match kind.name:
            case "card":
                return names.phrase(names.grammar.CARD, "", plural=True)
            case "player":
                return names.phrase(names.grammar.PLAYER, "", plural=True)
            case "word" if kind.list is not None:
                return self.words.sentences.plural(kind.list)
            case _:
                return alike(self._phrase("this"))

    # ---- parts

    def _phrase(self, key: str, **parts: Part) -> str:
        return self.words.phrase(f"reason.{key}", **parts)

    def _thing(self, text: str) -> Phrase:
        """A part of an answer, by how it is written in the rules."""
        if self._players.get(text, -1) == self.view.player:
            return alike(self._phrase("yourself"))
        return Filler(self.words.names).said([self._card_or_text(text)], "the")

    @cached_property
    def _answer(self) -> Phrase:
        known = [
            part in self._cards or part in self._players or bool(self._vocabulary.meant(part)) for part in self.parts
        ]
        if not all(known):
            return alike(self._phrase("this"))
        return listed([self._thing(part) for part in self.parts], self.words.names.grammar.AND)

    @cached_property
    def things(self) -> list[Thing]:
        """The answer, part by part."""
        return [self._card_or_text(part) for part in self.parts]

    def _card_or_text(self, text: str) -> Thing:
        return self._cards.get(text, text)

    def _made(self, kind: Kind, value: int) -> Thing:
        atom, text = atom_of(self.view.game.material, kind, value)
        return atom if isinstance(atom, Card) else text

    def _about_whom(self, sieve: e.Sieve) -> list[Thing]:
        """The part of an answer that a sieve is about: the first one that it mentions."""
        names = self._names
        if len(names) != len(self.parts):
            return self.things
        for node in walk(sieve):
            if isinstance(node, e.Chosen) and node.name in names:
                return [self.things[names.index(node.name)]]
        return self.things

    @property
    def _names(self) -> list[str]:
        return list(self.decision.binds)

    @property
    def _chosen(self) -> dict[str, Phrase]:
        """How the parts of the answer are called, by the names that they would get."""
        names = self._names
        if len(names) == 1:
            return {names[0]: self._answer}
        if len(names) != len(self.parts):
            return {}
        return {name: self._thing(part) for name, part in zip(names, self.parts, strict=True)}

    @cached_property
    def _scene(self) -> Scene:
        return scene_for(self.words, self._block, self.view)

    @property
    def _block(self) -> d.Block:
        block = self.words.rules.resolved.blocks[self.decision.block]
        assert isinstance(block, d.Block)
        return block

    def _scene_in(self, left: Left) -> Scene:
        """The scene of a part of the rules, which may stand in a value that is about somebody."""
        if not left.values:
            return self._scene
        value = self.words.rules.resolved.value(left.values[-1].partition(" ")[2])
        if value.about[0] == "player" and isinstance(left.at.own, int):
            return self._acting(self._scene, left.at.own)
        return self._scene

    def _looking(self, scene: Scene, kind: Kind, it: Phrase, member: Any) -> Scene:
        """Where what is left out is looked at, which a sentence has named already."""
        if kind.name == "player":
            return self._acting(scene.looking(it, kind), member)
        pronoun: Phrase = self.words.names.grammar.pronoun(it)
        looking = scene.looking(pronoun, kind)
        names = {name: pronoun for name, said in scene.chosen.items() if said == it}
        return looking.choosing(names)

    def _acting(self, scene: Scene, seat: int) -> Scene:
        """Where `own` means a player: the one who is spoken to, or another."""
        if seat == self.view.player:
            you = self.words.sentences.own(Scene())
            return evolve(scene, own=None, own_is_you=True, it=you if scene.it is not None else None)
        return scene.acting(alike(self.words.names.seat(self.view.game.seat_name(seat))))

    @cached_property
    def _known(self) -> Known:
        return self.words.known(self.view)

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        return vocabulary(self.words, self.view.game)

    @cached_property
    def _cards(self) -> Mapping[str, Card]:
        return {card.name: card for card in self.view.game.material.cards}

    @cached_property
    def _players(self) -> Mapping[str, int]:
        return {self.view.game.seat_name(seat): seat for seat in range(self.view.players)}

    @cached_property
    def _question(self) -> Question | None:
        return self.view.perspective().question

    @property
    def _is_certain(self) -> bool:
        """True if the player sees everything that the refusal depends on."""
        return self._question is not None

    @property
    def _choose(self) -> s.Choose:
        assert self._question is not None
        return self._question.choose

    @property
    def _picks(self) -> Sequence[s.Pick]:
        """The parts of the choice that are asked for here."""
        if self._question is None or self._question.ask.choose is None:
            asked = asked_in(self._block)
            found = [each.choice.picks for each in asked if each.names == label_of(self.decision)]
            return found[0] if found else ()
        bit = self._question.ask.bit
        names = self.decision.binds
        here = [pick for pick in self._choose.picks if set(pick.names) & set(names)]
        return here if bit is not None and here else self._choose.picks

    @property
    def _narrows_anywhere(self) -> bool:
        """True if a condition narrows the choice or its source."""
        if self._question is None or self._question.ask.choose is None:
            return True
        return bool(self._choose.sieves) or any(isinstance(each, _Narrowing) for each in walk(self._choose))

    @cached_property
    def _at(self) -> Leaving:
        assert self._question is not None
        return self._question.looking(self._question.table.twin())


def _is_the_answer(failing: Failing) -> bool:
    """True if a condition only repeats the answer."""
    match failing.condition:
        case e.Is(e.Looked() | e.Chosen(), e.WordOf()):
            return not failing.wanted
    return False
