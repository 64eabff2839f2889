"""Mistakes in the texts beside rule files."""

import re
from collections.abc import Iterable, Iterator

from rulespec.language.errors import Problem, problem
from rulespec.language.files import LANGUAGES
from rulespec.language.suggest import did_you_mean, nearest
from rulespec.language.tree import declarations as d
from rulespec.language.tree.limits import PROBLEMS
from rulespec.language.tree.source import Span
from rulespec.rules.compose import Composed, Layer
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.rulebook import RuleBook
from rulespec.rules.texts.choices import Asked
from rulespec.rules.texts.constants import PLAYERS, fixed_numbers
from rulespec.rules.texts.current import (
    choice_for,
    choices_of,
    is_deed,
    labels_of,
    labels_of_versions,
    renames_above,
    standing,
)
from rulespec.rules.texts.grammar.forms import Forms, WrongFormsError, forms, of_verb
from rulespec.rules.texts.grammar.languages import GRAMMARS
from rulespec.rules.texts.hosts import elsewhere, names_of, words_of
from rulespec.rules.texts.parser import (
    GAME,
    LOOKS,
    NAMES,
    NUMBER,
    BlockText,
    ByHearer,
    Filled,
    NameLine,
    Parts,
    counted,
    fillings,
    for_hearers,
    language_of,
    parsed,
    renamed,
    settled,
)
from rulespec.rules.texts.references import ACTIVE, IT, Before, spoken_of, words_for_players

_UNKNOWN = re.compile(r"unknown \w+ '(?:[^']* )?([^' ]+)'")
_LOOK = re.compile(r"#[0-9A-Fa-f]{6}|(?:#[0-9A-Fa-f]{6} )?[^\s#]{1,4}")


_DEEDS = {
    "en": "write: bids {n}   or, if forms do not follow: bids {n}; bid {n}; bid {n}",
    "de": "write: reizt {n}   or, if forms do not follow: nimmt {n}; nehmen {n}; nimmst {n}",
}


def wrong_texts(rules: RuleBook) -> list[Problem]:
    """The mistakes in the files of texts beside the rule files."""
    problems = list[Problem]()
    if not any(each.texts for each in rules.composed.layers):
        return problems
    stand = {language: standing(rules.resolved, language).texts for language in LANGUAGES}
    for layer in rules.composed.layers:
        names = renames_above(rules.composed, layer)
        for source in layer.texts:
            language = language_of(source)
            texts, wrong = parsed(source)
            problems += wrong
            checking = _Checking(rules.resolved, language, layer)
            for text in (settled(renamed(each, names), rules.composed.options.values) for each in texts.texts):
                if len(problems) < PROBLEMS.most and stand[language].get((text.key, text.label)) == text:
                    problems += checking.text(text)
            whole = not _takes_away(rules.composed, layer)
            for line in texts.names:
                if line.name not in names:
                    problems += checking.name(line, whole=whole)
            if whole:
                for line in texts.looks:
                    problems += checking.look(line, names.get(line.name, line.name))
    return list(_each_name_once(problems))[: PROBLEMS.most]


def _each_name_once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """The problems without those of a name that another file or line has as well."""
    seen = set[str]()
    for each in problems:
        unknown = _UNKNOWN.match(each.message)
        what = unknown[1] if unknown else str(each)
        if what not in seen:
            seen.add(what)
            yield each


def _takes_away(composed: Composed, layer: Layer) -> bool:
    """True if layers above one remove or replace blocks."""
    above = composed.layers[composed.layers.index(layer) + 1 :]
    return any(isinstance(item, d.Remove | d.Replace) for each in above for item in each.tree.items)


def declared_forms(rules: Rules, line: NameLine, language: str) -> Forms | None:
    """The forms that a line declares; None if they cannot be read."""
    try:
        return forms(line.said, language, predicate=line.name in rules.names.calls)
    except WrongFormsError:
        return None


