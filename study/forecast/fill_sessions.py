"""After how many completed sessions every item has its answers, and the study is full.

`study.course.filling` chooses a session's items.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from study.course.filling import sessions_needed
from study.course.sections import Pools, parts
from study.design.protocol import Study


@dataclass(frozen=True, slots=True)
class Filling:
    """After how many completed sessions every item of a block has the required answers."""

    block: str
    items: int
    answers: int
    """Number of answers that each item should get, in each condition that has the block."""
    sessions: int
    """Number of sessions in each such condition."""
    overs: tuple[int, ...]
    """Answers beyond the required number, in each such condition, for each part of the sample (for
    the one part, where there are no strata): the last session is as long as the others, and all
    continue until the slowest part is complete."""
    enough: tuple[int, ...]
    """Number of sessions after which each part is complete."""
    conditions: int
    """Number of conditions with the block."""

    @property
    def total(self) -> int:
        """The total over all parts."""
        return sum(self.overs)

    @property
    def sentence(self) -> str:
        """The figure as a sentence."""
        items = "its item" if self.items == 1 else f"each of its {self.items} items"
        answers = f"{self.answers} answer{'' if self.answers == 1 else 's'}"
        sessions = f"{self.sessions} completed session{'' if self.sessions == 1 else 's'}"
        gives = "gives" if self.sessions == 1 else "give"
        which = f" in each of {self.conditions} conditions" if self.conditions > 1 else ""
        over = ""
        if self.total:
            more = "1 answer more" if self.total == 1 else f"{self.total} answers more"
            over = f", and {more} in all{self._why}"
        return f"{self.block}: {sessions}{which} {gives} {items} {answers}{over}"

    @property
    def _why(self) -> str:
        """Why there are surplus answers."""
        if len(self.overs) == 1:
            return ", as every session is as long as the others"
        each = [
            f"{more} in part {number} of its sample, which has its answers after {enough}"
            for number, (more, enough) in enumerate(zip(self.overs, self.enough, strict=True), 1)
            if more
        ]
        return f": {'; '.join(each)}"


@dataclass(frozen=True, slots=True)
class FullStudy:
    """After how many completed sessions a study is full."""

    sessions: int
    hours: float
    """Total of participants' time, over all sittings."""
    slower: tuple[str, ...]
    """Blocks that are complete earlier and get more answers until then."""

    @property
    def sentence(self) -> str:
        """The figure as a sentence."""
        sessions = f"{self.sessions} completed session{'' if self.sessions == 1 else 's'}"
        more = ""
        if self.slower:
            have = "has its" if len(self.slower) == 1 else "have their"
            more = f"; {', '.join(self.slower)} {have} answers earlier, and more by the end"
        take = "takes" if self.sessions == 1 else "take"
        time = f"{self.hours:.1f} hours" if self.hours >= 1 else f"{ceil(60 * self.hours)} min"
        return (
            f"full: after {sessions}, which {take} participants about {time} in all"
            f"{more}; nobody can begin after that"
        )


def fillings(study: Study, pools: Pools) -> tuple[Filling, ...]:
    """The figures of each block with `answers_per_item`."""
    figures = []
    for name, block in study.filled.items():
        split, answers = parts(block, pools), block.fills or 0
        sessions = sessions_needed(split, answers)
        items = sum(len(part.items) for part in split)
        overs = tuple(sessions * part.number - len(part.items) * answers for part in split)
        enough = tuple(sessions_needed([part], answers) for part in split)
        conditions = len(block.conditions or study.conditions) or 1
        figures.append(Filling(name, items, answers, sessions, overs, enough, conditions))
    return tuple(figures)


def full(study: Study, fillings: Sequence[Filling], minutes: float) -> FullStudy | None:
    """The figure over all conditions, each of which needs as many sessions as its slowest block."""
    if not fillings:
        return None
    by_name = {each.block: each.sessions for each in fillings}
    most: dict[str, int] = {}
    slower: dict[str, None] = {}
    for condition in study.conditions or ("",):
        own = {
            name: by_name[name]
            for name, block in study.filled.items()
            if not block.conditions or condition in block.conditions
        }
        most[condition] = max(own.values())
        slower |= {name: None for name, need in own.items() if need < most[condition]}
    total = sum(most.values())
    return FullStudy(total, total * minutes / 60, tuple(slower))
