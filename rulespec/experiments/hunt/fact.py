"""Something that the games of a hunt showed."""

from attrs import frozen


@frozen
class Fact:
    """A fact that games showed, in a sentence; `about` is its sort."""

    about: str
    said: str

    def __str__(self) -> str:
        return self.said
