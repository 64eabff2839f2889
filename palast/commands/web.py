"""`palast web`: the bench in the browser, served locally or written to files."""

import shutil
import webbrowser
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from palast.commands.command import Command, UsageError
from palast.reports.form import add_json, printed
from palast.reports.web import Served
from palast.serving.files import NoPageError, files
from palast.serving.server import HOST, Server
from palast.serving.single import single
from palast.webpage.saving import NotSavedError, PageFile

PORT = 8417  # fixed, as a browser's storage belongs to a port


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--port", type=_port, default=PORT, metavar="N", help=f"the port to serve it on, else {PORT}")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write the page's files there, and serve nothing")
    parser.add_argument("--single", type=Path, metavar="FILE", help="write the page as one file, and serve nothing")
    add_json(parser)


def _port(said: str) -> int:
    if not said.isdecimal() or not 0 < int(said) < 2**16:
        raise ArgumentTypeError(f"'{said[:20]}' is no port; name one from 1024 to 65535")
    return int(said)


def _run(arguments: Namespace) -> int:
    try:
        if arguments.single is not None:
            said = PageFile.at(arguments.single).save(single(files()))
            if not arguments.json:
                print(said)
        if arguments.out is not None:
            said = _write(arguments.out)
            if not arguments.json:
                print(said)
    except (NoPageError, NotSavedError) as error:
        raise UsageError(str(error)) from error
    if arguments.single is None and arguments.out is None:
        return _serve(arguments)
    if arguments.json:
        written = [None if each is None else str(each) for each in (arguments.out, arguments.single)]
        printed(Served(None, *written))
    return 0


def _write(folder: Path) -> str:
    """Writes the page's files; what is said of it."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(f"{folder} is there already, and not an empty folder; name another one")
        shutil.copytree(files(), folder, dirs_exist_ok=True)
    except (OSError, ValueError, shutil.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"the page cannot be written to {folder}: {why}; name another folder") from error
    return f"the page's files are in {folder}; any server of files can serve them (palast manual web)"


def _serve(arguments: Namespace) -> int:
    port: int = arguments.port
    try:
        server = Server(files(), port)
    except NoPageError as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        other = port % (2**16 - 1) + 1
        raise UsageError(
            f"nothing can be served on port {port} of {HOST}: {error.strerror or error}; "
            f"for another: palast web --port {max(other, 1024)}"
        ) from error
    with server:
        if arguments.json:
            printed(Served(server.address))
        else:
            print(f"the bench is at {server.address} (Ctrl-C ends it)", flush=True)
        if not arguments.no_browser:
            webbrowser.open(server.address)
        server.serve_forever()
    return 0


COMMAND = Command(
    "web",
    "write a rule and play it, in the browser",
    ("palast web", "palast web --no-browser --port 9000", "palast web --single bench.html"),
    _arguments,
    _run,
)
