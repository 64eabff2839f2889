"""Lines that a person types, with editing, history and completion where the terminal offers them."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType

Complete = Callable[[str], Sequence[str]]  # what a line that has been begun can become


class Keyboard:
    """Standard input. A terminal is read by `readline`, if Python has it: arrow keys edit, and Tab completes."""

    def __init__(self) -> None:
        self._readline = _readline()
        self._complete: Complete = lambda begun: ()
        self._found: Sequence[str] = ()
        if self._readline is not None:
            editline = "libedit" in (self._readline.__doc__ or "")
            self._readline.parse_and_bind("bind ^I rl_complete" if editline else "tab: complete")
            self._readline.parse_and_bind("set enable-bracketed-paste off")
            self._readline.set_completer_delims("")
            self._readline.set_completer(self._completed)

    def line(self, prompt: str, complete: Complete) -> str:
        """What the person types, without blanks around it; an `EOFError` where nobody types any more."""
        self._complete = complete
        try:
            typed = input(prompt).strip()
        except EOFError:
            print()
            raise
        if not sys.stdin.isatty():
            print(typed)
        return typed

    def _completed(self, begun: str, number: int) -> str | None:
        """How `readline` asks: for one after another, until there is none."""
        if number == 0:
            self._found = self._complete(begun)
        return self._found[number] if number < len(self._found) else None


def _readline() -> ModuleType | None:
    """Python's readline, imported for a terminal only, since it writes to the output when it is loaded."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        return import_module("readline")
    except ImportError:  # on Windows, where the terminal edits lines itself
        return None
