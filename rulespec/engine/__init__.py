"""The engine: games of a plan, played in Python or by the native machine, and the events that players observe."""
