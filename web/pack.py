"""Packs what Python needs in the browser: the standard library, and the project with what it needs, all compiled.

`build.mjs` runs this inside of the Pyodide that the page has, so that compiled modules and the grammar's table fit it.
"""

import importlib
import importlib.util
import io
import marshal
import sys
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from types import CodeType
from zipfile import ZIP_STORED, ZipFile, ZipInfo

LIBRARY = Path(f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip")
SITE = Path(f"/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages")
# What of the standard library nothing here asks for: terminals, debuggers, processes, servers and clients, formats.
DROPPED = frozenset(
    "__hello__ __phello__ _ast_unparse _markupbase _py_abc _pydatetime _pyio _pyrepl "
    "_sysconfigdata__emscripten_wasm32-emscripten _threading_local antigravity bdb cProfile calendar cmd code "
    "colorsys compileall configparser curses dbm doctest email ensurepip filecmp fileinput ftplib getopt html http "
    "idlelib imaplib ipaddress lib2to3 mailbox mimetypes modulefinder netrc nturl2path optparse pdb pickletools "
    "plistlib poplib pprint profile pstats pty py_compile pyclbr pydoc pydoc_data quopri rlcompleter runpy sched "
    "shelve shlex smtplib socketserver sqlite3 sre_compile sre_constants sre_parse statistics stringprep symtable "
    "tabnanny this timeit tkinter tomllib trace tracemalloc tty turtle turtledemo unittest uuid venv wave webbrowser "
    "wsgiref xml xmlrpc zipapp zoneinfo".split()
)
WITHIN = frozenset(  # ... and of packages that are needed: what is for other systems, settings, servers and clients
    "asyncio/__main__ asyncio/proactor_events asyncio/tools asyncio/windows_events asyncio/windows_utils "
    "concurrent/futures/interpreter concurrent/interpreters ctypes/macholib ctypes/_aix ctypes/util ctypes/wintypes "
    "importlib/metadata json/__main__ json/tool logging/config logging/handlers pathlib/types pyodide/console "
    "sysconfig/__main__ urllib/request urllib/robotparser".split()
)
# ... and of what the project needs: tools, and grammars that are not its own.
UNASKED = frozenset("lark/__pyinstaller lark/ast_utils lark/grammars lark/reconstruct lark/tools".split())
PROCESSES = frozenset("__init__ connection context process queues reduction util".split())  # what imports ask for
CODECS = frozenset("__init__ aliases ascii cp437 latin_1 raw_unicode_escape unicode_escape".split())
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same sources give the same files


def compiled(source: bytes, path: str, lines: bool = True) -> bytes:
    """A module as Python keeps it, which it takes as it is, without looking for the source; with the lines of its code
    or without.
    """
    code = compile(source, path, "exec", dont_inherit=True, optimize=2)  # without docstrings
    if not lines:
        code = lineless(code)
    return importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)


