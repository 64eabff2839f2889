"""A person at the keyboard as an agent, who sees only his view."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from palast.answers import Answers
from palast.hint import hint
from palast.keyboard import Keyboard
from palast.lookup import about, rule
from palast.page import anew
from palast.question import asks_several, parts_of
from palast.table import seen_by
from rulespec import Card, Decision, IllegalAction, Option, Over, State
from rulespec.api import View
from rulespec.game import Game
from rulespec.narration.narrator import Narrator
from rulespec.narration.page import Page
from rulespec.narration.standings import known_by_all
from rulespec.narration.telling import rule_of
from rulespec.pending import Atom
from rulespec.plan.options import ENOUGH
from rulespec.wording import wording
from rulespec.wording.questions import question

MANY = 20  # more compound options than this are asked atom by atom
SHOWN = 6  # options shown when an answer is ambiguous
NAMED = 12  # cards listed that cannot be chosen
ROOMY = 40  # columns from which on the prompt has words

HELP = """\
Answer with the number in front of an option, with its text, or with a part of the text that fits no other; \
Tab completes. Where one card after the other is asked, several can be named at once, with commas between them.
?, help      this help
u, undo      take back your last answer, if nobody has learned anything by it or answered since
t, table     what lies on the table
l, log       what has happened so far, as far as you know it
w, why       why things are as they are; why OPTION: why it is offered, or why not; so of a card that is not
r, rule      the rule that asks, as the rule file has it; rule NAME: another one
h, hint      what a search would take, and what it got by each option in its games
e, explain   what a card does: explain CARD, or the number of an option
q, quit      leave the table"""
_ABOUT = ("why", "rule", "explain")  # commands with an argument
_COMMANDS = {  # by their aliases, in English and in German
    word: words.split()[0]
    for words in (
        "help ? h? hilfe commands",
        "undo u back zurück takeback",
        "table t tisch look show",
        "log l history story verlauf",
        "why w warum",
        "rule r rules regel",
        "hint h tipp tip",
        "explain e erkläre",
        "quit q exit leave bye ende",
    )
    for word in words.split()
}


class QuitError(Exception):
    """The person has left the table."""


class TakeBackError(Exception):
    """The person wants to take back the last answer."""


class Human:
    """Shows what has happened and what can be chosen, and asks until an answer fits.

    Scores are those of the current `state`, if everybody may know them. `take_back` takes an answer back, or returns
    the reason why that is refused.
    """

    def __init__(
        self,
        game: Game,
        page: Page,
        state: Callable[[], State] | None = None,
        take_back: Callable[[], IllegalAction | None] = lambda: None,
    ) -> None:
        self._game = game
        self._rules = game.rules
        self._page = page
        self._state = known_by_all(game.rules, state)
        self._take_back = take_back
        self._narrator = self._new_narrator()
        self._keyboard = Keyboard()
        self._heard: View | None = None  # the last view that was told
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
        several = asks_several(decision, self._game.program)
        if not (goes_on and several and self._shown == list(seen_by(view, self._page))):
            print()
            self._show_table(view)
        print()
        self._say(question(wording(view.rules, "en"), decision, view), "> ", rule_of(self._rules, decision.block))
        options = decision.options
        if len(options) > MANY and any(len(option.atoms) > 1 for option in options):
            return self._by_atoms(view, decision)
        left_out = [] if several else _left_out(view, decision)
        chosen = self._ask(view, decision, [option.text for option in options], left_out=left_out)
        return chosen if isinstance(chosen, Option) else options[chosen]

    def _show_table(self, view: View) -> None:
        self._shown = list(seen_by(view, self._page))
        for line in self._shown:
            print(line)

    def hear(self, view: View) -> None:
        """Tells what has happened since the last time."""
        self._fit()
        for line in self._narrator.tell(view.news(self._heard)):
            print(line)
        self._heard = view

    def outcome(self, over: Over) -> Iterator[str]:
        """The lines of the result."""
        return self._narrator.outcome(over)

    def go_back(self, view: View) -> None:
        """Continues from an earlier view, whose log has been told."""
        self._narrator, self._heard = self._new_narrator(), view
        for _ in self._narrator.tell(view.log):
            pass

    def _new_narrator(self) -> Narrator:
        return Narrator(self._game, self._page, self._state)

    def _by_atoms(self, view: View, decision: Decision) -> Option:
        """Asks for a compound option atom by atom."""
        so_far: tuple[Atom, ...] = ()
        while True:
            whole = [option for option in decision.options if option.atoms == so_far]
            atoms = decision.next_atoms(so_far)
            if not atoms:
                return whole[0]
            texts = [_text(decision.options, so_far, atom) for atom in atoms]
            texts += [option.text if not so_far else ENOUGH for option in whole]
            if so_far:
                self._say(f"{len(so_far)} chosen, and further:", "  ")
            try:
                chosen = self._ask(view, decision, texts, so_far)
            except TakeBackError:
                if not so_far:
                    raise
                so_far = so_far[:-1]
                continue
            if isinstance(chosen, Option):
                return chosen
            if chosen >= len(atoms):
                return whole[0]
            so_far = (*so_far, atoms[chosen])

    def _ask(
        self,
        view: View,
        decision: Decision,
        texts: list[str],
        so_far: tuple[Atom, ...] = (),
        left_out: Sequence[str] = (),
    ) -> int | Option:
        """Asks for one of the texts; its index, or the whole option if he names all its parts at once."""
        answers = Answers(texts)
        for line in self._page.listed(answers.labels, texts):
            print(line)
        if left_out:
            more = f" and {len(left_out) - NAMED} more" if len(left_out) > NAMED else ""
            named = ", ".join(left_out[:NAMED])
            self._say(f"not possible now: {named}{more} (why {left_out[0]}: says why)", "  ")
        while True:
            answer = self._typed(answers)
            try:
                found = [texts.index(answer)] if answer in texts else self._obeyed(view, decision, answer, answers)
            except TakeBackError:
                refused = None if so_far else self._take_back()
                if refused is None:
                    raise
                self._say(f"Not taken back: {refused}.", "  ")
                continue
            if found == [] and "," in answer and asks_several(decision, self._game.program):
                parts = answers.parts(answer, [text for option in decision.options for text in parts_of(option)])
                option = _of_parts(decision.options, so_far, parts)
                if option is not None:
                    return option
                answer, *self._further = parts
                found = answers.matching(answer)
            if found is None:
                continue
            if len(found) == 1:
                return found[0]
            self._further = []
            meant = [texts[index] for index in found]
            self._say(_which(answer, meant) if meant else _not_offered(answer, answers), "  ")

    def _typed(self, answers: Answers) -> str:
        """The next answer, typed now or ahead; the end of the input is a `QuitError`."""
        prompt = "your choice (? for help): " if self._page.width >= ROOMY else "> "
        if self._further:
            print(f"{prompt}{self._further[0]}")
            return self._further.pop(0)
        try:
            typed = self._keyboard.line(prompt, lambda begun: _completions(begun, answers))
        except EOFError:
            raise QuitError from None
        self._fit()
        return typed

    def _fit(self) -> None:
        """Adapts to the current width of the terminal."""
        self._page = anew(self._page)
        self._narrator.turn_to(self._page)

    def _obeyed(self, view: View, decision: Decision, answer: str, answers: Answers) -> list[int] | None:
        """The indices that an answer can mean; None if it was a command, which has been executed."""
        command, _, thing = answer.partition(" ")
        match _COMMANDS.get(command.casefold(), command), thing.strip():
            case "quit", "":
                raise QuitError
            case "undo", "":
                self._further = []
                raise TakeBackError
            case "help", "":
                self._say(HELP)
            case "table", "":
                self._show_table(view)
            case "log", "":
                for line in self._new_narrator().tell(view.log):
                    print(line)
            case "why", "":
                self._say(view.why())
            case "why", option:
                self._say(view.why(_meant(option, answers)))
            case "hint", "":
                self._say("\n".join(hint(view, decision)))
            case "rule", name:
                self._say("\n".join(rule(self._rules, name or decision.block)))
            case "explain", card if card:
                self._say("\n".join(about(self._game, _meant(card, answers))))
            case "explain", _:
                self._say("Which card? Write its name, or the number of an option, behind it: explain CARD")
            case _:
                return answers.matching(answer)
        return None

    def _say(self, text: str, lead: str = "    ", cites: str = "") -> None:
        for part in text.split("\n"):
            for line in self._page.lines(part, cites, lead=lead, hang=len(lead) + _inset(part)):
                print(line)


def _left_out(view: View, decision: Decision) -> list[str]:
    """The visible cards that are not offered, in zones of which other cards are."""
    offered = {atom for option in decision.options for atom in option.atoms if isinstance(atom, Card)}
    found = []
    for place in view.game.material.places:
        cards = view.zone(*place.where)
        if isinstance(cards, tuple) and offered.intersection(cards):
            found += [card.name for card in cards if card not in offered]
    return found


def _completions(begun: str, answers: Answers) -> list[str]:
    """The completions of a line: options, or commands with options."""
    command, blank, rest = begun.partition(" ")
    if blank and _COMMANDS.get(command.casefold()) in _ABOUT:
        return [f"{command} {text}" for text in answers.completing(rest)]
    return answers.completing(begun)


def _inset(text: str) -> int:
    """The indentation of a text's further lines: below its second column if it has one."""
    column = re.match(r" *(?:\S+ )*\S+ {2,}(?=\S)", text)
    if column is not None:
        return column.end()
    indent = len(text) - len(text.lstrip())
    return indent + 4 if indent else 0