class _Checking:
    """Looks at texts in a language, whose blocks stand as they did when they were written."""

    def __init__(self, rules: Rules, language: str, layer: Layer) -> None:
        self._rules = rules
        self._layer = layer
        self._language = language
        self._words = words_of(rules.composed)
        self._named = names_of(rules.composed)
        self._lists = {each.name for kind in (d.WordList, d.NumberList) for each in rules.of(kind)}

    def name(self, line: NameLine, *, whole: bool) -> Iterator[Problem]:
        """The mistakes in the forms of a name, which exists if the rules of its file are still `whole`."""
        if line.name not in self._named:
            if not whole or any(line.name in names_of(each) for each in elsewhere(self._layer)):
                return
            what = f"unknown name '{line.name}'"
            yield problem("E062", line.span, what, did_you_mean(line.name, self._named))
            return
        try:
            forms(line.said, self._language, predicate=line.name in self._rules.names.calls)
        except WrongFormsError as error:
            yield problem("E061", line.span, error.what, error.remedy)

    def look(self, line: NameLine, name: str) -> Iterator[Problem]:
        """The mistakes in the look of a word."""
        if name not in self._words and any(line.name in words_of(each) for each in elsewhere(self._layer)):
            return
        if name not in self._words:
            what = f"unknown word '{line.name}'"
            yield problem("E062", line.span, what, did_you_mean(line.name, self._words))
        elif not _LOOK.fullmatch(line.said):
            remedy = "write: #c8102e   or #c8102e ♥   or ♥"
            yield problem("E061", line.span, "expected a colour, a symbol or both", remedy)

    def text(self, text: BlockText) -> Iterable[Problem]:
        """The mistakes in a text about its block; none if the same block was checked before."""
        rules = self._rules
        blocks = rules.blocks.get(text.key), rules.blocks.get("turn")
        circumstances = self._language, blocks, rules.names.told, rules.names.said_of_values
        if text.findings.get(_Checking.text, circumstances):
            return ()
        found = tuple(self._text(text))
        if not found and (blocks[0] is not None or text.key == GAME):
            text.findings.keep(_Checking.text, circumstances, True)
        return found

    def _text(self, text: BlockText) -> Iterator[Problem]:
        block = self._rules.blocks.get(text.key)
        if block is None and (
            text.key in self._rules.composed.options.versions
            or any(text.key in each.entries for each in elsewhere(self._layer))
        ):
            return
        if block is None and text.key != GAME:
            known = [GAME, NAMES, LOOKS, *self._rules.blocks]
            yield problem("E062", text.head, f"unknown block '{text.key}'", did_you_mean(text.key, known))
            return
        asked, labels = self._asked(text.key), labels_of(self._rules, text.key)
        if text.label not in labels and text.label in labels_of_versions(self._rules, text.key):
            return
        if text.label not in labels:
            what = f"'{text.key}' has no choice '{text.label}'" if asked else f"'{text.key}' has no '{text.label}'"
            near = [each.names for each in asked] or sorted(label for label in labels if label)
            yield problem("E062", text.span, what, did_you_mean(text.label, near) if near else "write it without label")
            return
        choice = choice_for(self._rules, text.key, text.label)
        if is_deed(text.label):
            yield from self._deed(text)
        before = spoken_of(self._rules, text.key, text.label)
        for part in fillings(text.parts):
            yield from self._place(text, part, before, choice)
        for part in counted(text.parts):
            if part.of is None and not (
                _is_of("number", part.name, before) if part.name in before else part.name not in (ACTIVE, IT)
            ):
                what = f"'{part.name}' is not a number"
                yield problem("E062", _filled_in(text.span, part.name), what, "use a chosen number or a value")
        for each in for_hearers(text.parts):
            yield from self._hearer(text, each, before, choice)

    def _deed(self, text: BlockText) -> Iterator[Problem]:
        """The mistakes in a text on an answer, apart from its names."""
        if isinstance(text.parts[0], Filled):
            what, remedy = "the text of an answer must start with its verb", _DEEDS[self._language]
            yield problem("E061", text.span, what, remedy)
        try:
            of_verb(_outline(text.parts), self._language)
        except WrongFormsError as error:
            yield problem("E061", text.span, error.what, _DEEDS[self._language])

    def _hearer(self, text: BlockText, part: ByHearer, before: Before, choice: Asked | None) -> Iterator[Problem]:
        """The mistakes in a text with a version for one player, and another for everybody else."""
        you, name = GRAMMARS[self._language].YOU, part.who.name
        if part.you != you:
            what = f"expected a number or '{you}'"
            yield problem(
                "E061", _filled_in(text.span, part.who.mentioned), what, f"write {{{name} = {you}: ... | ...}}"
            )
        elif text.label.startswith("no ") and not is_deed(text.label):
            what = "this text is spoken by the player and has no 'you'"
            yield problem("E062", _filled_in(text.span, name), what, "write one text for all players")
        elif part.who.of is not None or not (
            _is_of("player", name, before) if name in before else self._may_have_turn(text, name, choice)
        ):
            what, remedy = f"'{name}' is not a player", f"write {ACTIVE}, or the name of a chosen player"
            yield problem("E062", _filled_in(text.span, part.who.mentioned), what, remedy)

    def _may_have_turn(self, text: BlockText, name: str, choice: Asked | None) -> bool:
        """True if a name that no choice binds means the active player, or nothing."""
        return name == ACTIVE or not self._always_known(text, name, choice)

    def _always_known(self, text: BlockText, name: str, choice: Asked | None) -> bool:
        if name in (ACTIVE, IT):
            return name in words_for_players(text.label, of_choice=choice is not None)
        return name in self._words or fixed_numbers(self._rules, name) is not None

    def _asked(self, key: str) -> tuple[Asked, ...]:
        """The choices in a block."""
        return choices_of(self._rules.blocks.get(key))

    def _place(self, text: BlockText, part: Filled, before: Before, choice: Asked | None) -> Iterator[Problem]:
        """The mistakes in a placeholder."""
        lists = self._lists
        articles = GRAMMARS[self._language].ARTICLES
        if fixed_numbers(self._rules, part.article) is not None:
            if part.name not in self._named:
                yield problem(
                    "E062",
                    _filled_in(text.span, part.name),
                    f"unknown name '{part.name}'",
                    did_you_mean(part.name, self._named),
                )
            return
        if part.article and part.article not in articles:
            what = f"'{part.article}' is not an article"
            yield problem("E062", _filled_in(text.span, part.article), what, f"write one of {', '.join(articles)}")
        if part.name == NUMBER and part.of is not None:
            if part.of not in lists and part.of != PLAYERS:
                what = f"unknown word list '{part.of}'"
                yield problem("E062", _filled_in(text.span, part.of), what, did_you_mean(part.of, {*lists, PLAYERS}))
            return
        if part.of is not None and part.name not in lists:
            yield problem(
                "E062",
                _filled_in(text.span, part.name),
                f"no card shows a '{part.name}'",
                did_you_mean(part.name, lists),
            )
            return
        name = part.mentioned
        if self._always_known(text, name, choice):
            return
        if name not in before:
            fixed = {each for each in self._rules.names.values if fixed_numbers(self._rules, each)}
            known = {*before, ACTIVE} if choice else fixed
            near = nearest(name, {*known, *fixed, *self._words})
            remedy = did_you_mean(name, known if near is None else [near])
            yield problem("E062", _filled_in(text.span, name), f"unknown name '{name}'", remedy)
        elif choice is not None and not all(choice.knows(each, name, self._rules) for each in before[name]):
            what = f"the player answering this question may not know '{name}'"
            yield problem("E063", _filled_in(text.span, name), what, "remove it, or show it to the player first")


def _outline(parts: Parts) -> str:
    """The words that a text begins with or that are always in it, with a letter for each place."""
    return "".join(part if isinstance(part, str) else "x" for part in parts)


def _is_of(kind: str, name: str, before: Before) -> bool:
    """True if the thing chosen under a name is of a kind."""
    picks = (pick for each in before[name] for pick in each.choice.picks)
    return all(pick.kind.name == kind for pick in picks if name in pick.names)


def _filled_in(span: Span, word: str) -> Span:
    """The first place of a word in braces; all of a stretch if there is none."""
    found = re.search(rf"\{{[^{{}}|:]*?(?<![\w-])({re.escape(word)})(?![\w-])", span.text)
    return Span(span.source, span.start + found.start(1), span.start + found.end(1)) if found else span
