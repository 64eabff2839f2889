"""What a typed answer can mean among the options that are offered."""

import unicodedata
from collections.abc import Sequence

from attrs import field, frozen

from rulespec.plan.nodes.choices import DECLINE
from rulespec.plan.options import DO_IT

_OTHERWISE = {"y": DO_IT, "yes": DO_IT, "n": DECLINE, "no": DECLINE}


@frozen
class Answers:
    """Options by their texts, each with a label; numbers among the texts stand for themselves."""

    texts: Sequence[str]
    labels: Sequence[str] = field(init=False)

    @labels.default
    def _numbered(self) -> Sequence[str]:
        if any(text.isdecimal() for text in self.texts):
            return [text if text.isdecimal() else "-" for text in self.texts]
        return [str(number) for number in range(1, len(self.texts) + 1)]

    def matching(self, answer: str) -> list[int]:
        """The options that an answer can mean: the one with this text or label, else those with it as a part."""
        said = plain(answer)
        meant = [said, plain(_OTHERWISE.get(said, said))]
        exact = [index for index, text in enumerate(self.texts) if plain(text) in meant]
        if said == "-" or not said:
            return exact
        numbered = [index for index, label in enumerate(self.labels) if label == answer]
        return exact or numbered or [index for index, text in enumerate(self.texts) if said in plain(text)]

    def parts(self, answer: str, known: Sequence[str]) -> list[str]:
        """What an answer with commas names, as texts: those that are offered in their order, then the others."""
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
        """The texts that begin like this; if none does, those with it as a part."""
        said = plain(begun)
        starting = [text for text in self.texts if plain(text).startswith(said)]
        return starting or [text for text in self.texts if said in plain(text)]

    @property
    def possible(self) -> str:
        """The labels that can be answered."""
        numbers = [label for label in self.labels if label != "-"]
        if len(numbers) == 1:
            return numbers[0]
        return f"{numbers[0]} {'or' if len(numbers) == 2 else 'to'} {numbers[-1]}"


def plain(text: str) -> str:
    """The text without what a keyboard may lack: capitals and accents do not count."""
    return "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))
