"""Four pictures of an impact: how long games are, who wins, how they end, what differs."""

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from palast.pictures.axes import axis
from palast.pictures.panels import Panel, Picture, Row, Shape
from palast.verdict.measures import measure, reason, values
from palast.verdict.numerals import numeral, numerals, percents
from palast.verdict.sentences import players
from palast.verdict.words import Language, Say
from rulespec.experiments.impact import Difference, Impact, Trial
from rulespec.experiments.impact.report import Kind
from rulespec.experiments.simulation.summary import Amount

STEPS = 40  # bars of the histogram of lengths, at most
MOST_ROWS = 24  # of a panel, at most
AMOUNTS: tuple[Kind, ...] = ("turns", "rounds", "decisions")

Games = Trial | Impact


def lengths(games: Games, language: Language = "en") -> Picture:
    """How long games are on both sides: mean, standard deviation and extremes."""

    def panels(trial: Trial, who: str) -> Iterator[Panel | Shape]:
        yield from _hills(trial, who, language)
        for kind in AMOUNTS:
            sides = [(side.rules, getattr(side, kind)) for side in (trial.base, trial.variant)]
            means = [amount.mean for _, amount in sides if amount.mean is not None]
            if len(means) == len(sides) and any(amount.most for _, amount in sides):
                written = numerals(means, language)
                rows = tuple(
                    [
                        _spread(name, amount, Say.ON_AVERAGE(language, mean=mean), variant=number == 1)
                        for number, ((name, amount), mean) in enumerate(zip(sides, written, strict=True))
                    ]
                )
                title = next((measure(each, trial, language) for each in trial.differences if each.kind == kind), kind)
                yield Panel(_titled(who, title), rows, axis(_from_nothing(rows), _amounts(language)))

    return _drawn(games, panels, Say.LENGTHS, Say.HOW_LENGTHS, language)


def wins(games: Games, language: Language = "en") -> Picture:
    """The share of the games that each place or seat wins on both sides."""

    def panels(trial: Trial, who: str) -> Iterator[Panel]:
        won = [each for each in trial.differences if each.kind == "wins"]
        if won:
            shown = [each for each in trial.differences if each.kind in ("wins", "began")]
            rows = tuple([_both(each, trial, language) for each in shown])
            fair = sum(each.variant for each in won) / len(won)
            notes = (f"- - -  {Say.FAIR(language, fair=percents([fair], language)[0])}",)
            along = axis(_around(rows, fair), _shares(language))
            yield Panel(_titled(who, Say.OF_GAMES(language)), rows, along, line=fair, notes=notes)

    return _drawn(games, panels, Say.WINS, Say.HOW_SIDES, language)


def ends(games: Games, language: Language = "en") -> Picture:
    """How games and rounds end on both sides."""

    def panels(trial: Trial, who: str) -> Iterator[Panel]:
        kinds: tuple[tuple[Kind, Say, Callable[[float], str]], ...] = (
            ("rounds_ended", Say.ROUNDS_OF_A_GAME, _amounts(language)),
            ("ended", Say.OF_GAMES, _shares(language)),
        )
        for kind, title, unit in kinds:
            ways = [each for each in trial.differences if each.kind == kind]
            if len(ways) > 1 or (ways and not any(p.kind == "rounds_ended" for p in trial.differences)):
                shown, notes = _most(ways, language)
                rows = tuple([_both(each, trial, language) for each in shown])
                yield Panel(_titled(who, title(language)), rows, axis(_from_nothing(rows), unit), notes=notes)

    return _drawn(games, panels, Say.ENDS, Say.HOW_SIDES, language)


def differences(games: Games, language: Language = "en") -> Picture:
    """What the variant changes, with intervals: amounts in percent of the base, shares in percentage points.

    Returns are drawn in their own unit, as they can be 0 or negative.
    """

    def panels(trial: Trial, who: str) -> Iterator[Panel]:
        judged = [each for each in trial.differences if each.kind != "asked" and each.only is None]
        shares = [each for each in judged if each.in_percent and (each.base or each.variant)]
        gets = [each for each in judged if each.kind == "gets"]
        amounts = [each for each in judged if not each.in_percent and each.base and each.kind != "gets"]
        for chosen, title, percent in (
            (amounts, Say.IN_PERCENT, True), (shares, Say.IN_POINTS, False), (gets, Say.IN_STAKES, False),
        ):  # fmt: skip
            shown, notes = _most(chosen, language)
            rows = tuple([_change(each, trial, language) for each in shown])
            if rows:
                unit = _signed(language, f"{'%' if language == 'en' else ' %'}" if percent else "")
                along = axis(_around_nothing(rows), unit)
                yield Panel(_titled(who, title(language)), rows, along, line=0.0, notes=notes)

    return _drawn(games, panels, Say.DIFFERENCES, Say.HOW_DIFFERENCES, language, sides=False)


def _drawn(
    games: Games,
    panels: Callable[[Trial, str], Iterator[Panel | Shape]],
    title: Say,
    note: Say,
    language: Language,
    sides: bool = True,
) -> Picture:
    """A picture with the panels of each kind of players, which are named if there are several."""
    trials = named(games) if isinstance(games, Impact) else (games,)
    several = len(trials) > 1
    found = tuple(
        [panel for trial in trials for panel in panels(trial, players(trial.agents, language) if several else "")]
    )
    names = (trials[0].base.rules, trials[0].variant.rules) if trials and sides and found else None
    return Picture(title(language), found, names, (note if found else Say.NOTHING)(language))


