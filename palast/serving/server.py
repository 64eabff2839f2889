"""A server of a folder's files for browsers on this machine alone."""

import sys
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import SHUT_RDWR, socket
from time import monotonic
from typing import Any
from urllib.parse import unquote

from palast.serving.single import policy

HOST = "127.0.0.1"
HTTP = 80  # the default port
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
OTHER = "application/octet-stream"
PAGE = "index.html"
IDLE = 30.0  # seconds after which an idle connection is closed
LONGEST = 120.0  # seconds after which any connection is closed; browsers reconnect


class Server(ThreadingHTTPServer):
    """Reads all files once. `port` 0 takes a free one; a port that is in use is an `OSError`."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int) -> None:
        self.contents = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        self.policy = policy(self.contents[PAGE].decode("utf-8"))
        self._begun = dict[socket, float]()  # when each open connection began
        super().__init__((HOST, port), _Handler)
        # other names could be used by foreign pages to read what is served (DNS rebinding)
        port = self.server_port
        self.names = [f"{name}:{port}" if port != HTTP else name for name in (HOST, "localhost")]

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_port}/"

    def process_request(self, request: Any, client_address: Any) -> None:
        self._begun[request] = monotonic()
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._begun.pop(request, None)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Shuts down connections that have been open for too long; their threads close them."""
        for connection, begun in self._begun.copy().items():
            if monotonic() - begun > LONGEST:
                with suppress(OSError):  # it was closed by the other side
                    connection.shutdown(SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores browsers that disconnect during an answer."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "palast", ""
    timeout = IDLE

    def do_GET(self) -> None:
        self._answer(with_data=True)

    def do_HEAD(self) -> None:
        self._answer(with_data=False)

    def _answer(self, *, with_data: bool) -> None:
        hosts = self.headers.get_all("Host", [])
        if len(hosts) != 1 or hosts[0].lower() not in self.server.names:
            self.send_error(421)
            return
        name = unquote(self.path.partition("?")[0]).removeprefix("/") or PAGE
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
        self.send_header("Cache-Control", "no-cache")  # as the next version has the same address
        self.end_headers()
        if with_data:
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not logged."""
