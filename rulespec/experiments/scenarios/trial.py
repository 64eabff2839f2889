"""Runs scenarios, each in every way that it leaves open or in a sample of them."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from attrs import define, evolve, field

from rulespec.engine.events import kinds as k
from rulespec.engine.events.log import events
from rulespec.engine.python.snapshot import Snapshot, machine_at
from rulespec.experiments.failures import stopped
from rulespec.experiments.laws import LawWatch
from rulespec.experiments.scenarios.cards import CardNames
from rulespec.experiments.scenarios.course import Course
from rulespec.experiments.scenarios.fault import FaultError
from rulespec.experiments.scenarios.outcome import Outcome
from rulespec.experiments.scenarios.position import GivenPosition
from rulespec.experiments.scenarios.seats import players_of
from rulespec.experiments.scenarios.ways import SOME, ScenarioWays
from rulespec.game.api import Ruleset, State
from rulespec.language.errors import BudgetExceededError, Problem, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import scenarios as sc
from rulespec.language.tree.node import walk
from rulespec.rules.compose import Change

OPENED = 3  # outcomes of what was left open that are told
_OF_COURSE = (e.Earlier, e.Circumstance, e.EndedBy)  # what a table alone does not show


def run(
    rules: Ruleset, names: Collection[str] | None = None, *, spec: str = "", ways: int = SOME
) -> tuple[Outcome, ...]:
    """The results of the scenarios of a ruleset, or of those with these names or keys.

    `spec` is how the rules are loaded, `ways` the size of the sample for a scenario with too many ways.
    """
    return tuple(outcomes(rules, names, spec=spec, ways=ways))


def outcomes(
    rules: Ruleset,
    names: Collection[str] | None = None,
    *,
    spec: str = "",
    ways: int = SOME,
    without: Collection[str] = (),
    ended: Callable[[State], object] = bool,
) -> Iterator[Outcome]:
    """As `run`, one by one; laws whose keys are in `without` are not checked.

    `ended` is called with the state at the end of each way that holds. Scenarios that the topmost rules declare changed
    must fail; those that rules below them changed are skipped.
    """
    trial = _Trial(rules, spec, ways, without, ended)
    for scenario in tried(rules):
        if names is None or scenario.name in names or scenario.key in names:
            outcome = trial.outcome(scenario)
            changed = rules.composed.entries[scenario.key].changed
            yield _named(outcome, scenario, rules) if changed is None else _otherwise(outcome, changed, rules)


def tried(rules: Ruleset) -> Iterator[d.Scenario]:
    """The scenarios to run: all but those that rules below the topmost declare changed.

    With options other than the defaults, those that apply under a condition.
    """
    top, options = {layer.name for layer in rules.composed.top}, rules.composed.options
    for scenario in rules.composed.of(d.Scenario):
        changed = rules.composed.entries[scenario.key].changed
        meant = not rules.composed.settings or scenario.key in options.conditional
        if meant and (changed is None or changed.layer in top):
            yield scenario


def absent(tried: Sequence[Ruleset]) -> tuple[Problem, ...]:
    """The problems of topmost files that change or replace scenarios which none of these rules has."""
    missing = [rules.composed.absent for rules in tried]
    top = {layer.path for rules in tried for layer in rules.composed.top}
    everywhere = [each for each in missing[0] if all(each in others for others in missing)] if missing else []
    return tuple(each for each in everywhere if each.path in top)


def _named(outcome: Outcome, scenario: d.Scenario, rules: Ruleset) -> Outcome:
    """The result, which names a scenario that fails if it is inherited, and tells how a layer breaks it on purpose."""
    origin = rules.composed.inherited(outcome.key)
    if outcome.problem is None or origin is None:
        return outcome
    what = f"'{outcome.key}' fails: {outcome.message}"
    more = f"{outcome.problem.remedy}; " if outcome.problem.remedy else ""
    remedy = f"{more}this scenario comes from {origin}; to change its result on purpose, write: changes {scenario.name}"
    return evolve(outcome, problem=evolve(outcome.problem, message=what, remedy=remedy))


def _otherwise(outcome: Outcome, changed: Change, rules: Ruleset) -> Outcome:
    """The result of a scenario that must fail."""
    if outcome.problem is not None:
        stops = outcome.problem.code == "E064"  # which nobody means
        return outcome if stops else evolve(outcome, problem=None, state=None, changed=True)
    name = outcome.key.removeprefix(f"{d.KEYWORDS[d.Scenario]} ")
    what = f"'{outcome.key}' still passes with {rules.name}, so it is not changed"
    remedy = f"remove this line, or write a new version: replace {outcome.key} ..."
    still = problem("E058", changed.span.word(name), what, remedy)
    return evolve(outcome, place=changed.span, problem=still, changed=True)


@define
class _Trial:
    """Runs the scenarios of a ruleset."""

    rules: Ruleset
    spec: str
    many: int  # the size of a sample of ways
    without: Collection[str]  # the laws that are not checked
    ended: Callable[[State], object]
    _tables: dict[tuple[int, frozenset[str]], tuple[LawWatch, CardNames]] = field(factory=dict, init=False)
    _round: deque[Snapshot] = field(factory=lambda: deque(maxlen=1), init=False)  # how the last round to end stood

    def outcome(self, written: d.Scenario) -> Outcome:
        key, ways = written.key, ScenarioWays(self.many)
        misfit = self.rules.resolved.misfits.get(key)
        if misfit is not None:
            return Outcome(key, written.span, 0, True, misfit)
        scenario = self.rules.resolved.blocks[key]
        assert isinstance(scenario, d.Scenario)
        meant = players_of(self.rules, scenario)
        players = min(max(meant, self.rules.players[0]), self.rules.players[-1])
        drawn = [said.text for line in walk(scenario) if isinstance(line, sc.Drawn | sc.Dealt) for said in line.said]
        opened: list[Callable[[], str]] = []
        begun: State | None = None
        course: Course | None = None
        try:
            watch, cards = self._table(players, self._overruled(scenario, players, drawn))
            position = self._position(scenario, watch, cards, drawn)
            for way in ways:
                opened = []
                self._round.clear()
                begun, broken = position.begin(way, opened)
                course = Course(watch, cards, way, begun, list(drawn), opened, self._round)
                course.run(scenario, broken)
                self.ended(course.state)
        except FaultError as fault:
            if players != meant:
                what = f"it was written for {meant} players, which are no longer allowed, and fails with {players}"
                remedy = f"replace {key} with a version for {players} players"
                found = problem("E056", written.span.word(written.name), what, remedy)
                return Outcome(key, written.span, ways.tried + 1, True, found)
            told = ways.tried or any(isinstance(each, sc.Answered) and not each.said for each in walk(scenario))
            remedy = _ended_at_once(begun, fault) or fault.remedy or (_where(opened) if told else "")
            code = "E056" if fault.state is None else "E060"
            found = problem(code, fault.node.span, fault.message, remedy)
            return Outcome(key, written.span, ways.tried + 1, not opened, found, fault.state, self.spec)
        except BudgetExceededError as error:
            found = stopped(self.rules, error)
            return Outcome(
                key,
                written.span,
                ways.tried + 1,
                not opened,
                found,
                None if course is None else course.state,
                self.spec,
            )
        return Outcome(key, written.span, ways.tried, ways.all)

    def _table(self, players: int, without: frozenset[str]) -> tuple[LawWatch, CardNames]:
        """The games of a number of players, watched for all laws but some, and the names of their cards."""
        if (players, without) not in self._tables:
            game = self.rules.game(players)
            laws = [law for law in game.plan.named_laws if law not in {*self.without, *without}]
            self._tables[players, without] = LawWatch(game, laws, self._round.append), CardNames(game.material)
        return self._tables[players, without]

    def _overruled(self, scenario: d.Scenario, players: int, drawn: list[str]) -> frozenset[str]:
        """The laws of layers above a scenario that its position breaks, as it was laid out before there were any."""
        layers = [layer.name for layer in self.rules.composed.layers]
        written = {key: entry.since_written[0].layer for key, entry in self.rules.composed.entries.items()}
        above = layers[layers.index(written[scenario.key]) + 1 :]
        later = {law.key: law.condition for law in self.rules.resolved.of(d.Always) if written[law.key] in above}
        plain = {key: law for key, law in later.items() if not any(isinstance(each, _OF_COURSE) for each in walk(law))}
        if not plain:
            return frozenset()
        watch, cards = self._table(players, frozenset(later))
        begun, _ = self._position(scenario, watch, cards, drawn).begin(next(iter(ScenarioWays(1))), [])
        table, reader = machine_at(begun.snapshot, begun.game.program), begun.game.program.reader()
        return frozenset(key for key, law in plain.items() if not reader.test(law)(table, None, None))

    def _position(self, scenario: d.Scenario, watch: LawWatch, cards: CardNames, drawn: Iterable[str]) -> GivenPosition:
        given = scenario.given or sc.Given(span=scenario.span)
        reserved = frozenset(card for name in drawn for card in cards.called(name)[:1])
        return GivenPosition(watch, cards, given, reserved)


def _ended_at_once(begun: State | None, fault: FaultError) -> str:
    """The remedy if the position itself ended the round or the game before any answer."""
    if begun is None or isinstance(fault.node, sc.Ends):
        return ""
    plan, told = begun.game.plan, events(begun.raw_log)
    ends = [plan.origins[each[1]].block for each in told if each[0] in (k.ROUND_ENDS, k.GAME_ENDS)]
    return f"'{ends[0]}' happens before the first answer; start from an earlier position" if ends else ""


def _where(opened: list[Callable[[], str]]) -> str:
    """The outcomes of what was left open, for a failure that depends on them."""
    if not opened:
        return ""
    told = "; ".join(each() for each in opened[:OPENED])
    return f"this happens when {told}{', and so on' if len(opened) > OPENED else ''}"
