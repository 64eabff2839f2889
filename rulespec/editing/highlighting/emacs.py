"""Two modes for Emacs. Of the expressions that match a place, the one that comes first in the list wins."""

from collections.abc import Iterable, Iterator

from rulespec.editing.highlighting.words import alike, answering, before_headings, before_names, headings, verbs
from rulespec.language.grammar import keywords

_MODES = r""";;; rules-mode.el --- Rule files of card games, and the texts beside them  -*- lexical-binding: t; -*-
;; made by: python -m rulespec.editing.highlighting emacs

(defconst rules-mode-keywords
  '(%s))

(defconst rules-texts-mode-keywords
  '(("^[^ \t\n#].*$" . font-lock-keyword-face)
    ("^[ \t]+\\([^ \t\n:{][^\n:{]*\\):\\(?: \\|$\\)" 1 font-lock-variable-name-face)
    ("^[ \t]*#.*" 0 font-lock-comment-face t)
    ("{[^{}|]*[}:]\\|[|}]" . font-lock-builtin-face)
    ("#[[:xdigit:]]\\{6\\}\\>" . font-lock-constant-face)))

;;;###autoload
(define-derived-mode rules-mode prog-mode "Rules"
  "Rule files of card games."
  (modify-syntax-entry ?# "<")
  (modify-syntax-entry ?\n ">")
  (modify-syntax-entry ?- "_")
  (setq-local comment-start "# " comment-end "" indent-tabs-mode nil tab-width 4)
  (setq-local indent-line-function #'indent-relative)
  (setq-local font-lock-defaults '(rules-mode-keywords)))

;;;###autoload
(define-derived-mode rules-texts-mode text-mode "Texts"
  "Texts for people beside the rule files of card games."
  (setq-local comment-start "# " comment-end "" indent-tabs-mode nil tab-width 4)
  (setq-local font-lock-defaults '(rules-texts-mode-keywords t)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.rules\\'" . rules-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.texts\\'" . rules-texts-mode))

(provide 'rules-mode)
;;; rules-mode.el ends here"""
_NAME = "[[:alpha:]][[:alnum:]_-]*"
_SIGNS = {",": ", ", ":": ": ", '"': '" ', "0": "[0-9] "}
_BLANK = "[ \t]"
_LINE = f"^{_BLANK}+"


def modes() -> str:
    """A file for `load-path`, with a mode for rule files and one for texts."""
    return _MODES % "\n    ".join(_rules())


def _rules() -> Iterator[str]:
    """What colours a rule file."""
    yield _face(f"({_BLANK}*\\(?:R[0-9]+{_BLANK}*[;,)]\\|[[:alnum:]_-]+{_BLANK}*:\\)[^()\n]*)?", "preprocessor")
    behind = rf"^\(?:{_any(before_headings())}{_BLANK}+\)?"
    for named in (True, False):
        begin = behind + _any(f"{_BLANK}+".join(each.words) for each in headings() if bool(each.names) == named)
        yield _face(rf"{begin}\_>", "keyword")
        if named:
            yield _face(rf"{begin}{_BLANK}+\({_NAME}\)", "type", 1)
    yield _name(rf"{_behind(before_names())}\({_NAME}\)")
    yield _name(rf"{_LINE}{_NAME} \({_or(sorted(set(keywords().values()) - set(answering())))}\):")  # of an answer
    yield _face(rf"\(?:{_LINE}\|: \)\({_or(verbs())}\)\_>", "keyword", 1)
    yield from _keywords()
    yield _face(r"\_<-?[0-9]+\_>", "constant")


def _keywords() -> Iterator[str]:
    """The keywords within blocks, each after the names that are called alike."""
    for behind, words in alike():
        near = _behind(behind.words, behind.signs)
        if behind.anywhere:
            if near:
                yield _name(rf"{near}\({_or(words)}\)\_>")
            yield _face(rf"\_<{_any(words)}\_>", "builtin")
        else:
            places = _any(each for each in (_LINE if behind.line else "", near) if each)
            yield _face(rf"{places}\({_or(words)}\)\_>", "builtin", 1)


def _behind(words: Iterable[str], signs: Iterable[str] = ()) -> str:
    found = [*(rf"\_<{word} +" for word in words), *(_SIGNS[sign] for sign in signs)]
    return _any(found) if found else ""


def _any(words: Iterable[str]) -> str:
    return rf"\(?:{_or(words)}\)"


def _or(words: Iterable[str]) -> str:
    return "\\|".join(words)


def _name(pattern: str) -> str:
    return f"({_quoted(pattern)} 1 'default)"


def _face(pattern: str, face: str, group: int = 0) -> str:
    return f"({_quoted(pattern)} {group} font-lock-{face}-face)"


def _quoted(text: str) -> str:
    for sign, written in (("\\", "\\\\"), ('"', '\\"'), ("\t", "\\t"), ("\n", "\\n")):
        text = text.replace(sign, written)
    return f'"{text}"'
