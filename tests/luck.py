"""A game in which nobody is ever asked; chance alone decides it."""

LUCK = """ruleset glück
players 2
at most 4 turns
numbers pips: 1 to 9
cards all in pile
    1 of each pips
zone pile, shuffled
zone hand of player, seen by owner
turn
    draw 1 from pile to own hand
game ends enough after turn: hand of own left is not empty
winners: players, with most total pips in own hand
"""
