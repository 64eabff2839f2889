"""What VS Code has to know of rule files besides their colours: brackets, comments, words, where lines are indented."""

from rulespec.editing.highlighting.textmate import Json
from rulespec.editing.highlighting.words import before_headings, headings, opening

_WORD = r"[\p{L}\p{N}_]+"
_READ = r'(?:[^"]|"[^"]*")*'  # what is said in quotes is passed over
_GOES_ON = r"(?:,|\b(?:and|or))\s*$"  # behind such a line, its end comes first
_SAID = r":\s+[^\s(]"  # an effect on the same line, and no citation


def rules() -> Json:
    """The language configuration for rule files."""
    blocks = "|".join(" ".join(heading.words) for heading in headings() if heading.opens)
    margin = f"(?:(?:{'|'.join(before_headings('declaration'))}) )?(?:{blocks})"
    opens = rf"^(?:{margin}|\s+(?:{'|'.join(opening())}))(?![\w-])(?!{_READ}(?:{_SAID}|{_GOES_ON}))"
    return {
        "comments": {"lineComment": "#"},
        "brackets": [["(", ")"]],
        "autoClosingPairs": [{"open": "(", "close": ")"}, {"open": '"', "close": '"', "notIn": ["string", "comment"]}],
        "surroundingPairs": [["(", ")"], ['"', '"']],
        "wordPattern": {"pattern": f"{_WORD}(?:-{_WORD})*", "flags": "u"},
        "folding": {"offSide": True},
        "onEnterRules": [{"beforeText": {"pattern": opens, "flags": "u"}, "action": {"indent": "indent"}}],
    }
