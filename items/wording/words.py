"""English word lists from words.toml; their meaning is defined where they are used."""

import tomllib
from functools import cache
from pathlib import Path


@cache
def _lists() -> dict[str, str]:
    path = Path(__file__).with_name("words.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def word_set(name: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(_lists()[name].split())


def word_pairs(name: str) -> dict[str, str]:
    """Return the pairs of a list in the format `one:other`."""
    return dict(pair.split(":") for pair in _lists()[name].split())
