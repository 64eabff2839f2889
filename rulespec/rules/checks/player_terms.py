"""Players in terms that mean the same in every block, and which of them are certainly different players."""

from typing import Any

from attrs import field, frozen

from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree import statements as s
from rulespec.language.tree.expressions import kind_of
from rulespec.language.tree.kinds import PLAYER
from rulespec.language.tree.node import Node, rewrite, walk
from rulespec.language.tree.scopes import going_through
from rulespec.rules.checks.known_cards import NOTHING_KNOWN, KnownCards, Players, Zones
from rulespec.rules.resolve.ruleset import Rules

OPENED = 200  # nodes of a value that are compared with those of other players; a larger one is a term of its own

# those who chose a player among the others, by the name of the choice; None if somebody chose among all players
Choosers = dict[str, frozenset[e.Expression | None]]
Looked = tuple[e.Expression | None, ...]  # the members looked at, inside first: a player, or a card's owner, if known


@frozen
class Subject:
    """The player who does the statements of a block; `among` are the players of whom this is any one."""

    block: str
    player: e.Expression
    among: e.Expression | None = None


@frozen
class Vantage:
    """Where an expression is read: by whom, with what is known, for whom `own` means, and the members looked at.

    `own` and a member can be a set of players: any one of them.
    """

    subject: Subject
    known: KnownCards
    own: e.Expression | None
    looked: Looked = ()


