"""A session of the page: JSON in, JSON out; it holds the game on the table, and a running test."""

import json
from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import assert_never, get_args

import attrs
from attrs import define, evolve, field

from palast.prompt.said import FOLDER as PROMPT
from palast.verdict.words import Language
from palast.web import protocol as p
from palast.web.explaining import explained
from palast.web.failing import PageError, failed
from palast.web.naming import check_names, laid, library, load
from palast.web.places import problem_of
from palast.web.reading import made, parsed
from palast.web.receiving import recognized, unfolded
from palast.web.sharing import Shared, received, sent
from palast.web.sheets import printed
from palast.web.shelves import shelves
from palast.web.sitting import BOTS, Sitting, check_bots
from palast.web.slices import Slices
from palast.web.usual import USUAL, usual
from rulespec import Ruleset, State
from rulespec.editing.assistance import assist
from rulespec.game.pipeline import warnings
from rulespec.language.errors import BudgetExceededError, RulesError
from rulespec.records import Record
from rulespec.records import comparison as c
from rulespec.rules.texts.grammar.template import phrases
from rulespec.wording import Wording, wording

LONGEST = 1_000_000  # characters of a record
GAMES = 10_000  # of a test or hunt, at most
OVER = p.Progress(0, 0, True, [], [], None, "")


