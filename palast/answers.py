"""Matching typed answers with the options that are offered."""

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from palast.prompt.called import plain
from rulespec.engine.options import DO_IT
from rulespec.plan.nodes.choices import DECLINE

_OTHERWISE = {
    **dict.fromkeys(("y", "yes", "j", "ja"), DO_IT),
    **dict.fromkeys(("n", "no", "nein"), DECLINE),
}


@frozen
class Answers:
    """The texts of options, in the rules and as they are shown, with their labels.

    Labels are numbers; where a text is a number that is its label.
    """

    texts: Sequence[str]
    shown: Sequence[str]
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
        ways = [(plain(text), plain(shown)) for text, shown in zip(self.texts, self.shown, strict=True)]
        exact = [index for index, way in enumerate(ways) if any(text in meant for text in way)]
        if said == "-" or not said:
            return exact
        numbered = [index for index, label in enumerate(self.labels) if label == answer]
        return exact or numbered or [index for index, way in enumerate(ways) if any(said in text for text in way)]

    def names(self, answer: str, index: int) -> bool:
        """Whether an answer is the label of an option or all of a text, and not only a part."""
        whole = map(plain, (self.texts[index], self.shown[index], self.labels[index]))
        return plain(answer) in whole

    def parts(self, answer: str, known: Mapping[str, str]) -> list[str]:
        """The parts of an answer with commas, as texts: those offered in the order of the options, then the others.

        `known` has what parts are shown as, by their texts.
        """
        offered, others = [], []
        for part in filter(None, map(str.strip, answer.split(","))):
            found = self.matching(part)
            if len(found) == 1:
                offered.append(found[0])
            else:
                meant = [text for text, shown in known.items() if plain(part) in (plain(text), plain(shown))]
                others.append(meant[0] if meant else part)
        return [self.texts[index] for index in sorted(offered)] + others or [answer]

    def completing(self, begun: str) -> list[str]:
        """The texts that begin like this, else those that contain it; what is shown before what the rules have."""
        said = plain(begun)
        for texts in (self.shown, self.texts):
            starting = [text for text in texts if plain(text).startswith(said)]
            found = starting or [text for text in texts if said in plain(text)]
            if found:
                return found
        return []

    def as_shown(self, text: str) -> str:
        """How a text of the rules is shown; others as they are."""
        return self.shown[self.texts.index(text)] if text in self.texts else text

    @property
    def numbers(self) -> list[str]:
        """The labels that can be typed."""
        return [label for label in self.labels if label != "-"]
