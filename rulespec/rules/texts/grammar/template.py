"""The phrases of a language: for each construct of the rules a template, from a file such as `en.phrases`.

    Smaller: the smaller of {one} and {other}
    OwnerOf: [der||Besitzer] von {of:dative}
    Empty: {subject} <is/are/are> <|not >empty

`{part}` is a part, in a case where one is said; in German `of` is the genitive, or `von` with a name.
`[article|adjectives|noun]` is a German noun of the language, which is declined; behind a `/` stands what it is in all
cases but the first, where that is not the same; `*` behind an article makes it a plural. `<one/several/you>` goes with
the subject, `<yes|no>` with whether something is so or not. A template that begins with `*` names several things.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from attrs import define

from rulespec.language.files import phrases_of
from rulespec.rules.texts.grammar import german
from rulespec.rules.texts.grammar.forms import Modifier, Noun
from rulespec.rules.texts.grammar.phrase import ONE, SEVERAL, Agreement, Case, Gender, Phrase

Part = Phrase | str

_BLANKS = re.compile(r"  ++")
_PLACE = re.compile(r"\{(?P<part>\w++)(?::(?P<case>\w++))?\}")
_HEAD = re.compile(r"\[(?P<article>\w++)(?P<many>\*)?\|(?P<adjectives>[^|\[\]]*+)\|(?P<noun>[^\[\]]++)\]")
_CHOICE = re.compile(r"<(?P<said>[^<>]*+)>")
_ARTICLES: Mapping[str, tuple[str, Gender]] = {
    "der": ("the", "m"),
    "die": ("the", "f"),
    "das": ("the", "n"),
    "ein": ("a", "m"),
    "eine": ("a", "f"),
    "eines": ("a", "n"),
    "alle": ("all", "m"),
}
_CASES: tuple[Case, ...] = ("nominative", "accusative", "dative")
_GENITIVE: Case = "of"


@cache
def phrases(language: str, folder: Path = Path(__file__).parent) -> Mapping[str, str]:
    """The templates of a language, by construct."""
    return phrases_of(folder / f"{language}.phrases")


@define
class Template:
    """A template to be filled."""

    said: str

    def phrase(self, parts: Mapping[str, Part]) -> Phrase:
        """The filled template as a noun phrase in each case."""
        said = self.said.removeprefix("*")
        head = _HEAD.search(said)
        agrees: Agreement = SEVERAL if said != self.said or (head is not None and head["many"]) else ONE
        gender: Gender = "n" if head is None else _ARTICLES[head["article"]][1]
        declined = head is None  # the parts are, where no noun of the template is
        cases = [self._filled(said, parts, case, case if declined else "nominative") for case in _CASES]
        genitive = ""
        if head is not None or self._have_genitives(said, parts):
            genitive = self._filled(said, parts, _GENITIVE, _GENITIVE if declined else "nominative")
        return Phrase(cases[0], cases[1], cases[2], agrees, gender, genitive)

    @staticmethod
    def _have_genitives(said: str, parts: Mapping[str, Part]) -> bool:
        """True if every part that needs a genitive has one."""
        declined = [parts[found["part"]] for found in _PLACE.finditer(said) if found["case"] is None]
        named = [each for each in declined if isinstance(each, Phrase)]
        return bool(named) and all(each.genitive for each in named)

    def clause(self, parts: Mapping[str, Part], *, agrees: Agreement | None = None, holds: bool = True) -> str:
        """The filled template as a clause; its verb agrees with the part `subject` by default."""
        subject = parts.get("subject")
        agreement: Agreement = agrees if agrees is not None else subject.agrees if isinstance(subject, Phrase) else ONE
        said = _CHOICE.sub(lambda found: _chosen(found["said"], agreement, holds=holds), self.said)
        return self._filled(said, parts, "nominative", "nominative")

    def _filled(self, said: str, parts: Mapping[str, Part], case: Case, of_parts: Case) -> str:
        said = _HEAD.sub(lambda found: _head(found, case), said)
        filled = _PLACE.sub(lambda found: _part(parts[found["part"]], cast(Case, found["case"] or of_parts)), said)
        return _BLANKS.sub(" ", filled).strip()


def _part(part: Part, case: Case) -> str:
    return part if isinstance(part, str) else part.in_case(case)


def _head(found: re.Match[str], case: Case) -> str:
    article, gender = _ARTICLES[found["article"]]
    modifiers = [Modifier(each, "declined") for each in found["adjectives"].split()]
    word, _, weak = found["noun"].partition("/")
    noun = Noun((word, weak or word, weak or word), word, gender)
    return german.phrase(noun, article, modifiers, plural=bool(found["many"])).in_case(case)


def _chosen(said: str, agreement: Agreement, *, holds: bool) -> str:
    if "|" in said:
        yes, no = said.split("|")
        return yes if holds else no
    return said.split("/")[agreement]
