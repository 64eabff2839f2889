"""What can be wrong with the total, the highest or the lowest of several: it needs numbers for words, or of players."""

from rulespec.language.errors import Fix
from rulespec.language.printer import show
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import NUMBER, NUMBERS, Kind
from rulespec.rules.resolve.held import by_nearest
from rulespec.rules.resolve.names import Names
from rulespec.rules.resolve.wrong import WrongError, wrong

OfSeveral = e.TotalOf | e.HighestOf | e.LowestOf
_SAID: dict[type, str] = {
    e.Total: "total", e.TotalOf: "total", e.Highest: "highest", e.HighestOf: "highest", e.Lowest: "lowest",
    e.LowestOf: "lowest",
}  # fmt: skip
_OVER: dict[type, type[e.Total | e.Highest | e.Lowest]] = {
    e.TotalOf: e.Total, e.HighestOf: e.Highest, e.LowestOf: e.Lowest,
}  # fmt: skip


def over_words(node: e.Total | e.Highest | e.Lowest, of: Kind, by: str) -> WrongError:
    """The mistake of going through one set what goes by two things: `total made in players`."""
    span, noun = node.span, e.Noun(node.name, span=node.span)
    had: e.Had = e.Own(noun, node.of, span=span)
    if of.name == "player" or by == "player":
        had = e.Of(noun, node.of, e.Name("players" if by == "player" else by, span=span), span=span)
    remedy = f"{_SAID[type(node)]} {show(had)}"
    what = f"'{node.name}' needs two keys, and 'in' gives one"
    return wrong("E024", node, what, f"write '{remedy}'", Fix(node.span, remedy))


def asked_by(node: OfSeveral, had: e.Had, name: str, names: Names) -> None:
    """Raises the mistake of not saying by which words there are several."""
    holder, value = names.holder(name), names.values.get(name)
    by = holder.by if holder is not None and holder.per_player else None if value is None else value.about[1]
    if had.by is None and by is not None:
        remedy = f"{show(had)} by {'players' if by == 'player' else by}"
        what = f"'{name}' also needs 'by' and {'a player' if by == 'player' else f'a word of {by!r}'}"
        raise wrong("E024", node.several, what, f"write '{_SAID[type(node)]} {remedy}'", Fix(node.several.span, remedy))
    if had.by is None and isinstance(had, e.Own) and name not in names.zones and name in names.taken():
        said, most = _SAID[type(node)], "fewest" if isinstance(node, e.LowestOf) else "most"
        who = (
            ""
            if isinstance(node, e.TotalOf)
            else f", or '(players, with {most} own {name})' for the players who have it"
        )
        raise wrong("E021", node, f"'own {name}' is a single value", f"write '{said} {name} in players'{who}")


def one_of(node: e.Expression, kind: Kind, names: Names) -> str:
    """How to ask for one number, or word, where there are several."""
    said: e.Expression | None = None
    if isinstance(node, e.Of):
        nearest = by_nearest(node, names)
        said = nearest if nearest.by is not None else e.Total(nearest.noun.text, nearest.of, span=node.span)
    elif isinstance(node, e.Own | e.Its) and node.by is not None:
        said = node
    if said is None:
        return "to ask for one of them, write 'first of ...'"
    several = show(said).removeprefix("total ")
    return f"write 'highest {several}'" + (f", or 'total {several}' for the sum" if kind == NUMBERS else "")


def must_be_several(node: OfSeveral, had: e.Had, name: str, found: e.Expression, kind: Kind) -> None:
    """Raises what is wrong if there are not several of a kind that can be added up, or be higher than one another."""
    said, total = _SAID[type(node)], isinstance(node, e.TotalOf)
    if isinstance(found, e.InZone):
        remedy = f"name what to compare: '{said} NAME in {_text(node.several)}'"
        raise wrong("E021", node, f"cards have no {said} by themselves", remedy)
    if had.by is None and isinstance(had, e.Of):
        remedy = show(_OVER[type(node)](name, had.of, span=node.span))
        what = f"'{said}' needs 'in' and a set"
        raise wrong("E021", node, what, f"write '{remedy}'", Fix(node.span, remedy))
    if kind.many or not (kind == NUMBER or (kind.name == "word" and not total)):
        done, remedy = ("add up", "use a number") if total else ("compare", "use a number or a word")
        raise wrong("E021", node, f"cannot {done} '{name}', which is {kind}", remedy)
    if not kind_of(found).many:
        raise wrong(
            "E021",
            node,
            f"this is already {kind}",
            f"remove '{said}'",
            Fix(node.span, _text(node.several)),
        )


def _text(node: e.Expression) -> str:
    return node.span.text or show(node)
