"""Hypothesis strategies of whole rule files: drawn from the classes of the tree, loaded, and ready to be played."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from attrs import evolve, field, frozen
from hypothesis import assume
from hypothesis import strategies as st

from rulespec.engine.python.randomly import generator_of
from rulespec.experiments.testing import nodes as n
from rulespec.experiments.testing.course import Course
from rulespec.experiments.testing.drawing import Drawing
from rulespec.experiments.testing.expressions import Expressions
from rulespec.experiments.testing.material import material, origins
from rulespec.experiments.testing.scenarios import Scenarios
from rulespec.experiments.testing.values import Values
from rulespec.game.api import Ruleset
from rulespec.game.pipeline import ruleset
from rulespec.language.errors import RulesError
from rulespec.language.printer import written
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.limits import LISTED
from rulespec.language.tree.node import walk
from rulespec.language.tree.source import Source
from rulespec.rules.compose import File


@frozen(repr=False)
class DrawnFile:
    """A drawn rule file: its text and its loaded rules; Hypothesis prints the text."""

    text: str
    rules: Ruleset = field(eq=False)

    def __repr__(self) -> str:
        return f"DrawnFile('''\n{self.text}''')"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


def tree(random: Random) -> d.RuleFile:
    """The tree of a rule file; it need not load, but nearly all do."""
    header = d.Header("ruleset", "drawn", "A drawn game", (), **n.NOWHERE)
    items = tuple(d.Plain(each, **n.NOWHERE) for each in _declarations(Drawing(random)))
    return _with_options(d.RuleFile(header, items, **n.NOWHERE))


def _with_options(file: d.RuleFile) -> d.RuleFile:
    """The file, or one in three with options, and some blocks and laws under them; its text decides that."""
    draw = Drawing(Random(written(file)))
    if not draw.perhaps(3):
        return file
    title = draw.of(None, "How it is played")
    words = draw.of(("slow", "fast"), ("slow", "fast", "wild"))
    pace = d.Option(name="pace", title=title, default="slow", words=words, **n.NOWHERE, **draw.cites())
    low, high = draw.number(0, 2), draw.number(2, 5)
    numbers = d.Stretch(low, high, **n.NOWHERE)
    some = d.Option(name="some-number", title=None, default=draw.number(low, high), numbers=numbers, **n.NOWHERE)
    items: list[d.Item] = [d.Plain(pace, **n.NOWHERE), d.Plain(some, **n.NOWHERE)]
    for item in file.items:
        applies: e.Condition | None = None
        if isinstance(item, d.Plain) and isinstance(item.declaration, d.AfterTurn | d.Always) and draw.perhaps():
            word, number = e.Name(draw.of(*words), **n.NOWHERE), e.Number(draw.number(low, high), **n.NOWHERE)
            named = e.Name(pace.name, **n.NOWHERE), e.Name(some.name, **n.NOWHERE)
            applies = draw.of(e.Is(named[0], word, **n.NOWHERE), e.Is(named[1], number, **n.NOWHERE))
        items.append(evolve(item, applies=applies))
    return evolve(file, items=tuple(items))


def _declarations(draw: Drawing) -> list[d.Declaration]:
    """All that a file declares, drawn in the order in which one thing can speak of another."""
    sources = origins(draw)
    declared, table = material(draw)
    expressions = Expressions(draw, declared)
    values = Values(draw, declared, expressions)
    named = [*values.values(), *values.calls()]
    course = Course(draw, declared, expressions)
    before, beginning = course.before_turn(), course.beginning()
    turn, later = course.turn()
    named += values.late(later.chosen)
    blocks = [
        *sources, *table, *named, *beginning, *before, turn, *course.actions(later), *course.after_turn(later),
        *course.ends(later), *course.outcome(later),
    ]  # fmt: skip
    scenarios = Scenarios(draw, declared, expressions.conditions, blocks).scenarios()
    # a law that does not hold ends most scenarios at their position
    laws = [] if scenarios and draw.perhaps() else course.laws(later)
    return [*_ordered([*blocks, *laws, *scenarios])]


def _ordered(drawn: list[d.Declaration]) -> Iterator[d.Declaration]:
    """What was drawn, but no zone is shuffled of whose cards one asks for by their place, and positions are in rows."""
    nodes = [each for whole in drawn for each in walk(whole)]
    placed = {each.of.text for each in nodes if isinstance(each, e.ByPlace) and isinstance(each.of, e.Name)}
    rows = {_zone(each.to) for each in nodes if isinstance(each, s.Insert)}
    for each in drawn:
        if isinstance(each, d.Zone) and each.name in placed | rows:
            each = evolve(each, shuffled=False, ordered=each.ordered or each.name in rows)
        yield each


def _zone(place: e.Expression) -> str:
    """The name of a zone that is drawn as a place."""
    assert isinstance(place, e.Name | e.Own | e.Of)
    return place.text if isinstance(place, e.Name) else place.noun.text


def rule_file(random: Random | int, *, listed: int = LISTED) -> DrawnFile:
    """A random rule file that loads, from a generator or a seed; much faster than drawing one with Hypothesis.

    Choices with more than `listed` answers are asked card by card; with 8, nearly every file has some.
    """
    generator = generator_of(random)
    while True:
        text = written(tree(generator))
        with suppress(RulesError):
            return DrawnFile(text, loaded(text, listed=listed))


@st.composite
def trees(draw: st.DrawFn) -> d.RuleFile:
    """Trees of rule files as they are drawn: nearly all of them load."""
    # Hypothesis copies what it drew in one place to others of the same strategy: of files made of many small ones, one
    # in four would come twice. What a generator draws it does not copy, and shrinks as well.
    return tree(draw(st.randoms(use_true_random=False)))


@st.composite
def rule_files(draw: st.DrawFn) -> DrawnFile:
    """Rule files that load, with samples of all language features, and games of a few turns."""
    text = written(draw(trees()))
    try:
        rules = loaded(text)
    except RulesError:
        assume(False)
        raise
    return DrawnFile(text, rules)


def loaded(text: str, *, listed: int = LISTED) -> Ruleset:
    """The rules of a file that lies nowhere."""
    return ruleset([File(Source("drawn.rules", text))], listed)
