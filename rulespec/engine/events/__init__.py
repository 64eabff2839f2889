"""Events of a game: kinds, roles of their fields, observers, sentences in the words of rule files."""
