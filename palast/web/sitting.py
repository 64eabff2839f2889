"""The game on the table: who sits where, what each seat has been told, and who may see what."""

from collections.abc import Callable, Mapping, Sequence
from time import monotonic

from attrs import define, field

from palast.match import Match
from palast.prompt.refused import too_late
from palast.prompt.said import say
from palast.verdict.words import Language
from palast.web import protocol as p
from palast.web.asked import asked, chosen, hinted, meant
from palast.web.cardset import CardSet
from palast.web.failing import PageError
from palast.web.reasons import reasons, reasons_beside
from palast.web.repeating import Repetition
from palast.web.story import Story
from palast.web.table import Things, looking, seats_from
from palast.web.usual import USUAL
from palast.web.weighing import weighing
from rulespec import Decision, IllegalAction, State
from rulespec.agents import Worth, agent_named
from rulespec.agents.thinking import Enough, Thinking
from rulespec.game.api import View
from rulespec.records import Record
from rulespec.records.undo import last_decision, refusal
from rulespec.rules.rulebook import MOST_BUDGET

BOTS = (USUAL, "ismcts:80", "ismcts:300", "random")  # levels: as many playouts on each device
MOST_PLAYOUTS = 400  # of a decision, which can take a minute in a browser
AT_ONCE = 1000  # answers of bots in a request
LONG = 1000  # characters of an answer
RECORDED = "recorded"  # the player at each seat of a replay
NEARLY = 0.99  # the largest progress of an unfinished search


