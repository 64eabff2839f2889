"""The page's Python, which runs in a worker of the browser, or in any other Python."""
