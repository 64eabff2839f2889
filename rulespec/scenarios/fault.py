"""What is wrong with a scenario as it is tried."""

from rulespec.api import State
from rulespec.tree.node import Node


class FaultError(Exception):
    """A line of a scenario that cannot be carried out, or does not hold; `state` is where the game stood by then."""

    def __init__(self, node: Node, message: str, remedy: str = "", state: State | None = None) -> None:
        super().__init__(message)
        self.node = node
        self.message = message
        self.remedy = remedy
        self.state = state
