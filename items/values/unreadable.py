"""The exception for a response in which no answer can be read."""


class Unreadable(Exception):
    """No answer can be read in the response; the message explains why."""
