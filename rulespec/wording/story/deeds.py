"""Events as deeds in the words of a language: the players, a phrase and its parts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import field, frozen

from rulespec.engine.events.event import Answered, Changed, Event, Exchanged, Inserted, Moved, Next, Shown
from rulespec.engine.game import Game
from rulespec.engine.options import DO_IT, ENOUGH
from rulespec.engine.pending import Atom
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import CARD
from rulespec.language.tree.node import walk
from rulespec.language.tree.source import Span
from rulespec.plan.nodes.choices import DECLINE
from rulespec.rules.material import Card, Place, Where
from rulespec.rules.texts.choices import asked_in
from rulespec.rules.texts.grammar.forms import Predicate, of_verb
from rulespec.rules.texts.grammar.phrase import SEVERAL, Phrase, alike
from rulespec.rules.texts.grammar.template import Part
from rulespec.rules.texts.parser import TOLD
from rulespec.wording.answers import by_name, things
from rulespec.wording.language import ACTIVE, Wording
from rulespec.wording.sentences.filler import Filler, Known
from rulespec.wording.sentences.scene import Scene
from rulespec.wording.story.bookkeeping import Bookkeeping

FEW = 2  # places that are named where cards come from
Noted: TypeAlias = Mapping[str, Changed]  # what is chosen, with where it is noted then
NOTHING_NOTED: Noted = {}
_CONSTANT = (e.Number, e.WordOf, e.SelfPlayer, e.Active)
_OWN_DOING = (d.Turn, d.Action)  # where whoever has the turn does what is done


@frozen
class Deed:
    """An action of some seats: a predicate behind their names, or a whole sentence without `who`.

    `chosen` are the things that it speaks of where somebody chose them; `said` is a predicate from a text.
    """

    who: tuple[int, ...]
    key: str
    parts: Mapping[str, Part]
    chosen: tuple[Phrase, ...] = ()
    said: Predicate | None = None


@frozen(eq=False)
class Deeds:
    """Says what happened to `hearer`, who is spoken to, from the events alone; None is nobody at the table."""

    words: Wording
    game: Game
    hearer: int | None
    _places: Mapping[Where, Place] = field(init=False, repr=False)
    _books: Bookkeeping = field(init=False, repr=False)
    _settings: frozenset[Span] = field(init=False, repr=False)  # where a counter is set to something
    _constants: frozenset[Span] = field(init=False, repr=False)  # of these, to the same thing each time
    _carried: Mapping[Span, str] = field(init=False, repr=False)  # the names of chosen cards, by where they are moved
    _deals: frozenset[Span] = field(init=False, repr=False)
    _played: frozenset[Span] = field(init=False, repr=False)  # where the card is moved that somebody plays

    @_places.default
    def _by_where(self) -> Mapping[Where, Place]:
        return {each.where: each for each in self.game.material.places}

    @_books.default
    def _of_the_rules(self) -> Bookkeeping:
        return Bookkeeping(self.words.rules)

    @_settings.default
    def _of_settings(self) -> frozenset[Span]:
        return frozenset(each.span for each in self.words.rules.resolved.anywhere(s.Set))

    @_constants.default
    def _of_constants(self) -> frozenset[Span]:
        settings = self.words.rules.resolved.anywhere(s.Set)
        return frozenset(each.span for each in settings if isinstance(each.value, _CONSTANT))

    @_carried.default
    def _by_move(self) -> Mapping[Span, str]:
        moves = self.words.rules.resolved.anywhere(s.Move)
        return {each.span: each.cards[0].name for each in moves if isinstance(each.cards[0], e.Chosen)}

    @_deals.default
    def _of_deals(self) -> frozenset[Span]:
        return frozenset(each.span for each in self.words.rules.resolved.anywhere(s.AnyDeal))

    @_played.default
    def _of_the_played(self) -> frozenset[Span]:
        return frozenset(span for block in self.words.rules.resolved.of(d.Turn, d.Action) for span in _playing(block))

    # ---- who and what

    def seat(self, seat: int) -> Phrase:
        """A player: whoever is spoken to is `you`."""
        if seat == self.hearer:
            return self.words.sentences.own(Scene())
        return alike(self.words.names.seat(self.game.seat_name(seat)))

    def seats(self, seats: Sequence[int]) -> Phrase:
        """Several players in a list."""
        return self.words.sentences.list_of([self.seat(each) for each in seats])

    def cards(self, seen: Sequence[Card], hidden: int) -> Phrase:
        """Cards by what they show, and how many more of them there were."""
        some = [self.words.names.card(each, "the") for each in seen]
        if hidden:
            some.append(self.so_many(hidden))
        return self.words.sentences.list_of(some) if some else self.words.sentences.phrase("story.no cards")

    def so_many(self, number: int) -> Phrase:
        """So many cards, none of which is named."""
        names = self.words.names
        if number == 1:
            return names.phrase(names.grammar.CARD, "a")
        said = names.phrase(names.grammar.CARD, "", plural=True)
        return alike(f"{number} {said.nominative}", SEVERAL)

    def place(self, where: Where, way: str, who: int | None) -> str:
        """A zone as a place, said of who acts: `in` it, `to` it or `from` it."""
        name, owner, *words = where
        said = self._belonging(name, owner, words, who)
        return self.words.sentences.in_zone(said, self.words.names.noun(name), way)

    def _belonging(
        self, name: str, owner: int | None, words: Sequence[object], who: int | None, *, many: bool = False
    ) -> Phrase:
        by = self.words.names.word(str(words[0])) if words else None
        whose = None if owner is None else self.seat(owner)
        own = owner is not None and owner == who
        return self.words.sentences.belonging(name, whose, by, own=own, many=many)

    def called(self, where: Where) -> Phrase:
        """A zone, a counter or a note, with whose it is and for which word."""
        name, owner, *words = where
        if where in self._places:
            return self._belonging(name, owner, words, None)
        noun = self.words.names.noun(name)
        counted = isinstance(self._holder(where), d.Counter) and noun is not None and bool(noun.plural)
        return self._belonging(name, owner, words, None, many=counted)

    def value(self, where: Where, value: int | str) -> Phrase:
        """The value of a counter or a note; a seat for a note of a player."""
        holder = self._holder(where)
        if isinstance(holder, d.Note) and holder.of == "player" and isinstance(value, int):
            return self.seat(value)
        return self.words.names.word(value, "")

    def _sources(self, sources: Sequence[Where], who: int | None) -> str:
        """Where cards come from, if these places are few."""
        sources = [each for each in sources if each[0] not in self._books]
        shares = list(dict.fromkeys(each[:2] for each in sources))
        if len(shares) > FEW:
            return ""
        zones = sources if len(shares) == len(sources) else shares  # of several for words of one list it is the list
        said = [alike(self.place(each, "from", who)) for each in zones]
        return self.words.sentences.list_of(said).nominative if said else ""

    def _holds(self, who: int | None, *places: Where) -> bool:
        """True if a player holds the cards in all these places, unseen by the others."""
        return who is not None and all(self._places[each].keeper == who for each in places)

    def _span(self, event: Event) -> Span | None:
        return None if event.statement is None else self.game.plan.origins[event.statement].span

    # ---- kinds of events

    def of(self, event: Event, turn: int | None, noted: Noted = NOTHING_NOTED) -> list[Deed]:
        """The deeds of an event, in a player's turn or before the first turn of a round.

        Of what is chosen there may be `noted` what it is.
        """
        match event:
            case Answered():
                return self._answered(event, turn, noted)
            case Moved(kind="draw"):
                return [self._drawn(each) for each in self._by_giver(event)]
            case Moved(kind="refill", to=to):
                parts: dict[str, Part] = {"subject": self._named(event), "to": self.place(to, "to", None)}
                return [Deed((), "story.goes back", parts)]
            case Inserted():
                return [self._inserted(event)]
            case Moved():
                by_text = self._moved_by_text(event, turn)
                return [by_text] if by_text else [self._moved(each, turn) for each in self._by_giver(event)]
            case Exchanged():
                return [self._exchanged(event)]
            case Shown():
                return [deed for each in event.by_owner or (event,) for deed in self._shown(each)]
            case Changed():
                return [self._changed(event)]
            case Next(who=who):
                return [self._next(who, turn)]
            case Event(kind="lapse", player=int(who)):
                return [self._cannot(event, who, turn)]
            case Event(kind="reverse"):
                return [Deed((), "Reverse", {})]
            case _:
                return []

    def _next(self, who: int | None, turn: int | None) -> Deed:
        if who is None:
            return Deed((), "story.nobody", {})
        key = "story.begins" if turn is None else "story.again" if who == turn else "story.next"
        return Deed((), key, {"subject": self.seat(who)})

    def chooses_next(self, who: int, chosen: int) -> Deed:
        """Where somebody chose who is next."""
        key = "story.chooses next"
        key += ".own" if who == chosen else ".you" if chosen == self.hearer else ""
        return Deed((), key, {"subject": self.seat(who), "whom": self.seat(chosen)})

    # ---- answers

    def has_text(self, event: Answered) -> bool:
        """True if a text declares how the table calls an answer."""
        return any((event.block, f"{label} {TOLD}") in self.words.texts for label in self._called_by(event))

    def by_text(self, event: Answered, turn: int | None) -> Deed | None:
        """An answer as a text declares it; None without one, or if it names something unknown to the hearer."""
        who = event.player
        for label in () if who is None or not self.has_text(event) else self._called_by(event):
            known = {} if event.option is None else by_name(event.option)
            said = None if who is None else self._text(event.block, label, known, who if turn is None else turn)
            if who is not None and said is not None:
                return Deed((who,), "story.chooses", {}, said=said)
        return None

    def _moved_by_text(self, event: Moved, turn: int | None) -> Deed | None:
        """A move that everybody sees of cards that were chosen unseen, as a text on the choice declares it."""
        name, who, span = None, event.player, self._span(event)
        if who is not None and event.cards and not event.hidden and span is not None:
            name = self._carried.get(span)
        said = (
            None
            if name is None or who is None
            else self._text(event.block, name, {name: event.cards}, who if turn is None else turn)
        )
        return None if who is None or said is None else Deed((who,), "story.plays", {}, said=said)

    def _text(self, block: str, label: str, known: Known, active: int) -> Predicate | None:
        """The predicate of a text on an answer; None without one, or if it names something unknown."""
        text = self.words.texts.get((block, f"{label} {TOLD}"))
        if text is None:
            return None
        hearer = None if self.hearer is None else self.game.seat_name(self.hearer)
        own = None if hearer is None else self.words.sentences.own(Scene())
        known = {**known, ACTIVE: (self.game.seat_name(active),)}
        said = Filler(self.words.names, known, self.game.players, hearer, own).filled(text.parts, "x")
        return None if said is None else of_verb(said, self.words.language)

    def _called_by(self, event: Answered) -> Iterator[str]:
        """The labels of texts for an answer: of the word that it is, then of the choice."""
        option, names = event.option, self._label(event)
        if option is None:
            return
        if option.text == DO_IT:
            yield "may"
        elif option.text == DECLINE or event.chose_nothing:
            yield f"no {names}"
        elif option.names:
            if len(option.atoms) == 1:
                yield option.text
            yield names

    def is_part(self, event: Event, answer: Answered) -> bool:
        """True if an event is what an answer means, so that a text on the answer has told it."""
        if event.block != answer.block:
            return False
        if isinstance(event, Changed):
            option = answer.option
            chosen = [] if option is None else [str(each) for each in things(option)]
            return self._span(event) in self._constants or any(self.notes(event, each) for each in chosen)
        atoms = {*answer.option.atoms} if answer.option is not None and answer.option.names else set()
        return bool(atoms) and event.player == answer.player and {*event.named} == atoms

    def _answered(self, event: Answered, turn: int | None, noted: Noted) -> list[Deed]:
        who, option = event.player, event.option
        assert who is not None
        if event.kind == "commit":
            return [Deed((who,), "story.has chosen", {})]
        if event.kind == "pick" and option is None:
            return []
        if option is None:
            key = "story.reveals" if event.kind == "reveal" else "story.chooses"
            return [Deed((who,), key, {}, tuple(self._of_hidden(event)))]
        if option.text == ENOUGH:
            return [self._declined(event, who)] if event.chose_nothing else []
        if option.text == DO_IT:
            return [Deed((who,), "story.agrees", {})]
        if not option.names:
            return [self._declined(event, who) if option.text == DECLINE else self._cannot(event, who, turn)]
        said = self.chosen(event, noted)
        if event.kind == "choose by chance":
            return [Deed((), "story.chance", {"what": self.words.sentences.list_of(said)})]
        key = {"pick": "story.chooses hidden", "reveal": "story.reveals"}.get(event.kind, "story.chooses")
        return [Deed((who,), key, {}, tuple(said))]

    def _of_hidden(self, event: Answered) -> list[Phrase]:
        """The parts of an answer that the player knows, such as the number of cards."""
        return [self.so_many(each) if isinstance(each, int) else self._thing(0, each) for each in event.known]

    def chosen(self, event: Answered, noted: Noted) -> list[Phrase]:
        """The chosen things, each with the variable that it is stored in."""
        if event.option is None:
            return []
        said = list[Phrase]()
        for atom, each in zip(event.option.atoms, things(event.option), strict=False):
            change, thing = noted.get(str(each)), self._thing(atom, each)
            said.append(thing if change is None else self._as(thing, change, event.player))
        return said

    def _as(self, thing: Phrase, change: Changed, who: int | None) -> Phrase:
        """Something chosen, and as what it is noted."""
        name, owner, *words = change.what
        target = self._belonging(name, owner, words, who)
        return self.words.sentences.phrase("story.as", what=thing, target=target, bare=self.words.names.named(name, ""))

    def kind_of(self, where: Where) -> str:
        """The kind of a variable, `counter` or `note`."""
        return "counter" if isinstance(self._holder(where), d.Counter) else "note"

    def _holder(self, where: Where) -> d.Counter | d.Note:
        return next(each.holder for each in self.game.material.variables if each.where == where)

    def notes(self, change: Changed, said: str) -> bool:
        """True if a change stores exactly the chosen thing."""
        if change.new is None or self._span(change) not in self._settings:
            return False
        holder = self._holder(change.what)
        of_player = isinstance(holder, d.Note) and holder.of == "player"
        return said == (self.game.seat_name(int(change.new)) if of_player else str(change.new))

    def _thing(self, atom: Atom, said: Card | str) -> Phrase:
        if isinstance(said, Card):
            return self.words.names.card(said, "the")
        seats = self.game.seat_names
        is_seat = isinstance(atom, int) and said in seats
        return self.seat(seats.index(said)) if is_seat else self.words.names.word(said)

    def _label(self, event: Event) -> str:
        """The names of what was asked for."""
        block, span = self.words.rules.resolved.blocks.get(event.block), self._span(event)
        if not isinstance(block, d.Block):
            return ""
        return next((each.names for each in asked_in(block) if each.choice.span == span), "may")

    def _declined(self, event: Answered, who: int) -> Deed:
        label = f"no {self._label(event)}"
        said = self.words.said(event.block, label, {ACTIVE: (self.game.seat_name(who),)}, self.game.players)
        if said is None and event.chose_nothing:
            key = "story.chooses hidden" if event.kind == "pick" else "story.chooses"
            return Deed((who,), key, {}, (self.words.sentences.phrase("story.no cards"),))
        if said is None:
            return Deed((who,), "story.declines", {})
        key = "story.decides" if event.kind == "pick" else "story.says"  # nobody hears it yet
        return Deed((), key, {"subject": self.seat(who), "what": said.removesuffix(".")})

    def _cannot(self, event: Event, who: int, turn: int | None) -> Deed:
        label = f"{self._label(event)} cannot"
        if who == self.hearer:
            said = self.words.said(event.block, label, {}, self.game.players, self.game.seat_name(who))
            if said is not None:
                return Deed((), "story.said", {"what": said.removesuffix(".")})
        why = self._text(event.block, label, {}, who if turn is None else turn)
        return Deed((who,), "story.cannot", {}, said=why)

    # ---- cards

    def _named(self, event: Moved) -> Phrase:
        """The cards by what they show, unless they are many."""
        if event.kind != "draw" and not event.named:
            return self.so_many(len(event.cards) + event.hidden)
        return self.cards(event.cards, event.hidden)

    def _by_giver(self, event: Moved) -> Sequence[Moved]:
        """A move from several hands as one event for each, so that each giver is named."""
        several = event.to[1] is not None and len(event.places) > 1
        held = all(where[1] is not None and self._holds(where[1], where) for where in event.sources)
        return event.by_owner if several and held else (event,)

    def _drawn(self, event: Moved) -> Deed:
        who, to, sources = event.player, event.to, event.sources
        assert who is not None
        owner, cards = to[1], self._named(event)
        if owner not in (None, who) and all(each[1] == who for each in sources):
            return self._given(event, who, cards, openly=True)
        if owner is not None and (owner != who or self._span(event) in self._deals):
            return self._deed("is dealt", owner, sources, to, cards=cards)
        if to[1] is None and self._places[to].zone.sight.is_public and not event.hidden:
            return Deed((who,), "story.turns up", {"cards": cards, "in": self.place(to, "in", who)})
        return self._deed("draws", who, sources, to, cards=cards)

    def _given(self, event: Moved, who: int, cards: Phrase, *, openly: bool) -> Deed:
        """Cards that somebody gives away: the receiver is named, and the zones unless both hold cards in private."""
        to = event.to
        if to[1] is not None and self._is_between_hands(event, who):
            return Deed((who,), "story.gives", {"cards": cards, "whom": self.seat(to[1])})
        return self._deed("puts", who, event.sources, to, cards=cards, openly=openly)

    def _is_between_hands(self, event: Moved, giver: int | None) -> bool:
        """True if cards go from zones that only their giver sees to a zone that only their receiver sees."""
        receiver = event.to[1]
        return receiver != giver and self._holds(giver, *event.sources) and self._holds(receiver, event.to)

    def _deed(
        self, key: str, who: int, sources: Sequence[Where], to: Where, *, openly: bool = True, **parts: Part
    ) -> Deed:
        """Something done with cards on their way.

        Where they go is left out if that is the only zone that somebody holds in private; where they come from, unless
        `openly`, if that is such a zone.
        """
        only = [each for each in self._places if self._holds(who, each)] == [to]
        from_ = "" if not openly and self._holds(who, *sources) else self._sources(sources, who)
        way: dict[str, Part] = {"from": from_, "to": "" if only else self.place(to, "to", who)}
        return Deed((who,), f"story.{key}", {**parts, **way})

    def _moved(self, event: Moved, turn: int | None) -> Deed:
        who, cards, to, sources = event.player, self._named(event), event.to, event.sources
        block = self.words.rules.resolved.blocks.get(event.block)
        givers = {each[1] for each in sources}
        if who is None or turn is None or not isinstance(block, _OWN_DOING):
            giver = next(iter(givers))
            if len(givers) == 1 and giver is not None and self._is_between_hands(event, giver):
                return self._given(event, giver, cards, openly=True)
            if len(givers) > 1 and to[1] is not None:
                return self._deed("takes", to[1], (), to, cards=cards)
            from_ = "" if len(sources) > 1 and to[1] in (None, *givers) else self._sources(sources, None)
            return Deed((), "story.goes", {"subject": cards, "to": self.place(to, "to", None), "from": from_})
        here = to[1] in (None, who) and self._places[to].zone.sight.is_public
        if here and who == turn and self._holds(who, *sources) and self._span(event) in self._played:
            place = self.place(to, "to", who) if len(to) > FEW else ""
            return Deed((who,), "story.plays", {"cards": cards, "to": place})
        if self._holds(who, to):
            return self._deed("takes", who, sources, to, cards=cards)
        return self._given(event, who, cards, openly=False)

    def _inserted(self, event: Inserted) -> Deed:
        assert event.player is not None
        key, position = ("inserts hidden", "") if event.position is None else ("inserts", str(event.position))
        cards = self._named(event)
        return self._deed(key, event.player, event.sources, event.to, openly=False, cards=cards, position=position)

    def _exchanged(self, event: Exchanged) -> Deed:
        who, (here, there) = event.player, event.places
        assert who is not None
        one, other = (self.cards(*each) for each in zip(event.cards, event.hidden, strict=True))
        mine, [whose, *more] = self._holds(who, *here), {each[1] for each in there}
        if mine and not more and whose is not None and self._holds(whose, *there):
            parts: dict[str, Part] = {"whom": self.seat(whose), "one": one, "other": other}
            key = "trades" if event.named else "swaps" if one == other else "swaps some"
            return Deed((who,), f"story.{key}", parts)
        places = {"from": "" if mine else self._sources(here, who), "there": self._sources(there, who)}
        return Deed((who,), "story.exchanges", {"one": one, "other": other, **places})

    def _shown(self, event: Shown) -> list[Deed]:
        who, cards, sources = event.player, self.cards(event.cards, event.hidden), event.sources
        if event.kind == "last":
            return [Deed((), "story.lies last", {"subject": cards, "in": self.place(sources[0], "in", None)})]
        if event.kind == "leaves":
            return [Deed((), "story.came", {"subject": cards, "from": self._sources(sources, None)})]
        assert who is not None
        if not event.players:  # of those who were to see the cards there is none
            return []
        owner = sources[0][1] if sources else None
        if owner is not None and {*event.players} != {who} and self._holds(owner, *sources):
            who = owner
        everybody = {*event.players, who} == {*range(self.game.players)}
        whom = "" if everybody else self.seats([each for each in event.players if each != who] or [who])
        secretly = event.kind == "show secretly"
        key = "sees" if secretly else "sees openly" if {*event.players} == {who} else "shows"
        from_ = "" if self._holds(who, *sources) else self._sources(sources, who)
        return [Deed((who,), f"story.{key}", {"cards": cards, "whom": whom, "from": from_})]

    # ---- counters and notes

    def _changed(self, event: Changed) -> Deed:
        name, owner, *words = event.what
        noun = self.words.names.noun(name)
        holder = self._holder(event.what)
        counted = isinstance(holder, d.Counter) and noun is not None and bool(noun.plural)
        if counted and owner is not None and not words and isinstance(event.new, int):
            return self._counted(event, owner)
        subject = self.called(event.what)
        if event.new is None:
            return Deed((), "story.is none", {"subject": subject})
        if counted and owner is None and not words:
            what = self.words.names.named(name, "", plural=True)
            return Deed((), "story.counts", {"what": what, "value": str(event.new)})
        if isinstance(holder, d.Note) and holder.of == "player":
            return Deed((), "story.is player", {"subject": self.seat(int(event.new)), "what": subject})
        return Deed((), "story.is", {"subject": subject, "value": self.words.names.word(event.new)})

    def _counted(self, event: Changed, owner: int) -> Deed:
        """How many of something somebody has got, lost, or has now."""
        noun = self.words.names.noun(event.what[0])
        assert isinstance(event.new, int)
        more = event.new - (event.old if isinstance(event.old, int) else 0)
        if self._span(event) in self._settings:
            key, number = "story.has", event.new
        else:
            key, number = "story.gets" if more >= 0 else "story.loses", abs(more)
        return Deed((owner,), key, {"number": alike(self.words.names.counted(number, noun))})


def _playing(block: d.Block) -> Iterator[Span]:
    """Where a card is moved that is chosen in a block before any other card."""
    first, _ = _chosen_first(block.body, before=False)
    for move in walk(block):
        if isinstance(move, s.Move) and all(isinstance(each, e.Chosen) and each.name in first for each in move.cards):
            yield move.span


def _chosen_first(body: d.Body, *, before: bool) -> tuple[set[str], bool]:
    """The names of cards that are chosen before others; and whether cards may have been chosen at the end of a body."""
    found = set[str]()
    for statement in body:
        if isinstance(statement, s.Do) and isinstance(statement.effect, s.AnyChoice):
            cards = [pick for pick in statement.effect.picks if pick.kind.one == CARD]
            found |= {name for pick in cards for name in pick.names if pick.kind == CARD and not before}
            before = before or bool(cards)
        inside = [_chosen_first(each, before=before) for each in s.bodies(statement)]
        found |= {name for names, _ in inside for name in names}
        before = before or any(chosen for _, chosen in inside)
    return found, before
