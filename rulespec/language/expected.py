"""The grammar's terminals in the author's words: what was found, and what could stand there."""

from lark import Token
from lark.lexer import PatternRE, PatternStr, TerminalDef

from rulespec.language.suggest import did_you_mean

_PLAIN = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": 'a text in "quotes"',
    "CITE": "a citation like (000:38-39) or (R8)",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "_C": "a comma",
    "_AND": "'and'",
    "_OR": "'or'",
    "LPAR": "'('",
    "RPAR": "')'",
    "COLON": "':'",
    "$END": "the end of the block",
}
_EXPRESSION = frozenset("NAME INT NONE SELF ACTIVE OWN FIRST LAST PLAYERS OTHER".split())
EFFECTS = "choose move draw exchange show set add take perform nothing if unless otherwise may".split()
_BLOCK = frozenset("ZONE COUNTER ACTION".split())
_EFFECT = frozenset("CHOOSE MOVE DRAW PERFORM NOTHING".split())
_AFTER_COMMA = frozenset("seen shuffled in refilled each never for where preferring with so if".split())
_SIGNS = {"=": "is", "+": "plus", "-": "minus", "*": "times", ">": "is more than", "<": "is less than"}
_BEYOND = frozenset("PLUS MINUS TIMES EXCEPT CITE".split())

_keywords: dict[str, str] = {}


def whole_words(terminal: TerminalDef) -> None:
    """Keeps a keyword from matching the beginning of a longer word; `edit_terminals` of the parser."""
    pattern = terminal.pattern
    if isinstance(pattern, PatternStr) and pattern.value[0].isalpha():
        _keywords[terminal.name] = pattern.value
        terminal.pattern = PatternRE(pattern.value + r"(?![\w-])")
        terminal.priority = 1


def expected(terminals: set[str]) -> str:
    """What could stand somewhere, as a phrase."""
    left = set(terminals)
    phrases = []
    if left >= _BLOCK:
        return "a block: a word such as 'zone', 'value', 'action', 'turn', or what a layer does to one"
    if left >= _EFFECT:
        phrases.append("an effect")
        left = left & {"_DEDENT"}
    if left >= _EXPRESSION:
        phrases.append("something to name or to count")
        left -= {name for name in left if name in _keywords or name in _EXPRESSION or name == "LPAR"}
    if len(left) > 3:
        left -= _BEYOND
    phrases += sorted((_word(name) for name in left), key=lambda phrase: (not phrase.startswith("'"), phrase))
    if len(phrases) == 1:
        return phrases[0]
    return ", ".join(phrases[:-1]) + " or " + phrases[-1]


def found(token: Token) -> str:
    """What stands somewhere, as a phrase."""
    if token.type == "_NL":
        return "the end of the line"
    if token.type in ("_INDENT", "_DEDENT", "$END"):
        return _PLAIN[token.type]
    return f"'{token.strip()}'"


def remedy(token: Token, terminals: set[str]) -> str:
    """What the author could do about it, or nothing."""
    text = str(token).strip()
    words = [_keywords[name] for name in terminals if name in _keywords]
    near = did_you_mean(text, words) if len(text) > 1 else ""
    if near.startswith("did"):
        return near
    if text in _SIGNS:
        return f"write '{_SIGNS[text]}'"
    if "_C" in terminals and text in _AFTER_COMMA:
        return f"put a comma before '{text}'"
    if token.type in ("_AND", "_OR"):
        return "mixing 'and' with 'or' needs brackets"
    if token.type == "_INDENT":
        return (
            "this line stands deeper than the block it belongs to; a line that goes on ends with a comma, 'and' or 'or'"
        )
    if text[:1].isdigit() and "NAME" in terminals:
        return "a name begins with a letter"
    if text == '"':
        return "a text in quotes ends on the line where it begins"
    return ""


def misspelt_effect(line: str) -> str:
    """The first word of a line, if it is nearly one that begins an effect; else nothing."""
    first = line.split(maxsplit=1)[0] if line.strip() else ""
    return first if first not in EFFECTS and did_you_mean(first, EFFECTS).startswith("did") else ""


def _word(terminal: str) -> str:
    return f"'{_keywords[terminal]}'" if terminal in _keywords else _PLAIN.get(terminal, f"'{terminal.lower()}'")
