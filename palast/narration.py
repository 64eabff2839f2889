"""A log told as a story: rounds and turns set off, each step with the rule that it comes from."""

from collections.abc import Iterator, Sequence

from palast.page import Page
from palast.standings import Standings
from palast.steps import Step, steps
from rulespec import Over, Ruleset
from rulespec.engine.events import Event, Next
from rulespec.language.printer import show
from rulespec.tree import declarations as d
from rulespec.tree.expressions import Name, PlayersWho
from rulespec.tree.node import Citations, walk


class Narrator:
    """Tells the events of a game piece by piece; it goes on where it stopped."""

    def __init__(self, rules: Ruleset, players: int, page: Page) -> None:
        self._rules = rules
        self._page = page
        self._players = players
        self._seats = [rules.seat_name(players, seat) for seat in range(players)]
        self._standings = Standings(rules, players)
        self._owed = False  # whether a round has ended whose standings are not told yet
        self._last: list[tuple[str, str]] = []  # the standings told last
        self._round = self._turn = 0
        self._player: int | None = None
        self._heading = ""  # a turn that has begun, its number and player still to be told
        self._lead = 4 + len(str(rules.composed.one(d.Limit).turns)) + max(map(len, self._seats))

    def tell(self, events: Sequence[Event]) -> Iterator[str]:
        """What happened, line by line."""
        stretch: list[Event] = []
        for event in events:
            if self._owed and (event.kind in ("round", "game ends")):
                yield from self._steps(stretch)
                yield from self.standings()
                stretch = []
            self._standings.take(event)
            stretch.append(event)
            self._owed = self._owed or event.kind == "round ends"
        yield from self._steps(stretch)

    def standings(self) -> Iterator[str]:
        """What each player's counters stand at."""
        self._owed, self._last = False, self._standings.lines()
        for name, values in self._last:
            yield from self._page.lines(values, lead=f"    {name}: ")

    def outcome(self, over: Over) -> Iterator[str]:
        """Who won, and what each seat gets where the rules name an amount."""
        if self._standings.lines() != self._last:
            yield from self.standings()
        yield ""
        composed = self._rules.composed
        if "returns" in composed.entries:
            returns = (f"{seat} {amount}" for seat, amount in zip(self._seats, over.returns, strict=True))
            yield from self._page.lines(f"returns: {', '.join(returns)}", self._rule("returns"), "    ")
        winners = [self._seats[seat] for seat in over.winners]
        said = "Nobody wins." if not winners else f"{winners[0]} wins."
        if len(winners) > 1:
            said = f"{', '.join(winners[:-1])} and {winners[-1]} win together."
        yield from self._page.lines(said, self._rule("winners") if winners and "winners" in composed.entries else "")

    # ---- steps

    def _steps(self, events: Sequence[Event]) -> Iterator[str]:
        for step in steps(events):
            match step.kind:
                case "round":
                    yield from self._begin_round()
                case "turn":
                    yield from self._begin_turn(step)
                case "round ends" | "game ends" | "limit":
                    yield from self._ends(step)
                case _:
                    yield from self._step(step)
        yield from self._told_heading()

    def _begin_round(self) -> Iterator[str]:
        self._round += 1
        self._player = None
        yield from self._told_heading()
        if self._round > 1:
            yield ""
        yield from self._page.lines(f"Round {self._round}", self._rule("round"))

    def _begin_turn(self, step: Step) -> Iterator[str]:
        yield from self._told_heading()
        self._turn += 1
        self._player = step.player
        assert step.player is not None
        self._heading = f"  {self._turn:>{self._lead - 4 - max(map(len, self._seats))}} {self._seats[step.player]}"

    def _told_heading(self) -> Iterator[str]:
        """A turn in which nothing has happened."""
        if self._heading:
            yield self._heading
        self._heading = ""

    def _step(self, step: Step) -> Iterator[str]:
        said = "; ".join(map(self._short, step.events))
        lead = self._heading.ljust(self._lead) if self._player is not None else "    "
        self._heading = ""
        yield from self._page.lines(said, cited(*step.rule), lead, len(lead) + 2)

    def _short(self, event: Event) -> str:
        """Its sentence without the player whose turn it is."""
        if self._player is None or isinstance(event, Next):
            return event.sentence
        return event.sentence.removeprefix(f"{self._seats[self._player]} ")

    def _ends(self, step: Step) -> Iterator[str]:
        yield from self._told_heading()
        self._player = None
        said = step.events[0].sentence
        block, cites = step.rule
        rule = self._rule("limit") if step.kind == "limit" else cited(block, cites)
        yield from self._page.lines(said[:1].upper() + said[1:], rule, "  ")
        for call in self._adjectives(block) if block else ():
            meaning = f"({call.name}: {show(call.condition)})"
            yield from self._page.lines(meaning, cited(call.key, call.cites), "    ")

    def _adjectives(self, key: str) -> list[d.Call]:
        """The named conditions that a reason to end speaks of."""
        reason = self._rules.composed.entries[key].declaration
        assert isinstance(reason, d.Reason)
        calls = {each.name: each for each in self._rules.composed.of(d.Call)}
        nodes = list(walk(reason.condition))
        named = [node.text for node in nodes if isinstance(node, Name)]
        named += [node.adjective for node in nodes if isinstance(node, PlayersWho)]
        return [calls[name] for name in dict.fromkeys(named) if name in calls]

    def _rule(self, key: str) -> str:
        return rule_of(self._rules, key) if key in self._rules.composed.entries else ""


def rule_of(rules: Ruleset, key: str) -> str:
    """A block with its citations, as it stands at the end of a line."""
    return cited(key, rules.composed.entries[key].cites)


def cited(block: str, cites: Citations) -> str:
    """A block with the citations that one of its statements goes by."""
    return ", ".join([block, *map(str, cites)])
