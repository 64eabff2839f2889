"""Reading lines from standard input, with editing, history and completion by `readline` in a terminal."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType

Complete = Callable[[str], Sequence[str]]  # the completions of a line


class Keyboard:
    """Standard input; in a terminal with `readline`, if Python has it."""

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
        """A stripped line; `EOFError` at the end of the input. Input that is no terminal is echoed."""
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
        """The completer of `readline`, which is called with 0, 1, ... until it returns None."""
        if number == 0:
            self._found = self._complete(begun)
        return self._found[number] if number < len(self._found) else None


def _readline() -> ModuleType | None:
    """Python's readline, imported only for a terminal, as its import writes to the output."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        return import_module("readline")
    except ImportError:  # on Windows, where the console edits lines
        return None
