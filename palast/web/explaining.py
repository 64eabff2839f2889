"""What a block or a card says, in words and as it stands in the rules."""

from palast.lookup import about, in_one, in_words
from palast.web import protocol as p
from palast.web.table import Things


def explained(things: Things, words: str) -> p.Explained:
    """A block with its rulings, or what a card does; several are separated by commas."""
    lines = about(things.game, words, things.language)
    keys = [name for name in words.split(", ") if name in things.game.rules.composed.entries]
    if keys:
        return p.Explained([said for key in keys if (said := in_one(things.called, key))], lines)
    return p.Explained([said for said in in_words(things.called, words) if said not in "\n".join(lines)], lines)
