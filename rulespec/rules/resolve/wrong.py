"""What is wrong with a name or an expression, reported once, and what could have been meant."""

from collections.abc import Collection

from attrs import define, field

from rulespec.language.errors import Fix, Problem, problem
from rulespec.language.mistakes.idioms import other_word
from rulespec.language.mistakes.slips import near_words
from rulespec.language.suggest import did_you_mean, distance, meant, nearest
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import Kind
from rulespec.language.tree.limits import COMPARED
from rulespec.language.tree.node import Node, walk
from rulespec.language.tree.source import Span
from rulespec.rules.resolve.names import Names

DECLARED = 0.4  # how much farther from what is written a name may be than a word of the language, and still be meant


class WrongError(Exception):
    """A mistake in an expression or a statement; `problem` is None where it follows from one already reported."""

    def __init__(self, problem: Problem | None) -> None:
        super().__init__(problem)
        self.problem = problem


def wrong(code: str, node: Node, message: str, remedy: str = "", *fixes: Fix) -> WrongError:
    return WrongError(problem(code, node.span, message, remedy, *fixes))


@define
class UnknownNames:
    """The mistakes of names that mean nothing where they stand."""

    names: Names
    unbound: set[str] = field(factory=set)  # names that a choice would bind, had it not been wrong
    compared: int = 0  # how many names unknown ones have been compared with so far
    caught: int = 0  # how many mistakes there were so far, those that follow from others too

    def catch(self, error: WrongError, problems: list[Problem]) -> None:
        """Adds a mistake to the problems, unless it is told already."""
        self.caught += 1
        if error.problem is not None and error.problem not in problems:
            problems.append(error.problem)

    def unknown(self, what: str, name: str, span: Span, allowed: set[str]) -> WrongError:
        """The mistake of a name that nothing of this sort has."""
        return self._unknown(f"unknown {what} '{name}'", name, span, allowed)

    def undeclared(self, what: str, name: str, span: Span, allowed: set[str]) -> WrongError:
        """The mistake of a name that nothing of this sort has, where one that a choice binds cannot be meant."""
        return self._unknown(f"unknown {what} '{name}'", name, span, allowed, bindable=False)

    def no_property(self, kind: Kind, name: str, span: Span, allowed: set[str]) -> WrongError:
        """The mistake of a name that means something, but nothing that things of this kind have."""
        return self._unknown(f"no {kind.name} has a '{name}'", name, span, allowed)

    def _unknown(self, message: str, name: str, span: Span, allowed: set[str], *, bindable: bool = True) -> WrongError:
        """The mistake with a remedy; none where the name has been reported already."""
        if name in self.names.composed.reported or (bindable and name in self.unbound):
            return WrongError(None)
        if name in self.names.composed.renamed:
            new, item = self.names.composed.renamed[name]
            remedy = f"'{name}' was renamed to '{new}' at {item.span}"
        elif bindable and (block := self._chooser(name, span)) is not None:
            where = "inside a block of 'players'" if block == "turn" else f"in '{block}'"
            remedy = f"it is chosen {where} and unknown elsewhere; choose it directly in 'turn' to use it in all blocks"
        else:
            remedy = self._meant(name, span.word(name), allowed)
        return WrongError(problem("E020", span.word(name), message, remedy))

    def _chooser(self, name: str, span: Span) -> str | None:
        """The block that chooses a name used elsewhere; the turn only for its own lines."""
        for key, entry in self.names.composed.entries.items():
            block = entry.declaration
            picks = (node for node in walk(block) if isinstance(node, s.Pick))
            if any(name in pick.names for pick in picks) and (key != "turn" or span.source == block.span.source):
                return key
        return None

    def near(self, name: str, names: Collection[str]) -> str | None:
        """The name that a wrong one is a slip of; not sought any longer where a file has very many of both."""
        if self.compared > COMPARED:
            return None
        self.compared += len(names)
        return nearest(name, names)

    def _meant(self, name: str, span: Span, allowed: set[str]) -> str:
        if self.compared > COMPARED:
            return ""
        near, said = self._nearest(name, allowed, self._words_near(span)), other_word(name)
        if near is not None and not (said and distance(name, near) > 1.05):
            return meant(name, near)
        return said or did_you_mean(name, allowed)

    def _words_near(self, span: Span) -> list[str]:
        """The words of the language that a name in a block may be a misspelling of."""
        file = next(each for each in self.names.composed.sources if each.path == span.source.path)
        return near_words(span, file)

    def _nearest(self, name: str, declared: Collection[str], words: Collection[str]) -> str | None:
        """What a name is a slip of: one that is declared, unless a word of the language is much nearer."""
        own, word = self.near(name, declared), self.near(name, words)
        if own is None or word is None:
            return own or word
        return word if distance(name, word) + DECLARED < distance(name, own) else own

    def no_word(self, name: str, list_: d.WordList, span: Span, alike: Collection[str] = ()) -> WrongError:
        """The mistake of a name that is not a word of a list, nor one of the names `alike` that stand for a word."""
        allowed = set(list_.words)
        allowed = allowed if self.near(name, alike) is None else {*allowed, *alike}
        return self._unknown(f"'{name}' is not a word of '{list_.name}'", name, span, allowed)