@define
class Session:
    """The current game, and the current test."""

    _sitting: Sitting | None = field(default=None, init=False)
    _testing: Slices | None = field(default=None, init=False)
    _texts: Mapping[str, str] = field(factory=dict, init=False)  # of the request or the current test
    _runs: int = field(default=0, init=False)
    _language: Language = field(default="en", init=False)

    def ask(self, text: str) -> str:
        """The reply to a request, or the error; see `palast.web.protocol`."""
        try:
            request: p.Request = made(get_args(p.Request), parsed(text))
            self._texts = getattr(request, "texts", self._texts)
            return json.dumps({"answer": attrs.asdict(self._reply(request))})
        except Exception as error:  # all of them, so that the page can continue
            return json.dumps({"error": attrs.asdict(failed(error, self._texts, self._language))})

    def _reply(self, request: p.Request) -> p.Reply:
        match request:
            case p.Library():
                return p.Shelves(shelves(self._language), [*BOTS])
            case p.Lay(text, base, layers):
                check_names("+".join((base, *layers)), {})
                return laid(text, base, layers)
            case p.Draft(what, text, base, layers):
                from palast.web.drafting import drafted  # not before it is asked for: see `_slices`

                check_names("+".join((base, *layers)), {})
                return drafted(what, text, base, layers)
            case p.Load():
                return self.load(request)
            case p.Assist():
                return self.assist(request)
            case p.Explain():
                return explained(self.sitting.things, request.words[:LONGEST])
            case p.Speak(language):
                return self.speak(language)
            case p.New():
                return self.new(request)
            case p.Open():
                return self.open(request)
            case p.Look():
                return self.sitting.table(request.seat, request.since, request.run)
            case p.Choose():
                return self.sitting.chosen(request.seat, request.clicked)
            case p.Answer():
                self.sitting.answer(request.seat, request.option)
                return self.sitting.table(request.seat, request.since, request.run)
            case p.Bots():
                self.sitting.view(request.seat)
                self.sitting.go_on(request.answers, request.within, hurry=request.hurry)
                return self.sitting.table(request.seat, request.since, request.run)
            case p.Undo():
                return self.undo(request)
            case p.Continue():
                return self.go_on(request)
            case p.Why():
                return p.Reasons(self.sitting.why(request.seat, request.option, request.clicked))
            case p.Hint():
                return self.sitting.hint(request.seat, request.playouts, request.within, enough=request.enough)
            case p.Sheet():
                return printed(request, self._language)
            case p.Keep():
                return self.keep(request)
            case p.Recognize(text):
                return recognized(text)
            case p.Replay():
                return self.replay(request)
            case p.Send():
                return self.send(request)
            case p.Receive():
                return unfolded(received(request.fragment))
            case p.Test() | p.Check() | p.Compare():
                return self.begin(request)
            case p.More():
                return self.more()
            case p.Stop():
                return self.stop()
            case _:
                assert_never(request)

    @property
    def sitting(self) -> Sitting:
        """The game on the table."""
        if self._sitting is None:
            said = phrases(self._language, PROMPT)
            raise PageError("request", said["refused.no game"], said["refused.no game.begin"])
        return self._sitting

    def speak(self, language: Language) -> p.Spoken:
        """Speaks a language from now on."""
        self._language = language
        if self._sitting is None:
            return p.Spoken(language, None)
        self._sitting.speak(language)
        return p.Spoken(language, self._sitting.told())

    # ---- rules

    def load(self, request: p.Load) -> p.Loaded:
        """Rules, or their problems."""
        try:
            rules = load(request.rules, request.texts)
        except RulesError as error:
            problems = [problem_of(each, "error", request.texts) for each in error.errors]
            return p.Loaded("", "", [], [], [], "", [], problems)
        problems = [problem_of(each, "warning", request.texts) for each in warnings(rules)]
        files = [layer.name for layer in rules.composed.layers]
        seats = [[*rules.game(players).seat_names] for players in rules.players]
        words = wording(rules, self._language)
        called = [[words.names.seat(name) for name in names] for names in seats]
        return p.Loaded(rules.name, words.title, [*rules.players], seats, called, rules.digest, files, problems)

    def assist(self, request: p.Assist) -> p.Assisted:
        """Assistance for an editor."""
        check_names("+".join(filter(None, (request.on, request.name))), request.texts)
        found = assist(
            request.text, request.offset, on=request.on, name=request.name, library=library(), texts=request.texts
        )
        ends, kinds = [each.end for each in found.tokens], [each.kind for each in found.tokens]
        return p.Assisted([*found.problems], ends, kinds, [*found.completions], found.hover)

    # ---- a game

    def new(self, request: p.New) -> p.Game:
        """Begins a game."""
        rules = load(request.rules, request.texts)
        players = rules.players[0] if request.players is None else request.players
        _check_players(rules, players)
        if not 0 <= request.first < players:
            raise PageError("request", f"unknown seat {request.first}; available: 0 to {players - 1}")
        start = rules.new_game(players, request.first)
        asked = [p.PERSON, *["random"] * (players - 1)] if request.seats is None else request.seats
        sits = _sits(asked, start)
        record = _seated(Record(start, _seed(request.seed), spec=request.rules), sits)
        return self._on_table(request.rules, request.texts, record, sits)

    def open(self, request: p.Open) -> p.Game:
        """Continues or replays a recorded game."""
        record = self._record(request.record, request.texts)
        sits = request.seats
        if sits is None:
            sits = [p.PERSON if seat == record.human else record.bots or "random" for seat in range(record.players)]
        if record.seed is None:
            record = evolve(record, seed=_seed(None))
        if request.after is not None:
            return self._laid(
                Sitting.again(self._runs + 1, record.spec, request.texts, record, request.after, self._language)
            )
        sits = _sits(sits, record.state)
        return self._on_table(record.spec, request.texts, _seated(record, sits), sits)

    def _on_table(self, rules: str, texts: Mapping[str, str], record: Record, sits: Sequence[str]) -> p.Game:
        return self._laid(Sitting.of(self._runs + 1, rules, texts, record, sits, self._language))

    def _laid(self, sitting: Sitting) -> p.Game:
        self._runs += 1
        self._sitting = sitting
        return sitting.told()

    def undo(self, request: p.Undo) -> p.Table:
        """Takes back the last answer of a seat."""
        self.sitting.take_back(request.seat, self._runs + 1)
        self._runs += 1
        return self.sitting.table(request.seat)

    def go_on(self, request: p.Continue) -> p.Table:
        """Allows more steps after the game has stopped."""
        self.sitting.allow_more(self._runs + 1)
        self._runs += 1
        return self.sitting.table(request.seat)

    def _record(self, text: str, texts: Mapping[str, str]) -> Record:
        if len(text) > LONGEST:
            raise PageError("record", f"the record is too long (limit {LONGEST:,} characters)")

        def named(rules: str) -> Ruleset:
            try:
                return load(rules, texts)
            except PageError as error:
                raise ValueError(error.message) from None

        check_names("none", texts)
        return Record.parse(text, named)

    # ---- keeping and sending

    def keep(self, request: p.Keep) -> p.Kept:
        """The current game as a record."""
        sitting = self.sitting
        record = sitting.record(sure=request.sure)
        after = sitting.after
        seats = [*sitting.sits] if after is None else None
        return p.Kept(record.text, record.finished, f"{sitting.rules}.game", {**sitting.texts}, seats, after)

    def replay(self, request: p.Replay) -> p.Replayed:
        """Plays a game by other rules."""
        if request.record is None:
            record = self.sitting.record(sure=request.sure)
        else:
            record = self._record(request.record, request.texts)
        other = load(request.rules, request.texts)
        _check_players(other, record.players)
        try:
            found = record.under(other)
        except ValueError as error:  # they have none of the cards
            raise PageError("request", str(error)) from None
        words = wording(record.rules, self._language)
        different, illegal = (_difference(each, words) for each in (found.different, found.illegal))
        return p.Replayed(record.spec or record.rules.name, request.rules, different, illegal)

    def send(self, request: p.Send) -> p.Sent:
        """Rules or the current game as the fragment of an address."""
        if not request.deal:
            check_names(request.rules, request.texts)
            what = Shared(request.rules, request.texts, request.players, request.seats, None)
        else:
            sitting = self.sitting
            record = sitting.record(sure=request.sure)
            seats = [*sitting.sits] if sitting.after is None else None
            what = Shared(sitting.rules, {**sitting.texts}, record.players, seats, record.compact)
        unfolded(what)  # raises if it could not be received
        return p.Sent(sent(what))

    # ---- testing

    def begin(self, request: p.Test | p.Check | p.Compare) -> p.Progress:
        """Begins a test, and returns its first slice."""
        if not 0 <= (request.games or 0) <= GAMES:
            raise PageError("request", f"0 to {GAMES:,} games are played, not {request.games}")
        self._testing = _slices(request, self._language)
        return self.more()

    def more(self) -> p.Progress:
        """The next slice of the test."""
        if self._testing is None:
            return OVER
        try:
            progress = next(self._testing)
        except BudgetExceededError as error:  # games that nobody plays have nothing to hide
            self._testing = None
            message, _, remedy = str(error).partition("\n  ")
            raise PageError("stopped", message, remedy) from None
        except BaseException:
            self._testing = None
            raise
        if progress.over:
            self._testing = None
        return progress

    def stop(self) -> p.Progress:
        """Stops the test. A comparison returns its result, and may still find the game in which the rule mattered."""
        left, self._testing = self._testing, None
        if left is None:
            return OVER
        try:
            progress = left.throw(KeyboardInterrupt)
        except (KeyboardInterrupt, StopIteration):
            return OVER
        self._testing = None if progress.over else left
        return progress


