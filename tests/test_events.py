"""Events: each kind is declared, and who hears what of it follows from that; what is not declared is refused."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Annotated, Any, get_args

import pytest
from attrs import fields, frozen

import palast
from rulespec import Over, Ruleset, State, load
from rulespec.engine.events import kinds as k
from rulespec.engine.events import roles as r
from rulespec.engine.events.chance import decided
from rulespec.engine.events.hearing import Hearing
from rulespec.engine.events.log import Log, OtherGameError, RawEvent, events, log_of, same_events
from rulespec.engine.events.motions import is_exchange, motions, shown, shown_to
from rulespec.engine.events.sentences import PHRASES, Teller
from rulespec.engine.extension import EXTENSION
from rulespec.engine.options import HIDDEN
from rulespec.engine.python.machine import Machine
from rulespec.engine.python.program import Program
from rulespec.experiments.leaks.witness import Witness
from rulespec.game.api import SPECTATOR
from rulespec.language.tree.slots import UndeclaredError
from rulespec.rules.material import Material
from rulespec.rules.rulebook import EngineName
from tests.effort import draws_until, short_of, some, tried
from tests.library import FOLDERS, drawn_file

ROOT = Path(__file__).parent.parent
SHIPPED = [
    path
    for folder in ("cards", "examples/games", "tests/rules/good")
    for path in sorted((ROOT / folder).glob("*.rules"))
    if path.read_text(encoding="utf-8").startswith("ruleset")
]
ENGINES: tuple[EngineName, ...] = get_args(EngineName) if EXTENSION is not None else ("python",)
NUMBERS = {
    0: "begin", 1: "round", 2: "turn", 3: "limit", 4: "round ends", 5: "game ends", 6: "choose", 7: "pick",
    8: "commit", 9: "reveal", 10: "lapse", 11: "move", 12: "refill", 13: "draw", 14: "exchange", 15: "show",
    16: "change", 17: "next", 18: "reverse", 19: "last", 20: "leaves", 21: "choose by chance",
    22: "show secretly", 23: "insert",
}  # fmt: skip


# ---- what is declared


def test_kinds_keep_their_numbers_and_names() -> None:
    assert {kind.number: kind.kind for kind in k.KINDS} == NUMBERS
    for kind in k.KINDS:
        assert getattr(k, kind.kind.upper().replace(" ", "_")) == kind.number
        assert list(kind.roles) == [each.name for each in fields(kind)]


def test_every_role_is_played_and_every_kind_of_audience_meant() -> None:
    played = {type(each) for kind in k.KINDS for each in kind.roles.values()}
    assert played == set(get_args(r.Role))
    assert {kind.audience for kind in k.KINDS} == {r.ALL, r.HIMSELF, r.OTHERS}


def test_what_an_event_sets_is_of_the_machine() -> None:
    sets = {each.sets for kind in k.KINDS for each in kind.roles.values() if isinstance(each, r.Public)} - {None}
    assert "next" in sets and sets <= {each.name for each in fields(Machine)}


def declared(*played: Any, chance: str | None = None) -> Callable[[], type[r.Happened]]:
    def declare() -> type[r.Happened]:
        @r.kind(99, "rolled", chance=chance)
        @frozen(slots=False)
        class Rolled(k.ByRule):
            result: Annotated[int, *played]

        return Rolled

    return declare


def unannotated() -> type[r.Happened]:
    @r.kind(99, "rolled")
    @frozen(slots=False)
    class Rolled(k.ByRule):
        result: int

    return Rolled


@pytest.mark.parametrize(
    ("declare", "wrong"),
    [
        (unannotated, "the field 'result' of the event 'rolled' has no role"),
        (declared("a die"), "the field 'result' of the event 'rolled' has no role"),
        (declared(r.Value("variable")), "needs a field 'variable'"),
        (declared(r.Answer("seat")), "needs a field 'seat'"),
        (declared(r.Cards("sources")), "needs a field 'sources'"),
        (declared(r.Public(), chance="origin"), "chance cannot decide the field 'origin'"),
        (declared(r.Public(), chance="result"), "chance cannot decide the field 'result'"),
        (declared(r.Public(), chance="side"), "chance cannot decide the field 'side'"),
    ],
)
def test_a_field_without_a_role_or_what_it_needs_cannot_be_declared(declare: Any, wrong: str) -> None:
    with pytest.raises(UndeclaredError, match=wrong):
        declare()


def test_what_only_some_hear_is_done_by_somebody() -> None:
    for audience in (r.HIMSELF, r.OTHERS):
        with pytest.raises(UndeclaredError, match="has no actor"):

            @r.kind(99, "rolled", audience=audience)
            @frozen(slots=False)
            class Rolled(r.Happened):
                result: Annotated[int, r.Public()]


@pytest.mark.parametrize("raw", [(99, 0, 0), ("move", 0, 0, (1,), (0,), 1), (-1,), (None, 3)])
def test_what_is_not_declared_nobody_hears(raw: RawEvent) -> None:
    state = palast.load("ksr").new_game(4)
    program = state.game.program
    for seat in (None, SPECTATOR, *range(4)):
        hearing = Hearing(program, seat)
        with pytest.raises(UndeclaredError):
            hearing.event(raw)
        with pytest.raises(UndeclaredError):
            hearing.log(log_of([*events(state.raw_log), raw]))
    for asks in (k.read, k.kind_of, motions, shown, Teller(program).event):
        with pytest.raises(UndeclaredError):
            asks(raw)
    with pytest.raises(UndeclaredError):
        Witness(program, 0).account(None, state, [raw])


@pytest.mark.parametrize("audience", [r.HIMSELF, r.OTHERS])
def test_what_chance_decides_all_hear_of(audience: r.Audience) -> None:
    with pytest.raises(UndeclaredError, match="a public audience"):

        @r.kind(99, "falls", audience=audience, chance="card")
        @frozen(slots=False)
        class Falls(k.ByRule):
            card: Annotated[r.Card, r.OneCard("source", "to")]
            source: Annotated[int, r.Place()]
            to: Annotated[int, r.Place()]


def test_what_chance_decides_comes_from_a_statement() -> None:
    with pytest.raises(UndeclaredError, match="needs a statement as origin"):

        @r.kind(99, "falls", chance="card")
        @frozen(slots=False)
        class Falls(r.Happened):
            card: Annotated[r.Card, r.OneCard("source", "to")]
            source: Annotated[int, r.Place()]
            to: Annotated[int, r.Place()]


# ---- kinds that nobody has declared yet


@r.kind(100, "roll", chance="result")
@frozen(slots=False)
class Roll(k.ByRule):
    """A die was rolled."""

    pc: Annotated[int, r.Asked()]
    result: Annotated[int, r.Answer("pc")]


@r.kind(101, "turn over")
@frozen(slots=False)
class TurnOver(k.ByRule):
    """Cards were turned over for some, to lie where they lay."""

    cards: Annotated[r.Row, r.Cards("places", shown_to="players")]
    places: Annotated[tuple[int, ...], r.Place()]
    players: Annotated[tuple[int, ...], r.Public()]


@r.kind(102, "pass on", audience=r.HIMSELF)
@frozen(slots=False)
class PassOn(k.ByRule):
    """A card was passed on that nobody else hears of."""

    card: Annotated[r.Card, r.OneCard("source", "to")]
    source: Annotated[int, r.Place()]
    to: Annotated[int, r.Place()]


@r.kind(103, "deal around")
@frozen(slots=False)
class DealAround(r.Happened):
    """Cards went to a place in nobody's name."""

    cards: Annotated[r.Row, r.Cards("sources", to="to")]
    sources: Annotated[tuple[int, ...], r.Place()]
    to: Annotated[int, r.Place()]


