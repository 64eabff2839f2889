"""A fault that takes three persons in a row to show, and costs a point then: for whoever tests what finds it."""

PLANTED = """layer planted
add counter step of player, each round
replace turn
    choose card from playable
    at the same time
        move card to own display
        add 1 to played
    if card is Hofnarr and own step is 2: take 1 from own points
    if card is Zofe: set own step to 1
    if card is Wächter and own step is 1: set own step to 2
    unless person of card is muted: perform person of card
"""
