from collections.abc import Iterator
from functools import reduce
from typing import Any, assert_never

from attrs import evolve, field, frozen

from rulespec.checks.card_knowledge import (
    Cards,
    Choosers,
    Disclosures,
    KnownCards,
    Looked,
    Subject,
    either,
    is_fixed,
    names_only,
    without,
)
from rulespec.checks.demands import demand
from rulespec.checks.together import unseen_together
from rulespec.errors import Problem, problem
from rulespec.resolve.lying import Lying, lying
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import statements as s
from rulespec.tree.expressions import kind_of
from rulespec.tree.kinds import PLAYER
from rulespec.tree.node import Node, children, walk
from rulespec.tree.scopes import going_through
from rulespec.tree.slots import by_size

_MAX_DEPTH = 20  # actions performing one another that are followed
_MAX_WAYS = 50  # of reaching an action that are looked at

_UNSEEN = "choices read what the chooser sees, and sizes: 'cards in ...', '... is empty'"
_UNSURE = "let the next line not depend on it, or do not look at it here"


@demand(first=False)
def knowledge(rules: Rules) -> Iterator[Problem]:
    """What is offered depends on nothing that the chooser cannot know: his choices read what he sees, and sizes."""
    law = _Knowledge(rules)
    law.course()
    told = {each.span for each in unseen_together(rules)}
    yield from (each for each in law.problems if each.span not in told)


@frozen
class _Reader:
    """Where a choice reads something: who chooses, what he knows, and whom `own` means (a set: any one of it).

    `looked` are the members that are looked at there, inside first: a player, or the owner of a card, where known.
    `coming` are zones that unseen cards are put into before it is read, `changing` what hidden cards change before.
    """

    subject: Subject
    known: KnownCards
    own: e.Expression | None
    looked: Looked = ()
    coming: frozenset[e.InZone] = frozenset()
    changing: frozenset[str] = frozenset()
    # what has been found out about the values and conditions that are read, by their keys, and for whom `own` means
    declared: dict[object, Problem | None] = field(factory=dict, eq=False)
    handled: dict[object, "_Handled"] = field(factory=dict, eq=False)


@frozen
class _Handled:
    """Cards that an effect handles: whether the chooser cannot see them, or tell which they are; and their zones."""

    hidden: bool
    doubtful: bool
    zones: frozenset[e.InZone]


