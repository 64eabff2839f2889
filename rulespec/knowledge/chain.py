"""A Markov chain of games that agree with what a player heard: the counterpart of `engine/native/knowledge/chain.c`.

The game is played answer by answer. If the next event would differ from the observation, the chain mends the game: it
exchanges two cards since they were last together, or replaces answers that the player did not hear. Once all events
come true, it makes random changes of the same kinds and accepts them as in the algorithm of Metropolis and Hastings.
The target distribution has chance and all players decide uniformly.
"""

from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import Any

from attrs import define, field

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import RawEvent, events
from rulespec.engine.events.motions import motions, shown
from rulespec.engine.options import HIDDEN, RawAnswer
from rulespec.engine.python.hearer import HeardStep
from rulespec.engine.python.program import ChanceNode
from rulespec.engine.python.randomly import Random, below, one_of, shuffled
from rulespec.engine.python.snapshot import Snapshot
from rulespec.knowledge.steps import Steps
from rulespec.language.errors import BudgetExceededError
from rulespec.language.tree.kinds import CARD, Kind
from rulespec.plan.nodes.instructions import Draw

LEAST = 40  # random changes once everything has come true, before it is decided how many there are
OFFERED = 60  # answers to a question that are tried
COMPARED = 6  # answers whose distance is measured
PAIRS = 48  # pairs of cards that an event names, of which exchanges are tried
TRIALS = 300  # other changes that are tried to mend a game
WORSE = 24  # one in so many changes is accepted although it leads further away
RECENT = 24  # the latest steps, among which answers are replaced to mend a game
BACK = 10  # steps that are taken back at most, and one more each time
TAIL = 64  # answers in a row of which nothing is heard
ENDINGS = 5000  # games that are tried to list the endings
SHORTEST, LONGER = 4000, 16  # steps until the first restart, and more for each event

Pair = tuple[int, int]  # two cards that change places
Span = tuple[int, int]  # the links from and up to which they do
Distance = tuple[int, int, int, int]  # negated: the events that come true; then how much the next one differs
DIFFERENT = 1 << 20  # an event of another kind
TRUE: Distance = (-DIFFERENT, 0, 0, 0)
OPEN: Any = object()  # no answer yet
Ending = tuple[tuple[RawAnswer, ...], float]  # the last answers, of which nothing was heard, and their probability


@define(eq=False)
class Link:
    """A moment at which the game waits, the number of events that have come true, and the answer given."""

    snapshot: Snapshot
    at: int
    answer: RawAnswer = OPEN
    offered: list[RawAnswer] | None = None  # answers that may lead to the next observation, once they are listed
    ends: list[Ending] | None = None  # the endings from here, once they are listed


@define(eq=False)
class Detour:
    """A changed part of the game, from one link up to the link `joined`, from which on nothing changes."""

    first: int
    links: list[Link]
    lying: tuple[int, ...]  # the beginning of the game, see `Chain`
    order: tuple[int, ...]
    joined: int = 0
    ratio: float = 1.0  # the quotient of the probabilities of the new and the old game


