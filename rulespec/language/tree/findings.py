"""What was found out about something that stays as it is, kept with it: see `docs/architecture.md`.

Of a text that is edited most blocks are read, and most files lie beneath it, as they were before. What such a block
tells by itself is in its circumstances nothing; else they are all that was looked at besides, and compared as a whole.
What has places in a file in it is found out about the very block that stands there, and where anything was wrong,
nothing is kept: a mistake is told anew each time, so that it stands where the files have it now.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Protocol, TypeVar

from attrs import define, field, frozen

IN_TURN = 4  # circumstances that can take turns, as with a base that is read alone and beneath a layer

T = TypeVar("T")


@define(eq=False)
class Findings:
    """What was found out, by what was asked: in the last few circumstances, with which it is forgotten."""

    _kept: dict[Hashable, tuple[tuple[Any, Any], ...]] = field(factory=dict)

    def get(self, what: Hashable, circumstances: Any = None) -> Any:
        """What was found out in such circumstances; None where nothing is known."""
        for known, found in self._kept.get(what, ()):
            if known == circumstances:
                return found
        return None

    def keep(self, what: Hashable, circumstances: Any, found: Any) -> None:
        others = [each for each in self._kept.get(what, ()) if each[0] != circumstances]
        self._kept[what] = ((circumstances, found), *others[: IN_TURN - 1])


class Lasting(Protocol):
    """What things are found out about."""

    @property
    def findings(self) -> Findings: ...


Thing = TypeVar("Thing", bound=Lasting)


def kept(function: Callable[[Thing], T]) -> Callable[[Thing], T]:
    """A function of nothing but such a thing, which is asked once."""

    @wraps(function)
    def once(thing: Thing) -> T:
        found: tuple[T] | None = thing.findings.get(function)
        if found is None:
            found = (function(thing),)
            thing.findings.keep(function, None, found)
        return found[0]

    return once


@frozen(eq=False)
class Circumstances:
    """All that something goes by; things are found out about it as well. Equal ones are one object: see `Alike`."""

    told: Any
    findings: Findings = field(init=False, repr=False, factory=Findings)


@define(eq=False)
class Alike:
    """The last few circumstances of one sort.

    For speed: they are compared once for each ruleset, and from then on are the same object or not.
    """

    _known: tuple[Circumstances, ...] = ()

    def of(self, told: Any) -> Circumstances:
        found = next((each for each in self._known if each.told == told), None) or Circumstances(told)
        self._known = (found, *(each for each in self._known if each is not found))[:IN_TURN]
        return found

    def forget(self) -> None:
        self._known = ()
