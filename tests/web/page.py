"""A page as tests play it: it asks a session in JSON, and goes by nothing but the answers."""

import json
from collections import Counter
from random import Random
from typing import Any

from attrs import define, field

from palast.web.session import Session
from tests.library import EXAMPLE_GAMES, SMALL, SMALL_TEXTS

GAMES = ("ksr+wertung", "review+kanzler", *EXAMPLE_GAMES, *SMALL)


class MistakeError(Exception):
    """What a session answers where it cannot answer."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]
        self.error = error


def texts_of(rules: str) -> dict[str, str]:
    """The texts that a page has to send along, since they do not come with the library."""
    return {name: text for name, text in SMALL_TEXTS.items() if rules in [*SMALL]}


@define
class Page:
    """Asks, and counts what it was answered."""

    session: Session = field(factory=Session)
    asked: Counter[str] = field(factory=Counter)
    bytes: list[int] = field(factory=list)  # of each answer
    story: list[Any] = field(factory=list)
    endings: dict[int, Any] = field(factory=dict)  # by the step that tells them
    run: int = 0

    def ask(self, kind: str, **fields: Any) -> Any:
        said = self.session.ask(json.dumps({"kind": kind, **fields}))
        self.bytes.append(len(said))
        answer = json.loads(said)
        self.asked[kind] += 1
        if "error" in answer:
            raise MistakeError(answer["error"])
        return answer["answer"]

    def new(self, rules: str, **fields: Any) -> Any:
        return self.ask("new", rules=rules, **{"texts": texts_of(rules), **fields})

    def table(self, kind: str, **fields: Any) -> Any:
        """A table, whose new steps are appended to the story."""
        table = self.ask(kind, since=len(self.story), run=self.run, **fields)
        self.story[table["since"] :] = table["story"]
        self.endings |= {ending["step"]: ending for ending in table["endings"]}
        self.run = table["run"]
        return table

    def click(self, seat: int, keys: list[str]) -> str:
        """The text of the answer to which some clicks lead, each of which has to be possible."""
        for clicked in range(len(keys)):
            chosen = self.ask("choose", seat=seat, clicked=keys[:clicked])
            assert keys[clicked] in [atom["key"] for atom in chosen["next"]]
        text: str = self.ask("choose", seat=seat, clicked=keys)["whole"]["text"]
        return text

    def any_answer(self, asked: Any, seat: int, random: Random) -> str:
        """The text of an answer: one that is listed, or a set that is picked."""
        options = asked["options"]
        if asked["atoms"] and not any(option["atoms"] for option in options) and random.random() < 0.8:
            return self.picked(seat, random)
        text: str = random.choice(options)["text"] if options else self.picked(seat, random)
        return text

    def picked(self, seat: int, random: Random) -> str:
        """The text of a set of cards that are picked one after another."""
        keys: list[str] = []
        while True:
            chosen = self.ask("choose", seat=seat, clicked=keys)
            if chosen["whole"] is not None and (not chosen["next"] or random.random() < 0.5):
                text: str = chosen["whole"]["text"]
                return text
            keys.append(random.choice(chosen["next"])["key"])

    def play(self, seat: int, random: Random, most: int = 10_000) -> Any:
        """Plays on at a seat by clicking, in any order, until the game is over."""
        table = self.table("look", seat=seat)
        for _ in range(most):
            if table["outcome"] is not None:
                break
            if table["bots"]:
                table = self.table("bots", seat=seat, answers=3)
                continue
            if not any(option["atoms"] for option in table["asked"]["options"]):
                table = self.table("answer", seat=seat, option=self.any_answer(table["asked"], seat, random))
                continue
            option = random.choice(table["asked"]["options"])
            keys = option["atoms"]
            text = option["text"]
            if keys:
                shuffled = random.sample(keys, len(keys))
                text = self.click(seat, shuffled)
                options = table["asked"]["options"]
                alike = [each["text"] for each in options if sorted(each["atoms"]) == sorted(keys)]
                assert text in alike or table["asked"]["many"] > len(options)
            table = self.table("answer", seat=seat, option=text)
        return table
