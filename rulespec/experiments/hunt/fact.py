"""Something that the games of a hunt showed."""

from attrs import frozen


@frozen
class Fact:
    """What games showed, in a sentence; `about` says what sort of fact it is."""

    about: str
    said: str

    def __str__(self) -> str:
        return self.said
