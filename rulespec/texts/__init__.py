"""Files of texts for people beside the rules: read, checked, and how names are declined in them."""
