"""The failure of a scenario."""

from rulespec.game.api import State
from rulespec.language.tree.node import Node


class FaultError(Exception):
    """A line of a scenario that cannot be played, or does not hold; `state` is the state of the game by then."""

    def __init__(self, node: Node, message: str, remedy: str = "", state: State | None = None) -> None:
        super().__init__(message)
        self.node = node
        self.message = message
        self.remedy = remedy
        self.state = state
