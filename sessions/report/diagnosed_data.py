"""Data for the tables of misreadings: all answers with their diagnoses.

Owns data that several of these tables share. The tables are in `tables`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sessions.report.sampling import Clusters
from study.diagnosis.items_document import document
from study.diagnosis.person_fit import Fits
from study.diagnosis.recorded_answers import ExplainedAnswers
from study.diagnosis.recorded_fit import MODELS, fit_of


@dataclass(frozen=True)
class DiagnosedData:
    """Recorded answers, and data derived from them."""

    explained_answers: ExplainedAnswers
    left_out: Mapping[str, int]
    """Answers that are not diagnosed, by reason."""
    clusters: Clusters = field(default_factory=Clusters)
    """Clusters of the items, for intervals."""
    pooled: bool = False
    """Whether accuracy takes items in words and in symbols together."""

    @cached_property
    def document(self) -> dict[str, Any]:
        """The document printed by `diagnose`."""
        return document(self.explained_answers)

    @cached_property
    def fits(self) -> Mapping[str, tuple[tuple[str, ...], Fits]]:
        """Group of people to its persons and their fit; empty where no model answered."""
        groups = [name for name in dict.fromkeys(self.explained_answers.groups) if name != MODELS]
        return {name: fit_of(self.explained_answers, name) for name in groups}
