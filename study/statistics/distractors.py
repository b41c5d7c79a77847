"""What adding distractors to a task does to its answer.

Owns the changes from correct to wrong (CW) and from wrong to correct (WC) of QMFOL (section 4.2.1,
figure 5): the same task, without distractors and with a given number of them.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

DistractedAnswer = tuple[Hashable, int, bool]
"""One answer to one version of a task: an id that all versions share (including the respondent and
run, where there are several), the number of distractors, and whether the answer is right."""


@dataclass(frozen=True, slots=True)
class Change:
    """Answers to tasks with a number of distractors, compared with the same tasks without."""

    distractors: int
    both_right: int
    correct_to_wrong: int
    wrong_to_correct: int
    both_wrong: int

    @property
    def pairs(self) -> int:
        """Number of tasks answered in both versions."""
        return self.both_right + self.correct_to_wrong + self.wrong_to_correct + self.both_wrong


def changes(answers: Iterable[DistractedAnswer]) -> tuple[Change, ...]:
    """One row per number of distractors, in order, including 0 where it was asked. Of several
    answers to the same version, the first counts in pairs."""
    rows: list[Change] = []
    for number, answer_pairs in paired(answers).items():
        pairs = list(answer_pairs.values())
        rows.append(
            Change(
                number,
                pairs.count((True, True)),
                pairs.count((True, False)),
                pairs.count((False, True)),
                pairs.count((False, False)),
            )
        )
    return tuple(rows)


def paired(
    answers: Iterable[DistractedAnswer],
) -> Mapping[int, Mapping[Hashable, tuple[bool, bool]]]:
    """By number of distractors, in order: for every task answered in both versions, whether it was
    right without and with them."""
    levels: dict[int, dict[Hashable, bool]] = {}
    for task, distractors, right in answers:
        levels.setdefault(distractors, {}).setdefault(task, right)
    base = levels.get(0, {})
    return {
        number: {task: (base[task], right) for task, right in tasks.items() if task in base}
        for number, tasks in sorted(levels.items())
    }
