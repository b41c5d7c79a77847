"""The names of the kinds of question: the program's own, and the query kinds."""

from collections.abc import Iterator

from solver.kinds.registry import KINDS

OWN = ("choice", "truth", "text")
"""Kinds of question that are no query kinds; each has a form of answers of its own."""


def question_kinds() -> Iterator[str]:
    """Every kind of question, in the order in which they are listed for people."""
    yield from ("choice", "truth")
    yield from KINDS
    yield "text"


def is_question_kind(word: str) -> bool:
    """Whether there is a kind of question of that name."""
    return word in OWN or word in KINDS
