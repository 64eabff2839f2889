"""What a draft can consist of: an idea, which is tried before anybody sees it; and the names that it can give."""

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain, count

from attrs import field, frozen

from rulespec import Ruleset
from rulespec.language.grammar import reserved
from rulespec.language.tree import declarations as d
from rulespec.language.tree import statements as s

Shows = Callable[[Ruleset], Iterator[str]]  # blocks for the rules with the idea that show it, the best one first
Says = Callable[[Ruleset, str], str]  # what is different with the idea, in a language


@frozen
class Idea:
    """Blocks of a layer, each with its comment, and how to show and to say what they change."""

    about: str  # what is different, as a comment at the beginning
    blocks: tuple[str, ...]
    shows: Shows = field(repr=False)
    says: Says = field(repr=False)
    laws: Shows = field(default=lambda rules: iter(()), repr=False)  # of which the first that holds is taken
    touches: frozenset[str] = frozenset()  # the keys of the blocks that it replaces
    spares: int = 0  # laws that it may take away without another idea being tried
    word: tuple[str, str] | None = None  # a new word, and an old one of its list


@frozen(slots=False)
class Names:
    """Names that can still be given; what is new is called as is `wanted`."""

    rules: Ruleset
    wanted: str

    def free(self, name: str) -> str:
        """This name, or one with a number behind it."""
        numbered = chain([name], (f"{name}-{number}" for number in count(2)))
        return next(each for each in numbered if each not in self._taken)

    def word(self, like: str) -> str:
        """A new word, written as another one."""
        return self.free(self.wanted[:1].upper() + self.wanted[1:] if like[:1].isupper() else self.wanted)

    @cached_property
    def _taken(self) -> frozenset[str]:
        chosen = (name for each in self.rules.resolved.anywhere(s.AnyChoice) for name in each.names)
        said = (part for key in self.rules.composed.entries for part in key.split())
        fixed = {*d.KEYWORDS.values(), *reserved()}
        return frozenset([*fixed, *self.rules.resolved.names.taken(), *said, *chosen])
