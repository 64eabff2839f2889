"""An impact as text for people, and as rows and data for programs."""

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from attrs import frozen

from rulespec.impacts.report import Difference, Impact, Kind, Mattered, Stopped, Trial
from rulespec.narration.amounts import many
from rulespec.narration.page import PIPED, Page
from rulespec.suite.keeping import text_of

WIDE = 46  # characters of the column with the names of measures
NUMBERS = 58  # characters of the columns with numbers on a narrow page
HEADER = (
    "agents", "measure", "of", "base", "variant", "difference", "low", "high", "told", "correlation", "pairs",
    "differing", "only",
)  # fmt: skip
_NTH = ("who begins", "the second in order", "the third in order", "the fourth in order", "the fifth in order")


# ---- what is measured, and what is told of it


def measured(found: Difference) -> str:
    """The name of a measure."""
    match found.kind:
        case "turns" | "rounds" | "decisions" | "draws" | "points":
            return found.kind
        case "forced":
            return "decisions with one option"
        case "lead_changes":
            return "changes of lead"
        case "led_since":
            return "share of turns until the winners led for good"
        case "forced_share":
            return "share of decisions with one option"
        case "lead_rate":
            return "changes of lead in 100 turns"
        case "shared":
            return "several win"
        case "stakes":
            return "what a player wins or loses"
        case "gets":
            return f"{_seat(found.of)} gets"
        case "wins":
            return f"{_seat(found.of)} wins"
        case "began":
            return f"{_NTH[0]} wins"
        case "ended" | "rounds_ended" | "action":
            return found.of
        case "asked":
            return f"asked by {found.of}"
        case _:
            assert_never(found.kind)


def _seat(of: str) -> str:
    """A seat by its name, or a place in the order of play in words."""
    if not of.isdigit():
        return of
    return _NTH[int(of) - 1] if int(of) <= len(_NTH) else f"number {of} in order"


def verdict(found: Difference) -> str:
    """What the pairs tell of a measure, in words."""
    match found.told:
        case "more":
            return _MORE.get(found.kind, ("more often", ""))[0]
        case "less":
            return _MORE.get(found.kind, ("", "less often"))[1]
        case "same":
            return "the same"
        case "unclear":
            return "cannot tell"
        case "rare":
            return "too few to tell"
        case "only here":
            return f"only {found.only}"
        case _:
            assert_never(found.told)


_MORE: dict[Kind, tuple[str, str]] = {
    "turns": ("longer", "shorter"),
    "led_since": ("later", "earlier"),
    "forced_share": ("larger", "smaller"),
    **dict.fromkeys(
        ("rounds", "decisions", "forced", "draws", "lead_changes", "lead_rate", "points"), ("more", "fewer")
    ),
    **dict.fromkeys(("stakes", "gets"), ("more", "less")),
}
_STOPPED: dict[Stopped, str] = {
    "precision": "until the intervals of the turns and of the wins were as narrow as asked for",
    "games": "as many as were asked for",
    "seconds": "until the time was over",
    "interrupted": "until it was interrupted",
}


# ---- for other programs


def rows(found: Impact) -> Iterator[tuple[Any, ...]]:
    """All differences as rows under a header."""
    yield HEADER
    for trial in found.trials:
        for each in trial.differences:
            low, high = (None, None) if each.interval is None else (each.interval.low, each.interval.high)
            yield (
                players(trial), each.kind, each.of, each.base, each.variant, each.difference, low, high, each.told,
                each.correlation, each.pairs, each.differing, each.only,
            )  # fmt: skip


def data(found: Impact) -> dict[str, Any]:
    """The impact as plain data for JSON."""
    told = [dict(zip(HEADER, row, strict=True)) for row in rows(found)][1:]
    mattered = found.mattered
    return {
        "base": found.base,
        "variant": found.variant,
        "players": found.players,
        "seed": found.seed,
        "level": found.level,
        "precision": found.precision,
        "alike": found.alike,
        "cut_short": found.cut_short,
        "trials": [
            {"agents": list(each.agents), "games": each.games, "differing": each.differing, "stopped": each.stopped}
            for each in found.trials
        ],
        "measures": told,
        "mattered": mattered and {
            "game": mattered.game,
            "by": mattered.by,
            "base": mattered.base,
            "variant": mattered.variant,
            "because": list(mattered.because),
            "record": text_of(mattered.record),
        },
    }  # fmt: skip


def players(trial: Trial) -> str:
    """The names of the players: one name if all are alike."""
    alike = len(set(trial.agents)) == 1
    return trial.agents[0] if alike else ",".join(trial.agents)


# ---- the table that people read


def told(found: Impact, page: Page = Page()) -> Iterator[str]:  # noqa: B008 - it is frozen
    """The impact as lines of text: a table for each kind of players, then what they agree on."""
    if found.cut_short:
        yield from page.lines("Cut short: the time was over before anything could be told. Give it more --seconds.")
    games = f"pairs of games with {many(found.players, 'player')}, seed {found.seed}"
    yield from page.lines(
        f"{found.base} (base) and {found.variant} (variant): {'no game was played' if found.alike else games}"
    )
    for trial in found.trials:
        yield ""
        yield from _trial(found, trial, page)
    played = [trial for trial in found.trials if trial.games]
    if len(played) > 1:
        yield ""
        yield from _agreed(played, page)
    if found.mattered is not None:
        yield ""
        yield from _mattered(found, found.mattered, page)


