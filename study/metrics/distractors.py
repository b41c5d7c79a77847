"""What adding distractors to a task does to its answer.

Owns the changes from correct to wrong (CW) and from wrong to correct (WC) of QMFOL (section 4.2.1,
figure 5): the same task, without distractors and with so many of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from study.metrics.intervals import Share, wilson


class DistractedAnswer(NamedTuple):
    """One answer to one version of a task."""

    task: str
    """What the versions have in common; also the respondent and run, where there are several."""
    distractors: int
    right: bool


@dataclass(frozen=True, slots=True)
class Change:
    """Answers to tasks with so many distractors, beside those to the same tasks without."""

    distractors: int
    both_right: int
    correct_to_wrong: int
    wrong_to_correct: int
    both_wrong: int
    accuracy: Share | None
    """Over all answers at this number, also where the task without distractors is not known."""

    @property
    def pairs(self) -> int:
        """Tasks answered both ways."""
        return self.both_right + self.correct_to_wrong + self.wrong_to_correct + self.both_wrong


def changes(answers: Iterable[DistractedAnswer]) -> tuple[Change, ...]:
    """One row a number of distractors, in order, 0 included where it was asked. Of several answers
    to the same version the first counts in pairs."""
    levels: dict[int, dict[str, bool]] = {}
    every: dict[int, list[bool]] = {}
    for task, distractors, right in answers:
        levels.setdefault(distractors, {}).setdefault(task, right)
        every.setdefault(distractors, []).append(right)
    base = levels.get(0, {})
    found: list[Change] = []
    for number in sorted(levels):
        pairs = [(base[task], right) for task, right in levels[number].items() if task in base]
        found.append(
            Change(
                number,
                pairs.count((True, True)),
                pairs.count((True, False)),
                pairs.count((False, True)),
                pairs.count((False, False)),
                wilson(sum(every[number]), len(every[number])),
            )
        )
    return tuple(found)
