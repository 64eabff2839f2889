"""Expressions and conditions with their names resolved and their kinds checked."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, assert_never

from attrs import evolve, field, frozen

from rulespec.language.errors import Fix, problem
from rulespec.language.printer import show
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import CARD, CARDS, GAME, NONE, NUMBER, NUMBERS, PLAYER, PLAYERS, SETS, Kind, word_of
from rulespec.language.tree.node import Node
from rulespec.language.tree.slots import Like, Slot, Sort, slots
from rulespec.rules.resolve import circumstances
from rulespec.rules.resolve.held import Holder, by_nearest, held, kind_by, of_words, which_of
from rulespec.rules.resolve.itself import Member, different
from rulespec.rules.resolve.names import Names
from rulespec.rules.resolve.several import asked_by, must_be_several, one_of, over_words
from rulespec.rules.resolve.wrong import UnknownNames, WrongError, wrong

Regular = TypeVar("Regular", bound=Node)


@frozen
class Scope:
    """What can be said at a place: the declared names, the chosen ones, what `it` is, whether there is an `own`."""

    mistakes: UnknownNames = field(repr=False)
    kind_of_value: Callable[[str], Kind]
    chosen: dict[str, Kind]
    it: Kind | None = None
    named: str | None = None  # the name of `it`, in the sieve of the choice that gives it
    outer: tuple[Member, ...] = ()  # what is looked at further out, the nearest first
    own: bool = True
    ownable: bool = False  # whether what is declared could be of a player, and then have an `own`
    also: frozenset[str] = frozenset()  # words of the language that could have been meant here
    looked: d.Looked | None = None  # when this is looked at, if it is no part of play
    acting: bool = True  # whether `self` is the player who is doing something, not the one a value is asked of

    @property
    def names(self) -> Names:
        return self.mistakes.names

    @property
    def member(self) -> Member:
        return Member(self.it, self.named, any(each.kind == self.it for each in self.outer))

    def looking_at(self, kind: Kind, named: str | None = None) -> "Scope":
        outer = self.outer if self.it is None else (self.member, *self.outer)
        return evolve(self, it=kind, named=named, outer=outer, own=self.own or kind == PLAYER)

    def with_chosen(self, chosen: dict[str, Kind]) -> "Scope":
        return evolve(self, chosen=self.chosen | chosen)


_OF_SETS = "write 'number of (...)', 'first of (...)' for the cards of one, or 'some set of N cards in ... where ...'"
_AFTER_IS = frozenset(["empty", "none"])
_EXPECTED = {  # what to write, by the expected kind and whether it is a set
    ("number", False): "write a number, or count with 'cards in ZONE'",
    ("number", True): "list numbers, for example '1, 2'",
    ("word", False): "write one of its words",
    ("word", True): "list its words, separated by commas",
    ("player", False): "name one player, for example 'active'",
    ("player", True): "name players, for example 'other players'",
    ("card", False): "name one card, for example one that was chosen",
    ("card", True): "name a zone, or cards that were chosen",
}
_COMPARED = "only numbers, or words of one list, can be compared"
_OVER = e.Total | e.Highest | e.Lowest
_LOWER = frozenset(["bottom", "beginning", "start", "front"])  # words for the first card of a row
_ENDS = _LOWER | {"top", "end", "back"}


def expression(node: e.Expression, scope: Scope) -> e.Expression:
    """The expression with every name replaced by what it means; sets of cards stand where they are gone through."""
    found = _meant(node, scope)
    if kind_of(found) == SETS:
        raise wrong("E021", node, "a set of sets of cards cannot be used here", _OF_SETS)
    return found


def _meant(node: e.Expression, scope: Scope) -> e.Expression:
    match node:
        case e.Name():
            return _name(node, scope)
        case e.SelfPlayer() | e.OtherPlayers() if not scope.acting:
            said = "self" if isinstance(node, e.SelfPlayer) else "other players"
            remedy = "write 'it' for this player, '(players except it)' for the others"
            raise wrong("E024", node, f"'{said}' is not available in a value or condition about a player", remedy)
        case e.TheGame():
            raise wrong("E021", node, "the game is not a value", "write 'game is NAME', with the name of a condition")
        case e.It():
            if scope.it is None:
                remedy = "use 'it' after 'where', 'some', 'every' or 'no', or write a name"
                several = [name for name, kind in scope.chosen.items() if kind == CARDS]
                remedy += f"; the chosen cards are '{several[-1]}'" if several else ""
                raise wrong("E024", node, "'it' refers to nothing here", remedy)
            return e.Looked(kind=scope.it, span=node.span)
        case e.ThatCard() | e.ThatPlayer() | e.That() | e.ThoseCards():
            return _outer(node, scope)
        case e.Own() | e.Its() | e.Of():
            return _had(node, scope)
        case e.Earlier() if scope.looked in (None, "claimed"):
            what = "'earlier' is available only in laws"
            raise wrong("E024", node, what, "store the value in a counter or note")
        case e.NumberOf(e.CountCards() as of):
            raise wrong("E021", of, "this is already a number", "remove 'number of'")
        case e.Total(name, of):
            return _total(node, name, of, scope)
        case e.Highest(name, of) | e.Lowest(name, of):
            return _end(node, name, of, scope)
        case e.TotalOf() | e.HighestOf() | e.LowestOf():
            return _of_several(node, scope)
        case e.PlayersWho():
            return _players_who(node, scope)
        case e.InAnswers():
            kinds = {name: _listed(list_) for name, list_ in scope.names.lists.items()}
            return circumstances.offered(node, scope.looked, scope.mistakes, kinds)
        case e.Plus(one, other):
            return _sum(node, one, other, scope)
        case e.LeastTotal():
            return _least_total(node, scope)
        case e.Sieved(set_, sieves):
            inner = many_or_sets(set_, scope)
            return evolve(
                node, set=inner, sieves=tuple(sieve(each, scope.looking_at(kind_of(inner).one)) for each in sieves)
            )
        case e.Cases():
            return _cases(node, scope)
        case e.Meaning():
            return node
        case _:
            return regular(node, scope)


# ---- what is resolved by its slots


def regular(node: Regular, scope: Scope) -> Regular:
    """A node with what its slots take in them, and whatever the slots ask of it."""
    kind: type = type(node)
    resolved: dict[str, Any] = {}
    for name, slot in slots(kind).items():
        part = getattr(node, name)
        if isinstance(part, tuple):
            resolved[name] = tuple(_taken(each, slot, node, resolved, scope) for each in part)
        elif part is not None:
            resolved[name] = _taken(part, slot, node, resolved, scope)
        if slot.unlike is not None:
            different(node, resolved[slot.unlike], resolved[name], scope.member)
    return evolve(node, **resolved) if resolved else node


def _taken(part: Any, slot: Slot, node: Node, before: Mapping[str, Any], scope: Scope) -> Any:
    """What stands in a slot, resolved; `before` are the parts of the node that were resolved before it."""
    match slot.takes:
        case Kind() as kind:
            return number(part, scope) if kind == NUMBER else wanted(part, scope, kind)
        case Like(other) as like:
            return wanted(part, scope, like.kind(kind_of(before[other])))
        case Sort.ANYTHING:
            return expression(part, scope)
        case Sort.SET:
            return many(part, scope)
        case Sort.SETS:
            return many_or_sets(part, scope)
        case Sort.WORD:
            return _one_word(part, scope)
        case Sort.PLACED:
            return _placed(part, scope)
        case Sort.RANKED:
            return _ranked(part, scope)
        case Sort.PLACE:
            return _place(part, scope)
        case Sort.PLACES:
            return _places(part, scope)
        case Sort.COUNTER:
            return _counter(part, scope)
        case Sort.VARIABLE:
            return _variable(part, scope)
        case Sort.SHOWN:
            if part not in scope.names.shown:
                raise scope.mistakes.unknown("word list of cards", part, node.span, set(scope.names.shown))
            return part
        case Sort.CONDITION:
            return condition(part, scope)
        case _:
            assert_never(slot.takes)


def wanted(node: e.Expression, scope: Scope, kind: Kind, *, or_none: bool = False) -> e.Expression:
    """The resolved expression, which has to fit a kind; with `or_none`, `none` also fits a set, as the empty one."""
    resolved = expression(with_hint(node, kind, scope), scope)
    if not (kind_of(resolved).fits(kind) or (or_none and kind_of(resolved) == NONE)):
        raise wrong("E021", node, f"expected {kind}, got {kind_of(resolved)}", _of_theirs(resolved, node, kind, scope))
    return resolved


def _of_theirs(resolved: e.Expression, node: e.Expression, kind: Kind, scope: Scope) -> str:
    """How to name the cards of a player in place of the player; else what to write in general."""
    own = min((each.name for each in scope.names.zones.values() if each.per_player), default="")
    if not own or kind.name != "card" or kind_of(resolved).name != "player":
        return _EXPECTED.get((kind.name, kind.many), "")
    return f"name the zone, for example '{own} of {show(node)}'"


def number(node: e.Expression, scope: Scope) -> e.Expression:
    if isinstance(node, e.Name) and node.text == "all" and node.text not in {**scope.names.taken(), **scope.chosen}:
        raise wrong("E020", node, "unknown number 'all'", "write 'move ZONE to ZONE' for all cards")
    return _counted(expression(node, scope), node, scope.names)


def _counted(resolved: e.Expression, node: e.Expression, names: Names) -> e.Expression:
    """What was resolved, which has to be a number."""
    if isinstance(resolved, e.Listed):
        raise wrong("E021", node, f"'{resolved.list}' is a list", f"write '{resolved.list} of CARD'")
    if kind_of(resolved) != NUMBER:
        raise wrong("E021", node, f"expected a number, got {kind_of(resolved)}", _one_of(resolved, node, names))
    return resolved


def _one_of(resolved: e.Expression, node: e.Expression, names: Names) -> str:
    """How to say one thing of several."""
    kind = kind_of(resolved)
    if kind.many and kind.name in ("number", "word"):
        return one_of(node, kind, names)
    return "to count a set, write 'cards in ...' or 'number of ...'" if kind.many else ""


def many(node: e.Expression, scope: Scope) -> e.Expression:
    """A resolved set; one card, player or word is a set of one."""
    return _set(expression(node, scope), node)


def many_or_sets(node: e.Expression, scope: Scope) -> e.Expression:
    """A resolved set, of sets of cards, too."""
    return _set(_meant(node, scope), node)


def _set(resolved: e.Expression, node: e.Expression) -> e.Expression:
    kind = kind_of(resolved)
    if not kind.many and kind.name not in ("card", "player", "word"):
        is_asked = kind == NUMBER and not isinstance(node, e.Number)
        remedy = f"this is already a number: write '{show(node)}'" if is_asked else ""
        raise wrong("E021", node, f"expected a set, got {kind}", remedy)
    return resolved


def _one_word(node: e.Expression, scope: Scope) -> e.Expression:
    if isinstance(node, e.Times):
        raise wrong("E021", node, "expected a word, got a number", "write 'perform WORD N times'")
    resolved = expression(node, scope)
    if kind_of(resolved).name != "word" or kind_of(resolved).many:
        raise wrong("E021", node, f"expected a word, got {kind_of(resolved)}")
    return resolved


def _placed(node: e.Expression, scope: Scope) -> e.Expression:
    resolved = expression(with_hint(node, CARD, scope), scope)
    if isinstance(resolved, e.Listed):
        raise wrong("E021", node, f"'{resolved.list}' is a list", *_of_a_card(node, resolved, scope))
    if kind_of(resolved).name not in ("card", "word") or kind_of(resolved).many:
        raise wrong("E021", node, f"expected a card or a word, got {kind_of(resolved)}")
    return resolved


def _zone(node: e.Expression, scope: Scope) -> e.InZone:
    if isinstance(node, e.Name) and node.text not in {**scope.names.taken(), **scope.chosen}:
        raise scope.mistakes.unknown("zone", node.text, node.span, set(scope.names.zones))
    if isinstance(node, e.Of) and node.noun.text in _ENDS and node.noun.text not in scope.names.taken():
        end, whole = node.noun.text, show(node.of)
        remedy = f"write '{whole} at position 1'" if end in _LOWER else f"write '{whole}'; cards go on top"
        raise WrongError(problem("E020", node.span, f"unknown place '{end} of {whole}'", remedy))
    zone = expression(node, scope)
    if isinstance(zone, e.Number):
        raise wrong(
            "E021",
            node,
            "expected a zone, got a number",
            f"to deal that many cards, write 'players: draw {zone.value} from pile to own hand'",
        )
    if kind_of(zone).name == "player":
        remedy = _of_theirs(zone, node, CARDS, scope)
        raise wrong("E021", node, f"expected a zone, got {kind_of(zone)}", remedy)
    if not isinstance(zone, e.InZone):
        remedy = ", ".join(sorted(scope.names.zones))
        raise wrong(
            "E021",
            node,
            f"expected a zone, got {kind_of(zone)}",
            f"available: {remedy}" if remedy else "declare one: zone NAME",
        )
    return zone


def _places(node: e.Expression, scope: Scope) -> e.Expression:
    zone = _zone(node, scope)
    if zone.is_one:
        raise wrong(
            "E021",
            node,
            "'deal' needs the zones of several players, got one zone",
            "write 'draw', or 'move' for all cards",
        )
    return zone


def _place(node: e.Expression, scope: Scope) -> e.Expression:
    zone = _zone(node, scope)
    if zone.whose is not None and kind_of(zone.whose).many:
        raise wrong(
            "E021",
            node,
            "expected one zone, got those of several players",
            "write 'players' and indent the effect below it",
        )
    if not zone.is_one:
        raise wrong("E021", node, "expected one zone, got those for several words", "name the word")
    return zone


def _variable(node: e.Expression, scope: Scope) -> e.Expression:
    where = expression(node, scope)
    if not isinstance(where, e.OnCounter | e.OnNote):
        raise wrong("E021", node, "'set' needs a counter or a note")
    return where


def _counter(node: e.Expression, scope: Scope) -> e.Expression:
    where = expression(node, scope)
    if not isinstance(where, e.OnCounter):
        remedy = "write 'move' or 'draw' for cards" if kind_of(where).name == "card" else ""
        raise wrong("E021", node, "'add' and 'take' need a counter", remedy)
    return where


def sieve(node: e.Sieve, scope: Scope) -> e.Sieve:
    """The sieve with every name replaced by what it means."""
    if isinstance(node, e.WithExtremes):
        return evolve(node, extremes=tuple(regular(each, scope) for each in node.extremes))
    return regular(node, scope)


def condition(node: e.Condition, scope: Scope) -> e.Condition:
    """The condition with every name replaced by what it means."""
    match node:
        case e.Quantified():
            return _quantified(node, scope)
        case e.Is(subject, other):
            return _is(node, subject, other, scope)
        case e.Compare(subject, _, other):
            return _compare(node, subject, other, scope)
        case e.Within(subject, other):
            return _within(node, subject, other, scope)
        case e.Fits():
            return node
        case e.EndedBy():
            return circumstances.ended_by(node, scope.looked, scope.mistakes)
        case e.Implies() if scope.looked is None:
            what = "'if ... then' is available only in laws and scenarios"
            raise wrong("E024", node, what, f"write: (not ({show(node.one)})) or ({show(node.other)})")
        case _:
            return regular(node, scope)


# ---- names and nouns


def _outer(node: e.ThatCard | e.ThatPlayer | e.That | e.ThoseCards, scope: Scope) -> e.Expression:
    """What is looked at further out: what a choice gives a name to by that name, all else by how far out it is."""
    match node:
        case e.ThatCard():
            kind, said = CARD, "card"
        case e.ThatPlayer():
            kind, said = PLAYER, "player"
        case e.ThoseCards():
            kind, said = CARDS, "cards"
        case e.That(said):
            if said not in scope.names.lists:
                raise scope.mistakes.unknown("word list", said, node.span, {*scope.names.lists, "card", "player"})
            kind = _listed(scope.names.lists[said]).one
        case _:
            assert_never(node)
    for steps, member in enumerate(scope.outer, start=1):
        if member.kind == kind and member.name is not None:
            return e.Chosen(member.name, kind=kind, span=node.span)
        if member.kind == kind:
            return e.Outer(steps, said, kind=kind, span=node.span)
    if show(node) in scope.chosen:  # in the block for each word of a list
        return e.Chosen(show(node), kind=kind, span=node.span)
    what = f"'{show(node)}' refers to nothing here"
    if scope.it == kind:
        raise wrong("E024", node, what, "write 'it': there is no outer 'where', 'some' or 'each'", Fix(node.span, "it"))
    by = f"'where', 'some' or 'each {said}'" if isinstance(node, e.That) else "'where' or 'some'"
    raise wrong("E024", node, what, f"use it inside another {by} over {kind.set}")


def _name(node: e.Name, scope: Scope) -> e.Expression:
    name, names, span = node.text, scope.names, node.span
    if name in scope.chosen:
        return e.Chosen(name, kind=scope.chosen[name], span=span)
    if name in names.words:
        return e.WordOf(name, kind=word_of(names.words[name]), span=span)
    if name in names.lists:
        return e.Listed(name, kind=_listed(names.lists[name]), span=span)
    holder = names.holder(name)
    if holder is not None and holder.is_single:
        return held(holder, None, None, names, node)
    value = names.values.get(name)
    if value is not None and value.about[0] is None:
        return e.OfValue(name, None, kind=scope.kind_of_value(name), span=span)
    if isinstance(value, d.Table) and value.by not in ("players", *names.lists):
        raise WrongError(None)  # its table is by nothing known, which is reported there
    if holder is not None and holder.by is not None:
        raise which_of(holder, names, node)
    if name in names.taken():
        what = names.taken()[name]
        about = value.about[0] if value is not None else "player"
        remedy, fixes = f"write 'own {name}' or '{name} of ...'", _owned(node, name, scope)
        if what == "named condition":
            remedy, fixes = f"write '... is {name}'", []
        elif scope.it == CARD and about == "card":
            remedy, fixes = f"write 'its {name}'", [Fix(node.span, f"its {name}")]
        raise wrong("E024", node, f"the {what} '{name}' needs an owner", remedy, *fixes)
    if names.seats and name == names.seats.list:
        remedy = f"write 'own {name}' or '{name} of ...'"
        raise wrong("E024", node, f"'{name}' needs an owner", remedy, *_owned(node, name, scope))
    found = circumstances.circumstance(node, scope.looked)
    if found is not None:
        return found
    known = {*names.taken(), *scope.chosen, *circumstances.named(scope.looked)}
    raise scope.mistakes.unknown("name", name, span, known | scope.also)


def _owned(node: e.Expression, name: str, scope: Scope) -> list[Fix]:
    """A name with the player whose it most likely is."""
    return [Fix(node.span, f"own {name}" if scope.own else f"{name} of active")] if node.span.text == name else []


def _had(node: e.Had, scope: Scope, *, several: bool = False) -> e.Expression:
    """What somebody or something has, or where it can be several, what each of these has."""
    match node:
        case e.Own(noun):
            if not scope.own:
                of_active = f"{noun.text} of active"
                own = "every player where CONDITION" if scope.looked else of_active
                remedy = f"write '{own}'" + (", or declare it 'of player'" if scope.ownable else "")
                raise wrong("E024", node, "'own' refers to no player here", remedy, Fix(node.span, of_active))
            return _noun(noun, e.OwnPlayer(kind=PLAYER, span=node.span), scope, node, node.by, several=several)
        case e.Its(name):
            if scope.it is None:
                raise wrong(
                    "E024", node, "'its' refers to nothing here", "use 'its' after 'where', 'some', 'every' or 'no'"
                )
            it = e.Looked(kind=scope.it, span=node.span)
            return _noun(e.Noun(name, span=node.span), it, scope, node, node.by, several=several)
        case e.Of():
            nearest = by_nearest(node, scope.names)
            return _noun(nearest.noun, expression(nearest.of, scope), scope, node, nearest.by, several=several)
        case _:
            assert_never(node)


def _noun(
    noun: e.Noun,
    of: e.Expression,
    scope: Scope,
    node: e.Expression,
    by: e.Expression | None = None,
    *,
    several: bool = False,
) -> e.Expression:
    name, names, kind = noun.text, scope.names, kind_of(of)
    holder = names.holder(name)
    if holder is not None and not holder.is_single and (holder.by is not None or kind.name == "player"):
        return _held(holder, of, by, scope, node)
    if by is not None and name not in names.values:
        raise _no_words(name, by)
    if kind.name == "player":
        if name in ("left", "right"):
            if kind.many:
                raise wrong("E021", node, f"'{name}' is of one player, got several")
            return e.Beside(name == "left", of, kind=PLAYER, span=node.span)
        if names.seats and name == names.seats.list:
            word = word_of(name)
            return e.Shown(name, of, kind=word.set if kind.many else word, span=node.span)
    if kind.name == "card" and name in names.shown:
        shown = _listed(names.lists[name])
        return e.Shown(name, of, kind=shown if kind.many else shown.one, span=node.span)
    if name in names.values:
        return _value_of(name, of, by, scope, node, several=several)
    raise _no_noun(noun, kind, scope)


def _held(holder: Holder, of: e.Expression, by: e.Expression | None, scope: Scope, node: e.Expression) -> e.AnyHeld:
    """What there is of a holder that is not the only one: of a player, by a word, or of a word alone."""
    names = scope.names
    if not holder.per_player and by is None:
        return held(holder, None, of_words(holder, of, names, node), names, node)
    if by is not None and (holder.by is None or not holder.per_player):
        raise _no_words(holder.name, by)
    if by is None and holder.by is None:
        return held(holder, of, None, names, node)
    if by is None and isinstance(node, _OVER):
        raise over_words(node, kind_of(of), str(holder.by))
    if by is None or kind_of(of).name != "player":
        raise which_of(holder, names, node)
    word = expression(with_hint(by, kind_by(holder, names), scope), scope)
    return held(holder, of, of_words(holder, word, names, by), names, node)


def _no_words(name: str, by: e.Expression) -> WrongError:
    return wrong("E021", by, f"'{name}' has no key after 'by'", "remove 'by ...'")


def _value_of(
    name: str, of: e.Expression, by: e.Expression | None, scope: Scope, node: e.Expression, *, several: bool
) -> e.Expression:
    value, names = scope.names.values[name], scope.names
    about, other = value.about
    if any(each is not None and kind_about(each, names) is None for each in value.about):
        raise WrongError(None)  # it is about nothing known, which is reported there
    if about is None:
        raise wrong("E024", node, f"the value '{name}' has no owner", f"write only '{name}'")
    if by is not None and other is None:
        raise _no_words(name, by)
    if other is not None and by is None:
        if isinstance(node, _OVER):
            raise over_words(node, kind_of(of), other)
        asked = node.span.text if kind_of(of) == kind_about(about, names) else f"{name} of {_such_as(about, names)}"
        said = f"write, for example, '{asked} by {_such_as(other, names)}'"
        if isinstance(node, e.LeastTotal):
            said = "declare a separate value with it, and use that here"
        raise wrong("E024", node, f"'{name}' also needs 'by' and {_article(other)}", said)
    kind = scope.kind_of_value(name)
    of = _one_about(name, "of", of, about, scope, node, several)
    if by is None or other is None:
        return e.OfValue(name, of, kind=kind, span=node.span)
    hinted = expression(with_hint(by, kind_about(other, names) or NONE, scope), scope)
    word = _one_about(name, "by", hinted, other, scope, by, several)
    many = kind_of(word).many or (kind_of(of).many and about != "cards")
    return e.OfValue(name, of, word, kind=kind.set if many else kind, span=node.span)


def _one_about(
    name: str, how: str, one: e.Expression, about: str, scope: Scope, node: e.Expression, several: bool
) -> e.Expression:
    """What a value is asked about, which has to be of the kind that it is declared for; of a card its word is."""
    kind, wanted = kind_of(one), kind_about(about, scope.names)
    if about == "cards" and kind.name == "card":
        return one
    if kind.many and not several:
        raise wrong("E021", node, f"'{name}' needs a single {about} after '{how}', got {kind}")
    if how == "of" and kind.one == CARD and about in scope.names.shown:
        shown = _listed(scope.names.lists[about])
        return e.Shown(about, one, kind=shown if kind.many else shown.one, span=node.span)
    if kind.one != wanted:
        remedy = f"write '{about} of {node.span.text}'" if kind == CARD and about in scope.names.shown else ""
        raise wrong("E021", node, f"'{name}' needs {_article(about)} after '{how}', got {kind}", remedy)
    return one


def kind_about(about: str, names: Names) -> Kind | None:
    """The kind of what a value can be about; None for a list that there is not."""
    looked = {"player": PLAYER, "card": CARD, "cards": CARDS}
    return looked.get(about) or (_listed(names.lists[about]).one if about in names.lists else None)


def _such_as(about: str, names: Names) -> str:
    return str(next(iter(names.lists[about].members))) if about in names.lists else "active"


def _no_noun(noun: e.Noun, kind: Kind, scope: Scope) -> WrongError:
    names = scope.names
    allowed = {name for name, value in names.values.items() if value.about[0] == kind.name}
    if kind.name == "player":
        holders: tuple[dict[str, d.Zone] | dict[str, d.Counter] | dict[str, d.Note], ...]
        holders = (names.zones, names.counters, names.notes)
        allowed |= {name for holder in holders for name, each in holder.items() if each.per_player}
        allowed |= {"left", "right"} | ({names.seats.list} if names.seats else set())
        if names.seats and names.seats.list not in names.lists and noun.text in names.lists:
            return WrongError(None)  # what seats have is nothing known, which is reported there
    if kind.name == "card":
        allowed |= names.shown
    taken = names.taken().get(noun.text)
    if taken in ("zone", "counter", "note") and kind.name == "player":
        remedy = f"write only '{noun.text}', or declare it 'of player'"
        return wrong("E024", noun, f"the {taken} '{noun.text}' has no owner", remedy)
    if kind.name == "word" and not taken:
        allowed = {name for name, value in names.values.items() if value.about[0] == kind.list}
    elif kind.name not in ("player", "card") and (taken or noun.text in allowed):
        return wrong("E021", noun, f"'{noun.text}' needs a player or a card, got {kind}")
    if taken:
        return scope.mistakes.no_property(kind, noun.text, noun.span, allowed)
    return scope.mistakes.unknown("name", noun.text, noun.span, allowed)


def _players_who(node: e.PlayersWho, scope: Scope) -> e.Expression:
    calls, adjective = scope.names.calls, node.adjective
    if adjective not in calls or calls[adjective].subject != "player":
        allowed = {name for name, call in calls.items() if call.subject == "player"}
        raise scope.mistakes.unknown("condition on players", adjective, node.span, allowed)
    fits: e.Condition = e.Fits(adjective, e.Looked(kind=PLAYER, span=node.span), span=node.span)
    if not node.wanted:
        fits = e.Not(fits, span=node.span)
    players: e.Expression = e.AllPlayers(span=node.span)
    if node.starting is not None:
        players = e.PlayersStartingWith(wanted(node.starting, scope, PLAYER), span=node.span)
    return e.Sieved(players, (e.Where(fits, span=node.span),), span=node.span)


def _total(node: e.Total, name: str, of: e.Expression, scope: Scope) -> e.Expression:
    whole = many_or_sets(of, scope)
    return e.SumOver(whole, _added(node, name, kind_of(whole).one, scope), kind=NUMBER, span=node.span)


def _added(node: e.Total | e.LeastTotal, name: str, one: Kind, scope: Scope) -> e.Expression:
    """The number that a name says of each member of a set, which are added up."""
    measure = _of_each(node, name, one, scope)
    if kind_of(measure) != NUMBER:
        raise wrong("E021", node, f"cannot add up '{name}', which is {kind_of(measure)}", "use a number")
    return measure


def _end(node: e.Highest | e.Lowest, name: str, of: e.Expression, scope: Scope) -> e.Expression:
    whole = many_or_sets(of, scope)
    measure = _of_each(node, name, kind_of(whole).one, scope)
    kind = kind_of(measure)
    if kind.many or kind.name not in ("number", "word"):
        raise wrong("E021", node, f"cannot compare '{name}', which is {kind}", "use a number or a word")
    return e.EndOver(isinstance(node, e.Highest), whole, measure, kind=kind, span=node.span)


def _of_each(node: e.Total | e.Highest | e.Lowest | e.LeastTotal, name: str, one: Kind, scope: Scope) -> e.Expression:
    """What a name says of each member of a set."""
    it = e.Looked(kind=one, span=node.span)
    return _noun(e.Noun(name, span=node.span), it, scope.looking_at(one), node)


def _of_several(node: e.TotalOf | e.HighestOf | e.LowestOf, scope: Scope) -> e.Expression:
    """The total, or the end, of what there is for several words, or of several players, by words."""
    said, names = node.several, scope.names
    first = by_nearest(said, names) if isinstance(said, e.Of) else said
    name = first.name if isinstance(first, e.Its) else first.noun.text
    asked_by(node, first, name, names)
    found = _had(said, scope, several=True)
    one = scope.kind_of_value(name) if isinstance(found, e.OfValue) else kind_of(found).one
    must_be_several(node, first, name, found, one)
    assert isinstance(found, e.Several)
    if isinstance(node, e.TotalOf):
        return e.SumOf(found, kind=NUMBER, span=node.span)
    return e.EndOf(isinstance(node, e.HighestOf), found, kind=one, span=node.span)


def _least_total(node: e.LeastTotal, scope: Scope) -> e.Expression:
    span = node.span
    sets = regular(e.SetsOf(node.low, node.high, node.of, span=span), scope)
    measure = _added(node, node.name, CARD, scope)
    fits = e.Is(e.It(span=span), e.Name(node.adjective, span=span), span=span)
    fitting = sieve(e.Where(fits, span=span), scope.looking_at(kind_of(sets).one))
    return e.Outside(e.Sieved(sets, (fitting,), span=span), measure, kind=NUMBER, span=span)


def _sum(node: e.Plus, one: e.Expression, other: e.Expression, scope: Scope) -> e.Expression:
    left = expression(one, scope)
    if kind_of(left).name in ("card", "player", "word"):
        return evolve(node, one=left, other=wanted(other, scope, kind_of(left).set))
    return evolve(node, one=_counted(left, one, scope.names), other=number(other, scope))


def _cases(node: e.Cases, scope: Scope) -> e.Expression:
    """A value by cases, each of which gives the same sort of thing."""
    kind = evolve(
        node,
        cases=tuple(evolve(each, value=expression(each.value, scope)) for each in node.cases),
        otherwise=expression(node.otherwise, scope),
    ).kind
    cases = tuple(
        evolve(each, value=wanted(each.value, scope, kind, or_none=True), condition=condition(each.condition, scope))
        for each in node.cases
    )
    return evolve(node, cases=cases, otherwise=wanted(node.otherwise, scope, kind, or_none=True))


def _of_a_card(node: e.Expression, listed: e.Listed, scope: Scope) -> tuple[str] | tuple[str, Fix]:
    """How to say of which card a word of a list is meant."""
    if scope.it is None:
        return (f"write '{listed.list} of CARD'",)
    return f"write 'its {listed.list}'", Fix(node.span, f"its {listed.list}")


def _ranked(node: e.Expression, scope: Scope) -> e.Expression:
    resolved = expression(node, scope)
    kind = kind_of(resolved)
    if isinstance(resolved, e.Listed):
        raise wrong("E021", node, f"'{resolved.list}' is a list", *_of_a_card(node, resolved, scope))
    if kind.many or kind.name not in ("number", "word"):
        what = "only single values can be compared" if kind.name in ("number", "word") else _COMPARED
        raise wrong("E021", node, f"{what}, got {kind}", _one_of(resolved, node, scope.names))
    return resolved


# ---- conditions


def _words_among(member: e.Member, list_: str, scope: Scope) -> e.Expression:
    """The words of a list that a quantifier is about."""
    if list_ not in scope.names.lists:
        raise scope.mistakes.unknown("word list", list_, member.span, {*scope.names.lists, "player", "card"})
    words = _listed(scope.names.lists[list_])
    return e.Listed(list_, kind=words, span=member.span) if member.among is None else wanted(member.among, scope, words)


def _quantified(node: e.Quantified, scope: Scope) -> e.Condition:
    among, list_ = node.member.among, node.member.list
    if isinstance(among, e.SetsOf):
        resolved: e.Expression | None = many_or_sets(among, scope)
    elif list_ is not None:
        resolved = _words_among(node.member, list_, scope)
    else:
        resolved = None if among is None else wanted(among, scope, PLAYERS if node.member.players else CARDS)
    member = evolve(node.member, among=resolved)
    kind = PLAYER if resolved is None else kind_of(resolved).one
    return evolve(node, member=member, condition=condition(node.condition, scope.looking_at(kind)))


def _is(node: e.Is, subject: e.Expression, other: e.Expression, scope: Scope) -> e.Condition:
    if isinstance(subject, e.NoneYet):
        subject, other = other, subject
    left = subject if isinstance(subject, e.TheGame) else expression(subject, scope)
    kind = kind_of(left)
    if isinstance(other, e.Name) and other.text in scope.names.calls and other.text not in scope.chosen:
        call = scope.names.calls[other.text]
        if not _fits(kind, call.subject):
            raise wrong("E021", other, f"only {_article(call.subject)} can be '{other.text}', got {kind}")
        return e.Fits(other.text, None if kind == GAME else left, span=node.span)
    if kind == GAME:
        if isinstance(other, e.Name) and other.text not in scope.names.taken():
            calls = {name for name, call in scope.names.calls.items() if call.subject == "game"}
            raise scope.mistakes.unknown("condition on the game", other.text, other.span, calls)
        expression(subject, scope)
    if isinstance(left, e.Listed):
        raise wrong("E021", subject, f"'{left.list}' is a list of words", *_of_a_card(subject, left, scope))
    calls = {name for name, call in scope.names.calls.items() if _fits(kind, call.subject)}
    hinted = evolve(scope, also=_AFTER_IS | calls)
    right = expression(with_hint(other, kind, hinted), hinted)
    wants = kind_of(right)
    if kind == CARD and wants.name == "word" and not wants.many:
        left = _shown_as(left, wants, scope, other)
    elif kind.many or wants.many or not (kind.fits(wants) or wants.fits(kind)):
        if kind.many and isinstance(other, e.NoneYet):
            raise _never_none(node, subject, other)
        are = "are" if kind.many else "is"
        raise wrong("E021", node, f"{kind} {are} never {wants}", *_compared(node, subject, other, (kind, wants), scope))
    different(node, left, right, scope.member)
    return evolve(node, subject=left, other=right)


def _compared(
    node: e.Is, subject: e.Expression, other: e.Expression, kinds: tuple[Kind, Kind], scope: Scope
) -> tuple[str] | tuple[str, Fix]:
    """A remedy for comparing things of two kinds: what has the other kind, or the sides in the other order."""
    kind, wanted = kinds
    between = subject.span.source.text[subject.span.end : other.span.start]
    if kind.name == "word" and wanted == CARD:
        turned = f"{other.span.text}{between}{subject.span.text}"
        return f"turn it around: {turned}", Fix(node.span, turned)
    if kind.many and wanted == NUMBER:
        return ("to count a set, write 'cards in ...' or 'number of ...'",)
    if wanted.many:
        return ("write 'is in' for a set",)
    names, owned = scope.names, ""
    if kind == PLAYER and names.seats and word_of(names.seats.list) == wanted:
        owned = names.seats.list
    elif kind == PLAYER:
        owned = next((each.name for each in names.notes.values() if each.per_player and each.of == wanted.list), "")
    if not owned:
        return ("",)
    asked = f"own {owned}" if isinstance(subject, e.It | e.SelfPlayer) else f"{owned} of {subject.span.text}"
    return f"write '{asked}{between}{other.span.text}'", Fix(node.span, f"{asked}{between}{other.span.text}")


def _never_none(node: e.Is, set_: e.Expression, none: e.NoneYet) -> WrongError:
    """The mistake of asking a set whether it is none."""
    what, between = "a set is never 'none', only empty", set_.span.source.text[set_.span.end : none.span.start]
    if not between:
        return wrong("E021", node, what, "write 'SET is empty'")
    return wrong("E021", node, what, f"write '{set_.span.text}{between}empty'", Fix(none.span, "empty"))


def _compare(node: e.Compare, subject: e.Expression, other: e.Expression, scope: Scope) -> e.Condition:
    left, right = _ranked(subject, scope), _ranked(other, scope)
    if not kind_of(right).fits(kind_of(left)) and not kind_of(left).fits(kind_of(right)):
        raise wrong("E021", node, f"{kind_of(left)} cannot be compared with {kind_of(right)}")
    different(node, left, right, scope.member)
    return evolve(node, subject=left, other=right)


def _within(node: e.Within, subject: e.Expression, other: e.Expression, scope: Scope) -> e.Condition:
    left, right = expression(subject, scope), many(other, scope)
    kind, among = kind_of(left), kind_of(right)
    if kind.name == "card" and among.name == "word":
        left = _shown_as(left, among.one, scope, subject)
    elif kind.name == "word" and among.name == "card":
        if kind.list not in scope.names.shown:
            raise wrong("E021", subject, f"no card shows {kind}")
        right = e.Shown(str(kind.list), right, kind=kind.set if among.many else kind, span=right.span)
    elif kind.many or not kind.fits(among):
        remedy = ""
        if kind == NUMBER and among.name == "card":
            shown = next((name for name in scope.names.shown if _listed(scope.names.lists[name]) == NUMBERS), "LIST")
            remedy = f"write 'some card in {other.span.text} where its {shown} is {subject.span.text}'"
        raise wrong("E021", node, f"{kind} is never in a set of {among}", remedy)
    different(node, left, right, scope.member)
    return evolve(node, subject=left, other=right)


def _shown_as(card: e.Expression, kind: Kind, scope: Scope, node: e.Expression) -> e.Expression:
    """The word of a list that a card shows, where a card is compared with a word."""
    if kind.list not in scope.names.shown:
        raise wrong("E021", node, f"no card shows {kind}")
    return e.Shown(str(kind.list), card, kind=kind, span=card.span)


def with_hint(node: e.Expression, kind: Kind, scope: Scope) -> e.Expression:
    """An unknown name is told with the names of the kind that its place needs."""
    if isinstance(node, e.Name) and kind.name == "word" and node.text not in scope.chosen:
        known = scope.names.taken()
        list_ = scope.names.lists.get(str(kind.list))
        if node.text not in known and isinstance(list_, d.WordList):
            alike = {name for name, note in scope.names.notes.items() if note.of == kind.list and note.is_single}
            alike |= {name for name, chosen in scope.chosen.items() if chosen.fits(kind)} | scope.also
            raise scope.mistakes.no_word(node.text, list_, node.span, alike)
    if isinstance(node, e.Name) and node.text not in {**scope.names.taken(), **scope.chosen}:
        alike = _named(scope, kind)
        if scope.mistakes.near(node.text, alike) is not None:
            raise scope.mistakes.unknown("name", node.text, node.span, alike | scope.also)
    return node


def _listed(list_: d.WordList | d.NumberList) -> Kind:
    return word_of(list_.name).set if isinstance(list_, d.WordList) else NUMBERS


def _named(scope: Scope, kind: Kind) -> set[str]:
    """The names that alone, without an owner, are of a kind."""
    names = scope.names
    found = {name for name, chosen in scope.chosen.items() if chosen.fits(kind)}
    if kind.name == "card" and kind.many:
        found |= {name for name, zone in names.zones.items() if zone.is_single}
    if kind.name == "number":
        found |= {name for name, counter in names.counters.items() if counter.is_single}
    return found | {name for name, value in names.values.items() if value.about[0] is None}


def _fits(kind: Kind, about: str) -> bool:
    """Whether something of a kind can be what a value or a named condition is about; one card is a set of one."""
    return kind.name == "card" if about == "cards" else kind.name == about and not kind.many


def _article(name: str) -> str:
    return {"game": "the game", "cards": "cards"}.get(name, f"a {name}")
