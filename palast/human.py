"""A person at the keyboard as an agent: he sees his view, and nothing else."""

import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator

from palast.narration import Narrator, rule_of
from palast.page import Page
from palast.standings import known_by_all
from palast.table import seen_by
from rulespec import Decision, Option, Over, Ruleset, State
from rulespec.engine.knowledge.view import View
from rulespec.engine.pending import Atom

MANY = 20  # more compound options than this are asked atom by atom

HELP = """\
    Answer with the number in front of an option, with its text, or with a part of the text that fits no other.
    ?, help  this help
    u, undo  take back your last answer, if nobody has learned anything by it or answered since
    w, why   why things are as they are; why OPTION: why it is offered, or why not
    q, quit  leave the table"""


class QuitError(Exception):
    """The person has left the table."""


class TakeBackError(Exception):
    """The person wants to take back the last answer."""


class Human:
    """Shows what has happened and what can be chosen, and asks until an answer fits.

    He is told the scores of the `game` he plays in, if everybody may know them.
    """

    def __init__(self, rules: Ruleset, players: int, page: Page, game: Callable[[], State] | None = None) -> None:
        self._rules = rules
        self._players = players
        self._page = page
        self._game = known_by_all(rules, game)
        self._narrator = self._new_narrator()
        self._heard = 0

    def __call__(self, view: View, decision: Decision) -> Option:
        self.hear(view)
        print()
        for line in seen_by(view, self._rules, self._page):
            print(line)
        for line in self._page.lines(decision.prompt, rule_of(self._rules, decision.block), "\n> "):
            print(line)
        options = decision.options
        if len(options) > MANY and any(len(option.atoms) > 1 for option in options):
            return self._by_atoms(view, decision)
        return options[self._ask(view, [option.text for option in options])]

    def hear(self, view: View) -> None:
        """Tells what happened since the last time."""
        log = view.log
        for line in self._narrator.tell(log[self._heard :]):
            print(line)
        self._heard = len(log)

    def outcome(self, over: Over) -> Iterator[str]:
        """How the game has ended, once all has been told."""
        return self._narrator.outcome(over)

    def go_back(self, view: View) -> None:
        """Forgets what happened after what the view has heard; that much has been told."""
        self._narrator, self._heard = self._new_narrator(), len(view.log)
        for _ in self._narrator.tell(view.log):
            pass

    def _new_narrator(self) -> Narrator:
        return Narrator(self._rules, self._players, self._page, self._game)

    def _by_atoms(self, view: View, decision: Decision) -> Option:
        """A compound option, one atom after the other."""
        so_far: tuple[Atom, ...] = ()
        while True:
            whole = [option for option in decision.options if option.atoms == so_far]
            atoms = decision.next_atoms(so_far)
            if not atoms:
                return whole[0]
            texts = [_text(decision.options, so_far, atom) for atom in atoms]
            texts += [option.text if not so_far else "(enough)" for option in whole]
            if so_far:
                print(f"  {len(so_far)} chosen, and further:")
            try:
                chosen = self._ask(view, texts)
            except TakeBackError:
                if not so_far:
                    raise
                so_far = so_far[:-1]
                continue
            if chosen >= len(atoms):
                return whole[0]
            so_far = (*so_far, atoms[chosen])

    def _ask(self, view: View, texts: list[str]) -> int:
        """The index of the text that he answers."""
        labels = _labels(texts)
        wide = max(map(len, labels))
        for label, text in zip(labels, texts, strict=True):
            self._say("" if label == text else text, f"  {label:>{wide}}  ")
        while True:
            answer = _typed()
            found = [texts.index(answer)] if answer in texts else self._obeyed(view, answer, labels, texts)
            if found is None:
                continue
            if len(found) == 1:
                return found[0]
            several = ", ".join(texts[index] for index in found)
            print(f"  '{answer}' could be {several}; say more." if found else _not_offered(answer, labels))

    def _obeyed(self, view: View, answer: str, labels: list[str], texts: list[str]) -> list[int] | None:
        """The options that an answer can mean, or None if it was a command, which is done."""
        command, _, about = answer.partition(" ")
        match command, about.strip():
            case "q" | "quit", "":
                raise QuitError
            case "u" | "undo", "":
                raise TakeBackError
            case "?" | "help", "":
                print(HELP)
            case "w" | "why", "":
                self._say(view.why())
            case "w" | "why", option:
                meant = _matching(option, labels, texts)
                self._say(view.why(texts[meant[0]] if len(meant) == 1 else option))
            case _:
                return _matching(answer, labels, texts)
        return None

    def _say(self, text: str, lead: str = "    ") -> None:
        for part in text.split("\n"):
            for line in self._page.lines(part, lead=lead):
                print(line)


def _typed() -> str:
    """What the person types; the end of the input leaves the table."""
    try:
        answer = input("your choice (? for help): ").strip()
    except EOFError:
        print()
        raise QuitError from None
    if not sys.stdin.isatty():
        print(answer)
    return answer


def _text(options: Iterable[Option], so_far: tuple[Atom, ...], atom: Atom) -> str:
    """How an atom is written: an option's text lists its atoms."""
    start = (*so_far, atom)
    option = next(each for each in options if each.atoms[: len(start)] == start)
    return option.text.split(", ")[len(so_far)]


def _labels(texts: list[str]) -> list[str]:
    """A number for each text; numbers among the texts stand for themselves."""
    if any(text.isdecimal() for text in texts):
        return [text if text.isdecimal() else "-" for text in texts]
    return [str(number) for number in range(1, len(texts) + 1)]


def _matching(answer: str, labels: list[str], texts: list[str]) -> list[int]:
    """The texts that an answer can mean."""
    said = _plain(answer)
    exact = [index for index, text in enumerate(texts) if _plain(text) == said]
    if said == "-" or not said:
        return exact
    numbered = [index for index, label in enumerate(labels) if label == answer]
    return exact or numbered or [index for index, text in enumerate(texts) if said in _plain(text)]


def _plain(text: str) -> str:
    """The text without what a keyboard may lack: capitals and accents do not count."""
    return "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))


def _not_offered(answer: str, labels: list[str]) -> str:
    numbers = [label for label in labels if label != "-"]
    possible = numbers[0] if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
    return f"  '{answer}' is not offered: answer {possible}, or a text from the list (? for help)."
