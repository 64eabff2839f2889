"""The rules as one would print them: each sentence with the block that it is about."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, field, frozen

from rulespec.language.printer import lines
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.node import Citations, walk
from rulespec.rules.material import Material
from rulespec.rules.rulebook import RuleBook
from rulespec.rules.texts.constants import fixed_numbers
from rulespec.rules.texts.current import renames
from rulespec.rules.texts.parser import CHANGES, GAME
from rulespec.wording.language import Wording, wording
from rulespec.wording.sentences.effects import Sentence
from rulespec.wording.sentences.filler import told_by_players

_SECTIONS: tuple[tuple[str, tuple[type[d.Declared], ...]], ...] = (
    ("options", (d.Option,)),
    ("material", (d.Players, d.Seats, d.Cards, d.Zone)),
    ("set-up", (d.SetUp, d.Round)),
    ("turn", (d.BeforeTurn, d.Turn, d.AfterTurn, d.NextTurn)),
    ("actions", (d.Action,)),
    ("scoring", (d.AfterRound, d.Score, d.Returns)),
    ("ends", (d.RoundEnds, d.GameEnds, d.Limit)),
    ("meaning", (d.WordList, d.NumberList, d.Counter, d.Note, d.Value, d.Table, d.Call)),
    ("small print", (d.Ruling,)),
    ("sources", (d.SourceText,)),
)
_STEPS = ("set-up", "turn")  # sections whose sentences are numbered
_WORD = re.compile(r"[^\W\d]\w*+(?:-\w++)*+")
AIM, DIFFERENT = "aim", "changes"  # the sections before them
SCORED = "scored"  # the entry of a block among the scores


_MEANT = next(kinds for name, kinds in _SECTIONS if name == "meaning")


@frozen
class SheetEntry:
    """The entry of a sheet for a block: a written text, or sentences derived from the rules.

    `label` is the word whose action it is, if it is one; `changed` whether the other rules say something else.
    """

    key: str
    text: str
    sentences: tuple[Sentence, ...] = ()  # as they follow from the rules
    label: str = ""
    cites: Citations = ()
    is_written: bool = False
    is_of_block: bool = True
    changed: bool = False
    name: str = ""  # tells two entries of a block apart


@frozen
class Section:
    """A part of a sheet, with its heading."""

    name: str
    heading: str
    entries: tuple[SheetEntry, ...]

    @property
    def numbered(self) -> bool:
        """True if it has steps, and more than one; a written text is one step."""
        steps = sum(1 if one.is_written else sum(not said.depth for said in one.sentences) for one in self.entries)
        return self.name in _STEPS and steps > 1


@frozen
class Sheet:
    """The rules in one language; `gone` is what is said of blocks that only the other rules have."""

    name: str
    title: str
    language: str
    sections: tuple[Section, ...] = field(repr=False)
    against: str = ""
    gone: tuple[str, ...] = ()

    @property
    def entries(self) -> Iterator[SheetEntry]:
        """All that is said, in order."""
        return (entry for section in self.sections for entry in section.entries)

    @property
    def only_changes(self) -> "Sheet":
        """Only what is different."""
        kept = (
            evolve(section, entries=tuple(each for each in section.entries if each.changed))
            for section in self.sections
            if section.name != "sources"
        )
        return evolve(self, sections=tuple(section for section in kept if section.entries))


def sheet(rules: RuleBook, language: str, against: RuleBook | None = None) -> Sheet:
    """The rules in a language; what is different from others is marked."""
    made = _Sheet(wording(rules, language)).made()
    if against is None:
        return made
    base = _Sheet(wording(against, language)).made()
    names = _renamed(rules, against)
    known = {(names.said(each.key), each.name): each for each in base.entries}
    blocks = {names.said(key): names.both(entry.declaration) for key, entry in against.composed.entries.items()}
    sections = tuple(evolve(each, entries=tuple(_marked(each.entries, known, rules, blocks))) for each in made.sections)
    left = {each.key for each in made.entries}
    lost = [each for (key, _), each in known.items() if key not in left and each.is_of_block]
    gone = tuple(f"{each.label}: {each.text}" if each.label else each.text for each in lost)
    return evolve(made, sections=sections, against=wording(against, language).title, gone=gone)


@frozen
class _Names:
    """The names that are changed between two rules."""

    new: Mapping[str, str]

    def said(self, text: str) -> str:
        """A text of the rules with the new names."""
        return _WORD.sub(lambda word: self.new.get(word[0], word[0]), text) if self.new else text

    def both(self, declaration: d.Declaration) -> tuple[list[str], list[str]]:
        """The lines of a block as they are, which is right where they are prose, and with the new names."""
        found = lines(declaration)
        return found, list(map(self.said, found))


def _renamed(rules: RuleBook, against: RuleBook) -> _Names:
    before = {layer.path for layer in against.composed.layers}
    return _Names(renames(rules.composed, [each.path for each in rules.composed.layers if each.path not in before]))


def _marked(
    entries: Iterable[SheetEntry],
    known: Mapping[tuple[str, str], SheetEntry],
    rules: RuleBook,
    blocks: Mapping[str, tuple[list[str], list[str]]],
) -> Iterator[SheetEntry]:
    for entry in entries:
        other, block = known.get((entry.key, entry.name)), rules.composed.entries.get(entry.key)
        unchanged = block is None or lines(block.declaration) in blocks.get(entry.key, ())
        if block is not None and isinstance(block.declaration, _MEANT):  # said where something else rests on it
            yield evolve(entry, changed=not unchanged)
            continue
        same = other is not None and other.text == entry.text and unchanged
        yield evolve(entry, changed=not same)


class _Sheet:
    """Puts a sheet together."""

    def __init__(self, words: Wording) -> None:
        self._words = words
        self._rules = words.rules
        self._blocks = words.rules.resolved.blocks

    def made(self) -> Sheet:
        sections = [self._aim(), self._different(), *(self._section(name, kinds) for name, kinds in _SECTIONS)]
        found = tuple(section for section in sections if section.entries)
        return Sheet(self._rules.name, self._words.title, self._words.language, found)

    def _aim(self) -> Section:
        """The subject of the game, and how to win."""
        texts = [(GAME, self._words.said(GAME)), (AIM, self._words.aim)]
        said = [SheetEntry(key, text, is_written=True, is_of_block=False) for key, text in texts if text]
        winners = map(self._entry, self._of((d.Winners,)))
        return Section(AIM, self._words.phrase("sheet.aim"), (*said, *winners))

    def _different(self) -> Section:
        """The differences that each layer describes."""
        titles = {layer.name: self._words.title_of(layer) for layer in self._rules.composed.layers}
        said = [
            SheetEntry(f"{CHANGES} {name}", filled, label=titles[name], is_written=True, is_of_block=False)
            for name, text in self._words.changes.items()
            if (filled := self._words.filled(text))
        ]
        return Section(DIFFERENT, self._words.phrase("sheet.changes"), tuple(said))

    def _section(self, name: str, kinds: tuple[type[d.Declared], ...]) -> Section:
        entries = [self._entry(block) for block in self._of(kinds)]
        if name == "scoring":
            entries = [*self._rewards(), *entries]
        if name == "meaning":
            named = set(self._named_in_what_is_worked_out())
            entries = [each for each in entries if each.key in named]
        key = f"sheet.{name}" if name != "actions" or self._acts_by_cards() else "sheet.actions.of players"
        return Section(name, self._words.phrase(key), tuple(each for each in entries if each.text))

    def _rewards(self) -> Iterator[SheetEntry]:
        """What players get for the end of a round or game, as rows of a table: the reason and the change."""
        for block in self._of((d.RoundEnds,)):
            if isinstance(block, d.Reason) and self._rewarding(block):
                said = self._words.sentences
                condition = said.clause(block.condition, said.scene(block))
                label = self._words.phrase("sheet.scored", condition=condition)
                sentences = tuple(self._worked_out(block))[1:]
                yield SheetEntry(block.key, _joined(sentences), sentences, label, block.cites, name=SCORED)

    def _rewarding(self, block: d.Reason) -> bool:
        """True if the effects of a reason change a counter that decides who wins, and nobody has written about them."""
        changed = {each.name for effect in block.within(s.AnyEffect) for each in s.changes(effect)}
        return self._words.said(block.key) is None and not self._decisive.isdisjoint(changed)

    @cached_property
    def _decisive(self) -> frozenset[str]:
        """The counters that the score, the winners or the returns depend on."""
        to_read: list[d.Declaration] = [*self._of((d.Score, d.Winners, d.Returns))]
        seen, counters = set[str](), set[str]()
        while to_read:
            for node in walk(to_read.pop()):
                match node:
                    case e.OnCounter(name):
                        counters.add(name)
                    case e.OfValue() | e.Fits() if node.key not in seen:
                        seen.add(node.key)
                        to_read.append(self._blocks[node.key])
                    case _:
                        pass
        return frozenset(counters)

    def _acts_by_cards(self) -> bool:
        """True if the words that have actions are printed on cards."""
        shown = set[str]()
        for node in (node for cards in self._rules.resolved.of(d.Cards) for node in walk(cards)):
            if isinstance(node, e.Listed):
                shown.update(map(str, self._rules.resolved.names.lists[node.list].members))
            elif isinstance(node, e.WordOf):
                shown.add(node.word)
        return any(block.name in shown for block in self._rules.resolved.of(d.Action))

    def _of(self, kinds: Sequence[type[d.Declared]]) -> Iterator[d.Declaration]:
        """The blocks of some kinds, those of each kind together; reasons in the order in which they are looked at."""
        if d.RoundEnds in kinds:
            yield from (block for block in self._blocks.values() if isinstance(block, d.RoundEnds | d.GameEnds))
            kinds = [kind for kind in kinds if kind not in (d.RoundEnds, d.GameEnds)]
        for kind in kinds:
            for block in self._blocks.values():
                if isinstance(block, kind):
                    yield block

    def _entry(self, block: d.Declaration) -> SheetEntry:
        written = self._words.said(block.key)
        label = "" if written else self._words.sentences.term(block)
        if isinstance(block, d.Option) and written:
            label, written = written.removesuffix("."), None
        if isinstance(block, d.Action):
            label = self._words.names.word(block.name, "").nominative
        worked_out = tuple(self._worked_out(block))
        if isinstance(block, d.Reason) and self._rewarding(block):
            worked_out = worked_out[:1]  # the rest is among the scores
        text = written or _joined(worked_out)
        if isinstance(block, d.Cards):
            text = f"{text} {self._counted(block)}"
            worked_out = (*worked_out, Sentence(self._counted(block), 0, block.cites, block.span))
        cites = self._rules.resolved.entry(block.key).cites
        return SheetEntry(block.key, text, worked_out, label, cites, written is not None)

    def _counted(self, cards: d.Cards) -> str:
        """How many cards there are, by the number of players."""
        counts = dict[int, int]()
        for players in self._rules.players:
            material = Material(self._rules.resolved, players)
            counts[players] = sum(material.places[place].name == cards.zone for place in material.start)
        noun = self._words.names.noun(cards.name) if cards.name in self._words.names.declared else None
        noun = noun or self._words.names.grammar.CARD
        return f"{told_by_players(counts, None, self._words.names, noun)}."

    def _worked_out(self, block: d.Declaration) -> Iterator[Sentence]:
        match block:
            case d.Ruling(question=question, answer=answer):
                yield Sentence(f"{question} {answer}", 0, block.cites, block.span)
            case d.SourceText(title=title):
                yield Sentence(f"{block.name}: {title}", 0, (), block.span)
            case _:
                yield from self._words.sentences.sentences(block)

    def _named_in_what_is_worked_out(self) -> Iterator[str]:
        """The values and conditions that stand in sentences which nobody has written, directly or not."""
        told = [
            block
            for kinds in (*(kinds for _, kinds in _SECTIONS[2:7]), (d.Winners, d.Cards))
            for block in self._of(kinds)
        ]
        to_read = [block for block in told if self._words.said(block.key) is None]
        seen = set[str]()
        while to_read:
            for node in walk(to_read.pop()):
                match node:
                    case e.OfValue() | e.Fits():
                        key = node.key
                    case e.Listed(name):
                        key = self._rules.resolved.names.lists[name].key
                    case e.OnCounter(name) | e.OnNote(name):
                        key = next(each for each in (f"counter {name}", f"note {name}") if each in self._blocks)
                    case _:
                        continue
                if key in seen:
                    continue
                seen.add(key)
                to_read.append(self._blocks[key])
                if not (isinstance(node, e.OfValue) and fixed_numbers(self._rules.resolved, node.value)):
                    yield key


def _joined(sentences: Sequence[Sentence]) -> str:
    return " ".join(each.text for each in sentences)
