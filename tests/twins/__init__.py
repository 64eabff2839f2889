"""Games of the shelf beside OpenSpiel's own: a module each, which says what an answer is called in both engines."""
