"""Writing the manual as a site."""

from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from palast.manual.pages import title
from palast.manual.sources import lay_out, lay_out_rules, texts
from palast.manual.target import NoSiteError, Target

NEEDED = {"sphinx": "sphinx", "myst_parser": "myst-parser", "furo": "furo"}  # of the extra `docs`: modules, packages


@frozen
class SitePage:
    """A page of the site: its file, by its path in the folder, and its title."""

    file: str
    title: str


@frozen
class Site:
    """What was written: where, which pages, and of what Sphinx complained."""

    folder: Path
    pages: tuple[SitePage, ...]
    complaints: tuple[str, ...]

    @property
    def first(self) -> Path:
        return self.folder / "index.html"


def write(folder: Path) -> Site:
    """Writes the manual to a folder as a site; a `NoSiteError` says why that cannot be done, and what to do."""
    _require()
    from palast.manual.building import build  # not before it is known that Sphinx is there

    target = Target.at(folder)
    try:
        with TemporaryDirectory(prefix="palast-manual-") as name:
            there, found = Path(name), texts()
            lay_out(found, there / "texts")
            lay_out_rules(found, there / "rules")
            complaints = build(there / "texts", there / "rules", there / "site")
            target.fill(there / "site")
    except OSError as error:
        raise NoSiteError(f"the site cannot be made: {error}; make room for temporary files") from error
    written = tuple(
        SitePage(Path(name).with_suffix(".html").as_posix(), title(text) or Path(name).stem)
        for name, text in found.items()
    )
    return Site(folder, written, complaints)


def _require() -> None:
    """A `NoSiteError` if packages are missing, which names them and the extra."""
    missing = []
    for module, package in NEEDED.items():
        try:
            import_module(module)
        except ImportError:
            missing.append(package)
    if missing:
        raise NoSiteError(f"the site needs {' and '.join(missing)}, which is missing; run: pip install 'palast[docs]'")
