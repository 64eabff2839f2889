"""Simulations: many games of the same players, with a row of measures for each and a summary of all."""

from rulespec.experiments.simulation.run import simulate
from rulespec.experiments.simulation.summary import Amount, SeatSummary, Simulation
from rulespec.experiments.workers.dask import cluster

__all__ = ["Amount", "SeatSummary", "Simulation", "cluster", "simulate"]
