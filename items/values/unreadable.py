"""The exception for a response in which no answer can be read."""


class Unreadable(Exception):
    """A response in which an answer cannot be read; the text says why."""
