"""The bench in the browser, as files: where they are, how they are built, served, and put into one."""
