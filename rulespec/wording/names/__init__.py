"""How names are declined in the languages that people speak."""
