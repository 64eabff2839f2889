"""Hovers in a file of texts: the block that a key or a name means."""

from rulespec.editing.assistance.answer import Hover, Kind
from rulespec.editing.assistance.beside.file import texts_file
from rulespec.editing.assistance.hovering import hover_of
from rulespec.editing.assistance.shelf import Shelf
from rulespec.editing.assistance.tracing import mention_at


def hover_in_texts(shelf: Shelf, path: str, offset: int) -> Hover | None:
    """The hover at an offset of a file of texts; None if nothing stands there that the rules have a block for."""
    there = texts_file(shelf, path)
    if there is None:
        return None
    file, places = there
    known, at = file.known, places.there(offset)
    if known.composed is None:
        return None
    block = next((each for each in file.blocks if each.head.start <= at <= each.head.end), None)
    if block is not None:
        start, end, name, key = block.head.start, block.head.end, block.key, block.key
        kind = file.kind_of_key(block.key)[0]
        found = key if key in known.composed.entries else None
    else:
        mention = mention_at(shelf, path, offset)
        if mention is None:
            return None
        start, end, name = mention.start, mention.end, mention.name
        kinds: list[Kind] = [kind for kind, names in known.by_kind.items() if name in names]
        kind = known.declared.get(name, kinds[0] if kinds else "name")
        found = known.key_of(name, kind)
    return None if found is None else hover_of(places.back(start), places.back(end), name, kind, found, known)
