"""What editors show of a rule file by the lines that the manual gives for them: `python editors/served.py`.

Each editor that is there, and has what these lines need, opens a file with a mistake and asks what a name means.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
RULES = """layer mine "😀"
tried on ksr
replace action Zofe  # 😀
    choose scrap from own hnad
    move scrap to discards
    draw 2 from pile to own hand
"""
TEXTS = "texts en\n\naction Zofe\n    You draw two cards.\n"
EXPECTED = {
    "filetype": r"rules", "problem": r"unknown name 'hnad'", "completion": r"discards", "hover": r"zone discards",
    "definition": r"ksr\.rules", "texts": r"texts",
}  # fmt: skip
NEOVIM = """
local function say(what, told) vim.fn.writefile({ what .. " " .. vim.inspect(told):gsub("\\n", " ") }, "told", "a") end
vim.cmd.edit("mine.rules")
say("filetype", vim.bo.filetype)
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 50)
say("problem", vim.diagnostic.get(0)[1].message)
local client = vim.lsp.get_clients({ bufnr = 0 })[1]
for what, method in pairs({ completion = "completion", hover = "hover", definition = "definition" }) do
  local place = { line = 4, character = 20 }
  local asked = { textDocument = vim.lsp.util.make_text_document_params(0), position = place }
  say(what, client:request_sync("textDocument/" .. method, asked, 60000, 0).result)
end
vim.cmd.edit("mine.en.texts")
say("texts", vim.bo.filetype)
"""
EMACS = r"""
(require 'eglot)
(setq eglot-sync-connect 60)
(defun say (what told)
  (write-region (format "%s %s\n" what (replace-regexp-in-string "\n" " " (format "%s" told))) nil "told" t))
(defun awaited (test)
  (let ((left 300))
    (while (and (> left 0) (not (funcall test))) (accept-process-output nil 0.1) (setq left (1- left)))))
(find-file "mine.rules")
(say "filetype" major-mode)
(run-hooks 'post-command-hook)
(awaited #'eglot-managed-p)
(awaited #'flymake-diagnostics)
(say "problem" (flymake-diagnostic-text (car (flymake-diagnostics))))
(goto-char (point-min))
(search-forward "to disc")
(dolist (each '((completion . :textDocument/completion) (hover . :textDocument/hover)
                (definition . :textDocument/definition)))
  (say (car each) (jsonrpc-request (eglot-current-server) (cdr each) (eglot--TextDocumentPositionParams))))
(find-file "mine.en.texts")
(say "texts" major-mode)
(eglot-shutdown (eglot-current-server))
"""


def by_neovim(folder: Path, lines: str) -> None:
    """Neovim, with the lines as its settings."""
    (folder / "init.lua").write_text(lines, "utf-8")
    (folder / "asked.lua").write_text(NEOVIM, "utf-8")
    _ran(folder, "nvim", "--headless", "-u", "init.lua", "-c", "luafile asked.lua", "-c", "qa!")


def by_vim(folder: Path, lines: str) -> None:
    """Vim knows what kind of file it has; it asks the server by a plugin, which is not there."""
    (folder / "vimrc").write_text(f"filetype on\n{lines}", "utf-8")
    files = {"filetype": "mine.rules", "texts": "mine.en.texts"}
    asked = [f"edit {file}\ncall writefile(['{what} ' .. &filetype], 'told', 'a')" for what, file in files.items()]
    (folder / "asked.vim").write_text("\n".join([*asked, "qa!"]), "utf-8")
    _ran(folder, "vim", "-es", "-N", "-u", "vimrc", "-S", "asked.vim")


def by_emacs(folder: Path, lines: str) -> None:
    """Emacs, with the modes that the lines define."""
    (folder / "asked.el").write_text(f"{lines}\n{EMACS}", "utf-8")
    _ran(folder, "emacs", "-q", "--batch", "-f", "package-initialize", "-l", "./asked.el")


def _ran(folder: Path, *command: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # where the project's command is
    away = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "PATH": path}
    subprocess.run(command, cwd=folder, env=os.environ | away, check=False, capture_output=True, timeout=300)


def shown(editor: Callable[[Path, str], None], language: str) -> dict[str, str]:
    """What an editor tells, with the lines of the manual in a language."""
    manual = (ROOT / "docs" / "editors.md").read_text("utf-8")
    [lines] = re.findall(rf"```{language}\n(.*?)```", manual, re.DOTALL)
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "mine.rules").write_text(RULES, "utf-8")
        (folder / "mine.en.texts").write_text(TEXTS, "utf-8")
        editor(folder, lines)
        told = (folder / "told").read_text("utf-8") if (folder / "told").exists() else ""
    return {what: said for what, _, said in (line.partition(" ") for line in told.splitlines())}


def main() -> int:
    """Prints what each editor does; 1 if one does not show what it should."""
    status, all_ = 0, tuple(EXPECTED)
    for name, language, editor, asked, needs in (
        ("Neovim", "lua", by_neovim, all_, "nvim --clean --headless -c lua=assert(vim.lsp.config) -c q"),
        ("Vim", "vim", by_vim, ("filetype", "texts"), "vim --version"),
        ("Emacs", "elisp", by_emacs, all_, "emacs -q --batch -f package-initialize -l eglot"),
    ):
        there = subprocess.run(needs.split(), capture_output=True, check=False) if which(needs.split()[0]) else None
        if there is None or there.returncode or b"Error" in there.stderr:
            print(f"{name}: not there, or without what the lines need")
            continue
        told = shown(editor, language)
        missing = [what for what in asked if not re.search(EXPECTED[what], told.get(what, ""))]
        print(f"{name}: {f'lacks {missing}: {told}' if missing else 'shows what it should'}")
        status |= bool(missing)
    return status


if __name__ == "__main__":
    sys.exit(main())