def test_a_new_kind_is_heard_by_its_declaration_alone() -> None:
    game = palast.load("ksr").game(3)
    hands = [game.place("hand", seat) for seat in range(3)]
    pile, discards = game.place("closed", None), game.place("display", 2)
    hearing = [Hearing(game.program, seat) for seat in range(3)]

    def heard(kind: type[r.Happened], *told: Any) -> list[RawEvent | None]:
        event = (kind.number, *told)
        return [event if (hear := each.filter_of(kind)) is None else hear(event) for each in hearing]

    open_ = next(pc for pc, ask in game.asks.items() if ask.site.public == (True,))
    roll = (Roll.number, 0, 1, open_, 6)
    assert heard(Roll, 0, 1, open_, 6) == [roll] * 3
    assert heard(TurnOver, 0, 0, (5, 3), (pile, hands[2]), (1,)) == [
        (101, 0, 0, (HIDDEN, HIDDEN), tuple(sorted((pile, hands[2]))), (1,)),
        (101, 0, 0, (5, 3), (pile, hands[2]), (1,)),
        (101, 0, 0, (3, HIDDEN), (hands[2], pile), (1,)),
    ]
    assert heard(PassOn, 0, 1, 7, hands[0], hands[2]) == [None, (102, 0, 1, HIDDEN, hands[0], hands[2]), None]
    assert heard(PassOn, 0, 1, 7, hands[0], discards)[1] == (102, 0, 1, 7, hands[0], discards)
    assert heard(DealAround, (1, 2), (pile, pile), hands[1]) == [
        (103, (HIDDEN, HIDDEN), (pile, pile), hands[1]),
        (103, (1, 2), (pile, pile), hands[1]),
        (103, (HIDDEN, HIDDEN), (pile, pile), hands[1]),
    ]
    whole = (PassOn.number, 0, 1, 7, pile, hands[2])
    hears_all = Hearing(game.program, None).filter_of(PassOn)
    assert hears_all is not None and hears_all(whole) == whole


