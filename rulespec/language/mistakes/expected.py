"""Describes terminals of the grammar in the author's words."""

from rulespec.language.grammar import OF_LAWS, keywords

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
    "_SIGN": "'+'",
    "NEGATIVE": "a negative number",
    "LPAR": "'('",
    "RPAR": "')'",
    "COLON": "':'",
    "$END": "the end of the block",
}
_EXPRESSION = frozenset("NAME INT NONE SELF ACTIVE OWN FIRST LAST PLAYERS OTHER".split())
_BLOCK = frozenset("ZONE COUNTER ACTION".split())
_EFFECT = frozenset("CHOOSE MOVE DRAW PERFORM NOTHING".split())
_BEYOND = frozenset("PLUS MINUS TIMES DIVIDED EXCEPT CITE".split())


def expected(terminals: set[str]) -> str:
    """The terminals that could stand somewhere, as a phrase."""
    left = terminals - OF_LAWS or terminals
    phrases = []
    if left >= _BLOCK:
        return "a block such as 'zone', 'value', 'action' or 'turn', or a change to one such as 'replace'"
    if left >= _EFFECT:
        phrases.append("an effect")
        left = left & {"_DEDENT"}
    if left >= _EXPRESSION:
        phrases.append("a value")
        left -= {name for name in left if name in keywords() or name in _EXPRESSION or name == "LPAR"}
    if len(left) > 3:
        left -= _BEYOND
    phrases += sorted((_word(name) for name in left), key=lambda phrase: (not phrase.startswith("'"), phrase))
    if len(phrases) < 2:
        return phrases[0] if phrases else "nothing more"
    return ", ".join(phrases[:-1]) + " or " + phrases[-1]


def _word(terminal: str) -> str:
    return f"'{keywords()[terminal]}'" if terminal in keywords() else _PLAIN.get(terminal, f"'{terminal.lower()}'")
