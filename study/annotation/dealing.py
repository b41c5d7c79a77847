"""Who gets which entry next.

Owns the pool, shares and each annotator's order, as pure functions of who holds and who completed
what. An entry is assigned when it is dealt, not before, so nothing is lost with an annotator who
never comes back; an assignment whose annotator was not seen for long counts as abandoned, and its
place is in the pool again. Keeping two programs from dealing at once is the record's.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import ceil

from study.annotation.queue import Entry, Queue
from study.annotation.sampling import chance, shuffled


@dataclass(frozen=True, slots=True)
class Standing:
    """What one annotator has to do with the queue at a moment."""

    completed: frozenset[str] = frozenset()
    """Entries with a submission that holds."""
    held: frozenset[str] = frozenset()
    """Entries dealt and neither submitted nor given back."""
    released: frozenset[str] = frozenset()
    """Entries given back; they are not dealt to the same annotator again."""
    abandoned: bool = False
    """Whether the annotator was last seen too long ago: what is held is in the pool again."""

    @property
    def mine(self) -> frozenset[str]:
        """Entries that are not dealt to this annotator any more."""
        return self.completed | self.held | self.released


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

    Everybody's share is the same, so whoever is quick does not do the others' part; places that
    others abandoned add to it. Of the entries that could be dealt, those that need most annotators
    come first (so that the overlap can be completed whatever the order), then by the annotator's
    own seeded order; controls are spread among the rest.
    """
    mine = standings.get(annotator, Standing())
    needs = {
        entry.id: (len(queue.annotators) if entry.id in controls else queue.overlap)
        for entry in queue.entries
    }
    open_ = {
        id: max(0, need - sum(_fills(one, id) for one in standings.values()))
        for id, need in needs.items()
    }
    can = [e for e in queue.entries if open_[e.id] and e.id not in mine.mine]
    rest = [entry for entry in can if entry.id not in controls]
    checks = [entry for entry in can if entry.id in controls]
    share = _share(queue, controls, standings, annotator)
    had = len((mine.completed | mine.held) - frozenset(controls))
    left = len(rest) if beyond else min(len(rest), max(0, share - had))
    total = share + len(controls)
    waiting = max(0, len(rest) - left)
    if not left and not checks:
        return Dealt(None, total, waiting, open_)
    place = len(mine.mine)
    lot = chance(queue.seed, "control", annotator, str(place))
    if checks and lot < len(checks) / (left + len(checks)):
        chosen = shuffled(checks, queue.seed, f"order {annotator}", _id)[0]
    else:
        most = max(open_[entry.id] for entry in rest)
        first = [entry for entry in rest if open_[entry.id] == most]
        chosen = shuffled(first, queue.seed, f"order {annotator}", _id)[0]
    return Dealt(chosen.id, total, waiting, open_)


def _share(
    queue: Queue, controls: Collection[str], standings: Mapping[str, Standing], annotator: str
) -> int:
    """Entries that are no controls, times the overlap, over the annotators; what abandoned
    annotators leave undone is shared by the others."""
    regular = sum(entry.id not in controls for entry in queue.entries)
    known = frozenset(controls)
    gone = {
        name: len(standings[name].completed - known)
        for name in queue.annotators
        if name != annotator and name in standings and standings[name].abandoned
    }
    there = len(queue.annotators) - len(gone)
    done_by_gone = sum(gone.values())
    return min(regular, ceil((regular * queue.overlap - done_by_gone) / there))


def _fills(one: Standing, entry: str) -> bool:
    """Whether an annotator has a place of the entry."""
    return entry in one.completed or (entry in one.held and not one.abandoned)


def _id(entry: Entry) -> str:
    return entry.id
