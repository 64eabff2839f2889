"""What a draft says to people, in the language of a wording."""

from pathlib import Path

from rulespec import Ruleset
from rulespec.language.tree import declarations as d
from rulespec.rules.texts.grammar.forms import Modifier, Noun
from rulespec.rules.texts.grammar.template import Template, phrases
from rulespec.wording import wording
from rulespec.wording.questions import questions

FOLDER = Path(__file__).parent
WIDTH = 120
_BRACES = str.maketrans("{}|", "()/")  # which mean something in a text


def say(language: str, key: str, **parts: str) -> str:
    """A phrase of drafts."""
    return Template(phrases(language, FOLDER)[key]).clause(parts)


def sentences(rules: Ruleset, language: str, key: str) -> list[str]:
    """What a block says, as it is worked out, sentence by sentence."""
    words = wording(rules, language)
    found = words.sentences.sentences(rules.resolved.blocks[key])
    return [str(each).translate(_BRACES) for each in found]


def lines_of(rules: Ruleset, language: str, key: str) -> list[str]:
    """The generated sentences and questions of a block, as lines of a file of texts."""
    block = rules.resolved.blocks[key]
    asked = questions(wording(rules, language), block) if isinstance(block, d.Block) else {}
    said = (f"{label}: {question}".translate(_BRACES) for label, question in asked.items())
    return [" ".join(sentences(rules, language, key)), *said]


def word_forms(rules: Ruleset, language: str, word: str, like: str) -> str | None:
    """Forms of a new word, of the sort that those of another one are; None if that has none."""
    names = wording(rules, language).names
    if isinstance(names.noun(like), Noun):
        return f"der {word}; die {word}" if language == "de" else f"{word}; {word}s"
    return f"{word}-" if isinstance(names.modifier(like), Modifier) else None


def text_of(
    language: str, name: str, title: str, changes: str, forms: dict[str, str], blocks: dict[str, list[str]]
) -> str:
    """A file of texts for a layer, with lines for its `blocks` to be edited."""
    other = "de" if language == "en" else "en"
    lines = [f"texts {language}", say(language, "other", file=f"{name}.{other}.texts"), "", "game"]
    lines += [f"    title: {title}", *_wrapped(f"    changes: {changes}")]
    lines += ["", "names", *(f"    {word}: {said}" for word, said in forms.items())] if forms else []
    for key, said in blocks.items():
        lines += ["", key, *(row for each in said for row in _wrapped(f"    {each}"))]
    return "\n".join(lines) + "\n"


def _wrapped(line: str) -> list[str]:
    """A line of texts, going on in others where it is too long."""
    rows, row = list[str](), "   "
    for word in line.split():
        if len(row) + 1 + len(word) > WIDTH:
            rows.append(row)
            row = "       "
        row = f"{row} {word}"
    return [*rows, row]
