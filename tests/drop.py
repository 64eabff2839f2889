"""A small game with scenarios and laws that hold, and others that do not, for whoever tests them."""

GAME = """ruleset drop "Who plays a card is done with it"
players 2 to 3
at most 100 turns
word suit: red, blue
word rank: low, high
cards deck in pile
    2 of each rank in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone table, in a row, seen by all
set-up
    players: draw 2 from pile to own hand
turn
    choose card from own hand
    move card to table
game ends out: every player where own hand is empty
winners: players
"""
HOLDS = """always few: cards in table is at most 6
scenario played "What is played lies on the table"
    given 2 players
        hand of seat 0: high red
        hand of seat 1: 1 card from pile
    when
        seat 0: high red
    then
        table has high red
"""
FAILS = """always fewer: cards in table is at most 2
scenario kept
    given 2 players
        hand of seat 0: high red
        hand of seat 1: low red
    when
        seat 0: high red
    then
        table has low red
"""
LAYER = f"layer longer\ntried on drop, drop+spare\n{HOLDS.replace('few', 'some').replace('played', 'laid')}"
SPARE = "layer spare\n"
AWAY = """layer away
tried on drop
replace turn
    choose card from own hand
    move card to pile
"""  # breaks what it inherits from `HOLDS`
BROKEN_AWAY = (
    "'scenario played' fails: expected 'table has high red', but",
    "this scenario comes from drop; to change its result on purpose, write: changes played",
)
BESIDE = f"scenarios more extends drop\n{HOLDS[HOLDS.index('scenario') :].replace('played', 'again')}"
OF_OTHERS = {
    "audit.rules": "# rules of the audit daemon\n-w /etc/passwd -p wa\n",
    "snort.rules": 'alert tcp any any -> any 80 (msg:"scenario 1"; sid:1;)\n',
    "udev.rules": '\ufeff\r\nKERNEL=="sd*", NAME="disk"\r\nalways on\r\n',
    "firestore.rules": "rules_version = '2';\nservice cloud.firestore {\n}\n",
    "sets.rules": "rulesets:\n  - always one\n",
    "empty.rules": "",
    "remarks.rules": "# ruleset\n# always one: 1 is 1\n",
}
