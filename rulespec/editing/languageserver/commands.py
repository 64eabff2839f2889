"""What can be tried of a rule file while it is written: a scenario, a game, what a layer does to games; as Markdown."""

from collections.abc import Callable, Iterable, Iterator
from itertools import count

from attrs import define, field

from rulespec.agents.play import playout
from rulespec.editing.languageserver.answers import plain
from rulespec.editing.languageserver.desk import Desk
from rulespec.engine.events.hearing import SPECTATOR
from rulespec.engine.pending import Over
from rulespec.experiments.failures import Failure
from rulespec.experiments.hunt import Finding
from rulespec.experiments.hunt.step_limit import stopping
from rulespec.experiments.impact import Impact, impact
from rulespec.experiments.impact.output import told
from rulespec.experiments.scenarios import Outcome, run
from rulespec.game.api import Ruleset, State
from rulespec.game.loading import remembered
from rulespec.game.pipeline import files_beneath
from rulespec.language.errors import BudgetExceededError, RulesError, SimulationError
from rulespec.rules.compose import File
from rulespec.rules.compose.hashing import is_played
from rulespec.wording import wording
from rulespec.wording.narration.narrator import Narrator
from rulespec.wording.page import Page

SECONDS = 2.0  # of games that show what a layer does; more games say more, and take longer
GAMES = 2_000
SHOWN = 500  # lines at the beginning and at the end of a long game

Verdict = Callable[[Impact], Iterable[str]]  # what an impact comes to, in sentences


@define
class Commands:
    """Tries out what lies on a desk, the texts that are not saved included."""

    _desk: Desk
    _language: str
    _verdict: Verdict
    _seeds: Iterator[int] = field(factory=count, init=False)  # another game each time

    def run_scenario(self, path: str, name: str) -> str:
        """Whether a scenario holds on each of the rulesets that its file is laid on; if not, the game that shows it."""
        held, said = True, list[str]()
        for files in self._desk.shelf.stacks(path):
            try:
                rules = remembered(files)
            except RulesError as error:
                held = False
                said += ["The rules have errors:", _code([str(error)])]
                continue
            for outcome in run(rules, [name]):
                held &= outcome.held
                said += self._outcome(outcome, rules)
        if not said:
            return f"# No scenario {plain(name)} in this file\n"
        return _page(f"{name} {'passes' if held else 'fails'}", said)

    def show_game(self, path: str) -> str:
        """A game of players who play at random, as it is told; each time another."""
        rules = self._rules(path)
        if isinstance(rules, str):
            return rules
        seed = next(self._seeds)
        try:
            lines = self._game(playout(rules, rules.players[0], seed).state, rules)
        except BudgetExceededError as error:
            return self._stopped(stopping(rules, [rules.players[0]], seed, error))
        left_out = len(lines) - 2 * SHOWN
        if left_out > 0:
            lines[SHOWN:-SHOWN] = ["", f"... {left_out:,} lines ...", ""]
        return _page(f"A game of {rules.title}", [_code(lines)])

    def _game(self, state: State, rules: Ruleset) -> list[str]:
        """The lines that tell a game."""
        words, view = wording(rules, self._language), state.view(SPECTATOR)
        narrator = Narrator(state.game, Page(), words, lambda: state, view=lambda: view)
        lines = [*narrator.tell(state.log)]
        return [*lines, *narrator.outcome(state.pending)] if isinstance(state.pending, Over) else lines

    def _stopped(self, found: Finding) -> str:
        """The problem of games that take too many steps, with one that stops if it was found again."""
        said = [_code([str(found.problem)])]
        if found.state is not None:
            said.append(_code(Failure(found.problem, found.state).told(self._language, whole=False).split("\n")))
        return _page("A game takes too many steps", said)

    def what_it_does(self, path: str) -> str:
        """What a file says to people, and what a layer does to the games of the rules beneath it."""
        rules = self._rules(path)
        if isinstance(rules, str):
            return rules
        words = wording(rules, self._language)
        beneath = files_beneath(rules.composed)
        keys = rules.composed.changed_on_top if beneath else frozenset(rules.composed.entries)
        blocks = (key for key in rules.resolved.blocks if key in keys and is_played(rules.resolved.blocks[key]))
        said = [f"- {plain(' '.join(words.told(key)))} `[{key}]`" for key in blocks]
        if beneath:
            said += ["", *self._effect(beneath, rules)]
        return _page(f"What {words.title} does" if beneath else words.title, ["\n".join(said)])

    def _effect(self, beneath: Iterable[File], rules: Ruleset) -> Iterator[str]:
        try:
            found = impact(remembered(tuple(beneath)), rules, games=GAMES, seconds=SECONDS)
        except (RulesError, SimulationError, BudgetExceededError, ValueError) as error:
            yield f"Cannot compare its games: {plain(str(error))}"
            return
        yield from map(plain, self._verdict(found))
        yield ""
        yield _code(told(found))

    def _outcome(self, outcome: Outcome, rules: Ruleset) -> Iterator[str]:
        ways = "" if outcome.tried == 1 else f" in {outcome.tried} ways{'' if outcome.all else ', a sample'}"
        if outcome.held:
            passes = "fails, as declared," if outcome.changed else "passes"
            yield f"It {passes} on {plain(rules.name)}{ways}."
            return
        assert outcome.problem is not None
        yield f"On {plain(rules.name)}: {plain(outcome.message)}"
        if outcome.problem.remedy:
            yield plain(outcome.problem.remedy)
        if outcome.failure is not None:
            yield _code(outcome.failure.told(self._language, whole=False).split("\n"))

    def _rules(self, path: str) -> Ruleset | str:
        """The rules of a file, on the first of the rulesets that it is laid on; or why there are none."""
        files = self._desk.shelf.stack(path, self._desk.on(path))
        try:
            return (
                remembered(files)
                if files
                else _page("This file names no ruleset", ["Write in the next line: tried on RULESET"])
            )
        except RulesError as error:
            return _page("The rules have errors", [_code([str(error)])])


def _page(title: str, said: Iterable[str]) -> str:
    return "\n\n".join((f"# {plain(title)}", *said)) + "\n"


def _code(lines: Iterable[str]) -> str:
    return "\n".join(("```text", *lines, "```"))
