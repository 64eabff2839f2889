"""Simulations: many games of the same players, with a row of measures for each and a summary of all."""

from rulespec.simulations.clusters import cluster
from rulespec.simulations.simulating import simulate
from rulespec.simulations.summary import Amount, SeatSummary, Simulation

__all__ = ["Amount", "SeatSummary", "Simulation", "cluster", "simulate"]