@define(eq=False)
class Chain:
    """Searches for a game through the events up to the moment `end`, and changes it at random."""

    steps: Steps
    end: int
    unsure: tuple[int, ...]  # the cards whose places the player does not always know
    draw: Random
    moves: int  # random changes at most
    effort: int  # about so many steps for them
    first: HeardStep
    lying: tuple[int, ...] = ()  # the places of all cards at the beginning if some are hidden there, and their order
    order: tuple[int, ...] = ()
    _game: list[Link] = field(init=False, factory=list)
    _mends: bool = field(init=False, default=True)
    _keeps: float = field(init=False, default=1.0)  # the chance that a random change keeps another unheard answer
    _pairs: list[Pair] = field(init=False, factory=list)

    def found(self) -> HeardStep:
        """The end of a random game, near the one before; a `WorldsError` if none is found within the budget."""
        if self._game:
            self._change(LEAST // 4, self.effort // 8)
        else:
            self._search()
            self._change(LEAST, self.effort)
        return self._ending()

    def _search(self) -> None:
        steps, most = self.steps, SHORTEST + LONGER * self.steps.last
        self._game = [Link(*self.first[:2])]
        while not self._plays(steps.tried + most):
            most += most // 2
            del self._game[1:]
            self._game[0].answer = OPEN
        self._mends = False

    def _change(self, least: int, effort: int) -> None:
        """Makes random changes; their number is decided after the first ones.

        To stop by the steps themselves would favour games in which a change takes many.
        """
        begun = self.steps.tried
        for _ in range(least):
            self._move()
        for _ in range(least, min(self.moves, effort * least // (self.steps.tried - begun + 1))):
            self._move()

    def _ending(self) -> HeardStep:
        """The end of the game, played again, as the links after a change keep the history that they had."""
        first = self._begun(self.lying, self.order) if self.lying else self.first
        assert first is not None
        last, snapshot = self._game[-1], first[0]
        answers = [link.answer for link in self._game[:-1]]
        if self.end == self.steps.last:
            chosen = self.draw() * self._weight(last)
            for ending, weight in self._endings(last):
                chosen -= weight
                if chosen < 0:
                    answers += ending
                    break
        for answer in answers:
            snapshot = snapshot.next(answer)
        return snapshot, last.at, ()

    def _begun(self, lying: tuple[int, ...], order: tuple[int, ...]) -> HeardStep | None:
        return self.steps.agreeing(self.steps.beginning(lying, order))

    # ---- playing

    def _count(self) -> None:
        if self._mends:
            self.steps.attempt(1)
        else:
            self.steps.tried += 1  # beyond the budget, as a world is found

    def _plays(self, until: int) -> bool:
        """Plays until everything has come true; false if that takes too many steps."""
        steps, stuck = self.steps, 0
        while not self._is_complete(self._game[-1]):
            if self._game[-1].at > steps.furthest:
                steps.furthest, stuck = self._game[-1].at, 0
            if steps.tried > until:
                return False
            self._count()
            if not self._extends() and not self._is_mended():
                self._step_back(stuck)
                stuck += 1
        return True

    def _extends(self) -> bool:
        """Plays one more answer that leads to what was heard; false if there is none."""
        last = self._game[-1]
        for raw in self._possible(last)[:OFFERED]:
            after = self._after(last, raw)
            if after is not None and self._leads_on(after):
                self._extend(raw, after)
                return True
        return False

    def _extend(self, raw: RawAnswer, after: Link) -> None:
        self._game[-1].answer = raw
        self._game.append(after)

    def _step_back(self, times: int) -> None:
        most = min(BACK + times, len(self._game) - 1)
        if most:
            del self._game[-1 - below(most, self.draw) :]
            self._game[-1].answer = OPEN

    def _after(self, link: Link, raw: RawAnswer) -> Link | None:
        """The link after an answer; None if the player would have heard something else, or the game stops."""
        self._count()
        try:
            after = self.steps.again((link.snapshot, link.at, ()), raw)
        except BudgetExceededError:
            return None
        return None if after is None else Link(*after[:2])

    def _offered(self, link: Link) -> list[RawAnswer]:
        if link.offered is None:
            link.offered = self.steps.answers((link.snapshot, link.at, ()))
        return link.offered

    def _possible(self, link: Link) -> list[RawAnswer]:
        """The answers that may lead on in random order, but drawn cards with the fewest possible places first."""
        answers, memory, until = shuffled(self._offered(link), self.draw), self.steps.memory, link.at
        if self._is_draw(link) and until <= self.steps.last:
            while until < self.steps.last and memory.heard[until + 1][0] == memory.heard[until][0]:
                until += 1  # once all of several cards in a row are drawn
            may = memory.may[until]
            answers.sort(key=lambda card: may[card].bit_count())
        return answers

    def _is_draw(self, link: Link) -> bool:
        return isinstance(self.steps.program.plan.code[link.snapshot.pc], Draw)

    def _leads_on(self, link: Link) -> bool:
        return bool(self._offered(link)) or self._is_complete(link)

    def _is_complete(self, link: Link) -> bool:
        if link.at <= self.end:
            return False
        return self.end < self.steps.last or self._weight(link) > 0

    def _weight(self, link: Link) -> float:
        """The probability that a game goes on to one of its endings."""
        return sum([weight for _, weight in self._endings(link)])

    def _endings(self, link: Link) -> list[Ending]:
        """All continuations of which nothing was heard that wait for the same as the true game."""
        if link.ends is None:
            left = count(ENDINGS, -1)
            link.ends = [*self._ends(link, (), 1.0, left)]
        return link.ends

    def _ends(self, link: Link, path: tuple[RawAnswer, ...], weight: float, left: Iterator[int]) -> Iterator[Ending]:
        if self.steps.is_now(link.snapshot):
            yield path, weight
        for raw in self._offered(link) if len(path) < TAIL else ():
            after = self._after(link, raw) if next(left) > 0 else None
            if after is not None:
                yield from self._ends(after, (*path, raw), weight / len(link.snapshot.raws), left)

    # ---- mending

    def _is_mended(self) -> bool:
        """Changes the game until it comes nearer to the next event; false after enough trials."""
        distance = self._distance(self._game[-1], goes_on=True)
        pairs = shuffled(self._pairs, self.draw)[:PAIRS]
        for number in range(len(pairs) + TRIALS):
            if distance == TRUE:
                return True
            self._count()
            detour = self._changed_lately(pairs[number] if number < len(pairs) else None)
            if detour is None:
                continue
            at_end = detour.joined == len(self._game)
            now = self._distance(detour.links[-1]) if at_end else distance
            if (at_end and now <= distance) or not below(WORSE if at_end else 4, self.draw):
                self._accept(detour)
                if now < distance:
                    return True
                distance = now
        return distance == TRUE

    def _changed_lately(self, pair: Pair | None) -> Detour | None:
        """The game with a pair of cards exchanged up to now; without a pair, any, or a recent answer replaced."""
        last = len(self._game) - 1
        recent = [at for at in range(max(0, last - RECENT), last) if self._is_free(self._game[at])]
        if pair is None and recent and not below(4, self.draw):
            return self._answered_anew(one_of(recent, self.draw))
        pair = pair or self._any_pair()
        spans = self._spans(pair, self._game) if pair else []
        lasting = next((span for span in spans if span[1] > last), None)
        return self._exchanged(pair, *lasting) if pair and lasting else None

    def _is_free(self, link: Link) -> bool:
        """True if another answer can replace the answer, and the player heard of neither."""
        return link.answer is not OPEN and len(self._offered(link)) > 1 and not self._is_draw(link)

    def _any_pair(self) -> Pair | None:
        if not self.unsure:
            return None
        one, other = one_of(self.unsure, self.draw), one_of(self.unsure, self.draw)
        return None if one == other else (one, other)

    # ---- random changes

    def _move(self) -> None:
        """Changes a game in which everything has come true, or keeps it."""
        self._keeps = 1.0 - below(2, self.draw) / 2
        answers = not self.unsure or not below(3, self.draw)
        detour = self._another_answer() if answers else self._another_exchange()
        self._keeps = 1.0
        if detour is None:
            return
        if detour.joined == len(self._game) and self.end == self.steps.last:
            detour.ratio *= self._weight(detour.links[-1]) / self._weight(self._game[-1])
        if self.draw() < detour.ratio:
            self._accept(detour)

    def _another_answer(self) -> Detour | None:
        free = self._free(self._game)
        detour = self._answered_anew(one_of(free, self.draw)) if free else None
        if detour is not None:
            lost, won = self._free(self._game[detour.first : detour.joined]), self._free(detour.links)
            detour.ratio *= len(free) / max(1, len(free) - len(lost) + len(won))
        return detour

    def _another_exchange(self) -> Detour | None:
        pair = self._any_pair()
        spans = self._spans(pair, self._game) if pair else []
        if not pair or not spans:
            return None
        lasting = [span for span in spans if span[1] == len(self._game)]
        others = [span for span in spans if span not in lasting]
        span = one_of(lasting if not others or (lasting and below(2, self.draw)) else others, self.draw)
        detour = self._exchanged(pair, *span)
        if detour is not None:
            back = self._spans(pair, [*self._game[: detour.first], *detour.links, *self._game[detour.joined :]])
            detour.ratio *= self._chance_of(span, back) / self._chance_of(span, spans)
        return detour

    def _chance_of(self, span: Span, spans: list[Span]) -> float:
        """The chance that a span is taken: half of the time one that lasts until now, if there are others, too."""
        kind = [each for each in spans if (each[1] == len(self._game)) == (span[1] == len(self._game))]
        return (1.0 if len(kind) == len(spans) else 0.5) / len(kind) if span in spans else 0.0

    def _free(self, links: list[Link]) -> list[int]:
        return [at for at, link in enumerate(links) if self._is_free(link)]

    def _accept(self, detour: Detour) -> None:
        self._game[detour.first : detour.joined] = detour.links
        self.lying, self.order = detour.lying, detour.order

    def _detour(self, first: int) -> Detour:
        link = self._game[first]
        return Detour(first, [Link(link.snapshot, link.at, OPEN, link.offered)], self.lying, self.order)

    def _answered_anew(self, first: int) -> Detour | None:
        """The game with the answers after a link replaced, up to the next event that the player heard."""
        game, detour = self._game, self._detour(first)
        at = game[first].at
        until = next((number for number in range(first, len(game)) if game[number].at > at), len(game))
        for link in game[first : min(until, len(game) - 1)]:
            detour.ratio *= len(link.snapshot.raws) / max(1, len(self._offered(link)))
        for _ in range(TAIL):
            now = detour.links[-1]
            if not (answers := self._offered(now)):
                return None
            now.answer = one_of(answers, self.draw)
            detour.ratio *= len(answers) / len(now.snapshot.raws)
            after = self._after(now, now.answer)
            if after is None:
                return None
            detour.links.append(after)
            if until < len(game):
                if after.at > at:
                    return self._follows(detour, until)
            elif (self._mends and len(detour.links) == until - first) or self._is_complete(after):
                detour.joined = until
                return detour
        return None

    def _spans(self, pair: Pair, game: list[Link]) -> list[Span]:
        """The times from the link (or -1) at which two cards part, or one is chosen, until they meet, or now.

        In a row two cards meet, and can be exchanged as well.
        """
        (one, other), rows, found, open_ = pair, self.steps.rows, list[Span](), list[int]()
        parted = met = False
        for number, link in enumerate(game):
            where = link.snapshot.where
            meet = where[one] == where[other]
            apart = not meet or rows[where[one]]
            if meet and not met and parted:
                found += [(since, number) for since in open_]
            if not apart and parted:
                open_, parted = [], False
            if apart and not parted:
                open_, parted = open_ or [number - 1], True
            if meet and (apart or not open_) and len(self._named(link).intersection(pair)) == 1:
                open_.append(number)
            met = meet
        found += [(since, len(game)) for since in open_]
        return [span for span in found if self._may_change(pair, *span, game)]

    def _may_change(self, pair: Pair, since: int, until: int, game: list[Link]) -> bool:
        """False if a card contradicts an observation in the place of the other."""
        (one, other), may = pair, self.steps.memory.may
        for link in game[since + 1 : until]:
            where, places = link.snapshot.where, may[max(0, link.at - 1)]
            if not (places[one] >> where[other] & 1 and places[other] >> where[one] & 1):
                return False
        return True

    def _named(self, link: Link) -> frozenset[int]:
        """The cards that an answer names."""
        return frozenset() if link.answer is OPEN else self.steps.program.asks[link.snapshot.pc].site.cards(link.answer)

    def _exchanged(self, pair: Pair, since: int, until: int) -> Detour | None:
        """The game with two cards exchanged for a time; None if the player would hear something else."""
        (one, other), detour = pair, self._detour(max(since, 0))
        turned = {one: other, other: one}
        if since < 0:
            if not self.lying:
                return None
            detour.lying = tuple([self.lying[turned.get(card, card)] for card in range(len(self.lying))])
            detour.order = tuple([turned.get(card, card) for card in self.order])
            self._count()
            first = self._begun(detour.lying, detour.order)
            if first is None:
                return None
            detour.links = [Link(*first[:2])]
        return self._follows(detour, detour.first, turned, until)

    def _follows(
        self, detour: Detour, start: int, turned: dict[int, int] | None = None, until: int = 0
    ) -> Detour | None:
        """Repeats the answers from a link on, with cards exchanged up to another; None if something else is heard."""
        game = self._game
        for number in range(start, len(game)):
            old, now = game[number], detour.links[-1]
            if number > start and number >= until and _is_alike(now.snapshot, old.snapshot):
                detour.links.pop()
                detour.joined = number
                return detour
            if self._mends and old is game[-1]:
                fits = now.at >= old.at
            else:
                fits = (now.at, now.snapshot.pc) == (old.at, old.snapshot.pc)
            if not fits:
                return None
            if old is game[-1]:
                break
            now.answer = self._answered(old, now, turned if number < until else None, detour)
            if now.answer is OPEN:
                return None
            detour.ratio *= len(old.snapshot.raws) / len(now.snapshot.raws)
            after = self._after(now, now.answer)
            if after is None:
                return None
            detour.links.append(after)
        detour.joined = len(game)
        return detour if self._mends or self._is_complete(detour.links[-1]) else None

    def _answered(self, old: Link, now: Link, turned: dict[int, int] | None, detour: Detour) -> RawAnswer:
        """The answer of an old link for a new one: the same, with cards exchanged, or any if that is not offered.

        Some answers that nobody heard are drawn again all the same.
        """
        same, was, is_ = self._turned(now, old.answer, turned), len(self._offered(old)), len(self._offered(now))
        if self._is_draw(old) or not is_:
            return same
        keeps = self._keeps if was > 1 else 1.0
        answer = same if same is not OPEN and self.draw() < keeps else one_of(self._offered(now), self.draw)
        back = old.answer if answer == same else self._turned(old, answer, turned)
        forth = _chance(same, answer, keeps, is_)
        detour.ratio *= _chance(back, old.answer, self._keeps if is_ > 1 else 1.0, was) / forth
        return answer

    def _turned(self, link: Link, raw: RawAnswer, turned: dict[int, int] | None) -> RawAnswer:
        """An answer with cards exchanged, as it is offered at a link; `OPEN` if it is not."""
        kinds, raws = self.steps.program.asks[link.snapshot.pc].site.kinds, link.snapshot.raws
        if turned and raw is not None and raw is not True and kinds:
            parts = [_exchanged(part, turned) if kind.one == CARD else part for kind, part in _parts(kinds, raw)]
            raw = tuple(parts) if len(kinds) > 1 else parts[0]
        if raw in raws:
            return raw
        if not isinstance(raw, tuple):
            return OPEN
        wanted = [_sorted(part) for _, part in _parts(kinds, raw)]
        same = (each for each in raws if each and [_sorted(part) for _, part in _parts(kinds, each)] == wanted)
        return next(same, OPEN)

    # ---- the distance from what was heard

    def _distance(self, link: Link, *, goes_on: bool = False) -> Distance:
        """How far the next events are from what was heard, by the nearest answer; collects pairs to exchange.

        If one of the answers leads on and `goes_on` is set, the game takes it.
        """
        self._pairs = []
        answers, ask = self._possible(link), self.steps.program.asks.get(link.snapshot.pc)
        if not answers:
            return self._distance_unoffered(link)
        nearest = -link.at, 2 * DIFFERENT, 0, 0
        for raw in answers[:COMPARED]:
            collected = len(self._pairs)
            distance, after = self._distance_after(link, raw)
            instead = OPEN if after else self._instead(link, raw, self._pairs[collected:])
            if instead is not OPEN:
                then, after = self._distance_after(link, instead)
                distance, raw = min(distance, then), instead
            if after is not None:
                if goes_on:
                    self._extend(raw, after)
                return TRUE
            nearest = min(nearest, distance)
        if isinstance(ask, ChanceNode):
            return nearest
        at, words, _, numbers = nearest
        count = min(len(link.snapshot.raws), 1000)
        if goes_on or words >= DIFFERENT:
            self._pair_options(link)
        if words < DIFFERENT:
            return at, words, count, numbers
        return (at, DIFFERENT + count, 0, 0) if at == -link.at else nearest

    def _distance_after(self, link: Link, raw: RawAnswer) -> tuple[Distance, Link | None]:
        """The same for one answer, and the link after it if it leads on."""
        self._count()
        steps, heard, at = self.steps, self.steps.memory.heard, link.at
        try:
            snapshot = link.snapshot.next(raw)
        except BudgetExceededError:
            return (1, DIFFERENT, 0, 0), None
        for told in steps.hearing.events(events(snapshot.log, link.snapshot.log)):
            if at > steps.last:
                return (-at, DIFFERENT, 0, 0), None
            if told != heard[at]:
                self._pair_named(told, heard[at], snapshot.where)
                return (-at, *_difference(told, heard[at])), None
            at += 1
        after, misplaced = Link(snapshot, at), self._misplaced(snapshot.where, at)
        if misplaced or not self._leads_on(after):
            return (-at, 0 if misplaced else DIFFERENT, 0, misplaced), None
        return TRUE, after

    def _distance_unoffered(self, link: Link) -> Distance:
        """The distance if the answer that was heard is not offered; pairs its cards with others."""
        expected, snapshot = self.steps.event(link.at), link.snapshot
        here = self.steps.program.heard_asks[snapshot.pc] if snapshot.raws else None
        match expected:
            case k.Choose(pc=pc) | k.Pick(pc=pc) if (pc, expected.seat) == (here, snapshot.own):
                where = snapshot.where
                for card in sorted(self.steps.program.asks[snapshot.pc].site.cards(expected.answer) - {HIDDEN}):
                    self._collect((card, other) for other in self.unsure if where[card] != where[other])
                return -link.at, DIFFERENT - 1, 0, 0
        return -link.at, DIFFERENT, 0, 0

    def _instead(self, link: Link, raw: RawAnswer, pairs: list[Pair]) -> RawAnswer:
        """An answer with the cards that should have moved instead of those that did; `OPEN` if it is not offered."""
        if not pairs:
            return OPEN
        named, turned = self.steps.program.asks[link.snapshot.pc].site.cards(raw), dict[int, int]()
        for one, other in pairs:
            if one in named and other not in named and not turned.keys() & {one, other}:
                turned |= {one: other, other: one}
        return self._turned(link, raw, turned) if turned else OPEN

    def _collect(self, pairs: Iterable[Pair]) -> None:
        self._pairs += islice(pairs, 4 * PAIRS - len(self._pairs))

    def _pair_named(self, told: RawEvent, heard: RawEvent, where: tuple[int, ...]) -> None:
        """Pairs the cards that only one of two events moves or shows: with each other, or else with any."""
        for ways in (motions, shown) if told[0] == heard[0] else ():
            both = ways(told), ways(heard)
            for ours, theirs, leaves in ((*both, True), (*both[::-1], False)):
                mine, others = {card for card, _, _ in ours}, {card for card, _, _ in theirs}
                for card, source, _ in ours:
                    if card == HIDDEN or card in others:
                        continue
                    partners = [other for other, place, _ in theirs if place == source and other not in (*mine, HIDDEN)]
                    if not partners:
                        partners = [other for other in self.unsure if (where[other] == source) != leaves]
                    self._collect((card, other) for other in partners if card != other)

    def _pair_options(self, link: Link) -> None:
        """Pairs the cards that can be chosen with others, which changes the options."""
        site, where = self.steps.program.asks[link.snapshot.pc].site, link.snapshot.where
        named = frozenset[int]().union(*[site.cards(raw) for raw in link.snapshot.raws[:OFFERED]])
        pairs = filter(None, [self._any_pair() for _ in self.unsure])
        self._collect((one, other) for one, other in pairs if one in named and where[one] != where[other])

    def _misplaced(self, where: tuple[int, ...], at: int) -> int:
        """The number of cards in places that contradict an observation; pairs them with others."""
        may, unsure = self.steps.memory.may[at - 1], self.unsure
        wrong = [card for card, place in enumerate(where) if not may[card] >> place & 1]
        for card in wrong:
            self._collect(
                (card, other) for other in unsure if may[card] >> where[other] & 1 and may[other] >> where[card] & 1
            )
        return len(wrong)


def _chance(same: RawAnswer, answer: RawAnswer, keeps: float, offered: int) -> float:
    """The chance of an answer if the same is kept with a chance of `keeps`, and any offered one is drawn otherwise."""
    return 1 / offered if same is OPEN else (keeps if same == answer else 0.0) + (1 - keeps) / offered


def _is_alike(one: Snapshot, other: Snapshot) -> bool:
    return (one.turns, one.dirty) == (other.turns, other.dirty) and one.standing == other.standing


def _parts(kinds: tuple[Kind, ...], raw: RawAnswer) -> Iterable[tuple[Kind, Any]]:
    return zip(kinds, raw if len(kinds) > 1 else (raw,), strict=True)


def _exchanged(part: Any, turned: dict[int, int]) -> Any:
    several = isinstance(part, tuple)
    return tuple([turned.get(card, card) for card in part]) if several else turned.get(part, part)


def _sorted(part: Any) -> Any:
    return sorted(part) if isinstance(part, tuple) else part


def _difference(told: RawEvent, heard: RawEvent) -> tuple[int, int, int]:
    """How different two events are: the number of fields that differ, and by how much."""
    if told[0] != heard[0]:
        return DIFFERENT, 0, 0
    ours, theirs = [*_flat(told)], [*_flat(heard)]
    apart = [
        min(abs(one - other), 100) if isinstance(one, int) and isinstance(other, int) else 100
        for one, other in zip(ours, theirs, strict=False)
        if one != other
    ]
    return len(apart) + abs(len(ours) - len(theirs)), 0, sum(apart)


def _flat(value: Any) -> Iterator[Any]:
    for each in value:
        if isinstance(each, tuple):
            yield from _flat(each)
        else:
            yield each
