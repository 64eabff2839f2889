"""The page as a single file that opens from a disk, with a policy that allows nothing else."""

import re
from base64 import b64encode
from gzip import compress
from hashlib import sha256
from pathlib import Path

PACKED = ".gz.bin"  # the suffix of compressed files
WORKER = "worker.js"
_POLICY = re.compile(r'(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*')
_STYLE = '<link rel="stylesheet" href="style.css">'
_ICON = '<link rel="icon" href="icon.svg">'
_BESIDE = re.compile(r'<link rel="(?:manifest|apple-touch-icon)" href="[^"]*">\n')  # which only an address can have
_SCRIPT = '<script type="module" src="main.js"></script>'


def policy(page: str) -> str:
    """The content security policy in a page's head."""
    found = _POLICY.search(page)
    assert found is not None
    return found.group()


def single(folder: Path) -> str:
    """The page with all files of its folder embedded."""
    page = (folder / "index.html").read_text("utf-8")
    style = (folder / "style.css").read_text("utf-8")
    script = (folder / "main.js").read_text("utf-8")
    icon = b64encode((folder / "icon.svg").read_bytes()).decode("ascii")
    assert page.count(_STYLE) == page.count(_SCRIPT) == page.count(_ICON) == 1
    assert "</script" not in script.lower() and "</style" not in style.lower()
    allowed = (
        f"default-src 'none'; script-src '{_fingerprint(script)}' 'wasm-unsafe-eval'; worker-src data:; "
        f"style-src '{_fingerprint(style)}'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    parts = {path.name.removesuffix(PACKED): path.read_bytes() for path in sorted(folder.glob(f"*{PACKED}"))}
    parts[WORKER] = compress((folder / WORKER).read_bytes(), mtime=0)
    embedded = "\n".join(
        f'<script type="application/octet-stream" data-part="{name}">{b64encode(data).decode("ascii")}</script>'
        for name, data in parts.items()
    )
    page = _POLICY.sub(lambda _: allowed, page)
    page = _BESIDE.sub("", page)
    page = page.replace(_ICON, f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">')
    page = page.replace(_STYLE, f"<style>{style}</style>")
    page = page.replace(_SCRIPT, f'<script type="module">{script}</script>')
    head, end, tail = page.rpartition("</body>")
    return f"{head}{embedded}\n{end}{tail}"


def _fingerprint(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"
