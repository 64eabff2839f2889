"""What the page can ask a session, and what it is answered: each request a class, whose fields are those of its JSON.

A request is an object with its `kind` and its fields; those that have a default can be left out. It is answered by
`{"answer": ...}`, or by `{"error": ...}`, whatever is asked. Offsets count code points in the text as it was sent.
`web/src/protocol.ts` says the same to the page, and is written by `python -m palast.web.typescript`.
"""

from palast.pictures import Axis, Panel, Picture, Row, Shape, Tick
from palast.verdict.numbers import Line
from palast.verdict.words import Language
from palast.web.protocol.effect import Compare, Effect, Noticed, Said, Told
from palast.web.protocol.game import (
    PERSON,
    Answer,
    Answered,
    Asked,
    Atom,
    Bots,
    Card,
    Choose,
    Chosen,
    Game,
    Hint,
    Hinted,
    Kind,
    Look,
    New,
    Open,
    Option,
    Outcome,
    Seat,
    Share,
    Sort,
    Step,
    Table,
    Undo,
    Undoing,
    Value,
    Why,
    Worth,
)
from palast.web.protocol.keeping import (
    Difference,
    Keep,
    Kept,
    Receive,
    Received,
    Replay,
    Replayed,
    Send,
    Sent,
)
from palast.web.protocol.problems import (
    Code,
    Failed,
    Level,
    Place,
    Problem,
)
from palast.web.protocol.rules import (
    Assist,
    Assisted,
    Explain,
    File,
    Laid,
    Lay,
    Library,
    Lines,
    Load,
    Loaded,
    RuleText,
    Shelves,
    Stretch,
)
from palast.web.protocol.testing import (
    Check,
    Fault,
    Found,
    More,
    Progress,
    Stop,
    Test,
    Tested,
    Tried,
)

Request = (
    Library | Lay | Load | Assist | Explain | New | Open | Look | Choose | Answer | Bots | Undo | Why | Hint
    | Keep | Replay | Send | Receive | Test | Check | Compare | More | Stop
)  # fmt: skip

Reply = (
    Shelves | Laid | Loaded | Assisted | Lines | Game | Table | Chosen | Hinted | Kept | Replayed | Sent | Received
    | Progress
)  # fmt: skip

ANSWERED: dict[type[Request], type[Reply]] = {
    Library: Shelves, Lay: Laid, Load: Loaded, Assist: Assisted, Explain: Lines, New: Game, Open: Game, Look: Table,
    Choose: Chosen, Answer: Table, Bots: Table, Undo: Table, Why: Lines, Hint: Hinted, Keep: Kept,
    Replay: Replayed, Send: Sent, Receive: Received, Test: Progress, Check: Progress, Compare: Progress,
    More: Progress, Stop: Progress,
}  # fmt: skip

__all__ = [
    "ANSWERED",
    "PERSON",
    "Answer",
    "Answered",
    "Asked",
    "Assist",
    "Assisted",
    "Atom",
    "Axis",
    "Bots",
    "Card",
    "Check",
    "Choose",
    "Chosen",
    "Code",
    "Compare",
    "Difference",
    "Effect",
    "Explain",
    "Failed",
    "Fault",
    "File",
    "Found",
    "Game",
    "Hint",
    "Hinted",
    "Keep",
    "Kept",
    "Kind",
    "Laid",
    "Language",
    "Lay",
    "Level",
    "Library",
    "Line",
    "Lines",
    "Load",
    "Loaded",
    "Look",
    "More",
    "New",
    "Noticed",
    "Open",
    "Option",
    "Outcome",
    "Panel",
    "Picture",
    "Place",
    "Problem",
    "Progress",
    "Receive",
    "Received",
    "Replay",
    "Replayed",
    "Reply",
    "Request",
    "Row",
    "RuleText",
    "Said",
    "Seat",
    "Send",
    "Sent",
    "Shape",
    "Share",
    "Shelves",
    "Sort",
    "Step",
    "Stop",
    "Stretch",
    "Table",
    "Test",
    "Tested",
    "Tick",
    "Told",
    "Tried",
    "Undo",
    "Undoing",
    "Value",
    "Why",
    "Worth",
]