@frozen
class PlayerTerms:
    """Terms for players."""

    rules: Rules
    of_turn: frozenset[str] = field(init=False)  # the names that blocks other than the turn know as well
    choosers: Choosers = field(init=False, factory=dict)
    _least: int = field(init=False)
    _two: bool = field(init=False)  # if so, everybody has one other player
    _sizes: dict[str, int] = field(init=False, factory=dict)  # see `_opened`

    @of_turn.default
    def _names_of_the_turn(self) -> frozenset[str]:
        return frozenset(self.rules.bound.get("turn", {}))

    @_least.default
    def _fewest(self) -> int:
        return self.rules.the(d.Players).least

    @_two.default
    def _for_two(self) -> bool:
        players = self.rules.the(d.Players)
        return players.least == players.most == 2

    # ---- terms

    def of(self, node: Any, at: Vantage) -> Any:
        """The term of an expression, or the expression with terms for the players in it."""
        match node:
            case None:
                return None
            case e.InZone():
                whose, by = self.of(node.whose, at), self.of(node.by, at)
                same = whose is node.whose and by is node.by
                return node if same else e.InZone(node.zone, whose, by, kind=node.kind, span=node.span)
            case e.OwnPlayer():
                return at.own or node
            case e.Looked() | e.OwnerOf(e.Looked()) if node.kind == PLAYER:
                member = at.looked[0] if at.looked else at.own if isinstance(node, e.Looked) else None
                return member or node
            case e.Outer(steps) | e.OwnerOf(e.Outer(steps)) if node.kind == PLAYER:
                return (at.looked[steps] if steps < len(at.looked) else None) or node
            case e.OwnerOf(e.Chosen(name)) if name in at.known:
                return self._owner(at.known[name].zones) or node
            case e.SelfPlayer():
                return at.subject.player
            case e.OtherPlayers():
                return self.others(at.subject.player, node)
            case e.Except(e.AllPlayers(), other) if kind_of(other) == PLAYER:
                return self.others(self.of(other, at), node)
            case e.Chosen():
                return self._chosen(node, at.subject)
            case e.Beside():
                return self._beside(node.left, self.of(node.of, at), node)
            case e.OfValue(name, None) if node.kind.name == "player":
                return self._value(name, node, at)
        return self._inside(node, at)

    def _inside(self, node: Any, at: Vantage) -> Any:
        through = going_through(node)
        inside = () if through is None else through[1]
        if not inside:
            return rewrite(node, lambda child: self.of(child, at))
        is_player = through is not None and kind_of(through[0]).name == "player"
        member = Vantage(at.subject, at.known, None if is_player else at.own, (None, *at.looked))
        return rewrite(node, lambda child: self.of(child, member if any(child is one for one in inside) else at))

    def others(self, player: e.Expression, node: Node) -> e.Expression:
        """All other players than one."""
        if self._two and not kind_of(player).many:
            return self._beside(True, player, node)
        return e.Except(e.AllPlayers(span=node.span), player, span=node.span)

    def _beside(self, left: bool, of: e.Expression, node: Node) -> e.Expression:
        if isinstance(of, e.Beside) and (self._two or of.left != left):
            return of.of
        return e.Beside(left or self._two, of, kind=PLAYER, span=node.span)

    def _chosen(self, node: e.Chosen, subject: Subject) -> e.Expression:
        name = self.named(node.name, subject)
        chooser, *more = self.choosers.get(name, (None,))
        if self._two and chooser is not None and not more and node.kind == PLAYER:
            return self._beside(True, chooser, node)
        return node if name == node.name else e.Chosen(name, kind=node.kind, span=node.span)

    def _value(self, name: str, node: e.OfValue, at: Vantage) -> Any:
        declared = self.rules.value(name)
        if not isinstance(declared, d.Value):
            return node
        if self._opened(name) > OPENED:
            return e.OfValue(f"{name} of {at.subject.block}", None, kind=node.kind, span=node.span)
        return self.of(declared.expression, Vantage(at.subject, NOTHING_KNOWN, at.own))

    def _opened(self, name: str) -> int:
        """How many nodes a value has with those in it opened out that are players."""
        if name not in self._sizes:
            inside = walk(self.rules.value(name))
            self._sizes[name] = sum(
                self._opened(each.value) if isinstance(each, e.OfValue) and each.kind.name == "player" else 1
                for each in inside
            )
        return self._sizes[name]

    def named(self, name: str, subject: Subject) -> str:
        """A name as no other block has it."""
        return name if name in self.of_turn else f"{name} of {subject.block}"

    def _owner(self, zones: Zones | None) -> e.Expression | None:
        """The owner of cards in some zones, if that is surely the same player, whatever moves."""
        owners = {zone.whose for zone in zones or ()}
        owner = owners.pop() if len(owners) == 1 else None
        return None if owner is None or kind_of(owner).many or not is_fixed(owner) else owner

    def note_choosers(self, choose: s.AnyChoice, at: Vantage) -> None:
        """Remembers who chose a player among the others."""
        for pick in choose.picks:
            if pick.kind == PLAYER:
                among = isinstance(pick, s.PickOne) and self.apart(self.of(pick.source, at), at.subject.player)
                for name in pick.names:
                    named = self.named(name, at.subject)
                    before = self.choosers.get(named, frozenset())
                    self.choosers[named] = before | {at.subject.player if among else None}

    # ---- different players

    def apart(self, one: e.Expression | None, other: e.Expression | None) -> bool:
        """Whether the first are certainly not the others: neighbours, all others, or who was chosen among them."""
        if one is None or other is None:
            return False
        return self._is_other(one, other) or self._is_other(other, one)

    def _is_other(self, one: e.Expression, than: e.Expression) -> bool:
        match one:
            case e.Except(e.AllPlayers(), other):
                return bool(other == than) and not kind_of(than).many
            case e.Sieved(of, _):
                return self._is_other(of, than)
            case e.Beside(of=of):
                return bool(of == than) and not kind_of(than).many and self._least > 1
            case e.Chosen(name):
                return self.choosers.get(name) == frozenset((than,))
            case _:
                return False

    def is_somebody_else(self, whose: e.Expression | None, subject: Subject) -> bool:
        """Whether these are certainly players other than the one who acts."""
        return self.apart(whose, subject.player) or self.apart(whose, subject.among)

    def together(self, players: Players) -> Players:
        """The same players, as everybody if they are all there are."""
        for each in players:
            if isinstance(each, e.AllPlayers):
                return frozenset([each])
            if isinstance(each, e.Except) and isinstance(each.one, e.AllPlayers) and each.other in players:
                return frozenset([each.one])
            if self._two and isinstance(each, e.Beside) and each.of in players:
                return frozenset([e.AllPlayers(span=each.span)])
        return players

    def can_be_one(self, one: e.InZone, other: e.InZone) -> bool:
        """Whether two zones can be the same, or have one in common.

        Of words, only two that are written are known not to be the same.
        """
        if one.zone != other.zone or self.apart(one.whose, other.whose):
            return False
        return not (_is_written(one.by) and _is_written(other.by) and one.by != other.by)


def is_fixed(player: e.Expression) -> bool:
    """Whether an expression means the same players whatever moves or changes in a turn."""
    match player:
        case e.Active() | e.Chosen() | e.AllPlayers() | e.WordOf() | e.Number():
            return True
        case e.Beside(of=of):
            return is_fixed(of)
        case e.Except(one, other):
            return is_fixed(one) and is_fixed(other)
        case _:
            return False


def _is_written(word: e.Expression | None) -> bool:
    return isinstance(word, e.WordOf | e.Number)
