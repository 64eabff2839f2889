"""A small game without laws and scenarios, for whoever tests what would notice its changes."""

NIM = """ruleset nim
players 2
at most 30 turns
word sort: stick
cards sticks in heap
    9 of stick
zone heap, seen by all
zone taken of player, seen by all
turn
    choose n from 1 to smaller of 3 and cards in heap
    draw n from heap to taken of active
game ends over: heap is empty
winners: other players
"""
