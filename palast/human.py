"""A person at the keyboard as an agent, who sees only his view, and is spoken to in a language."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeGuard

from palast.answers import Answers
from palast.hint import hint
from palast.keyboard import Keyboard
from palast.lookup import in_words, rule
from palast.page import anew
from palast.prompt.board import Board, uncovered
from palast.prompt.called import Called
from palast.prompt.commands import ABOUT, COMMANDS, help_on_all
from palast.prompt.listing import listed
from palast.prompt.notes import Notes
from palast.prompt.paint import Paint
from palast.prompt.refused import too_late
from palast.prompt.said import say
from palast.prompt.story import cut, in_short
from palast.question import Parts, asks_several
from palast.sheets.plain import plain
from rulespec import Card, Decision, IllegalAction, Option, Over, State
from rulespec.engine.events.event import Event
from rulespec.engine.game import Game
from rulespec.engine.options import ENOUGH
from rulespec.engine.pending import Atom
from rulespec.game.api import View
from rulespec.language.errors import BudgetExceededError
from rulespec.rules.texts.parser import AIM, GAME
from rulespec.wording import Wording, wording
from rulespec.wording.narration.narration import Telling
from rulespec.wording.narration.narrator import Narrator
from rulespec.wording.narration.standings import known_by_all
from rulespec.wording.page import Page
from rulespec.wording.questions import atom_text, option_text, parts_so_far, question
from rulespec.wording.reasons import why
from rulespec.wording.sheets import sheet

MANY = 8  # more compound options than this are asked atom by atom
SHOWN = 6  # options shown when an answer is ambiguous
NAMED = 6  # cards listed that cannot be chosen
ROOMY = 40  # columns from which on the prompt has words
AIM_LINES = 3
_ERASE = "\r\x1b[K"


class QuitError(Exception):
    """The person has left the table."""


class TakeBackError(Exception):
    """The person wants to take back the last answer."""


class Human:
    """Shows what has happened and what can be chosen, and asks until an answer fits.

    Scores are those of the current `state`, if everybody may know them. `take_back` takes an answer back, or returns
    the reason why that is refused. He is spoken to in `words`, in English by default.
    """

    def __init__(
        self,
        game: Game,
        page: Page,
        state: Callable[[], State] | None = None,
        take_back: Callable[[], IllegalAction | None] = lambda: None,
        words: Wording | None = None,
        seat: int | None = None,
    ) -> None:
        self._seat = seat
        self.words = words or wording(game.rules, "en")
        self._game = game
        self._rules = game.rules
        self._page = page
        self._state = known_by_all(game.rules, state)
        self._take_back = take_back
        self._called = Called(self.words, game)
        self._paint = Paint(self._called)
        self._telling = self._new_telling()
        self._keyboard = Keyboard()
        self._heard: View | None = None  # the last view that was told
        self._view: View  # the one that is being told
        self._held: Sequence[Event] = ()  # what of it is told once it is whole: an answer that is given part by part
        self._further: list[str] = []  # answers typed ahead
        self._asked: tuple[str, tuple[str, ...]] = (
            "",
            (),
        )  # the block of the last question, and the names that it binds
        self._shown: list[str] = []  # the table as it was last shown

    def __call__(self, view: View, decision: Decision) -> Option:
        goes_on = (decision.block, decision.binds) == self._asked
        if not goes_on:
            self._further = []
        self._asked = decision.block, decision.binds
        self.hear(view)
        if self._shown != self._table(view):
            print()
            self.show_table(view)
        print()
        self._say(question(self.words, decision, view), "> ")
        options = decision.options
        if len(options) > MANY and any(len(option.atoms) > 1 for option in options):
            return self._by_atoms(view, decision)
        left_out = [] if asks_several(decision, self._game.program) else _left_out(view, decision)
        noted = Notes(self._called, decision, view)
        shown = self._told_apart([self._option(each, view, decision) for each in options], [o.atoms for o in options])
        answers = Answers([option.text for option in options], shown)
        symbols = [self._symbols(option.atoms) for option in options]
        self._list(answers, symbols, [noted.of_option(option) for option in options])
        chosen = self._ask(view, decision, answers, left_out=left_out)
        return chosen if isinstance(chosen, Option) else options[chosen]

    def welcome(self) -> None:
        """What the game is about, and how to get help."""
        aim = self.words.said(GAME, AIM, players=self._game.players)
        lines = [*self._page.lines(aim)] if aim else []
        self._print([*cut(lines, AIM_LINES, self._page), *self._page.lines(say(self.words, "welcome"))])

    def show_table(self, view: View) -> None:
        """What lies on the table."""
        self._shown = self._table(view)
        self._print(self._shown)

    def show_end(self, view: View, state: State, over: Over) -> None:
        """The last of the game: how it stands, who has won, and what could not be seen."""
        told = [*self._telling.outcome(over)]
        self._print(in_short((each for each in told if each.what == "standings"), self._page, view.player))
        print()
        for each in told:
            if each.what != "standings":
                self._print(self._page.lines(each.text))
        self.show_table(view)
        self._print(uncovered(self._called, state, view, self._page))

    def hear(self, view: View) -> None:
        """Tells what has happened since the last time, in few lines."""
        self._fit()
        self._print(in_short(self._telling.tell(self._told_now(view)), self._page, view.player))
        self._heard = view

    def go_back(self, view: View) -> None:
        """Continues from an earlier view, whose log has been told."""
        self._say(say(self.words, "taken back"), "  ")
        self._telling, self._heard, self._held = self._new_telling(), None, ()
        for _ in self._telling.tell(self._told_now(view)):
            pass
        self._heard = view

    def _told_now(self, view: View) -> Sequence[Event]:
        """What is new, but not the parts of an answer that goes on: the question says what they are."""
        self._view = view
        news = [*self._held, *view.news(self._heard)]
        whole = len(news) - (len(parts_so_far(view.decision, view)) if view.decision is not None else 0)
        self._held = news[max(whole, 0) :]
        return news[: max(whole, 0)]

    def wait(self, wait: Callable[[], None]) -> None:
        """Says in a terminal that others are thinking while they do; not who, which may be hidden."""
        if not self._page.dims:
            wait()
            return
        print(say(self.words, "waiting") if self._page.width >= ROOMY else "...", end="", flush=True)
        try:
            wait()
        finally:
            print(_ERASE, end="", flush=True)

    # ---- in whose words the story is told

    def _new_telling(self) -> Telling:
        view = self._latest
        return Telling(self._game, self.words, self._state, brief=True, hearer=self._seat, view=view)

    def _new_narrator(self) -> Narrator:
        return Narrator(self._game, self._page, self.words, self._state, hearer=self._seat, view=self._latest)

    def _latest(self) -> View:
        return self._view

    def _why(self, view: View, option: str | None = None) -> str:
        """Why he is asked, or why an option is offered or not."""
        return why(self.words, view, option)

    # ---- what is printed

    def _table(self, view: View) -> list[str]:
        return [*Board(self._called, view, self._page).lines()]

    def _print(self, lines: Iterable[str], dimmed: Iterable[str] = ()) -> None:
        lines = [*lines]
        if lines:
            print(self._paint.lines(self._page, lines, dimmed))

    def _say(self, text: str, lead: str = "    ") -> None:
        for part in text.split("\n"):
            self._print(self._page.lines(part, lead=lead, hang=len(lead) + _inset(part)))

    def _list(self, answers: Answers, symbols: Sequence[str], noted: Sequence[str]) -> None:
        shown = [f"{text}{symbol}" for text, symbol in zip(answers.shown, symbols, strict=True)]
        self._print(listed(self._page, answers.labels, shown, noted), filter(None, noted))

    def _told_apart(self, texts: Sequence[str], atoms: Sequence[Sequence[Atom]]) -> list[str]:
        """Texts without the number of one of several cards that are alike, where only one of them is offered."""
        bare = [self._called.cards(each) if _are_cards(each) else "" for each in atoms]
        return [one if one and bare.count(one) == 1 else text for text, one in zip(texts, bare, strict=True)]

    def _symbols(self, atoms: Sequence[Atom]) -> str:
        """The symbols of a card; of several none, as nobody could say whose they are."""
        cards = [atom for atom in atoms if isinstance(atom, Card)]
        return self._paint.symbols(self._page, cards[0]) if len(atoms) == len(cards) == 1 else ""

    def _option(self, option: Option, view: View, decision: Decision) -> str:
        return option_text(self.words, option, decision, view)

    # ---- how answers come about

    def _by_atoms(self, view: View, decision: Decision) -> Option:
        """Asks for a compound option atom by atom."""
        so_far: tuple[Atom, ...] = ()
        while True:
            parts = Parts(decision, so_far)
            if not parts.atoms:
                return parts.whole[0]
            answers = self._next_answers(view, decision, parts)
            if so_far:
                things = ", ".join(atom_text(self.words, parts.thing(atom), view) for atom in so_far)
                self._say(say(self.words, "so far", things=things), "  ")
            noted = Notes(self._called, decision, view)
            rest = [""] * len(parts.whole)
            symbols = [self._symbols([atom]) for atom in parts.atoms]
            self._list(answers, symbols + rest, [noted.of_things([parts.thing(atom)]) for atom in parts.atoms] + rest)
            try:
                chosen = self._ask(view, decision, answers, so_far)
            except TakeBackError:
                if not so_far:
                    raise
                so_far = so_far[:-1]
                continue
            if isinstance(chosen, Option):
                return chosen
            if chosen >= len(parts.atoms):
                return parts.whole[0]
            so_far = (*so_far, parts.atoms[chosen])

    def _next_answers(self, view: View, decision: Decision, parts: Parts) -> Answers:
        """What can be chosen next, and that it is enough."""
        texts = [parts.texts[atom] for atom in parts.atoms]
        shown = [atom_text(self.words, parts.thing(atom), view) for atom in parts.atoms]
        shown = self._told_apart(shown, [(atom,) for atom in parts.atoms])
        for option in parts.whole:
            texts.append(ENOUGH if parts.so_far else option.text)
            enough = self.words.phrase("enough")
            shown.append(enough if parts.so_far else self._option(option, view, decision))
        return Answers(texts, shown)

    def _ask(
        self,
        view: View,
        decision: Decision,
        answers: Answers,
        so_far: tuple[Atom, ...] = (),
        left_out: Sequence[Card] = (),
    ) -> int | Option:
        """Asks for one of the answers; its index, or the whole option if he names all its parts at once."""
        self._say_left_out(left_out)
        while True:
            answer = self._typed(answers)
            try:
                found = self._obeyed(view, decision, answer, answers)
            except TakeBackError:
                refused = None if so_far else self._take_back()
                if refused is None:
                    raise
                self._say(too_late(self._called, refused, view.player), "  ")
                continue
            if found == [] and "," in answer and asks_several(decision, self._game.program):
                parts = answers.parts(answer, self._shown_parts(view, decision))
                option = Parts(decision, so_far).completed([part for part in parts if part != ENOUGH])
                if option is not None:
                    return option
                answer, *self._further = parts
                found = answers.matching(answer)
            if found is None:
                continue
            if len(found) == 1:
                return found[0]
            self._further = []
            self._say(self._which(answer, answers, found) if found else self._not_offered(answer, answers), "  ")

    def _say_left_out(self, cards: Sequence[Card]) -> None:
        """Names the cards that cannot be chosen, if there are any."""
        if not cards:
            return
        named = list(dict.fromkeys(self._called.cards([card]) for card in cards))
        more = [say(self.words, "more", number=str(len(named) - NAMED))] if len(named) > NAMED else []
        cards_named = " ".join([", ".join(named[:NAMED]), *more])
        self._say(say(self.words, "left out", cards=cards_named), "  ")

    def _shown_parts(self, view: View, decision: Decision) -> Mapping[str, str]:
        """What the parts of the options are shown as, by their texts."""
        parts = Parts(decision)
        return {text: atom_text(self.words, parts.thing(atom), view) for atom, text in parts.texts.items()}

    def _typed(self, answers: Answers) -> str:
        """The next answer, typed now or ahead; the end of the input is a `QuitError`."""
        prompt = f"{say(self.words, 'choose')} " if self._page.width >= ROOMY else "> "
        if self._further:
            ahead = self._further.pop(0)
            print(f"{prompt}{answers.as_shown(ahead)}")
            return ahead
        try:
            typed = self._keyboard.line(prompt, lambda begun: self._completions(begun, answers))
        except EOFError:
            raise QuitError from None
        self._fit()
        return typed

    def _completions(self, begun: str, answers: Answers) -> list[str]:
        """The completions of a line: options, or commands with options."""
        command, blank, rest = begun.partition(" ")
        if blank and COMMANDS.get(command.casefold()) in ABOUT:
            return [f"{command} {text}" for text in answers.completing(rest)]
        return answers.completing(begun)

    def _fit(self) -> None:
        """Adapts to the current width of the terminal."""
        self._page = anew(self._page)

    def _obeyed(self, view: View, decision: Decision, answer: str, answers: Answers) -> list[int] | None:
        """The indices that an answer can mean; None if it was a command, which has been executed."""
        if answer in answers.texts:  # also if it is called like a command
            return [answers.texts.index(answer)]
        if answer in answers.shown:
            return answers.matching(answer)
        try:
            return self._done(view, decision, answer, answers)
        except BudgetExceededError:
            self._say(say(self.words, "too many steps"))
            return None

    def _done(self, view: View, decision: Decision, answer: str, answers: Answers) -> list[int] | None:
        """Does what a command asks for; the answers that are meant if it is none."""
        command, _, thing = answer.partition(" ")
        match COMMANDS.get(command.casefold(), command), thing.strip():
            case "quit", "":
                raise QuitError
            case "undo", "":
                self._further = []
                raise TakeBackError
            case "help", "":
                self._say("\n".join(help_on_all(self.words)))
            case "table", "":
                self.show_table(view)
            case "log", "":
                self._print(self._new_narrator().tell(view.log))
            case "why", "":
                self._say(self._why(view))
            case "why", option:
                self._say(self._why(view, self._meant(option, answers)))
            case "sheet", "":
                self._print(plain(sheet(self._rules, self.words.language), self.words, self._page))
            case "hint", "":
                self._say("\n".join(hint(self.words, view, decision)))
            case "rule", name:
                self._say("\n".join(rule(self._rules, name or decision.block, self.words.language)))
            case "explain", card if card:
                self._say("\n".join(in_words(self._called, self._meant(card, answers), answers.texts)))
            case "explain", _:
                self._say(say(self.words, "explain what"))
            case _:
                return answers.matching(answer)
        return None

    def _meant(self, said: str, answers: Answers) -> str:
        """The text of the option that is meant, or the name of a card that is not offered; else what was said."""
        meant = answers.matching(said)
        if len(meant) == 1 and answers.names(said, meant[0]):
            return answers.texts[meant[0]]
        card = self._called.card_called(said)
        if card is not None:
            return card.name
        return answers.texts[meant[0]] if len(meant) == 1 else said

    def _which(self, answer: str, answers: Answers, found: Sequence[int]) -> str:
        """That an answer fits several options, which are listed with their labels."""
        shown = [f"{answers.shown[index]} ({answers.labels[index]})" for index in found[:SHOWN]]
        if len(found) > SHOWN:
            shown.append(say(self.words, "more", number=str(len(found) - SHOWN)))
        return say(self.words, "several fit", answer=answer, options=", ".join(shown))

    def _not_offered(self, answer: str, answers: Answers) -> str:
        numbers = answers.numbers
        match len(numbers):
            case 1:
                possible = say(self.words, "possible", only=numbers[0])
            case number:
                key = "possible.or" if number == 2 else "possible.to"
                possible = say(self.words, key, first=numbers[0], last=numbers[-1])
        return say(self.words, "not offered", answer=answer, possible=possible)


def _are_cards(atoms: Sequence[Atom]) -> TypeGuard[Sequence[Card]]:
    return bool(atoms) and all(isinstance(atom, Card) for atom in atoms)


def _left_out(view: View, decision: Decision) -> list[Card]:
    """The visible cards that are not offered, in zones of which other cards are."""
    offered = {atom for option in decision.options for atom in option.atoms if isinstance(atom, Card)}
    found = list[Card]()
    for place in view.game.material.places:
        cards = view.zone(*place.where)
        if isinstance(cards, tuple) and offered.intersection(cards):
            found += [card for card in cards if card not in offered]
    return found


def _inset(text: str) -> int:
    """The indentation of a text's further lines: below its second column if it has one."""
    column = re.match(r" *(?:\S+ )*\S+ {2,}(?=\S)", text)
    if column is not None:
        return column.end()
    indent = len(text) - len(text.lstrip())
    return indent + 4 if indent else 0
