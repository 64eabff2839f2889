"""Why an answer cannot be taken back, in the words of a language."""

from palast.prompt.called import Called
from palast.prompt.said import named, say
from rulespec import IllegalAction
from rulespec.records.undo import TooLate
from rulespec.rules.texts.grammar.template import Part


def too_late(called: Called, refused: IllegalAction, player: int) -> str:
    """Why what a player has answered stands; whom and what it is about is told as he knows it."""
    words = called.words
    if not isinstance(refused, TooLate):
        return str(refused)
    parts: dict[str, Part] = {}
    if refused.seat is not None:
        parts["player"] = called.seat(refused.seat)
    if refused.cause in ("seen", "shown"):
        parts["card"] = named(words, "a card") if refused.card is None else words.names.card(refused.card, "the")
    you = refused.cause == "seen" and refused.seat == player
    return say(words, f"too late.{refused.cause}{'.you' * you}", **parts)