def _mattered(found: Impact, mattered: Mattered, page: Page) -> Iterator[str]:
    """Where the rule mattered."""
    turns, whose = many(mattered.record.state.turns, "turn"), getattr(found, mattered.by)
    yield from page.lines(f"A game in which the rule matters, in pair {mattered.game} after {turns} by {whose}:")
    wide = max(len(found.base), len(found.variant))
    yield from page.lines(mattered.base, lead=f"  {found.base:{wide}}  ")
    yield from page.lines(mattered.variant, lead=f"  {found.variant:{wide}}  ")
    if mattered.because:
        yield from page.lines(f"That comes of what they say differently: {', '.join(mattered.because)}.")


def _trial(found: Impact, trial: Trial, page: Page) -> Iterator[str]:
    who = "random players" if trial.random else f"players: {players(trial)}"
    yield from page.lines(f"{many(trial.games, 'pair')} of games, {who}, {_STOPPED[trial.stopped]}")
    if not trial.games:
        return
    columns = _Columns(page)
    if trial.differing:
        yield f"In {many(trial.differing, 'pair')} something that is measured was not the same."
    else:
        yield "All that is measured was the same in each pair."
    if trial.cut_off is not None:
        of_base, of_variant = f"{trial.cut_off.base:.1%}", f"{trial.cut_off.variant:.1%}"
        yield from page.lines(
            f"Cut off at the limit of turns, and measured up to there: {of_base} of the games by {found.base}, "
            f"{of_variant} by {found.variant}."
        )
    for heading, kinds in _SECTIONS:
        there = [each for kind in kinds for each in trial.differences if each.kind == kind]
        if there:
            yield ""
            yield from columns.row(heading, "base", "variant", "difference", "between", "", "corr.", "differ")
            for each in there:
                yield from columns.row(*_cells(each))
    yield ""
    yield from page.lines(
        f"In {found.level * 100:g} of 100 such runs all true differences lie between their two numbers. {columns.note}"
    )
    if trial.random:
        hint = "Others may differ: --agents random --agents ismcts:50"
        yield from page.lines(f"This holds for random players, who want nothing. {hint}")


_SECTIONS: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    (
        "in a game",
        ("turns", "rounds", "decisions", "forced", "forced_share", "draws", "lead_changes", "lead_rate", "led_since",
         "points"),
    ),
    ("what comes of a game", ("stakes", "gets")),
    ("share of the games", ("wins", "began", "shared", "ended")),
    ("how often in a game", ("rounds_ended", "action", "asked")),
)  # fmt: skip


@frozen
class _Columns:
    """The columns of the table; a narrow page leaves some out, and has long names on lines of their own."""

    page: Page

    @property
    def note(self) -> str:
        """The explanation of the columns."""
        if self._narrow:
            return "A wider window has more columns, as has --csv."
        return (
            "'corr.' is the correlation of both games of a pair; 'differ' is in how many pairs they were not the same."
        )

    @property
    def _narrow(self) -> bool:
        return self.page.width < PIPED

    def row(
        self, what: str, base: str, variant: str, change: str, between: str, said: str, corr: str, differ: str
    ) -> Iterator[str]:
        if not self._narrow:
            what = what if len(what) < WIDE else f"{what[: WIDE - 4]}..."
            numbers = f"{base:>10}{variant:>10}{change:>12}{between:>20}  {said:16}{corr:>6}{differ:>8}"
            yield f"{what:{WIDE}}{numbers}".rstrip()
            return
        wide = max(0, self.page.width - NUMBERS)
        if len(what) > wide:
            yield from self.page.lines(what, hang=4)
            what = ""
        yield f"{what:{wide}}{base:>10}{variant:>10}{between:>20}  {said:16}".rstrip()


def _cells(found: Difference) -> tuple[str, str, str, str, str, str, str, str]:
    interval = found.interval
    between = "" if interval is None else f"{_signed(found, interval.low)} to {_signed(found, interval.high)}"
    return (
        measured(found),
        f"{found.base:.1%}" if found.in_percent else f"{found.base:,.2f}",
        f"{found.variant:.1%}" if found.in_percent else f"{found.variant:,.2f}",
        _signed(found, found.difference),
        between,
        verdict(found),
        "" if found.correlation is None else f"{found.correlation:.2f}",
        f"{found.differing:,}",
    )


def _signed(found: Difference, value: float) -> str:
    return f"{value:+.1%}" if found.in_percent else f"{value:+,.2f}"


def _agreed(trials: Sequence[Trial], page: Page) -> Iterator[str]:
    """The verdicts that all kinds of players share, those that differ, and those that only some of them have."""
    found: dict[str, dict[str, Difference]] = {}
    for trial in trials:
        for each in trial.differences:
            if each.told in ("more", "less") and each.kind != "asked":  # there are too many of these
                found.setdefault(measured(each), {})[players(trial)] = each
    agreed, apart, alone = list[str](), list[str](), dict[str, list[str]]()
    for what, by in found.items():
        words = {who: verdict(each) for who, each in by.items()}
        said = f"{what} {next(iter(words.values()))}"
        if len(set(words.values())) > 1:
            apart.append(f"{what} ({', '.join(f'{who}: {word}' for who, word in words.items())})")
        elif len(by) == len(trials):
            agreed.append(said)
        else:
            alone.setdefault(" and ".join(by), []).append(said)
    yield from page.lines(f"What holds with all of these players: {'; '.join(agreed) or 'nothing that can be told'}.")
    if apart:
        yield from page.lines(f"What they disagree on: {'; '.join(apart)}.")
    for names, told_alone in alone.items():
        yield from page.lines(f"What can be told with {names} alone: {'; '.join(told_alone)}.")
