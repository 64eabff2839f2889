"""`palast new`: the beginning of a house rule or of a game, which works already."""

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from palast.beginning import KINDS_SAID, Wish, WrongAnswerError, new_name, same_name, wish
from palast.commands.command import Command, UsageError
from palast.drafts import KINDS, Draft, Refused, draft
from palast.drafts.game import whole_game
from palast.newfiles import NotWrittenError, write_new
from palast.options import flag, option
from palast.reports.form import printed
from palast.reports.new import Begun, Undrafted
from palast.streams import complain
from rulespec.language.errors import visible
from rulespec.language.files import SUFFIX, TEXTS

A_GAME = "a working game for you to change"


def _run(arguments: Namespace) -> int:
    try:
        if arguments.game:
            return _game(arguments)
        if arguments.json and None in (arguments.on, arguments.like, arguments.name):
            raise UsageError("--json needs NAME, --on and --like; write: palast new NAME --on RULES --like KIND --json")
        wanted = wish(arguments.on, arguments.like, arguments.name)
        return _layer(wanted, as_json=arguments.json)
    except (WrongAnswerError, NotWrittenError) as error:
        raise UsageError(str(error)) from error
    except EOFError:
        print("nothing was written")
        return 0


def _game(arguments: Namespace) -> int:
    if arguments.on is not None or arguments.like is not None:
        raise UsageError("--game starts a new game; leave out --on and --like")
    if arguments.name is None:
        raise UsageError("--game needs a name; write: palast new NAME --game")
    made = whole_game(new_name(arguments.name))
    files = _files(made.name, made.text, made.texts)
    if arguments.json:
        printed(Begun(files, A_GAME))
        return 0
    _write(files)
    spec = f"{made.name}{SUFFIX}"
    print(f"{_listed(files)}: {A_GAME}.")
    _next(f"palast play {spec}", f"palast test {spec}", f"palast check {spec}")
    return 0


def _layer(wanted: Wish, *, as_json: bool) -> int:
    layers = wanted.rules.composed.titled
    nearby = all(same_name(layer.name, layer.path) for layer in layers)
    made = draft(wanted.rules, wanted.kind, wanted.name, on=None if nearby else "")
    if isinstance(made, Refused):
        if as_json:
            printed(Undrafted(made.reason, made.remedy))
        else:
            complain(f"palast: {visible(str(made))}")
        return 1
    files = _files(made.name, made.text, made.texts)
    if as_json:
        printed(Begun(files, made.about, [*made.changed], [*made.removed]))
        return 0
    _write(files)
    _tell(made, wanted.on, files)
    return 0


def _tell(made: Draft, on: str, files: Mapping[str, str]) -> None:
    print(visible(f"{_listed(files)}: {made.about[:1].lower()}{made.about[1:]}"))
    if made.changed:
        print(visible(f"Scenarios that it declares changed: {', '.join(made.changed)}."))
    if made.removed:
        print(visible(f"Laws that it removes: {', '.join(made.removed)}."))
    file = f"{made.name}{SUFFIX}"
    spec = f"{on}+{file}"
    _next(f"palast play {spec}", f"palast test {spec}", f"palast check {spec}")


def _next(play: str, test: str, check: str) -> None:
    print("Edit the file as its comments suggest, then:")
    width = max(map(len, (play, test, check)))
    for command, what in ((play, "play it"), (test, "run its scenarios and laws"), (check, "look for mistakes")):
        print(visible(f"  {command:<{width}}  {what}"))


def _files(name: str, text: str, texts: Mapping[str, str]) -> dict[str, str]:
    return {f"{name}{SUFFIX}": text} | {f"{name}.{language}{TEXTS}": each for language, each in texts.items()}


def _write(files: Mapping[str, str]) -> None:
    write_new({Path(name): text for name, text in files.items()})


def _listed(files: Mapping[str, str]) -> str:
    *some, last = files
    return f"{', '.join(some)} and {last}"


COMMAND = Command(
    {
        "rule": (
            option("name", nargs="?", metavar="NAME", help="name of the new rule"),
            option("--on", metavar="RULES", help="the rules to change: a name or path, plus layers as in ksr+kanzler"),
            option(
                "--like",
                choices=KINDS,
                help=f"kind of change: {'; '.join(f'{kind} ({about})' for kind, about in KINDS_SAID.items())}",
            ),
        ),
        "game": (flag("--game", "start a whole small game instead"),),
        "output": (flag("--json", "print the files as JSON instead of writing them"),),
    },
    _run,
)
