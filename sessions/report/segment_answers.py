"""What people answered in one version of a study, as columns read from segments.

Owns the columns, which answers among them are right or wrong, and accuracy over some of them, as
`judged` has it of results that are replayed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, get_args

from sessions.report.judged import AccuracyRow, Columns, Count, accuracy
from study.scoring import FREE, Why
from study.statistics.multi import DECIDERS, Decider
from study.statistics.samples import Sampling

WHY: tuple[Why, ...] = get_args(Why)


@dataclass(frozen=True)
class Asked:
    """Questions that are over, as arrays of equal length."""

    right: Any
    """1 or 0; -1 where it cannot be told."""
    why: Any
    """Place in `WHY`."""
    block: Any
    """Place among the study's blocks."""
    main: Any
    """Whether it is a result."""
    item: Any
    """Number of the item; so are the next two."""
    drawn: Any
    """What the item is drawn with."""
    person: Any
    session: Any
    number: Any
    """Place of the question in its item."""
    step: Any
    """Place of the question in its session."""
    kind: Any
    """Place among the kinds of questions."""
    confidence: Any
    """0 where there is none."""
    seconds: Any
    """Not a number where nobody took the time."""
    late: Any
    """Whether its time ran out."""
    given: Any
    """Whether any answer stood there."""
    left_out: Any
    """Whether the study's rules leave the session out."""

    def where(self, mask: Any) -> "Asked":
        """Some of them."""
        return replace(self, **{one.name: getattr(self, one.name)[mask] for one in fields(self)})

    def __len__(self) -> int:
        return len(self.right)

    def columns(self, sampling: Sampling, right: Any = None) -> Columns:
        """As data for intervals: whether each is right, or what else is said of each."""
        values = self.right > 0 if right is None else right
        return Columns(values.astype(float), self.person, self.item, self.drawn, sampling)


@dataclass(frozen=True)
class JudgedColumns:
    """The right and the wrong among some questions, and those that nothing has settled."""

    asked: Asked
    not_reached: int
    sampling: Sampling

    @cached_property
    def settled(self) -> Any:
        """Which are right or wrong."""
        return self.asked.right >= 0

    @cached_property
    def unsettled(self) -> Any:
        """Which are free answers that nothing has settled."""
        return ~self.settled & (self.asked.why != WHY.index("no gold"))

    @cached_property
    def n(self) -> int:
        """How many are right or wrong."""
        return int(self.settled.sum())

    @cached_property
    def excluded(self) -> Mapping[str, int]:
        """Why the others are not counted."""
        unsettled = int(self.unsettled.sum())
        return {
            "answers without gold": len(self.asked) - self.n - unsettled,
            "answers not graded": unsettled,
            "questions not reached": self.not_reached,
        }

    @cached_property
    def free(self) -> bool:
        """Whether free answers are among them."""
        import numpy

        free = [WHY.index(name) for name in FREE]
        return bool(numpy.isin(self.asked.why[self.settled], free).any())

    @cached_property
    def columns(self) -> Columns:
        """As data for intervals."""
        return self.asked.columns(self.sampling)

    def accuracy(
        self, places: Any, *, one_item: bool = False, free: bool | None = None
    ) -> AccuracyRow:
        """Accuracy over those at some places; of `one_item` for new people alone. `free`: whether
        who decided is told; None: where free answers are among all."""
        settled = places[self.settled[places]]
        return accuracy(
            count(self.asked, settled),
            self.columns.sample(settled, one_item=one_item),
            free=self.free if free is None else free,
            unsettled=int(self.unsettled[places].sum()),
        )

    def groups(self, keys: Any) -> Mapping[int, Any]:
        """The places of all that any table counts, by their keys: whole numbers, of which there is
        one for each question; those below 0 are of no group."""
        return grouped(keys, (self.settled | self.unsettled) & (keys >= 0))


def grouped(keys: Any, mask: Any) -> dict[int, Any]:
    """The places under a mask, by their keys, which are sorted."""
    import numpy

    places: Any = mask.nonzero()[0]
    order = places[numpy.argsort(keys[places], kind="stable")]
    named, begins = numpy.unique(keys[order], return_index=True)
    return dict(zip(named.tolist(), numpy.split(order, begins[1:]), strict=False))


def count(asked: Asked, places: Any) -> Count:
    """Answers, right ones, and how many each decided."""
    import numpy

    why = numpy.bincount(asked.why[places], minlength=len(WHY)).tolist()
    judged, by_person = why[WHY.index("judged")], why[WHY.index("by a person")]
    total = len(places)
    decided: Mapping[Decider, int] = {
        "matched": total - judged - by_person,
        "judged": judged,
        "by a person": by_person,
    }
    return (total, int((asked.right[places] > 0).sum()), *(decided[who] for who in DECIDERS))


def seconds_of(asked: Asked, places: Any) -> Sequence[float]:
    """The times that were taken of some."""
    import numpy

    values: Any = asked.seconds[places]
    taken: Sequence[float] = values[~numpy.isnan(values)].tolist()
    return taken