def named(impact: Impact) -> tuple[Trial, ...]:
    """The trials, with the impact's names of both rulesets, which are always different."""
    return tuple(
        evolve(each, base=evolve(each.base, rules=impact.base), variant=evolve(each.variant, rules=impact.variant))
        for each in impact.trials
    )


def _titled(who: str, title: str) -> str:
    return _capital(f"{title}, {who.rstrip(',')}" if who else title)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _hills(trial: Trial, who: str, language: Language) -> Iterator[Shape]:
    """The histogram of the numbers of turns on both sides."""
    sides = [side.lengths for side in (trial.base, trial.variant)]
    if not all(sides):
        return
    least, most = min(map(min, sides)), max(map(max, sides))
    width = -(-(most - least + 1) // STEPS)
    edges = tuple([least - 0.5 + width * step for step in range((most - least) // width + 2)])
    heights = [[0.0] * (len(edges) - 1) for _ in sides]
    for high, counted in zip(heights, sides, strict=True):
        for turns, games in counted.items():
            high[(turns - least) // width] += games
    base, variant = heights
    title = _titled(who, Say.SO_MANY_TURNS(language))
    room = 0.03 * (edges[-1] - edges[0])
    along = axis((edges[0] - room, edges[-1] + room), _amounts(language), whole=True)
    yield Shape(title, edges, tuple(base), tuple(variant), along)


def _spread(name: str, amount: Amount, value: str, variant: bool) -> Row:
    """A row with mean, standard deviation and extremes of one side."""
    assert amount.mean is not None and amount.least is not None and amount.most is not None
    wide = amount.deviation or 0.0
    least, most = float(amount.least), float(amount.most)
    low, high = max(least, amount.mean - wide), min(most, amount.mean + wide)
    if variant:
        return Row(name, value, low, high, variant=amount.mean, reach=(least, most))
    return Row(name, value, low, high, base=amount.mean, reach=(least, most))


def _both(each: Difference, trial: Trial, language: Language) -> Row:
    """A row with both sides of a measure, and the interval of the variant."""
    name = _capital(measure(each, trial, language)) if each.kind in ("wins", "began") else reason(each, language)
    base, variant = values(each, language)
    if each.only is not None:
        rules = (trial.base if each.only == "base" else trial.variant).rules
        name = f"{name} ({Say.ONLY(language, rules=rules)})"
    low, high = (each.base + each.interval.low, each.base + each.interval.high) if each.interval else (None, None)
    if each.in_percent and low is not None and high is not None:
        low, high = max(0.0, low), min(1.0, high)
    return Row(name, f"{base} → {variant}", low, high, each.base, each.variant, filled=each.told in ("more", "less"))


def _change(each: Difference, trial: Trial, language: Language) -> Row:
    """A row with a difference and its interval."""
    scale = 1.0 if each.kind == "gets" else 100.0 if each.in_percent else 100 / each.base
    value = " → ".join(values(each, language))
    if each.interval is None:
        said = Say.UNCHANGED if each.told == "same" else Say.TOO_RARE
        return Row(_capital(measure(each, trial, language)), value, note=said(language))
    low, high = each.interval.low * scale, each.interval.high * scale
    told = each.told in ("more", "less")
    return Row(_capital(measure(each, trial, language)), value, low, high, variant=each.difference * scale, filled=told)


def _most(ways: Sequence[Difference], language: Language) -> tuple[Sequence[Difference], tuple[str, ...]]:
    """The rows that there is room for, preferring those that changed most, and a note on the others."""
    if len(ways) <= MOST_ROWS:
        return ways, ()
    chosen = sorted(ways, key=lambda each: (each.told not in ("more", "less"), -abs(each.difference)))[:MOST_ROWS]
    return [each for each in ways if each in chosen], (Say.LEFT_OUT(language, left=str(len(ways) - MOST_ROWS)),)


def _from_nothing(rows: Sequence[Row]) -> tuple[float, float]:
    """Limits from 0 to the largest value."""
    drawn = [value for row in rows for value in (row.high, row.base, row.variant, *(row.reach or ())) if value]
    most = max(drawn, default=1.0)
    return -0.03 * most, 1.05 * most


def _around(rows: Sequence[Row], line: float) -> tuple[float, float]:
    """Limits around all values, with a margin."""
    drawn = [value for row in rows for value in (row.low, row.high, row.base, row.variant) if value is not None]
    low, high = min(line, *drawn), max(line, *drawn)
    room = (high - low) * 0.06 or abs(high) * 0.1 or 1.0
    return low - room, high + room


def _around_nothing(rows: Sequence[Row]) -> tuple[float, float]:
    """Limits symmetric about 0 that fit most rows, without outliers that would squeeze the others."""
    drawn = sorted(max(abs(row.low), abs(row.high)) for row in rows if row.low is not None and row.high is not None)
    usual = drawn[(3 * len(drawn)) // 4] if drawn else 0.0
    most = max(drawn, default=0.0)
    far = 1.12 * min(most, 2 * usual or most)
    return (-far, far) if far else (-1.0, 1.0)


def _amounts(language: Language) -> Callable[[float], str]:
    return lambda value: numeral(value, 0 if value == round(value) else 1 if abs(value) >= 1 else 2, language)


def _shares(language: Language) -> Callable[[float], str]:
    return lambda value: percents([round(value, 4)], language)[0].replace(".0", "").replace(",0", "")


def _signed(language: Language, unit: str) -> Callable[[float], str]:
    def written(value: float) -> str:
        digits = 0 if value == round(value) else 1 if abs(10 * value) == round(abs(10 * value), 6) else 2
        return f"{'+' if value > 0 else ''}{numeral(value, digits, language)}{unit}"

    return written
