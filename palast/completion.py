"""Completion in the shell: what can stand where somebody presses TAB, asked by argcomplete where that is installed.

For speed, what a command can be told and which blocks some rules have is kept for the next time: working it out needs
the engine, and takes up to ten times as long.
"""

import os
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from glob import escape, iglob
from pathlib import Path

from palast.options import Groups, Option, flat
from palast.rulesets import examples, found, layers, load, own_layers, rulesets, shipped
from rulespec.language.cache import keep, recalled
from rulespec.language.errors import RulesError
from rulespec.language.files import parts_of

Completer = Callable[[str, Namespace], Iterable[str]]


def complete(names: Sequence[str], groups: Callable[[str], Groups]) -> None:
    """Answers the shell, and ends the program; `groups` returns the options of a command."""
    try:
        import argcomplete
    except ImportError:
        raise SystemExit(1) from None
    before = os.environ["COMP_LINE"][: int(os.environ["COMP_POINT"])]
    _, command, *_ = f"{before}.".split(maxsplit=2) + [""] * 2  # the dot stands for the word that is completed
    whole = ArgumentParser(allow_abbrev=False)
    whole.add_argument("--version", action="store_true")
    commands = whole.add_subparsers()
    for name in names:
        sub = commands.add_parser(name, allow_abbrev=False)
        for option in _options(name, groups) if name == command else ():
            action = sub.add_argument(*option.names, **option.more)
            action.completer = _completer(name, action)  # type: ignore[attr-defined]
    argcomplete.autocomplete(whole)


def _options(name: str, groups: Callable[[str], Groups]) -> list[Option]:
    """The options of a command."""
    here = Path(__file__).parent
    what, texts = f"options of {name} in {here}", _stamps((here / "options.py", *here.glob("commands/*.py")))
    options: list[Option] | None = recalled(what, texts)
    if options is None:
        options = flat(groups(name))
        keep(what, texts, options)
    return options


def _stamps(files: Iterable[Path]) -> list[str]:
    """What is different as soon as a file is."""
    return [f"{path} {told.st_size} {told.st_mtime_ns}" for path in files for told in (path.stat(),)]


def _completer(command: str, action: Action) -> Callable[..., Iterable[str]] | None:
    """What completes an argument, as argcomplete calls it: by its place in a command, else by what is said there."""
    completer = _BY_PLACE.get(f"{command} {action.dest}") or _BY_NAME.get(str(action.metavar))
    return None if completer is None else lambda prefix, parsed_args, **_: completer(prefix, parsed_args)


# ---- what can be said


def _rules(prefix: str, said: Namespace) -> Iterable[str]:
    """Names of rules and paths of rule files; behind a plus, of layers."""
    beneath, plus, begun = prefix.rpartition("+")
    if plus:
        base = found(beneath.partition("+")[0])
        named = [*layers(), *(each.stem for each in (() if base is None else own_layers(base)))]
    else:
        named = [*rulesets(), *(path.stem for files in examples().values() for path in files)]
    return [f"{beneath}{plus}{each}" for each in (*named, *_files(begun, ".rules"))]


def _rule_files(prefix: str, said: Namespace) -> Iterable[str]:
    return _files(prefix, ".rules")


def _games(prefix: str, said: Namespace) -> Iterable[str]:
    return _files(prefix, ".game")


def _files(prefix: str, suffix: str) -> list[str]:
    """Paths that begin so, of files with a suffix and of folders."""
    paths = [path + os.sep if os.path.isdir(path) else path for path in iglob(f"{escape(prefix)}*")]
    return [path for path in paths if path.endswith((suffix, os.sep))]


def _blocks(prefix: str, said: Namespace) -> Iterable[str]:
    """The keys of the blocks of the rules, or how a key goes on behind the words of it that are there."""
    before = "".join(f"{word} " for word in said.block or ())
    with suppress(RulesError):  # which the command itself will tell
        return [key.removeprefix(before) for key in _keys(said.rules) if key.startswith(before)]
    return []


def _keys(rules: str) -> list[str]:
    """The keys of all blocks of some rules."""
    what, texts = f"blocks of {rules}", [os.path.abspath(found(part) or part) for part in parts_of(rules)]
    with suppress(OSError, TypeError):
        files, stamps, keys = recalled(what, texts)
        if stamps == _stamps(files):
            return list(keys)
    composed = load(rules).composed
    files = [Path(os.path.abspath(layer.path)) for layer in composed.layers]
    keys = [*composed.entries]
    keep(what, texts, (files, _stamps(files), keys))
    return keys


def _pages(prefix: str, said: Namespace) -> Iterable[str]:
    return [path.stem for path in shipped("docs").glob("*.md")]


def _agents(prefix: str, said: Namespace) -> Iterable[str]:
    before, comma, _ = prefix.rpartition(",")
    return [f"{before}{comma}{each}" for each in ("random", "rollouts", "ismcts")]


_BY_NAME: dict[str, Completer] = {
    **dict.fromkeys(("RULES", "A", "B", "BASE", "VARIANT"), _rules),
    "BLOCK": _blocks,
    "PAGE": _pages,
    "NAMES": _agents,
}
_BY_PLACE: dict[str, Completer] = {
    "check files": _rules,
    "fmt files": _rule_files,
    "play bots": _agents,
    "play resume": _games,
    "replay file": _games,
}
