"""The vocabulary of a ruleset: the finite set of atoms that options can have."""

from rulespec.engine.pending import Atom
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import NUMBER
from rulespec.language.tree.node import children
from rulespec.rules.material import Material
from rulespec.rules.resolve.bounds import bounds
from rulespec.rules.resolve.ruleset import Rules


def vocabulary(rules: Rules, material: Material) -> tuple[Atom, ...]:
    """All cards, then the seats, words, numbers and True that players or chance can pick; each once."""
    picks = [pick for effect in rules.within(s.AnyEffect) for pick in children(effect) if isinstance(pick, s.Pick)]
    kinds = {pick.kind.one for pick in picks}
    atoms: list[Atom] = list(material.cards)
    if any(kind.name == "player" for kind in kinds):
        atoms += range(material.players)
    for list_ in rules.names.lists:
        if any(kind.name == "word" and kind.list == list_ for kind in kinds):
            atoms += material.words(list_)
    atoms += sorted(_numbers(rules, material, picks))
    if rules.within(s.May):
        atoms.append(True)
    return _each_once(atoms)


def _numbers(rules: Rules, material: Material, picks: list[s.Pick]) -> set[int]:
    found: set[int] = set()
    for pick in picks:
        if isinstance(pick, s.PickOne | s.PickPair) and isinstance(pick.source, e.Listed) and pick.kind == NUMBER:
            found |= set(material.listed(pick.source.list))
            continue
        if isinstance(pick, s.PickNumber):
            ends = pick.low, pick.high
        elif isinstance(pick, s.PickOne | s.PickPair) and pick.kind == NUMBER:
            ends = pick.source, pick.source
        else:
            continue
        (low, _), (_, high) = (bounds(end, rules, len(material.cards), material.players) for end in ends)
        assert low is not None and high is not None  # E038 tells of it
        found |= set(range(low, high + 1))
    return found


def _each_once(atoms: list[Atom]) -> tuple[Atom, ...]:
    """Without repeats; a number and a truth value are different atoms."""
    return tuple({(type(atom), atom): atom for atom in atoms}.values())
