"""The blocks of a file of texts as an outline."""

from rulespec.editing.assistance.beside.file import texts_file
from rulespec.editing.assistance.outline import Headline
from rulespec.editing.assistance.shelf import Shelf


def outline_of_texts(shelf: Shelf, path: str) -> tuple[Headline, ...]:
    """The blocks of a file of texts, in order."""
    there = texts_file(shelf, path)
    if there is None:
        return ()
    file, places = there
    found = []
    for block in file.blocks:
        kind, name = file.kind_of_key(block.key)
        start, head_end = block.head.start, block.head.start + len(block.head.text.rstrip())
        ends = (places.back(each) for each in (start, block.end, head_end - len(name) if name else start, head_end))
        first, last, name_start, name_end = ends
        found.append(Headline(first, last, block.key, kind, name or block.key, name_start, name_end))
    return tuple(found)
