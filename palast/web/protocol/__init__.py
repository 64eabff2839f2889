"""The requests of the page and their replies: classes whose fields are those of the JSON.

A request is an object with its `kind` and its fields; those with a default can be left out. It is answered by
`{"answer": ...}`, or by `{"error": ...}`. Offsets count code points in the text as it was sent.
`web/src/protocol.ts` is generated from these classes by `python -m palast.web.typescript`.
"""

from palast.pictures import Axis, Panel, Picture, Row, Shape, Tick
from palast.verdict.line import Line
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
    Continue,
    Ending,
    Game,
    Hint,
    Hinted,
    Kind,
    Look,
    New,
    Open,
    Option,
    Outcome,
    Reason,
    Reasons,
    Seat,
    Share,
    Sort,
    Step,
    Table,
    Tally,
    Undo,
    Undoing,
    Value,
    Why,
    Word,
    Worth,
)  # fmt: skip
from palast.web.protocol.keeping import (
    Difference,
    Glimpse,
    Keep,
    Kept,
    Receive,
    Received,
    Recognize,
    Recognized,
    Replay,
    Replayed,
    Send,
    Sent,
)  # fmt: skip
from palast.web.protocol.problems import Code, Failed, Level, Place, Problem
from palast.web.protocol.rules import (
    Assist,
    Assisted,
    Draft,
    Draftable,
    Drafted,
    Explain,
    Explained,
    File,
    Laid,
    Lay,
    Library,
    Load,
    Loaded,
    RuleText,
    Shelves,
    Stretch,
)  # fmt: skip
from palast.web.protocol.sheets import Entry, RuleSheet, Section, Sentence, Sheet
from palast.web.protocol.speaking import Speak, Spoken
from palast.web.protocol.testing import Check, Cost, Fault, Found, More, Progress, Stop, Test, Tested, Tried

Request = (
    Library | Lay | Draft | Load | Assist | Explain | Speak | New | Open | Look | Choose | Answer | Bots | Undo
    | Continue | Why | Hint | Sheet | Keep | Recognize | Replay | Send | Receive | Test | Check | Compare | More | Stop
)  # fmt: skip

Reply = (
    Shelves | Laid | Drafted | Loaded | Assisted | Explained | Spoken | Game | Table | Chosen | Reasons | Hinted
    | RuleSheet | Kept | Recognized | Replayed | Sent | Received | Progress
)  # fmt: skip

ANSWERED: dict[type[Request], type[Reply]] = {
    Library: Shelves, Lay: Laid, Draft: Drafted, Load: Loaded, Assist: Assisted, Explain: Explained, Speak: Spoken,
    New: Game, Open: Game, Look: Table, Choose: Chosen, Answer: Table, Bots: Table, Undo: Table, Continue: Table,
    Why: Reasons,
    Hint: Hinted, Sheet: RuleSheet, Keep: Kept, Recognize: Recognized, Replay: Replayed, Send: Sent, Receive: Received,
    Test: Progress, Check: Progress, Compare: Progress, More: Progress, Stop: Progress,
}  # fmt: skip

__all__ = [
    "ANSWERED", "PERSON", "Answer", "Answered", "Asked", "Assist", "Assisted", "Atom", "Axis", "Bots", "Card",
    "Check", "Choose", "Chosen", "Code", "Compare", "Continue", "Cost", "Difference", "Draft", "Draftable", "Drafted",
    "Effect", "Ending", "Entry", "Explain", "Explained", "Failed", "Fault", "File", "Found", "Game", "Glimpse",
    "Hint", "Hinted", "Keep", "Kept", "Kind", "Laid", "Language", "Lay", "Level", "Library", "Line", "Load", "Loaded",
    "Look", "More", "New", "Noticed", "Open", "Option", "Outcome", "Panel", "Picture", "Place", "Problem", "Progress",
    "Reason", "Reasons", "Receive", "Received", "Recognize", "Recognized", "Replay", "Replayed", "Reply", "Request",
    "Row", "RuleSheet", "RuleText", "Said", "Seat", "Section", "Send", "Sent", "Sentence", "Shape", "Share", "Sheet",
    "Shelves", "Sort", "Speak", "Spoken", "Step", "Stop", "Stretch", "Table", "Tally", "Test", "Tested", "Tick",
    "Told", "Tried", "Undo", "Undoing", "Value", "Why", "Word", "Worth",
]  # fmt: skip
