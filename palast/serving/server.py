"""Serves the files of a folder to browsers on this machine, and to nobody else."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from palast.serving.single import policy

HOST = "127.0.0.1"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
OTHER = "application/octet-stream"
PAGE = "index.html"


class Server(ThreadingHTTPServer):
    """What the page consists of is read once. `port` 0 takes one that is free; one that is taken is an `OSError`."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int) -> None:
        self.contents = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        self.policy = policy(self.contents[PAGE].decode("utf-8"))
        super().__init__((HOST, port), _Handler)

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_port}/"


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "palast", ""

    def do_GET(self) -> None:
        self._answer(with_data=True)

    def do_HEAD(self) -> None:
        self._answer(with_data=False)

    def _answer(self, *, with_data: bool) -> None:
        name = unquote(urlsplit(self.path).path).removeprefix("/") or PAGE
        data = self.server.contents.get(name)
        if data is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", TYPES.get(Path(name).suffix, OTHER))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", self.server.policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-cache")  # the next version is served at the same address
        self.end_headers()
        if with_data:
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody wants to read each request."""
