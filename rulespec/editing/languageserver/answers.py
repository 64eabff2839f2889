"""What `assistance` found out, as the protocol says it."""

from collections.abc import Iterable, Sequence

from lsprotocol import types as t

from rulespec.editing.assistance import Completion, Headline, Hover, Mistake, Token
from rulespec.editing.assistance.answer import Kind
from rulespec.editing.languageserver.positions import Positions

_Types = t.SemanticTokenTypes
_TYPES: dict[Kind, _Types] = {
    "keyword": _Types.Keyword, "string": _Types.String, "number": _Types.Number, "comment": _Types.Comment,
    "citation": _Types.Decorator, "zone": _Types.Variable, "counter": _Types.Property, "note": _Types.Property,
    "value": _Types.Function, "condition": _Types.Function, "list": _Types.Enum, "word": _Types.EnumMember,
    "cards": _Types.Class, "action": _Types.Method, "choice": _Types.Parameter, "reason": _Types.Event,
    "law": _Types.Interface, "ruling": _Types.Decorator, "source": _Types.Decorator, "reading": _Types.Namespace,
    "block": _Types.Event, "scenario": _Types.Interface, "file": _Types.Namespace,
}  # fmt: skip
TOKEN_TYPES = [each.value for each in dict.fromkeys(_TYPES.values())]
_NUMBERS = {kind: TOKEN_TYPES.index(said.value) for kind, said in _TYPES.items()}
_ITEMS: dict[Kind, t.CompletionItemKind] = {
    "keyword": t.CompletionItemKind.Keyword, "zone": t.CompletionItemKind.Variable,
    "counter": t.CompletionItemKind.Property, "note": t.CompletionItemKind.Property,
    "value": t.CompletionItemKind.Function, "condition": t.CompletionItemKind.Function,
    "list": t.CompletionItemKind.Enum, "word": t.CompletionItemKind.EnumMember, "cards": t.CompletionItemKind.Class,
    "action": t.CompletionItemKind.Method, "reason": t.CompletionItemKind.Event,
    "file": t.CompletionItemKind.File, "reading": t.CompletionItemKind.File,
}  # fmt: skip
_SYMBOLS: dict[Kind, t.SymbolKind] = {
    "zone": t.SymbolKind.Variable, "counter": t.SymbolKind.Property, "note": t.SymbolKind.Property,
    "value": t.SymbolKind.Function, "condition": t.SymbolKind.Function, "list": t.SymbolKind.Enum,
    "word": t.SymbolKind.EnumMember, "cards": t.SymbolKind.Class, "action": t.SymbolKind.Method,
    "reason": t.SymbolKind.Event, "law": t.SymbolKind.Interface, "scenario": t.SymbolKind.Object,
    "file": t.SymbolKind.File, "ruling": t.SymbolKind.String, "source": t.SymbolKind.String,
}  # fmt: skip


def diagnostic(mistake: Mistake, positions: Positions, program: str) -> t.Diagnostic:
    """A problem with its remedy, which a program tells."""
    remedy = f"\n{mistake.remedy}" if mistake.remedy else ""
    return t.Diagnostic(
        positions.range(mistake.start, mistake.end),
        f"{mistake.message}{remedy}",
        severity=t.DiagnosticSeverity.Error,
        code=mistake.code,
        source=program,
    )


def actions(
    mistakes: Iterable[Mistake], at: t.Range, positions: Positions, uri: str, program: str
) -> list[t.CodeAction]:
    """The fixes of the problems in a range."""
    start, end = positions.offset(at.start), positions.offset(at.end)
    found = []
    for mistake in mistakes:
        if mistake.start <= end and start <= mistake.end:
            for fix in mistake.fixes:
                edit = t.TextEdit(positions.range(fix.start, fix.end), fix.text)
                found.append(
                    t.CodeAction(
                        fix.label,
                        kind=t.CodeActionKind.QuickFix,
                        diagnostics=[diagnostic(mistake, positions, program)],
                        is_preferred=len(mistake.fixes) == 1,
                        edit=t.WorkspaceEdit(changes={uri: [edit]}),
                    )
                )
    return found


def completions(found: Sequence[Completion], positions: Positions) -> t.CompletionList:
    """Words that can stand at a place, in the order in which they are likely."""
    return t.CompletionList(
        is_incomplete=False,
        items=[
            t.CompletionItem(
                each.text,
                kind=_ITEMS.get(each.kind, t.CompletionItemKind.Text),
                detail=each.about or None,
                sort_text=f"{rank:05}",
                filter_text=each.text,
                text_edit=t.TextEdit(positions.range(each.start, each.end), each.text),
            )
            for rank, each in enumerate(found)
        ],
    )


def hover(found: Hover, said: Sequence[str], positions: Positions) -> t.Hover:
    """What a name means: for people, then its block after all layers, its rulings, and what other rulesets say."""
    parts = ["\n\n".join(plain(line) for line in said)] if said else []
    parts.append(_code(found.block))
    if found.rulings:
        parts.append(_code(found.rulings))
    parts += [f"{plain(each.ruleset)}:\n{_code(each.block)}" for each in found.elsewhere]
    content = t.MarkupContent(t.MarkupKind.Markdown, "\n\n".join(parts))
    return t.Hover(content, positions.range(found.start, found.end))


def symbols(found: Iterable[Headline], positions: Positions) -> list[t.DocumentSymbol]:
    """The blocks of a text."""
    return [
        t.DocumentSymbol(
            each.title,
            _SYMBOLS.get(each.kind, t.SymbolKind.Event),
            positions.range(each.start, each.end),
            positions.range(each.name_start, each.name_end),
        )
        for each in found
    ]


def tokens(found: Iterable[Token], positions: Positions) -> t.SemanticTokens:
    """Stretches of a text by what they are, each told by how far it is behind the one before."""
    data: list[int] = []
    line = character = 0
    for each in found:
        number = _NUMBERS.get(each.kind)
        if number is None:
            continue
        there = positions.range(each.start, each.end)
        if there.end.line > there.start.line:
            continue
        at = there.start.character - (character if there.start.line == line else 0)
        data += (there.start.line - line, at, there.end.character - there.start.character, number, 0)
        line, character = there.start.line, there.start.character
    return t.SemanticTokens(data)


def plain(text: str) -> str:
    """A text as Markdown that means nothing else."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#|" else sign for sign in text)


def _code(lines: Sequence[str]) -> str:
    return "\n".join(("```rules", *lines, "```"))
