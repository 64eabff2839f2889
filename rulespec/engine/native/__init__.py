"""The native machine: a plan written as an image of numbers, and the extension that plays it where it was built."""
