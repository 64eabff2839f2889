from collections.abc import Iterator

from attrs import evolve, field, frozen

from rulespec.errors import Problem, problem
from rulespec.resolve.expressions import kind_of
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m
from rulespec.tree import statements as s
from rulespec.tree.node import Node, children, walk


def knowledge(rules: Rules) -> Iterator[Problem]:
    """What is offered depends on nothing that the chooser cannot know: his choices read what he sees, and sizes."""
    checker = _Knowledge(rules)
    for block in rules.of(d.Block):
        assert isinstance(block, d.Block)
        yield from checker.body(block.body, _Chooser(active=checker.by_active(block)))


@frozen
class _Chooser:
    """Who chooses: the active player, the one player that an expression names, or any member of a set."""

    active: bool
    who: e.Expression | None = None
    names: frozenset[str] = frozenset()  # what he chose himself


@frozen
class _Reader:
    """Where an expression stands: `own` is what that word means there, None for somebody other than the chooser."""

    chooser: _Chooser
    own: bool = True
    seen: frozenset[str] = field(default=frozenset())


class _Knowledge:
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._passive = self._performed_for_others()
        self._told = self._public_names()

    def by_active(self, block: d.Block) -> bool:
        return not (isinstance(block, d.Action) and block.name in self._passive)

    def body(self, body: d.Body, chooser: _Chooser) -> Iterator[Problem]:
        for statement in body:
            match statement:
                case s.Do(s.Choose() as choose):
                    chooser = evolve(chooser, names=chooser.names | set(choose.names))
                    yield from self._choose(choose, _Reader(chooser))
                case s.If(_, then, otherwise):
                    yield from self.body(then, chooser)
                    yield from self.body(otherwise, chooser)
                    chosen = {name for each in (*then, *otherwise) for name in _chosen_by_own(each)}
                    chooser = evolve(chooser, names=chooser.names | chosen)
                case s.May(inner) | s.Together(inner):
                    yield from self.body(inner, chooser)
                    chosen = {name for each in inner for name in _chosen_by_own(each)}
                    chooser = evolve(chooser, names=chooser.names | chosen)
                case s.Who(players, inner):
                    yield from self.body(inner, self._member(players, chooser))

    def _member(self, players: e.Expression, chooser: _Chooser) -> _Chooser:
        if isinstance(players, m.OwnPlayer | e.SelfPlayer) or (isinstance(players, e.Active) and chooser.active):
            return chooser
        if isinstance(players, e.Active):
            return _Chooser(active=True)
        return _Chooser(active=False, who=None if kind_of(players).many else players)

    def _choose(self, choose: s.Choose, reader: _Reader) -> Iterator[Problem]:
        looks_at_players = len(choose.picks) == 1 and _over_players(choose.picks[0])
        for pick in choose.picks:
            match pick:
                case s.PickOne(source=source) | s.PickPair(source=source):
                    yield from self._reads(source, reader)
                case s.PickNumber(low=low, high=high):
                    yield from self._reads(low, reader)
                    yield from self._reads(high, reader)
                case s.PickCards(low=low, high=high, source=source):
                    yield from self._reads(low, reader)
                    yield from self._reads(source, reader)
                    if high is not None:
                        yield from self._reads(high, reader)
        inside = evolve(reader, own=reader.own and not looks_at_players)
        for sieve in choose.sieves:
            yield from self._reads(sieve, inside)
        if choose.afterwards is not None:
            yield from self._reads(choose.afterwards, reader)

    # ---- what an expression reads

    def _reads(self, node: Node, reader: _Reader) -> Iterator[Problem]:
        match node:
            case e.CountCards(of) | e.NumberOf(of) | e.Empty(of):
                yield from self._sizes(of, reader)
            case m.InZone(name, whose):
                if not self._sees(name, whose, reader):
                    what = f"the chooser cannot see the cards of '{name}' that this reads"
                    remedy = "choices read what the chooser sees, and sizes: 'cards in ...', '... is empty'"
                    yield problem("E035", node.span, what, remedy)
                elif whose is not None:
                    yield from self._reads(whose, reader)
            case m.Chosen(name):
                if node.kind.name == "card" and not (name in reader.chooser.names or self._known(name, reader)):
                    what = f"the chooser cannot know which card '{name}' is"
                    yield problem("E035", node.span, what, "show it to him first, or do not look at it here")
            case e.Sieved(set_, sieves):
                yield from self._reads(set_, reader)
                inside = evolve(reader, own=reader.own and kind_of(set_).name != "player")
                for sieve in sieves:
                    yield from self._reads(sieve, inside)
            case e.Quantified(_, member, condition):
                if member.among is not None:
                    yield from self._reads(member.among, reader)
                yield from self._reads(condition, evolve(reader, own=reader.own and not member.players))
            case m.SumOver(set_, measure):
                yield from self._reads(set_, reader)
                yield from self._reads(measure, evolve(reader, own=reader.own and kind_of(set_).name != "player"))
            case e.OwnerOf(m.Chosen() | m.Looked()):
                pass
            case m.OfValue(name, of):
                yield from self._declared(f"value {name}", of, node, reader)
            case m.Fits(name, subject):
                yield from self._declared(f"call {name}", subject, node, reader)
            case _:
                for child in children(node):
                    yield from self._reads(child, reader)

    def _sizes(self, node: Node, reader: _Reader) -> Iterator[Problem]:
        """A size may be read where the cards may not."""
        match node:
            case m.InZone(_, None):
                return
            case m.InZone(_, whose) if whose is not None:
                yield from self._reads(whose, reader)
            case e.Plus(one, other):
                yield from self._sizes(one, reader)
                yield from self._sizes(other, reader)
            case m.Chosen():
                return
            case _:
                yield from self._reads(node, reader)

    def _declared(self, key: str, of: e.Expression | None, node: Node, reader: _Reader) -> Iterator[Problem]:
        """A value or a named condition reads what its expression reads, told at the place that uses it."""
        if of is not None:
            yield from self._reads(of, reader)
        if key in reader.seen:
            return
        declared = self._rules.blocks[key]
        own = of is None or self._is_chooser(of, reader)
        inside = evolve(reader, own=own, seen=reader.seen | {key})
        for found in (each for child in children(declared) for each in self._reads(child, inside)):
            name = key.split()[-1]
            what = f"'{name}' reads what the chooser cannot see: {found.message}"
            yield problem("E035", node.span, what, f"see {found.span}")

    def _sees(self, zone: str, whose: e.Expression | None, reader: _Reader) -> bool:
        seen_by = self._rules.names.zones[zone].seen_by
        if seen_by == "all":
            return True
        return seen_by == "owner" and whose is not None and self._is_chooser(whose, reader)

    def _is_chooser(self, whose: e.Expression, reader: _Reader) -> bool:
        match whose:
            case m.OwnPlayer():
                return reader.own
            case e.SelfPlayer():
                return True
            case e.Active():
                return reader.chooser.active
            case _:
                return whose == reader.chooser.who

    # ---- names that others know

    def _known(self, name: str, reader: _Reader) -> bool:
        turn = self._rules.bound.get("turn", {})
        return name in self._told or (name in turn and reader.chooser.active)

    def _public_names(self) -> frozenset[str]:
        """Chosen cards that everybody can know: from zones seen by all, or shown or moved where others see them."""
        told = set()
        for block in self._rules.of(d.Block):
            for node in walk(block):
                match node:
                    case s.Choose():
                        for pick in node.picks:
                            if isinstance(pick, s.PickOne | s.PickPair | s.PickCards) and self._public(pick.source):
                                told |= set(pick.names)
                    case s.Move(cards, m.InZone(zone, _)) if self._rules.names.zones[zone].seen_by == "all":
                        told |= {card.name for card in cards if isinstance(card, m.Chosen)}
                    case s.Show(m.Chosen(name), _):
                        told.add(name)
        return frozenset(told)

    def _public(self, source: e.Expression) -> bool:
        zones = [node for node in walk(source) if isinstance(node, m.InZone)]
        values = any(isinstance(node, m.OfValue) for node in walk(source))
        return not values and all(self._rules.names.zones[zone.zone].seen_by == "all" for zone in zones)

    def _performed_for_others(self) -> frozenset[str]:
        """The actions that somebody other than the active player can come to perform."""
        actions = {block.name: block for block in self._rules.of(d.Action) if isinstance(block, d.Action)}
        found = {word for block in self._rules.of(d.Block) for word in self._inside_who(block, False)}
        while True:
            more = {word for name in found & set(actions) for word in self._inside_who(actions[name], True)}
            if more <= found:
                return frozenset(found)
            found |= more

    def _inside_who(self, node: Node, inside: bool) -> Iterator[str]:
        if isinstance(node, s.Perform) and inside:
            list_ = self._rules.names.lists[str(kind_of(node.word).list)]
            named = isinstance(node.word, m.WordOf)
            yield from [node.word.word] if named and isinstance(node.word, m.WordOf) else getattr(list_, "words", ())
        inside = inside or (isinstance(node, s.Who) and not isinstance(node.players, e.Active))
        for child in children(node):
            yield from self._inside_who(child, inside)


def _over_players(pick: s.Pick) -> bool:
    return isinstance(pick, s.PickOne) and kind_of(pick.source).name == "player"


def _chosen_by_own(statement: s.Statement) -> Iterator[str]:
    """The names that the subject of a statement chooses himself."""
    match statement:
        case s.Do(s.Choose() as choose):
            yield from choose.names
        case s.If(_, then, otherwise):
            for each in (*then, *otherwise):
                yield from _chosen_by_own(each)
        case s.May(inner) | s.Together(inner):
            for each in inner:
                yield from _chosen_by_own(each)
