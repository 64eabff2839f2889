"""An impact written as a page of HTML, from a template of jinja2, with its pictures as SVG."""

from importlib.resources import files
from typing import TYPE_CHECKING

from attrs import asdict

from palast import plots
from palast.pictures import named
from palast.plots.drawing import DARK, LIGHT, Palette, canvas
from palast.verdict import players, verdict
from palast.verdict.method import after, measured, promised
from palast.verdict.numbers import lines
from palast.verdict.words import Language, Say
from palast.webpage.inline import inline
from rulespec.impacts import Impact, Trial

if TYPE_CHECKING:
    from jinja2 import Environment

PICTURES = (
    (plots.lengths, Say.LENGTHS),
    (plots.wins, Say.WINS),
    (plots.ends, Say.ENDS),
    (plots.differences, Say.DIFFERENCES),
)


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
        level=promised(impact, language),
        after="" if impact.mattered is None else after(impact, impact.mattered, language),
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
        "lines": [*lines(trial, language)],
        "measured": measured(trial, language),
    }  # fmt: skip
