"""What the counters stand at while a log is told: the log tells changes only."""

from attrs import define, field

from rulespec import Ruleset
from rulespec.engine.events import Changed, Event, Where
from rulespec.tree import declarations as d


@define
class Standings:
    """The counters of a game, as the events told so far have left them."""

    rules: Ruleset
    players: int
    _values: dict[Where, int | str | None] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._reset(None, "round", "turn")

    def take(self, event: Event) -> None:
        """Takes an event in."""
        if isinstance(event, Changed):
            self._values[event.what] = event.new
        self._reset(event.kind)

    def lines(self) -> list[tuple[str, str]]:
        """Each counter that every player has, with what it stands at for each of them."""
        counters = [each for each in self.rules.composed.of(d.Counter) if each.per_player]
        seats = [(seat, self.rules.seat_name(self.players, seat)) for seat in range(self.players)]
        return [
            (each.name, ", ".join(f"{name} {self._values[each.name, seat]}" for seat, name in seats))
            for each in counters
        ]

    def _reset(self, *when: str | None) -> None:
        """Sets the counters to 0 that begin anew at a kind of event."""
        for counter in self.rules.composed.of(d.Counter):
            if counter.reset in when:
                self._values |= dict.fromkeys(((counter.name, seat) for seat in (None, *range(self.players))), 0)
