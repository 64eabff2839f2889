"""Sphinx at work: kept by many, its search needs no server, and with this theme it takes nothing from a network."""

import re
from io import StringIO
from pathlib import Path
from warnings import catch_warnings, simplefilter

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from palast.manual.colours import DAY, NIGHT

_HERE = Path(__file__).parent
_COLOUR = re.compile(r"\x1b\[[\d;]*m")


def build(texts: Path, rules: Path, site: Path) -> tuple[str, ...]:
    """Makes a site of a folder of texts, whose examples lie on those of another folder; of what Sphinx complains."""
    configuration = "".join(f"{name} = {value!r}\n" for name, value in _configuration(rules).items())
    (texts / "conf.py").write_text(configuration, "utf-8")
    trees, complained = site.with_name("trees"), StringIO()
    with patch_docutils(), docutils_namespace(), catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # of how Sphinx and its extensions use each other
        simplefilter("ignore", PendingDeprecationWarning)
        Sphinx(texts, texts, site, trees, "html", status=None, warning=complained).build()
    (site / ".buildinfo").unlink(missing_ok=True)  # which is for building it in the same place again
    return tuple(_COLOUR.sub("", complained.getvalue()).replace(f"{texts}/", "").splitlines())


def _configuration(rules: Path) -> dict[str, object]:
    """What Sphinx is told."""
    return {
        "project": "palast",
        "html_title": "palast",
        "extensions": ["myst_parser", "sphinx.ext.autodoc", "palast.manual.extension"],
        "root_doc": "index",
        "manual_library": str(rules),
        "myst_heading_anchors": 6,
        "myst_fence_as_directive": ["rules", "console"],
        "highlight_language": "none",
        "pygments_style": "palast.manual.colours.Light",
        "pygments_dark_style": "palast.manual.colours.Dark",
        "smartquotes": False,
        "default_role": "code",
        "autodoc_member_order": "bysource",
        "autodoc_typehints_format": "short",
        "python_use_unqualified_type_names": True,
        "maximum_signature_line_length": 90,
        "add_module_names": False,
        "toc_object_entries_show_parents": "hide",
        "html_theme": "furo",
        "html_copy_source": False,
        "html_show_sphinx": False,
        "html_show_copyright": False,
        "html_static_path": [str(_HERE / "static")],
        "html_search_scorer": str(_HERE / "scorer.js"),
        "html_css_files": ["manual.css"],
        "html_theme_options": {"light_css_variables": DAY, "dark_css_variables": NIGHT},
    }
