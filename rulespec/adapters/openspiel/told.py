"""Information states as text: all that a player has heard, sentence by sentence, and what he is asked now."""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from attrs import frozen

from rulespec.adapters.encoding.actions import Encoding
from rulespec.adapters.openspiel.nodes import Node
from rulespec.engine.events.log import RawEvent, events
from rulespec.engine.events.sentences import Teller
from rulespec.game.api import View

MANY = 2**16  # events in the cache of sentences
TEXTS = 2**10  # in the cache of texts, of some thousand letters each: a search meets the same ones again and again


@frozen(eq=False)
class Telling:
    """What a player has heard, as text and as a hash; immutable, extended by new ones."""

    events: int  # of the game up to here, whether he heard them or not
    text: str
    hashed: Any


class Told:
    """The texts of a game; each extends that of an earlier node, if there is one."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._teller = Teller(encoding.game.program)
        self._texts: dict[Any, str] = {}
        self._told = lru_cache(MANY)(self._line)  # a long game repeats itself

    def text(self, node: Node, player: int) -> str:
        """The information state of a player: equal if and only if he cannot tell two nodes apart."""
        text: str = node.found("text", player, lambda: self._remembered(node, player))
        return text

    def _remembered(self, node: Node, player: int) -> str:
        """The text, memoised by the summary of what was heard, where the engine has one."""
        summary = node.table.known(player).heard.summary
        if summary is None:
            return self._text(node, player)
        key = player, summary.key, node.view(player).now, node.so_far if node.player == player else ()
        text = self._texts.get(key)
        if text is None:
            if len(self._texts) > TEXTS:
                self._texts.clear()
            text = self._texts[key] = self._text(node, player)
        return text

    def _text(self, node: Node, player: int) -> str:
        view, telling = node.view(player), self.telling(node, player)
        so_far = node.so_far if node.player == player else ()
        hashed = telling.hashed.copy()
        hashed.update(repr(view.now).encode())
        key = f"key: {hashed.hexdigest()}"  # as sentences can leave out details
        return "\n".join([telling.text, *asked(view), *answered(so_far, self._encoding), key])

    def telling(self, node: Node, player: int) -> Telling:
        """What a player has heard at a node."""
        log = events(node.table.raw_log)
        earlier: Telling = node.telling.get(player) or self._nothing(player)
        if len(log) > earlier.events:
            earlier = self._further(earlier, player, log)
            node.telling = {**node.telling, player: earlier}  # later nodes extend it
        return earlier

    def begun(self, player: int, log: list[RawEvent]) -> Telling:
        """What a player has heard of a log."""
        return self._further(self._nothing(player), player, log)

    def _nothing(self, player: int) -> Telling:
        return Telling(1, f"{self._encoding.game.seat_name(player)} heard", blake2b(digest_size=8))

    def _further(self, earlier: Telling, player: int, log: list[RawEvent]) -> Telling:
        heard = self._encoding.game.hearing(player).events(log[earlier.events :])
        told = [self._told(event) for event in heard]
        hashed = earlier.hashed.copy()
        hashed.update(b"".join([in_full for _, in_full in told]))
        return Telling(len(log), earlier.text + "".join([line for line, _ in told]), hashed)

    def _line(self, event: RawEvent) -> tuple[str, bytes]:
        """An event as a line of text, and as bytes to be hashed."""
        return f"\n{self._teller.event(event).sentence}", repr(event).encode()


def asked(view: View) -> Iterator[str]:
    """The pending decision or draw, or the result, as a player knows it."""
    if view.asked is not None:
        yield f"asked: {view.decision.prompt if view.decision else view.game.seat_name(view.asked)}"
    if view.result is not None:
        yield f"over: {', '.join(map(str, view.result.returns))}"


def answered(so_far: tuple[int, ...], encoding: Encoding) -> Iterator[str]:
    """The answered part of a compound option, if there is one."""
    if so_far:
        yield f"answered: {', '.join(encoding.actions[action] for action in so_far)}"
