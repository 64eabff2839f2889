from collections import Counter
from collections.abc import Iterator

from rulespec.language.errors import Fix, Problem, beyond, problem
from rulespec.language.tree import declarations as d
from rulespec.language.tree import expressions as e
from rulespec.language.tree.limits import CARDS, NUMBERS, PLACES, PLAYERS, TURNS
from rulespec.language.tree.source import Span
from rulespec.rules.checks.demands import demand
from rulespec.rules.copies import counted, list_of, table_of
from rulespec.rules.resolve.ruleset import Rules


@demand(first=True)
def material(rules: Rules) -> Iterator[Problem]:
    """Numbers of players, turns and cards make sense; zones and counters do not contradict themselves."""
    yield from _counts(rules)
    yield from _places(rules)
    made = 0
    for cards in rules.of(d.Cards):
        for deck in cards.decks:
            yield from _deck(rules, deck)
            size = _size(rules, deck) or 0
            if made <= CARDS.most < made + size:
                yield beyond(CARDS, made + size, deck.span)
            made += size
    for zone in rules.of(d.Zone):
        if zone.ordered and zone.shuffled:
            yield problem(
                "E044",
                zone.span,
                f"'{zone.name}' cannot be both 'in a row' and 'shuffled'",
                "remove 'in a row' or 'shuffled'",
            )
        if zone.sight.owner != zone.sight.others and not zone.per_player:
            sight = "'seen by owner'" if zone.sight.owner else "'seen by others'"
            yield problem("E044", zone.span, f"{sight} needs an owner, and '{zone.name}' has none", *_of_player(zone))
        if zone.last_seen and not zone.ordered:
            fix = _behind(zone, ", in a row")
            what = f"'{zone.name}' has no order and therefore no last card"
            yield problem("E044", zone.span, what, "add 'in a row'", fix)
        if zone.last_seen and zone.sight.is_public:
            what = f"all cards of '{zone.name}' are already seen by all"
            yield problem("E044", zone.span, what, "remove 'last seen by all'")
    for counter in rules.of(d.Counter):
        low, high = counter.below, counter.above
        if (low is not None and low > 0) or (high is not None and high < max(low or 0, 0)):
            yield problem("E044", counter.span, f"'{counter.name}' starts at 0, outside its bounds", "include 0")
    for reason in rules.of(d.RoundEnds):
        if reason.moment == "after round":
            fix = Fix(reason.span.word("round"), "game")
            yield problem(
                "E044", reason.span, "a round cannot end after it has already ended", "write 'game ends' instead", fix
            )


def _of_player(zone: d.Zone) -> tuple[str] | tuple[str, Fix]:
    """How a zone gets an owner."""
    if zone.by is None:
        return "write 'of player' after the name", _behind(zone, " of player")
    return (f"write 'of player by {zone.by}' after the name",)


def _behind(zone: d.Zone, text: str) -> Fix:
    """A text behind the name of a zone, and behind the words that say whose it is."""
    end = zone.span.word(zone.by or ("player" if zone.per_player else zone.name)).end
    return Fix(Span(zone.span.source, end, end), text)


def _counts(rules: Rules) -> Iterator[Problem]:
    players = rules.composed.one(d.Players)
    if players is not None and not 1 <= players.least <= players.most:
        what = f"invalid number of players: {players.least} to {players.most}"
        yield problem("E042", players.span, what, f"write the smaller number first, from 1 to {PLAYERS.most}")
    elif players is not None and players.most > PLAYERS.most:
        yield beyond(PLAYERS, players.most, players.span)
    limit = rules.composed.one(d.Limit)
    if limit is not None and limit.turns < 1:
        yield problem("E042", limit.span, "a game needs at least one turn")
    elif limit is not None and limit.turns > TURNS.most:
        yield beyond(TURNS, limit.turns, limit.span)
    seats = rules.composed.one(d.Seats)
    if seats is not None:
        if len(set(seats.words)) < len(seats.words):
            yield problem(
                "E042", seats.span, f"two seats have the same {seats.list}", "use a different word for each seat"
            )
        if players is not None and len(seats.words) < players.most:
            what = f"only {len(seats.words)} of {players.most} seats have a {seats.list}"
            yield problem("E042", seats.span, what, "list a word for each seat")
    numbers = 0
    for list_ in rules.of(d.NumberList):
        fallen = _falling(list_)
        if fallen is not None:
            yield fallen
            continue
        numbers += len(list_.members)
        if numbers > NUMBERS.most:
            yield beyond(NUMBERS, numbers, list_.span)
            break
    for words in rules.of(d.WordList):
        for word in sorted(word for word, times in Counter(words.words).items() if times > 1):
            yield problem("E022", words.span, f"'{word}' appears twice in '{words.name}'", "remove one of them")


