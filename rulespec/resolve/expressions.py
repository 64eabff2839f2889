"""Expressions and conditions with their names resolved and their kinds checked."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, assert_never

from attrs import evolve, field, frozen

from rulespec.errors import Fix
from rulespec.resolve.itself import Member, different
from rulespec.resolve.names import Names
from rulespec.resolve.wrong import UnknownNames, WrongError, wrong
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree.expressions import kind_of
from rulespec.tree.kinds import CARD, CARDS, GAME, NONE, NUMBER, NUMBERS, PLAYER, PLAYERS, Kind, word_of
from rulespec.tree.node import Node
from rulespec.tree.slots import Like, Slot, Sort, slots

Regular = TypeVar("Regular", bound=Node)


@frozen
class Scope:
    """What can be said at a place: the declared names, the chosen ones, what `it` is, whether there is an `own`."""

    mistakes: UnknownNames = field(repr=False)
    kind_of_value: Callable[[str], Kind]
    chosen: dict[str, Kind]
    it: Kind | None = None
    named: str | None = None  # the name of `it`, in the sieve of the choice that gives it
    own: bool = True
    ownable: bool = False  # whether what is declared could be of a player, and then have an `own`
    also: frozenset[str] = frozenset()  # words of the language that could have been meant here
    earlier: bool = False  # whether there is an earlier moment to speak of
    acting: bool = True  # whether `self` is the player who is doing something, not the one a value is asked of

    @property
    def names(self) -> Names:
        return self.mistakes.names

    @property
    def member(self) -> Member:
        return Member(self.it, self.named)

    def looking_at(self, kind: Kind, named: str | None = None) -> "Scope":
        return evolve(self, it=kind, named=named, own=self.own or kind == PLAYER)

    def with_chosen(self, chosen: dict[str, Kind]) -> "Scope":
        return evolve(self, chosen=self.chosen | chosen)


_AFTER_IS = frozenset(["empty", "none"])


def expression(node: e.Expression, scope: Scope) -> e.Expression:
    """The expression with every name replaced by what it means."""
    match node:
        case e.Name():
            return _name(node, scope)
        case e.SelfPlayer() | e.OtherPlayers() if not scope.acting:
            said = "self" if isinstance(node, e.SelfPlayer) else "other players"
            remedy = "write 'it' for the player it is about, '(players except it)' for the others"
            raise wrong("E024", node, f"'{said}' does not mean the player that this is about", remedy)
        case e.TheGame():
            raise wrong("E021", node, "the game is not a value", "write: game is ADJECTIVE")
        case e.It():
            if scope.it is None:
                raise wrong(
                    "E024", node, "'it' stands for nothing here", "'it' refers to what a 'where' or 'some' looks at"
                )
            return e.Looked(kind=scope.it, span=node.span)
        case e.Own(noun):
            if not scope.own:
                of_active = f"{noun.text} of active"
                remedy = f"write '{of_active}'" + (", or declare it 'of player'" if scope.ownable else "")
                raise wrong("E024", node, "there is no 'own' here", remedy, Fix(node.span, of_active))
            return _noun(noun, e.OwnPlayer(kind=PLAYER, span=node.span), scope, node)
        case e.Its(name):
            if scope.it is None:
                raise wrong("E024", node, "'its' stands for nothing here", "'its' refers to what a 'where' looks at")
            it = e.Looked(kind=scope.it, span=node.span)
            return _noun(e.Noun(name, span=node.span), it, scope, node)
        case e.Of(noun, of):
            return _noun(noun, expression(of, scope), scope, node)
        case e.Earlier() if not scope.earlier:
            what = "'earlier' means something in a law only: play remembers nothing"
            raise wrong("E024", node, what, "keep what you need later on a counter or a note")
        case e.NumberOf(e.CountCards() as of):
            raise wrong("E021", of, "this is a number already", "leave out 'number of'")
        case e.Total(name, of):
            return _total(node, name, of, scope)
        case e.PlayersWho(adjective, is_):
            return _players_who(node, adjective, is_, scope)
        case e.Plus(one, other):
            return _sum(node, one, other, scope)
        case e.Sieved(set_, sieves):
            inner = many(set_, scope)
            return evolve(
                node, set=inner, sieves=tuple(sieve(each, scope.looking_at(kind_of(inner).one)) for each in sieves)
            )
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
        case Sort.WORD:
            return _one_word(part, scope)
        case Sort.RANKED:
            return _ranked(part, scope)
        case Sort.PLACE:
            return _place(part, scope)
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


def wanted(node: e.Expression, scope: Scope, kind: Kind) -> e.Expression:
    """The resolved expression, which has to fit a kind."""
    resolved = expression(with_hint(node, kind, scope), scope)
    if not kind_of(resolved).fits(kind):
        raise wrong("E021", node, f"expected {kind}, got {kind_of(resolved)}")
    return resolved


def number(node: e.Expression, scope: Scope) -> e.Expression:
    return _counted(expression(node, scope), node)


def _counted(resolved: e.Expression, node: e.Expression) -> e.Expression:
    """What was resolved, which has to be a number."""
    if isinstance(resolved, e.Listed):
        raise wrong("E021", node, f"'{resolved.list}' is a list", f"write '{resolved.list} of ...', of a card")
    if kind_of(resolved) != NUMBER:
        remedy = "to count a set, write 'cards in ...' or 'number of ...'" if kind_of(resolved).many else ""
        raise wrong("E021", node, f"expected a number, got {kind_of(resolved)}", remedy)
    return resolved


def many(node: e.Expression, scope: Scope) -> e.Expression:
    """A resolved set; one card, player or word is a set of one."""
    resolved = expression(node, scope)
    kind = kind_of(resolved)
    if not kind.many and kind.name not in ("card", "player", "word"):
        raise wrong("E021", node, f"expected a set, got {kind}")
    return resolved


def _one_word(node: e.Expression, scope: Scope) -> e.Expression:
    resolved = expression(node, scope)
    if kind_of(resolved).name != "word" or kind_of(resolved).many:
        raise wrong("E021", node, f"expected a word, got {kind_of(resolved)}")
    return resolved


def _place(node: e.Expression, scope: Scope) -> e.Expression:
    zone = expression(with_hint(node, CARDS, scope), scope)
    if not isinstance(zone, e.InZone):
        remedy = ", ".join(sorted(scope.names.zones))
        raise wrong("E021", node, "expected a zone", f"there is {remedy}" if remedy else "declare one: zone NAME")
    if zone.whose is not None and kind_of(zone.whose).many:
        raise wrong("E021", node, "expected one zone, got those of several players", "write a block for each of them")
    return zone


def _variable(node: e.Expression, scope: Scope) -> e.Expression:
    where = expression(node, scope)
    if not isinstance(where, e.OnCounter | e.OnNote):
        raise wrong("E021", node, "only counters and notes can be set")
    return where


def _counter(node: e.Expression, scope: Scope) -> e.Expression:
    where = expression(node, scope)
    if not isinstance(where, e.OnCounter):
        remedy = "cards go from zone to zone by 'move' and 'draw'" if kind_of(where).name == "card" else ""
        raise wrong("E021", node, "only a counter can be added to or taken from", remedy)
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
        case _:
            return regular(node, scope)


# ---- names and nouns


def _name(node: e.Name, scope: Scope) -> e.Expression:
    name, names, span = node.text, scope.names, node.span
    if name in scope.chosen:
        return e.Chosen(name, kind=scope.chosen[name], span=span)
    if name in names.words:
        return e.WordOf(name, kind=word_of(names.words[name]), span=span)
    if name in names.lists:
        return e.Listed(name, kind=_listed(names.lists[name]), span=span)
    if name in names.zones and not names.zones[name].per_player:
        return e.InZone(name, None, kind=CARDS, span=span)
    if name in names.counters and not names.counters[name].per_player:
        return e.OnCounter(name, None, kind=NUMBER, span=span)
    if name in names.notes and not names.notes[name].per_player:
        return e.OnNote(name, None, kind=_noted(names.notes[name], names), span=span)
    value = names.values.get(name)
    if value is not None and _parameter(value) is None:
        return e.OfValue(name, None, kind=scope.kind_of_value(name), span=span)
    if isinstance(value, d.Table) and value.by not in ("players", *names.lists):
        raise WrongError(None)  # its table is by nothing known, which is reported there
    if name in names.taken():
        what = names.taken()[name]
        remedy = f"write 'own {name}' or '{name} of ...'" if what != "named condition" else f"write '... is {name}'"
        fixes = () if what == "named condition" else _owned(node, name, scope)
        raise wrong("E024", node, f"whose '{name}'? it is a {what} that needs an owner", remedy, *fixes)
    if names.seats and name == names.seats.list:
        remedy = f"write 'own {name}' or '{name} of ...'"
        raise wrong("E024", node, f"whose '{name}'?", remedy, *_owned(node, name, scope))
    raise scope.mistakes.unknown("name", name, span, set(names.taken()) | set(scope.chosen) | scope.also)


def _owned(node: e.Expression, name: str, scope: Scope) -> list[Fix]:
    """A name with the player whose it most likely is."""
    return [Fix(node.span, f"own {name}" if scope.own else f"{name} of active")] if node.span.text == name else []


def _noun(noun: e.Noun, of: e.Expression, scope: Scope, node: e.Expression) -> e.Expression:
    name, names, kind = noun.text, scope.names, kind_of(of)
    if kind.name == "player":
        if name in ("left", "right"):
            if kind.many:
                raise wrong("E021", node, f"'{name}' is of one player, got several")
            return e.Beside(name == "left", of, kind=PLAYER, span=node.span)
        if name in names.zones and names.zones[name].per_player:
            return e.InZone(name, of, kind=CARDS, span=node.span)
        if name in names.counters and names.counters[name].per_player:
            return e.OnCounter(name, of, kind=NUMBERS if kind.many else NUMBER, span=node.span)
        if name in names.notes and names.notes[name].per_player:
            noted = _noted(names.notes[name], names)
            return e.OnNote(name, of, kind=noted.set if kind.many else noted, span=node.span)
        if names.seats and name == names.seats.list:
            word = word_of(name)
            return e.Shown(name, of, kind=word.set if kind.many else word, span=node.span)
    if kind.name == "card" and name in names.shown:
        shown = _listed(names.lists[name])
        return e.Shown(name, of, kind=shown if kind.many else shown.one, span=node.span)
    if name in names.values:
        return _value_of(name, of, scope, node)
    raise _no_noun(noun, kind, scope)


def _value_of(name: str, of: e.Expression, scope: Scope, node: e.Expression) -> e.Expression:
    value, kind = scope.names.values[name], kind_of(of)
    if isinstance(value, d.Table) and value.by not in ("players", *scope.names.lists):
        raise WrongError(None)  # its table is by nothing known, which is reported there
    parameter = _parameter(value)
    if parameter is None:
        raise wrong("E024", node, f"the value '{name}' belongs to nobody", f"write only '{name}'")
    if kind.many:
        raise wrong("E021", node, f"'{name}' is of one {parameter}, got {kind}")
    if isinstance(value, d.Table) and kind == CARD and value.by in scope.names.shown:
        of = e.Shown(value.by, of, kind=_listed(scope.names.lists[value.by]).one, span=node.span)
    elif not (
        kind.name == parameter
        or kind == word_of(parameter)
        or (isinstance(value, d.Table) and kind == _by(value, scope))
    ):
        raise wrong("E021", node, f"'{name}' is of {_article(parameter)}, got {kind}")
    return e.OfValue(name, of, kind=scope.kind_of_value(name), span=node.span)


def _no_noun(noun: e.Noun, kind: Kind, scope: Scope) -> WrongError:
    names = scope.names
    allowed = {name for name, value in names.values.items() if _parameter(value) == kind.name}
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
        remedy = f"'{noun.text}' belongs to nobody: write only '{noun.text}', or declare it 'of player'"
        return wrong("E024", noun, f"the {taken} '{noun.text}' belongs to no player", remedy)
    if kind.name == "word" and not taken:
        allowed = {name for name, value in names.values.items() if _parameter(value) == kind.list}
    elif kind.name not in ("player", "card"):
        return wrong("E021", noun, f"'{noun.text}' is of a player or a card, got {kind}")
    if taken:
        return scope.mistakes.no_property(kind, noun.text, noun.span, allowed)
    return scope.mistakes.unknown("name", noun.text, noun.span, allowed)


def _players_who(node: e.PlayersWho, adjective: str, is_: bool, scope: Scope) -> e.Expression:
    calls = scope.names.calls
    if adjective not in calls or calls[adjective].subject != "player":
        allowed = {name for name, call in calls.items() if call.subject == "player"}
        raise scope.mistakes.unknown("condition on players", adjective, node.span, allowed)
    fits: e.Condition = e.Fits(adjective, e.Looked(kind=PLAYER, span=node.span), span=node.span)
    if not is_:
        fits = e.Not(fits, span=node.span)
    return e.Sieved(e.AllPlayers(span=node.span), (e.Where(fits, span=node.span),), span=node.span)


def _total(node: e.Total, name: str, of: e.Expression, scope: Scope) -> e.Expression:
    whole = many(of, scope)
    inner = scope.looking_at(kind_of(whole).one)
    it = e.Looked(kind=kind_of(whole).one, span=node.span)
    measure = _noun(e.Noun(name, span=node.span), it, inner, node)
    if kind_of(measure) != NUMBER:
        raise wrong("E021", node, f"'{name}' is not a number that could be added up", f"it is {kind_of(measure)}")
    return e.SumOver(whole, measure, kind=NUMBER, span=node.span)


def _sum(node: e.Plus, one: e.Expression, other: e.Expression, scope: Scope) -> e.Expression:
    left = expression(one, scope)
    if kind_of(left).name == "card":
        return evolve(node, one=left, other=wanted(other, scope, CARDS))
    return evolve(node, one=_counted(left, one), other=number(other, scope))


def _of_a_card(node: e.Expression, listed: e.Listed, scope: Scope) -> tuple[str] | tuple[str, Fix]:
    """How to say of which card a word of a list is meant."""
    if scope.it is None:
        return (f"write '{listed.list} of ...', of a card",)
    return f"write: its {listed.list}", Fix(node.span, f"its {listed.list}")


def _ranked(node: e.Expression, scope: Scope) -> e.Expression:
    resolved = expression(node, scope)
    kind = kind_of(resolved)
    if isinstance(resolved, e.Listed):
        raise wrong("E021", node, f"'{resolved.list}' is a list", *_of_a_card(node, resolved, scope))
    if kind.many or kind.name not in ("number", "word"):
        remedy = "to count a set, write 'cards in ...' or 'number of ...'" if kind.many else ""
        raise wrong("E021", node, f"only numbers, or words of one list, can be compared, got {kind}", remedy)
    return resolved


# ---- conditions


def _quantified(node: e.Quantified, scope: Scope) -> e.Condition:
    among = node.member.among
    resolved = None if among is None else wanted(among, scope, PLAYERS if node.member.players else CARDS)
    member = evolve(node.member, among=resolved)
    kind = PLAYER if node.member.players else CARD
    return evolve(node, member=member, condition=condition(node.condition, scope.looking_at(kind)))


def _is(node: e.Is, subject: e.Expression, other: e.Expression, scope: Scope) -> e.Condition:
    if isinstance(subject, e.NoneYet):
        subject, other = other, subject
    left = subject if isinstance(subject, e.TheGame) else expression(subject, scope)
    kind = kind_of(left)
    if isinstance(other, e.Name) and other.text in scope.names.calls and other.text not in scope.chosen:
        call = scope.names.calls[other.text]
        if kind.name != call.subject or kind.many:
            raise wrong("E021", other, f"only {_article(call.subject)} can be '{other.text}', got {kind}")
        return e.Fits(other.text, None if kind == GAME else left, span=node.span)
    if kind == GAME:
        if isinstance(other, e.Name) and other.text not in scope.names.taken():
            calls = {name for name, call in scope.names.calls.items() if call.subject == "game"}
            raise scope.mistakes.unknown("condition on the game", other.text, other.span, calls)
        expression(subject, scope)
    if isinstance(left, e.Listed):
        raise wrong("E021", subject, f"'{left.list}' is a list of words", *_of_a_card(subject, left, scope))
    calls = {name for name, call in scope.names.calls.items() if call.subject == kind.name}
    hinted = evolve(scope, also=_AFTER_IS | calls)
    right = expression(with_hint(other, kind, hinted), hinted)
    wants = kind_of(right)
    if kind == CARD and wants.name == "word" and not wants.many:
        left = _shown_as(left, wants, scope, other)
    elif kind.many or wants.many or not (kind.fits(wants) or wants.fits(kind)):
        if kind.many and isinstance(other, e.NoneYet):
            raise _never_none(node, subject, other)
        remedy = "to look into a set, write 'is in'" if wants.many else ""
        raise wrong("E021", node, f"{kind} cannot be {wants}", remedy)
    different(node, left, right, scope.member)
    return evolve(node, subject=left, other=right)


def _never_none(node: e.Is, set_: e.Expression, none: e.NoneYet) -> WrongError:
    """The mistake of asking a set whether it is none."""
    what, between = "a set can be empty, but never none", set_.span.source.text[set_.span.end : none.span.start]
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
        raise wrong("E021", node, f"{kind} cannot be in a set of {among}")
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
            alike = {name for name, note in scope.names.notes.items() if note.of == kind.list and not note.per_player}
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
        found |= {name for name, zone in names.zones.items() if not zone.per_player}
    if kind.name == "number":
        found |= {name for name, counter in names.counters.items() if not counter.per_player}
    return found | {name for name, value in names.values.items() if _parameter(value) is None}


def _noted(note: d.Note, names: Names) -> Kind:
    if note.of != "player" and note.of not in names.lists:
        raise WrongError(None)  # which is told where the note is declared
    return PLAYER if note.of == "player" else word_of(note.of)


def _by(table: d.Table, scope: Scope) -> Kind:
    list_ = scope.names.lists.get(table.by)
    return _listed(list_).one if list_ else NONE


def _parameter(value: d.Value | d.Table) -> str | None:
    """What a value is of: `player`, `card`, the list of a table, or nothing."""
    if isinstance(value, d.Table):
        return None if value.by == "players" else value.by
    return value.parameter


def _article(name: str) -> str:
    return "the game" if name == "game" else f"a {name}"
