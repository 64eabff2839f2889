"""The questions of rules in one language: of all layers those that fit the blocks as they stand, filled in."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from attrs import field, frozen

from rulespec.api import View
from rulespec.compose import Composed, Layer
from rulespec.errors import Problem, problem
from rulespec.events.event import Answered, Shown
from rulespec.language.suggest import did_you_mean
from rulespec.pending import Decision, Option
from rulespec.rulebook import RuleBook
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.limits import PROBLEMS
from rulespec.tree.source import Span, UnreadableError, read
from rulespec.wording.askers import Asked, asked_in
from rulespec.wording.texts import LANGUAGES, SUFFIX, ByNumber, Parts, QuestionText, parsed, renamed

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
        return None if text is None else self._filled(text.parts, self._known(view))

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

    def _known(self, view: View) -> dict[str, tuple[str, ...]]:
        """What somebody knows of the choices of this turn by their names, and who has it."""
        known, own = dict[str, tuple[str, ...]](), dict[str, tuple[str, ...]]()
        for event in view.log:
            match event:
                case Answered(player=player, option=Option(names=names) as option) if names:
                    texts = tuple(option.text.split(", "))
                    found = dict(zip(names, [(each,) for each in texts] if len(names) > 1 else [texts], strict=False))
                    known |= found
                    own |= found if player == view.asked else {}
                case Shown(statement=int(origin), cards=cards, hidden=0):
                    name = self._shows.get(view.game.plan.origins[origin].span)
                    known |= {} if name is None else {name: tuple(card.name for card in cards)}
                case _ if event.kind == "turn":
                    known, own = {}, {}
        return {ACTIVE: (view.game.seat_name(view.active),)} | known | own


def wording(rules: RuleBook, language: str) -> Wording:
    """The questions that are written for rules in a language; what is wrong in their files is left out."""
    return _wording(rules, tuple(layer.path for layer in rules.composed.layers), language)


def wrong_texts(rules: RuleBook) -> list[Problem]:
    """What is wrong with the files of texts beside the files of rules."""
    problems = list[Problem]()
    for language in LANGUAGES:
        for _, _, wrong in _read(rules.composed, language):
            problems += wrong
        for text in _in_force(rules.composed, language):
            if len(problems) > PROBLEMS.most:
                break
            problems += _checked(rules, text)
    return problems[: PROBLEMS.most]


@lru_cache(maxsize=64)
def _wording(rules: RuleBook, paths: tuple[str, ...], language: str) -> Wording:
    questions = {}
    for text in _in_force(rules.composed, language):
        if not any(True for _ in _checked(rules, text)):
            questions[text.key, text.names] = text
    shows = {each.span: each.cards.name for each in rules.resolved.anywhere(s.Show) if isinstance(each.cards, e.Chosen)}
    return Wording(language, questions, shows)


# ---- which texts are there


def _read(composed: Composed, language: str) -> Iterator[tuple[Layer, list[QuestionText], list[Problem]]]:
    """The texts beside the file of each layer, and what is wrong with them."""
    for layer in composed.layers:
        path = Path(layer.path)
        beside = path.with_name(f"{path.stem}.{language}{SUFFIX}")
        if not (path.is_file() and beside.is_file()):
            continue
        try:
            yield layer, *parsed(read(beside), language)
        except UnreadableError as error:
            yield layer, [], [Problem("E061", str(beside), 0, 0, error.reason, None, error.remedy)]


def _in_force(composed: Composed, language: str) -> Iterator[QuestionText]:
    """The texts of blocks that no layer above has written anew or taken away, by the names that these go by now."""
    order = [layer.path for layer in composed.layers]
    for layer, texts, _ in _read(composed, language):
        above = order[order.index(layer.path) + 1 :]
        names = {old: new for old, (new, item) in composed.renamed.items() if item.span.source.path in above}
        for text in (renamed(each, names) for each in texts):
            entry = composed.entries.get(text.key)
            changes = () if entry is None else entry.changes
            if any(change.what in _WRITTEN and change.span.source.path in above for change in changes):
                continue
            if entry is None and above and any(_removes(each, text.key) for each in composed.layers):
                continue
            yield text


def _removes(layer: Layer, key: str) -> bool:
    return any(isinstance(item, d.Remove) and item.reference.key == key for item in layer.tree.items)


# ---- what is wrong with one


def _checked(rules: RuleBook, text: QuestionText) -> Iterator[Problem]:
    """What a text says wrongly of the block that it is about."""
    block = rules.resolved.blocks.get(text.key)
    if not isinstance(block, d.Block):
        known = [key for key, each in rules.resolved.blocks.items() if isinstance(each, d.Block)]
        yield problem(
            "E062",
            text.span,
            f"there is no block '{text.key}' in which somebody is asked",
            did_you_mean(text.key, known),
        )
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
