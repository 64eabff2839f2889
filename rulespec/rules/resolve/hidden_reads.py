"""Which blocks look at cards that not everybody sees, so that what comes of them can tell something of those cards.

To move, count or choose hidden cards is not to look at them; to ask what they are is. When in doubt, a block looks.
"""

from collections.abc import Callable, Iterator
from typing import assert_never

from attrs import define, evolve, field, frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.node import Node, children
from rulespec.language.tree.slots import Offered, by_size, filled
from rulespec.language.tree.source import Span
from rulespec.rules.resolve.lying import lying
from rulespec.rules.resolve.ruleset import Rules

Names = set[str]  # what was chosen that everybody can know


@frozen
class ReadingLine:
    """What a line of a block does, whether it looks at hidden cards, and whether it is done for several players.

    `tells_single` says of a choice whether it would look if it took a single answer without asking.
    """

    does: s.Effect | e.Condition | e.Expression
    looks: bool
    repeated: bool
    tells_single: bool = False


def reads_of(rules: Rules) -> "HiddenReads":
    """The hidden cards that the blocks of a ruleset look at, worked out once for each ruleset."""
    found = rules.worked_out.get(HiddenReads)
    if not isinstance(found, HiddenReads):
        found = rules.worked_out[HiddenReads] = HiddenReads(rules)
    return found


