"""`palast completion`: what a shell has to know, so that TAB completes commands, options, rules and blocks."""

from argparse import ArgumentParser, Namespace

from palast.commands.command import Command, UsageError
from palast.reports.completion import Script
from palast.reports.form import add_json, printed

FILES = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/completions/palast.fish"}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=FILES, help="the shell")
    add_json(parser)


def _run(arguments: Namespace) -> int:
    try:
        from argcomplete.shell_integration import shellcode
    except ImportError:
        raise UsageError("this needs argcomplete; install it: pip install 'palast[completion]'") from None
    text = shellcode(["palast"], shell=arguments.shell)
    if arguments.shell == "zsh":  # its system of completion may not have been started
        text = f"autoload -U compinit && compinit\n{text.strip()}\n"
    if arguments.json:
        printed(Script(arguments.shell, FILES[arguments.shell], text))
    else:
        print(text.strip())
    return 0


COMMAND = Command(
    "completion",
    "print what lets a shell complete commands, options, rules and blocks",
    tuple(f"palast completion {shell} >> {file}" for shell, file in FILES.items()),
    _arguments,
    _run,
)