def _slices(request: p.Test | p.Check | p.Compare, language: Language) -> Slices:
    """A test that begins; its modules are a third of all, and imported only now, so that the page starts sooner."""
    match request:
        case p.Test(rules, texts, games, seed):
            from palast.web.trying import tested

            return tested(rules, texts, games, seed, language)
        case p.Check(rules, texts, games, seed):
            from palast.web.checking import checked

            return checked(rules, texts, games, seed, language)
        case p.Compare():
            from palast.web.comparing import compared

            return compared(request)
        case _:
            assert_never(request)


def _check_players(rules: Ruleset, players: int) -> None:
    try:
        rules.game(players)
    except ValueError as error:
        raise PageError("request", str(error)) from None


def _seed(said: str | None) -> int:
    """A seed from digits, or a random one that is too long to be guessed."""
    if said is None:
        return SystemRandom().getrandbits(64)
    if not (said.isascii() and said.isdigit() and len(said) <= 100):
        raise PageError("request", "the seed must be a whole number")
    return int(said)


def _sits(asked: Sequence[str], state: State) -> list[str]:
    """The players by name, with the usual bot for this game."""
    return [usual(state) if each == USUAL else each for each in asked]


def _seated(record: Record, sits: Sequence[str]) -> Record:
    """A record with these players, as far as it can name them: one person, and one kind of bots."""
    check_bots(sits, record.players)
    persons = [seat for seat, each in enumerate(sits) if each == p.PERSON]
    bots = {each for each in sits if each != p.PERSON}
    bot = bots.pop() if len(bots) == 1 else "random"
    return evolve(record, human=persons[0] if len(persons) == 1 else None, bots=None if bot == "random" else bot)


def _difference(found: c.ReplayDifference | None, words: Wording) -> p.Difference | None:
    if found is None:
        return None
    said = found.told(words)
    return p.Difference(said.heading, said.answer, said.recorded, said.other, said.after)
