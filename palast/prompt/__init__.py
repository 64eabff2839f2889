"""The prompt of a person who plays: what it says in each language, and how it looks."""
