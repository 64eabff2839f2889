"""How many words Vim and Emacs colour otherwise than the language reads them: `python editors/measured.py`.

Each editor that is there colours all rule files; the others are named.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from words import Word, files

from rulespec.editing.highlighting import emacs, vim

LEAST, MOST = 40_000, 0.005  # words that are looked at, and how many of them may differ
VIM = {
    "rulesKeyword": "keyword", "rulesVerb": "keyword", "rulesHeading": "keyword", "rulesDeclared": "name",
    "rulesName": "name", "": "name", "rulesNumber": "number", "rulesString": "string", "rulesCitation": "citation",
    "rulesComment": "comment",
}  # fmt: skip
EMACS = {
    "keyword": "keyword", "builtin": "keyword", "type": "name", "": "name", "default": "name", "constant": "number",
    "string": "string", "preprocessor": "citation", "comment": "comment", "comment-delimiter": "comment",
}  # fmt: skip


def by_vim(folder: Path, told: Iterable[tuple[str, list[Word]]]) -> None:
    """What Vim calls the syntax at the beginning of each word, in a file for each text."""
    (folder / "rules.vim").write_text(vim.rules(), "utf-8")
    script = ["set encoding=utf-8"]
    for number, (text, words) in enumerate(told):
        (folder / f"{number}.rules").write_text(text, "utf-8")
        (folder / f"{number}.json").write_text(json.dumps([_place(text, start) for start, _, _ in words]), "utf-8")
        script += [
            f"edit! {folder}/{number}.rules",
            f"syntax clear | unlet! b:current_syntax | source {folder}/rules.vim",
            f"let places = json_decode(readfile('{folder}/{number}.json')[0])",
            "let told = map(places, 'synIDattr(synID(v:val[0], v:val[1], 1), \"name\")')",
            f"call writefile(told, '{folder}/{number}.told')",
        ]
    (folder / "script.vim").write_text("\n".join([*script, "qa!"]), "utf-8")
    subprocess.run(["vim", "-es", "-u", "NONE", "-N", "-S", str(folder / "script.vim")], check=True)


def _place(text: str, at: int) -> tuple[int, int]:
    """The line of an offset, and its byte there, both from one."""
    before = text[:at]
    return before.count("\n") + 1, len(before.rpartition("\n")[2].encode()) + 1


def by_emacs(folder: Path, told: Iterable[tuple[str, list[Word]]]) -> None:
    """What face Emacs gives to the beginning of each word, in a file for each text."""
    (folder / "rules-mode.el").write_text(emacs.modes(), "utf-8")
    script = ['(defun face (at) (format "%s" (or (get-text-property at \'face) "")))']
    for number, (text, words) in enumerate(told):
        (folder / f"{number}.rules").write_text(text, "utf-8")
        places = " ".join(str(start + 1) for start, _, _ in words)
        script.append(
            f'(with-temp-buffer (insert-file-contents "{folder}/{number}.rules") (rules-mode) (font-lock-ensure)'
            f" (let ((told (mapconcat #'face '({places}) \"\\n\")))"
            f' (with-temp-file "{folder}/{number}.told" (insert told))))'
        )
    (folder / "script.el").write_text("\n".join(script), "utf-8")
    loaded = ("-l", str(folder / "rules-mode.el"), "-l", str(folder / "script.el"))
    subprocess.run(["emacs", "-Q", "--batch", *loaded], check=True)


def measured(
    colour: Callable[[Path, Iterable[tuple[str, list[Word]]]], None], kinds: dict[str, str]
) -> tuple[int, Counter[str]]:
    """How many words there are, and those that an editor colours otherwise."""
    told = [(text, words) for file, text, words in files() if file.endswith(".rules")]
    all_, wrong = 0, Counter[str]()
    with TemporaryDirectory() as folder:
        colour(Path(folder), told)
        for number, (text, words) in enumerate(told):
            names = Path(folder, f"{number}.told").read_text("utf-8").split("\n")
            for (start, end, kind), name in zip(words, names, strict=False):
                if kind != "sign":
                    all_ += 1
                    said = kinds.get(name.removeprefix("font-lock-").removesuffix("-face"), name)
                    wrong[f"{text[start:end]}: {said} for {kind}"] += said != kind.partition(" ")[0]
    return all_, +wrong


def main() -> int:
    good = True
    for editor, colour, kinds in (("vim", by_vim, VIM), ("emacs", by_emacs, EMACS)):
        if which(editor) is None:
            print(f"{editor} is not there, so its colours were not tried")
            continue
        all_, wrong = measured(colour, kinds)
        print(f"{editor}: {wrong.total()} of {all_} words differ, {wrong.total() / all_:.2%}", *wrong.most_common(5))
        good = good and all_ > LEAST and wrong.total() <= MOST * all_
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
