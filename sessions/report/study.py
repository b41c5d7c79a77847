"""What people, or simulated respondents, did in one version of a study: what its tables count."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sessions.report.judged import Judged, judge
from sessions.report.sampling import Clusters
from sessions.results import Result, SessionResult, VersionResults


@dataclass(frozen=True)
class StudyData:
    """One version of a study."""

    results: VersionResults
    clusters: Clusters = field(default_factory=Clusters)

    @property
    def sessions(self) -> Sequence[SessionResult]:
        """Every session that counts."""
        return self.results.sessions

    @cached_property
    def everything(self) -> Sequence[Result]:
        """Every question of every session, but for those asked for attention alone."""
        return [
            result
            for session in self.sessions
            for result in session.results
            if not result.attention
        ]

    @cached_property
    def main(self) -> Sequence[Result]:
        """Those of main blocks."""
        return [result for result in self.everything if result.main]

    @cached_property
    def judged(self) -> Judged:
        """Those of main blocks that are right or wrong."""
        return judge(self.main, self.clusters)

    @cached_property
    def judged_everywhere(self) -> Judged:
        """Those of all blocks that are right or wrong."""
        # Most studies have main blocks only; then nothing is counted twice.
        whole = len(self.main) == len(self.everything)
        return self.judged if whole else judge(self.everything, self.clusters)

    @cached_property
    def blocks(self) -> Sequence[str]:
        """Ids of the blocks, in order."""
        study = self.results.study
        return [study.section_id(section) for section in study.sections]
