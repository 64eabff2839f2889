"""Prints what an editor reads: `python -m rulespec.editing.highlighting FORMAT`."""

import json
import sys

from rulespec.editing.highlighting import textmate, vscode

FORMATS = {
    "textmate-rules": textmate.rules,
    "textmate-texts": textmate.texts,
    "vscode-rules": vscode.rules,
}


def main(arguments: list[str]) -> str:
    """What is printed."""
    if len(arguments) != 1 or arguments[0] not in FORMATS:
        sys.exit(f"usage: python -m rulespec.editing.highlighting {'|'.join(FORMATS)}")
    return json.dumps(FORMATS[arguments[0]](), indent=2, ensure_ascii=False)


if __name__ == "__main__":
    print(main(sys.argv[1:]))
