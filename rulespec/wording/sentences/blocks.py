"""Blocks as sentences: when they apply, and their statements."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from attrs import evolve, field, frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import Kind
from rulespec.language.tree.node import walk
from rulespec.rules.copies import counted
from rulespec.rules.texts.grammar.phrase import ONE, Agreement, Phrase, alike
from rulespec.rules.texts.grammar.template import Part
from rulespec.wording.sentences.effects import Doings, Sentence, begun, tidy
from rulespec.wording.sentences.scene import Scene

_OF_A_TURN = (d.Turn, d.NextTurn, d.BeforeTurn, d.AfterTurn, d.Action)


@frozen(eq=False)
class Blocks(Doings):
    """Says blocks."""

    _scenes: dict[int, tuple[d.Declaration | d.Block, Scene]] = field(factory=dict, init=False, repr=False)

    def scene(self, block: d.Declaration | d.Block) -> Scene:
        """For whom a block is said: in a turn it speaks to whoever has it."""
        if id(block) not in self._scenes:  # for speed: each sentence about a game needs that of one of a few blocks
            self._scenes[id(block)] = block, self._scene(block)
        return self._scenes[id(block)][1]

    def _scene(self, block: d.Declaration | d.Block) -> Scene:
        if isinstance(block, _OF_A_TURN):
            found = Scene()
        else:
            last = self.phrase("active.first" if isinstance(block, d.SetUp) else "active.last")
            found = Scene(own=last, own_is_you=False, active_is_you=False, active=last)
        turn = self.names.rules.blocks.get("turn")
        if isinstance(turn, d.Block) and block.key != "turn":
            found = found.choosing(self._of_turn(turn, found))
        return self.naming(block.body, found) if isinstance(block, d.Block) else found

    def _of_turn(self, turn: d.Block, scene: Scene) -> dict[str, Phrase]:
        """How what is chosen in each turn is called in other blocks."""
        called = dict(self.naming(turn.body, scene).chosen)
        laid = {
            each.name
            for node in walk(turn)
            if isinstance(node, s.Move)
            for each in node.cards
            if isinstance(each, e.Chosen)
        }
        played = [name for name, said in called.items() if name in laid and said == self.chosen(Kind("card"))]
        return called | dict.fromkeys(played, self.phrase("Chosen.played"))

    def sentences(self, block: d.Declaration) -> Iterator[Sentence]:
        """The sentences of a block."""
        scene = self.scene(block)
        head = self.head(block, scene)
        if head is not None:
            term, said = self.term(block), self.names.grammar.contracted(tidy(f"{head}."))
            yield Sentence(said if term else begun(said), 0, block.cites, block.span, term)
        if isinstance(block, d.Block):
            yield from self.body(block.body, scene)

    def head(self, block: d.Declaration, scene: Scene) -> str | None:
        """The first sentence of a block, before its statements, without a full stop."""
        match block:
            case d.Reason(moment=moment, condition=condition):
                return self.say(f"{d.KEYWORDS[type(block)]}.{moment}", condition=self.clause(condition, scene))
            case d.Winners(players):
                return self.say("winners", players=self.thing(players, scene))
            case d.Returns(amount):
                return self.say("returns", amount=self.thing(amount, self._of_each(scene)))
            case d.Score(amount, fewest):
                key = "score.fewest" if fewest else "score"
                return self.say(key, amount=self.thing(amount, self._of_each(scene)))
            case d.Players(least, most):
                parts = {"least": str(least), "most": str(most)}
                return self.template("players.one" if least == most else "players").clause(parts)
            case d.Limit(turns):
                return self.say("limit", turns=str(turns))
            case d.Always(moment=moment, condition=condition):
                return self.say(f"always.{moment}", condition=self.clause(condition, scene))
            case d.Call():
                return self._call(block, scene)
            case d.Value() | d.Table():
                return self._value(block, scene)
            case d.Zone() | d.Counter() | d.Note():
                return self._holder(block, scene)
            case d.Option():
                return self._option(block)
            case d.WordList(words=words):
                return self.list_of([self.names.word(each, "") for each in words]).nominative
            case d.NumberList(stretches=stretches):
                return ", ".join(map(self._stretch, stretches))
            case d.Seats(words=words):
                said = self.list_of([alike(self.names.seat(each)) for each in words])
                return self.say("seats", words=said)
            case d.Cards():
                return self._cards(block, scene)
            case d.Block() | d.SourceText() | d.Ruling() | d.Scenario():
                return None
            case _:
                assert_never(block)

    @staticmethod
    def _of_each(scene: Scene) -> Scene:
        return evolve(scene, own=None, own_is_you=False)

    def _stretch(self, stretch: d.Stretch) -> str:
        to = {"en": "to", "de": "bis"}[self.names.language]
        return str(stretch.low) if stretch.low == stretch.high else f"{stretch.low} {to} {stretch.high}"

    def _about(self, parameter: str | None) -> tuple[Phrase, Kind] | None:
        """Whom a value or a condition is about."""
        grammar = self.names.grammar
        match parameter:
            case None | "game":
                return None
            case "player":
                return self.names.phrase(grammar.PLAYER, "a"), Kind("player")
            case "card":
                return self.names.phrase(grammar.CARD, "a"), Kind("card")
            case "cards":
                return self.names.phrase(grammar.CARDS, "a"), Kind("card", many=True)
            case list_:
                return self.one_of(list_), Kind("word", list=list_)

    def term(self, block: d.Declaration) -> str:
        """The term that a block defines, as the label of its definition; empty for other blocks."""
        match block:
            case d.Value() | d.Table():
                many = isinstance(block, d.Value) and e.kind_of(block.expression).many
                about = self._about(block.about[0])
                what = self.names.named(block.name, "", plural=many)
                what = what if about is None else self.phrase("Held.of", what=what, whose=about[0])
            case d.Counter():
                what = self.names.named(block.name, "", plural=True)
            case d.Option(title=str() as title):
                return title
            case d.Zone() | d.Note() | d.Option() | d.WordList() | d.NumberList():
                what = self.names.named(block.name, "")
            case d.Cards():
                noun = self.names.noun(block.name) if block.name in self.names.declared else None
                what = self.names.phrase(noun or self.names.grammar.CARD, "", plural=True)
            case (
                d.SourceText() | d.Ruling() | d.Players() | d.Seats() | d.Limit() | d.Call() | d.SetUp() | d.Round()
                | d.Turn() | d.NextTurn() | d.BeforeTurn() | d.AfterTurn() | d.AfterRound() | d.Action()
                | d.RoundEnds() | d.GameEnds() | d.Always() | d.Winners() | d.Returns() | d.Score() | d.Scenario()
            ):  # fmt: skip
                return ""
            case _:
                assert_never(block)
        return begun(what.nominative)

    def _option(self, option: d.Option) -> str:
        """The value of an option, and the other values that it can have."""
        value = self.names.rules.composed.options.values[option.name]
        if option.numbers is not None:
            low, high = str(option.numbers.low), str(option.numbers.high)
            return self.say("option.numbers", value=str(value), low=low, high=high)
        others = ", ".join(self._option_word(word) for word in option.words if word != value)
        return self.say("option.words", value=self._option_word(str(value)), others=others)

    def _option_word(self, word: str) -> str:
        """A value of an option: a word of the rules, yes or no, or any other word as it is."""
        if word in ("yes", "no"):
            return self.say(f"option.{word}")
        return self.names.word(word, "").nominative

    def _call(self, call: d.Call, scene: Scene) -> str:
        about = self._about(call.subject)
        subject = self.phrase("game") if about is None else about[0]
        predicate = self.names.predicate(call.name)
        said = (predicate.one, predicate.several, predicate.you)[subject.agrees]
        inner = scene if about is None else scene.looking(self.pronoun(about[1]), about[1])
        return self.say("call", subject=subject, predicate=said, condition=self.clause(call.condition, inner))

    def _value(self, value: d.Value | d.Table, scene: Scene) -> str:
        about = self._about(value.about[0])
        inner = scene if about is None else scene.looking(self.pronoun(about[1]), about[1])
        if isinstance(value, d.Value):
            return self.thing(value.expression, inner).nominative
        return ", ".join(self._rows(value, inner))

    def _rows(self, table: d.Table, scene: Scene) -> Iterator[str]:
        for row in table.rows:
            value = self.thing(row.value, scene)
            if table.by == "players":
                yield self.say("table.players", value=value, word=self.names.party(int(row.for_)))
            else:
                yield self.say("table.row", value=value, word=self.names.word(row.for_, ""))
        if table.otherwise is not None:
            yield self.say("table.otherwise", value=self.thing(table.otherwise, scene))

    def _holder(self, holder: d.Zone | d.Counter | d.Note, scene: Scene) -> str:
        kind = holder.key.split(" ")[0]
        said = [
            self.template(each).clause(parts, agrees=_agreeing(parts))
            for each, parts in self._properties(holder, scene)
        ]
        whom = [self.names.phrase(self.names.grammar.PLAYER, "every")] if holder.per_player else []
        whom += [self.one_of(holder.by, "every")] if holder.by else []
        parts: dict[str, Part] = {}
        if whom:
            parts["whom"] = self.list_of(whom)
        if isinstance(holder, d.Note):
            noun = {"player": self.names.grammar.PLAYER, "card": self.names.grammar.CARD}.get(holder.of)
            parts["one"] = self.one_of(holder.of) if noun is None else self.names.phrase(noun, "a")
        is_only_place = isinstance(holder, d.Zone) and not whom
        head = "" if is_only_place else self.template(f"{kind}.for" if whom else kind).clause(parts)
        return "; ".join(filter(None, [head, *said]))

    def _properties(self, holder: d.Zone | d.Counter | d.Note, scene: Scene) -> Iterator[tuple[str, dict[str, Part]]]:
        if isinstance(holder, d.Zone):
            if holder.last_seen and holder.seen_by == "nobody":
                yield "last_seen.only", {}
            else:
                yield f"seen.{holder.seen_by}", {}
            for name in ("last_seen", "ordered", "shuffled"):
                if name == "last_seen" and holder.seen_by == "nobody":
                    continue
                if getattr(holder, name):
                    yield name, {}
            if holder.refill is not None:
                refill = self.names.rules.blocks[holder.key]
                assert isinstance(refill, d.Zone) and refill.refill is not None
                yield "refill", {"of": self.thing(refill.refill, scene)}
            return
        if holder.reset is not None:
            yield f"reset.{holder.reset}", {}
        if isinstance(holder, d.Counter):
            for name in ("below", "above"):
                limit = getattr(holder, name)
                if limit is not None:
                    yield name, {"value": str(limit)}

    def _cards(self, cards: d.Cards, scene: Scene) -> str:
        zone = e.InZone(zone=cards.zone, whose=None, kind=Kind("card", many=True), span=cards.span)
        lines = (each for deck in cards.decks for each in counted(deck, self.names.rules.names) or (deck,))
        decks = "; ".join(self._deck(each, scene) for each in lines)
        return self.say("cards", decks=decks, place=self.place(zone, "in", scene))

    def _deck(self, deck: d.Deck, scene: Scene) -> str:
        copies = str(deck.copies)
        if not isinstance(deck.copies, int):
            number = e.OfValue(value=deck.copies, of=None, kind=Kind("number"), span=deck.span)
            copies = self.thing(number, scene).nominative
        first, *others = [self._factor(each, scene) for each in deck.factors]
        behind = "".join(f" in {each.dative}" for each in others)
        return self.say("deck", copies=copies, words=first.followed_by(behind))

    def _factor(self, factor: d.Factor, scene: Scene) -> Phrase:
        match factor.words:
            case e.Shown(name, e.AllPlayers()):
                said = self.phrase("of players", list=self.one_of(name, "every"))
            case e.Listed(name) if factor.each:
                said = self.one_of(name, "every")
            case e.Except(e.Listed(name), other):
                said = self.phrase("Except", one=self.one_of(name, "every"), other=self.thing(other, scene))
            case words:
                said = self.thing(words, scene)
        if factor.between is None:
            return said
        return said.followed_by(f" ({self._stretch(factor.between)})")


def _agreeing(parts: Mapping[str, Part]) -> Agreement:
    """The agreement for the verb of a property."""
    return next((part.agrees for part in parts.values() if isinstance(part, Phrase)), ONE)
