"""A figure as inline SVG, with the page's colours and fonts, and unique ids."""

import re
from io import StringIO
from typing import TYPE_CHECKING
from warnings import catch_warnings, filterwarnings
from xml.etree import ElementTree

from attrs import asdict

from palast.plots.drawing import LIGHT

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
WITHOUT_USE = {"metadata", "style"}  # elements to be dropped
REFERRED = re.compile(r"(?<=url\(#)[^)]+|(?<=^#).+")
SHORTHAND = re.compile(r"(?<![-\w])font: (?P<weight>bold )?(?P<size>[\d.]+px) [^;]*")
FAMILY = re.compile(r"font-family: [^;]*(; )?")


def inline(figure: "Figure", name: str, description: str) -> str:
    """The figure as a deterministic `svg` element, with a description for screen readers."""
    root = ElementTree.fromstring(_drawn(figure, name))
    for parent in [*root.iter()]:
        for child in [*parent]:
            if child.tag.removeprefix(SVG) in WITHOUT_USE:
                parent.remove(child)
    texts = [text for each in root.iter() for key, text in each.attrib.items() if key == LINK or "url(" in text]
    referred = {found for text in texts for found in REFERRED.findall(text)}
    for each in root.iter():
        each.tag = each.tag.removeprefix(SVG)
        each.text, each.tail = _kept(each.text), _kept(each.tail)
        if each.get("id") not in referred:
            each.attrib.pop("id", None)
        each.attrib = {"href" if key == LINK else key: _own(key, text, name) for key, text in each.attrib.items()}
    for size in ("width", "height", "version"):
        root.attrib.pop(size, None)
    root.set("role", "img")
    root.set("aria-label", description)
    return ElementTree.tostring(root, encoding="unicode")


def _drawn(figure: "Figure", name: str) -> str:
    """The SVG that matplotlib writes, with text as text; missing glyphs are left to the reader's fonts."""
    from matplotlib import rc_context

    written = StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": name}), catch_warnings():
        filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(written, format="svg", metadata={"Date": None})
    return written.getvalue()


def _kept(text: str | None) -> str | None:
    """A text, or None if it is only indentation."""
    return text if text and text.strip() else None


def _own(key: str, text: str, name: str) -> str:
    """An attribute with ids made unique by `name`, and colours and fonts of the page."""
    if key == "id":
        return f"{name}-{text}"
    if key == LINK or "url(" in text:
        return REFERRED.sub(lambda found: f"{name}-{found[0]}", text)
    if key != "style":
        return text
    for colour, value in asdict(LIGHT).items():
        text = text.replace(value, f"var(--{colour})")
    text = SHORTHAND.sub(
        lambda found: f"{'font-weight: bold; ' * bool(found['weight'])}font-size: {found['size']}", text
    )
    return FAMILY.sub("", text)
