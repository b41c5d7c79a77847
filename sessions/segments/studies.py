"""Each version of a study, read from segments.

Owns the data from segments that its tables use: DuckDB assembles questions from their parts. The
tables are those over the database.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_args

from sessions.report.judged_questions import QuestionArrays
from sessions.report.presentation import Presentation
from sessions.report.study_data import Decision, KnownItem, Session, StudyData, UnreachedQuestions
from sessions.segments.rows import SegmentVersion
from solver.errors import InputError
from study.course.attention import Sort
from study.exclusions.base import Exclusion, read_exclusion
from study.scores.scoring import SCORE_REASONS
from study.statistics.samples import Sampling

ASIDES = {
    "focus_lost": "times_away",
    "idle_began": "times_idle",
    "pasted": "pastes",
    "typed_at_once": "typed_at_once",
    "answered_quickly": "quick_answers",
    "line_lost": "lines_lost",
}
"""Kinds of events to the columns that count them."""


def prepare(db: Any, segments: Mapping[str, str]) -> None:
    """Create what all versions share: items, people, and questions assembled from their parts.
    `segments` are their rows for SQL, by kind; the table `units` exists."""
    db.execute(
        "CREATE TEMP TABLE known AS SELECT item_hash, item, form, language, attributes, questions,"
        " CAST(row_number() OVER (ORDER BY item_hash) AS INTEGER) AS number,"
        " CAST(dense_rank() OVER (ORDER BY cluster) AS INTEGER) AS drawn"
        f" FROM {segments['items']}"
    )
    db.execute(
        "CREATE TEMP TABLE people AS SELECT p.*, u.who, u.version AS of, u.ruled_out,"
        " u.kind = 'simulated' AS simulated,"
        " CAST(dense_rank() OVER (ORDER BY p.participant) AS INTEGER) AS person"
        f" FROM {segments['participants']} p JOIN units u"
        " ON p.unit = u.unit AND p.segment = u.segment"
    )
    db.execute(
        "CREATE TEMP TABLE missed AS SELECT p.of, p.simulated, p.ruled_out, block, role,"
        " CAST(sum(not_reached) AS BIGINT) AS not_reached"
        f" FROM {segments['blocks']} b JOIN people p"
        " ON b.unit = p.unit AND b.segment = p.segment GROUP BY ALL"
    )
    db.execute(
        "CREATE TEMP TABLE asked AS SELECT p.of, p.simulated, p.who, a.place AS step,"
        " any_value(p.ruled_out) AS left_out, any_value(p.person) AS person,"
        " any_value(k.number) AS item, any_value(k.drawn) AS drawn, any_value(k.form) AS form,"
        " any_value(k.language) AS language,"
        " any_value(a.block) AS block, any_value(a.role) = 'main' AS main,"
        " any_value(a.question_number) AS number, any_value(a.occasion) AS occasion,"
        " any_value(a.question_kinds) AS kind,"
        " any_value(a.question_decided) AS why,"
        " coalesce(CAST(any_value(a.question_right) AS TINYINT), -1) AS right_one,"
        " any_value(a.ending) = 'timed_out' AS late, coalesce(any_value(a.seconds), 'NaN')"
        " AS seconds, coalesce(any_value(a.confidence), 0) AS confidence,"
        " bool_or(a.answer IS NOT NULL) AS given"
        f" FROM {segments['answers']} a JOIN people p"
        " ON a.unit = p.unit AND a.segment = p.segment JOIN known k USING (item_hash)"
        " WHERE a.kind <> 'model' AND a.role <> 'attention'"
        " GROUP BY p.of, p.simulated, p.who, a.place"
    )


@dataclass(frozen=True)
class VersionSegments(StudyData):
    """One version of a study, or the simulated respondents in it."""

    db: Any
    kept_version: SegmentVersion
    sampling: Sampling

    def __post_init__(self) -> None:
        for name, value in {
            "blocks": self.kept_version.blocks,
            "main_blocks": self.kept_version.main,
            "rules": self._rules(),
            "ruled": True,
            "qualifies": self.kept_version.qualification,
            "watches": self.kept_version.attention,
            "rates": self.kept_version.confidence,
            "sittings": self.kept_version.sittings,
            "pooled": False,
        }.items():
            object.__setattr__(self, name, value)

    def _rules(self) -> tuple[Exclusion, ...]:
        """The version's exclusion rules. Raises InputError where one cannot be read."""
        try:
            return tuple(read_exclusion(json.loads(text)) for text in self.kept_version.rules)
        except ValueError as error:
            raise InputError(
                "Segments cannot be read",
                f"{self.kept_version.title}: expected rules of exclusion, "
                f"{str(error).splitlines()[0]}",
            ) from None

    def _execute(self, sql: str, *parameters: object) -> Any:
        """Execute a query that ends in the parameters version and `simulated`."""
        return self.db.execute(
            sql, [*parameters, self.kept_version.version, self.kept_version.simulated]
        )

    @cached_property
    def sessions(self) -> Sequence[Session]:
        """Every session, including those excluded by rules."""
        rows = self._execute(
            "SELECT status, excluded, attention_met, qualified, qualification_asked,"
            f" qualification_right, {', '.join(ASIDES.values())}"
            " FROM people WHERE of = ? AND simulated = ?"
        ).fetchall()
        return [
            Session(
                status,
                tuple(filter(None, excluded.split("; "))),
                dict(zip(ASIDES, asides, strict=True)),
                None if passed is None else Decision(passed, number, right),
                dict(_met(json.loads(met))),
            )
            for status, excluded, met, passed, number, right, *asides in rows
        ]

    @cached_property
    def kinds(self) -> Sequence[str]:
        """The kinds of the questions asked, sorted."""
        sql = "SELECT DISTINCT kind FROM asked WHERE of = ? AND simulated = ? ORDER BY kind"
        return [row[0] for row in self._execute(sql).fetchall()]

    @cached_property
    def all_questions(self) -> QuestionArrays:
        """Every finished question, except pure attention checks."""
        cursor = self._execute(
            'SELECT right_one AS "right", CAST(list_position(?, why) - 1 AS INTEGER) AS why,'
            " CAST(list_position(?, block) - 1 AS INTEGER) AS block, main, item, drawn, person,"
            " CAST(list_position(?, form || '/' || language) - 1 AS INTEGER) AS presentation_place,"
            " who AS session, number, occasion,"
            " CAST(list_position(?, kind) - 1 AS INTEGER) AS kind, confidence, seconds, late,"
            " given, left_out FROM asked"
            " WHERE of = ? AND simulated = ? ORDER BY who, step",
            list(SCORE_REASONS),
            list(self.blocks),
            [f"{sort.form}/{sort.language}" for sort in self.sorts_asked],
            list(self.kinds),
        )
        return QuestionArrays(**cursor.fetchnumpy())

    @property
    def gates(self) -> Collection[str]:
        """Ids of the blocks of the qualification."""
        sql = (
            "SELECT DISTINCT block FROM missed WHERE role = 'qualification'"
            " AND of = ? AND simulated = ?"
        )
        return {row[0] for row in self._execute(sql).fetchall()}

    @property
    def passed(self) -> Mapping[int, bool]:
        """The gate's decision, by `QuestionArrays.session`; for sessions that it decided on."""
        sql = (
            "SELECT who, qualified FROM people WHERE qualified IS NOT NULL"
            " AND of = ? AND simulated = ?"
        )
        return dict(self._execute(sql).fetchall())

    @cached_property
    def missed(self) -> Sequence[UnreachedQuestions]:
        """Questions never reached, except pure attention checks."""
        sql = (
            "SELECT block, role = 'main', ruled_out, not_reached FROM missed"
            " WHERE of = ? AND simulated = ?"
        )
        return [UnreachedQuestions(*row) for row in self._execute(sql).fetchall()]

    @cached_property
    def sorts_asked(self) -> Sequence[Presentation]:
        """The presentations of the items asked, sorted."""
        sql = "SELECT DISTINCT form, language FROM asked WHERE of = ? AND simulated = ?"
        return sorted(Presentation(*row) for row in self._execute(sql).fetchall())

    @cached_property
    def items(self) -> Mapping[int, KnownItem]:
        """The items asked, by number."""
        rows = self._execute(
            "SELECT number, item, attributes, questions FROM known WHERE number IN"
            " (SELECT item FROM asked WHERE of = ? AND simulated = ?)"
        ).fetchall()
        return {
            number: KnownItem(id_, json.loads(text), questions)
            for number, id_, text, questions in rows
        }


def _met(counts: Mapping[Sort, Sequence[int]]) -> Iterator[tuple[tuple[Sort, bool | None], int]]:
    """How attention items were met, from the numbers of passed, failed and neither for each
    sort."""
    for sort in get_args(Sort):
        for passed, number in zip((True, False, None), counts.get(sort, ()), strict=False):
            yield (sort, passed), number
