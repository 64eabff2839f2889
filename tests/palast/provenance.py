"""Where the rules come from: what every block is cited from, which file decides a ruling, what is called otherwise."""

from tests.palast import scenarios as ask
from tests.palast.matrix import Row, differ

KSR, MAGIER, REVIEW = (
    "000 000_a6c6e0a1bf98fce9.txt 98",
    "001 001_009675b8ae8b4e5f.txt 59",
    "002 002_18c272aef5e5f069.txt 16",
)

# Who decides a ruling, whether he says why, and the other readings.
RULINGS = {
    "R1": "ksr why",
    "R2": "ksr",
    "R3": "ksr why frei",
    "R5": "ksr",
    "R6": "ksr",
    "R7": "ksr",
    "R12": "ksr why hofnarr-zuerst",
    "R13": "ksr",
    "R14": "ksr",
    "R15": "ksr",
    "R16": "ksr",
    "R17": "ksr",
}
RULINGS_OF_MAGIER = RULINGS | {"R3": "magier why zwang", "R8": "magier why gleichzeitig"}
RULINGS_OF_REVIEW = RULINGS | {
    "R2": "review",
    "R4": "review",
    "R9": "review zurueck",
    "R10": "review why",
    "R11": "review sich-selbst",
    "R12": "review why sechs-zuerst",
}

# What a block is cited from, and after a bar what is cited inside it.
CITATIONS = {
    "players": "000:88",
    "word person": "000:4",
    "players have": "000:4",
    "cards court": " | 000:4,7 | 000:5",
    "cards kings": " | 000:9, R1",
    "zone display": "000:13-14",
    "zone pile": "000:8",
    "zone closed": "000:9, 000:50-51, R7",
    "counter played": "R13",
    "value target": "000:88",
    "value muted": "000:45-48",
    "value playable": "000:17-19, R3",
    "call doubled": "000:17",
    "call complete": "000:24",
    "round": "000:30-33, R2, R15 | 000:6 | 000:33",
    "turn": "000:11-14 | 000:46-47",
    "next turn": "000:36-40, R17",
    "round ends whisper": "000:19-21, R5, R14",
    "round ends six": "000:24-28",
    "round ends jester": "000:83-85, R12",
    "game ends favour": "000:88-89",
    "winners": "000:89-90, R6",
    "action Hofmarschall": "000:43-51, R7",
    "action Schatzmeister": "000:53-54",
    "action Zauberer": "000:56-60, R16 | 000:59-60",
    "action Zofe": "000:62-63, R16",
    "action Mundschenk": "000:65-71, R13, R16 | 000:70-71",
    "action Wächter": "000:80-81",
    "action Hofnarr": "000:83",
}
_RENAMED_BY_MAGIER = (
    "action Hofmarschall",
    "action Zauberer",
    "action Mundschenk",
)
CITATIONS_OF_MAGIER = {key: cites for key, cites in CITATIONS.items() if key not in _RENAMED_BY_MAGIER} | {
    "players": "000:88, 001:59",
    "value target": "000:88, 001:59",
    "value playable": "001:51-53, R3",
    "round": "000:30-33, R2, R15, 001:55-56 | 000:6 | 000:33",
    "turn": "000:11-14, 001:51 | 000:46-47",
    "next turn": "000:36-40, R17, 001:57-58",
    "round ends whisper": "000:19-21, R5, R14, 001:53",
    "round ends six": "000:24-28, 001:54-55",
    "round ends jester": "000:83-85, R12, 001:21-23",
    "word person": "000:4, 001:43-49, 001:29, 001:35-41",
    "game ends favour": "000:88-89, 001:59",
    "winners": "000:89-90, R6, 001:59",
    "action Spion": "000:43-51, R7, 001:43-49",
    "action Schatzmeister": "000:53-54, 001:3",
    "action Magier": "001:29, R8, R16",
    "action Zofe": "000:62-63, R16, 001:9",
    "action Kurtisane": "000:65-71, R13, R16, 001:35-41 | 000:70-71",
    "action Wächter": "000:80-81, 001:15",
    "action Hofnarr": "000:83, 001:21",
}
_RENAMED_BY_REVIEW = ("action Hofnarr",)
CITATIONS_OF_REVIEW = {key: cites for key, cites in CITATIONS.items() if key not in _RENAMED_BY_REVIEW} | {
    "cards court": " | 002:5 | 002:5",
    "cards kings": "002:4 | 000:9, R1",
    "value playable": "002:7, 002:15, R3",
    "round": "000:30-33, R2, R15, 002:5-6 | 000:6 | 000:33",
    "turn": "000:11-14, 002:6 | 000:46-47",
    "next turn": "000:36-40, R17, 002:6",
    "round ends whisper": "000:19-21, R5, R14, 002:7, R4",
    "round ends jester": "000:83-85, R12, 002:9, 002:15",
    "word person": "000:4, 002:9",
    "word colour": "002:5",
    "round ends six": "000:24-28, 002:7, R4",
    "game ends favour": "000:88-89, 002:16",
    "action Hofmarschall": "000:43-51, R7, 002:15",
    "action Schatzmeister": "000:53-54, 002:11",
    "action Zauberer": "002:14, R9, R16",
    "action Zofe": "002:10, R16",
    "action Mundschenk": "002:12, R10, R16",
    "action Wächter": "000:80-81, 002:13, R11",
    "action Narr": "000:83, 002:9",
}
CITATIONS_OF_WERTUNG = {
    "winners": "000:95-97, R6",
    "counter noted": "000:92",
    "after round noting": "000:92-94",
}

_NOWHERE = ("", "", "")
PROVENANCE: tuple[Row, ...] = (
    differ(ask.sources, "turn", _NOWHERE, (KSR,), (KSR, MAGIER), (KSR, REVIEW)),
    differ(ask.rulings, "turn", _NOWHERE, RULINGS, RULINGS_OF_MAGIER, RULINGS_OF_REVIEW),
    differ(ask.citations, "turn", _NOWHERE, CITATIONS, CITATIONS_OF_MAGIER, CITATIONS_OF_REVIEW),
    differ(
        ask.renamings,
        "turn",
        _NOWHERE,
        {},
        {"Hofmarschall": "Spion 001:43-49", "Zauberer": "Magier 001:29", "Mundschenk": "Kurtisane 001:35-41"},
        {"Hofnarr": "Narr 002:9", "braun": "grau 002:5"},
    ),
    differ(
        ask.order_of_reasons,
        "turn",
        _NOWHERE,
        ("whisper", "six", "jester"),
        ("whisper", "six", "jester"),
        ("whisper", "jester R12", "six"),
    ),
)
