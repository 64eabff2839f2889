"""The differences of two rulesets as text."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from attrs import frozen

from rulespec.engine.events.event import Event
from rulespec.engine.events.hearing import SPECTATOR
from rulespec.engine.events.log import events
from rulespec.engine.events.sentences import Teller
from rulespec.engine.pending import Over
from rulespec.experiments.comparison.blocks import ComparedBlock, Order, Sort, Text
from rulespec.experiments.comparison.differences import Differences, Parted
from rulespec.game.api import Ruleset, State
from rulespec.records.lockstep.sentences import told as in_words
from rulespec.rules.texts.grammar.template import Part
from rulespec.wording.language import Wording
from rulespec.wording.narration.narrator import Narrator
from rulespec.wording.page import Page
from rulespec.wording.reports import PLAIN, Reporting

Words = tuple[Wording, Wording]  # those of both rulesets

INDENT = "    "
FEW = 7  # cards that are named
_SORTS: tuple[Sort, ...] = ("rule", "law", "scenario", "ruling")


def told(found: Differences, page: Page, words: Words) -> Iterator[str]:
    """The blocks that differ, then the game in which the rulesets diverge."""
    said = _Compared.of(found, page, words)
    reporting = said.reporting
    yield from said.heads()
    yield from said.blocks()
    yield ""
    if found.parted is not None:
        yield from game(found, found.parted, said.names, page, words)
    elif found.players and not found.games:
        yield from page.lines(reporting.say("no game"))
    elif found.players:
        players = reporting.players(found.players)
        yield from page.lines(reporting.many(found.games, "no difference", players=players))
    else:
        yield from page.lines(reporting.say("no players"))


def called(one: Ruleset, other: Ruleset, reporting: Reporting = PLAIN) -> tuple[str, str]:
    """The names of two rulesets, or their paths where the names are equal."""
    if one.name != other.name:
        return one.name, other.name
    paths = one.composed.layers[-1].path, other.composed.layers[-1].path
    if paths[0] != paths[1]:
        return paths
    return reporting.say("the first", name=one.name), reporting.say("the second", name=other.name)


@frozen
class _Compared:
    """The lines about the blocks that differ, with the name of each ruleset."""

    found: Differences
    page: Page
    names: tuple[str, str]
    titles: tuple[str, str]
    reporting: Reporting
    each: tuple[Reporting, Reporting]  # with the words and the cards of each ruleset

    @classmethod
    def of(cls, found: Differences, page: Page, words: Words) -> "_Compared":
        both = (found.one, found.other)
        games = [rules.game((found.players or rules.players)[0]) for rules in both]
        one, other = [Reporting.of([said], game.material.cards) for said, game in zip(words, games, strict=True)]
        reporting = Reporting(words)
        return cls(found, page, called(*both, reporting), (words[0].title, words[1].title), reporting, (one, other))

    def heads(self) -> Iterator[str]:
        """The names of both rulesets, and the cards that only one of them has."""
        say, found, page = self.reporting.say, self.found, self.page
        for name, title in zip(self.names, self.titles, strict=True):
            yield from page.lines(f"{name}: {title}")
        renamed = [say("renamed.each", one=one, other=other) for one, other in found.blocks.renamed]
        if renamed:
            yield ""
            yield from page.lines(say("renamed", other=self.names[1], names=", ".join(renamed)))
        for here, there, cards, its in zip(self.names, reversed(self.names), found.cards, self.each, strict=True):
            if cards:
                yield ""
                few = ", ".join([its.card(card) for card in cards[:FEW]]) + (", ..." if len(cards) > FEW else "")
                parts: dict[str, Part] = {"here": here, "there": there, "cards": few}
                if len(found.players) > 1:
                    parts["players"] = self.reporting.many(found.players[0], "players")
                key = "lacking with" if "players" in parts else "lacking"
                yield from page.lines(self.reporting.many(len(cards), key, **parts))

    def blocks(self) -> Iterator[str]:
        """The blocks that differ."""
        blocks, reporting = self.found.blocks, self.reporting
        yield ""
        if blocks.alike:
            same = reporting.number(f"{len(blocks.same)}")
            yield from self.page.lines(reporting.say("all same", number=same))
            return
        yield from self.page.lines(reporting.many(len(blocks.same), "same"))
        for sort in _SORTS:
            different = [each for each in blocks.different if each.sort == sort]
            orders = blocks.orders if sort == "rule" else ()
            if different or orders:
                yield ""
                yield reporting.say(f"sort.{sort}")
            for block in different:
                yield ""
                yield from self._block(block)
            for order in orders:
                yield ""
                yield from self._order(order)

    def _block(self, block: ComparedBlock) -> Iterator[str]:
        match block:
            case ComparedBlock(one=Text() as one, other=Text() as other):
                yield from self._both(one, other)
            case ComparedBlock(one=Text() as text):
                yield from self._alone(text, self.names[0])
            case ComparedBlock(other=Text() as text):
                yield from self._alone(text, self.names[1])

    def _alone(self, text: Text, name: str) -> Iterator[str]:
        said = self.reporting.say("alone", block=text.key, name=name)
        yield from self.page.lines(said, text.cites.strip("()"), "  ")
        for line in text.lines:
            yield from self.page.folded(f"{INDENT}  {line}")

    def _both(self, one: Text, other: Text) -> Iterator[str]:
        names = self.names
        if one.key == other.key:
            yield f"  {one.key}"
        else:
            yield f"  {self.reporting.say('called', block=one.key, name=names[1], other=other.key)}"
        wide = max(map(len, names))
        single = len(one.lines) == len(other.lines) == 1
        for name, text in zip(names, (one, other), strict=True):
            if single or text.cites:
                said = text.lines[0] if single else text.cites
                yield from self.page.lines(said, text.cites.strip("()") if single else "", f"{INDENT}{name:<{wide}}  ")
        if not single:
            yield from _beside(_inside(one), _inside(other), names, self.page)

    def _order(self, order: Order) -> Iterator[str]:
        yield f"  {order.key}"
        wide = max(map(len, self.names))
        for name, keys in zip(self.names, (order.one, order.other), strict=True):
            *some, last = keys
            said = last
            for key in reversed(some):
                said = self.reporting.say("then", one=key, other=said)
            yield from self.page.lines(said, lead=f"{INDENT}{name:<{wide}}  ")


def _inside(text: Text) -> Sequence[str]:
    """The lines of a block, without a first line that is just its key."""
    return text.lines[1:] if text.lines[0] == text.key else text.lines


def _beside(one: Sequence[str], other: Sequence[str], names: Sequence[str], page: Page) -> Iterator[str]:
    """The lines of both as a diff."""
    wide = max(map(len, names))
    for what, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        sides = [("", " ", one[a:b])] if what == "equal" else [(names[0], "|", one[a:b]), (names[1], "|", other[c:d])]
        for name, bar, lines in sides:
            for line in lines:
                said = line.lstrip()
                lead = f"{INDENT}{name:<{wide}}  {bar} {' ' * (len(line) - len(said))}"
                yield from page.lines(said, lead=lead, hang=len(lead) + 4)


def game(found: Differences, parted: Parted, names: Sequence[str], page: Page, words: Words) -> Iterator[str]:
    """The game by the first ruleset, and where the other one diverges from it."""
    state, reporting = parted.state, Reporting(words)
    players = reporting.many(state.players, "players")
    yield from page.lines(reporting.say("parting", players=players, name=names[0]))
    yield ""
    view = state.view(SPECTATOR)
    narrator = Narrator(state.game, page, words[0], lambda: state, view=lambda: view)
    yield from narrator.tell(_log(state, parted.parting.events))
    if parted.parting.what == "result" and isinstance(state.pending, Over):
        yield from narrator.outcome(state.pending)
    yield ""
    yield from page.lines(reporting.say("parted"))
    wide = max(map(len, names))
    for name, said in zip(names, (parted.parting.one, parted.parting.other), strict=True):
        yield from page.lines(in_words(said, reporting.language), said.rule, f"{INDENT}{name:<{wide}}  ")
    if parted.because:
        keys = ", ".join(each.key for each in parted.because)
        yield from page.lines(reporting.say("because", keys=keys))


def _log(state: State, count: int) -> tuple[Event, ...]:
    """The first events of a game, for an omniscient reader."""
    heard = state.game.hearing(None).events(events(state.raw_log)[:count])
    return Teller(state.game.program).tell(heard)
