"""Files of texts for people beside the rules: read and checked, and which of them still hold."""
