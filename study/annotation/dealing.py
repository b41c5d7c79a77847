"""Who gets which entry next.

Owns the pool, shares and each annotator's order, as pure functions of who holds and who completed
what. An entry is assigned when it is dealt, not before, so an annotator who never comes back takes
no entries away; an annotator not seen for long counts as absent, and their places return to the
pool. The record prevents two programs from dealing at once. Entries with annotators fixed in the
queue go only to these, so desks that do not know each other never repeat work.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from study.annotation.matching import Room, feasible
from study.annotation.queue import Entry, Queue
from study.annotation.sampling import chance, shuffled


@dataclass(frozen=True, slots=True)
class Standing:
    """One annotator's position in the queue at a moment."""

    completed: frozenset[str] = frozenset()
    """Entries with a current submission."""
    held_entries: frozenset[str] = frozenset()
    """Entries dealt and neither submitted nor released."""
    released: frozenset[str] = frozenset()
    """Entries released; they are not dealt to the same annotator again."""
    abandoned: bool = False
    """Whether the annotator was last seen too long ago, so that held entries are back in the pool.
    """

    @property
    def unavailable(self) -> frozenset[str]:
        """Entries that cannot be dealt to this annotator any more."""
        return self.completed | self.held_entries | self.released


@dataclass(frozen=True, slots=True)
class NextEntry:
    """What an annotator gets next, and what remains."""

    entry: str | None
    """None where no entry remains, or the share is complete."""
    share: int
    """Number of entries in this annotator's part of the queue, including controls."""
    waiting: int
    """Open places that this annotator could still fill, beyond the share."""
    open_counts: Mapping[str, int] = field(default_factory=dict)
    """Entry to the number of annotators it still needs, not counting those who hold it."""


def deal(
    queue: Queue,
    controls: Collection[str],
    standings: Mapping[str, Standing],
    annotator: str,
    *,
    beyond: bool = False,
) -> NextEntry:
    """The next entry for an annotator. With `beyond`, an entry beyond the annotator's share is
    possible.

    All shares are equal within one, so quick annotators do not do the others' part; places that
    others abandoned add to them. Of the possible entries, those that need most annotators come
    first, then the annotator's own seeded order decides. An entry is not dealt if the others could
    then not complete the queue within their shares. Controls are spread among the rest.
    """
    control_ids = frozenset(controls)
    standing = standings.get(annotator, Standing())
    needs = {
        entry.id: (len(queue.annotators) if entry.id in control_ids else queue.overlap)
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
    rest = [entry for entry in can if not entry.annotators and entry.id not in control_ids]
    checks = [entry for entry in can if entry.id in control_ids]
    shares = _Shares.of(queue, control_ids, standings, annotator)
    regular = len(rest) if beyond else min(len(rest), shares.remaining(annotator))
    own_left = regular + len(fixed)
    own = sum(annotator in entry.annotators for entry in queue.entries) + len(control_ids)
    total = shares.entries_taken[annotator] + shares.remaining(annotator) + own
    waiting = max(0, len(rest) - regular)
    if not own_left and not checks:
        return NextEntry(None, total, waiting, open_)
    place = len(standing.unavailable)
    control_chance = chance(queue.seed, "control", annotator, str(place))
    control = next(iter(shuffled(checks, queue.seed, f"order {annotator}", _id)), None)
    if control is not None and control_chance < len(checks) / (own_left + len(checks)):
        return NextEntry(control.id, total, waiting, open_)
    suspect = queue.order == "suspect"
    ordered = sorted(
        shuffled(fixed or rest, queue.seed, f"order {annotator}", _id),
        key=lambda entry: (-entry.suspicion if suspect else 0, -open_[entry.id]),
    )
    if fixed:
        return NextEntry(ordered[0].id, total, waiting, open_)
    entry = ordered[0] if beyond else _completable(ordered, open_, standings, shares, annotator)
    if entry is None:
        total = shares.entries_taken[annotator] + own
        return NextEntry(None if control is None else control.id, total, len(rest), open_)
    return NextEntry(entry.id, total, waiting, open_)


@dataclass(frozen=True, slots=True)
class _Shares:
    """How the entries other than controls are divided among the annotators present."""

    regular: frozenset[str]
    base: int
    """Number of entries for everybody."""
    extra: int
    """Number of annotators with one entry more."""
    entries_taken: Mapping[str, int]
    """Annotator to number of entries completed or held, for those present."""

    @classmethod
    def of(
        cls,
        queue: Queue,
        controls: frozenset[str],
        standings: Mapping[str, Standing],
        annotator: str,
    ) -> "_Shares":
        """Divide places by annotators; the others share what absent annotators leave undone."""
        fixed = frozenset(entry.id for entry in queue.entries if entry.annotators)
        regular = frozenset(entry.id for entry in queue.entries) - controls - fixed
        present = {
            name: standings.get(name, Standing())
            for name in queue.annotators
            if name == annotator or not standings.get(name, Standing()).abandoned
        }
        done_by_absent = sum(
            len(standing.completed & regular)
            for name, standing in standings.items()
            if name not in present
        )
        base, extra = divmod(max(0, len(regular) * queue.overlap - done_by_absent), len(present))
        if base >= len(regular):
            base, extra = len(regular), 0
        had = {
            name: len((standing.completed | standing.held_entries) & regular)
            for name, standing in present.items()
        }
        return cls(regular, base, extra, had)

    def remaining(self, annotator: str) -> int:
        """How many more entries this annotator should do."""
        more = self._more() > 0 and self.entries_taken[annotator] <= self.base
        return max(0, self.base + more - self.entries_taken[annotator])

    def room(self, next_annotator: str = "") -> Room:
        """What everybody can still take after one more entry is dealt to `next_annotator`."""
        had = {
            name: number + (name == next_annotator) for name, number in self.entries_taken.items()
        }
        own = {name: max(0, self.base - number) for name, number in had.items()}
        more = max(0, self.extra - sum(number > self.base for number in had.values()))
        one_more = frozenset(name for name, number in had.items() if number <= self.base)
        return Room(own, one_more, more)

    def _more(self) -> int:
        return self.extra - sum(number > self.base for number in self.entries_taken.values())


def _completable(
    entries: Sequence[Entry],
    open_counts: Mapping[str, int],
    standings: Mapping[str, Standing],
    shares: _Shares,
    annotator: str,
) -> Entry | None:
    """The first entry after which the queue can be completed. Where there is none: nothing, if the
    others can complete it and so one of them takes the extra entry; otherwise the first entry, as
    when somebody went beyond a share or released an entry."""
    kind = {
        id: (
            frozenset(name for name, standing in standings.items() if id in standing.unavailable),
            open_counts[id],
        )
        for id in shares.regular
    }
    room = shares.room(annotator)
    counts = Counter(kind.values())
    tried: set[tuple[frozenset[str], int]] = set()
    for entry in entries:
        before = kind[entry.id]
        if before in tried:
            continue
        tried.add(before)
        after = (before[0] | {annotator}, before[1] - 1)
        if feasible(counts - Counter([before]) + Counter([after]), room):
            return entry
    return None if feasible(counts, shares.room()) else entries[0]


def _fills(standing: Standing, entry: str) -> bool:
    """Whether an annotator already fills a place of the entry."""
    return entry in standing.completed or (
        entry in standing.held_entries and not standing.abandoned
    )


def _id(entry: Entry) -> str:
    return entry.id
