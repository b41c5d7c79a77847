"""Who gets which entry next.

Owns the pool, shares and each annotator's order, as pure functions of who holds and who completed
what. An entry is assigned when it is dealt, not before, so nothing is lost with an annotator who
never comes back; an assignment whose annotator was not seen for long counts as abandoned, and its
place is in the pool again. Keeping two programs from dealing at once is the record's.
Entries whose annotators were fixed when the queue was drawn go to these and to nobody else, so that
desks that do not know of one another never do the same.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from study.annotation.matching import Room, feasible
from study.annotation.queue import Entry, Queue
from study.annotation.sampling import chance, shuffled


@dataclass(frozen=True, slots=True)
class Standing:
    """What one annotator has to do with the queue at a moment."""

    completed: frozenset[str] = frozenset()
    """Entries with a submission that holds."""
    held_entries: frozenset[str] = frozenset()
    """Entries dealt and neither submitted nor given back."""
    released: frozenset[str] = frozenset()
    """Entries given back; they are not dealt to the same annotator again."""
    abandoned: bool = False
    """Whether the annotator was last seen too long ago: what is held is in the pool again."""

    @property
    def unavailable(self) -> frozenset[str]:
        """Entries that are not dealt to this annotator any more."""
        return self.completed | self.held_entries | self.released


@dataclass(frozen=True, slots=True)
class Dealt:
    """What comes next for an annotator, and what is left."""

    entry: str | None
    """None where there is nothing, or the share is done."""
    share: int
    """How many entries make up this annotator's part of the queue, controls included."""
    waiting: int
    """Places that are still to be filled and could be by this annotator, beyond the share."""
    open: Mapping[str, int] = field(default_factory=dict)
    """Entry to the number of annotators it still needs and nobody has it dealt."""


def deal(
    queue: Queue,
    controls: Collection[str],
    standings: Mapping[str, Standing],
    annotator: str,
    *,
    beyond: bool = False,
) -> Dealt:
    """The next entry for an annotator. With `beyond`, also more than the annotator's share.

    Everybody's share is the same, give or take one, so whoever is quick does not do the others'
    part; places that others abandoned add to it. Of the entries that could be dealt, those that
    need most annotators come first, then by the annotator's own seeded order, and none after which
    the others could not complete the queue within their shares; controls are spread among the rest.
    """
    known = frozenset(controls)
    standing = standings.get(annotator, Standing())
    needs = {
        entry.id: (len(queue.annotators) if entry.id in known else queue.overlap)
        for entry in queue.entries
    }
    open_ = {
        id: max(0, need - sum(_fills(standing, id) for standing in standings.values()))
        for id, need in needs.items()
    }
    can = [
        entry
        for entry in queue.entries
        if open_[entry.id]
        and entry.id not in standing.unavailable
        and (not entry.annotators or annotator in entry.annotators)
    ]
    fixed = [entry for entry in can if entry.annotators]
    rest = [entry for entry in can if not entry.annotators and entry.id not in known]
    checks = [entry for entry in can if entry.id in known]
    shares = _Shares.of(queue, known, standings, annotator)
    regular = len(rest) if beyond else min(len(rest), shares.remaining(annotator))
    own_left = regular + len(fixed)
    own = sum(annotator in entry.annotators for entry in queue.entries) + len(known)
    total = shares.had[annotator] + shares.remaining(annotator) + own
    waiting = max(0, len(rest) - regular)
    if not own_left and not checks:
        return Dealt(None, total, waiting, open_)
    place = len(standing.unavailable)
    lot = chance(queue.seed, "control", annotator, str(place))
    control = next(iter(shuffled(checks, queue.seed, f"order {annotator}", _id)), None)
    if control is not None and lot < len(checks) / (own_left + len(checks)):
        return Dealt(control.id, total, waiting, open_)
    suspect = queue.order == "suspect"
    ordered = sorted(
        shuffled(fixed or rest, queue.seed, f"order {annotator}", _id),
        key=lambda entry: (-entry.suspicion if suspect else 0, -open_[entry.id]),
    )
    if fixed:
        return Dealt(ordered[0].id, total, waiting, open_)
    entry = ordered[0] if beyond else _completable(ordered, open_, standings, shares, annotator)
    if entry is None:
        total = shares.had[annotator] + own
        return Dealt(None if control is None else control.id, total, len(rest), open_)
    return Dealt(entry.id, total, waiting, open_)


@dataclass(frozen=True, slots=True)
class _Shares:
    """How the entries that are no controls are shared by the annotators who are there."""

    regular: frozenset[str]
    base: int
    """What everybody does."""
    extra: int
    """How many do one more."""
    had: Mapping[str, int]
    """Annotator to entries completed or held; only of those who are there."""

    @classmethod
    def of(
        cls,
        queue: Queue,
        known: frozenset[str],
        standings: Mapping[str, Standing],
        annotator: str,
    ) -> "_Shares":
        """Places over annotators; what abandoned annotators leave undone is shared by the rest."""
        fixed = frozenset(entry.id for entry in queue.entries if entry.annotators)
        regular = frozenset(entry.id for entry in queue.entries) - known - fixed
        present = {
            name: standings.get(name, Standing())
            for name in queue.annotators
            if name == annotator or not standings.get(name, Standing()).abandoned
        }
        gone = sum(
            len(standing.completed & regular)
            for name, standing in standings.items()
            if name not in present
        )
        base, extra = divmod(max(0, len(regular) * queue.overlap - gone), len(present))
        if base >= len(regular):
            base, extra = len(regular), 0
        had = {
            name: len((standing.completed | standing.held_entries) & regular)
            for name, standing in present.items()
        }
        return cls(regular, base, extra, had)

    def remaining(self, annotator: str) -> int:
        """How many more entries are this annotator's."""
        more = self._more() > 0 and self.had[annotator] <= self.base
        return max(0, self.base + more - self.had[annotator])

    def room(self, but: str = "") -> Room:
        """What everybody can still take, after one more is dealt to `but`."""
        had = {name: number + (name == but) for name, number in self.had.items()}
        own = {name: max(0, self.base - number) for name, number in had.items()}
        more = max(0, self.extra - sum(number > self.base for number in had.values()))
        one_more = frozenset(name for name, number in had.items() if number <= self.base)
        return Room(own, one_more, more)

    def _more(self) -> int:
        return self.extra - sum(number > self.base for number in self.had.values())


def _completable(
    ordered: Sequence[Entry],
    open_: Mapping[str, int],
    standings: Mapping[str, Standing],
    shares: _Shares,
    annotator: str,
) -> Entry | None:
    """The first entry after which the queue can be completed. Where there is none: nothing, if the
    others can complete it, so that the one more somebody does is theirs; else the first of all, as
    after somebody went beyond a share or gave something back."""
    kind = {
        id: (
            frozenset(name for name, standing in standings.items() if id in standing.unavailable),
            open_[id],
        )
        for id in shares.regular
    }
    room = shares.room(annotator)
    counts = Counter(kind.values())
    tried: set[tuple[frozenset[str], int]] = set()
    for entry in ordered:
        before = kind[entry.id]
        if before in tried:
            continue
        tried.add(before)
        after = (before[0] | {annotator}, before[1] - 1)
        if feasible(counts - Counter([before]) + Counter([after]), room):
            return entry
    return None if feasible(counts, shares.room()) else ordered[0]


def _fills(standing: Standing, entry: str) -> bool:
    """Whether an annotator has a place of the entry."""
    return entry in standing.completed or (
        entry in standing.held_entries and not standing.abandoned
    )


def _id(entry: Entry) -> str:
    return entry.id
