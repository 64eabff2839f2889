"""Rule sheets, on a terminal and as a page to be printed."""