# ---- what happens in games, and what is heard of it


@frozen
class Game:
    """Some of a game: a state on the way, and what has led to it."""

    state: State

    @property
    def program(self) -> Program:
        return self.state.game.program

    @property
    def material(self) -> Material:
        return self.program.material

    @property
    def log(self) -> list[RawEvent]:
        return events(self.state.raw_log)


@cache
def games() -> list[Game]:
    """Games of the rule files that are shipped, and of drawn ones until all kinds of events have happened."""
    found: list[Game] = []
    happened: Counter[str] = Counter()

    def play(rules: Ruleset, answers: int) -> None:
        for game in map(Game, played(rules, answers)):
            found.append(game)
            happened.update(k.kind_of(event).kind for event in game.log)

    rare = ROOT / "tests" / "rules" / "gipfel.rules"  # what is rare in drawn files happens in it
    for path in (*some(SHIPPED, 12), rare):
        play(palast.load(path), tried(150, 40))
    least = dict.fromkeys(NUMBERS.values(), 4)
    for number in draws_until(8, 400, lambda: short_of(happened, least)):
        play(drawn_file(number).rules, 60)
    return found


def played(rules: Ruleset, answers: int) -> Iterator[State]:
    for players in {rules.players[0], rules.players[-1]}:
        random = Random(players)
        state = rules.begin(players, random.randrange(players), random.random)
        for _ in range(answers):
            if isinstance(state.pending, Over):
                break
            state = state.advance(random.choice(state.pending.options), random.random)
        yield state


def test_all_kinds_happen_in_the_games_that_are_looked_at() -> None:
    counted = Counter(k.kind_of(event).kind for game in games() for event in game.log)
    assert set(counted) == set(NUMBERS.values())
    assert sum(counted.values()) > tried(5_000, 2_000) and min(counted.values()) >= 2


def test_an_event_is_a_tuple_of_numbers_with_just_the_fields_of_its_kind() -> None:
    for game in games():
        for event in game.log:
            told = k.read(event)
            assert type(event) is tuple and list(map(type, event[1:])) == [type(getattr(told, n)) for n in told.roles]
            assert all(each is None or type(each) is int or each is True for each in flat(event))
            assert told.statement is None or 0 <= told.statement < len(game.program.plan.origins)
            assert told.player is None or 0 <= told.player < game.material.players


def test_an_event_is_told_alike_whatever_was_told_before() -> None:
    tellers: dict[int, Teller] = {}
    told = 0
    for game in games():
        teller = tellers.setdefault(id(game.program), Teller(game.program))
        for event in game.log:
            if k.kind_of(event) is not k.Begin:
                afresh = Teller(game.program).event(event)
                told += 1
                for _ in range(2):
                    [again] = teller.tell([event])
                    assert (again, str(again), repr(again)) == (afresh, str(afresh), repr(afresh))
    assert told > tried(5_000, 2_000) > len(tellers)


