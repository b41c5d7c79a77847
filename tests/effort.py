"""How much a test tries: little in `make test`, much in `make torture`, and from which seed.

Owns the two environment variables and what follows from them. A test that is worth running at
length has one body for both: it carries the marker `scaled` and asks here how many turns to take. A
test of which no short form is worth having carries the marker `torture` and runs only there.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")

TORTURE = os.environ.get("COUNTERMODEL_TORTURE", "")
"""`long` or `short` in `make torture`, empty in `make test`."""
SEED = int(os.environ.get("COUNTERMODEL_SEED", "1"))
"""Of every random choice a test makes by itself; hypothesis gets the same as its own seed."""
TIMES = {"": 0.15, "short": 0.5, "long": 10.0}
"""How many times the usual number of examples a property is tried on."""


def examples(usual: int) -> settings:
    """Decorate a property test: tried on about so many examples, fewer in `make test`."""
    return settings(max_examples=max(10, round(usual * TIMES[TORTURE])))


def turns(test: int, torture: int) -> int:
    """How often to repeat something: in `make test`, and in `make torture`, whose short form takes
    a tenth of the turns but no fewer than `make test`."""
    return {"": test, "short": max(test, torture // 10), "long": torture}[TORTURE]


def rng(salt: int = 0) -> Random:
    """Random numbers that are the same for the same seed."""
    return Random(SEED * 1_000_003 + salt)


def sampled(things: Sequence[T], number: int) -> Sequence[T]:
    """So many of these in `make test` and the short form of `make torture`, evenly spread; all of
    them in its long form."""
    if TORTURE == "long" or len(things) <= number:
        return things
    return [things[place * len(things) // number] for place in range(number)]


def tally(fault: str, tried: int, survived: int, lost: int = 0) -> None:
    """Add to the table at the end of `make torture`: how often a fault was tried, how often the
    program did what it should, and how many answers were lost. Elsewhere nothing is done."""
    if os.environ.get("COUNTERMODEL_TALLY"):
        with Path(os.environ["COUNTERMODEL_TALLY"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps([fault, tried, survived, lost]) + "\n")
