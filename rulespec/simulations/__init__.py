"""Many games of some players, measured: a row for each game and what happened in it, and what comes of all of them."""

from rulespec.simulations.simulating import simulate
from rulespec.simulations.summary import Amount, Seat, Simulation

__all__ = ["Amount", "Seat", "Simulation", "simulate"]
