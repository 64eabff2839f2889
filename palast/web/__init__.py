"""The page's Python: what runs in a worker of the browser, and in any other Python."""
