"""Conditions as clauses: in German subordinate ones, with the verb last."""

import re
from collections.abc import Sequence
from itertools import chain, count
from typing import assert_never

from attrs import evolve, frozen

from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import GAME, PLAYER, Kind
from rulespec.language.tree.node import walk
from rulespec.rules.texts.grammar.english import negated as not_in_english
from rulespec.rules.texts.grammar.forms import Noun, Predicate
from rulespec.rules.texts.grammar.german import negated as not_in_german
from rulespec.rules.texts.grammar.german import verb_last
from rulespec.rules.texts.grammar.phrase import ONE, SEVERAL, YOU, Agreement, Phrase
from rulespec.rules.texts.grammar.template import Part
from rulespec.wording.sentences.scene import Scene
from rulespec.wording.sentences.things import MARK, Things, is_subject, marked

_REVERSE: dict[e.Relation, e.Relation] = {">=": "<", "<=": ">", ">": "<=", "<": ">="}
_OPPOSITE: dict[e.Quantifier, str] = {"some": "No", "no": "Some", "every": "NotEvery"}
_CHOSEN = {"en": re.compile(r"\bchosen "), "de": re.compile(r"\bgewählte[rnms]? ")}
_ALIKE = "=="  # of a number: exactly so many
_LETTERS = ("abcdefghijklmnopqrstuvwxyz", ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"), "123456789")


@frozen(eq=False)
class Clauses(Things):
    """Says conditions."""

    def clause(self, condition: e.Condition, scene: Scene, *, holds: bool = True) -> str:
        match condition:
            case e.Not(part):
                return self.clause(part, scene, holds=not holds)
            case e.AllOf(parts) | e.AnyOf(parts):
                return self._joined(parts, scene, all_of=isinstance(condition, e.AllOf) == holds, holds=holds)
            case e.Implies(one, other):
                if holds:
                    said = {"one": self.clause(one, scene), "other": self.clause(other, scene)}
                    return self.template("Implies").clause(said)
                return self.say("NotBoth", part=self.clause(condition, scene))
            case e.Quantified():
                return self._quantified(condition, scene, holds=holds)
            case e.Fits():
                return self._fits(condition, scene, holds=holds)
            case e.Is(subject, other):
                return self._is(subject, other, scene, holds=holds)
            case e.Compare(subject, relation, other):
                return self._compared(subject, relation if holds else _REVERSE[relation], other, scene)
            case e.Within(subject, other):
                return self._within(subject, other, scene, holds=holds)
            case e.Empty(of):
                emptied = self.thing(of, scene)
                key = "Empty" if isinstance(of, e.InZone) else "Empty.of"
                return self.say(key, subject=emptied, holds=holds)
            case e.Repeats(of, name):
                word = self.one_of(name, "a" if holds else "no")
                return self.say("Repeats", a=word, place=self.place(of, "in", scene))
            case e.EndedBy(of, reason):
                return self.say("EndedBy", of=self.phrase(of), reason=reason, holds=holds)
            case _:
                assert_never(condition)

    def _joined(self, parts: Sequence[e.Condition], scene: Scene, *, all_of: bool, holds: bool) -> str:
        """Several conditions; if one of them has parts itself, as a list with letters."""
        if any(map(_has_parts, parts)):
            said = [self.clause(each, scene.deeper(), holds=holds) for each in parts]
            letters = _LETTERS[scene.depth % len(_LETTERS)]
            marks = chain(letters, map(str, count(len(letters) + 1)))
            listed = "; ".join(f"({next(marks)}) {each}" for each in said)
            return self.say("All listed" if all_of else "Any listed", parts=listed)
        *some, last = [self.clause(each, scene, holds=holds) for each in parts]
        grammar = self.names.grammar
        joined = f"{', '.join(some)} {grammar.AND if all_of else grammar.OR} {last}"
        return joined if all_of or len(some) > 1 else self.say("AnyOf", parts=joined)

    # ---- quantifiers

    def _quantified(self, node: e.Quantified, scene: Scene, *, holds: bool) -> str:
        kind = self._member_kind(node.member)
        way = node.quantifier.capitalize() if holds else _OPPOSITE[node.quantifier]
        if kind == PLAYER and node.member.among is None and way != "NotEvery":
            body = self.phrase(f"{way.lower()} body")
            if way == "Every" and self.is_german:
                body = evolve(body, agrees=SEVERAL)
            said = self.clause(node.condition, scene.looking(body.changed(marked), kind))
            if is_subject(said):
                return said.removeprefix(MARK)
        member = self._member(node.member, {"Some": "a", "No": "no"}.get(way, "every"), scene)
        if way != "NotEvery" and not (way == "Every" and isinstance(node.condition, e.Not)):
            owned = self._owned(node.condition, way, member, kind, scene) if node.member.among is None else None
            if owned is not None:
                return owned
            named = member if self.is_german else self._member(node.member, "", scene)
            one = evolve(self.phrase(f"{way.lower()} one", member=named), agrees=ONE)
            said = self.clause(node.condition, scene.looking(one.changed(marked), kind))
            if is_subject(said):
                return said.removeprefix(MARK)
        clause = self.clause(node.condition, scene.looking(self.pronoun(kind), kind))
        if not self.is_german:
            member = self._member(node.member, "", scene)
        return self.say(way, member=member, clause=clause)

    def _owned(self, condition: e.Condition, way: str, member: Phrase, kind: Kind, scene: Scene) -> str | None:
        """A condition that is only about what each player has: it is said to be his."""
        named = [each for each in walk(condition) if isinstance(each, e.OwnPlayer | e.SelfPlayer | e.Looked)]
        what = condition.subject if isinstance(condition, e.Empty) else None
        if kind != PLAYER or len(named) != 1 or not isinstance(what, e.InZone) or what.whose != named[0]:
            return None
        bare = member if self.is_german else self.names.phrase(self.names.grammar.PLAYER, "")
        one = evolve(self.phrase(f"{way.lower()} one", member=bare), agrees=ONE)
        return self.clause(condition, evolve(scene.looking(one, kind), own=one, own_is_you=False, own_by_name=True))

    @staticmethod
    def _member_kind(member: e.Member) -> Kind:
        if member.players:
            return PLAYER
        return Kind("word", list=member.list) if member.among is None else e.kind_of(member.among).one

    def _member(self, member: e.Member, article: str, scene: Scene) -> Phrase:
        """Whom a quantifier is about."""
        grammar, among = self.names.grammar, member.among
        if member.players:
            others = [grammar.OTHER] if isinstance(among, e.OtherPlayers) else []
            said = self.names.phrase(grammar.PLAYER, article, others)
            if among is None or isinstance(among, e.OtherPlayers | e.AllPlayers):
                return said
            return self.phrase("member.of", member=said, among=self.thing(among, scene))
        if member.list is not None:
            said = self.one_of(member.list, article)
            if among is None or isinstance(among, e.Listed):
                return said
            return self._among("member.of", said, self.thing(among, scene))
        noun: Noun = grammar.CARDS if isinstance(among, e.SetsOf) else grammar.CARD
        said = self.names.phrase(noun, article)
        if among is None:
            return said
        if isinstance(among, e.SetsOf) and among.low is not None:
            said = said.followed_by(f" ({self.sizes(among, scene)})")
        inner = among.of if isinstance(among, e.SetsOf) else among
        return said.followed_by(f" {self.place(inner, 'in', scene)}")

    def _among(self, key: str, said: Phrase, among: Phrase) -> Phrase:
        behind = self.template(key).phrase({"member": "", "among": among}).nominative
        return said.followed_by(f" {behind}")

    # ---- what is so

    def _is(self, subject: e.Expression, other: e.Expression, scene: Scene, *, holds: bool) -> str:
        if isinstance(subject, e.NoneYet):
            subject, other = other, subject
        if isinstance(other, e.NoneYet) and isinstance(subject, e.Chosen):
            return self._is_chosen(subject, scene, holds=not holds)
        if isinstance(other, e.NoneYet):
            return self.say("Is.none", subject=self.thing(subject, scene), holds=holds)
        match subject, other:
            case (e.Shown(_, of), e.WordOf(word)) if e.kind_of(of).name == "card" and not e.kind_of(of).many:
                card = self.thing(of, scene)
                noun = self.names.noun(word)
                if noun is not None:
                    article = "a" if holds or not self.is_german else "no"
                    said = self.names.phrase(noun, article)
                    return self.say("Is.word", subject=card, other=said, holds=holds or article == "no")
                modifier = self.names.modifier(word)
                if modifier is not None:
                    return self.say("Is.word", subject=card, other=modifier.said, holds=holds)
            case _ if e.kind_of(subject).name == "number":
                return self._counted(subject, _ALIKE, other, scene, holds=holds)
        one, two = self.thing(subject, scene), self.thing(other, scene)
        if two.agrees == YOU and one.agrees != YOU and not one.nominative.startswith(MARK):
            one, two = two, one
        return self.say("Is", subject=one, other=two, holds=holds)

    def _is_chosen(self, chosen: e.Chosen, scene: Scene, *, holds: bool) -> str:
        """The clause that something was chosen, or declined."""
        said, noun = self.thing(chosen, scene), self._noun_of(chosen.kind)
        played = said.nominative == self.phrase("Chosen.played").nominative
        done = self.templates["done.played" if played else "done.chosen"]
        if noun is not None and (played or said.nominative == self.chosen(chosen.kind).nominative):
            one = self.names.phrase(noun, "a" if holds else "no")
            return self.say("Is.none.one", subject=one, done=done)
        subject = said.changed(lambda each: _CHOSEN[self.names.language].sub("", each))
        return self.say("Is.none.numbered", subject=subject, done=done, holds=not holds)

    def _noun_of(self, kind: Kind) -> Noun | None:
        """The noun for things of a kind, if there is one."""
        if kind.many:
            return None
        known: dict[str, Noun] = {"card": self.names.grammar.CARD, "player": self.names.grammar.PLAYER}
        return known.get(kind.name) or (self.names.noun(kind.list) if kind.list is not None else None)

    def _compared(self, subject: e.Expression, relation: e.Relation, other: e.Expression, scene: Scene) -> str:
        return self._counted(subject, relation, other, scene)

    def _counted(
        self, subject: e.Expression, relation: str, other: e.Expression, scene: Scene, *, holds: bool = True
    ) -> str:
        """A comparison of numbers; where things are counted, as how many of them there are."""
        limit = self.thing(other, scene)
        none = relation == _ALIKE and limit.nominative == "0"
        key = "none" if none else relation
        literal = isinstance(other, e.Number) or (isinstance(other, e.OfValue) and limit.nominative[:1].isdigit())
        if holds and literal:
            match subject:
                case e.OnCounter(name, whose, None) if (noun := self.names.noun(name)) and noun.plural:
                    counted = self.names.phrase(noun, "no", plural=True) if none else self._so_many(limit, noun)
                    if whose is None:
                        return self.say(f"There.all.{key}", other=counted, agrees=counted.agrees)
                    if not e.kind_of(whose).many:
                        owner = self.own(scene) if isinstance(whose, e.OwnPlayer) else self.thing(whose, scene)
                        return self.say(f"Has.{key}", subject=owner, other=counted)
                case e.CountCards(of):
                    card = self.names.grammar.CARD
                    counted = self.names.phrase(card, "no", plural=True) if none else self._so_many(limit, card)
                    there: dict[str, Part] = {"other": counted, "place": self.place(of, "in", scene)}
                    return self.template(f"There.{key}").clause(there, agrees=counted.agrees)
        what = self.thing(subject, scene)
        if relation == _ALIKE:
            return self.say("Is", subject=what, other=limit, holds=holds)
        return self.say(f"Compare.{relation}", subject=what, other=limit)

    def _so_many(self, number: Phrase, noun: Noun) -> Phrase:
        counted = self.names.phrase(noun, "", plural=number.nominative != "1")
        digits, space, behind = number.nominative.partition(" ")
        return counted.changed(lambda each: f"{digits} {each}{space}{behind}")

    def _within(self, subject: e.Expression, other: e.Expression, scene: Scene, *, holds: bool) -> str:
        what = self.thing(subject, scene)
        if isinstance(other, e.Shown):
            place = self.place(other.of, "in", scene, any_of=True)
            key = f"Within.shown.{'yes' if holds else 'no'}"
            return self.say(key, subject=what, place=place)
        if isinstance(other, e.InZone):
            place = self.place(other, "in", scene)
            return self.say("Within.zone", subject=what, place=place, holds=holds)
        return self.say("Within", subject=what, other=self.thing(other, scene), holds=holds)

    # ---- named conditions

    def _fits(self, node: e.Fits, scene: Scene, *, holds: bool) -> str:
        predicate = self.names.predicate(node.call)
        about_game = node.subject is None or e.kind_of(node.subject) == GAME
        subject = self.phrase("game") if about_game or node.subject is None else self.thing(node.subject, scene)
        return self.say("Fits", subject=subject, predicate=self.predicated(predicate, subject.agrees, holds=holds))

    def predicated(self, predicate: Predicate, agrees: Agreement, *, holds: bool = True) -> str:
        """The predicate of a condition that applies, or does not."""
        said = (predicate.one, predicate.several, predicate.you)[agrees]
        if not self.is_german:
            return said if holds else not_in_english(said, predicate.several.split(" ")[0])
        return verb_last(said if holds else not_in_german(said))


def _has_parts(condition: e.Condition) -> bool:
    """True if a condition needs a list of its own to be read in one way only."""
    match condition:
        case e.Not(part):
            return _has_parts(part)
        case e.Quantified(condition=inner):
            return isinstance(inner, e.AllOf | e.AnyOf | e.Implies) or _has_parts(inner)
        case _:
            return isinstance(condition, e.AllOf | e.AnyOf | e.Implies)
