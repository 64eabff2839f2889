"""An impact written as a page of HTML, from a template of jinja2, with its pictures as SVG."""

from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING

from attrs import asdict, frozen

from palast import plots
from palast.plots.drawing import DARK, LIGHT, Palette, canvas
from palast.plots.pictures import named
from palast.verdict import players, verdict
from palast.verdict.measures import extents, measure, values
from palast.verdict.numerals import count, numeral
from palast.verdict.words import Language, Say
from palast.webpage.inline import inline
from rulespec.impacts import Difference, Impact, Mattered, Trial
from rulespec.impacts.report import Stopped

if TYPE_CHECKING:
    from jinja2 import Environment

PICTURES = (
    (plots.lengths, Say.LENGTHS),
    (plots.wins, Say.WINS),
    (plots.ends, Say.ENDS),
    (plots.differences, Say.DIFFERENCES),
)
STOPPED: dict[Stopped, Say] = {
    "precision": Say.UNTIL_PRECISION,
    "games": Say.UNTIL_GAMES,
    "seconds": Say.UNTIL_SECONDS,
    "interrupted": Say.UNTIL_INTERRUPTED,
}


@frozen
class _Line:
    """A line of the table of all measures, as it is written."""

    name: str
    base: str
    variant: str
    difference: str
    interval: str
    correlation: str
    told: str
    sure: bool


def webpage(impact: Impact, language: Language = "en", replay: str = "") -> str:
    """The page, with the commands by which the first game in which the rule mattered is seen again."""
    called = {"base": impact.base, "variant": impact.variant}
    return _page(
        impact=impact,
        language=language,
        say=Say,
        verdict=verdict(impact, language),
        title=Say.TITLE(language, **called),
        compared=Say.COMPARED(language, **called, players=str(impact.players)),
        random=any(trial.random for trial in impact.trials),
        trials=[_trial(trial, number, language) for number, trial in enumerate(named(impact))],
        level=Say.HOW_LEVEL(language, level=_of_100(impact.level, language)),
        after="" if impact.mattered is None else _after(impact, impact.mattered, language),
        by_base=Say.BY_RULES(language, rules=impact.base),
        by_variant=Say.BY_RULES(language, rules=impact.variant),
        replay=replay,
        light=_colours(LIGHT),
        dark=_colours(DARK),
    )


def require() -> None:
    """Says by an `ImportError` which extra is missing, if a page cannot be made."""
    canvas()
    _environment()


def _page(**parts: object) -> str:
    """The template filled in; what comes from a rule file is escaped."""
    template = files("palast.webpage").joinpath("page.html").read_text("utf-8")
    return _environment().from_string(template).render(**parts)


def _environment() -> "Environment":
    try:
        from jinja2 import Environment, StrictUndefined
    except ModuleNotFoundError as missing:
        message = "a page needs jinja2: pip install jinja2, or this distribution with its extra 'plots'"
        raise ImportError(message, name=missing.name) from missing
    return Environment(autoescape=True, undefined=StrictUndefined)


def _colours(palette: Palette) -> str:
    """The colours by the names that pictures have for them."""
    return " ".join(f"--{name}: {colour};" for name, colour in asdict(palette).items())


def _of_100(level: float, language: Language) -> str:
    """Of so many of 100 runs something holds, with no digit too many."""
    text = f"{100 * level:.6g}"
    return numeral(float(text), len(text.partition(".")[2]), language)


def _after(impact: Impact, mattered: Mattered, language: Language) -> str:
    """Where in its game the rule mattered."""
    turns, rules = mattered.record.state.turns, impact.base if mattered.by == "base" else impact.variant
    said = Say.MATTERED_AFTER if turns else Say.MATTERED_BEFORE
    return said(language, game=count(mattered.game, language), turn=str(turns), rules=rules)


def _trial(trial: Trial, number: int, language: Language) -> dict[str, object]:
    """What the page has of some players."""
    who = players(trial.agents, language).rstrip(",")
    called = {"base": trial.base.rules, "variant": trial.variant.rules}
    return {
        "players": who,
        "pictures": [
            inline(
                plot(trial, language), f"{plot.__name__}{number}",
                Say.DESCRIBED(language, title=title(language), **called),
            )
            for plot, title in PICTURES
        ],
        **called,
        "lines": [*_lines(trial, language)],
        "until": STOPPED[trial.stopped](language),
        "measured": Say.HOW_PAIRS(
            language, games=count(trial.games, language), players=who, differing=count(trial.differing, language)
        ),
    }  # fmt: skip


def _lines(trial: Trial, language: Language) -> Iterator[_Line]:
    for each in trial.differences:
        name = measure(each, trial, language)
        base, variant = values(each, language)
        difference = extents(each, [each.difference], language)[0]
        plus = "+" if each.difference > 0 else ""
        yield _Line(
            f"{name[:1].upper()}{name[1:]}",
            base,
            variant,
            f"{plus}{difference}",
            _interval(each, language),
            "" if each.correlation is None else numeral(each.correlation, 2, language),
            _told(each, trial, language),
            each.told in ("more", "less"),
        )


def _interval(each: Difference, language: Language) -> str:
    if each.interval is None:
        return ""
    ends = (each.interval.low, each.interval.high)
    low, high = (
        text if value <= 0 else f"+{text}" for text, value in zip(extents(each, ends, language), ends, strict=True)
    )
    return Say.SPAN(language, low=low, high=high)


def _told(each: Difference, trial: Trial, language: Language) -> str:
    match each.told:
        case "more":
            return Say.TOLD_MORE(language)
        case "less":
            return Say.TOLD_LESS(language)
        case "same":
            return Say.TOLD_SAME(language)
        case "unclear":
            return Say.TOLD_UNCLEAR(language)
        case "rare":
            told = {"differing": count(each.differing, language), "pairs": count(each.pairs, language)}
            return Say.TOLD_RARE(language, **told)
        case "only here":
            return Say.ONLY(language, rules=(trial.base if each.only == "base" else trial.variant).rules)
