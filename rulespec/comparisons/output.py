"""The differences of two rulesets as text."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from rulespec.api import Ruleset, State
from rulespec.comparisons.blocks import ComparedBlock, Order, Sort, Text
from rulespec.comparisons.differences import Differences, Parted
from rulespec.events.event import Event
from rulespec.events.log import events
from rulespec.events.sentences import Teller
from rulespec.narration.amounts import many, players
from rulespec.narration.narrator import Narrator
from rulespec.narration.page import Page
from rulespec.pending import Over

INDENT = "    "
_HEADINGS: tuple[tuple[Sort, str], ...] = (
    ("rule", "Rules"),
    ("law", "What must hold"),
    ("scenario", "Scenarios"),
    ("ruling", "Rulings and sources"),
)


def told(found: Differences, page: Page) -> Iterator[str]:
    """The blocks that differ, then the game in which the rulesets diverge."""
    names = called(found.one, found.other)
    yield from _heads(found, names, page)
    yield from _blocks(found, names, page)
    yield ""
    if found.parted is not None:
        yield from game(found, found.parted, names, page)
    elif found.players and not found.games:
        yield from page.lines("No game was played in step.")
    elif found.players:
        games = many(found.games, "game")
        yield from page.lines(f"No difference in {games} played in step, with {players(found.players)}.")
    else:
        yield from page.lines("No number of players is allowed by both, so that no game can be played in step.")


def called(one: Ruleset, other: Ruleset) -> tuple[str, str]:
    """The names of two rulesets, or their paths where the names are equal."""
    if one.name != other.name:
        return one.name, other.name
    paths = one.composed.layers[-1].path, other.composed.layers[-1].path
    return paths if paths[0] != paths[1] else (f"{one.name} (the first)", f"{other.name} (the second)")


def _heads(found: Differences, names: Sequence[str], page: Page) -> Iterator[str]:
    for name, rules in zip(names, (found.one, found.other), strict=True):
        yield from page.lines(f"{name}: {rules.title}")
    renamed = [f"{one} is {other}" for one, other in found.blocks.renamed]
    if renamed:
        yield ""
        yield from page.lines(f"Called otherwise in {names[1]}: {', '.join(renamed)}.")
    for here, there, cards in zip(names, reversed(names), found.cards, strict=True):
        if cards:
            yield ""
            few = ", ".join(cards[:7]) + (", ..." if len(cards) > 7 else "")
            with_ = f"with {found.players[0]} players" if len(found.players) > 1 else ""
            yield from page.lines(
                f"{here} has {many(len(cards), 'card')} that {there} has not {with_}".rstrip() + f": {few}."
            )


def _blocks(found: Differences, names: Sequence[str], page: Page) -> Iterator[str]:
    blocks = found.blocks
    yield ""
    if blocks.alike:
        yield from page.lines(f"All {len(blocks.same)} blocks say the same.")
        return
    yield from page.lines(f"{many(len(blocks.same), 'block')} say the same in both.")
    for sort, heading in _HEADINGS:
        different = [each for each in blocks.different if each.sort == sort]
        orders = blocks.orders if sort == "rule" else ()
        if different or orders:
            yield ""
            yield f"{heading} that differ" if sort == "rule" else heading
        for block in different:
            yield ""
            yield from _block(block, names, page)
        for order in orders:
            yield ""
            yield from _order(order, names, page)


def _block(block: ComparedBlock, names: Sequence[str], page: Page) -> Iterator[str]:
    match block:
        case ComparedBlock(one=Text() as one, other=Text() as other):
            yield from _both(one, other, names, page)
        case ComparedBlock(one=Text() as text):
            yield from _alone(text, names[0], page)
        case ComparedBlock(other=Text() as text):
            yield from _alone(text, names[1], page)


def _alone(text: Text, name: str, page: Page) -> Iterator[str]:
    yield from page.lines(f"{text.key}: only {name} has it", text.cites.strip("()"), "  ")
    for line in text.lines:
        yield from page.folded(f"{INDENT}  {line}")


def _both(one: Text, other: Text, names: Sequence[str], page: Page) -> Iterator[str]:
    yield f"  {one.key}" if one.key == other.key else f"  {one.key}, in {names[1]} {other.key}"
    wide = max(map(len, names))
    single = len(one.lines) == len(other.lines) == 1
    for name, text in zip(names, (one, other), strict=True):
        if single or text.cites:
            said = text.lines[0] if single else text.cites
            yield from page.lines(said, text.cites.strip("()") if single else "", f"{INDENT}{name:<{wide}}  ")
    if not single:
        yield from _beside(_inside(one), _inside(other), names, page)


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


def _order(order: Order, names: Sequence[str], page: Page) -> Iterator[str]:
    yield f"  {order.key}"
    wide = max(map(len, names))
    for name, keys in zip(names, (order.one, order.other), strict=True):
        yield from page.lines(", then ".join(keys), lead=f"{INDENT}{name:<{wide}}  ")


def game(found: Differences, parted: Parted, names: Sequence[str], page: Page) -> Iterator[str]:
    """The game by the first ruleset, and where the other one diverges from it."""
    state = parted.state
    yield from page.lines(f"A game on which they part, with {state.players} players, by {names[0]}:")
    yield ""
    narrator = Narrator(state.game, page, lambda: state)
    yield from narrator.tell(_log(state, parted.parting.events))
    if parted.parting.what == "result" and isinstance(state.pending, Over):
        yield from narrator.outcome(state.pending)
    yield ""
    yield from page.lines("Here they part:")
    wide = max(map(len, names))
    for name, said in zip(names, (parted.parting.one, parted.parting.other), strict=True):
        yield from page.lines(said.text, said.rule, f"{INDENT}{name:<{wide}}  ")
    if parted.because:
        keys = ", ".join(each.key for each in parted.because)
        yield from page.lines(f"That comes of what they say differently: {keys}.")


def _log(state: State, count: int) -> tuple[Event, ...]:
    """The first events of a game, told to an omniscient listener."""
    heard = state.game.hearing(None).events(events(state.raw_log)[:count])
    return Teller(state.game.program).tell(heard)