def lineless(code: CodeType) -> CodeType:
    """Code that does not know its lines, which a trace of others' modules need not tell: a tenth less to load."""
    constants = (lineless(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(constants))


def wanted(name: str) -> bool:
    """Whether a file of the standard library comes along."""
    first, _, rest = name.partition("/")
    if first == "encodings":
        return rest.startswith("utf_") or rest.removesuffix(".py") in CODECS
    if first == "multiprocessing":
        return rest.removesuffix(".py") in PROCESSES
    return first.removesuffix(".py") not in DROPPED and not is_of(WITHIN, name)


def is_of(names: frozenset[str], file: str) -> bool:
    """Whether a file is one of these modules, or in one of these packages."""
    path = PurePosixPath(file.removesuffix(".py"))
    return any(str(each) in names for each in (path, *path.parents))


def library() -> bytes:
    """The standard library as a zip file. It is not compressed twice, and so modules are read faster from it."""
    packed = io.BytesIO()
    with ZipFile(LIBRARY) as whole, ZipFile(packed, "w", ZIP_STORED) as target:
        for name in sorted(whole.namelist()):
            if name.endswith("/") or not wanted(name):
                continue
            data = whole.read(name)
            if name.endswith(".py"):
                name, data = f"{name}c", compiled(data, f"{LIBRARY}/{name}", lines=False)
            target.writestr(ZipInfo(name, EPOCH), data)
    return packed.getvalue()


def put(files: Iterable[tuple[str, bytes]], lines: bool = True) -> None:
    """Puts files where Python finds them, modules compiled."""
    for name, data in files:
        target = SITE / name
        if target.suffix == ".py":
            target, data = target.with_suffix(".pyc"), compiled(data, str(target), lines)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def beneath(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def within(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a wheel, without what is said about it."""
    with ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            if (
                not name.endswith(("/", ".pyi", "py.typed", "/codes.md"))
                and ".dist-info/" not in name
                and not is_of(UNASKED, name)
            ):
                yield name, archive.read(name)


def tabled() -> None:
    """Has the grammar's table written, which a program otherwise works out as it first reads a rule."""
    sys.dont_write_bytecode = False  # which is how Pyodide is, and the page's worker is not
    kept = SITE / "rulespec" / "language" / "__pycache__"
    kept.mkdir()
    from rulespec.language.grammar import parser

    parser()
    if not list(kept.glob("*.lark")):
        raise SystemExit("the grammar's table was not kept, so every page would have to work it out")


def shortened() -> None:
    """Has the methods of all classes compiled, which `attrs` otherwise does whenever the page begins."""
    import methods

    kept = methods.keep()
    for name in imported():
        importlib.import_module(name)
    if not kept:
        raise SystemExit("no method of a class was kept, so every page would have to compile all of them")
    (SITE / methods.KEPT.name).write_bytes(methods.written(kept))


def prepared() -> None:
    """Has everything worked out that only depends on what is packed."""
    from palast.web.preparing import prepare

    prepare()


def imported() -> list[str]:
    """The names of our own modules that were packed."""
    paths = [path.relative_to(SITE).with_suffix("") for path in sorted(SITE.rglob("*.pyc"))]
    names = [path.as_posix().removesuffix("/__init__").replace("/", ".") for path in paths]
    return [name for name in names if name.startswith(("rulespec", "palast"))]


def site() -> bytes:
    """Everything that lies beside the standard library, as a tar file."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as target:
        for name, data in beneath(SITE):
            told = tarfile.TarInfo(name)
            told.size = len(data)
            target.addfile(told, io.BytesIO(data))
    return packed.getvalue()


def tried(folder: Path) -> None:
    """Imports everything that was packed in a folder; fails if something is missing."""
    with tarfile.open(folder / "site.tar") as archive:
        archive.extractall(SITE, filter="data")
        names = [name.removesuffix(".pyc") for name in archive.getnames() if name.endswith(".pyc")]
    ours = [name for name in names if name.startswith(("rulespec/", "palast/"))]
    missing = []
    for name in ours:
        try:
            importlib.import_module(name.removesuffix("/__init__").replace("/", "."))
        except ImportError as error:
            missing.append(f"{name}: {str(error).splitlines()[0]}")
    if missing or len(ours) < 100:
        raise SystemExit("\n".join([f"{len(missing)} of {len(ours)} modules cannot be imported", *missing]))


def pack(folder: Path) -> None:
    """Makes `library.zip` and `site.tar` in a folder, where `project` and `wheels` lie."""
    put(beneath(folder / "project"))
    for wheel in sorted((folder / "wheels").iterdir()):
        put(within(wheel), lines=False)
    put([("methods.py", Path(__file__).with_name("methods.py").read_bytes())])
    shortened()
    tabled()
    prepared()
    (folder / "library.zip").write_bytes(library())
    (folder / "site.tar").write_bytes(site())
