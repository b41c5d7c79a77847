"""English word lists, read from words.toml; what they mean is said where they are used."""

import tomllib
from functools import cache
from pathlib import Path


@cache
def _lists() -> dict[str, str]:
    path = Path(__file__).with_name("words.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def word_set(name: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(_lists()[name].split())


def word_pairs(name: str) -> dict[str, str]:
    """The pairs of a list that is written `one:other`."""
    return dict(pair.split(":") for pair in _lists()[name].split())
