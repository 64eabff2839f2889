"""The grammar of each language: forms of nouns, and phrases with places for them."""
