"""What is open in an editor: texts that are not saved yet among the files of its folders, each read once a change."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from attrs import define, field
from lsprotocol.types import PositionEncodingKind
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument, Workspace

from rulespec.editing.assistance import Assistance, Mistake, Shelf, assist, mistakes, on_all, proofread
from rulespec.editing.assistance.shelf import rules_of
from rulespec.editing.languageserver.positions import Positions
from rulespec.language.files import SUFFIX, TEXTS, path_of
from rulespec.language.tree.source import UnreadableError

HERE = Path()  # in a library: the folder where one is, for whom the folders stand that are open in the editor


class _Placed(TypedDict):
    name: str
    library: tuple[Path, ...]
    texts: dict[str, str]


@define
class Desk:
    """The workspace of a client as a shelf; what was found out of a text is kept until something changes."""

    workspace: Workspace
    library: tuple[Path, ...]
    _shelf: Shelf | None = None
    _read: dict[str, Assistance] = field(factory=dict)
    _problems: dict[str, tuple[Mistake, ...]] = field(factory=dict)
    _beneath: dict[str, frozenset[str]] = field(factory=dict)  # the files beneath each one whose problems were told
    _fitting: dict[str, dict[str, str]] = field(factory=dict)  # of layers that do not say what they are laid on

    def changed(self, *, saved: bool = False) -> None:
        """Forgets what could be different now; on what a layer goes that does not say it, only once files are saved."""
        self._shelf = None
        self._read.clear()
        self._problems.clear()
        if saved:
            self._fitting.clear()

    @property
    def shelf(self) -> Shelf:
        """The files as they are now."""
        found = self._shelf
        if found is None:
            texts, folders = {path_at(each.uri): each.source for each in self.documents}, self._folders()
            library = (each for folder in self.library for each in (folders if folder == HERE else (folder,)))
            found = self._shelf = Shelf(folders, tuple(library), texts)
        return found

    @property
    def documents(self) -> Sequence[TextDocument]:
        """The open texts."""
        return tuple(self.workspace.text_documents.values())

    def address(self, path: str) -> str:
        """The address of a file, as the editor writes it if it is open."""
        known = (each.uri for each in self.documents if path_at(each.uri) == path)
        return next(known, None) or from_fs_path(path) or path

    def positions(self, path: str) -> Positions:
        """The places of a file."""
        return Positions(self.written(path), self.encoding)

    def written(self, path: str) -> str:
        """The text of a file; an empty one where there is none that can be read."""
        try:
            return self.shelf.written(path)
        except UnreadableError:
            return ""

    @property
    def encoding(self) -> PositionEncodingKind | str:
        """How the client counts."""
        return self.workspace.position_encoding or PositionEncodingKind.Utf16

    # ---- what is found out of a text

    def read(self, path: str, offset: int | None = None) -> Assistance:
        """What there is to say of a rule file; with what there is to say of an offset, if one is given."""
        found = None if offset is not None else self._read.get(path)
        if found is None:
            found = assist(self.written(path), offset, on=self.on(path), **self._placed(path))
            self._read[path] = found
        return found

    def problems(self, path: str) -> Sequence[Mistake]:
        """What is wrong with a file, on each of the rulesets that it is laid on."""
        found = self._problems.get(path)
        if found is None:
            found = self._problems[path] = self._proofread(path) if path.endswith(TEXTS) else self._mistakes(path)
            self._beneath[path] = self._stacked(path)
        return found

    def _mistakes(self, path: str) -> tuple[Mistake, ...]:
        first, *others = (self.shelf.said(path) or {"": ""}).items()
        found = {first[0]: self.read(path).problems}
        for ruleset, spec in others:
            found[ruleset] = mistakes(self.written(path), spec, **self._placed(path))
        return on_all(found)

    def _proofread(self, path: str) -> tuple[Mistake, ...]:
        rules, text = rules_of(path), self.written(path)
        laid = {ruleset: self.shelf.stack(rules, spec) for ruleset, spec in self.shelf.bases(rules).items()}
        return on_all({ruleset: proofread(text, files, path) for ruleset, files in (laid or {"": ()}).items()})

    def _placed(self, path: str) -> _Placed:
        """A file among the others, as it is read."""
        shelf, name = self.shelf, path.removesuffix(SUFFIX)
        others = {other: text for other, text in shelf.held.items() if other != name}
        return {"name": name, "library": shelf.around(path), "texts": others}

    def on(self, path: str) -> str:
        """The first of the rulesets that a file is laid on; "" for a file by itself."""
        said = self.shelf.said(path)
        if said is None:
            return ""
        if not said and path not in self._fitting:
            self._fitting[path] = self.shelf.fitting(path)
        return next(iter((said or self._fitting[path]).values()), "")

    def depending(self, path: str) -> list[str]:
        """The other open files that a file is beneath, now or when their problems were told last."""
        changed = rules_of(path)
        others = (other for other in self.shelf.texts if other != path)
        return [each for each in others if changed in self._beneath.get(each, ()) or changed in self._stacked(each)]

    def _stacked(self, path: str) -> frozenset[str]:
        """The paths of a file and of all files beneath it."""
        return frozenset(file.path for files in self.shelf.stacks(rules_of(path)) for file in files)

    def _folders(self) -> tuple[Path, ...]:
        """The folders that are open, and those of open files elsewhere, but for what is in the library."""
        folders = [Path(path) for uri in self.workspace.folders if (path := to_fs_path(uri)) is not None]
        if not folders and self.workspace.root_path:
            folders = [Path(self.workspace.root_path)]
        for document in self.documents:
            file = Path(path_at(document.uri))
            inside = any(file.is_relative_to(folder) for folder in (*folders, *self.library) if folder != HERE)
            if len(file.parts) > 1 and not inside:
                folders.append(file.parent)
        return tuple(folders)


def path_at(uri: str) -> str:
    """The path of an address; for a text that lies in no folder a name with a suffix."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    if path is not None:
        return path
    name = uri.rpartition("/")[2].rpartition(":")[2] or "untitled"
    return name if name.endswith((SUFFIX, TEXTS)) else path_of(name)
