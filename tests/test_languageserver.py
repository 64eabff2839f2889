"""An editor asks the language server, over its own pipes, for all that it can do; and nothing ends it."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types as t
from pygls.exceptions import JsonRpcException
from pygls.uris import from_fs_path
from pygls.workspace import Workspace
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from palast.__main__ import main
from rulespec.editing.languageserver.answers import plain
from rulespec.editing.languageserver.desk import Desk
from rulespec.editing.languageserver.positions import Positions
from tests import drop
from tests.library import ROOT
from tests.test_tracing import GAME, MIDDLE, TEXTS, TOP

pytestmark = pytest.mark.asyncio(loop_scope="module")
PATIENCE = 300  # seconds until a test gives up waiting for the server, which answers in a few at most
COURT = "😀"  # one code point, two units of UTF-16
HOUSE = f"""layer house "A house rule {COURT}"
tried on ksr
replace action Zofe    # {COURT} twice as many
    choose scrap from own hand
    move scrap to discards
    draw 2 from pile to own hand
scenario spare "Nothing {COURT} happens"
    then
        pile: 17 cards
scenario wrong "There are more"
    then
        pile: 18 cards
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game, layers on it, texts, and a house rule."""
    folder = tmp_path_factory.mktemp("rules")
    for name, text in {"game": GAME, "middle": MIDDLE, "top": TOP.replace("2 to", "most to"), "house": HOUSE}.items():
        (folder / f"{name}.rules").write_text(text, "utf-8")
    (folder / "game.en.texts").write_text(TEXTS, "utf-8")
    (folder / "latin.rules").write_bytes('ruleset latin "Blätter"'.encode("latin-1"))
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(folder: Path) -> AsyncIterator[LanguageClient]:
    """A client with the folder open."""
    client = await ClientServerConfig([sys.executable, "-m", "palast", "lsp", "--stdio", "--language", "en"]).start()
    assert isinstance(client, LanguageClient)
    for waits in ("send_request_async", "wait_for_notification_async"):
        setattr(client.protocol, waits, patient(getattr(client.protocol, waits)))
    Open.published = Published(client)
    folders = [t.WorkspaceFolder(uri(folder), "rules")]
    capabilities = client_capabilities("visual-studio-code")
    await client.initialize_session(t.InitializeParams(capabilities, workspace_folders=folders))
    yield client
    await client.shutdown_session()
    async with asyncio.timeout(PATIENCE):
        await client.stop()


def patient(wait: Callable[..., Awaitable[Any]], seconds: float = PATIENCE) -> Callable[..., Awaitable[Any]]:
    """The same wait for a message of the server, which fails if none comes."""

    async def waiting(method: str, *said: Any) -> Any:
        try:
            return await asyncio.wait_for(wait(method, *said), seconds)
        except TimeoutError:
            pytest.fail(f"the server sent no '{method}' in {seconds} seconds")

    return waiting


def uri(path: Path) -> str:
    """The address of a file."""
    return str(from_fs_path(str(path)))


class Published:
    """All problems that the server has published, in order: waiting for the next message misses one of two at once."""

    def __init__(self, client: LanguageClient) -> None:
        self.all: list[t.PublishDiagnosticsParams] = []
        self.since = 0  # how many there were when the server was last notified of something
        self._more = asyncio.Event()
        self._handle, self._notify = client.protocol._handle_notification, client.protocol.notify
        vars(client.protocol).update(_handle_notification=self._handled, notify=self._notified)

    def _handled(self, method: str, params: Any) -> None:
        if method == t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS:
            self.all.append(params)
            self._more.set()
        self._handle(method, params)

    def _notified(self, method: str, params: Any = None) -> None:
        self.since = len(self.all)
        self._notify(method, params)

    async def at(self, index: int) -> t.PublishDiagnosticsParams:
        """One of them, as soon as it is published."""
        while index >= len(self.all):
            self._more.clear()
            await patient(lambda _: self._more.wait())(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        return self.all[index]


class Open:
    """A text that is open in the editor."""

    published: Published
    _read = 0  # how many of those published were looked at

    def __init__(self, client: LanguageClient, address: str, text: str) -> None:
        self.client, self.uri, self.positions = client, address, Positions(text)
        document = t.TextDocumentItem(address, "rules", 0, text)
        client.text_document_did_open(t.DidOpenTextDocumentParams(document))

    @property
    def id(self) -> t.TextDocumentIdentifier:
        return t.TextDocumentIdentifier(self.uri)

    def at(self, word: str, more: int = 1) -> t.Position:
        """The place of a word, and a bit further."""
        return self.positions.position(self.positions.text.index(word) + more)

    def said(self, there: t.Range) -> str:
        """What stands in a range."""
        return self.positions.text[self.positions.offset(there.start) : self.positions.offset(there.end)]

    def write(self, text: str, version: int) -> None:
        """Puts another text in its place."""
        self.positions = Positions(text)
        self.client.text_document_did_change(
            t.DidChangeTextDocumentParams(
                t.VersionedTextDocumentIdentifier(version, self.uri), [t.TextDocumentContentChangeWholeDocument(text)]
            )
        )

    async def problems(self, least: int = 0) -> list[t.Diagnostic]:
        """What is wrong with it, once that is told."""
        self._read = max(self._read, self.published.since)
        while True:
            told = await self.published.at(self._read)
            self._read += 1
            if told.uri == self.uri and (told.version or 0) >= least:
                return list(told.diagnostics)

    async def becomes(self, *, fine: bool) -> bool:
        """Waits until the problems published last are none, or some."""
        while (not self.client.diagnostics.get(self.uri, "not told yet")) is not fine:
            await self.client.wait_for_notification(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        return True

    def close(self) -> None:
        self.client.text_document_did_close(t.DidCloseTextDocumentParams(self.id))


async def test_problems_are_told_where_the_editor_counts_them_and_fixed_by_what_is_offered(
    client: LanguageClient, folder: Path
) -> None:
    text = HOUSE.replace("choose scrap from own hand", f"choose scrap from own hnad # {COURT}")
    house = Open(client, uri(folder / "house.rules"), text)
    found = await house.problems()
    assert any(house.said(each.range) == "hnad" and each.source == "palast" for each in found)
    [wrong] = [each for each in found if house.said(each.range) == "hnad"]
    actions = await client.text_document_code_action_async(
        t.CodeActionParams(house.id, wrong.range, t.CodeActionContext([wrong]))
    )
    assert actions
    edits = [each.edit for each in actions if isinstance(each, t.CodeAction) and each.edit]
    changes = [edit.changes[house.uri][0].new_text for edit in edits if edit.changes]
    assert "hand" in changes
    house.write(HOUSE, 1)
    assert await house.problems(least=1) == []
    house.close()


async def test_what_is_wrong_on_any_of_the_rulesets_of_a_layer_is_told_once_and_where_it_is(
    client: LanguageClient, folder: Path
) -> None:
    text = HOUSE.replace("tried on ksr", "tried on ksr, review, magier").partition("scenario")[0]
    house = Open(client, uri(folder / "house.rules"), text)
    assert await house.problems() == []
    wrong = text.replace("to own hand", "to own hadn")
    house.write(f"{wrong}replace action Mundschenk: nothing\nreplace action Hofnarr: nothing\n", 1)
    found = {house.said(each.range): each for each in await house.problems(least=1)}
    assert [*found] == ["hadn", "Hofnarr", "Mundschenk"]
    told = [each.message.partition("\n")[0] for each in found.values()]
    assert told[0].startswith("unknown name 'hadn'")
    assert told[1].startswith("on review: cannot replace 'action Hofnarr'")
    assert told[2].startswith("on magier: cannot replace 'action Mundschenk'")
    actions = await client.text_document_code_action_async(
        t.CodeActionParams(house.id, found["hadn"].range, t.CodeActionContext([]))
    )
    assert actions and all(isinstance(each, t.CodeAction) and each.edit for each in actions)
    house.close()


async def test_who_types_fast_is_told_of_the_last_text_alone_and_never_of_an_older_one_after_it(
    client: LanguageClient, folder: Path
) -> None:
    before = len(Open.published.all)
    house = Open(client, uri(folder / "house.rules"), HOUSE)
    for version in range(1, 30):
        house.write(HOUSE + "x" * version, version)
    house.write(HOUSE, 30)
    await house.problems(least=30)
    versions = [told.version or 0 for told in Open.published.all[before:] if told.uri == house.uri]
    assert versions == sorted(versions) and len(versions) < 10
    assert [*client.diagnostics[house.uri]] == []
    house.close()


async def test_a_wait_for_what_the_server_never_sends_fails_and_names_it(client: LanguageClient) -> None:
    wait = patient(client.protocol.wait_for_notification_async, 0)
    with pytest.raises(pytest.fail.Exception, match="no 'never/sent' in 0 seconds"):
        await wait("never/sent")


async def test_names_are_completed_explained_found_and_listed(client: LanguageClient, folder: Path) -> None:
    house = Open(client, uri(folder / "house.rules"), HOUSE)
    found = await client.text_document_completion_async(t.CompletionParams(house.id, house.at("discards", 3)))
    assert isinstance(found, t.CompletionList)
    assert [each.label for each in found.items][:1] == ["discards"]
    told = await client.text_document_hover_async(t.HoverParams(house.id, house.at("discards")))
    assert told is not None and isinstance(told.contents, t.MarkupContent) and told.range is not None
    assert "The discards lie face down" in told.contents.value and "zone discards" in told.contents.value
    assert house.said(told.range) == "discards"
    declared = await client.text_document_definition_async(t.DefinitionParams(house.id, house.at("discards")))
    assert isinstance(declared, list) and isinstance(declared[0], t.Location)
    assert declared[0].uri.endswith("cards/ksr.rules")
    mentioned = await client.text_document_references_async(
        t.ReferenceParams(t.ReferenceContext(True), house.id, house.at("scrap"))
    )
    assert mentioned is not None and [house.said(each.range) for each in mentioned] == ["scrap", "scrap"]
    house.close()


async def test_a_name_is_changed_in_all_layers_and_texts_or_it_is_said_why_not(
    client: LanguageClient, folder: Path
) -> None:
    top = Open(client, uri(folder / "top.rules"), (folder / "top.rules").read_text("utf-8"))
    place = await client.text_document_prepare_rename_async(t.PrepareRenameParams(top.id, top.at("most")))
    assert isinstance(place, t.Range) and top.said(place) == "most"
    edit = await client.text_document_rename_async(t.RenameParams(top.id, top.at("most"), "höchstens"))
    assert edit is not None and edit.changes is not None
    assert {Path(each).name for each in edit.changes} == {"game.rules", "game.en.texts", "top.rules"}
    assert {each.new_text for edits in edit.changes.values() for each in edits} == {"höchstens"}
    for new, why in (("pile", "is already used"), ("not", "word of the language"), ("a b", "is not a name")):
        with pytest.raises(JsonRpcException, match=why):
            await client.text_document_rename_async(t.RenameParams(top.id, top.at("most"), new))
    house = Open(client, uri(folder / "house.rules"), HOUSE)
    with pytest.raises(JsonRpcException, match="rename discards to"):
        await client.text_document_prepare_rename_async(t.PrepareRenameParams(house.id, house.at("discards")))
    top.close()
    house.close()


async def test_files_in_no_folder_that_is_open_belong_together_as_well(client: LanguageClient, tmp_path: Path) -> None:
    for name, text in (("game", GAME), ("middle", MIDDLE)):
        (tmp_path / f"{name}.rules").write_text(text, "utf-8")
    game = Open(client, uri(tmp_path / "game.rules"), GAME)
    edit = await client.text_document_rename_async(t.RenameParams(game.id, game.at("taken"), "won"))
    assert edit is not None and edit.changes is not None
    assert {Path(each).name for each in edit.changes} == {"game.rules", "middle.rules"}
    untitled = Open(client, "untitled:Untitled-7", HOUSE)
    edit = await client.text_document_rename_async(t.RenameParams(untitled.id, untitled.at("scrap"), "thrown"))
    assert edit is not None and edit.changes is not None and [*edit.changes] == [untitled.uri]
    game.close()
    untitled.close()


async def test_a_text_has_an_outline_and_folds_and_is_formatted_and_coloured(
    client: LanguageClient, folder: Path
) -> None:
    untidy = HOUSE.replace("tried on", "tried   on")
    house = Open(client, uri(folder / "house.rules"), untidy)
    outline = await client.text_document_document_symbol_async(t.DocumentSymbolParams(house.id))
    assert outline is not None
    assert [each.name for each in outline] == [
        "layer house", "tried on ksr", "replace action Zofe", "scenario spare", "scenario wrong",
    ]  # fmt: skip
    folds = await client.text_document_folding_range_async(t.FoldingRangeParams(house.id))
    assert folds is not None and (2, 5) in [(each.start_line, each.end_line) for each in folds]
    options = t.FormattingOptions(4, True)
    edits = await client.text_document_formatting_async(t.DocumentFormattingParams(house.id, options))
    text = untidy
    for each in reversed(edits or []):
        start, end = (house.positions.offset(place) for place in (each.range.start, each.range.end))
        text = text[:start] + each.new_text + text[end:]
    assert "tried on ksr" in text and "tried   on" not in text
    whole = await client.text_document_semantic_tokens_full_async(t.SemanticTokensParams(house.id))
    some = await client.text_document_semantic_tokens_range_async(
        t.SemanticTokensRangeParams(house.id, t.Range(t.Position(3, 0), t.Position(4, 0)))
    )
    assert whole is not None and some is not None and len(whole.data) > len(some.data) > 0
    assert len(whole.data) % 5 == 0
    house.close()


async def test_a_lens_runs_a_scenario_shows_a_game_and_says_what_a_rule_does(
    client: LanguageClient, folder: Path
) -> None:
    house = Open(client, uri(folder / "house.rules"), HOUSE)
    lenses = await client.text_document_code_lens_async(t.CodeLensParams(house.id))
    commands = [each.command for each in lenses or [] if each.command is not None]
    assert [each.title for each in commands] == ["show a game", "show its effect", "run scenario", "run scenario"]
    told = []
    for each in commands:
        told.append(await client.workspace_execute_command_async(t.ExecuteCommandParams(each.command, each.arguments)))
    game, effect, spare, wrong = map(str, told)
    assert game.startswith("# A game of") and "house" in game and len(game.splitlines()) > 20
    assert effect.startswith("# What") and "[action Zofe]" in effect and "turns  " in effect
    assert "With random players" in effect
    assert spare.startswith("# spare passes\n") and wrong.startswith("# wrong fails\n") and "18" in wrong
    assert {"spare passes", "wrong fails"} <= {each.message for each in client.messages}
    house.close()


async def test_an_inherited_scenario_that_fails_is_named_with_what_to_write_if_that_is_meant(
    client: LanguageClient, folder: Path
) -> None:
    (folder / "drop.rules").write_text(drop.GAME + drop.HOLDS, "utf-8")
    (folder / "away.rules").write_text(drop.AWAY, "utf-8")
    away = Open(client, uri(folder / "away.rules"), drop.AWAY)
    said = [away.uri, "played"]
    shown = await client.workspace_execute_command_async(t.ExecuteCommandParams("palast.runScenario", said))
    assert isinstance(shown, str) and all(plain(each) in shown for each in drop.BROKEN_AWAY)
    away.close()


async def test_texts_for_people_are_read_as_well_and_followed_to_the_rules(
    client: LanguageClient, folder: Path
) -> None:
    wrong = TEXTS.replace("{the red}", "{the rde}")
    texts = Open(client, uri(folder / "game.en.texts"), wrong)
    [problem] = await texts.problems()
    assert texts.said(problem.range) == "rde"
    declared = await client.text_document_definition_async(t.DefinitionParams(texts.id, texts.at("gift")))
    assert isinstance(declared, list) and isinstance(declared[0], t.Location)
    assert Path(declared[0].uri).name == "game.rules"
    told = await client.text_document_hover_async(t.HoverParams(texts.id, texts.at("most")))
    assert told is not None and isinstance(told.contents, t.MarkupContent) and "value most: 3" in told.contents.value
    outline = await client.text_document_document_symbol_async(t.DocumentSymbolParams(texts.id))
    assert outline is not None and "action black" in [each.name for each in outline]
    tokens = await client.text_document_semantic_tokens_full_async(t.SemanticTokensParams(texts.id))
    assert tokens is not None and len(tokens.data) > 5 * len(outline)
    for typed, offered in ((wrong + "va", "value most"), (wrong + "action black\n    gift no", "gift not: ")):
        texts.write(typed, 1)
        end = texts.positions.position(len(typed))
        found = await client.text_document_completion_async(t.CompletionParams(texts.id, end))
        assert isinstance(found, t.CompletionList) and offered in [each.label for each in found.items]
    texts.write(wrong, 2)
    [problem] = await texts.problems(least=2)
    actions = await client.text_document_code_action_async(
        t.CodeActionParams(texts.id, problem.range, t.CodeActionContext([problem]))
    )
    assert actions and "red" in str(actions[0])
    game = Open(client, uri(folder / "game.rules"), GAME.replace("word suit: red", "word suit: rde, red"))
    assert await texts.problems() == []  # the game, as it is written now, has such a word
    texts.close()
    game.close()


async def test_a_file_of_texts_that_says_no_language_is_told_how_to_be_called(
    client: LanguageClient, folder: Path
) -> None:
    texts = Open(client, uri(folder / "game.fr.texts"), "texts fr\n\ngame\n    Deux marchands.\n")
    [problem] = await texts.problems()
    assert "rename it to game.en.texts or game.de.texts" in problem.message
    found = await client.text_document_completion_async(t.CompletionParams(texts.id, t.Position(2, 2)))
    assert isinstance(found, t.CompletionList) and not found.items
    texts.close()


async def test_a_file_that_others_change_is_read_again(client: LanguageClient, folder: Path) -> None:
    top = Open(client, uri(folder / "top.rules"), TOP)
    assert await top.problems() == []
    for text, fine in ((MIDDLE.replace("stolen", "robbed"), False), (MIDDLE, True)):
        (folder / "middle.rules").write_text(text, "utf-8")
        changed = t.FileEvent(uri(folder / "middle.rules"), t.FileChangeType.Changed)
        client.workspace_did_change_watched_files(t.DidChangeWatchedFilesParams([changed]))
        assert (await top.problems() == []) is fine
    top.close()


BROKEN = {
    "a block": MIDDLE.replace("stolen", "robbed"),
    "the heading": MIDDLE.replace("layer middle", "lyaer middle"),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("fine_on_disk", [True, False])
async def test_a_layer_is_checked_on_the_open_text_of_its_base_and_on_the_file_once_that_is_closed(
    client: LanguageClient, folder: Path, *, broken: str, fine_on_disk: bool
) -> None:
    """Its problems are those of the current texts after the base is opened, edited, saved or changed."""
    file = folder / "middle.rules"
    saved, edited = (MIDDLE, broken) if fine_on_disk else (broken, MIDDLE)
    file.write_text(saved, "utf-8")
    top = Open(client, uri(folder / "top.rules"), TOP)
    try:
        assert await top.becomes(fine=fine_on_disk)
        middle = Open(client, uri(file), edited)  # as an editor opens a text that was not saved
        assert await top.becomes(fine=not fine_on_disk)
        middle.write(saved, 1)
        assert await top.becomes(fine=fine_on_disk)
        middle.write(edited, 2)
        assert await top.becomes(fine=not fine_on_disk)
        middle.close()
        assert await top.becomes(fine=fine_on_disk)
        middle = Open(client, uri(file), saved)
        file.write_text(edited, "utf-8")
        middle.write(edited, 1)
        client.text_document_did_save(t.DidSaveTextDocumentParams(middle.id))
        assert await top.becomes(fine=not fine_on_disk)
        middle.close()
        assert await middle.becomes(fine=True)  # a text that is closed shows no problems
        for text, kind in ((saved, t.FileChangeType.Changed), (None, t.FileChangeType.Deleted)):
            file.unlink() if text is None else file.write_text(text, "utf-8")
            client.workspace_did_change_watched_files(t.DidChangeWatchedFilesParams([t.FileEvent(uri(file), kind)]))
            assert await top.becomes(fine=text is not None and fine_on_disk)
    finally:
        file.write_text(MIDDLE, "utf-8")
        top.close()


async def test_a_name_is_changed_where_it_stands_now_though_nobody_told_that_a_file_is_different(
    client: LanguageClient, folder: Path
) -> None:
    top, middle = Open(client, uri(folder / "top.rules"), TOP), folder / "middle.rules"
    before = await client.text_document_rename_async(t.RenameParams(top.id, top.at("stolen"), "robbed"))
    middle.write_text("# One line more.\n" + MIDDLE, "utf-8")
    after = await client.text_document_rename_async(t.RenameParams(top.id, top.at("stolen"), "robbed"))
    middle.write_text(MIDDLE, "utf-8")
    changes = [edit.changes for edit in (before, after) if edit is not None and edit.changes is not None]
    lines = [[each.range.start.line for each in found[uri(middle)]] for found in changes]
    assert lines[1] == [each + 1 for each in lines[0]] and lines[0]
    top.close()


async def test_a_command_without_what_it_needs_is_told_so(client: LanguageClient) -> None:
    for command, said in (("palast.showGame", []), ("palast.whatItDoes", [5]), ("palast.runScenario", ["a"])):
        with pytest.raises(JsonRpcException, match="needs the URI of a rule file"):
            await client.workspace_execute_command_async(t.ExecuteCommandParams(command, said))


async def test_files_that_were_never_saved_lie_on_each_other_as_well(client: LanguageClient, tmp_path: Path) -> None:
    there = {name: tmp_path / "neu ä 😀" / f"{name}.rules" for name in ("game", "middle", "top")}
    game, middle, top = (
        Open(client, uri(path), text) for path, text in zip(there.values(), (GAME, MIDDLE, TOP), strict=True)
    )
    assert await top.becomes(fine=True)
    edit = await client.text_document_rename_async(t.RenameParams(top.id, top.at("stolen"), "robbed"))
    assert edit is not None and edit.changes is not None
    assert {each: len(edits) for each, edits in edit.changes.items()} == {middle.uri: 2, top.uri: 1}
    game.write(GAME.replace("taken", "won"), 1)
    assert await middle.becomes(fine=False) and await top.becomes(fine=False)
    for each in (game, middle, top):
        each.close()


async def test_no_text_ends_the_server(client: LanguageClient, folder: Path) -> None:
    names = ("layer a extends latin", "layer b extends c", "", "(((", "x" * 300_000, "ruleset\x00")
    for number, text in enumerate(names):
        address = f"untitled:Untitled-{number}" if number % 2 else uri(folder / f"odd+name {number}.rules")
        odd = Open(client, address, text)
        found = await odd.problems()
        assert found and all(each.message for each in found), text[:40]
        assert "latin" not in text or "is not UTF-8" in found[0].message
        for word in (0, 1):
            place = t.Position(word, 4)
            await client.text_document_hover_async(t.HoverParams(odd.id, place))
            await client.text_document_completion_async(t.CompletionParams(odd.id, place))
            await client.text_document_definition_async(t.DefinitionParams(odd.id, place))
            await client.text_document_references_async(t.ReferenceParams(t.ReferenceContext(False), odd.id, place))
        await client.text_document_document_symbol_async(t.DocumentSymbolParams(odd.id))
        await client.text_document_folding_range_async(t.FoldingRangeParams(odd.id))
        await client.text_document_semantic_tokens_full_async(t.SemanticTokensParams(odd.id))
        await client.text_document_code_lens_async(t.CodeLensParams(odd.id))
        said = await client.workspace_execute_command_async(t.ExecuteCommandParams("palast.showGame", [odd.uri]))
        assert str(said).startswith("# ")
        odd.close()


async def test_a_text_is_read_once_for_all_that_is_asked_of_it_until_it_changes(folder: Path) -> None:
    full = t.TextDocumentSyncKind.Full
    workspace = Workspace(uri(folder), full, [t.WorkspaceFolder(uri(folder), "rules")])
    path = str(folder / "house.rules")
    workspace.put_text_document(t.TextDocumentItem(uri(folder / "house.rules"), "rules", 0, HOUSE))
    desk = Desk(workspace, (ROOT / "cards",))
    completed = desk.read(path, HOUSE.index("discards") + 3)
    assert completed.completions and desk.read(path) is completed
    assert desk.problems(path) is completed.problems
    desk.changed()
    assert desk.read(path) is not completed and desk.read(path) == desk.read(path)
    assert {Path(each).name for each in desk.shelf.files()} >= {"house.rules", "game.rules", "latin.rules"}


async def test_the_folders_that_are_open_are_where_one_is_wherever_the_server_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "layers").mkdir()
    (tmp_path / "game.rules").write_text(GAME, "utf-8")
    middle = tmp_path / "layers" / "middle.rules"
    for folders in ([], [t.WorkspaceFolder(uri(tmp_path), "rules")]):
        workspace = Workspace(None, t.TextDocumentSyncKind.Full, folders)
        workspace.put_text_document(t.TextDocumentItem(uri(middle), "rules", 0, MIDDLE))
        desk = Desk(workspace, (ROOT / "cards", Path()))
        assert desk.shelf.is_own(str(middle))
        assert (desk.problems(str(middle)) == ()) is bool(folders)  # whose folder has the game
        assert desk.shelf.library == (ROOT / "cards", tmp_path if folders else middle.parent)


async def test_the_server_alone_knows_of_the_protocol() -> None:
    said = [path for path in ROOT.glob("rulespec/**/*.py") if "pygls" in path.read_text("utf-8")]
    assert {path.parent.name for path in said} == {"languageserver"}


async def test_a_refusal_is_no_fault_of_the_server_which_ends_as_it_is_told(folder: Path) -> None:
    address = uri(folder / "game.rules")
    text = {"uri": address, "languageId": "rules", "version": 1, "text": GAME}
    line = next(number for number, each in enumerate(GAME.split("\n")) if each.startswith("counter "))
    place = {"textDocument": {"uri": address}, "position": {"line": line, "character": 9}}
    said: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": uri(folder), "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": text}},
        {"id": 2, "method": "textDocument/rename", "params": {**place, "newName": "no name"}},
        {"id": 3, "method": "textDocument/hover", "params": {"position": "here"}},
        {"id": 4, "method": "shutdown"},
        {"id": 5, "method": "textDocument/hover", "params": place},
        {"method": "exit"},
    ]
    written = [json.dumps({"jsonrpc": "2.0", **each}).encode() for each in said]
    asked = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(each), each) for each in written)
    done = subprocess.run(
        [sys.executable, "-m", "palast", "lsp"], input=asked, capture_output=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0
    assert b"'no name' is not a name" in done.stdout
    assert b"RenamingError" not in done.stderr
    answered = [json.loads(each.partition(b"\r\n\r\n")[2]) for each in done.stdout.split(b"Content-Length: ")[1:]]
    codes = {each["id"]: each.get("error", {}).get("code") for each in answered if "id" in each}
    assert codes == {1: None, 2: -32803, 3: -32602, 4: None, 5: -32600}  # none is left without an answer


async def test_without_the_extra_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "rulespec.editing.languageserver", None)
    assert main(["lsp"]) == 2
    assert "pip install 'palast[lsp]'" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_every_place_of_a_text_is_counted_back_and_forth_in_each_encoding(encoding: str) -> None:
    text = f"a{COURT}b\r\nä\u2028{COURT}\rlast\n"
    positions = Positions(text, t.PositionEncodingKind(encoding))
    for offset in range(len(text) + 1):
        back = positions.offset(positions.position(offset))
        assert back == offset or text[back : offset + 1] == "\r\n"
    assert [positions.position(2).character, positions.position(5).line, positions.position(9).line] == [
        {"utf-8": 5, "utf-16": 3, "utf-32": 2}[encoding], 1, 2,
    ]  # fmt: skip
    assert positions.offset(t.Position(99, 0)) == len(text) and positions.offset(t.Position(0, 99)) == 3
