"""Statements and effects as sentences."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import assert_never

from attrs import evolve, fields, frozen

from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import Kind
from rulespec.language.tree.node import Citations, walk
from rulespec.language.tree.source import Span
from rulespec.rules.texts.grammar.phrase import ONE, SEVERAL, YOU, Phrase, alike
from rulespec.rules.texts.grammar.template import Part
from rulespec.wording.sentences.clauses import Clauses
from rulespec.wording.sentences.scene import Scene

WAYS = {"source": "from", "to": "to"}  # the fields of effects that are places of cards
_COMMA, _BLANK = re.compile(r",(?=[.,:;)]|$)"), re.compile(r" (?=[.,:;)])")
_DASH = re.compile(" \u2013(?= *(?:[.:;]|\u2013|$))")


@frozen
class Sentence:
    """A sentence, its indentation, and the statement that it describes; a definition has its term as `label`."""

    text: str
    depth: int = 0
    cites: Citations = ()
    span: Span | None = None
    label: str = ""

    def __str__(self) -> str:
        return f"{self.label}: {self.text}" if self.label else self.text


@frozen(eq=False)
class Doings(Clauses):
    """Says what statements do."""

    # ---- statements

    def body(self, body: Iterable[s.Statement], scene: Scene, depth: int = 0) -> Iterator[Sentence]:
        """The sentences of a block."""
        for statement in body:
            yield from self._statement(statement, scene, depth)

    def _statement(self, statement: s.Statement, scene: Scene, depth: int) -> Iterator[Sentence]:
        match statement:
            case s.Do(effect):
                yield self._sentence(f"{self.effect(effect, scene)}.", depth, statement)
            case s.If():
                yield from self._cases(statement, scene, depth)
            case s.May(body):
                who = self.own(scene)
                said = self.templates["May.you"] if who.agrees == YOU else self.say("May", who=who, agrees=who.agrees)
                yield from self._headed(said + self._secretly(statement.adverbs), body, scene, depth, statement)
            case s.Together(body):
                yield from self._headed(self.templates["Together"], body, scene, depth, statement, always=True)
            case s.ForEach(players, body):
                yield from self._for_each(statement, players, body, scene, depth)
            case s.ForEachWord(pick, body):
                said = self._each_word(pick, scene)
                word = self.one_of(statement.list, "the")
                yield from self._headed(
                    said, body, evolve(scene, chosen={**scene.chosen, pick.name: word}), depth, statement, always=True
                )
            case _:
                assert_never(statement)

    def _cases(self, statement: s.If, scene: Scene, depth: int, key: str = "If") -> Iterator[Sentence]:
        """The sentences of each of several cases."""
        said = self.say(key, condition=self.clause(statement.condition, scene))
        yield from self._headed(said, statement.then, scene, depth, statement)
        match statement.otherwise:
            case ():
                pass
            case (s.If() as other,):
                yield from self._cases(other, scene, depth, "Otherwise.if")
            case otherwise:
                yield from self._headed(self.templates["Otherwise"], otherwise, scene, depth, statement)

    def _headed(
        self,
        head: str,
        body: tuple[s.Statement, ...],
        scene: Scene,
        depth: int,
        statement: s.Statement,
        *,
        always: bool = False,
    ) -> Iterator[Sentence]:
        """A condition with its body: one short sentence on the same line, more below it."""
        sentences = list(self.body(body, scene, depth + 1))
        if len(sentences) == 1 and not always:
            inner = sentences[0].text if self.is_german else _inner(sentences[0].text)
            yield self._sentence(f"{begun(head)}: {inner}", depth, statement)
            return
        yield self._sentence(f"{begun(head)}:", depth, statement)
        yield from sentences

    def _for_each(
        self, statement: s.Statement, players: e.Expression, body: tuple[s.Statement, ...], scene: Scene, depth: int
    ) -> Iterator[Sentence]:
        who = self.thing(players, scene)
        if isinstance(players, e.AllPlayers):
            who = evolve(self.phrase("everybody"), agrees=SEVERAL if self.is_german else ONE)
        if who.agrees == YOU:
            yield from self.body(body, scene, depth)
            return
        if not e.kind_of(players).many:
            acting = evolve(scene.acting(who), own_by_name=True)
            sentences, name = list(self.body(body, acting, depth)), who.nominative
            if all(name in each.text or begun(name) in each.text for each in sentences if each.depth == depth):
                yield from sentences
            else:
                yield from self._headed(name, body, acting, depth, statement, always=True)
            return
        if len(body) == 1 and isinstance(body[0], s.Do) and self._names_actor(body[0].effect):
            yield from self.body(body, scene.acting(who), depth)
            return
        said = self.phrase("ForEach", players=who).nominative
        yield from self._headed(said, body, scene.acting(self.phrase("this player")), depth, statement, always=True)

    def _names_actor(self, effect: s.Effect) -> bool:
        """True if the sentence of an effect has the acting player as its subject."""
        match effect:
            case s.Choose() | s.Perform():
                return True
            case s.Draw(_, _, e.InZone(whose=whose)):
                return isinstance(whose, e.OwnPlayer | e.SelfPlayer)
            case s.Add(amount, e.OnCounter(name, whose, None)) | s.Take(amount, e.OnCounter(name, whose, None)):
                is_own = isinstance(whose, e.OwnPlayer | e.SelfPlayer)
                return is_own and isinstance(amount, e.Number) and self._has_plural(name)
            case _:
                return False

    def _each_word(self, pick: s.PickOne, scene: Scene) -> str:
        match pick.source:
            case e.Listed(name):
                return self.say("ForEachWord.all", list=self.one_of(name, "every"))
            case source:
                return self.say("ForEachWord", words=self.thing(source, scene))

    def _sentence(self, said: str, depth: int, statement: s.Statement) -> Sentence:
        return Sentence(self.names.grammar.contracted(begun(tidy(said))), depth, statement.cites, statement.span)

    # ---- names of choices

    def naming(self, body: Iterable[s.Statement], scene: Scene) -> Scene:
        """The scene of a block, with how what is chosen there is called; things of one kind by number."""
        names: dict[str, Kind] = {}
        for statement in body:
            for node in walk(statement):
                if isinstance(node, s.PickOne | s.PickPair | s.PickNumber | s.PickCards) and not node.name.startswith(
                    s.THAT
                ):
                    names |= dict.fromkeys(node.names, node.kind)
        called = {name: self.chosen(kind) for name, kind in names.items()}
        alike_ones = Counter(each.nominative for each in called.values())
        seen = Counter[str]()
        for name, said in called.items():
            seen[said.nominative] += 1
            if alike_ones[said.nominative] > 1:
                called[name] = self.numbered(said, seen[said.nominative])
        return scene.choosing(called)

    def numbered(self, phrase: Phrase, number: int) -> Phrase:
        """One of several that would be called alike."""
        ordinals = _ORDINALS[self.names.language]
        nth = ordinals[min(number, len(ordinals)) - 1]
        return phrase.changed(lambda each: each.replace(*_SAID_NTH[self.names.language](each, nth)))

    # ---- effects

    def effect(self, effect: s.Effect, scene: Scene) -> str:
        """An effect as a sentence without a full stop."""
        match effect:
            case s.Choose():
                return self.choice(effect, scene)
            case s.ChooseByChance(picks, sieves):
                said = self.list_of([self.pick(each, scene) for each in picks])
                return self.say("ChooseByChance", picks=said, sieves=self._narrowed(picks, sieves, scene))
            case s.Draw(amount, source, to):
                return self._draw(amount, source, to, scene)
            case s.Set(target, value) if self.thing(value, scene).agrees == YOU:
                return self.say("Set.you", target=self._target(target, scene))
            case s.Set(target, value):
                what = self._target(target, scene)
                key = "Set.none" if isinstance(value, e.NoneYet) else "Set"
                return self.say(key, target=what, value=self.thing(value, scene), agrees=what.agrees)
            case s.Add(amount, target) | s.Take(amount, target):
                return self._changed(isinstance(effect, s.Add), amount, target, scene)
            case s.Perform(word, times):
                who, what = self._who(scene), self.thing(word, scene)
                if times is None:
                    return self.say("Perform", who=who, word=what, agrees=who.agrees)
                many = self.thing(times, scene)
                key = "Perform.times" if many.nominative.isdigit() else "Perform.times.many"
                return self.say(key, who=who, word=what, times=many, agrees=who.agrees)
            case _:
                return self._of_parts(effect, scene)

    def _of_parts(self, effect: s.Effect, scene: Scene) -> str:
        """An effect whose phrase needs only what is in its fields; the verb agrees with the first one."""
        parts: dict[str, Part] = {}
        for name in (each.name for each in fields(type(effect)) if each.name not in ("span", "kind")):
            value = getattr(effect, name)
            if isinstance(value, tuple):
                parts[name] = self.list_of([self.thing(each, scene) for each in value])
            elif name in WAYS and e.kind_of(value).name == "card":
                parts[name] = self.place(value, WAYS[name], scene)
            else:
                parts[name] = self.thing(value, scene)
        first = next((each for each in parts.values() if isinstance(each, Phrase)), None)
        return self.template(type(effect).__name__).clause(parts, agrees=ONE if first is None else first.agrees)

    def _who(self, scene: Scene) -> Phrase:
        """The subject; whoever is spoken to is left out, as the verb is a command."""
        who = self.actor(scene)
        return alike("", YOU) if who.agrees == YOU else who

    def _draw(self, amount: e.Expression, source: e.Expression, to: e.Expression, scene: Scene) -> str:
        who = self._who(scene)
        count = self.count(amount, None, scene)
        parts: dict[str, Part] = {
            "source": self.place(source, "from", scene),
            "to": self.place(to, "to", scene),
            "count": count,
        }
        if isinstance(to, e.InZone) and isinstance(to.whose, e.OwnPlayer | e.SelfPlayer):
            return self.template("Draw").clause({**parts, "who": who}, agrees=who.agrees)
        return self.template("Draw.go").clause(parts, agrees=count.agrees)

    def _changed(self, up: bool, amount: e.Expression, target: e.Expression, scene: Scene) -> str:
        number = self.thing(amount, scene)
        match target:
            case e.OnCounter(name, whose, None) if whose is not None and (noun := self.names.noun(name)) is not None:
                if noun.plural and number.nominative.isdigit():
                    who = self.own(scene) if isinstance(whose, e.OwnPlayer | e.SelfPlayer) else self.thing(whose, scene)
                    counted = alike(self.names.counted(int(number.nominative), noun))
                    return self.say("Add" if up else "Take", whose=who, number=counted, agrees=who.agrees)
        what = self._target(target, scene)
        key = "Add.to" if up else "Take.from"
        return self.say(key, target=what, amount=number, agrees=what.agrees)

    def _target(self, target: e.Expression, scene: Scene) -> Phrase:
        """The variable that changes; outside of turns with its owner, as nobody has been named."""
        match target:
            case e.OnCounter(name, e.OwnPlayer(), by) | e.OnNote(name, e.OwnPlayer(), by):
                if not scene.own_is_you and scene.own is not None and scene.own == scene.active:
                    word = None if by is None else self.thing(by, scene)
                    return self.belonging(name, scene.own, word, many=isinstance(target, e.OnCounter))
        return self.thing(target, scene)

    # ---- choices

    def choice(self, choose: s.Choose, scene: Scene) -> str:
        """A choice with its source."""
        who = self._who(scene)
        afterwards = ""
        if choose.afterwards is not None:
            afterwards = self.say("afterwards", clause=self.clause(choose.afterwards, scene))
        parts: dict[str, Part] = {
            "who": who,
            "picks": self.list_of([self.pick(each, scene) for each in choose.picks]),
            "sieves": self._narrowed(choose.picks, choose.sieves, scene),
            "afterwards": afterwards,
            "several": self.templates["if several"] if choose.if_several else "",
            "secretly": self._secretly(choose.adverbs),
        }
        return self.template("Choose").clause(parts, agrees=who.agrees)

    def _secretly(self, adverbs: s.Adverbs) -> str:
        return self.templates["secretly"] if "secretly" in adverbs else ""

    def _narrowed(self, picks: tuple[s.Pick, ...], sieves: tuple[e.Sieve, ...], scene: Scene) -> str:
        """The conditions of a choice; a single chosen thing is `it`, several have names."""
        kind = self._kind_of_pick(picks[0]) if len(picks) == 1 and len(picks[0].names) == 1 else Kind("none")
        return self.sieves(sieves, kind, scene) if kind.name != "none" else self._of_several(sieves, scene)

    @staticmethod
    def _kind_of_pick(pick: s.Pick) -> Kind:
        """The kind of the chosen thing: for a list, a word of it."""
        source = pick.source if isinstance(pick, s.PickOne) else None
        while isinstance(source, e.Sieved):
            source = source.set
        return Kind("word", list=source.list) if isinstance(source, e.Listed) else pick.kind

    def _of_several(self, sieves: tuple[e.Sieve, ...], scene: Scene) -> str:
        """The conditions of a choice of several things."""
        said = ""
        for sieve in sieves:
            match sieve:
                case e.Where(condition):
                    said += self.say("several.where", clause=self.clause(condition, scene))
                case e.Preferring(conditions):
                    word = self.names.grammar.OR
                    clauses = f" {word} ".join(self.clause(each, scene) for each in conditions)
                    said += self.say("several.preferring", clause=clauses)
                case e.WithExtremes(extremes):
                    for extreme in extremes:
                        key = f"several.{'most' if extreme.most else 'fewest'}"
                        said += self.say(key, measure=self.thing(extreme.measure, scene))
                case _:
                    assert_never(sieve)
        return said

    def pick(self, pick: s.Pick, scene: Scene) -> Phrase:
        """The noun phrase for one part of a choice."""
        grammar = self.names.grammar
        match pick:
            case s.PickNumber(_, low, high):
                ends = {"low": self.thing(low, scene), "high": self.thing(high, scene)}
                plain = all(each.nominative.isdigit() for each in ends.values())
                return self.template("pick.number.plain" if plain else "pick.number").phrase(ends)
            case s.PickCards(_, low, high, source):
                return self.count(low, high, scene).followed_by(f" {self.place(source, 'from', scene)}")
            case s.PickPair(_, _, source):
                if pick.kind.name == "card":
                    return self.phrase("pick.pair.card", place=self.place(source, "from", scene))
                return self.phrase("pick.pair", source=self.thing(source, scene))
            case s.PickOne(_, source):
                match source:
                    case e.AllPlayers():
                        return self.names.phrase(grammar.PLAYER, "a")
                    case e.OtherPlayers():
                        return self.names.phrase(grammar.PLAYER, "a", [grammar.OTHER])
                    case e.Listed(name):
                        return self.one_of(name, "a")
                    case e.Sieved(whole, sieves) if isinstance(
                        _all_of(whole), e.Listed | e.AllPlayers | e.OtherPlayers
                    ):
                        one, of = self.pick(evolve(pick, source=whole), scene), _all_of(whole)
                        kind = Kind("word", list=of.list) if isinstance(of, e.Listed) else pick.kind
                        return one.followed_by(self.sieves(sieves, kind, scene))
                    case e.Except(whole, other) if pick.kind.name != "card":
                        some = self.pick(evolve(pick, source=whole), scene)
                        return self.phrase("Except", one=some, other=self.thing(other, scene))
                    case _ if pick.kind.name == "card":
                        place = self.place(source, "from", scene, single=True)
                        return self.names.phrase(grammar.CARD, "a").followed_by(f" {place}")
                    case e.Shown(name, of) if e.kind_of(of).many and self._has_plural(name):
                        noun = self.names.noun(name)
                        assert noun is not None
                        place = self.place(of, "in", scene)
                        some = self.names.phrase(noun, "the", plural=True).followed_by(f" {place}")
                        return self.template(f"pick.word.{noun.gender}", "pick.word").phrase({"source": some})
                    case _ if pick.kind.name == "player":
                        return self.phrase("pick.player", source=self.thing(source, scene))
                    case _:
                        noun = self.names.noun(pick.kind.list or "")
                        key = f"pick.word.{noun.gender if noun else 'n'}"
                        return self.template(key, "pick.word").phrase({"source": self.thing(source, scene)})
            case _:
                assert_never(pick)

    def count(self, low: e.Expression, high: e.Expression | None, scene: Scene) -> Phrase:
        """So many cards."""
        number = self.thing(low, scene)
        if high is not None:
            return alike(self.say("count.range", low=number, high=self.thing(high, scene)), SEVERAL)
        if number.nominative == "1":
            return self.names.phrase(self.names.grammar.CARD, "a")
        if isinstance(low, e.Chosen) and not number.nominative.isdigit():
            number = self.phrase("Chosen.number.many")
        digits, space, behind = number.nominative.partition(" (")
        if digits.isdigit() and behind.endswith(")") and behind.count(")") == 1:
            cards = self.names.phrase(self.names.grammar.CARD, "", plural=digits != "1")
            return evolve(cards.changed(lambda each: f"{digits} {each}{space}{behind}"), agrees=SEVERAL)
        if not isinstance(low, e.Number | e.Chosen) and not number.nominative.isdigit():
            return alike(self.say("count.of", number=number), SEVERAL)
        return alike(self.say("count", number=number), SEVERAL)


_ALL = (e.Listed, e.AllPlayers, e.OtherPlayers)


def _all_of(node: e.Expression) -> e.Expression:
    """The set that conditions narrow."""
    return _all_of(node.set) if isinstance(node, e.Sieved) else node


_ORDINALS = {
    "en": ("first", "second", "third", "fourth", "fifth", "sixth"),
    "de": ("erst", "zweit", "dritt", "viert", "fünft", "sechst"),
}


def _after_chosen(said: str, nth: str) -> tuple[str, str]:
    return "chosen", f"{nth} chosen"


def _after_gewählt(said: str, nth: str) -> tuple[str, str]:
    ending = said.split("gewählt", 1)[1].split(" ")[0]
    return "gewählt", f"{nth}{ending} gewählt"


_SAID_NTH = {"en": _after_chosen, "de": _after_gewählt}


def tidy(said: str) -> str:
    """A sentence without commas before other signs."""
    return _COMMA.sub("", _BLANK.sub("", _DASH.sub("", said)))


def begun(said: str) -> str:
    """A sentence with a capital at its beginning."""
    return said[:1].upper() + said[1:]


def _inner(said: str) -> str:
    """A sentence within another."""
    return said[:1].lower() + said[1:] if said[1:2].islower() or said[1:2] == " " else said
