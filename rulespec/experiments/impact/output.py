"""An impact as text for people, and as rows for programs."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, assert_never

from attrs import evolve, frozen

from rulespec.experiments.impact.report import Difference, Impact, Kind, Mattered, Trial
from rulespec.experiments.simulation.summary import AMOUNTS
from rulespec.rules.texts.grammar.template import Part
from rulespec.wording.page import PIPED, Page
from rulespec.wording.reports import PLAIN, Reporting

WIDE = 46  # characters of the column with the names of measures
NUMBERS = 58  # characters of the columns with numbers on a narrow page
_NTH = 5  # places in the order of play that have a word


# ---- what is measured, and what is told of it


def measured(found: Difference, reporting: Reporting = PLAIN) -> str:
    """The name of a measure."""
    match found.kind:
        case "turns" | "rounds" | "decisions" | "draws" | "forced" | "lead_changes" | "led_since":
            return reporting.say(AMOUNTS[found.kind])
        case "forced_share" | "lead_rate" | "shared" | "stakes":
            return reporting.say(f"impact.{found.kind}")
        case "points":
            return reporting.score("impact.points")
        case "gets" | "wins":
            return reporting.say(f"impact.{found.kind}", who=_seat(found.of, reporting))
        case "began":
            return reporting.say("impact.wins", who=_seat("1", reporting))
        case "ended" | "rounds_ended" | "action":
            return reporting.block(found.of)
        case "asked":
            return reporting.say("impact.asked", question=_question(found, reporting))
        case _:
            assert_never(found.kind)


def _seat(of: str, reporting: Reporting) -> str:
    """A seat by its name, or a place in the order of play in words."""
    if not of.isdigit():
        return reporting.seat(of)
    return reporting.say(f"impact.nth.{of}") if int(of) <= _NTH else reporting.say("impact.nth", number=of)


def _question(found: Difference, reporting: Reporting) -> str:
    block, _, asked = found.of.partition(": ")
    return reporting.question(block, asked)


def in_words(found: Impact, reporting: Reporting) -> Impact:
    """An impact with its measures and the game in which it mattered in words, for display."""

    def named(each: Difference) -> Difference:
        match each.kind:
            case "gets" | "wins" if not each.of.isdigit():
                return evolve(each, of=reporting.seat(each.of))
            case "asked":
                return evolve(each, of=_question(each, reporting))
            case "action":
                return evolve(each, of=reporting.block(each.of))
            case _:
                return each

    trials = [evolve(trial, differences=tuple(map(named, trial.differences))) for trial in found.trials]
    mattered = found.mattered
    if mattered is not None:
        base, variant = map(str, mattered.told(reporting.language))
        because = tuple([reporting.block(each) for each in mattered.because])
        mattered = evolve(mattered, base=base, variant=variant, because=because)
    return evolve(found, trials=tuple(trials), mattered=mattered)


def verdict(found: Difference, reporting: Reporting = PLAIN) -> str:
    """The verdict on a measure, in words."""
    more, less = _MORE.get(found.kind, ("more often", "less often"))
    match found.told:
        case "more":
            return reporting.say(f"impact.{more}")
        case "less":
            return reporting.say(f"impact.{less}")
        case "same" | "unclear" | "rare":
            return reporting.say(f"impact.{found.told}")
        case "only here":
            return reporting.say(f"impact.only {found.only}")
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


# ---- for other programs


def rows(found: Impact) -> Iterator[tuple[Any, ...]]:
    """All differences as rows."""
    for trial in found.trials:
        for each in trial.differences:
            low, high = (None, None) if each.interval is None else (each.interval.low, each.interval.high)
            yield (
                players(trial), each.kind, each.of, each.base, each.variant, each.difference, low, high, each.told,
                each.correlation, each.pairs, each.differing, each.only,
            )  # fmt: skip


def players(trial: Trial) -> str:
    """The names of the players: one name if all are alike."""
    alike = len(set(trial.agents)) == 1
    return trial.agents[0] if alike else ",".join(trial.agents)


# ---- the table that people read


def told(found: Impact, page: Page = Page(), reporting: Reporting = PLAIN) -> Iterator[str]:  # noqa: B008 - it is frozen
    """The impact as lines of text: a table for each kind of players, then the common verdicts."""
    say = reporting.say
    if found.cut_short:
        yield from page.lines(say("impact.cut short"))
    sides: dict[str, Part] = {"base": found.base, "variant": found.variant}
    if found.alike:
        yield from page.lines(say("impact.alike", **sides))
    else:
        with_ = reporting.many(found.players, "players")
        yield from page.lines(say("impact.games", players=with_, seed=str(found.seed), **sides))
    for trial in found.trials:
        yield ""
        yield from _trial(found, trial, page, reporting)
    played = [trial for trial in found.trials if trial.games]
    if len(played) > 1:
        yield ""
        yield from _agreed(played, page, reporting)
    if found.mattered is not None:
        yield ""
        yield from _mattered(found, found.mattered, page, reporting)


def _mattered(found: Impact, mattered: Mattered, page: Page, reporting: Reporting) -> Iterator[str]:
    """Where the rule mattered."""
    turns, whose = mattered.record.state.turns, getattr(found, mattered.by)
    yield from page.lines(reporting.many(turns, "impact.mattered", game=str(mattered.game), rules=whose))
    wide = max(len(found.base), len(found.variant))
    if reporting.words:
        for name, said in zip((found.base, found.variant), mattered.told(reporting.language), strict=True):
            yield from page.lines(said.text, said.rule, f"  {name:{wide}}  ")
    else:
        yield from page.lines(mattered.base, lead=f"  {found.base:{wide}}  ")
        yield from page.lines(mattered.variant, lead=f"  {found.variant:{wide}}  ")
    if mattered.because:
        yield from page.lines(reporting.say("because", keys=", ".join(map(reporting.block, mattered.because))))


def _trial(found: Impact, trial: Trial, page: Page, reporting: Reporting) -> Iterator[str]:
    say, number = reporting.say, reporting.number
    who = say("impact.random") if trial.random else say("impact.agents", names=players(trial))
    stopped = say(f"impact.stopped.{trial.stopped}")
    yield from page.lines(reporting.many(trial.games, "impact.trial", who=who, stopped=stopped))
    if not trial.games:
        return
    columns = _Columns(page, reporting)
    if trial.differing:
        yield from page.lines(reporting.many(trial.differing, "impact.differing"))
    else:
        yield from page.lines(say("impact.none differing"))
    if trial.cut_off is not None:
        of_base, of_variant = number(f"{trial.cut_off.base:.1%}"), number(f"{trial.cut_off.variant:.1%}")
        sides = {"base": found.base, "variant": found.variant}
        yield from page.lines(say("impact.cut off", of_base=of_base, of_variant=of_variant, **sides))
    for heading, kinds in _SECTIONS:
        there = [each for kind in kinds for each in trial.differences if each.kind == kind]
        if there:
            yield ""
            yield from columns.heading(heading)
            for each in there:
                yield from columns.row(*_cells(each, reporting))
    yield ""
    yield from page.lines(say("impact.level", level=number(f"{found.level * 100:g}"), note=columns.note))
    if trial.random:
        yield from page.lines(say("impact.only random"))


_SECTIONS: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    (
        "in a game",
        ("turns", "rounds", "decisions", "forced", "forced_share", "draws", "lead_changes", "lead_rate", "led_since",
         "points"),
    ),
    ("results of a game", ("stakes", "gets")),
    ("share of the games", ("wins", "began", "shared", "ended")),
    ("how often in a game", ("rounds_ended", "action", "asked")),
)  # fmt: skip


_NAMED = ("base", "variant", "difference", "between", "correlation", "differ")


@frozen
class _Columns:
    """The columns of the table; a narrow page leaves some out, and has long names on lines of their own."""

    page: Page
    reporting: Reporting

    @property
    def note(self) -> str:
        """The explanation of the columns."""
        return self.reporting.say("impact.note.narrow" if self._narrow else "impact.note")

    @property
    def _narrow(self) -> bool:
        return self.page.width < PIPED

    def heading(self, section: str) -> Iterator[str]:
        """The names of the columns."""
        base, variant, change, between, corr, differ = [self.reporting.say(f"impact.{each}") for each in _NAMED]
        return self.row(self.reporting.say(f"impact.{section}"), base, variant, change, between, "", corr, differ)

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


def _cells(found: Difference, reporting: Reporting) -> tuple[str, str, str, str, str, str, str, str]:
    interval, number = found.interval, reporting.number
    between = ""
    if interval is not None:
        low, high = number(_signed(found, interval.low)), number(_signed(found, interval.high))
        between = reporting.say("impact.span", low=low, high=high)
    return (
        measured(found, reporting),
        number(f"{found.base:.1%}" if found.in_percent else f"{found.base:,.2f}"),
        number(f"{found.variant:.1%}" if found.in_percent else f"{found.variant:,.2f}"),
        number(_signed(found, found.difference)),
        between,
        verdict(found, reporting),
        "" if found.correlation is None else number(f"{found.correlation:.2f}"),
        number(f"{found.differing:,}"),
    )


def _signed(found: Difference, value: float) -> str:
    return f"{value:+.1%}" if found.in_percent else f"{value:+,.2f}"


def _agreed(trials: Sequence[Trial], page: Page, reporting: Reporting) -> Iterator[str]:
    """The verdicts that all kinds of players share, those that differ, and those that only some of them have."""
    say = reporting.say
    found: dict[str, dict[str, Difference]] = {}
    for trial in trials:
        for each in trial.differences:
            if each.told in ("more", "less") and each.kind != "asked":  # there are too many of these
                found.setdefault(measured(each, reporting), {})[players(trial)] = each
    agreed, apart, alone = list[str](), list[str](), dict[str, list[str]]()
    for what, by in found.items():
        words = {who: verdict(each, reporting) for who, each in by.items()}
        said = f"{what} {next(iter(words.values()))}"
        if len(set(words.values())) > 1:
            apart.append(f"{what} ({', '.join(f'{who}: {word}' for who, word in words.items())})")
        elif len(by) == len(trials):
            agreed.append(said)
        else:
            alone.setdefault(reduce(lambda one, other: say("impact.and", one=one, other=other), by), []).append(said)
    yield from page.lines(say("impact.agreed", what="; ".join(agreed) or say("impact.agreed.nothing")))
    if apart:
        yield from page.lines(say("impact.apart", what="; ".join(apart)))
    for names, told_alone in alone.items():
        yield from page.lines(say("impact.alone", names=names, what="; ".join(told_alone)))
