"""The commands that can be typed instead of an answer, in English and in German, with their help."""

from collections.abc import Iterator

from palast.prompt.said import say
from rulespec.wording import Wording

ABOUT = ("why", "rule", "explain")  # commands with an argument
HELPED = ("help", "undo", "table", "log", "why", "explain", "sheet", "rule", "hint", "quit")
COMMANDS = {  # by their aliases
    word: words.split()[0]
    for words in (
        "help ? h? hilfe commands",
        "undo u back zurück takeback",
        "table t tisch look show",
        "log l history story verlauf",
        "why w warum",
        "rule r regel",
        "sheet s rules regeln",
        "hint h tipp tip",
        "explain e erkläre",
        "quit q exit leave bye ende",
    )
    for word in words.split()
}


def help_on_all(words: Wording) -> Iterator[str]:
    """How to answer, and each command with what it does, in two columns."""
    yield say(words, "help")
    rows = [say(words, f"help.{command}").split(" | ") for command in HELPED]
    wide = max(len(typed) for typed, _ in rows)
    for typed, does in rows:
        yield f"{typed:<{wide}}  {does}"
