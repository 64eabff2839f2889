"""W055 to W057: clauses that never run in the games of a hunt, and choices that never offer anything."""

from collections.abc import Mapping, Sequence

from attrs import evolve

from rulespec.experiments.failures import SHOWN, decided, shortest_attempt
from rulespec.experiments.hunt.base_rules import BaseGames
from rulespec.experiments.hunt.clauses import Clause, clauses, place_of
from rulespec.experiments.hunt.coverage import Coverage, by_scenarios
from rulespec.experiments.hunt.exchanged_cards import UNSEEN, ExchangedPositions, FromExchanged
from rulespec.experiments.hunt.reachability import reaching
from rulespec.experiments.hunt.report import Finding, NeverRun, Searched
from rulespec.experiments.hunt.tracks import LAPSED
from rulespec.experiments.hunt.walk import HuntTable
from rulespec.game.api import Ruleset, State
from rulespec.language.errors import problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.node import Node, walk
from rulespec.rules.checks.settled import settled_conditions
from rulespec.wording.amounts import players as counted

ENOUGH = 20  # chances to happen from which on it is worth a warning that something never did
PROVED = "in any game (proved: all positions were visited)"
RARE = "it is only rare: a game with other cards dealt reaches it"
EFFORT = 10_000  # answers that are tried to find a shorter game, about a second


def never(
    rules: Ruleset, tables: Sequence[HuntTable], searched: Searched, proved: frozenset[int], beneath: BaseGames,
    exchanged: ExchangedPositions,
) -> tuple[list[Finding], int, tuple[NeverRun, ...]]:  # fmt: skip
    """Findings, the number of clauses, and the clauses that never ran with some number of players.

    All positions were visited with the numbers of players with which it is `proved`. A clause that runs in the rules
    beneath the top layer, and never with it, is a warning, too.
    """
    looked = [table for table in tables if searched.games.get(table.players)]
    coverage, shown = Coverage(rules, looked), dict[object, Clause]()
    found, by_number = list(clauses(rules, coverage)), {table.players: _by_place(rules, table) for table in looked}
    idle, findings = list[NeverRun](), list[Finding]()
    settled = {id(node) for node, _, _ in settled_conditions(rules.resolved)}  # which a warning reports already
    if any(not each.times and each.chances for each in found):
        shown = {place_of(each): each for each in clauses(rules, by_scenarios(rules))}
    for each in found if looked else ():
        there = {players: of[place_of(each)] for players, of in by_number.items() if place_of(each) in of}
        never_with = tuple(players for players, here in there.items() if not here.times)
        if not each.times or never_with:
            idle.append(NeverRun(each.what, each.block, each.node.span, never_with))
        if not each.times and each.chances and id(each.node) not in settled:
            surely = proved >= {table.players for table in looked}
            where = PROVED if surely else str(searched)
            tried = shown.get(place_of(each))
            told = not surely and is_on_top(rules, each.node) and tried is not None and tried.times > 0
            where += "; a scenario reaches it" if told else ""
            finding = _finding(rules, coverage, each, where, beneath, note=told or _is_seldom(each, searched))
            findings.append(finding if surely or told else _with_exchanged(finding, exchanged.holding(each)))
        elif each.times:
            some = [players for players in never_with if not _is_seldom(there[players], searched.of(players))]
            findings += [_with_some(there, players, searched) for players in some]
    return findings, len(found), tuple(idle)


def _by_place(rules: Ruleset, table: HuntTable) -> dict[object, Clause]:
    return {place_of(each): each for each in clauses(rules, Coverage(rules, [table]))}


def _with_some(there: Mapping[int, Clause], players: int, searched: Searched) -> Finding:
    """A note on a clause that never ran with one number of players but did with others, which may be intended."""
    clause, others = there[players], [each for each, here in there.items() if here.times]
    what = f"{clause.what} {searched.of(players)}{_of(clause)}, unlike with {counted(others)}"
    return Finding(problem(clause.code, clause.node.span, what, clause.remedy), None, note=True)


def _finding(
    rules: Ruleset, coverage: Coverage, clause: Clause, searched: str, beneath: BaseGames, *, note: bool
) -> Finding:
    """A warning if the clause is in the top layer, or the layer caused it; else, or if it can be no more, a `note`."""
    note, lost = note or not clause.grave, ""
    if not note and not is_on_top(rules, clause.node):
        lost = beneath.lost(clause)
        note = not lost or _is_spoken_of(rules, clause.node) or _gives_way(rules, coverage, clause.node)
    told = problem(clause.code, clause.node.span, f"{clause.what} {searched}{_of(clause)}{lost}", clause.remedy)
    if clause.code != "W055":
        return Finding(told, None, note)
    return Finding(told, _lapsing(coverage, clause.node), note)


def _with_exchanged(finding: Finding, shown: FromExchanged | None) -> Finding:
    """The same where it came about with some cards exchanged: a note, if a game leads there, as it is only rare."""
    if shown is None or finding.problem.code != "W056":
        return finding
    led = shown.led
    if led is None:
        message = f"{finding.problem.message}; reached only {UNSEEN}"
        return evolve(finding, problem=evolve(finding.problem, message=message))
    told = evolve(finding.problem, message=f"{finding.problem.message}; {RARE}")
    return Finding(told, led if decided(led) <= SHOWN else shown.state, note=True)


def _of(clause: Clause) -> str:
    return f" (reached {clause.chances:,} times)" if clause.chances > 1 else ""


def _is_seldom(clause: Clause, searched: Searched) -> bool:
    """True if it had too few chances to happen for a warning."""
    return (clause.chances if clause.chances > 1 else sum(searched.games.values())) < ENOUGH


def _lapsing(coverage: Coverage, choice: Node) -> State:
    """A short game in which there is nothing to choose."""
    first = coverage.first(choice, LAPSED)
    assert first is not None
    table, step = first
    begin = reaching(lambda players: {(pc, LAPSED) for pc in coverage.places(choice, players)})
    return shortest_attempt(table.as_is(step.state), begin, effort=EFFORT).state


def _is_spoken_of(rules: Ruleset, condition: Node) -> bool:
    """True if the top layer names a word on which a condition depends, so that its author knows of it."""
    changed = (rules.resolved.blocks[key] for key in rules.composed.changed_on_top if key in rules.resolved.blocks)
    named = {(node.kind, node.word) for block in changed for node in walk(block) if isinstance(node, e.WordOf)}
    return any((node.kind, node.word) in named for node in walk(condition) if isinstance(node, e.WordOf))


def _gives_way(rules: Ruleset, coverage: Coverage, node: Node) -> bool:
    """True if it is a reason to end, and the top layer adds one of its sort that does come about."""
    if not isinstance(node, d.Reason):
        return False
    added = (each for each in rules.resolved.of(type(node)) if is_on_top(rules, each) and each.key != node.key)
    return any(coverage.begun(each.key) for each in added)


def is_on_top(rules: Ruleset, node: Node) -> bool:
    """True if a node is in the top layer, the checked file."""
    return node.span.source.path == rules.composed.layers[-1].path