@define(eq=False)
class HiddenReads:
    """`lines` has the lines of each block as they stand, `conditions` the keys of the reasons that look.

    `picked` has the actions that hidden cards can pick, each with the block that performs it; `decided` the places of
    the effects that hidden cards decide about.
    """

    rules: Rules
    lines: dict[str, list[ReadingLine]] = field(init=False, factory=dict)
    conditions: set[str] = field(init=False, factory=set)
    picked: dict[str, str] = field(init=False, factory=dict)
    decided: set[Span] = field(init=False, factory=set)
    _secret: Names = field(init=False, factory=set)  # what is chosen secretly, cards or not
    _performs: list[tuple[s.Perform, bool]] = field(init=False, factory=list)  # and whether hidden cards decide it
    _found: dict[tuple[str, str, frozenset[str]], bool] = field(init=False, factory=dict)  # see `_declared`

    def __attrs_post_init__(self) -> None:
        for choose in (each for each in self.rules.within(s.Choose) if "secretly" in each.adverbs):
            self._secret |= set(choose.names)
        known: Names = set()
        performs = dict[str, list[tuple[s.Perform, bool]]]()
        turns = self.rules.of(d.Turn)
        for block in (*turns, *(each for each in self.rules.of(d.Block) if each not in turns)):
            names = known if isinstance(block, d.Turn) else set(known)
            self.lines[block.key] = list(self._body(block.body, names))
            performs[block.key] = self._performs
            self._performs = []
            if isinstance(block, d.Reason) and self._looks(block.condition, known):
                self.conditions.add(block.key)
        self._pick(performs)
        for winners in self.rules.of(d.Winners):
            self.lines[winners.key] = [
                ReadingLine(winners.players, self._looks(winners.players, known), repeated=False)
            ]
        for returns in self.rules.of(d.Returns):
            self.lines[returns.key] = [ReadingLine(returns.amount, self._looks(returns.amount, known), repeated=False)]

    @property
    def blocks(self) -> set[str]:
        """The keys of the blocks that look at hidden cards."""
        return {key for key, lines in self.lines.items() if any(line.looks for line in lines)}

    @property
    def questions(self) -> bool:
        """Whether everybody knows at each moment what is asked."""
        over = {block.key for block in self.rules.of(d.GameEnds, d.Winners, d.Returns)}
        return not (self.blocks - over or self.conditions)

    def looks(self, node: Node) -> bool:
        """Whether something outside all blocks looks at hidden cards."""
        return self._looks(node, set())

    # ---- statements

    def _body(
        self, body: d.Body, known: Names, *, repeated: bool = False, decided: bool = False
    ) -> Iterator[ReadingLine]:
        """The lines of a body, which is done or not as hidden cards have `decided`."""
        for index, statement in enumerate(body):
            if decided and isinstance(statement, s.Do):
                self.decided.add(statement.effect.span)
            match statement:
                case s.Do(s.Choose() as choose):
                    tells_single = self._chooses(evolve(choose, if_several=True), known)
                    yield ReadingLine(choose, self._chooses(choose, known), repeated, tells_single)
                    known |= self._told(choose, body[index + 1 : index + 2], known)
                case s.Do(effect):
                    again = isinstance(effect, s.Perform) and effect.times is not None
                    looks = self._effect(effect, known)
                    if isinstance(effect, s.Perform):
                        self._performs.append((effect, looks or decided))
                    yield ReadingLine(effect, looks, repeated or again)
                case s.If(condition, then, otherwise):
                    looks = self._looks(condition, known)
                    yield ReadingLine(condition, looks, repeated)
                    yield from self._body(then, set(known), repeated=repeated, decided=looks or decided)
                    yield from self._body(otherwise, set(known), repeated=repeated, decided=looks or decided)
                case s.May(inner) | s.Together(inner):
                    yield from self._body(inner, known, repeated=repeated, decided=decided)
                case s.ForEach(players, inner):
                    looks = self._looks(players, known)
                    yield ReadingLine(players, looks, repeated)
                    yield from self._body(inner, set(known), repeated=True, decided=looks or decided)
                case s.ForEachWord(pick, inner):
                    looks = self._looks(pick.source, known)
                    self._secret |= {pick.name} if looks else set()
                    yield ReadingLine(pick.source, looks, repeated)
                    yield from self._body(inner, set(known), repeated=True, decided=looks or decided)
                case _:
                    assert_never(statement)

    def _pick(self, performs: dict[str, list[tuple[s.Perform, bool]]]) -> None:
        """Notes the actions that hidden cards can pick, and those that these perform."""
        actions = {block.name: block.key for block in self.rules.of(d.Action) if isinstance(block, d.Action)}
        waiting = [key for key in performs if key not in actions.values()] + [*actions.values()]
        while waiting:
            key = waiting.pop(0)
            for perform, decided in performs.get(key, ()):
                if not (decided or key in self.picked):
                    continue
                word = perform.word
                words = [word.word] if isinstance(word, e.WordOf) else self.rules.words(str(kind_of(word).list))
                for action in (actions[each] for each in words if each in actions):
                    if action not in self.picked:
                        self.picked[action] = self.picked.get(key, key)
                        waiting.append(action)

    def _told(self, choose: s.Choose, following: d.Body, known: Names) -> Names:
        """The names of a choice that everybody knows: of what all see, or what lies there for all to see at once."""
        if "secretly" not in choose.adverbs and not any(self._looks(pick, known) for pick in choose.picks):
            return set(choose.names)
        inner = [each for next_ in following for each in (next_.body if isinstance(next_, s.Together) else (next_,))]
        effects = [statement.effect for statement in inner if isinstance(statement, s.Do)]
        return {name for effect in effects for name in self._opened(effect)} & set(choose.names)

    def _opened(self, effect: s.Effect) -> Iterator[str]:
        """The names of chosen cards that an effect lays where everybody sees them, or shows to everybody."""
        opened = [cards for cards, players in s.shown(effect) if isinstance(players, e.AllPlayers)]
        for cards, to in s.motions(effect):
            if isinstance(to, e.InZone) and self.rules.zone(to.zone).sight.is_public:
                opened.append(cards)
        yield from (cards.name for cards in opened if isinstance(cards, e.Chosen))

    def _chooses(self, choose: s.Choose, known: Names) -> bool:
        """A choice shows that there was something to choose; of players, words and numbers also what was."""
        of_cards = any(pick.kind.name == "card" for pick in choose.picks)
        hidden = any(self._looks(pick, known) for pick in choose.picks)
        if of_cards and hidden and (choose.if_several or any(isinstance(each, e.Where) for each in choose.sieves)):
            return True
        for _, slot, part in (each for pick in choose.picks for each in filled(pick)):
            if (self._offers if isinstance(slot.use, Offered) else self._looks)(part, known):
                return True
        all_count = choose.if_several or not of_cards  # `preferring` never leaves nothing, but may leave one card
        narrowing = [each for each in choose.sieves if all_count or isinstance(each, e.Where)]
        whole = known if hidden else known | set(choose.names)
        return any(self._looks(each, whole) for each in (*narrowing, *filter(None, [choose.afterwards])))

    def _effect(self, effect: s.Effect, known: Names) -> bool:
        chosen = (each for each in children(effect) if isinstance(each, s.Pick | e.Sieve))  # by chance
        if any(self._looks(each, known) for each in chosen):
            return True
        refills = filter(None, (self._refill(source) for source, _ in s.drawings(effect)))
        return any(self._handles(each, known) for each in refills) or any(
            self._looks(part, known) if slot.looks else self._handles(part, known) for _, slot, part in filled(effect)
        )

    def _refill(self, source: e.Expression) -> e.Expression | None:
        return self.rules.zone(source.zone).refill if isinstance(source, e.InZone) else None

    # ---- expressions

    def _looks(self, node: Node, known: Names) -> bool:
        """Whether the value of an expression can tell what a hidden card is."""
        found = lying(node, self.rules)
        if found is not None:
            return not found.sight.is_public or any(self._looks(each, known) for each in found.which)
        match node:
            case e.Chosen(name):
                return (node.kind.name == "card" or name in self._secret) and name not in known
            case e.PositionOf() if node.is_of_card:  # of which more is known than which card it is
                return any(zone.ordered and not zone.sight.is_public for zone in self._zones)
            case e.OfValue() | e.Fits():
                asked = any(self._looks(each, known) for each in children(node))
                return asked or self._declared(self._looks, node.key, known)
            case _:
                counted, others = by_size(node)
                return any(self._handles(each, known) for each in counted) or any(
                    self._looks(each, known) for each in others
                )

    @property
    def _zones(self) -> Iterator[d.Zone]:
        return (zone for zone in self.rules.of(d.Zone) if isinstance(zone, d.Zone))

    def _handles(self, node: Node, known: Names) -> bool:
        """The same where cards are only moved, shown or counted."""
        match node:
            case e.InZone():
                return any(self._looks(each, known) for each in node.which)
            case e.Chosen():
                return False
            case e.Plus(one, other):
                return self._handles(one, known) or self._handles(other, known)
            case e.Cases():
                return self._picks(self._handles, node, known)
            case e.OfValue(_, None):
                return self._declared(self._handles, node.key, known)
            case _:
                return self._looks(node, known)

    def _offers(self, node: Node, known: Names) -> bool:
        """The same of what is chosen from: preferring some cards to others leaves as many to choose from as none."""
        match node:
            case e.Sieved(set_, sieves) if kind_of(set_).name == "card":
                narrowing = [each for each in sieves if isinstance(each, e.Where)]
                if not narrowing:
                    return self._offers(set_, known)
                return any(self._looks(each, known) for each in (set_, *narrowing))
            case e.Cases():
                return self._picks(self._offers, node, known)
            case e.OfValue(_, None):
                return self._declared(self._offers, node.key, known)
            case _:
                return self._handles(node, known)

    def _picks(self, asked: Callable[[Node, Names], bool], cases: e.Cases, known: Names) -> bool:
        """What is asked of what a value is, for each case; and whether it can be told by a hidden card which holds."""
        looked = any(self._looks(each.condition, known) for each in cases.cases)
        return looked or any(asked(each, known) for each in cases.values)

    def _of(self, whose: e.Expression | None, known: Names) -> bool:
        return whose is not None and self._looks(whose, known)

    def _declared(self, asked: Callable[[Node, Names], bool], key: str, known: Names) -> bool:
        """What is asked of something named, for any part of what it says; found out once for what is known."""
        way = asked.__name__, key, frozenset(known)
        if way not in self._found:
            self._found[way] = any(asked(child, known) for child in children(self.rules.blocks[key]))
        return self._found[way]