class _Knowledge:
    """Goes through the blocks in the order of a game, with what is known of the cards that names stand for."""

    def __init__(self, rules: Rules) -> None:
        self.problems: list[Problem] = []
        self._rules = rules
        self._telling = Disclosures(rules)
        self._actions = {block.name: block for block in rules.of(d.Action)}
        self._performing: list[str] = []
        self._performed: dict[str, dict[object, KnownCards]] = {name: {} for name in self._actions}
        self._listed: dict[object, KnownCards] = {}

    # ---- the course of a game

    def course(self) -> None:
        self._blocks({}, d.SetUp)
        self._blocks({}, d.BeforeTurn)
        known = self._blocks(self._blocks({}, d.Turn), d.AfterTurn)
        self._blocks(known, d.NextTurn)
        for ending in self._rules.of(d.GameEnds):
            self._block(ending, known)
        ends = [self._block(ending, known) for ending in self._rules.of(d.RoundEnds)]
        self._blocks(reduce(either, ends) if ends else known, d.AfterRound, d.Round)
        for name, ways in self._performed.items():
            if not ways:
                self._block(self._actions[name], {})

    def _blocks(self, known: KnownCards, *kinds: type[d.Block]) -> KnownCards:
        for block in self._rules.of(*kinds):
            known = self._block(block, known)
        return known

    def _block(self, block: d.Block, known: KnownCards) -> KnownCards:
        active = Subject(block.key, e.Active(span=block.span))
        return names_only(self._of_turn(self._once(block, active, known)))

    def _of_turn(self, known: KnownCards) -> KnownCards:
        of_turn = self._telling.of_turn
        return {name: cards for name, cards in known.items() if not isinstance(name, str) or name in of_turn}

    # ---- statements

    def _once(self, block: d.Block, subject: Subject, known: KnownCards) -> KnownCards:
        """What is known after a block: if nothing is wrong in it, the same as ever in the same circumstances.

        One that performs actions is gone through again, as each of these is looked at on the way.
        """
        telling = self._telling
        if block.within(s.Perform):
            return self._body(block.body, subject, known)
        circumstances = self._rules.surroundings, telling.of_turn, telling.choosers.copy(), subject, known
        found: tuple[KnownCards, Choosers] | None = block.findings.get(_Knowledge, circumstances)
        if found is None:
            wrong = len(self.problems)
            found = self._body(block.body, subject, known), telling.choosers.copy()
            if len(self.problems) == wrong:
                block.findings.keep(_Knowledge, circumstances, found)
        after, choosers = found
        telling.choosers.update(choosers)
        return after

    def _body(
        self, body: d.Body, subject: Subject, known: KnownCards, *, asked: bool = True, done: bool = True
    ) -> KnownCards:
        """What is known after some statements; of those at the same time, first all is asked, then all is done."""
        for statement, following in zip(body, (*body[1:], None), strict=False):
            match statement:
                case s.Do(s.Choose() as choose):
                    if asked:
                        known = self._telling.chosen(choose, subject, known)
                        self.problems += self._choose(choose, following, _Reader(subject, known, subject.player))
                case s.Do(s.Perform(word, None)):
                    known = self._perform(word, subject, known)
                case s.Do(s.Perform(word)):  # never, once, or again after it was done
                    once = either(self._perform(word, subject, known), known)
                    known = either(self._perform(word, subject, once), once)
                case s.Do(effect):
                    known = self._telling.after(effect, subject, known) if done else known
                case s.If(_, then, otherwise):
                    one = self._body(then, subject, known, asked=asked, done=done)
                    known = either(one, self._body(otherwise, subject, known, asked=asked, done=done))
                case s.May(inner):
                    known = either(self._body(inner, subject, known, asked=asked, done=done), known)
                case s.Together(inner) if asked and done:
                    known = self._body(inner, subject, known, done=False)
                    known = self._body(inner, subject, known, asked=False)
                case s.Together(inner):  # inside another, which another law refuses
                    known = self._body(inner, subject, known, asked=asked, done=done)
                case s.ForEach(_, inner):
                    known = self._who(statement, inner, subject, known, asked=asked, done=done)
                case s.ForEachWord(pick, inner):
                    secret = asked and self._unknown(pick.source, _Reader(subject, known, subject.player))
                    hidden: KnownCards = {pick.name: Cards()} if secret else {}
                    once = either(self._body(inner, subject, {**known, **hidden}, asked=asked, done=done), known)
                    if once != known:  # never, once, or again after it was done
                        again = self._body(inner, subject, {**once, **hidden}, asked=asked, done=done)
                        known = either(again, once)
                case _:
                    assert_never(statement)
        return known

    def _who(
        self, who: s.ForEach, inner: d.Body, subject: Subject, known: KnownCards, *, asked: bool, done: bool
    ) -> KnownCards:
        players = self._telling.described(who.players, subject, subject.player)
        many = kind_of(who.players).many
        if not many and (is_fixed(players) or not any(_changes_table(each) for each in inner)):
            return self._body(inner, Subject(subject.block, players), known, asked=asked, done=done)
        any_one = e.Chosen(f"player {who.span.start} of {subject.block}", kind=PLAYER, span=who.span)
        after = self._body(inner, Subject(subject.block, any_one, players), known, asked=asked, done=done)
        if not many:
            return without(after, {any_one.name})
        told = {
            name: after[name].told(frozenset([players] * (any_one in after[name].known_by)))
            for name in known
            if name in after
        }
        somebody = isinstance(players, e.AllPlayers | e.Except)
        return told if somebody else either(told, known)

    def _perform(self, word: e.Expression, subject: Subject, known: KnownCards) -> KnownCards:
        """What is known after an action; it sees the names of the turn only, and those of the block stay as they were.

        The action is gone through once for each way in which it can be reached: who performs it, and what he knows.
        """
        given = self._of_turn(known)
        if isinstance(word, e.WordOf):
            told = self._action(word.word, subject, given) if word.word in self._actions else given
        else:
            told = self._any(str(kind_of(word).list), subject, given)
        return {**names_only(known), **told}

    def _any(self, list_: str, subject: Subject, known: KnownCards) -> KnownCards:
        """What is known after any action of a list; outside of actions it is worked out once for what is known."""
        way = (list_, subject.player, subject.among, frozenset(known.items()))
        if self._performing or way not in self._listed:
            after = [self._action(name, subject, known) for name in self._rules.words(list_) if name in self._actions]
            told: KnownCards = reduce(either, after) if after else {}
            if self._performing:
                return told
            self._listed[way] = told
        return self._listed[way]

    def _action(self, name: str, subject: Subject, known: KnownCards) -> KnownCards:
        ways = self._performed[name]
        way = (subject.player, subject.among, frozenset(known.items()))
        if way not in ways:
            if name in self._performing or len(self._performing) == _MAX_DEPTH or len(ways) == _MAX_WAYS:
                return names_only(known)
            self._performing.append(name)
            block = self._actions[name]
            ways[way] = self._of_turn(self._once(block, evolve(subject, block=block.key), known))
            self._performing.pop()
        return ways[way]

    # ---- choices

    def _choose(self, choose: s.Choose, following: s.Statement | None, reader: _Reader) -> Iterator[Problem]:
        for pick in choose.picks:
            for child in children(pick):
                yield from (_by_place(each, child, self._rules) for each in self._reads(child, reader))
        inside = self._inside(_source(choose.picks), reader)
        for sieve in choose.sieves:
            yield from self._reads(sieve, inside)
        if choose.afterwards is not None:
            effect = following.effect if isinstance(following, s.Do) else s.Nothing(span=choose.span)
            yield from self._reads(choose.afterwards, self._afterwards(effect, reader))

    def _afterwards(self, effect: s.Effect, reader: _Reader) -> _Reader:
        """A reader of the table after an effect, which may have moved cards that the chooser does not see."""
        if not effect.foreseen:  # of which another law tells
            return reader
        coming, changing = set[e.InZone](), set[str]()
        for cards, place in s.motions(effect):
            here, there = self._handled(cards, reader), self._handled(place, reader)
            coming |= there.zones if here.hidden else set()
            if here.doubtful or there.doubtful:
                changing |= {each.zone for each in here.zones | there.zones}
        for altered in s.changes(effect):
            if any(self._unknown(each, reader) for each in (altered.by, *altered.target.which)):
                changing.add(altered.name)
        known = names_only(reader.known) if any(True for _ in s.motions(effect)) else reader.known
        return evolve(
            reader, known=known, coming=frozenset(coming), changing=frozenset(changing), declared={}, handled={}
        )

    def _handled(self, cards: e.Expression, reader: _Reader, *, within: bool = False) -> _Handled:
        """What is moved, or where to; what it is `within` is asked as a whole whether it depends on anything hidden."""
        found = lying(cards, self._rules)
        if found is not None:
            place = self._described(found.place, reader)
            hidden = not self._sees(found, reader)
            doubtful = any(self._unknown(each, reader) for each in found.which)
            return _Handled(hidden, doubtful, frozenset([place]))
        match cards:
            case e.Chosen(name):
                zones = self._telling.zones(cards, reader.subject, reader.known) or frozenset()
                return _Handled(not self._knows(name, reader), False, zones)
            case e.First(of) | e.Last(of) | e.SetsOf(of=of):
                return self._handled(of, reader, within=within)
            case e.FirstCards(number, of) | e.LastCards(number, of) | e.PositionIn(number, of):
                whole = self._handled(of, reader, within=within)
                return evolve(whole, doubtful=whole.doubtful or self._unknown(number, reader))
            case e.Plus(one, other):
                here, there = (self._handled(each, reader, within=within) for each in (one, other))
                doubtful = here.doubtful or there.doubtful
                return _Handled(here.hidden or there.hidden, doubtful, here.zones | there.zones)
            case e.Except(one, other):
                whole = self._handled(one, reader, within=within)
                return evolve(whole, doubtful=whole.doubtful or self._unknown(other, reader))
            case e.Sieved(set_, _):
                whole = self._handled(set_, reader, within=True)
                return evolve(whole, doubtful=whole.doubtful or (not within and self._unknown(cards, reader)))
            case e.Cases():
                ways = [self._handled(each, reader, within=within) for each in cards.values]
                unsure = any(self._unknown(each.condition, reader) for each in cards.cases)
                return _Handled(
                    any(each.hidden for each in ways),
                    unsure or any(each.doubtful for each in ways),
                    frozenset().union(*(each.zones for each in ways)),
                )
            case e.OfValue(name, None):
                declared = self._rules.value(name)
                if isinstance(declared, d.Value):
                    way = name, reader.own, reader.looked
                    if way not in reader.handled:
                        reader.handled[way] = self._handled(declared.expression, reader)
                    return reader.handled[way]
        places = (node for node in walk(cards) if isinstance(node, e.InZone))
        described = (self._described(place, reader) for place in places)
        unknown = self._unknown(cards, reader)
        return _Handled(unknown, unknown, frozenset(described))

    def _unknown(self, node: Node | None, reader: _Reader) -> bool:
        return node is not None and any(self._reads(node, reader))

    # ---- what an expression reads

    def _reads(self, node: Node, reader: _Reader) -> Iterator[Problem]:
        found = lying(node, self._rules)
        if found is not None:
            yield from self._reads_cards(found, node, reader)
            return
        through = going_through(node)
        if through is not None:
            set_, inside = through
            yield from self._reads(set_, reader)
            for part in inside:
                yield from self._reads(part, self._inside(set_, reader))
            return
        match node:
            case e.OnCounter(name, _) | e.OnNote(name, _) if name in reader.changing:
                yield _changes(name, node)
            case e.Chosen(name):
                if not self._knows(name, reader):
                    which, it = (f"cards '{name}' are", "them") if node.kind.many else (f"card '{name}' is", "it")
                    remedy = f"show {it} to him first, or do not look at {it} here"
                    if node.kind.name != "card":
                        why = "depends on hidden cards" if name.startswith(s.THAT) else "was chosen secretly"
                        which, remedy = f"'{name}' is, which {why}", "do not look at it here"
                    yield problem(
                        "E035",
                        node.span,
                        f"the chooser cannot know {'which' if node.kind.name == 'card' else 'what'} {which}",
                        remedy,
                    )
            case e.OwnerOf(e.Chosen() as card):
                if self._telling.owners(card, reader.subject, reader.known) > 1:
                    yield from self._reads(card, reader)
            case e.First() | e.Last() | e.FirstCards() | e.LastCards() | e.PositionIn() if self._shown(node, reader):
                pass
            case e.OwnerOf(e.Looked()):
                pass
            case e.PositionOf(card) if node.is_of_card:
                yield from self._reads(card, reader)
                yield from self._reads_position(card, node, reader)
            case e.OfValue(_, of, by):
                if by is not None:
                    yield from self._reads(by, reader)
                yield from self._declared(node.key, of, node, reader, by)
            case e.Fits(_, of):
                yield from self._declared(node.key, of, node, reader)
            case _:
                counted, others = by_size(node)
                for child in counted:
                    yield from self._sizes(child, reader)
                for child in others:
                    yield from self._reads(child, reader)

    def _reads_cards(self, found: Lying, node: Node, reader: _Reader) -> Iterator[Problem]:
        name = found.zone
        if not self._sees(found, reader):
            what = f"the chooser cannot see the cards of '{name}' that this reads"
            yield problem("E035", node.span, what, _UNSEEN)
        elif name in reader.changing:
            yield _changes(name, node)
        elif self._comes(found.place, reader):
            what = f"the next line brings cards into '{name}' that the chooser cannot see"
            yield problem("E035", node.span, what, _UNSURE)
        else:
            for each in found.which:
                yield from self._reads(each, reader)

    def _reads_position(self, card: e.Expression, node: Node, reader: _Reader) -> Iterator[Problem]:
        """Where a card lies in its row is seen by those who see the row; of one that is looked at, its set is read."""
        if isinstance(card, e.Looked):
            return
        zones = self._telling.zones(card, reader.subject, reader.known)
        places = [lying(zone, self._rules) for zone in zones or ()]
        if zones is None or not all(place is not None and self._sees(place, reader) for place in places):
            what = "the chooser cannot know where in its row this card lies"
            yield problem("E035", node.span, what, "ask for the position before, or where he sees the row")

    def _sizes(self, node: Node, reader: _Reader) -> Iterator[Problem]:
        """A size may be read where the cards may not."""
        match node:
            case e.InZone(name) if name in reader.changing:
                yield _changes(name, node)
            case e.InZone():
                for each in node.which:
                    yield from self._reads(each, reader)
            case e.Plus(one, other):
                yield from self._sizes(one, reader)
                yield from self._sizes(other, reader)
            case e.Chosen():
                return
            case _:
                yield from self._reads(node, reader)

    def _declared(
        self, key: str, of: e.Expression | None, node: Node, reader: _Reader, by: e.Expression | None = None
    ) -> Iterator[Problem]:
        """A value or a named condition reads what its expression reads: the first is reported where it is used."""
        if of is not None:
            yield from self._reads(of, reader)
        if of is not None:
            one, other = self._member(of, reader), self._member(by, reader)
            reader = evolve(reader, own=one if kind_of(of).name == "player" else None, looked=(one, other))
        else:
            reader = evolve(reader, looked=())
        way = key, reader.own, reader.looked
        if way not in reader.declared:
            read = (each for child in children(self._rules.blocks[key]) for each in self._reads(child, reader))
            reader.declared[way] = next(read, None)
        found = reader.declared[way]
        if found is not None:
            what = f"'{key.split()[-1]}' reads what the chooser cannot see: {found.message}"
            yield problem("E035", node.span, what, f"see {found.span}")

    # ---- what the chooser knows

    def _sees(self, found: Lying, reader: _Reader) -> bool:
        if found.sight.is_public or self._shown(found.place, reader):
            return True
        if found.sight.owner == found.sight.others:
            return False
        whose = self._described(found.whose, reader)
        if found.sight.others:
            return self._telling.is_somebody_else(whose, reader.subject)
        return bool(whose == reader.subject.player)

    def _shown(self, cards: e.Expression, reader: _Reader) -> bool:
        """Whether the chooser was shown cards that have not moved since."""
        if all(isinstance(name, str) for name in reader.known):
            return False
        return self._telling.was_shown(self._described(cards, reader), reader.subject, reader.known)

    def _described(self, node: Node | None, reader: _Reader) -> Any:
        return self._telling.described(node, reader.subject, reader.own, reader.looked, reader.known)

    def _member(self, node: e.Expression | None, reader: _Reader) -> e.Expression | None:
        """A player, or the owner of a card, as far as it is known who that is; of a set any one of it."""
        found: e.Expression | None = None
        if node is None or kind_of(node).name not in ("player", "card"):
            return None
        if kind_of(node).name == "player":
            while isinstance(node, e.Sieved) and isinstance(node.set, _SIMPLE):
                node = node.set
            told = not kind_of(node).many or isinstance(node, _SIMPLE)
            return self._described(node, reader) if told else None
        while (whole := e.whole_of(node)) is not None:
            node = whole
        match node:
            case e.InZone(whose=whose) if whose is not None and not kind_of(whose).many:
                found = self._described(whose, reader)
            case e.Looked() | e.Outer() | e.Chosen():
                found = self._described(e.OwnerOf(node, span=node.span), reader)
        return None if isinstance(found, e.OwnerOf) else found

    def _inside(self, members: e.Expression | None, reader: _Reader) -> _Reader:
        """A reader of what is about each member of a set."""
        one = self._member(members, reader)
        is_player = members is not None and kind_of(members).name == "player"
        return evolve(reader, own=one if is_player else reader.own, looked=(one, *reader.looked))

    def _knows(self, name: str, reader: _Reader) -> bool:
        """A card that somebody chose; what else is chosen is told to all."""
        return name not in reader.known or self._telling.knows(reader.known[name], reader.subject)

    def _comes(self, place: e.InZone, reader: _Reader) -> bool:
        """Whether unseen cards can have come into a zone, unless it surely is that of another player.

        Of what is said of words, only two words that are written are known not to be the same.
        """
        if not reader.coming:
            return False
        read = self._described(place, reader)
        return any(
            each.zone == read.zone
            and not self._telling.apart(each.whose, read.whose)
            and not (_is_fixed(each.by) and _is_fixed(read.by) and each.by != read.by)
            for each in reader.coming
        )


