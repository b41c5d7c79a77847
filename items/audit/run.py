"""The partial-input audit of a set: readers, giveaways, words and overlap.

Owns the report and its JSON, and the verdict on a set: that it gives answers away, that it passes,
or that its questions do not settle this.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

from items.audit.figures import Overlap, WordFigures, overlap, word_figures
from items.audit.giveaways import GiveAway, giveaways
from items.audit.readers import Score, scores, views_of
from items.audit.texts import QuestionGroup, groups_of
from items.models import Item

LIMIT = 0.03
"""Highest accuracy above chance allowed for a reader."""
CEILING = 0.05
"""Highest upper end of its interval above chance."""
_LUCK = 0.01
"""Probability that chance is mistaken for a giveaway, by any reader of a type, if accuracies were
independent draws of that many questions. Those of cross-validation spread up to 1.3 times as much
when there is nothing to learn (60 sets each of 600 labels and choices), so that it is rather some 3
%."""
Progress = Callable[[str, int, int], None]
"""Called with the type of question, the number of its readers done, and their total."""


@dataclass(frozen=True, slots=True)
class TypeReport:
    """The results of the readers on the questions of one type."""

    name: str
    questions: int
    clusters: int
    chance: float
    """One divided by the number of options or labels."""
    majority: float
    """Share of the most frequent position or label."""
    scores: tuple[Score, ...]
    """Empty if there are too few questions."""
    giveaways: tuple[GiveAway, ...]

    @property
    def best(self) -> Score | None:
        """The reader with the highest accuracy; None if none was trained."""
        return max(self.scores, key=lambda score: score.accuracy, default=None)

    @property
    def gives_away(self) -> bool | None:
        """Whether a reader exceeds chance by more than allowed; None if these questions do not
        settle it, or if no reader was trained.

        It is True if a reader exceeds chance by more than LIMIT, and by more than luck gives the
        best of that many readers (Bonferroni, `_LUCK` for all readers of a type together). It is
        False if no reader exceeds chance by more than LIMIT and no interval ends more than CEILING
        above it. With few questions, neither is the case.
        """
        if not self.scores:
            return None
        reach = NormalDist().inv_cdf(1 - _LUCK / 2 / len(self.scores)) / NormalDist().inv_cdf(0.975)
        above = [score.accuracy - self.chance for score in self.scores]
        for score, by in zip(self.scores, above, strict=True):
            if by > LIMIT and by > reach * (score.accuracy - score.low):
                return True
        if max(above) <= LIMIT and all(s.high - self.chance <= CEILING for s in self.scores):
            return False
        return None

    def to_json(self) -> dict[str, Any]:
        """As documented in docs/generators.md."""
        best = self.best
        return {
            "type": self.name,
            "questions": self.questions,
            "clusters": self.clusters,
            "chance": self.chance,
            "majority": self.majority,
            "gives_away": self.gives_away,
            "best": None if best is None else best.reader,
            "readers": [asdict(score) for score in self.scores],
            "giveaways": [asdict(giveaway) for giveaway in self.giveaways],
        }


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The audit of a set."""

    items: int
    types: tuple[TypeReport, ...]
    words: WordFigures
    overlap: Overlap | None
    """None if no reference was given."""
    seconds: float

    @property
    def gives_away(self) -> bool:
        """Whether any type of question is known to be answerable without reasoning."""
        return any(type_.gives_away for type_ in self.types)

    def to_json(self) -> dict[str, Any]:
        """The report as one document."""
        return {
            "items": self.items,
            "gives_away": self.gives_away,
            "limits": {"above_chance": LIMIT, "upper_end": CEILING},
            "types": [type_.to_json() for type_ in self.types],
            "words": asdict(self.words),
            "overlap": None if self.overlap is None else asdict(self.overlap),
            "seconds": round(self.seconds, 3),
        }


def audit(
    items: Sequence[Item],
    *,
    reference: Sequence[Item] = (),
    quick: bool = False,
    progress: Progress | None = None,
) -> AuditReport:
    """Audit a set; `quick` leaves out slow readers.

    Raises:
        OutsideError: scikit-learn is not installed.
    """
    began = time.perf_counter()
    types = tuple(_type(group, quick, progress) for group in groups_of(items))
    shared = overlap(items, reference) if reference else None
    return AuditReport(len(items), types, word_figures(items), shared, time.perf_counter() - began)


def _type(group: QuestionGroup, quick: bool, progress: Progress | None) -> TypeReport:
    views = views_of(group)
    counts = [0] * len(group.labels)
    for question in group.questions:
        counts[question.gold] += 1
    function = None
    if progress is not None:
        function = lambda trained, total: progress(group.name, trained, total)  # noqa: E731
    outcome = scores(views, quick=quick, progress=function)
    return TypeReport(
        group.name,
        len(group.questions),
        len({question.cluster for question in group.questions}),
        1 / len(group.labels),
        max(counts) / len(group.questions),
        tuple(outcome),
        tuple(giveaways(views)) if outcome else (),
    )