def _falling(list_: d.NumberList) -> Problem | None:
    """What is wrong with numbers that do not ascend."""
    before: d.Stretch | None = None
    for each in list_.stretches:
        if each.high < each.low:
            what = f"the range of '{list_.name}' runs backwards: {each.low} to {each.high}"
            return problem("E042", list_.span, what, "write the smaller number first")
        if before is not None and each.low <= before.high:
            what = f"in '{list_.name}', {each.low} comes after {before.high}"
            return problem("E042", each.span, what, "write the numbers in ascending order, each once")
        before = each
    return None


def _places(rules: Rules) -> Iterator[Problem]:
    """A table has room for its zones, counters and notes."""
    players, places = rules.composed.one(d.Players), 0
    for holder in rules.composed.of(d.Zone, d.Counter, d.Note):
        list_ = rules.names.lists.get(holder.by or "")
        words = 1 if list_ is None else len(list_.members)
        places += words * (players.most if players is not None and holder.per_player else 1)
        if places > PLACES.most:
            yield beyond(PLACES, places, holder.span)
            return


def most_cards(rules: Rules) -> int:
    """How many cards there are at most, whoever plays."""
    return sum(_size(rules, deck) or 0 for cards in rules.of(d.Cards) for deck in cards.decks)


def _size(rules: Rules, deck: d.Deck) -> int | None:
    """How many cards a line makes at most, None where that cannot be told."""
    if table_of(deck, rules.names) is not None:
        return sum(_size(rules, each) or 0 for each in counted(deck, rules.names) or ())
    size = _copies(rules, deck.copies)
    for factor in deck.factors:
        list_ = rules.names.lists.get(list_of(factor.words) or "")
        if list_ is None or size is None:
            return None
        if factor.between is not None and isinstance(list_, d.NumberList):
            size *= len(list_.members.between(factor.between.low, factor.between.high))
        elif factor.each:
            size *= len(list_.members)
    return size


def _copies(rules: Rules, copies: int | str) -> int | None:
    """How many copies there are at most, None where that is not known before play."""
    if isinstance(copies, int):
        return copies
    value = rules.blocks.get(d.key(d.Value, copies))
    if not isinstance(value, d.Value | d.Table) or (isinstance(value, d.Table) and value.by != "players"):
        return None
    numbers = [each.value for each in value.expressions if isinstance(each, e.Number)]
    return max(numbers) if len(numbers) == len(value.expressions) else None


def _unknown(rules: Rules, deck: d.Deck) -> bool:
    """Whether the number of copies is a value that is not known before play."""
    if table_of(deck, rules.names) is not None:
        return counted(deck, rules.names) is None
    return d.key(d.Value, str(deck.copies)) in rules.blocks and _copies(rules, deck.copies) is None


def _deck(rules: Rules, deck: d.Deck) -> Iterator[Problem]:
    table, lists = table_of(deck, rules.names), {list_of(factor.words) for factor in deck.factors}
    if deck.copies == 0 or counted(deck, rules.names) == ():
        yield problem("E042", deck.span, "a card with 0 copies", "use a number from 1, or remove the line")
    elif table is not None and table.by not in lists:
        what = f"'{deck.copies}' is a table by '{table.by}', and these cards show no word of it"
        yield problem("E042", deck.span, what, f"add 'each {table.by}', or use a number")
    elif _unknown(rules, deck):
        what = f"the value '{deck.copies}' is not known before the game starts"
        yield problem("E042", deck.span, what, "use a number, or a table with a number in each row")
    shown: list[str] = []
    for factor in deck.factors:
        found = list_of(factor.words)
        if found is None:
            what = "expected a list, a word, 'LIST of players' or 'LIST except WORD'"
            yield problem("E042", factor.span, what)
            return
        if found in shown:
            yield problem(
                "E042",
                factor.span,
                f"a card would show two words of '{found}'",
                "declare a second list for one of them",
            )
        shown.append(found)
