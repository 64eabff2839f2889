"""The files of the bench in the browser: building, serving, and bundling them into one."""
