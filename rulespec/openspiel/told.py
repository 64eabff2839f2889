"""Information states as texts: all that a player ever heard, sentence by sentence, and what he is asked now."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from attrs import frozen

from rulespec.api import View
from rulespec.encoding.actions import Encoding
from rulespec.events.log import RawEvent, events
from rulespec.events.sentences import Teller
from rulespec.openspiel.nodes import Node

MANY = 2**16  # events whose sentences are remembered
TEXTS = 2**10  # that are remembered, of some thousand letters each: a search comes to the same ones again and again


@frozen(eq=False)
class Telling:
    """What a player has heard as a text, and hashed in full; it never changes, but is extended."""

    events: int  # of the game that he has heard, or not, the beginning included
    text: str
    hashed: Any


class Told:
    """What players are told at the nodes of a game; a text goes on from that of an earlier node, if there is one."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._teller = Teller(encoding.game.program)
        self._texts: dict[Any, str] = {}
        self._known: dict[RawEvent, tuple[str, bytes]] = {}  # a long game says much that it said before

    def text(self, node: Node, player: int) -> str:
        """The information state of a player: equal for two nodes exactly if he cannot tell them apart."""
        text: str = node.found("text", player, lambda: self._remembered(node, player))
        return text

    def _remembered(self, node: Node, player: int) -> str:
        """The text, which is not written again where an engine tells in short that the same was heard before."""
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
        key = f"key: {hashed.hexdigest()}"  # a sentence can leave out a detail
        return "\n".join([telling.text, *asked(view), *answered(so_far, self._encoding), key])

    def telling(self, node: Node, player: int) -> Telling:
        """What a player has heard at a node."""
        log = events(node.table.raw_log)
        earlier: Telling = node.telling.get(player) or self._nothing(player)
        if len(log) > earlier.events:
            earlier = self._further(earlier, player, log)
            node.telling = {**node.telling, player: earlier}  # the nodes after this one go on from it
        return earlier

    def begun(self, player: int, log: list[RawEvent]) -> Telling:
        """What a player has heard when a game has come so far."""
        return self._further(self._nothing(player), player, log)

    def _nothing(self, player: int) -> Telling:
        return Telling(1, f"{self._encoding.game.seat_name(player)} heard", blake2b(digest_size=8))

    def _further(self, earlier: Telling, player: int, log: list[RawEvent]) -> Telling:
        heard = self._encoding.game.hearing(player).events(log[earlier.events :])
        told = [self._told(event) for event in heard]
        hashed = earlier.hashed.copy()
        hashed.update(b"".join([in_full for _, in_full in told]))
        return Telling(len(log), earlier.text + "".join([line for line, _ in told]), hashed)

    def _told(self, event: RawEvent) -> tuple[str, bytes]:
        """An event as a line, and in full."""
        known = self._known.get(event)
        if known is None:
            if len(self._known) > MANY:
                self._known.clear()
            known = self._known[event] = f"\n{self._teller.event(event).sentence}", repr(event).encode()
        return known


def asked(view: View) -> Iterator[str]:
    """What the game waits for, as a player knows it."""
    if view.asked is not None:
        yield f"asked: {view.decision.prompt if view.decision else view.game.seat_name(view.asked)}"
    if view.result is not None:
        yield f"over: {', '.join(map(str, view.result.returns))}"


def answered(so_far: tuple[int, ...], encoding: Encoding) -> Iterator[str]:
    if so_far:
        yield f"answered: {', '.join(encoding.actions[action] for action in so_far)}"