# sets of players whose members can be told from a player; of a deeper one, nothing is worked out
_SIMPLE = e.AllPlayers | e.OtherPlayers | e.Except | e.Beside | e.Chosen | e.OfValue


def _by_place(found: Problem, source: Node, rules: Rules) -> Problem:
    """What is wrong with choosing from a row, which goes by places where the cards are not seen."""
    if not isinstance(source, e.InZone) or not rules.zone(source.zone).ordered or found.span != source.span:
        return found
    row = source.span.text
    return evolve(
        found, remedy=f"choose a place of it: 'choose n from 1 to cards in {row}', then 'position n in {row}'"
    )


def _is_fixed(word: e.Expression | None) -> bool:
    return isinstance(word, e.WordOf | e.Number)


def _changes(name: str, node: Node) -> Problem:
    what = f"the next line changes '{name}' by what the chooser cannot see"
    return problem("E035", node.span, what, _UNSURE)


def _changes_table(statement: s.Statement) -> bool:
    return any(isinstance(each, s.AnyEffect) and each.acts for each in walk(statement)) or any(
        isinstance(each, s.Perform) for each in walk(statement)
    )


def _source(picks: tuple[s.Pick, ...]) -> e.Expression | None:
    """The set that a choice of one thing looks at in its sieves."""
    return next((pick.source for pick in picks if len(picks) == 1 and isinstance(pick, s.PickOne)), None)
