"""From a kind of change to a draft that works: ideas are tried on the rules until one does."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain, islice

from attrs import evolve, frozen

from palast.drafts import actions, cards, ends, numbers, persons
from palast.drafts.ideas import Idea, Names
from palast.drafts.laws import of_any_game
from palast.drafts.laying import Course, broken_laws, broken_scenarios, course, laid, laid_with_texts
from palast.drafts.report import KINDS, Draft, Kind, Refused
from palast.drafts.said import lines_of, text_of, word_forms
from palast.drafts.writing import Written, titled, written
from rulespec import Ruleset
from rulespec.experiments.scenarios import laid_in
from rulespec.language.errors import RulesError
from rulespec.language.files import LANGUAGES
from rulespec.language.printer import lines
from rulespec.language.tree import declarations as d

IDEAS = 16  # that are tried
WORKING = 4  # of which the one that takes away the fewest laws is taken
SHOWN = 4  # scenarios that are tried for each

_IDEAS: Mapping[Kind, Callable[[Ruleset, Names], Iterator[Idea] | Refused]] = {
    "cards": cards.ideas, "person": persons.ideas, "action": actions.ideas, "end": ends.ideas, "numbers": numbers.ideas,
}  # fmt: skip
_NOT_FOUND: Mapping[Kind, str] = {
    "cards": "with more or fewer cards its games do not end, or other rules do not fit",
    "person": "no list of words can grow without further changes",
    "action": "no small effect fits its actions and turns",
    "end": "random games show no other way to end",
    "numbers": "no other number fits",
}


def draft(
    rules: Ruleset,
    kind: Kind,
    name: str,
    *,
    word: str | None = None,
    on: str | None = None,
    apart: Collection[str] = (),
) -> Draft | Refused:
    """A layer of a few lines with a change of this kind, which works on these rules; or why there is none.

    A new `word` is called so, by default as the layer is. `on` is how the rules are called where they are loaded, "" if
    that is not to be said. The blocks with the keys in `apart` are left as they are.
    """
    base = laid_in(rules)
    ideas = _IDEAS[kind](base, Names(base, word or name))
    if isinstance(ideas, Refused):
        return ideas
    maker = _Maker(rules, base, kind, name, rules.name if on is None else on, course(rules))
    fitting = (idea for idea in ideas if idea.touches.isdisjoint(apart))
    working = ((idea, found) for idea in islice(fitting, IDEAS) if (found := maker.working(idea)) is not None)
    for idea, found in _fewest_removed(working):
        if (done := maker.done(idea, found)) is not None:
            return done
    others = ", ".join(each for each in KINDS if each != kind)
    reason = f"no draft of this kind for {rules.name}: {_NOT_FOUND[kind]}"
    return Refused(kind, reason, f"try another kind: {others}")


def _fewest_removed(working: Iterator[tuple[Idea, Written]]) -> Iterator[tuple[Idea, Written]]:
    """The first one that takes away no more laws than it may; those that take away the fewest of some, if none does."""
    found = list[tuple[Idea, Written]]()
    for idea, draft in working:
        if len(draft.removed) <= idea.spares:
            yield idea, draft
        else:
            found.append((idea, draft))
        if len(found) == WORKING:
            break
    yield from sorted(found, key=lambda each: len(each[1].removed))


@frozen
class _Maker:
    """Makes drafts for some rules, which are tried on `base`: the same with the scenarios that lie beside them."""

    rules: Ruleset
    base: Ruleset
    kind: Kind
    name: str
    on: str
    before: Course  # of games of the rules: where they end and are won, those with a draft have to

    def working(self, idea: Idea) -> Written | None:
        """The draft of an idea, if its scenario and its law hold, and its games end and are won."""
        plain = Written(self.name, titled(self.name), idea.about, self.on, idea.blocks)
        there = self._laid(plain)
        if there is None or not self._goes_on_well(there):
            return None
        removed = broken_laws(there)
        if removed:
            plain = evolve(plain, removed=removed)
            there = self._laid(plain)
            if there is None:
                return None
        laws = chain(idea.laws(there), of_any_game(there, Names(there, self.name)))
        lawful = next(filter(self._lawful, (evolve(plain, law=law) for law in laws)), None)
        if lawful is None:
            return None
        drafts = (evolve(lawful, scenario=shown) for shown in islice(idea.shows(there), SHOWN))
        return next(filter(self._shown, drafts), None)

    def _goes_on_well(self, there: Ruleset) -> bool:
        if not self.before.end:
            return True
        now, another = course(there), self.kind == "end"  # where a game ends before somebody has won it
        return now.end and (now.won or another or not self.before.won)

    def _lawful(self, draft: Written) -> bool:
        whole = self._laid(draft)
        return whole is not None and not broken_laws(whole, draft.laws)

    def _shown(self, draft: Written) -> bool:
        whole = self._laid(draft)
        return whole is not None and not [*broken_scenarios(whole, draft.scenarios)]

    def done(self, idea: Idea, draft: Written) -> Draft | None:
        """A draft that works, with what it changes beneath it, and its texts; None if that does not fit."""
        there = self._laid(draft)
        assert there is not None
        changed = tuple(broken_scenarios(there))
        text = written(draft, changed)
        whole = laid(self.base, self.name, text) if changed else there
        if whole is None or [*broken_scenarios(whole, (*draft.scenarios, *changed))]:
            return None
        texts = {language: self._text(idea, whole, language, draft.title) for language in LANGUAGES}
        try:
            done = laid_with_texts(self.rules, self.name, text, texts)
        except RulesError:
            return None
        added = written(draft, changed, alone=False)
        return Draft(self.kind, self.name, text, added, idea.about, texts, done, changed, draft.removed)

    def _text(self, idea: Idea, there: Ruleset, language: str, title: str) -> str:
        forms = dict[str, str]()
        if idea.word is not None and (said := word_forms(there, language, *idea.word)) is not None:
            forms = {idea.word[0]: said}
        blocks = {key: lines_of(there, language, key) for key in self._new_blocks(there)}
        return text_of(language, self.name, title, idea.says(there, language), forms, blocks)

    def _new_blocks(self, there: Ruleset) -> Iterator[str]:
        """The blocks of a draft for players that are new or replaced."""
        before = {key: entry.declaration for key, entry in self.base.composed.entries.items()}
        for key, entry in there.composed.entries.items():
            block = entry.declaration
            if isinstance(block, d.Action | d.Reason) and (key not in before or lines(block) != lines(before[key])):
                yield key

    def _laid(self, draft: Written) -> Ruleset | None:
        return laid(self.base, self.name, written(draft, ()))
