"""The questions of rules in one language: of all layers those that fit the blocks as they stand, filled in."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from attrs import field, frozen

from rulespec.api import View
from rulespec.compose import Composed, Layer
from rulespec.errors import Problem, problem
from rulespec.language.suggest import did_you_mean
from rulespec.pending import Decision
from rulespec.rulebook import RuleBook
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.limits import PROBLEMS
from rulespec.tree.source import Source, Span
from rulespec.wording.answered import answered
from rulespec.wording.askers import Asked, asked_in
from rulespec.wording.texts import ByNumber, Parts, QuestionText, language_of, parsed, renamed

_WRITTEN = ("declared", "added", "replaced")
ACTIVE = "active"
_AND = {"en": "and", "de": "und"}


@frozen
class Wording:
    """The questions that are written for rules in a language, by block and by the names that an answer gets."""

    language: str
    _questions: Mapping[tuple[str, str], QuestionText] = field(repr=False)
    _shows: Mapping[Span, str] = field(repr=False)  # the names of chosen cards, by where they are shown

    def question(self, decision: Decision, view: View) -> str | None:
        """A written question to the player of a view, if there is one and he knows all that it speaks of."""
        text = self._questions.get((decision.block, " and ".join(decision.binds)))
        if text is None:
            return None
        known = answered(view, self._shows) | {ACTIVE: (view.game.seat_name(view.active),)} if text.mentioned else {}
        return self._filled(text.parts, known)

    def _filled(self, parts: Parts, known: Mapping[str, tuple[str, ...]]) -> str | None:
        said = ""
        for part in parts:
            match part:
                case str():
                    filled: str | None = part
                case ByNumber(name, number, one, other) if name in known:
                    filled = self._filled(one if known[name] == (str(number),) else other, known)
                case ByNumber():
                    filled = None
                case _:
                    filled = self._listed(known[part.name]) if part.name in known else None
            if filled is None:
                return None
            said += filled
        return said

    def _listed(self, texts: tuple[str, ...]) -> str:
        *some, last = texts or ("",)
        return f"{', '.join(some)} {_AND[self.language]} {last}" if some else last


def wording(rules: RuleBook, language: str) -> Wording:
    """The questions that are written for rules in a language."""
    return _wording(rules, tuple(layer.texts for layer in rules.composed.layers), language)


def wrong_texts(rules: RuleBook) -> list[Problem]:
    """What is wrong with the files of texts beside the files of rules."""
    problems = list[Problem]()
    for layer in rules.composed.layers:
        for source in layer.texts:
            texts, wrong = parsed(source)
            problems += wrong
            for text in _in_force(rules.composed, layer, texts):
                if len(problems) < PROBLEMS.most:
                    problems += _checked(rules, text)
    return problems[: PROBLEMS.most]


@lru_cache(maxsize=64)
def _wording(rules: RuleBook, texts: tuple[tuple[Source, ...], ...], language: str) -> Wording:
    questions = dict[tuple[str, str], QuestionText]()
    for layer, sources in zip(rules.composed.layers, texts, strict=True):
        for source in sources:
            if language_of(source) == language:
                found = _in_force(rules.composed, layer, parsed(source)[0])
                questions |= {(text.key, text.names): text for text in found}
    shows = {each.span: each.cards.name for each in rules.resolved.anywhere(s.Show) if isinstance(each.cards, e.Chosen)}
    return Wording(language, questions, shows)


# ---- which texts are there


def _in_force(composed: Composed, layer: Layer, texts: Iterable[QuestionText]) -> Iterator[QuestionText]:
    """The texts of blocks that no layer above has written anew or taken away, by the names that these go by now."""
    order = [each.path for each in composed.layers]
    above = order[order.index(layer.path) + 1 :]
    names = {old: new for old, (new, item) in composed.renamed.items() if item.span.source.path in above}
    for text in (renamed(each, names) for each in texts):
        entry = composed.entries.get(text.key)
        changes = () if entry is None else entry.changes
        anew = any(change.what in _WRITTEN and change.span.source.path in above for change in changes)
        gone = entry is None and any(each.path in above and _removes(each, text.key) for each in composed.layers)
        if not anew and not gone:
            yield text


def _removes(layer: Layer, key: str) -> bool:
    return any(isinstance(item, d.Remove) and item.reference.key == key for item in layer.tree.items)


# ---- what is wrong with one


def _checked(rules: RuleBook, text: QuestionText) -> Iterator[Problem]:
    """What a text says wrongly of the block that it is about."""
    block = rules.resolved.blocks.get(text.key)
    if not isinstance(block, d.Block):
        known = [key for key, each in rules.resolved.blocks.items() if isinstance(each, d.Block)]
        what = f"there is no block '{text.key}' in which somebody is asked"
        yield problem("E062", text.span, what, did_you_mean(text.key, known))
        return
    choices = asked_in(block)
    choice = next((each for each in choices if each.names == text.names), None)
    if choice is None:
        names = [each.names for each in choices]
        what = f"'{text.key}' asks for no '{text.names}'"
        yield problem("E062", text.span, what, did_you_mean(text.names, names) if names else "nobody is asked there")
        return
    turn = rules.resolved.blocks.get("turn")
    earlier = choices[: choices.index(choice)]
    before = _named([*(asked_in(turn) if isinstance(turn, d.Block) and text.key != "turn" else []), *earlier])
    for name in sorted(text.mentioned - {ACTIVE}):
        if name not in before:
            what, remedy = f"nothing is called '{name}' here", did_you_mean(name, {*before, ACTIVE})
            yield problem("E062", text.span.word(name), what, remedy)
        elif not choice.knows(before[name], name, rules.resolved):
            what = f"whoever is asked here need not know '{name}'"
            yield problem("E063", text.span.word(name), what, "leave it out, or show it to him before")


def _named(choices: list[Asked]) -> dict[str, Asked]:
    return {name: each for each in choices for name in each.names.split(" and ")}
