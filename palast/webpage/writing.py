"""Writing an impact as HTML from a Jinja template, with pictures as SVG."""

from importlib import import_module
from importlib.resources import files

from attrs import asdict

from palast import plots
from palast.pictures import named
from palast.plots.drawing import DARK, LIGHT, Palette
from palast.verdict import players, verdict
from palast.verdict.method import after, measured, promised
from palast.verdict.numbers import lines
from palast.verdict.words import Language, Say
from palast.webpage.inline import inline
from rulespec.experiments.impact import Impact, Trial

NEEDED = ("matplotlib", "jinja2")  # of the extra `plots`
PICTURES = (
    (plots.lengths, Say.LENGTHS),
    (plots.wins, Say.WINS),
    (plots.ends, Say.ENDS),
    (plots.differences, Say.DIFFERENCES),
)


def webpage(impact: Impact, language: Language = "en", replay: str = "") -> str:
    """The page; `replay` has the commands that replay the game in which the rule mattered."""
    require()
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
    """An `ImportError` if packages are missing, which names them and the extra."""
    missing = [name for name in NEEDED if not _is_there(name)]
    if missing:
        raise ImportError(f"a page needs {' and '.join(missing)}; run: pip install 'palast[plots]'", name=missing[0])


def _is_there(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True


def _page(**parts: object) -> str:
    """The filled-in template, with all texts escaped."""
    template = files("palast.webpage").joinpath("page.html").read_text("utf-8")
    from jinja2 import Environment, StrictUndefined

    return Environment(autoescape=True, undefined=StrictUndefined).from_string(template).render(**parts)


def _colours(palette: Palette) -> str:
    """A palette as CSS variables."""
    return " ".join(f"--{name}: {colour};" for name, colour in asdict(palette).items())


def _trial(trial: Trial, number: int, language: Language) -> dict[str, object]:
    """The template's values of a trial."""
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
