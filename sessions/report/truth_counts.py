"""Answers of a truth value counted question by question, once for all tables of `truth`.

Owns which answers of a setting are taken together, and the order of its questions. What is made of
the counts is `truth`'s and `study.statistics.truth`'s.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from items.models import Item
from sessions.report.respondents import Respondent, items_of, settings
from study.statistics.truth import UNREADABLE, Confusion

KEY_GOLD_ANSWER = itemgetter(0, 1, 2)
"""The first fields of a `TruthRow`."""


class Counted(NamedTuple):
    """What was answered to one question."""

    key: str
    item: Item
    confusion: Confusion
    tally: tuple[int, int]
    """Right answers, and answers."""


@dataclass(frozen=True)
class Setting:
    """The runs of a setting, or people, taken together."""

    names: tuple[str, str, str]
    """Respondent, kind and setting."""
    runs: Sequence[Respondent]

    @property
    def cells(self) -> tuple[str, str, str, int]:
        """Of `SETTING`."""
        return (*self.names, len(self.runs))

    @property
    def answers(self) -> int:
        """How many truth values were answered."""
        return sum(len(run.sheet.truths) for run in self.runs)

    @cached_property
    def counted(self) -> Sequence[Counted]:
        """Every question answered, in the order of their first answers."""
        return _counted(self.runs)


def by_setting(respondents: Iterable[Respondent]) -> tuple[Setting, ...]:
    """Every setting, in the order of the respondents."""
    return tuple(Setting(names, runs) for names, runs in settings(respondents).items())


def _counted(runs: Sequence[Respondent]) -> tuple[Counted, ...]:
    items = items_of(runs)
    counts: Counter[tuple[str, str, str | None]] = Counter()
    for one in runs:
        counts.update(map(KEY_GOLD_ANSWER, one.sheet.truths))
    confusions: defaultdict[str, dict[tuple[str, str], int]] = defaultdict(dict)
    right: dict[str, int] = {}
    for (key, gold, answer), n in counts.items():
        confusions[key][gold, answer or UNREADABLE] = n
        if gold == answer:
            right[key] = n
    return tuple(
        Counted(
            key,
            items[key.partition("#")[0]],
            confusion,
            (right.get(key, 0), sum(confusion.values())),
        )
        for key, confusion in confusions.items()
    )
