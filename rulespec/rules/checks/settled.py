"""W076, conditions that are always or never true because of their form."""

from collections.abc import Iterator

from attrs import evolve

from rulespec.language.errors import Problem, problem
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.kinds import CARD, CARDS, PLAYER, Kind, word_of
from rulespec.language.tree.node import Node, children, walk
from rulespec.language.tree.scopes import going_through
from rulespec.rules.checks.demands import demand
from rulespec.rules.checks.material import most_cards
from rulespec.rules.resolve.bounds import Bounding, chosen
from rulespec.rules.resolve.itself import Member
from rulespec.rules.resolve.ruleset import Rules
from rulespec.rules.resolve.settled import Standpoint, Truths, between, inside

_OWN = "inside 'where', 'own' refers to the player in the set; for the acting player, write 'of self'"
_OTHERWISE = "correct the condition, or remove it"


@demand(first=False)
def settled(rules: Rules) -> Iterator[Problem]:
    """No condition of the top layer is always or never true because of its form."""
    for node, place, truth in settled_conditions(rules):
        if any(isinstance(each, e.Number) and each.span.text != str(each.value) for each in walk(node)):
            continue  # the value of an option, which can be another
        own = place.it.kind == PLAYER and any(isinstance(each, e.OwnPlayer) for each in walk(node))
        what = f"'{show(node)}' is {'always' if truth else 'never'} true"
        yield problem("W076", node.span, what, _OWN if own else _OTHERWISE)


def settled_conditions(rules: Rules) -> Iterator[tuple[e.Condition, Standpoint, bool]]:
    """The conditions that are always or never true, each without the conditions inside it.

    Layers can change what a condition beneath them depends on, so only those of the top layer count.
    """
    top, truths = rules.composed.layers[-1].path, truths_of(rules)
    for block in rules.declarations:
        if block.span.source.path == top and isinstance(block, d.Block | d.Value | d.Table | d.Call):
            yield from _in(block, _at(block), truths)


def truths_of(rules: Rules) -> Truths:
    """The truths of some rules, with the bounds of their numbers."""
    cards, players = most_cards(rules), rules.the(d.Players).most
    return Truths(rules, Bounding(rules, cards, players, chosen(rules, cards, players)))


def can_be(choose: s.Choose, word: str, truths: Truths) -> bool:
    """Whether the form of a choice of one word leaves room for a word."""
    (pick,) = choose.picks
    assert isinstance(pick, s.PickOne)
    place = _chosen_there(choose)
    for sieve in choose.sieves:
        place = place.knowing(sieve.condition) if isinstance(sieve, e.Where) else place
    it = e.Looked(kind=pick.kind, span=pick.span)
    return truths.truth(e.Is(it, e.WordOf(word, kind=pick.kind, span=pick.span), span=pick.span), place) is not False


def _at(block: d.Declaration) -> Standpoint:
    """The place of what a block says of what it is about."""
    about = block.subject if isinstance(block, d.Call) else None
    if isinstance(block, d.Value | d.Table):
        about = block.about[0]
    kinds: dict[str | None, Kind | None] = {"player": PLAYER, "card": CARD, "cards": CARDS, "game": None, None: None}
    return Standpoint(Member(kinds.get(about, word_of(str(about)))))


def _in(node: Node, place: Standpoint, truths: Truths) -> Iterator[tuple[e.Condition, Standpoint, bool]]:
    if isinstance(node, e.Condition):
        truth = truths.truth(node, place)
        if truth is not None:
            yield node, place, truth
            return
    through = going_through(node)
    sieves: tuple[e.Sieve, ...] = ()
    about: tuple[Node, ...] = ()
    there = place
    if isinstance(node, s.AnyChoice):
        sieves, there = node.sieves, _chosen_there(node)
    elif through is not None:
        about, there = through[1], inside(through[0])
        sieves = node.sieves if isinstance(node, e.Sieved) else ()
    afterwards = node.afterwards if isinstance(node, s.Choose) else None
    for child in children(node):
        if any(child is each for each in sieves):
            yield from _in(child, there, truths)
            if isinstance(child, e.Where):
                there = there.knowing(child.condition)
        elif any(child is each for each in about):
            yield from _in(child, there, truths)
        else:
            yield from _in(child, evolve(there, facts=()) if child is afterwards else place, truths)


def _chosen_there(choice: s.AnyChoice) -> Standpoint:
    """The place of the sieves of a choice."""
    names = frozenset(choice.names)
    match choice.picks:
        case (s.PickOne() as pick,):
            return inside(pick.source, pick.name)
        case (s.PickNumber() as pick,):
            return between(pick)
        case _:
            return Standpoint(Member(None), names)
