"""Selection of items from a set: a sample, the parts of a split, or one of each group of
duplicates.

Owns the draws and the keys. A draw is a hash of the seed and the drawn key, so that it is
independent of the order of the items and of the other items, and is the same on every machine.
"""

import hashlib
import heapq
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from items.audit.figures import whole_text
from items.audit.texts import words_in
from items.models import Item
from items.shape.renaming import structure_key
from items.shape.structure import cluster_of
from solver.errors import InputError

Same = Literal["content", "id", "text", "structure"]
STRUCTURE = "structure"
"""Default of what items of a split share: template, base item, logical form."""
ALONE = "nothing"
_HASH_RANGE = 1 << 64


def hashed_number(seed: int, key: str) -> int:
    """Return a number below 2^64, uniformly distributed over different texts (the first 8 bytes of
    a SHA-256)."""
    return int.from_bytes(hashlib.sha256(f"{seed}\n{key}".encode()).digest()[:8], "big")


# --- a sample -------------------------------------------------------------------------------------


@dataclass
class Sample:
    """A sample of `number` items, with all sets of that size equally likely: the items with the
    smallest draws. With an attribute, `number` items for each of its values."""

    number: int
    seed: int = 0
    attribute: str = ""
    seen_count: int = 0
    _draws: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Value to the smallest draws with the positions of their items, negated, as heaps."""

    def see(self, item: Item) -> None:
        """Take the next item of the first pass."""
        place, self.seen_count = self.seen_count, self.seen_count + 1
        heap = self._draws.setdefault(value_of(item, self.attribute), [])
        entry = (-hashed_number(self.seed, item.content_hash), -place)
        if len(heap) < self.number:
            heapq.heappush(heap, entry)
        elif entry > heap[0]:
            heapq.heapreplace(heap, entry)

    def positions(self) -> frozenset[int]:
        """Return the positions of the items, from 0, after all have been seen."""
        return frozenset(-place for heap in self._draws.values() for _, place in heap)

    def counts(self) -> Mapping[str, int]:
        """Return the number of items for each value."""
        return {value: len(heap) for value, heap in sorted(self._draws.items())}


def value_of(item: Item, attribute: str) -> str:
    """Return an item's value of an attribute as text; empty if no attribute is requested or it has
    none."""
    return "" if not attribute else str(item.attributes.get(attribute, ""))


# --- a split --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Split:
    """Parts by name with their shares. Items that share the key `group_key` are in the same part,
    so that shares are met approximately, and exactly in expectation."""

    shares: Mapping[str, float]
    """They add up to 1."""
    seed: int = 0
    group_key: str = STRUCTURE

    def part(self, item: Item) -> str:
        """Return the part of an item."""
        draw = hashed_number(self.seed, self._group(item))
        bound = 0.0
        for name, share in self.shares.items():
            bound += share
            if draw < bound * _HASH_RANGE:
                return name
        return name

    def _group(self, item: Item) -> str:
        if self.group_key == ALONE:
            return item.content_hash
        return cluster_of(item, None if self.group_key == STRUCTURE else self.group_key)


def read_shares(text: str) -> dict[str, float]:
    """Parse `train=0.8,test=0.2` as shares; one name may lack a number and receives the rest.

    Raises:
        InputError: a name is empty, repeated or not a file name, or the shares do not add up.
    """
    values: dict[str, float] = {}
    rest: str | None = None
    for part in text.split(","):
        name, sign, number = (piece.strip() for piece in part.partition("="))
        used_names = {other.casefold() for other in values}
        if (
            not name
            or name.casefold() in used_names
            or name.startswith(".")
            or set(name) & set('/\\:*?"<>|')
        ):
            raise _wrong(f"expected a unique file name, found {name!r}")
        try:
            values[name] = float(number) if sign else 0.0
        except ValueError:
            raise _wrong(f"expected a share such as 0.8, found {number!r}") from None
        if not sign:
            if rest is not None:
                raise _wrong(f"expected one name without a share, found {rest} and {name}")
            rest = name
        elif not 0 < values[name] < 1:
            raise _wrong(f"expected a share between 0 and 1, found {number}")
    whole = sum(values.values())
    if rest is not None:
        values[rest] = 1 - whole
    if len(values) < 2 or (rest is None and abs(whole - 1) > 1e-9) or min(values.values()) <= 0:
        raise _wrong(f"expected at least two shares that add up to 1, found {text!r}")
    return values


def _wrong(message: str) -> InputError:
    return InputError("Wrong --into", message, "For example, --into train=0.8,dev=0.1,test.")


# --- without duplicates ---------------------------------------------------------------------------


@dataclass
class Distinct:
    """Selects the first item of each group of duplicates."""

    same: Same = "content"
    _keys: "array[int]" = field(default_factory=lambda: array("Q"))
    """The first 16 bytes of the SHA-256 of each item's key, as two numbers."""

    def see(self, item: Item) -> None:
        """Take the next item of the first pass."""
        digest = hashlib.sha256(same_key(item, self.same).encode("utf-8", "surrogatepass")).digest()
        self._keys.append(int.from_bytes(digest[:8], "big"))
        self._keys.append(int.from_bytes(digest[8:16], "big"))

    @property
    def item_count(self) -> int:
        """Number of items."""
        return len(self._keys) // 2

    def first_of_groups(self) -> Any:
        """Return, as an array, whether each item is the first of its group, after all have been
        seen."""
        import numpy

        keys = numpy.frombuffer(self._keys, dtype=numpy.uint64).reshape(-1, 2)
        order = numpy.lexsort((keys[:, 1], keys[:, 0]))
        sorted_keys = keys[order]
        new: Any = numpy.ones(len(keys), dtype=bool)
        new[1:] = (sorted_keys[1:] != sorted_keys[:-1]).any(axis=1)
        # The sort is stable: the first of equal ones is the first in the set.
        first: Any = numpy.zeros(len(keys), dtype=bool)
        first[order[new]] = True
        return first


def same_key(item: Item, same: Same) -> str:
    """Return the key that duplicates share. Without a readable formalization, an item's structure
    is its content."""
    match same:
        case "id":
            return item.id
        case "content":
            content = item.model_dump(
                mode="json", include={"language", "text", "questions", "formalization"}
            )
            return repr(content)
        case "text":
            return "\n".join(words_in(whole_text(item)))
        case "structure":
            return structure_key(item) or same_key(item, "content")


def numbered(items: Iterable[Item], selection: Sequence[bool] | frozenset[int]) -> Iterator[Item]:
    """Yield the items at these positions."""
    for place, item in enumerate(items):
        if place in selection if isinstance(selection, frozenset) else selection[place]:
            yield item
