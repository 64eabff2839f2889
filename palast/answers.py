"""Matching typed answers with the options that are offered."""

import unicodedata
from collections.abc import Sequence

from attrs import field, frozen

from rulespec.plan.nodes.choices import DECLINE
from rulespec.plan.options import DO_IT

_OTHERWISE = {"y": DO_IT, "yes": DO_IT, "n": DECLINE, "no": DECLINE}


@frozen
class Answers:
    """The texts of options with their labels: numbers, but where a text is a number that is its label."""

    texts: Sequence[str]
    labels: Sequence[str] = field(init=False)

    @labels.default
    def _numbered(self) -> Sequence[str]:
        if any(text.isdecimal() for text in self.texts):
            return [text if text.isdecimal() else "-" for text in self.texts]
        return [str(number) for number in range(1, len(self.texts) + 1)]

    def matching(self, answer: str) -> list[int]:
        """The indices of the options that an answer can mean: with this text, else this label, else containing it."""
        said = plain(answer)
        meant = [said, plain(_OTHERWISE.get(said, said))]
        exact = [index for index, text in enumerate(self.texts) if plain(text) in meant]
        if said == "-" or not said:
            return exact
        numbered = [index for index, label in enumerate(self.labels) if label == answer]
        return exact or numbered or [index for index, text in enumerate(self.texts) if said in plain(text)]

    def parts(self, answer: str, known: Sequence[str]) -> list[str]:
        """The parts of an answer with commas, as texts: those offered in the order of the options, then the others."""
        offered, others = [], []
        for part in filter(None, map(str.strip, answer.split(","))):
            found = self.matching(part)
            if len(found) == 1:
                offered.append(found[0])
            else:
                meant = [text for text in dict.fromkeys(known) if plain(text) == plain(part)]
                others.append(meant[0] if meant else part)
        return [self.texts[index] for index in sorted(offered)] + others or [answer]

    def completing(self, begun: str) -> list[str]:
        """The texts that begin like this; if there are none, those that contain it."""
        said = plain(begun)
        starting = [text for text in self.texts if plain(text).startswith(said)]
        return starting or [text for text in self.texts if said in plain(text)]

    @property
    def possible(self) -> str:
        """The range of labels in words."""
        numbers = [label for label in self.labels if label != "-"]
        if len(numbers) == 1:
            return numbers[0]
        return f"{numbers[0]} {'or' if len(numbers) == 2 else 'to'} {numbers[-1]}"


def plain(text: str) -> str:
    """A text without case and accents, which keyboards may lack."""
    return "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))
