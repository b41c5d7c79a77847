"""The columns of several sessions concatenated: the basis of tables of people.

Owns joining them. `sessions.record.answer_columns` owns a session's columns.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from operator import itemgetter
from typing import Any, TypeVar

from items.models import Item
from sessions.record.answer_columns import NO_CODE, Parts
from sessions.record.results import SessionResult

T = TypeVar("T")


@dataclass(frozen=True)
class JoinedColumns:
    """The finished questions of some sessions, without pure attention checks, as arrays of equal
    length; fields without a docstring are as in `Questions`."""

    known_items: Mapping[str, Item]
    """Every item by content hash."""
    items: Sequence[str]
    """Content hashes of the items asked, in order of first appearance."""
    blocks: Sequence[tuple[str, bool]]
    """Ids of blocks, and whether their questions are results."""
    session: Any
    """Place of the session."""
    item: Any
    """Place in `items`."""
    block: Any
    """Place in `blocks`."""
    step: Any
    number: Any
    occasion: Any
    shift: Any
    right: Any
    why: Any
    confidence: Any
    seconds: Any
    """NaN where the time was not measured."""
    late: Any
    given: Any
    said: Any
    """One row for each recorded part of these questions: code, score, decider, and whether there is
    an answer, as in `sessions.record.answer_columns.Parts`."""
    part_of: Any
    """For each of these rows, the place of its question; `part` is its place within the
    question."""
    part: Any

    @property
    def main(self) -> Any:
        """Whether each question is a result."""
        import numpy

        return numpy.array([main for _, main in self.blocks], dtype=bool)[self.block]

    @property
    def asked_items(self) -> dict[str, Item]:
        """The items of these questions by content hash."""
        named = (self.items[item] for item, _ in grouped(self.item))
        return {item_hash: self.known_items[item_hash] for item_hash in named}

    @property
    def answering(self) -> int:
        """Number of sessions with any of these questions."""
        import numpy

        return len(numpy.unique(self.session))

    @property
    def times(self) -> dict[str, list[float]]:
        """Seconds of every confirmed answer to questions of an item, by its content hash."""
        import numpy

        timed = numpy.flatnonzero(~self.late & ~numpy.isnan(self.seconds))
        seconds = self.seconds[timed]
        return {
            self.items[item]: seconds[places].tolist() for item, places in grouped(self.item[timed])
        }

    def where(self, mask: Any) -> "JoinedColumns":
        """Select some of the questions, with their parts."""
        import numpy

        columns = {name: getattr(self, name)[mask] for name in _COLUMNS}
        of_these = mask[self.part_of]
        places = numpy.cumsum(mask) - 1
        return replace(
            self,
            **columns,
            said=self.said[of_these],
            part_of=places[self.part_of[of_these]],
            part=self.part[of_these],
        )

    @property
    def named(self) -> tuple[list[tuple[str, int]], Any]:
        """The distinct questions, by content hash of the item and place in it; and the index of
        each question among them."""
        import numpy

        most = int(self.number.max()) + 1 if len(self.number) else 1
        cells, places = numpy.unique(self.item * most + self.number, return_inverse=True)
        named = [(self.items[cell // most], cell % most) for cell in cells.tolist()]
        return named, places.reshape(-1)


_COPIED_COLUMNS = {
    **dict.fromkeys(("step", "number", "occasion", "shift", "right", "why", "confidence")),
    "seconds": float,
    "late": bool,
    "given": bool,
}
"""Columns of `Questions` that are copied unchanged, with their type unless it is integer."""
_COLUMNS = ("session", "item", "block", *_COPIED_COLUMNS)
_PARTS = [part.name for part in fields(Parts)]


def join_columns(sessions: Sequence[SessionResult]) -> JoinedColumns:
    """Join the columns of sessions."""
    import numpy

    answered = [session.answers for session in sessions]
    questions_of_each = [each.questions for each in answered]
    own = {
        name: _column([getattr(questions, name) for questions in questions_of_each], kind)
        for name, kind in _COPIED_COLUMNS.items()
    }
    items, item = _numbered(
        [each.items for each in answered], [each.item for each in questions_of_each]
    )
    blocks, block = _numbered(
        [each.blocks for each in answered], [each.block for each in questions_of_each]
    )
    parts = _column([questions.parts for questions in questions_of_each])
    part_of: Any = numpy.repeat(numpy.arange(len(parts)), parts)
    part = numpy.arange(len(part_of)) - numpy.repeat(numpy.cumsum(parts) - parts, parts)
    part_columns = {
        name: _column([getattr(each.parts, name) for each in answered]) for name in _PARTS
    }
    recorded = part_columns["given"] != NO_CODE
    return JoinedColumns(
        sessions[0].items if sessions else {},
        items,
        blocks,
        numpy.repeat(numpy.arange(len(sessions)), [len(each.step) for each in questions_of_each]),
        item,
        block,
        **own,
        said=numpy.stack(list(part_columns.values()), axis=1)[recorded],
        part_of=part_of[recorded],
        part=part[recorded],
    )


def _column(lists: Sequence[Sequence[Any]], kind: Any = None) -> Any:
    """The concatenated lists, as an array."""
    import numpy

    values = list(chain.from_iterable(lists))
    return numpy.array(values, dtype=kind or numpy.int64)


def _numbered(lists: Sequence[Sequence[T]], places: Sequence[Sequence[int]]) -> tuple[list[T], Any]:
    """The distinct entries of all sessions' lists, and for each place in these lists the index of
    its entry among them."""
    import numpy

    numbers_by_entry: dict[T, int] = {}
    numbers = [
        [numbers_by_entry.setdefault(each, len(numbers_by_entry)) for each in values]
        for values in lists
    ]
    starts = numpy.cumsum([0, *map(len, lists)])[:-1]
    shifted = _column(places) + numpy.repeat(starts, list(map(len, places)))
    return list(numbers_by_entry), _column(numbers)[shifted]


def grouped(numbers: Any) -> Iterator[tuple[int, Any]]:
    """Every distinct number, in order of first appearance, with its positions."""
    import numpy

    if not len(numbers):
        return
    order = numpy.argsort(numbers, kind="stable")
    starts = numpy.flatnonzero(numpy.diff(numbers[order], prepend=-1))
    groups = numpy.split(order, starts[1:])
    for group in sorted(groups, key=itemgetter(0)):
        yield int(numbers[group[0]]), group
