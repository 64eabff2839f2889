"""`palast completion`: what a shell has to know, so that TAB completes commands, options, rules and blocks."""

from argparse import Namespace

from palast.commands.command import Command, UsageError
from palast.options import JSON, option
from palast.reports.completion import Script
from palast.reports.form import printed

FILES = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/completions/palast.fish"}


def _run(arguments: Namespace) -> int:
    try:
        from argcomplete.shell_integration import shellcode
    except ImportError:
        raise UsageError("completion needs argcomplete; run: pip install 'palast[completion]'") from None
    text = shellcode(["palast"], shell=arguments.shell)
    if arguments.shell == "zsh":  # its system of completion may not have been started
        text = f"autoload -U compinit && compinit\n{text.strip()}\n"
    if arguments.json:
        printed(Script(arguments.shell, FILES[arguments.shell], text))
    else:
        print(text.strip())
    return 0


COMMAND = Command(
    {"shell": (option("shell", choices=FILES, help="your shell"),), "output": (JSON,)},
    _run,
)