def flat(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for each in value:
            yield from flat(each)
    else:
        yield value


def test_cards_lie_where_the_motions_of_all_events_have_brought_them() -> None:
    moved = 0
    for game in games():
        lying = list(game.material.start)
        for event in game.log:
            for card, source, to in motions(event):
                assert lying[card] == source
                lying[card] = to
                moved += 1
            for card, place, still in shown(event):
                assert lying[card] == place == still
        zones = game.state.position.zones
        assert lying == [next(at for at, held in enumerate(zones) if card in held) for card in range(len(lying))]
    assert moved > tried(2_000, 800)


def test_who_shows_or_exchanges_is_told_by_the_kind() -> None:
    told = [event for game in games() for event in game.log]
    assert {k.kind_of(event) for event in told if is_exchange(event)} == {k.Exchange}
    shows = [event for event in told if shown_to(event, ())]
    assert {k.kind_of(event) for event in shows} == {k.Show, k.ShowSecretly}


def test_chance_decides_what_is_drawn_unless_from_a_row() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for game in games():
        for told in map(k.read, game.log):
            answer = decided(told, game.material)
            if isinstance(told, k.Draw):
                from_row = game.material.places[told.source].zone.ordered
                assert answer == (None if from_row else told.card)
                seen["drawn", from_row] += 1
            elif told.chance is None:
                assert answer is None
                seen["else", False] += 1
    assert len(seen) == 3 and min(seen.values()) > 10
    assert decided(Roll(0, 1, 2, 6), games()[0].material) == 6


def may_see(material: Material, place: int, seat: int) -> bool:
    """By the declaration of a zone."""
    lying = material.places[place]
    match lying.zone.seen_by:
        case "owner":
            return lying.owner == seat
        case "others":
            return lying.owner != seat
        case seer:
            return seer == "all"


def is_last(material: Material, told: k.Event) -> bool:
    """Whether it is the last card of a row where all see that one."""
    return isinstance(told, k.Draw) and material.places[told.source].zone.last_seen


def cards_of(told: k.Event) -> list[tuple[str, list[int], list[int], list[int]]]:
    """By its field, the cards that an event speaks of, where each of them lay and where it lies then."""
    match told:
        case k.Move() | k.Insert() | k.Refill():
            return [("cards", list(told.cards), list(told.sources), [told.to] * len(told.cards))]
        case k.Draw():
            return [("card", [told.card], [told.source], [told.to])]
        case k.Show() | k.ShowSecretly():
            return [("cards", list(told.cards), list(told.sources), list(told.sources))]
        case k.Exchange(mine=mine, theirs=theirs, here=here, there=there):
            same = len(mine) == len(theirs)
            over, back = (there, here) if same else (there[:1] * len(mine), here[:1] * len(theirs))
            return [("mine", list(mine), list(here), list(over)), ("theirs", list(theirs), list(there), list(back))]
        case _:
            assert not any(isinstance(role, r.Cards | r.OneCard) for role in told.roles.values())
            return []


def test_a_card_is_heard_by_whoever_saw_it_go_or_sees_it_come_and_by_nobody_else() -> None:
    seen: Counter[bool] = Counter()
    for game in games():
        for seat in range(game.material.players):
            hearing = Hearing(game.program, seat)
            for event in game.log:
                told = k.read(event)
                for field, cards, sources, targets in cards_of(told):
                    heard = hearing.event(event)
                    if isinstance(told, k.ShowSecretly) and seat not in told.players:
                        assert heard is None
                        continue
                    assert heard is not None
                    row = getattr(k.read(heard), field)
                    named = list(row) if isinstance(row, tuple) else [row]
                    ways = zip(cards, sources, targets, strict=True)
                    is_shown = (isinstance(told, k.Show | k.ShowSecretly) and seat in told.players) or is_last(
                        game.material, told
                    )
                    visible = {
                        card
                        for card, *places in ways
                        if is_shown or any(may_see(game.material, place, seat) for place in places)
                    }
                    assert {card for card in named if card != HIDDEN} == visible
                    assert named.count(HIDDEN) == len(cards) - len(visible)
                    seen.update(card in visible for card in cards)
    assert min(seen[True], seen[False]) > 2_000


def test_of_unseen_cards_no_more_is_heard_than_how_many_went_which_way() -> None:
    """The same cards in another order, or other ones, are heard alike."""
    random, many, hidden = Random(1), 0, 0
    for game in games():
        for seat in range(game.material.players):
            hearing = Hearing(game.program, seat)
            for event in game.log:
                told = k.read(event)
                match told:
                    case k.Move(origin, who, cards, sources, to):
                        ways = list(zip(cards, sources, strict=True))
                    case _:
                        continue
                unseen = [at for at, way in enumerate(ways) if not is_seen(game, seat, way[1], to)]
                mixed = random.sample(unseen, len(unseen))
                other = [ways[mixed[unseen.index(at)]] if at in unseen else way for at, way in enumerate(ways)]
                beside = (k.MOVE, origin, who, tuple(card for card, _ in other), tuple(way for _, way in other), to)
                assert hearing.event(event) == hearing.event(beside)
                many += mixed != unseen
                hidden += bool(unseen)
    assert many > 20 and hidden > 200


def is_seen(game: Game, seat: int, *places: int) -> bool:
    return any(may_see(game.material, place, seat) for place in places)


def as_stated(program: Program, event: RawEvent) -> RawEvent:
    """An event with the first of the statements that read like its own."""
    kind = type(k.read(event))
    if kind.origin_field is None:
        return event
    at = kind.at(kind.origin_field)
    return (*event[:at], program.heard_origins[event[at]], *event[at + 1 :])


def test_who_hears_of_an_answer_and_how_much() -> None:
    """His own answers everybody hears in full; a card that somebody else chose only where he saw it lie."""
    said: Counter[str] = Counter()
    for game in games():
        for seat in range(game.material.players):
            hearing, lying = Hearing(game.program, seat), list(game.material.start)
            for event in game.log:
                told, heard = k.read(event), hearing.event(event)
                alike = as_stated(game.program, event)
                own = told.player == seat
                match told:
                    case k.Choose(pc=pc, answer=answer) | k.Reveal(pc=pc, answer=answer):
                        assert heard is not None
                        mine = k.read(heard)
                        assert isinstance(mine, k.Choose | k.Reveal)
                        if own:
                            assert mine == k.read(alike)
                            said["own"] += 1
                        else:
                            kinds = [each.name for each in game.program.asks[pc].site.kinds]
                            saw = {card for card, at in enumerate(lying) if may_see(game.material, at, seat)}
                            said.update(others_answer(kinds, answer, mine.answer, told, saw))
                    case k.Pick():
                        assert heard == (alike if own else None)
                        said["unseen"] += not own
                    case k.Commit():
                        assert heard == (None if own else alike)
                        said["committed"] += not own
                    case k.Lapse(heard_by=heard_by):
                        assert (heard is not None) == (heard_by == r.ALL or (heard_by == r.HIMSELF) == own)
                        said["lapse"] += 1
                    case k.Begin() if told.zones is not None:
                        pass
                    case k.Begin() | k.Round() | k.Turn() | k.Limit() | k.Change() | k.Next():
                        assert heard == alike
                    case k.RoundEnds() | k.GameEnds():
                        assert heard == alike
                for card, _, to in motions(event):
                    lying[card] = to
    assert {"own", "unseen", "committed", "lapse", "card", "hidden card", "player"} <= set(said)
    assert min(said.values()) > 10, said


def others_answer(kinds: Sequence[str], answer: Any, heard: Any, told: k.Event, saw: set[int]) -> Iterator[str]:
    """What is heard of somebody else's answer: what kind it is of."""
    if answer is None or answer is True or answer == ():
        assert heard == answer
        return
    pairs = zip(kinds, answer, heard, strict=True) if len(kinds) > 1 else [(kinds[0], answer, heard)]
    for kind, value, shown_ in pairs:
        if kind != "card":
            assert shown_ in (value, HIDDEN)
            yield kind if shown_ == value else "hidden"
            continue
        for card, named in zip(
            *(each if isinstance(each, tuple) else (each,) for each in (value, shown_)), strict=True
        ):
            assert named in (card, HIDDEN)
            if named == HIDDEN:
                yield "hidden card"
            else:
                yield "card"
                if isinstance(told, k.Choose):
                    assert card in saw


def test_a_position_that_is_laid_is_heard_as_each_sees_it() -> None:
    looked = 0
    for path in some(SHIPPED, 5, start=1):
        rules = palast.load(path)
        state = rules.at(rules.players[-1])
        begin, material = events(state.raw_log)[0], state.game.material
        for seat in range(state.players):
            heard, true = k.began(Hearing(state.game.program, seat).log((begin, None))[0]), k.began(begin)
            assert heard.zones is not None and true.zones is not None
            assert (heard.first, heard.variables) == (true.first, true.variables)
            for place, (cards, lying) in enumerate(zip(heard.zones, true.zones, strict=True)):
                seen = may_see(material, place, seat)
                assert cards == (lying if seen else (HIDDEN,) * len(lying))
                looked += bool(lying) and not seen
    assert looked > 10


# ---- logs


def test_a_log_grows_at_its_head_and_is_told_from_its_beginning() -> None:
    for game in games()[:10]:
        log = game.log
        assert events(log_of(log)) == log and events(None) == []
        assert same_events(log_of(log), game.state.raw_log)
        assert not same_events(log_of(log[:-1]), game.state.raw_log)
        earlier: Log = game.state.raw_log
        for many in range(3):
            assert events(game.state.raw_log, earlier) == log[len(log) - many :]
            assert earlier is not None
            earlier = earlier[1]
        with pytest.raises(OtherGameError):
            events(game.state.raw_log, log_of(log))


def _depth(log: Log) -> int:
    """How deep CPython recurses as it frees a log that nothing else holds: it releases a tuple's last item first."""
    counts = Counter[int]()
    found: list[Any] = [log]
    while found:
        each = found.pop()
        counts[id(each)] += 1
        if isinstance(each, tuple) and counts[id(each)] == 1:
            found.extend(each)
    deepest, releasing = 0, [(log, 1)]
    while releasing:
        each, depth = releasing.pop()
        counts[id(each)] -= 1
        if isinstance(each, tuple) and not counts[id(each)]:
            deepest = max(deepest, depth)
            releasing.extend((item, depth + 1) for item in each)
    return deepest


def test_a_log_of_any_length_is_freed_in_stretches() -> None:
    plain: Log = None
    for number in range(3000):
        plain = (number,), plain
    assert _depth(plain) > 3000
    assert _depth(log_of(events(plain))) < 600
    long = log_of((number,) for number in range(200_000))
    assert [event[0] for event in events(long)] == [*range(200_000)]
    assert _depth(long) < 600
    depths = []
    for name in ("hearts", "skat", "ksr"):
        rules = load(name, library=FOLDERS, engine="python")
        game = rules.new_game(rules.players[-1])
        end = game.playout([*range(game.players)], 0)
        told = events(end.raw_log)
        assert same_events(end.raw_log, log_of(told)) and same_events(log_of(told), end.raw_log)
        assert not same_events(end.raw_log, log_of(told[:-1]))
        depths.append((_depth(end.raw_log), len(told)))
    assert all(depth < 1000 for depth, _ in depths) and depths[0][1] > 2000, depths


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_goes_on_from_a_log_with_seals(engine: EngineName) -> None:
    there, random = load("hearts", library=FOLDERS, engine="python").new_game(4).snapshot, Random(0)
    while len(events(there.log)) < 1000:
        there = there.next(random.choice(there.raws), random.random)
    game = load("hearts", library=FOLDERS, engine=engine).game(4)
    here = game.engine.stand(there.position, there.where, there.log, there.turns, there.dirty)
    for _ in range(100):
        assert same_events(here.log, there.log)
        raw = random.choice(there.raws)
        here, there = here.next(raw), there.next(raw)


def test_each_kind_of_event_has_a_sentence_that_speaks_of_its_fields() -> None:
    kinds = {kind.kind: kind for kind in k.KINDS if kind is not k.Begin}
    assert kinds.keys() <= PHRASES.keys()
    for key, phrase in PHRASES.items():
        kind = kinds[key.partition(".")[0]]
        fields = kind.roles.keys() | ({"doing", "reason"} if kind.origin_field else set())
        assert set(re.findall(r"\{(\w+)\}", phrase)) <= fields, key
