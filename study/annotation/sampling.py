"""Drawing what goes into a queue: a stratified, seeded sample, and the controls mixed in.

Owns strata, the number drawn from each, and the choice. The rule uses only SHA-256, so a sample is
the same under every version of Python. Reads no files.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from items.models import Item
from solver.errors import InputError

T = TypeVar("T")
MISSING = "–"
"""Stratum of an item that lacks the attribute."""


def stratum(item: Item, attributes: Sequence[str]) -> tuple[str, ...]:
    """An item's values of the given attributes; `benchmark`, `language` and `kind` always exist."""
    return tuple(_value(item, name) for name in attributes)


def draw(
    candidates: Sequence[T],
    sample: float,
    seed: int,
    *,
    key: Callable[[T], str],
    stratum: Callable[[T], tuple[str, ...]],
) -> tuple[T, ...]:
    """A sample in which every stratum has its share, in the order of `candidates`.

    `sample` is a share up to 1, or a number above that. Numbers by stratum are rounded by largest
    remainders, so the total is exact; the seed breaks ties. `key` gives each candidate's id.

    Raises InputError where there are too few candidates.
    """
    size = sample_size(sample, len(candidates))
    groups: dict[tuple[str, ...], list[T]] = {}
    for candidate in candidates:
        groups.setdefault(stratum(candidate), []).append(candidate)
    chosen: set[str] = set()
    for name, number in _numbers(groups, size, len(candidates), seed).items():
        ordered = sorted(groups[name], key=lambda candidate: _hash(seed, "sample", key(candidate)))
        chosen.update(key(candidate) for candidate in ordered[:number])
    return tuple(candidate for candidate in candidates if key(candidate) in chosen)


def sample_size(sample: float, total: int) -> int:
    """The size of a sample: a share (rounded half up, at least one) or a number. Raises InputError
    where there is nothing to draw from, or a number that is not whole or larger than `total`."""
    if total == 0:
        raise InputError("Nothing to draw from", "expected at least one item, found none")
    if sample <= 1:
        return max(1, int(sample * total + 0.5))
    if sample != int(sample) or sample > total:
        raise InputError(
            "Wrong --sample",
            f"expected a share up to 1 or a whole number up to {total}, found {sample:g}",
        )
    return int(sample)


def control_number(entries: int, share: float) -> int:
    """The number of controls that makes up the given share of a queue with this many other entries.
    Raises InputError where the share is not between 0 and 1."""
    if not 0 < share < 1:
        raise InputError("Wrong --control-share", f"expected a share inside 0 and 1, found {share}")
    return max(1, int(entries * share / (1 - share) + 0.5))


def shuffled(
    candidates: Iterable[T], seed: int, use: str, key: Callable[[T], str]
) -> tuple[T, ...]:
    """Candidates in an order that depends on the seed and on `use`."""
    return tuple(sorted(candidates, key=lambda candidate: _hash(seed, use, key(candidate))))


def chance(seed: int, *labels: str) -> float:
    """A number from 0 to 1, the same for the same arguments."""
    return int.from_bytes(_hash(seed, *labels)[:8], "big") / 2**64


def _numbers(
    groups: dict[tuple[str, ...], list[T]], number: int, total: int, seed: int
) -> dict[tuple[str, ...], int]:
    exact = {name: number * len(group) / total for name, group in groups.items()}
    numbers = {name: int(share) for name, share in exact.items()}
    missing = number - sum(numbers.values())
    by_remainder = sorted(
        groups, key=lambda name: (numbers[name] - exact[name], _hash(seed, "stratum", *name))
    )
    for name in by_remainder[:missing]:
        numbers[name] += 1
    return numbers


def _value(item: Item, name: str) -> str:
    if name in item.attributes:
        value = item.attributes[name]
        return str(value).lower() if isinstance(value, bool) else str(value)
    match name:
        case "benchmark":
            return item.provenance.benchmark or MISSING
        case "language":
            return item.language
        case "kind":
            return " + ".join(dict.fromkeys(str(leaf.kind) for leaf in item.leaves))
    return MISSING


def _hash(seed: int, *labels: str) -> bytes:
    return hashlib.sha256("\n".join((str(seed), *labels)).encode()).digest()
