"""The story of a game in the words of a language, told to one of the players or to somebody who looks on."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from attrs import evolve, field, frozen

from rulespec.engine.events.event import Answered, Changed, Event, Exchanged, Inserted, Moved, Next, Shown
from rulespec.engine.game import Game
from rulespec.engine.options import DO_IT
from rulespec.language.tree import declarations as d
from rulespec.rules.material import Where
from rulespec.rules.texts.grammar.phrase import Agreement, Phrase, alike, listed
from rulespec.rules.texts.grammar.template import Part
from rulespec.wording.answers import things
from rulespec.wording.language import ACTIVE, Wording
from rulespec.wording.sentences.effects import begun, tidy
from rulespec.wording.story.deeds import Deed, Deeds, Noted
from rulespec.wording.story.secrets import Secrets

_COUNTED = ("story.gets", "story.loses", "story.has")
TOGETHER = 3  # doings of somebody in one sentence


@frozen(eq=False)
class Story:
    """Tells what happened to `hearer`, the seat that is spoken to; None is a spectator, or who sees everything."""

    words: Wording
    game: Game
    hearer: int | None = None
    _deeds: Deeds = field(init=False, repr=False)
    _secrets: Secrets = field(init=False, repr=False)

    @_secrets.default
    def _of_the_game(self) -> Secrets:
        return Secrets(self.game)

    @_deeds.default
    def _told_to(self) -> Deeds:
        return Deeds(self.words, self.game, self.hearer)

    def seat(self, seat: int) -> Phrase:
        """A player: whoever is spoken to is `you`."""
        return self._deeds.seat(seat)

    def place(self, where: Where) -> str:
        """A zone as the place where something is."""
        return self._deeds.place(where, "in", None)

    def called(self, where: Where) -> str:
        """A zone, a counter or a note, with whose it is, as it stands before what is in it."""
        return begun(self._deeds.called(where).nominative)

    def value(self, where: Where, value: int | str) -> str:
        """The value of a counter or a note; a seat for a note of a player."""
        return self._deeds.value(where, value).nominative

    # ---- what was done

    def told(self, events: Sequence[Event], turn: int | None) -> str:
        """The sentences for some events of one rule, in a player's turn or before the first turn of a round.

        It is empty where there is nothing to tell.
        """
        return " ".join(self._sentences(self._joined(self._done(events, turn))))

    def _done(self, events: Sequence[Event], turn: int | None) -> Iterator[Deed]:
        """The doings, without choices that what follows from them tells as well."""
        told = set[int]()  # events that are told with one before
        for at, event in enumerate(events):
            later = events[at + 1 :]
            if at in told:
                continue
            if not isinstance(event, Answered):
                yield from self._deeds.of(event, turn)
            elif (deed := self._deeds.by_text(event, turn)) is not None:
                told |= {at + 1 + number for number in self._parts_of(event, later)}
                yield deed
            elif (named := self._names_next(event, later)) is not None and event.player is not None:
                told.add(at + 1)
                yield self._deeds.chooses_next(event.player, named)
            elif not self._is_told_by(event, later):
                noted = self._noted(event, events, at)
                told |= {number for number, each in enumerate(events) if any(each is one for one in noted.values())}
                yield from self._deeds.of(event, turn, noted)

    def _parts_of(self, answer: Answered, later: Sequence[Event]) -> Iterator[int]:
        """Where the events up to the next answer are that a text on an answer has told."""
        for number, event in enumerate(later):
            if isinstance(event, Answered):
                return
            if self._deeds.is_part(event, answer):
                yield number

    def has_text(self, event: Answered) -> bool:
        """True for an answer known to all that a text tells."""
        return self._deeds.has_text(event) and not self._secrets.is_secret(event)

    def _noted(self, event: Answered, events: Sequence[Event], at: int) -> Noted:
        """Where that is noted which somebody chooses, by what it is."""
        if event.option is None or event.kind not in ("choose", "reveal") or not event.option.names:
            return {}
        changes = [each for each in events[at + 1 :] if isinstance(each, Changed)]
        found: dict[str, Changed] = {}
        for said in map(str, things(event.option)):
            fits = [each for each in changes if self._deeds.notes(each, said) and each not in found.values()]
            found |= dict.fromkeys((said,), fits[0]) if fits else {}
        return found

    def _names_next(self, event: Answered, later: Sequence[Event]) -> int | None:
        """Who is next, where that was just what was chosen."""
        match event.option, later[:1]:
            case option, [Next(who=int(who))] if option is not None and event.kind == "choose":
                return who if option.names and option.text == self.game.seat_name(who) else None
        return None

    def _is_told_by(self, event: Answered, later: Sequence[Event]) -> bool:
        """True if later events name all chosen things."""
        option = event.option
        doing = [each for each in later if each.player == event.player and not isinstance(each, Answered)]
        if option is None or not doing or event.kind == "choose by chance" or self._secrets.is_secret(event):
            return False  # `Secrets` has left out the secret answers that later events tell
        if option.text == DO_IT:
            return True
        return bool(option.names) and any({*map(str, things(option))} <= self._told_in(each) for each in doing)

    def _told_in(self, event: Event) -> set[str]:
        """The players, numbers and words that are told of an event."""
        found = {str(word) for _, _, *words in event.zones for word in words} | {*map(str, event.named)}
        seats = [owner for _, owner, *_ in event.zones if owner is not None]
        match event:
            case Exchanged(cards=cards, hidden=hidden):
                numbers = {len(some) + more for some, more in zip(cards, hidden, strict=True)}
                found |= set() if len(numbers) > 1 else {*map(str, numbers)}
            case Inserted(position=position):
                found.add(str(position))
            case Moved(cards=cards, hidden=hidden):
                found.add(str(len(cards) + hidden))
            case Shown(cards=cards, hidden=hidden, players=players):
                found.add(str(len(cards) + hidden))
                seats += players
            case _:
                pass
        return found | {*map(self.game.seat_name, seats)}

    # ---- sentences

    def _joined(self, deeds: Iterable[Deed]) -> Iterator[Deed]:
        """The doings, with what several did alike in one, and what somebody chose one after the other."""
        before: Deed | None = None
        for deed in self._hearer_first(deeds):
            joined = None if before is None else self._both(before, deed)
            if before is not None and joined is None:
                yield before
            before = joined or deed
        if before is not None:
            yield before

    def _hearer_first(self, deeds: Iterable[Deed]) -> Iterator[Deed]:
        """The doings; where several do the same at once, whoever is spoken to is told of first, as the rest is one."""
        for _, run in groupby(deeds, lambda deed: (deed.key, bool(deed.who))):
            some = list(run)
            at_once = len({deed.who for deed in some}) == len(some)
            yield from sorted(some, key=lambda deed: deed.who != (self.hearer,)) if at_once else some

    def _both(self, one: Deed, other: Deed) -> Deed | None:
        """Two doings in one, if that can be said."""
        if one.key != other.key or not one.who:
            return None
        if one.who == other.who and one.key in _COUNTED:
            numbers = [each for deed in (one, other) if isinstance(each := deed.parts["number"], Phrase)]
            return evolve(one, parts={"number": self.words.sentences.list_of(numbers)})
        if one == other and not one.parts and not one.chosen and one.said is None:
            return one  # as somebody who has chosen in secret, and again
        if one.who == other.who and one.chosen and other.chosen:
            return evolve(one, chosen=(*one.chosen, *other.chosen))
        apart = {*one.who}.isdisjoint(other.who) and self.hearer not in (*one.who, *other.who)
        return (
            evolve(one, who=(*one.who, *other.who))
            if apart and (one.parts, one.chosen, one.said) == (other.parts, other.chosen, other.said)
            else None
        )

    def _sentences(self, deeds: Iterable[Deed]) -> Iterator[str]:
        """The doings of each one in as few sentences as can be read."""
        for who, run in groupby(deeds, lambda deed: deed.who):
            if not who:
                for deed in run:
                    yield self._sentence(self.words.phrase(deed.key, **deed.parts))
                continue
            subject = self._deeds.seats(who)
            said = [self._behind(deed, subject.agrees) for deed in run]
            while said:
                many = TOGETHER if not any(self._is_list(each) for each in said[:TOGETHER]) else TOGETHER - 1
                doings = listed([alike(each) for each in said[:many]], self.words.names.grammar.AND)
                yield self._sentence(f"{subject.nominative} {doings.nominative}")
                said = said[many:]

    def _behind(self, deed: Deed, agrees: Agreement) -> str:
        """The predicate of a deed."""
        if deed.said is not None:
            return (deed.said.one, deed.said.several, deed.said.you)[agrees]
        parts: dict[str, Part] = {"each": self.words.phrase("story.each") if len(deed.who) > 1 else "", **deed.parts}
        if deed.chosen:
            some = deed.chosen if len(deed.chosen) == 1 else [self._beside_others(each) for each in deed.chosen]
            parts["what"] = self.words.sentences.list_of(some)
        return self.words.sentences.template(deed.key).clause(parts, agrees=agrees)

    def _beside_others(self, said: Phrase) -> Phrase:
        """Something chosen as one of several things; a bare number would be read as how many of them there are."""
        is_number = said.nominative.isdigit()
        return self.words.sentences.phrase("story.number", number=said.nominative) if is_number else said

    def _is_list(self, said: str) -> bool:
        return f" {self.words.names.grammar.AND} " in said

    def _sentence(self, said: str) -> str:
        said = begun(tidy(said))
        contracted: str = self.words.names.grammar.contracted(said if said[-1:] in ".!?" else f"{said}.")
        return contracted

    def _about(self, key: str, seat: int, **parts: Part) -> str:
        return self._sentence(self.words.phrase(key, subject=self._deeds.seat(seat), **parts))

    # ---- the course of the game

    def round(self, number: int) -> str:
        """The heading of a round."""
        return self.words.phrase("story.round", number=str(number))

    def idle(self, seat: int) -> str:
        """A turn in which nothing else is told."""
        return self._about("story.idle", seat)

    def ends(self, event: Event) -> str:
        """Why a round or the game ended: as it is written, else worked out."""
        rules = self.words.rules.resolved
        block = rules.blocks.get(event.block or "limit")
        active = self.game.seat_name(event.player) if event.player is not None else None
        known = {} if active is None else {ACTIVE: (active,)}
        hearer = None if self.hearer is None else self.game.seat_name(self.hearer)
        said = self.words.said(event.block or "limit", "told", known, self.game.players, hearer)
        if said is not None:
            return said
        sentences = self.words.sentences
        if not isinstance(block, d.Reason):
            head = None if block is None else sentences.head(block, sentences.scene(block))
            return self._sentence(head or event.sentence)
        scene = sentences.scene(block)
        if active is not None:
            scene = evolve(scene, active=alike(self.words.names.seat(active)))
        condition = sentences.clause(block.condition, scene)
        return self._sentence(self.words.phrase(f"story.{d.KEYWORDS[type(block)]}", condition=condition))

    # ---- how the players stand

    def standing(self, values: Sequence[int | Fraction], *, fewest: bool = False) -> str:
        """How much each has, whoever leads first."""
        order = sorted(range(len(values)), key=lambda seat: values[seat] if fewest else -values[seat])
        key = "story.share" if self.words.names.seat_words else "story.share.numbered"  # `Player 1: 5`
        shares = [self.words.phrase(key, player=self._deeds.seat(seat), number=str(values[seat])) for seat in order]
        return self._sentence(", ".join(shares))

    def label(self, name: str, word: str | None = None) -> str:
        """The label of a counter or the score."""
        names = self.words.names
        noun = names.noun(name)
        if noun is None:
            said: Phrase = (
                alike(self.words.phrase("story.score")) if name == "score" else alike(names.grammar.quoted(name))
            )
        else:
            said = names.phrase(noun, "", plural=bool(noun.plural))
        if word is not None:
            said = self.words.sentences.phrase("Held.by", what=said, by=names.word(word))
        return begun(said.nominative)

    def returns(self, values: Sequence[int | Fraction]) -> str:
        """The sentence for the returns of each player."""
        return f"{self.words.phrase('story.returns')}: {self.standing(values)}"

    def outcome(self, winners: Sequence[int], scores: Sequence[int] | None) -> str:
        """Who wins, with how much of what is counted."""
        if not winners:
            return self._sentence(self.words.phrase("story.nobody wins"))
        if len(winners) > 1:
            return self._together(winners)
        [winner] = winners
        counted = self._counted(winner, scores)
        if counted is not None:
            return self._about("story.wins with", winner, number=counted)
        return self._about("story.wins", winner)

    def _together(self, winners: Sequence[int]) -> str:
        """Several winners; whoever is spoken to first."""
        order = sorted(winners, key=lambda seat: seat != self.hearer)
        key = "story.wins together.you" if order[0] == self.hearer else "story.wins together"
        return self._sentence(self.words.phrase(key, subject=self._deeds.seats(order)))

    def _counted(self, winner: int, scores: Sequence[int] | None) -> Phrase | None:
        """The score of the winner with what is counted there."""
        score = self.words.rules.score
        noun = None if score is None else self.words.names.noun(score.name)
        counted = any(each.name == (score and score.name) for each in self.words.rules.composed.of(d.Counter))
        if scores is None or noun is None or not noun.plural or not counted or scores[winner] <= 0:
            return None
        names, number = self.words.names, scores[winner]
        said = names.phrase(noun, "", plural=number != 1)
        return said.changed(lambda each: f"{number} {each}")
