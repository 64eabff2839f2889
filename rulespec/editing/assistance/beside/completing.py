"""Completions in a file of texts: keys of blocks, labels, names that have forms or looks, and what braces can name."""

import re
from collections.abc import Iterator

from rulespec.editing.assistance.answer import Completion, Kind
from rulespec.editing.assistance.beside.file import TextsBlock, TextsFile, texts_file
from rulespec.editing.assistance.hovering import in_words
from rulespec.editing.assistance.shelf import Shelf
from rulespec.language.tree import declarations as d
from rulespec.rules.compose.hashing import is_played
from rulespec.rules.texts.choices import Asked
from rulespec.rules.texts.constants import PLAYERS, fixed_numbers
from rulespec.rules.texts.current import choices_of, labels_of, of_choice
from rulespec.rules.texts.grammar.languages import GRAMMARS
from rulespec.rules.texts.hosts import names_of, words_of
from rulespec.rules.texts.parser import GAME, LABEL, LOOKS, NAMES, NUMBER, parsed
from rulespec.rules.texts.references import spoken_of, words_for_players

_LABEL = re.compile(rf"\s*({LABEL}): ")
_IN_BRACES = re.compile(r"\{(?P<said>[^{}|:]*)\Z")
_IN_WORD = re.compile(r"[\w-]")
_REST = re.compile(r"[\w-]*")
_ABOUT = {GAME: "a description of the game", NAMES: "names for players to read", LOOKS: "colours of words"}

_BRACES = str.maketrans("{}|", "()/")  # signs with a meaning in texts

Offer = tuple[str, Kind, str]  # a text, its kind, and a line about it


def completions_in_texts(shelf: Shelf, path: str, offset: int) -> tuple[Completion, ...]:
    """What can be written at an offset of a file of texts and begins with what is typed there, the likeliest first."""
    there = texts_file(shelf, path)
    if there is None:
        return ()
    file, places = there
    at = places.there(offset)
    start, offers = _offered(file, at)
    typed = file.source.text[start:at]
    rest = _REST.match(file.source.text, at)
    end = rest.end() if rest is not None and typed else at
    fitting = dict.fromkeys(each for each in offers if each[0].casefold().startswith(typed.casefold()))
    return tuple(Completion(places.back(start), places.back(end), text, kind, about) for text, kind, about in fitting)


def _offered(file: TextsFile, at: int) -> tuple[int, Iterator[Offer]]:
    """Where what is typed begins, and what can stand there."""
    text = file.source.text
    first = text.rfind("\n", 0, at) + 1
    before = text[first:at]
    word = at
    while word > first and _IN_WORD.match(text[word - 1]):
        word -= 1
    block = next((each for each in reversed(file.blocks) if each.head.end < first), None)
    if before.lstrip().startswith("#"):
        return at, iter(())
    if not before[:1].isspace():
        return first, _keys(file, first)
    if block is None:
        return at, iter(())
    line = next((each for each in block.lines if each.start <= at <= each.end), None)
    begun = text[line.start if line is not None and line.start < first else first : at]
    braces = _IN_BRACES.search(begun)
    if braces is not None:
        label = _LABEL.match(begun)
        return word, _in_braces(file, block.key, label[1] if label else "", braces["said"])
    if begun is before or line is None or line.start >= first:
        depth = len(before) - len(before.lstrip())
        if ":" not in before and "{" not in before and (block.depth is None or depth <= block.depth):
            return first + depth, _labels(file, block)
    return at, iter(())


def _keys(file: TextsFile, at: int) -> Iterator[Offer]:
    """The keys of blocks, those that the file has not yet, and of which its rules say something new, first."""
    if file.header is None or file.header.start >= at:
        yield f"texts {file.language}", "keyword", ""
        return
    composed, rules = file.known.composed, file.rules
    known = {block.key for block in file.blocks if block.head.start != at}
    for key, about in _ABOUT.items():
        if key not in known:
            yield key, "keyword", about
    if composed is None or rules is None:
        return
    own = composed.changed_on_top
    keys = [key for key, block in rules.blocks.items() if is_played(block) or isinstance(block, d.Ruling)]
    for key in sorted(keys, key=lambda key: (key in known, isinstance(rules.blocks[key], d.Ruling), key not in own)):
        kind, name = file.kind_of_key(key)
        yield key, kind, file.known.about(name, kind) if name else ""


def _labels(file: TextsFile, block: TextsBlock) -> Iterator[Offer]:
    """What can be said in a block, and is not yet."""
    texts, composed = parsed(file.source)[0], file.known.composed
    if composed is None or file.rules is None:
        return
    if block.key in (NAMES, LOOKS):
        lines, names = (texts.names, names_of(composed)) if block.key == NAMES else (texts.looks, words_of(composed))
        for name in sorted(names - {each.name for each in lines}):
            kind = file.kind_of_name(name, "")
            yield f"{name}: ", kind, file.known.about(name, kind)
        return
    taken = {each.label for each in texts.texts if each.key == block.key}
    if "" not in taken:
        sentences = in_words(file.stack, block.key, file.language)
        if sentences:
            yield " ".join(map(str.strip, sentences)).translate(_BRACES), "text", "the generated sentence, to edit"
    choices = choices_of(file.rules.blocks.get(block.key))
    asked = {label: _written(each) for each in choices for label in of_choice(each)}
    for label in dict.fromkeys((*asked, *sorted(labels_of(file.rules, block.key)))):
        if label and label not in taken:
            yield f"{label}: ", "choice" if label in asked else "keyword", asked.get(label, "")


def _in_braces(file: TextsFile, key: str, label: str, said: str) -> Iterator[Offer]:
    """What can be named in braces, behind what is said there already."""
    composed, rules, grammar = file.known.composed, file.rules, GRAMMARS[file.language]
    if composed is None or rules is None:
        return
    if "=" in said:
        yield f"{grammar.YOU}: ", "keyword", "the text's reader"
        return
    lists = [each.name for kind in (d.WordList, d.NumberList) for each in rules.of(kind)]
    if re.search(r"\bof [\w-]*\Z", said):
        names = [*lists, PLAYERS] if re.search(rf"\b{NUMBER} of [\w-]*\Z", said) else spoken_of(rules, key, label)
        for name in names:
            yield name, file.kind_of_name(name, key), ""
        return
    before = re.match(r"\s*([\w-]+) ", said)
    if before is not None and fixed_numbers(rules, before[1]) is not None:
        for name in sorted(names_of(composed)):
            yield name, file.kind_of_name(name, ""), "the noun counted"
        return
    for name, choices in spoken_of(rules, key, label).items():
        yield name, "choice", _written(choices[-1])
    asked = any(label in of_choice(each) for each in choices_of(rules.blocks.get(key)))
    for name in words_for_players(label, of_choice=asked):
        yield name, "keyword", "the player whose turn it is" if name != "it" else "the answer that is not legal"
    for name in rules.names.values:
        if fixed_numbers(rules, name) is not None:
            yield name, "value", file.known.about(name, "value")
    if " " not in said.lstrip():
        for article in grammar.ARTICLES:
            yield f"{article} ", "keyword", ""
        yield f"{NUMBER} of ", "keyword", "the number of words in a list"
    for name in sorted(words_of(composed)):
        yield name, "word", file.known.about(name, "word")
    for name in lists:
        yield f"{name} of ", "list", file.known.about(name, "list")


def _written(asked: Asked) -> str:
    """A choice as the rules write it."""
    return " ".join(asked.choice.span.text.split())
