"""The names in the rulesets that a layer is tried on, which its texts may use."""

from functools import lru_cache

from rulespec.language.tree import declarations as d
from rulespec.language.trees import parse
from rulespec.rules.compose import Composed, File, Layer, compose

_NAMED = (
    d.WordList, d.NumberList, d.Zone, d.Counter, d.Note, d.Value, d.Table, d.Call, d.Cards,
)  # fmt: skip


def elsewhere(layer: Layer) -> tuple[Composed, ...]:
    """The rulesets that a layer is tried on, each composed without the layer."""
    return tuple(map(_composed, layer.elsewhere))


def words_of(rules: Composed) -> frozenset[str]:
    """The words of all lists."""
    return frozenset(word for each in rules.of(d.WordList) for word in each.words)


def names_of(rules: Composed) -> frozenset[str]:
    """All that can have forms."""
    named = (each for each in rules.declarations if isinstance(each, _NAMED))
    return words_of(rules).union(*(getattr(each, "name", "").split() for each in named))


@lru_cache(maxsize=16)
def _composed(files: tuple[File, ...]) -> Composed:
    parsed = ((parse(file.source)[0], file) for file in files)
    layers = tuple(Layer(tree, file.beneath) for tree, file in parsed if tree is not None)
    return compose(layers)[0]
