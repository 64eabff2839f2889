"""The colours of the site, those of the page in the browser and of its editor: by day and by night."""

from collections.abc import Mapping
from typing import Any, ClassVar

from pygments.style import Style
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, Punctuation, String

_FONTS = {
    "font-stack": 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif',
    "font-stack--monospace": 'ui-monospace, "SF Mono", Consolas, "Liberation Mono", monospace',
    "font-stack--headings": '"Iowan Old Style", "Palatino Linotype", Palatino, P052, Georgia, serif',
}


def _theme(
    *, paper: str, floor: str, ink: str, quiet: str, line: str, edge: str, link: str, hover: str, changed: str
) -> Mapping[str, str]:
    """The variables of the theme."""
    return _FONTS | {
        "color-background-primary": paper, "color-background-secondary": floor, "color-background-hover": hover,
        "color-background-border": line, "color-background-item": line, "color-foreground-primary": ink,
        "color-foreground-secondary": quiet, "color-foreground-muted": quiet, "color-foreground-border": edge,
        "color-brand-primary": link, "color-brand-content": link, "color-brand-visited": link,
        "color-highlighted-background": changed, "color-highlight-on-target": changed, "color-api-background": floor,
        "color-inline-code-background": floor, "color-card-background": floor, "color-sidebar-caption-text": quiet,
        "color-api-name": link, "color-api-pre-name": link, "color-api-keyword": quiet, "color-api-paren": quiet,
    }  # fmt: skip


DAY = _theme(
    paper="#fffdf8", floor="#f1eee7", ink="#1a2023", quiet="#475152", line="#d8d4c9", edge="#7f837b", link="#00558c",
    hover="#e7e3d9", changed="#fdf0c2",
)  # fmt: skip
NIGHT = _theme(
    paper="#14191a", floor="#1d2425", ink="#efe9dc", quiet="#b3bab4", line="#3c4747", edge="#8a928c", link="#84c4f4",
    hover="#262d2e", changed="#4a3f1c",
)  # fmt: skip


def _styles(
    *, keyword: str, string: str, number: str, comment: str, held: str, done: str, called: str, mistake: str
) -> Mapping[Any, str]:
    return {
        Keyword: f"bold {keyword}", Operator.Word: f"bold {keyword}", String: string, Number: number,
        Comment: f"italic {comment}", Comment.Special: f"noitalic {number}", Punctuation: comment, Name.Variable: held,
        Name.Attribute: held, Name.Class: held, Name.Constant: held, Name.Function: done, Name.Builtin: done,
        Name.Label: called, Name.Namespace: called, Name.Exception: mistake, Generic.Prompt: f"bold {comment}",
        Generic.Output: comment, Generic.Error: mistake, Generic.Traceback: mistake,
    }  # fmt: skip


class Light(Style):
    """By day."""

    background_color = "#f6f3ec"
    styles: ClassVar = _styles(
        keyword="#6d28a8", string="#1f6d2f", number="#8a4b00", comment="#595954", held="#00558c", done="#006363",
        called="#8a1f4c", mistake="#b3001b",
    )  # fmt: skip


class Dark(Style):
    """By night."""

    background_color = "#1d2425"
    styles: ClassVar = _styles(
        keyword="#cfaaf8", string="#9bd38d", number="#e8b26a", comment="#b3b1aa", held="#84c4f4", done="#6fd3cd",
        called="#f2a0c0", mistake="#ff9a9a",
    )  # fmt: skip
