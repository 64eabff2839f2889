"""What the counters stand at while a log is told: the log tells changes only."""

from attrs import define, field

from rulespec import Ruleset
from rulespec.engine.events import Event
from rulespec.tree import declarations as d


@define
class Standings:
    """The counters and notes of a game, as the events told so far have left them."""

    rules: Ruleset
    players: int
    _values: dict[str, str] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._reset(None, "round", "turn")

    def take(self, event: Event) -> bool:
        """Takes an event in; false where it sets something to what it was already."""
        if event.kind in ("round", "turn"):
            self._reset(event.kind)
        if event.kind != "change":
            return True
        what, _, value = event.sentence.rpartition(" is ")
        before, self._values[what] = self._values.get(what), value
        return before != value

    def lines(self) -> list[tuple[str, str]]:
        """Each counter that every player has, with what it stands at for each of them."""
        counters = [each for each in self.rules.composed.of(d.Counter) if each.per_player]
        seats = [self.rules.seat_name(self.players, seat) for seat in range(self.players)]
        return [
            (each.name, ", ".join(f"{seat} {self._values[f'{seat}: {each.name}']}" for seat in seats))
            for each in counters
        ]

    def _reset(self, *when: str | None) -> None:
        for holder in self.rules.composed.of(d.Counter, d.Note):
            if holder.reset in when:
                seats = range(self.players) if holder.per_player else (None,)
                for seat in seats:
                    whose = "" if seat is None else f"{self.rules.seat_name(self.players, seat)}: "
                    self._values[whose + holder.name] = "0" if isinstance(holder, d.Counter) else "none"
