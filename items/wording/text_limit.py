"""How long texts may be looked through: a limit that rules about wording share.

Owns the limit of the work that is under way. A rule goes through sentences with `in_time`, and
looks at no clock itself; without a limit it goes to its end.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from solver.cancel import NO_LIMIT, Budget

T = TypeVar("T")
_limit: ContextVar[Budget] = ContextVar("limit", default=NO_LIMIT)


@contextmanager
def limited(budget: Budget) -> Iterator[None]:
    """Within the block, work that asks raises `GaveUp` once the budget is over."""
    before = _limit.set(budget)
    try:
        yield
    finally:
        _limit.reset(before)


def look_at_the_time() -> None:
    """Raises GaveUp where the limit is reached."""
    _limit.get().check()


def in_time(parts: Iterable[T]) -> Iterator[T]:
    """The parts, one after another. Raises GaveUp before one for which there is no time."""
    check = _limit.get().check
    for part in parts:
        check()
        yield part
