"""The server: what a client asks, answered by what `assistance` knows of the texts on the desk."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from functools import cached_property, partial
from pathlib import Path

from lsprotocol import types as t
from pygls.exceptions import JsonRpcContentModified, JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from rulespec.editing.assistance import (
    RenamingError,
    Shelf,
    Spot,
    Token,
    completions_in_texts,
    definitions,
    folds,
    hover_in_texts,
    in_words,
    outline,
    outline_of_texts,
    references,
    renamable,
    renaming,
    tokens_in_texts,
)
from rulespec.editing.assistance.shelf import rules_of
from rulespec.editing.languageserver import answers
from rulespec.editing.languageserver.commands import Commands, Verdict
from rulespec.editing.languageserver.desk import Desk, path_at
from rulespec.editing.languageserver.positions import Positions
from rulespec.editing.languageserver.protocol import AnsweringProtocol
from rulespec.language.files import LANGUAGES, SUFFIX, TEXTS
from rulespec.language.formatting import reformat

PAUSE = 0.1  # seconds without a change after which a text is read: whoever types fast waits for one answer
SOON = 0.005  # ... and in which a newer text overtakes a question about an older one
RUN, SHOW, EFFECT = "runScenario", "showGame", "whatItDoes"  # commands, behind the name of the program
_AtPlace = (
    t.CompletionParams | t.HoverParams | t.DefinitionParams | t.ReferenceParams | t.PrepareRenameParams | t.RenameParams
)
_LEGEND = t.SemanticTokensLegend(answers.TOKEN_TYPES, [])


class RuleServer(LanguageServer):
    """A server for rule files and their texts; names are looked up in the folders of a library as well."""

    def __init__(self, program: str, version: str, library: Sequence[Path], language: str, verdict: Verdict) -> None:
        whole = t.TextDocumentSyncKind.Full  # lines are counted as here alone
        super().__init__(program, version, whole, protocol_cls=AnsweringProtocol)
        self._program = program
        self._library = tuple(library)
        self._language = language
        self._verdict = verdict
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._register()

    def _register(self) -> None:
        features: dict[str, tuple[Callable[..., object], object]] = {
            t.INITIALIZED: (self._ready, None),
            t.TEXT_DOCUMENT_DID_OPEN: (self._opened, None),
            t.TEXT_DOCUMENT_DID_CHANGE: (self._edited, None),
            t.TEXT_DOCUMENT_DID_CLOSE: (self._closed, None),
            t.TEXT_DOCUMENT_DID_SAVE: (self._saved, None),
            t.WORKSPACE_DID_CHANGE_WATCHED_FILES: (self._saved, None),
            t.TEXT_DOCUMENT_CODE_ACTION: (self._actions, t.CodeActionOptions([t.CodeActionKind.QuickFix])),
            t.TEXT_DOCUMENT_COMPLETION: (self._completions, t.CompletionOptions(["{"])),
            t.TEXT_DOCUMENT_HOVER: (self._hover, None),
            t.TEXT_DOCUMENT_DEFINITION: (self._definitions, None),
            t.TEXT_DOCUMENT_REFERENCES: (self._references, None),
            t.TEXT_DOCUMENT_PREPARE_RENAME: (self._renamable, None),
            t.TEXT_DOCUMENT_RENAME: (self._renaming, t.RenameOptions(prepare_provider=True)),
            t.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (self._outline, None),
            t.TEXT_DOCUMENT_FOLDING_RANGE: (self._folds, None),
            t.TEXT_DOCUMENT_FORMATTING: (self._formatted, None),
            t.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (self._tokens, _LEGEND),
            t.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: (self._tokens_between, _LEGEND),
            t.TEXT_DOCUMENT_CODE_LENS: (self._lenses, t.CodeLensOptions()),
        }
        for name, (answer, options) in features.items():
            self.feature(name, options)(partial(answer))  # a method itself cannot be marked as what it is here
        for name, command in ((RUN, self._run), (SHOW, self._show), (EFFECT, self._effect)):
            self.command(self._called(name))(
                self.thread()(partial(command))
            )  # beside the loop, so that whoever types on is answered

    def _called(self, command: str) -> str:
        return f"{self._program}.{command}"

    @cached_property
    def desk(self) -> Desk:
        """What is open."""
        return Desk(self.workspace, self._library)

    def _ready(self, params: t.InitializedParams) -> None:
        """Asks to be told of files that others change, where the client can be asked that."""
        there = self.client_capabilities.workspace
        watched = None if there is None else there.did_change_watched_files
        if watched is not None and watched.dynamic_registration:
            watchers = [t.FileSystemWatcher(f"**/*{suffix}") for suffix in (SUFFIX, TEXTS)]
            options = t.DidChangeWatchedFilesRegistrationOptions(watchers)
            wanted = t.Registration("watched", t.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.client_register_capability(t.RegistrationParams([wanted]))

    # ---- what is wrong, told once nobody types for a moment, and never of an older text after a newer one

    def _opened(self, params: t.DidOpenTextDocumentParams) -> None:
        self._renew(path_at(params.text_document.uri))

    def _edited(self, params: t.DidChangeTextDocumentParams) -> None:
        self.desk.changed()
        self._await(path_at(params.text_document.uri))

    def _closed(self, params: t.DidCloseTextDocumentParams) -> None:
        waiting = self._waiting.pop(path_at(params.text_document.uri), None)
        if waiting is not None:
            waiting.cancel()
        self.text_document_publish_diagnostics(t.PublishDiagnosticsParams(params.text_document.uri, []))
        self._renew()

    def _saved(self, params: t.DidSaveTextDocumentParams | t.DidChangeWatchedFilesParams) -> None:
        self._renew()

    def _renew(self, *first: str) -> None:
        """Tells the problems of all open files again: each can depend on a file that was added, deleted or changed."""
        self.desk.changed(saved=True)
        for path in dict.fromkeys((*first, *(path_at(each.uri) for each in self.desk.documents))):
            self._await(path, others=False)

    def _await(self, path: str, *, others: bool = True) -> None:
        """Tells what is wrong with a file, and then with others that lie on it, unless it changes before."""
        if path in self._waiting:
            self._waiting[path].cancel()
        self._waiting[path] = asyncio.get_running_loop().call_later(PAUSE, self._tell, path, others)

    def _tell(self, path: str, others: bool) -> None:
        del self._waiting[path]
        for document in (each for each in self.desk.documents if path_at(each.uri) == path):
            problems, positions = self.desk.problems(path), self.desk.positions(path)
            found = [answers.diagnostic(each, positions, self._program) for each in problems]
            self.text_document_publish_diagnostics(
                t.PublishDiagnosticsParams(document.uri, found, version=document.version)
            )
        for other in self.desk.depending(path) if others else ():
            self._await(other, others=False)

    async def _settled(self) -> Shelf:
        """The files, once nobody types; an error if one has changed meanwhile, as what was asked is of no use then."""
        before = self.desk.shelf
        await asyncio.sleep(SOON)
        if self.desk.shelf is not before:
            raise JsonRpcContentModified("the text has changed in the meantime")
        return before

    # ---- what is asked of a place

    def _actions(self, params: t.CodeActionParams) -> list[t.CodeAction]:
        path = path_at(params.text_document.uri)
        positions, problems = self.desk.positions(path), self.desk.problems(path)
        return answers.actions(problems, params.range, positions, params.text_document.uri, self._program)

    async def _completions(self, params: t.CompletionParams) -> t.CompletionList:
        found = await self._settled()
        path, offset = self._place(params)
        of_texts = path.endswith(TEXTS)
        offered = completions_in_texts(found, path, offset) if of_texts else self.desk.read(path, offset).completions
        return answers.completions(offered, self.desk.positions(path))

    def _hover(self, params: t.HoverParams) -> t.Hover | None:
        path, offset = self._place(params)
        positions, rules = self.desk.positions(path), rules_of(path)
        of_texts = path.endswith(TEXTS)
        found = hover_in_texts(self.desk.shelf, path, offset) if of_texts else self.desk.read(path, offset).hover
        if found is None:
            return None
        files = self.desk.shelf.stack(rules, self.desk.on(rules))
        return answers.hover(found, in_words(files, found.key, self._language), positions)

    def _definitions(self, params: t.DefinitionParams) -> list[t.Location]:
        return self._locations(definitions(self.desk.shelf, *self._place(params)))

    def _references(self, params: t.ReferenceParams) -> list[t.Location]:
        found = references(self.desk.shelf, *self._place(params))
        if not params.context.include_declaration:
            declared = {*definitions(self.desk.shelf, *self._place(params))}
            found = tuple(each for each in found if each not in declared)
        return self._locations(found)

    def _renamable(self, params: t.PrepareRenameParams) -> t.Range:
        self.desk.changed(saved=True)  # not every editor tells what others have changed on the disk
        path, offset = self._place(params)
        try:
            spot = renamable(self.desk.shelf, path, offset)
        except RenamingError as error:
            raise _refused(error) from error
        return self.desk.positions(path).range(spot.start, spot.end)

    def _renaming(self, params: t.RenameParams) -> t.WorkspaceEdit:
        self.desk.changed(saved=True)
        try:
            found = renaming(self.desk.shelf, *self._place(params), params.new_name)
        except RenamingError as error:
            raise _refused(error) from error
        changes: dict[str, list[t.TextEdit]] = {}
        for spot, location in zip(found.spots, self._locations(found.spots), strict=True):
            assert spot.end > spot.start
            changes.setdefault(location.uri, []).append(t.TextEdit(location.range, found.name))
        return t.WorkspaceEdit(changes=changes)

    def _place(self, params: _AtPlace) -> tuple[str, int]:
        """The file and the offset of a place."""
        path = path_at(params.text_document.uri)
        return path, self.desk.positions(path).offset(params.position)

    def _locations(self, spots: Sequence[Spot]) -> list[t.Location]:
        positions = {path: self.desk.positions(path) for path in {each.path for each in spots}}
        return [
            t.Location(self.desk.address(each.path), positions[each.path].range(each.start, each.end)) for each in spots
        ]

    # ---- what is asked of a whole text

    def _outline(self, params: t.DocumentSymbolParams) -> list[t.DocumentSymbol]:
        path = path_at(params.text_document.uri)
        of_texts = path.endswith(TEXTS)
        found = outline_of_texts(self.desk.shelf, path) if of_texts else outline(self.desk.written(path))
        return answers.symbols(found, self.desk.positions(path))

    def _folds(self, params: t.FoldingRangeParams) -> list[t.FoldingRange]:
        path = path_at(params.text_document.uri)
        positions = self.desk.positions(path)
        lines = (
            (positions.position(each.start).line, positions.position(each.end).line) for each in folds(positions.text)
        )
        return [t.FoldingRange(first, last) for first, last in lines if last > first]

    def _formatted(self, params: t.DocumentFormattingParams) -> list[t.TextEdit] | None:
        path = path_at(params.text_document.uri)
        if path.endswith(TEXTS):
            return None
        before = self.desk.positions(path)
        done = reformat(before.text, path)
        if done.problems or not done.changed:
            return None
        return _edits(before, Positions(done.text, before.encoding))

    async def _tokens(self, params: t.SemanticTokensParams) -> t.SemanticTokens:
        found = await self._coloured(params.text_document.uri)
        return answers.tokens(found, self.desk.positions(path_at(params.text_document.uri)))

    async def _tokens_between(self, params: t.SemanticTokensRangeParams) -> t.SemanticTokens:
        found = await self._coloured(params.text_document.uri)
        positions = self.desk.positions(path_at(params.text_document.uri))
        start, end = positions.offset(params.range.start), positions.offset(params.range.end)
        return answers.tokens([each for each in found if each.start < end and each.end > start], positions)

    async def _coloured(self, uri: str) -> Sequence[Token]:
        """The tokens of a text."""
        shelf, path = await self._settled(), path_at(uri)
        return tokens_in_texts(shelf, path) if path.endswith(TEXTS) else self.desk.read(path).tokens

    def _lenses(self, params: t.CodeLensParams) -> list[t.CodeLens]:
        path, uri = path_at(params.text_document.uri), params.text_document.uri
        if path.endswith(TEXTS):
            return []
        positions, lenses = self.desk.positions(path), []
        for each in outline(positions.text):
            there = positions.range(each.start, each.name_end)
            said = each.title.split()[0]
            if each.kind == "scenario" and "scenario" in each.title.split()[:3]:
                lenses.append(
                    t.CodeLens(there, t.Command("run scenario", self._called(RUN), arguments=[uri, each.name]))
                )
            elif each.kind == "file" and said in ("ruleset", "layer"):
                lenses.append(t.CodeLens(there, t.Command("show a game", self._called(SHOW), arguments=[uri])))
                lenses.append(t.CodeLens(there, t.Command("show its effect", self._called(EFFECT), arguments=[uri])))
        return lenses

    # ---- commands, whose answers are Markdown

    def _run(self, *said: object) -> str:
        uri, name = _words(RUN, said, "the URI of a rule file", "the name of a scenario")
        return self._told(self._commands.run_scenario(path_at(uri), name))

    def _show(self, *said: object) -> str:
        (uri,) = _words(SHOW, said, "the URI of a rule file")
        return self._told(self._commands.show_game(path_at(uri)))

    def _effect(self, *said: object) -> str:
        (uri,) = _words(EFFECT, said, "the URI of a rule file")
        return self._told(self._commands.what_it_does(path_at(uri)))

    @cached_property
    def _commands(self) -> Commands:
        return Commands(self.desk, self._language, self._verdict)

    def _told(self, text: str) -> str:
        """Tells the heading of an answer in any editor; one that can shows all of it."""
        self.window_show_message(t.ShowMessageParams(t.MessageType.Info, text.partition("\n")[0].lstrip("# ")))
        return text


def abilities(program: str) -> tuple[Sequence[str], Sequence[str]]:
    """The requests and notifications that a server takes, and its commands, as the protocol calls them."""
    known = RuleServer(program, "", (), LANGUAGES[0], lambda _: ()).protocol.fm
    return sorted(known.features), sorted(known.commands)


def serve(
    program: str,
    version: str,
    library: Sequence[Path],
    language: str = LANGUAGES[0],
    verdict: Verdict = lambda _: (),
) -> None:
    """Serves one editor, on standard input and output, until it says that it ends.

    The names of its commands begin with that of the `program` that serves.
    `verdict` puts into sentences what a layer does to games, above the numbers.
    """
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_unforeseen)
    # copies, as the server closes what it is given
    with os.fdopen(os.dup(sys.stdin.fileno()), "rb") as asked, os.fdopen(os.dup(sys.stdout.fileno()), "wb") as told:
        RuleServer(program, version, library, language, verdict).start_io(asked, told)


def _is_unforeseen(record: logging.LogRecord) -> bool:
    """Whether a record of the log is about more than a request that was refused, which whoever asked is told."""
    return record.exc_info is None or not isinstance(record.exc_info[1], JsonRpcException)


def _words(command: str, said: tuple[object, ...], *wanted: str) -> list[str]:
    """What a command is called with; a refusal where that is not what it needs."""
    words = [each for each in said if isinstance(each, str)]
    if not len(words) == len(said) == len(wanted):
        raise JsonRpcInvalidParams(f"{command} needs {' and '.join(wanted)}")
    return words


def _refused(error: RenamingError) -> JsonRpcException:
    return JsonRpcException(str(error), code=t.LSPErrorCodes.RequestFailed)


def _edits(before: Positions, after: Positions) -> list[t.TextEdit]:
    """The lines that change from one text to another, so that a cursor stays where it is."""
    matched = SequenceMatcher(None, before.lines, after.lines, autojunk=False)
    starts = (*before.starts, len(before.text))
    return [
        t.TextEdit(before.range(starts[start], starts[end]), "".join(after.lines[first:last]))
        for what, start, end, first, last in matched.get_opcodes()
        if what != "equal"
    ]
