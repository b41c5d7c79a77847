"""Which answers `report` counts, and each kind of report over them.

Owns what all kinds of report share: the study, the selection of sessions, the population that
intervals generalize to, opening the database, and the error for an unknown study. Counting is in
`sessions.report`; options and output are in `report`.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sessions.record.solver_figures import Solving
    from sessions.report.headline import Headline
    from sessions.report.narrowing import Narrowing
    from sessions.report.report_tables import Report
    from sessions.storage.database import Database
    from study.statistics.samples import Sampling


@dataclass(frozen=True, slots=True)
class Reporting:
    """Which answers are counted, and for which population. Methods raise InputError if the database
    has studies but none of that name, or if no item has the attribute of `--cluster`."""

    db: str | None
    """Path of the database; None for the user's default."""
    study: str | None
    """A study's id, title, file, or start of a hash; None for all studies."""
    simulated: bool
    full: bool
    """Whether sessions that the study's own rules exclude are counted."""
    sampling: "Sampling"
    pooled: bool

    def full_report(
        self,
        solve: int | None,
        *,
        mixed: bool,
        prices: Path | None,
        diagnose: bool,
        recompute: bool,
    ) -> "Report":
        """The report with every table; `solve` limits the time for the solver's figures, in
        seconds; None means no limit."""
        from items.asking.prices import prices_of
        from sessions.report.accuracy_report import build_report

        return self._report(
            lambda database: build_report(
                database,
                self.study,
                simulated=self.simulated,
                full=self.full,
                solving=_solving(solve),
                sampling=self.sampling,
                mixed=mixed,
                prices=None if prices is None else prices_of(prices),
                diagnose=diagnose,
                pooled=self.pooled,
                recompute=recompute,
            )
        )

    def narrowed(self, narrowing: "Narrowing", solve: int | None) -> "Report":
        """The tables for a subset of the items."""
        from sessions.report.narrowing import narrowed_report

        return self._report(
            lambda database: narrowed_report(
                database,
                narrowing,
                self.study,
                simulated=self.simulated,
                full=self.full,
                solving=_solving(solve),
                sampling=self.sampling,
                pooled=self.pooled,
            )
        )

    def checklist(self) -> "Report":
        """The checklist of each version of the study, or of all studies."""
        from sessions.report.checklist import checklist

        return self._report(lambda database: checklist(database, self.study))

    def paper(self, letter: str, stand_ins: Sequence[str]) -> "Report":
        """The tables of a paper, filled as far as answers are recorded."""
        from sessions.report.accuracy_report import known_studies
        from sessions.report.papers.registry import paper_report
        from sessions.storage.database import Database

        with self._opened() as database:
            if database is None:
                with Database.open(":memory:") as empty:
                    return paper_report(empty, letter)
            built = paper_report(
                database,
                letter,
                self.study,
                simulated=self.simulated,
                full=self.full,
                sampling=self.sampling,
                stand_ins=stand_ins,
                pooled=self.pooled,
            )
            # Checked even if no study is recorded: empty tables would look like those of this
            # study.
            self._require_study(built, known_studies(database))
            return built

    def first_page(self, narrowing: "Narrowing | None") -> "Headline | None":
        """The first page of the report; None if nothing is recorded."""
        from sessions.report.headline import headline

        with self._opened() as database:
            if database is None:
                return None
            return headline(
                database,
                self.study,
                simulated=self.simulated,
                sampling=self.sampling,
                full=self.full,
                pooled=self.pooled,
                narrowing=narrowing,
            )

    def _report(self, make: Callable[["Database"], "Report"]) -> "Report":
        """A report of the database; an empty one if the user has no database yet."""
        from sessions.report.accuracy_report import known_studies
        from sessions.report.report_tables import Report

        with self._opened() as database:
            if database is None:
                return Report(())
            built = make(database)
            studies = known_studies(database)
            if studies:
                self._require_study(built, studies)
            return built

    @contextmanager
    def _opened(self) -> Iterator["Database | None"]:
        """The database; None if the user has none yet."""
        from sessions.report.sampling import require_attribute
        from sessions.storage.copies import open_or_copy
        from sessions.storage.database import database_path

        path = database_path(self.db)
        if self.db is None and not path.exists():
            yield None
            return
        with open_or_copy(path) as database:
            require_attribute(database, self.sampling.cluster)
            yield database

    def _require_study(self, report: "Report", studies: Sequence[str]) -> None:
        """Raises InputError if the study that was named is not in the database."""
        from sessions.storage.database import database_path
        from solver.errors import InputError

        if self.study is None or report.tables:
            return
        raise InputError(
            "No such study in the database",
            f"{database_path(self.db)}: expected one of {', '.join(studies) or '(none)'}, or four "
            f"digits or more that a hash begins with, found {self.study!r}",
        )


def _solving(seconds: int | None) -> "Solving":
    from sessions.record.solver_figures import Solving
    from tui.version import program_version

    return Solving(seconds, program_version())
