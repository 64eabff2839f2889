from collections.abc import Iterator

from rulespec.errors import Problem, problem
from rulespec.resolve.ruleset import Rules
from rulespec.tree import declarations as d
from rulespec.tree import expressions as e
from rulespec.tree import meanings as m

MOST_PLAYERS = 100
MOST_CARDS = 10_000


def material(rules: Rules) -> Iterator[Problem]:
    """Numbers of players, turns and cards make sense; zones and counters do not contradict themselves."""
    yield from _counts(rules)
    for cards in rules.of(d.Cards):
        assert isinstance(cards, d.Cards)
        for deck in cards.decks:
            yield from _deck(rules, deck)
    for zone in rules.of(d.Zone):
        assert isinstance(zone, d.Zone)
        if zone.ordered and zone.shuffled:
            yield problem("E044", zone.span, f"'{zone.name}' is a row and shuffled", "a shuffled zone has no order")
        if zone.seen_by == "owner" and not zone.per_player:
            yield problem("E044", zone.span, f"'{zone.name}' has no owner who could see it", "write: of player")
    for counter in rules.of(d.Counter):
        assert isinstance(counter, d.Counter)
        low, high = counter.below, counter.above
        if (low is not None and low > 0) or (high is not None and high < max(low or 0, 0)):
            yield problem("E044", counter.span, f"'{counter.name}' begins at 0, outside its bounds")
    for reason in rules.of(d.RoundEnds):
        assert isinstance(reason, d.RoundEnds)
        if reason.moment == "after round":
            yield problem("E044", reason.span, "a round cannot end after it has ended", "write: game ends")


def _counts(rules: Rules) -> Iterator[Problem]:
    players = rules.composed.one(d.Players)
    if players is not None and not 1 <= players.least <= players.most <= MOST_PLAYERS:
        what = f"{players.least} to {players.most} players is no number of players"
        yield problem("E042", players.span, what, f"from 1 up to {MOST_PLAYERS}, the smaller number first")
    limit = rules.composed.one(d.Limit)
    if limit is not None and limit.turns < 1:
        yield problem("E042", limit.span, "a game has at least one turn")
    seats = rules.composed.one(d.Seats)
    if seats is not None:
        if len(set(seats.words)) < len(seats.words):
            yield problem("E042", seats.span, f"two seats carry the same {seats.list}", "give each seat its own")
        if players is not None and len(seats.words) < players.most:
            what = f"{len(seats.words)} seats carry a {seats.list}, but {players.most} can play"
            yield problem("E042", seats.span, what, "name a word for each seat")
    for list_ in rules.of(d.NumberList):
        assert isinstance(list_, d.NumberList)
        if not list_.low <= list_.high < list_.low + MOST_CARDS:
            what = f"'{list_.name}' goes from {list_.low} to {list_.high}"
            yield problem("E042", list_.span, what, "write the smaller number first, and not too many")
    for words in rules.of(d.WordList):
        assert isinstance(words, d.WordList)
        double = {word for word in words.words if words.words.count(word) > 1} if len(words.words) < MOST_CARDS else ()
        for word in sorted(double):
            yield problem("E022", words.span, f"'{word}' stands twice in '{words.name}'", "keep one of them")


def _deck(rules: Rules, deck: d.Deck) -> Iterator[Problem]:
    if isinstance(deck.copies, int):
        if not 1 <= deck.copies <= MOST_CARDS:
            yield problem("E042", deck.span, f"{deck.copies} copies of a card", f"from 1 up to {MOST_CARDS}")
    else:
        value = rules.blocks.get(f"value {deck.copies}")
        if value is None:
            return
        rows = [value.expression] if isinstance(value, d.Value) else []
        if isinstance(value, d.Table):
            rows = [row.value for row in value.rows] + ([value.otherwise] if value.otherwise else [])
        by_word = isinstance(value, d.Table) and value.by != "players"
        if by_word or not all(isinstance(row, e.Number) for row in rows):
            what = f"'{deck.copies}' is not known before play"
            yield problem("E042", deck.span, what, "use a number, or a value by players with a number in each row")
    size = 1
    shown: list[str] = []
    for factor in deck.factors:
        found = _lists(factor.words)
        if found is None:
            what = "the words of a card are a list, a word, those 'of players', or one of these 'except' others"
            yield problem("E042", factor.span, what)
            return
        if found in shown:
            yield problem("E042", factor.span, f"a card would show two words of '{found}'", "declare a second list")
        shown.append(found)
        list_ = rules.names.lists[found]
        size *= len(list_.words) if isinstance(list_, d.WordList) else list_.high - list_.low + 1
    if size > MOST_CARDS:
        yield problem("E042", deck.span, f"that would be about {size} cards", f"at the most {MOST_CARDS}")


def _lists(words: e.Expression) -> str | None:
    """The list that a factor's words come from, None where it is of another form."""
    match words:
        case m.WordOf():
            return str(words.kind.list)
        case m.Listed(list_):
            return list_
        case m.Shown(list_, e.AllPlayers()):
            return list_
        case e.Except(one, other):
            found = _lists(one)
            return found if _lists(other) == found else None
        case _:
            return None
