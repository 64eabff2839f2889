"""The tree of a rule file: one frozen class for each thing the grammar can say."""