@define
class Sitting:
    """A game by `rules`, some of which are `texts`, with the players that `sits` names."""

    run: int
    rules: str
    texts: Mapping[str, str]
    sits: tuple[str, ...]
    match: Match
    things: Things
    _stories: dict[int | None, Story] = field(factory=dict, init=False)
    _picking: tuple[State, CardSet | None] | None = field(default=None, init=False)
    _hinting: tuple[State, int, Thinking[list[Worth]]] | None = field(default=None, init=False)
    _decided: dict[int, State | None] = field(factory=dict, init=False)  # the state of each seat's last decision

    @classmethod
    def of(
        cls,
        run: int,
        rules: str,
        texts: Mapping[str, str],
        record: Record,
        sits: Sequence[str],
        language: Language = "en",
    ) -> "Sitting":
        """A game that begins or continues."""
        match = Match(record, [None if each == p.PERSON else each for each in sits])
        match.go_on(0)  # the draws at the beginning
        return cls(run, rules, texts, tuple(sits), match, Things(record.state.game, language))

    @classmethod
    def again(
        cls, run: int, rules: str, texts: Mapping[str, str], record: Record, after: int, language: Language = "en"
    ) -> "Sitting":
        """The replay of a recorded game from one of its moves on."""
        match = Repetition(record, after)
        match.go_on(0)
        return cls(run, rules, texts, (RECORDED,) * record.players, match, Things(record.state.game, language))

    def speak(self, language: Language) -> None:
        """Goes on in a language: all is told anew."""
        self.things = Things(self.things.game, language)
        self._stories.clear()

    def told(self) -> p.Game:
        """What does not change during a game."""
        things = self.things
        return p.Game(
            self.run,
            self.rules,
            things.game.rules.name,
            things.language,
            things.words.title,
            things.about,
            things.aim,
            things.seats(self.sits),
            things.cards(),
            things.vocabulary(),
            things.lists(),
            things.score,
            things.score_said,
        )

    def table(self, seat: int | None, since: int = 0, run: int = 0) -> p.Table:
        """The table as a seat sees it, with the steps of its story from `since` on."""
        view, state = self.view(seat), self.match.record.state
        story = self._stories.get(seat)
        if story is None:
            story = self._stories[seat] = Story(self.things, lambda: self.match.record.state, seat)
        story.hear(view)
        since = since if run == self.run and 0 <= since <= len(story.steps) else 0
        decision = view.decision
        return p.Table(
            self.run,
            seat,
            view.active,
            seats_from(state.players, seat),
            [*self.things.shares(view)],
            [*self.things.values(view)],
            self.things.scores(state),
            view.asked,
            view.asked is not None and self.match.asked is None,
            self.match.thought,
            None if decision is None else asked(view, decision, self.things, self._cards),
            self._undo(seat),
            story.outcome,
            since,
            story.steps[since:],
            story.answered,
            [each for each in story.endings if each.step >= since or each is story.endings[-1]],
        )

    def view(self, seat: int | None) -> View:
        """The view of a seat; a `PageError` if nobody may look at it."""
        record = self.match.record
        if seat is None:
            return looking(record.state, None)
        self._check_seat(seat)
        if self.sits[seat] != p.PERSON and p.PERSON in self.sits and not record.finished:
            raise PageError("knowledge", self._say("refused.sits", player=self.things.called.seat(seat)))
        return looking(record.state, seat)

    def chosen(self, seat: int, clicked: Sequence[str]) -> p.Chosen:
        """What can be clicked next."""
        view, decision = self._asked(seat)
        return chosen(view, decision, self.things, clicked, self._cards)

    def answer(self, seat: int, option: str) -> None:
        """Applies a person's answer."""
        view, decision = self._asked(seat)
        self._check_person(seat)
        texts = [] if self._cards is None else self._cards.texts(option[:LONG])
        if not texts:
            answer = meant(view, decision, self.things, option[:LONG])
            if answer is None:
                raise PageError("refused", self._why(view, option[:LONG]))
            texts = [answer.text]
        self._decided[seat] = self.match.record.state
        for text in texts:
            self.match.answer(text)

    def go_on(self, answers: int, within: int | None = None, *, hurry: bool = False) -> None:
        """Lets bots answer until a person is asked; one that is not done `within` milliseconds continues later."""
        if not 0 <= answers <= AT_ONCE:
            raise PageError("request", f"the number of answers must be from 0 to {AT_ONCE}, not {answers}")
        self.match.go_on(answers, _after(within), hurried=hurry)

    def take_back(self, seat: int, run: int) -> None:
        """Takes back the last answer of a seat."""
        self.view(seat)
        self._check_person(seat)
        refused: IllegalAction | None = self.match.take_back(seat)
        if refused is not None:
            raise PageError("refused", too_late(self.things.called, refused, seat))
        while self.match.record.state.position.stage and self.match.take_back(seat) is None:
            pass  # a set of cards is one answer here
        self._begin_anew(run)

    def allow_more(self, run: int) -> None:
        """Allows ten times as many steps for a question as before."""
        budget = self.match.record.state.rules.budget
        if budget >= MOST_BUDGET:
            raise PageError("refused", self._say("refused.steps"))
        self.match.allow(min(10 * budget, MOST_BUDGET))
        self.things = Things(self.match.record.state.game, self.things.language)
        self._begin_anew(run)

    def _begin_anew(self, run: int) -> None:
        """Forgets what was told, so that all is told once more."""
        self.run = run
        self._stories.clear()
        self._decided.clear()

    @property
    def _cards(self) -> CardSet | None:
        """The set of cards that is asked for, if one is."""
        state = self.match.record.state
        if self._picking is None or self._picking[0] is not state:
            self._picking = state, CardSet.asked(state)
        return self._picking[1]

    def _undo(self, seat: int | None) -> p.Undoing:
        """Whether a seat's last answer can be taken back, which depends only on what it has heard."""
        if seat is None or self.sits[seat] != p.PERSON:
            return "nothing"
        now = self.match.record.state
        if seat not in self._decided:
            self._decided[seat] = last_decision(now, seat)
        before = self._decided[seat]
        if before is None:
            return "nothing"
        return "possible" if refusal(before, now) is None else "refused"

    def why(self, seat: int, option: str | None, clicked: Sequence[str] = ()) -> list[p.Reason]:
        """Why things are as they are; or why an option or an atom of an answer is offered, or not."""
        view = self.view(seat)
        if option is None or view.decision is None:
            return reasons(view, self.things, option and option[:LONG])
        return reasons_beside(view, view.decision, self.things, option[:LONG], clicked, self._cards)

    def _why(self, view: View, option: str | None = None) -> str:
        return " ".join(each.text for each in reasons(view, self.things, option))

    def hint(self, seat: int, playouts: int, within: int | None = None, *, enough: bool = False) -> p.Hinted:
        """The result of a search, or its progress after `within` milliseconds; `enough` ends it."""
        if not 1 <= playouts <= MOST_PLAYOUTS:
            raise PageError("request", f"the number of playouts must be from 1 to {MOST_PLAYOUTS}, not {playouts}")
        view, decision = self._asked(seat)
        pausing, wins = _after(within), "returns" not in view.rules.composed.entries
        state = self.match.record.state
        if self._hinting is None or self._hinting[0] is not state or self._hinting[1] != playouts:
            self._hinting = state, playouts, weighing(view, decision, playouts, state, self._cards)
        thinking = self._hinting[-1]
        while True:
            try:
                done = thinking.throw(Enough) if enough else next(thinking)
            except StopIteration as stopped:
                self._hinting = None
                return hinted(view, decision, stopped.value, self.things, wins=wins)
            except Enough:  # before anything was tried
                self._hinting = None
                return hinted(view, decision, (), self.things, wins=wins)
            if pausing():
                return p.Hinted(min(done, NEARLY), [], 0, wins)

    def record(self, *, sure: bool) -> Record:
        """The record of the game; of a replay, the whole one.

        A record reveals all hands and draws, so a `PageError` if the game is not over and the request is not `sure`.
        """
        record = self.match.whole if isinstance(self.match, Repetition) else self.match.record
        if not (record.finished or sure):
            raise PageError("knowledge", self._say("refused.goes on"), self._say("refused.goes on.meant"))
        return record

    @property
    def after(self) -> int | None:
        """The number of moves so far in a replay; None for other games."""
        return self.match.after if isinstance(self.match, Repetition) else None

    def _asked(self, seat: int) -> tuple[View, Decision]:
        view = self.view(seat)
        if view.decision is None:
            who = self.things.called.seat(seat)
            raise PageError("refused", self._say("refused.not asked", player=who), self._why(view))
        return view, view.decision

    def _check_person(self, seat: int) -> None:
        if self.sits[seat] != p.PERSON:
            raise PageError("refused", self._say("refused.answers", player=self.things.called.seat(seat)))

    def _say(self, key: str, **parts: str) -> str:
        """Why a player cannot have what he asks for."""
        return say(self.things.words, key, **parts)

    def _check_seat(self, seat: int) -> None:
        players = self.things.game.players
        if not 0 <= seat < players:
            raise PageError("request", f"unknown seat {seat}; available: 0 to {players - 1}")


def _after(within: int | None) -> Callable[[], bool]:
    """A function that says whether this many milliseconds are over; for None they never are."""
    if within is None:
        return lambda: False
    if within < 0:
        raise PageError("request", f"{within} milliseconds is not a valid time")
    end = monotonic() + within / 1000
    return lambda: monotonic() > end


def check_bots(sits: Sequence[str], players: int) -> None:
    """A `PageError` unless each seat has a person, or an existing bot with a limited number of playouts."""
    if len(sits) != players:
        raise PageError("request", f"{len(sits)} players for {players} seats; give one for each seat")
    for each in sits:
        if each in (p.PERSON, USUAL):
            continue
        playouts = each.partition(":")[2]
        try:
            if len(each) < 100:
                agent_named(each)
            else:
                raise ValueError("the name of this bot is too long")
        except ValueError as error:
            raise PageError("request", str(error), f"use {p.PERSON}, or one of {', '.join(BOTS)}") from None
        if playouts and int(playouts) > MOST_PLAYOUTS:
            raise PageError("request", f"too many playouts: '{each}' (limit {MOST_PLAYOUTS} in the browser)")