def _meant(said: str, answers: Answers) -> str:
    """The text of the option that is meant, else what was said."""
    meant = answers.matching(said)
    return answers.texts[meant[0]] if len(meant) == 1 else said


def _of_parts(options: Iterable[Option], so_far: tuple[Atom, ...], parts: list[str]) -> Option | None:
    """The option with exactly these parts, in any order."""
    named = sorted(part for part in parts if part != ENOUGH)
    rest = (option for option in options if option.atoms[: len(so_far)] == so_far and option.atoms[len(so_far) :])
    found = [option for option in rest if sorted(parts_of(option)[len(so_far) :]) == named]
    return found[0] if len(found) == 1 and len(named) > 1 else None


def _text(options: Iterable[Option], so_far: tuple[Atom, ...], atom: Atom) -> str:
    """The text of an atom, taken from an option's text."""
    start = (*so_far, atom)
    option = next(each for each in options if each.atoms[: len(start)] == start)
    return parts_of(option)[len(so_far)]


def _which(answer: str, texts: list[str]) -> str:
    shown = " | ".join(texts[:SHOWN]) + (f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else "")
    return f"'{answer}' could be {shown}; say more."


def _not_offered(answer: str, answers: Answers) -> str:
    return f"'{answer}' is not offered: answer {answers.possible}, or a text from the list (? for help)."
