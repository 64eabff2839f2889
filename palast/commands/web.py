"""`palast web`: the bench in the browser, served locally or written to files."""

import shutil
import webbrowser
from argparse import ArgumentTypeError, Namespace
from pathlib import Path

from palast.commands.command import Command, UsageError
from palast.options import JSON, flag, option
from palast.reports.form import printed
from palast.reports.web import Served
from palast.serving.files import NoPageError, files
from palast.serving.server import HOST, Server
from palast.serving.single import single
from palast.webpage.saving import NotSavedError, PageFile

PORT = 8417  # fixed, as a browser's storage belongs to a port


def _port(said: str) -> int:
    if not said.isdecimal() or not 0 < int(said) < 2**16:
        raise ArgumentTypeError(f"'{said[:20]}' is not a port; use a number from 1024 to 65535")
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
            raise UsageError(f"{folder} already exists and is not an empty folder; choose another name")
        shutil.copytree(files(), folder, dirs_exist_ok=True)
    except (OSError, ValueError, shutil.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"the page cannot be written to {folder}: {why}; choose another folder") from error
    return f"wrote the page to {folder}; any static file server can serve it (palast manual web)"


def _serve(arguments: Namespace) -> int:
    port: int = arguments.port
    try:
        server = Server(files(), port)
    except NoPageError as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        other = port % (2**16 - 1) + 1
        raise UsageError(
            f"cannot serve on port {port} of {HOST}: {error.strerror or error}; "
            f"try another: palast web --port {max(other, 1024)}"
        ) from error
    with server:
        if arguments.json:
            printed(Served(server.address))
        else:
            print(f"palast is at {server.address} (press Ctrl-C to stop)", flush=True)
        if not arguments.no_browser:
            webbrowser.open(server.address)
        server.serve_forever()
    return 0


COMMAND = Command(
    {
        "serve": (
            option("--port", type=_port, default=PORT, metavar="N", help=f"port to serve on (default: {PORT})"),
            flag("--no-browser", "do not open a browser"),
        ),
        "write": (
            option("--out", type=Path, metavar="FOLDER", help="write the page's files to a folder instead"),
            option("--single", type=Path, metavar="FILE", help="write the page as one file instead"),
        ),
        "output": (JSON,),
    },
    _run,
)
