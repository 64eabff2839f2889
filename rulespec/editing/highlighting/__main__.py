"""Prints what an editor reads: `python -m rulespec.editing.highlighting FORMAT`."""

import json
import sys

from rulespec.editing.highlighting import emacs, textmate, vim, vscode

FORMATS = {
    "textmate-rules": textmate.rules,
    "textmate-texts": textmate.texts,
    "vscode-rules": vscode.rules,
    "vim-rules": vim.rules,
    "vim-texts": vim.texts,
    "emacs": emacs.modes,
}


def main(arguments: list[str]) -> str:
    """What is printed."""
    if len(arguments) != 1 or arguments[0] not in FORMATS:
        sys.exit(f"usage: python -m rulespec.editing.highlighting {'|'.join(FORMATS)}")
    made = FORMATS[arguments[0]]()
    return made if isinstance(made, str) else json.dumps(made, indent=2, ensure_ascii=False)


if __name__ == "__main__":
    print(main(sys.argv[1:]))
