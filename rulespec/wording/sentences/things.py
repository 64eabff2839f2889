"""Expressions as noun phrases."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from attrs import evolve, field, frozen

from rulespec.language.tree import expressions as e
from rulespec.language.tree.kinds import Kind
from rulespec.rules.texts.constants import fixed_numbers
from rulespec.rules.texts.grammar.forms import Modifier, Noun
from rulespec.rules.texts.grammar.phrase import ONE, SEVERAL, YOU, Agreement, Gender, Phrase, alike, listed
from rulespec.rules.texts.grammar.template import Part, Template, phrases
from rulespec.wording.sentences.filler import told_by_players
from rulespec.wording.sentences.lexicon import Lexicon
from rulespec.wording.sentences.scene import Scene

_CONTRACTED = {"im": "in", "vom": "von", "zum": "zu", "zur": "zu", "ins": "in", "ans": "an", "am": "an", "beim": "bei"}
MARK = "\x01"
_COMPOUND = (  # expressions of several parts
    e.Plus, e.Minus, e.Times, e.DividedDown, e.DividedUp, e.Remainder, e.Smaller, e.Larger, e.Except, e.Cases,
    e.SumOver, e.EndOver, e.Sieved,
)  # fmt: skip
_WITH_DATIVE = ("zu", "bei", "von", "aus", "mit", "unter")


@frozen(eq=False)
class Things:
    """Says what expressions name."""

    names: Lexicon
    templates: Mapping[str, str] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "templates", phrases(self.names.language))

    @property
    def is_german(self) -> bool:
        """True for German, which declines nouns and puts verbs last."""
        return self.names.language == "de"

    def template(self, *keys: str) -> Template:
        """The template of the first construct for which there is one."""
        known = next((key for key in keys if key in self.templates), keys[-1])
        return Template(self.templates[known])

    def say(self, *keys: str, agrees: Agreement | None = None, holds: bool = True, **parts: Part) -> str:
        """The template of the first construct for which there is one, filled; `agrees` is what its verb goes with."""
        return self.template(*keys).clause(parts, agrees=agrees, holds=holds)

    def phrase(self, key: str, **parts: Part) -> Phrase:
        """A filled template as a noun phrase."""
        return self.template(key).phrase(parts)

    def clause(self, condition: e.Condition, scene: Scene, *, holds: bool = True) -> str:
        """A condition, as a clause; in German with the verb last."""
        raise NotImplementedError

    def list_of(self, phrases: Sequence[Phrase]) -> Phrase:
        """Several things, joined by `and`."""
        return listed(phrases, self.names.grammar.AND)

    # ---- expressions

    def thing(self, node: e.Expression, scene: Scene) -> Phrase:
        """An expression as a noun phrase."""
        match node:
            case e.Number(value):
                return alike(str(value))
            case e.WordOf(word):
                if word in self.names.seat_words and self.names.modifier(word) is not None:
                    return alike(self.names.seat(word))
                return self.names.word(word)
            case e.OwnPlayer():
                return self.own(scene)
            case e.SelfPlayer():
                return self.actor(scene)
            case e.Active():
                return self.active(scene)
            case e.Looked():
                return scene.it or self.phrase("it")
            case e.Outer(steps, _):
                return scene.outer[steps - 1] if steps <= len(scene.outer) else self.phrase("it")
            case e.Chosen(name):
                return scene.chosen.get(name) or self.chosen(node.kind)
            case e.InZone() | e.OnCounter() | e.OnNote():
                return self.held(node, scene)
            case e.OfValue():
                return self.value(node, scene)
            case e.Shown(name, of):
                return self.had(name, of, scene)
            case e.Listed(name):
                return self.names.named(name, "all", plural=True)
            case e.Beside(left, of):
                return self._beside(left, of, scene)
            case e.CountCards(of):
                return self.phrase("CountCards", place=self.place(of, "in", scene))
            case e.NumberOf(e.Listed(name)):
                return self.phrase("NumberOf", of=self.plural(name))
            case e.NumberOf(e.AllPlayers()):
                return self.phrase("NumberOf", of=self.names.phrase(self.names.grammar.PLAYER, "", plural=True))
            case e.Different(name, of):
                return self.phrase("Different", name=self.plural(name), place=self.place(of, "in", scene))
            case e.Plus(one, other) if node.kind.many:
                return self.phrase(
                    "Plus.set", one=self.operand(one, node, scene), other=self.operand(other, node, scene)
                )
            case e.Except(one, other):
                some = self.operand(one, node, scene)
                return evolve(
                    self.phrase("Except", one=some, other=self.operand(other, node, scene)), agrees=some.agrees
                )
            case e.Sieved(e.InZone() as whole, sieves) if e.kind_of(whole).many:
                cards = self.phrase("cards of", place=self.place(whole, "in", scene))
                return cards.followed_by(self.sieves(sieves, e.kind_of(whole), scene))
            case e.Sieved(whole, sieves):
                some = self.thing(whole, scene) if isinstance(whole, e.Sieved) else self.operand(whole, node, scene)
                return some.followed_by(self.sieves(sieves, e.kind_of(whole), scene))
            case e.Cases(cases, otherwise):
                said = [
                    self.phrase(
                        "Case", value=self.thing(each.value, scene), condition=self.clause(each.condition, scene)
                    )
                    for each in cases
                ]
                return self.phrase(
                    "Cases", cases=", ".join(each.nominative for each in said), otherwise=self.thing(otherwise, scene)
                )
            case e.SetsOf(low, _, of):
                place = self.place(of, "in", scene)
                if low is None:
                    return self.phrase("SetsOf", place=place)
                return self.phrase("SetsOf.sized", sizes=self.sizes(node, scene), place=place)
            case e.SumOver(set_, measure):
                measures = self.bare(measure, scene, plural=True)
                return self.phrase("SumOver", measure=measures, set=self.thing(set_, scene))
            case e.EndOver(highest, set_, measure):
                member = None if isinstance(measure, e.OnCounter) else self._of_looked(measure)
                if member is not None and self.names.noun(member) is not None:
                    return self._with("EndOver.noun", self._end(member, highest=highest), set=self.thing(set_, scene))
                key = f"EndOver.{'high' if highest else 'low'}"
                measures = self.bare(measure, scene, plural=True)
                return self.phrase(key, measure=measures, set=self.thing(set_, scene))
            case e.Circumstance(name):
                list_ = name.removesuffix(" offered")
                plural = self.plural(list_) if list_ in self.names.rules.names.lists else ""
                return self.template(f"Circumstance.{name}", "Circumstance.offered").phrase({"name": plural})
            case e.SumOf(several):
                return self.phrase("SumOf", several=self.thing(several, scene))
            case e.EndOf(highest, several):
                return self.phrase(f"EndOf.{'high' if highest else 'low'}", several=self.thing(several, scene))
            case e.Outside(sets, measure):
                return self.phrase("Outside", measure=self.bare(measure, scene), sets=self.thing(sets, scene))
            case e.FirstCards(number, of) | e.LastCards(number, of) if not self.thing(
                number, scene
            ).nominative.isdigit():
                parts = {"number": self.thing(number, scene), "of": self.thing(of, scene)}
                return self.phrase(f"{type(node).__name__}.many", **parts)
            case e.First(e.Sieved() as of) | e.Last(e.Sieved() as of) if e.kind_of(node).name == "card":
                return self.phrase(f"{type(node).__name__}.card.in", place=self.place(of, "in", scene, single=True))
            case e.First(of) | e.Last(of) if e.kind_of(node).name == "player":
                return self.phrase(f"{type(node).__name__}.player", of=self.thing(of, scene))
            case e.First(of) | e.Last(of) if e.kind_of(node).name == "card":
                return self.phrase(f"{type(node).__name__}.card", of=self.thing(of, scene))
            case _:
                return self._regular(node, scene)

    def _regular(self, node: e.Expression, scene: Scene) -> Phrase:
        """An expression whose template needs only its fields."""
        parts: dict[str, Part] = {}
        for each in type(node).__attrs_attrs__:
            value = getattr(node, each.name)
            if isinstance(value, str | int):
                parts[each.name] = str(value)
            elif each.name not in ("span", "kind") and value is not None:
                parts[each.name] = self.operand(value, node, scene)
        return self.phrase(type(node).__name__, **parts)

    def operand(self, part: e.Expression, whole: e.Expression, scene: Scene) -> Phrase:
        """A part of an expression, in brackets if the words around it could be read as belonging to it."""
        said = self.thing(part, scene)
        if not isinstance(whole, _COMPOUND) or not isinstance(part, _COMPOUND):
            return said
        if isinstance(whole, e.Plus) and isinstance(part, e.Plus) and whole.kind.many == part.kind.many:
            return said
        return said.changed(lambda each: f"({each.rstrip(',')})")

    # ---- who

    @property
    def _you(self) -> Phrase:
        return Phrase("du", "dich", "dir", YOU) if self.is_german else alike("you", YOU)

    def own(self, scene: Scene) -> Phrase:
        """The player meant by `own`: the acting player, or the one looked at."""
        return self._you if scene.own_is_you else scene.own or self.phrase("this player")

    def actor(self, scene: Scene) -> Phrase:
        """The acting player, meant by `self`."""
        return self._you if scene.actor_is_you else scene.actor or self.phrase("this player")

    def active(self, scene: Scene) -> Phrase:
        """Who has the turn."""
        if scene.active is not None:
            return scene.active
        return self._you if scene.active_is_you else self.phrase("active")

    def _beside(self, left: bool, of: e.Expression, scene: Scene) -> Phrase:
        key = f"Beside.{'left' if left else 'right'}"
        if isinstance(of, e.OwnPlayer) and not scene.own_is_you:
            return self.phrase(f"{key}.they")
        whose = self.thing(of, scene)
        return self.phrase(f"{key}.you") if whose.agrees == YOU else self.phrase(key, of=whose)

    def chosen(self, kind: Kind) -> Phrase:
        """Something chosen, without a name."""
        noun = self.names.noun(kind.list) if kind.name == "word" and kind.list and not kind.many else None
        if noun is not None and noun.singular is not None:
            said = Modifier("gewählt", "declined") if self.is_german else Modifier("chosen", "before")
            return self.names.phrase(noun, "the", [said])
        return self.phrase(f"Chosen.{self._kind(kind)}")

    @staticmethod
    def _kind(kind: Kind) -> str:
        if kind.name == "card":
            return "cards" if kind.many else "card"
        return kind.name if kind.name in ("player", "number", "word") and not kind.many else "other"

    # ---- what somebody or something has

    def held(self, node: e.AnyHeld, scene: Scene) -> Phrase:
        """A zone, a counter or a note, by whose it is and for which word."""
        what = self._of(node.name, node.whose, scene, plural=isinstance(node, e.OnCounter))
        return what if node.by is None else self._with("Held.by", what, by=self.thing(node.by, scene))

    def had(self, name: str, of: e.Expression | None, scene: Scene) -> Phrase:
        """An attribute of a player or a card."""
        return self._of(name, of, scene, plural=False)

    def _of(self, name: str, whose: e.Expression | None, scene: Scene, *, plural: bool) -> Phrase:
        noun = self.names.noun(name)
        many = plural and noun is not None and bool(noun.plural)

        def named(article: str, *, several: bool = many) -> Phrase:
            return self.names.named(name, article, plural=several)

        match whose:
            case None:
                return named("the")
            case e.OwnPlayer() if scene.own_is_you:
                return named("your")
            case e.SelfPlayer() if scene.actor_is_you:
                return named("your")
            case e.OwnPlayer() if not scene.own_by_name:
                return named("their")
            case e.SelfPlayer() if not scene.own_by_name and scene.actor is scene.own:
                return named("their")
            case e.Active() if scene.active is None and scene.active_is_you:
                return named("your")
            case e.Looked() if scene.it is not None and scene.it.agrees != YOU and self._is_pronoun(scene.it):
                if self.is_german:
                    return named("the")
                return alike(f"{'their' if scene.it.agrees == SEVERAL else 'its'} {named('').nominative}", ONE)
            case e.AllPlayers() if noun is not None and noun.plural:
                return named("all", several=True)
            case _:
                owner = self.thing(whose, scene)
                of_players = e.kind_of(whose).name == "player"
                several = of_players and owner.agrees == SEVERAL and noun is not None and bool(noun.plural)
                return self._with("Held.of", named("the", several=several or many), whose=owner)

    def belonging(
        self,
        name: str,
        owner: Phrase | None,
        by: Phrase | None = None,
        *,
        own: bool = False,
        many: bool = False,
    ) -> Phrase:
        """A holder of `owner`, for a word if there is one for each; `own`: the owner is the subject."""
        article = "your" if owner is not None and owner.agrees == YOU else "their" if own else "the"
        noun = self.names.noun(name)
        what = self.names.named(name, article, plural=many and noun is not None and bool(noun.plural))
        if owner is not None and article == "the":
            what = self._with("Held.of", what, whose=owner)
        return what if by is None else self._with("Held.by", what, by=by)

    def _with(self, key: str, what: Phrase, **parts: Part) -> Phrase:
        """A holder with its owner or its word; the agreement stays the same."""
        place = {"end": what} if key == "EndOver.noun" else {"what": what}
        return evolve(self.phrase(key, **place, **parts), agrees=what.agrees, gender=what.gender)

    def _is_pronoun(self, it: Phrase) -> bool:
        said = it.nominative.removeprefix(MARK)
        return said in self.names.grammar.PRONOUNS or said in {
            self.templates[key] for key in ("it", "that", "who", "they")
        }

    def plural(self, name: str) -> Phrase:
        """Several of a list, without article."""
        return self.names.named(name, "", plural=True)

    def one_of(self, name: str, article: str = "a") -> Phrase:
        """A word of a list."""
        return self.names.named(name, article)

    def value(self, node: e.OfValue, scene: Scene) -> Phrase:
        """A named value, by its name; a number that depends on nothing but the players, as a number."""
        fixed = fixed_numbers(self.names.rules, node.value)
        if fixed is not None and not node.which:
            return alike(told_by_players(*fixed, self.names))
        said = self._of(node.value, node.of, scene, plural=node.kind.many)
        return said if node.by is None else self._with("OfValue.for", said, of=self.thing(node.by, scene))

    def _of_looked(self, measure: e.Expression) -> str | None:
        """The name of what each member of a set has: what it shows, has on a counter, or is worth."""
        match measure:
            case (
                e.Shown(name, e.Looked() | e.OwnPlayer())
                | e.OnCounter(name, whose=e.Looked() | e.OwnPlayer(), by=None)
                | e.OfValue(name, e.Looked() | e.OwnPlayer(), None)
            ):
                return name
        return None

    def bare(self, measure: e.Expression, scene: Scene, *, plural: bool = False) -> Phrase:
        """A measure of the members of a set, by its name alone."""
        named = self._of_looked(measure)
        if plural and named is not None and self._has_plural(named):
            return self.plural(named)
        match measure:
            case e.OnCounter(name, whose=e.Looked() | e.OwnPlayer(), by=None):
                noun = self.names.noun(name)
                return self.names.named(name, "", plural=noun is not None and bool(noun.plural))
            case e.Shown(name, e.Looked() | e.OwnPlayer()) | e.OfValue(name, e.Looked() | e.OwnPlayer(), None):
                return self.names.named(name, "")
            case _:
                return self.thing(measure, scene.looking(self.phrase("it"), Kind("player")))

    def sizes(self, sets: e.SetsOf, scene: Scene) -> str:
        """How many cards sets of cards have."""
        said = [self.thing(each, scene) for each in (sets.low, sets.high) if each is not None]
        return said[0].nominative if len(said) == 1 else self.phrase("several", one=said[0], other=said[1]).nominative

    # ---- where cards lie, go and come from

    def place(self, node: e.Expression, way: str, scene: Scene, *, single: bool = False, any_of: bool = False) -> str:
        """Cards as a place: `in`, `to` or `from` it; conditions are about a `single` one; several as `any_of` them."""
        match node:
            case e.InZone(zone):
                noun = self.names.noun(zone)
                return self.in_zone(self.held(node, scene), noun, way)
            case e.Plus():
                parts = [alike(self._bracketed(each, way, scene, single=single)) for each in _sum(node)]
                word = self.names.grammar.OR if any_of or way == "from" else self.names.grammar.AND
                return listed(parts, word).nominative
            case e.Except(one, other):
                but = {"en": ", but not", "de": ", aber nicht"}[self.names.language]
                some = self._bracketed(one, way, scene, single=single)
                return f"{some}{but} {self.operand(other, node, scene).accusative}"
            case e.Sieved(whole, sieves) if e.kind_of(whole).name == "card":
                kind = e.kind_of(node)
                narrowed = self.sieves(sieves, kind.one if single else kind, scene)
                return f"{self.place(whole, way, scene, single=single)}{narrowed}"
        return self.phrase(f"place.{way}", of=self.thing(node, scene)).nominative

    def _bracketed(self, part: e.Expression, way: str, scene: Scene, *, single: bool) -> str:
        said = self.place(part, way, scene, single=single)
        return f"({said.rstrip(',')})" if isinstance(part, e.Sieved | e.Except | e.Plus) else said

    def in_zone(self, zone: Phrase, noun: Noun | None, way: str) -> str:
        """A zone as a place, with what is put before it."""
        at = ("in", "to", "from").index(way)
        if noun is None or not noun.places:
            return self.phrase(f"place.{way}", of=zone).nominative
        declared = noun.places[at]
        if not self.is_german:
            return f"{declared.removesuffix(' the')} {zone.nominative}"
        word = declared.split(" ")[0]
        if zone.nominative == self.names.phrase(noun, "the").nominative:
            head = noun.singular[2] if noun.singular else self.names.phrase(noun, "", plural=True).dative
            acc = noun.singular[1] if noun.singular else noun.plural or ""
            return f"{declared} {head if self._takes_dative(word, way) else acc}"
        preposition = _CONTRACTED.get(word, word)
        return f"{preposition} {zone.dative if self._takes_dative(word, way) else zone.accusative}"

    @staticmethod
    def _takes_dative(word: str, way: str) -> bool:
        return way != "to" or _CONTRACTED.get(word, word) in _WITH_DATIVE

    # ---- sieves

    def sieves(self, sieves: Sequence[e.Sieve], kind: Kind, scene: Scene) -> str:
        """The conditions of a set, placed after it."""
        said = ""
        for sieve in sieves:
            behind = self._sieve(sieve, kind, scene)
            said += behind if behind.startswith(",") else f"{',' if said and not said.endswith(',') else ''} {behind}"
        return said

    def _sieve(self, sieve: e.Sieve, kind: Kind, scene: Scene) -> str:
        match sieve:
            case e.Where(condition):
                return self.say("relative", clause=self.relative(condition, kind, scene))
            case e.Preferring(conditions):
                keys = ["Preferring", *["Preferring.or"] * (len(conditions) - 1)]
                relatives = [self.relative(each, kind, scene) for each in conditions]
                return "".join(
                    self.say(key, relatives=each, one=self._one(kind))
                    for key, each in zip(keys, relatives, strict=True)
                )
            case e.WithExtremes(extremes):
                first, *more = (self._extreme(each, kind, scene) for each in extremes)
                return first + "".join(f"{self.templates['Extreme.then']} {each.removeprefix(', ')}" for each in more)
            case _:
                assert_never(sieve)

    def _one(self, kind: Kind) -> str:
        """The pronoun for the preferred things."""
        if not self.is_german:
            return "those" if kind.many else "one"
        return "solche" if kind.many else {"m": "einen", "f": "eine", "n": "eines"}[self._gender(kind)]

    def _extreme(self, extreme: e.Extreme, kind: Kind, scene: Scene) -> str:
        way, measure = "most" if extreme.most else "fewest", extreme.measure
        looking = scene.looking(self.pronoun(kind.one), kind.one)
        match measure:
            case e.OnCounter(name, whose=e.OwnPlayer() | e.Looked(), by=None) if self._has_plural(name):
                return self.say(f"Extreme.{way}", measure=self.bare(measure, scene))
            case e.CountCards(of):
                cards = self.names.phrase(self.names.grammar.CARD, "", plural=True)
                return self.say(f"Extreme.{way}", measure=cards.followed_by(f" {self.place(of, 'in', looking)}"))
            case e.Shown(name, e.Looked() | e.OwnPlayer()) | e.OfValue(name, e.Looked() | e.OwnPlayer(), None):
                return self._highest(name, most=extreme.most)
            case _:
                what = self.thing(measure, looking)
                said: dict[str, Part] = {"measure": what, "pronoun": self.dative_pronoun(kind)}
                whose = self._whose(what.nominative, kind)
                if whose is not None:
                    return self.say(f"Extreme.{way}.whose", measure=whose)
                return self.template(f"Extreme.{way}.of").clause(said)

    def _has_plural(self, name: str) -> bool:
        noun = self.names.noun(name)
        return noun is not None and bool(noun.plural)

    def _highest(self, name: str, *, most: bool) -> str:
        return self.say("Extreme.end", end=self._end(name, highest=most))

    def _end(self, name: str, *, highest: bool) -> Phrase:
        """The highest or lowest of what a noun names."""
        noun = self.names.noun(name)
        assert noun is not None
        stem = {"en": ("highest", "lowest"), "de": ("höchst", "niedrigst")}[self.names.language][0 if highest else 1]
        return self.names.phrase(noun, "the", [Modifier(stem, "declined" if self.is_german else "before")])

    def relative(self, condition: e.Condition, kind: Kind, scene: Scene) -> str:
        """A condition on what is looked at, as a clause behind it."""
        pronoun = self.relative_pronoun(kind)
        subject = self.clause(condition, scene.looking(pronoun.changed(marked), kind))
        if is_subject(subject):
            return subject.removeprefix(MARK)
        it = self.pronoun(kind)
        said = self.clause(condition, scene.looking(it, kind))
        whose = None if isinstance(condition, e.AllOf | e.AnyOf) else self._whose(said, kind)
        if whose is not None:
            return whose
        return self.say("relative.where", clause=said, pronoun=self.dative_pronoun(kind))

    def _gender(self, kind: Kind) -> Gender:
        """The gender of the noun for something of a kind; of a word, that of its list."""
        noun = self.names.noun(kind.list) if kind.list is not None else None
        return noun.gender if noun is not None else _GENDERS.get(kind.name, "n")

    def _whose(self, said: str, kind: Kind) -> str | None:
        """A clause that begins with a possessive, as a relative clause; None for another."""
        for possessive in ("der eigene ", "die eigene ", "das eigene ") if self.is_german else ("their ", "its "):
            rest = said.removeprefix(possessive)
            if rest != said:
                is_one = kind.name == "player" and "eigen" not in rest
                whose = ("deren" if kind.many else "dessen") if self.is_german else "whose"
                return f"{whose} {rest}" if is_one or not self.is_german else None
        return None

    def relative_pronoun(self, kind: Kind) -> Phrase:
        """`who` or `that`, as the subject of a clause."""
        agrees: Agreement = SEVERAL if kind.many else ONE
        if not self.is_german:
            return alike("who" if kind.name == "player" else "that", agrees)
        gender = self._gender(kind)
        return alike({"m": "der", "f": "die", "n": "das"}[gender] if not kind.many else "die", agrees)

    def pronoun(self, kind: Kind) -> Phrase:
        """`it` or `they`."""
        if not self.is_german:
            return Phrase("they", "them", "them", SEVERAL) if kind.name == "player" or kind.many else alike("it")
        if kind.many:
            return Phrase("sie", "sie", "ihnen", SEVERAL)
        forms = {"m": ("er", "ihn", "ihm"), "f": ("sie", "sie", "ihr"), "n": ("es", "es", "ihm")}
        nominative, accusative, dative = forms[self._gender(kind)]
        return Phrase(nominative, accusative, dative, ONE)

    def dative_pronoun(self, kind: Kind) -> str:
        """The pronoun of a German clause that is about somebody."""
        if kind.many:
            return "denen"
        return {"m": "dem", "f": "der", "n": "dem"}[self._gender(kind)]


def _sum(node: e.Expression) -> list[e.Expression]:
    """The terms of a sum."""
    return [*_sum(node.one), *_sum(node.other)] if isinstance(node, e.Plus) else [node]


def marked(said: str) -> str:
    """A pronoun that can be found again."""
    return f"{MARK}{said}"


def is_subject(said: str) -> bool:
    """True if the marked part begins the clause and does not occur again."""
    return said.startswith(MARK) and said.count(MARK) == 1


_GENDERS: Mapping[str, Gender] = {"player": "m", "card": "f", "number": "f", "set": "f"}
