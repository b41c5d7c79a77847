"""The report over segments of Parquet, for records too large to be read answer by answer.

Owns the only import of DuckDB, which is an optional extra, and counting what
`sessions.segments.append` wrote. Rows, intervals and columns are those of the tables over the
database; only the sums are computed elsewhere.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sessions.record.results import (
    PILOT_SESSIONS,
    RULED_OUT,
    SIMULATED_SESSIONS,
    WITHDRAWN_SESSIONS,
)
from sessions.report.accuracy_report import COMPARED, SIMULATED, study_tables, table_named
from sessions.report.answer_totals import AnswerTotals
from sessions.report.presentation import Presentation
from sessions.report.queue_tables.registry import QUEUE_TABLES
from sessions.report.report_tables import Report, Table
from sessions.report.respondents import RespondentColumns, SettingColumns
from sessions.report.rows import Rows
from sessions.report.tables import (
    accuracy,
    accuracy_over_runs,
    participants,
    spread_of_people,
)
from sessions.report.tables.registry import (
    ANSWERED,
    ANSWERED_AFTER,
    ANSWERED_ELSEWHERE,
    RECORDED,
    STUDY,
)
from sessions.segments.manifest import COUNTS, MANIFEST, Manifest, read_manifest, understood
from sessions.segments.rows import ANSWERS, COLUMNS, KINDS
from sessions.segments.studies import VersionSegments, prepare
from solver.errors import InputError, OutsideError
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sample, Sampling

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TABLES_MADE = {*STUDY, accuracy.NAME, accuracy_over_runs.NAME, spread_of_people.NAME} - {
    participants.NAME
}
"""Of a study, all tables but one, which names sessions by their codes: no segment contains them."""
NOT_MADE = tuple(
    name
    for name in (*STUDY, *ANSWERED, *ANSWERED_ELSEWHERE, *ANSWERED_AFTER, *RECORDED, *QUEUE_TABLES)
    if name not in TABLES_MADE
)
"""Tables that need the database."""
CELLS = 4_000_000
"""Approximate number of cells (an item of a run, an item of a person) held in memory at a time."""


@dataclass(frozen=True, slots=True)
class _Respondent:
    """One row of the tables."""

    respondent: RespondentColumns
    place: int
    """Place of its units; together with the presentation of items, the place of its answers."""
    units: int
    """Number of units."""
    presentation: Presentation
    """Presentation of its items."""
    counts: Mapping[str, int]
    """Numbers of answers that are neither right nor wrong, and other counts of its units."""


def segment_report(
    folder: Path, *, simulated: bool = False, sampling: Sampling = NEW_PEOPLE_AND_ITEMS
) -> Report:
    """The tables of accuracy of models and people over a folder of segments, as over its database.
    Intervals draw items by their structure.

    Raises InputError where there are no segments, an extra is missing, or `sampling` names an
    attribute; OutsideError where they cannot be read.
    """
    if sampling.cluster is not None:
        raise InputError(
            "--cluster needs the database", "segments contain only the structure of items"
        )
    manifest = read_manifest(folder)
    if not manifest.units:
        raise InputError(
            "No segments",
            f"{folder}: expected {MANIFEST}, found none",
            "Write them with countermodel export --parquet.",
        )
    duckdb = _library()
    try:
        # DuckDB must never download anything, whatever a file is called.
        offline = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
        with duckdb.connect(config=offline) as connection, understood(folder):
            return _Counting(connection, folder, manifest, simulated, sampling).report()
    except duckdb.Error as error:
        reason = str(error).split("\n")[0]
        raise OutsideError("Segments cannot be read", f"{folder}: {reason}") from None


class _Counting:
    """One report."""

    def __init__(
        self,
        connection: "DuckDBPyConnection",
        folder: Path,
        manifest: Manifest,
        simulated: bool,
        sampling: Sampling,
    ) -> None:
        self.db = connection
        self.manifest = manifest
        self.simulated = simulated
        self.sampling = sampling
        units = str(folder / manifest.units)
        kinds = ("model", "person", "simulated") if simulated else ("model", "person")
        self.db.execute(
            "CREATE TEMP TABLE units AS SELECT *,"
            " CAST(row_number() OVER (ORDER BY place, unit) AS INTEGER) AS who"
            " FROM read_parquet(?) WHERE list_contains(?, kind)",
            [units, list(kinds)],
        )
        self.rows = {
            kind: _rows(kind, [str(folder / name) for name in manifest.files[kind]])
            for kind in KINDS
        }
        self.db.execute("SET preserve_insertion_order = false")
        self.is_empty = not manifest.files[ANSWERS]
        if not self.is_empty:
            self.db.execute(
                "CREATE TEMP VIEW answers AS SELECT a.*, u.place AS standing, u.who FROM"
                f" {self.rows[ANSWERS]} a JOIN units u"
                " ON a.unit = u.unit AND a.segment = u.segment AND NOT u.ruled_out"
            )
            self.db.execute(
                "CREATE TEMP TABLE items AS SELECT item_hash, any_value(cluster) AS cluster,"
                " any_value(form) AS form, any_value(language) AS language,"
                " CAST(row_number() OVER (ORDER BY item_hash) AS INTEGER) AS number"
                " FROM answers WHERE role IN ('', 'main') GROUP BY item_hash"
            )
            self.db.execute(
                "CREATE TEMP TABLE drawn AS SELECT item_hash, number, CAST(dense_rank()"
                " OVER (ORDER BY form, language) - 1 AS INTEGER) AS sort, CAST(dense_rank()"
                " OVER (ORDER BY cluster) AS INTEGER) AS cluster FROM items"
            )

    def report(self) -> Report:
        """All tables that can be made, with the names of the others."""
        studies = tuple(self._studies())
        if self.is_empty:
            return Report(studies, NOT_MADE)
        counted = list(self._counted())
        tables: list[tuple[str, Rows]] = []
        if any(entry.respondent.kind == "model" for entry in counted) or self._rotated():
            tables.append((accuracy.NAME, accuracy.table_over(counted, self._superseded())))
            models = [entry for entry in counted if entry.respondent.kind == "model"]
            runs = map(accuracy_over_runs.run_of, models)
            tables.append((accuracy_over_runs.NAME, accuracy_over_runs.table_over(runs)))
        tables.append((spread_of_people.NAME, self._spread(counted)))
        version = self._version()
        excluded = self._excluded()
        compared = (
            self._named(name, version, rows, excluded) for name, rows in tables if rows.rows
        )
        return Report((*studies, *compared), NOT_MADE)

    def _studies(self) -> Iterator[Table]:
        """The tables of every version of a study."""
        versions = [
            version for version in self.manifest.studies if self.simulated or not version.simulated
        ]
        if not versions:
            return
        prepare(self.db, self.rows)
        for version in sorted(versions, key=lambda version: version.simulated):
            segments = VersionSegments(self.db, version, self.sampling)
            left_out: dict[str, int] = {
                PILOT_SESSIONS: version.pilots,
                WITHDRAWN_SESSIONS: version.withdrawn,
                RULED_OUT: len(segments.sessions) - segments.counted,
            }
            title = SIMULATED.format(title=version.title) if version.simulated else version.title
            if not version.simulated and not self.simulated:
                left_out[SIMULATED_SESSIONS] = version.simulated_sessions
            yield from study_tables(
                segments, title, version.version, left_out, omitted_tables=(participants.NAME,)
            )

    def _rotated(self) -> bool:
        """Whether people answered some choice under every rotation."""
        rows = self.db.execute(
            "SELECT count(*) FROM (SELECT 1 FROM answers WHERE role = 'main' AND rotations > 0"
            " GROUP BY standing, item_hash, part"
            " HAVING count(DISTINCT rotation) = any_value(rotations) LIMIT 1)"
        ).fetchall()
        return bool(rows[0][0])

    def _named(self, name: str, version: str, rows: Any, excluded: dict[str, int]) -> Table:
        return table_named(COMPARED, version, name, rows, excluded, self.sampling)

    # --- counting --------------------------------------------------------------------------------

    def _respondents(self) -> Iterator[_Respondent]:
        outcome = self.db.execute(
            "SELECT place, kind, any_value(respondent), any_value(setting), any_value(run),"
            " version, count(*), count(*) FILTER (answered), list(told) FROM units"
            " WHERE NOT ruled_out GROUP BY place, kind, version ORDER BY place"
        ).fetchall()
        for place, kind, name, setting, run, version, units, answered, texts in outcome:
            if kind != "model":
                if not answered:
                    continue
                kind = "people" if kind == "person" else kind
                name, setting, run = f"{kind} ({answered})", f"{setting} · {version[:8]}", None
            counts: dict[Presentation, Counter[str]] = {}
            for text, number in Counter(texts).items():
                for form, language, *each in json.loads(text):
                    sums = counts.setdefault(Presentation(form, language), Counter())
                    for count_name, n in zip(COUNTS, each, strict=True):
                        sums[count_name] += number * n
            for sort, sums in sorted(counts.items()):
                who = RespondentColumns(name, kind, setting, sort.form, sort.language, run)
                others = {count_name: sums[count_name] for count_name in COUNTS}
                yield _Respondent(who, place, units, sort, others)

    def _counted(self) -> Iterator[AnswerTotals]:
        """Totals respondent by respondent, several in one pass over the segments."""
        number = self.db.execute("SELECT count(*) FROM items").fetchall()[0][0]
        waiting: list[_Respondent] = []
        cells = 0
        for respondent in self._respondents():
            waiting.append(respondent)
            cells += number * respondent.units
            if cells >= CELLS:
                yield from self._pass(waiting)
                waiting, cells = [], 0
        yield from self._pass(waiting)

    def _pass(self, respondents: Sequence[_Respondent]) -> Iterator[AnswerTotals]:
        if not respondents:
            return
        import numpy

        # Places are numbered by presentation within each respondent, to match the respondents'
        # order.
        sorts = {
            Presentation(form, language): place
            for place, (form, language) in enumerate(
                self.db.execute(
                    "SELECT DISTINCT form, language FROM items ORDER BY form, language"
                ).fetchall()
            )
        }
        standing = f"{len(sorts)} * standing + drawn.sort"
        places = [
            # If no answer to an item in this presentation counts, there is no such place.
            -1
            if (sort := sorts.get(entry.presentation)) is None
            else len(sorts) * entry.place + sort
            for entry in respondents
        ]
        respondent_places = [[entry.place for entry in respondents]]
        cells = self.db.execute(
            f"SELECT {standing} AS standing, number, drawn.cluster AS cluster, who,"
            ' CAST(count(*) FILTER ("right") AS BIGINT) AS right_ones, count(*) AS given'
            " FROM answers JOIN drawn USING (item_hash)"
            " WHERE counted AND list_contains(?, answers.standing)"
            " GROUP BY 1, number, drawn.cluster, who ORDER BY 1, number, who",
            respondent_places,
        ).fetchnumpy()
        deciding = {
            row[0]: row[1:]
            for row in self.db.execute(
                f"SELECT {standing}, count(*) FILTER (decided = 'judged'),"
                " count(*) FILTER (decided = 'by a person'),"
                " bool_or(question_kind = 'text') FROM answers JOIN drawn USING (item_hash)"
                " WHERE counted AND list_contains(?, answers.standing)"
                " AND question_kind NOT IN ('choice', 'truth') GROUP BY 1",
                respondent_places,
            ).fetchall()
        }
        begins: Any = numpy.searchsorted(cells["standing"], places, side="left")
        ends: Any = numpy.searchsorted(cells["standing"], places, side="right")
        for respondent, place, begin, end in zip(respondents, places, begins, ends, strict=True):
            own_cells = {name: column[begin:end] for name, column in cells.items()}
            rows = numpy.column_stack([own_cells["right_ones"], own_cells["given"]])
            people = None if respondent.respondent.kind == "model" else own_cells["who"]
            sample = self.sampling.of(
                Sample(rows, own_cells["number"], people, own_cells["cluster"])
            )
            right, answers = (int(total) for total in rows.sum(axis=0))
            judged, by_person, free = deciding.get(place, (0, 0, False))
            numbers = own_cells["number"]
            yield AnswerTotals(
                respondent.respondent,
                sample,
                int(numpy.count_nonzero(numpy.diff(numbers))) + bool(len(numbers)),
                answers,
                right,
                judged,
                by_person,
                bool(free),
                **respondent.counts,
            )

    def _version(self) -> str:
        listed = self.db.execute("SELECT item_hash FROM items ORDER BY item_hash").fetchall()
        return hashlib.sha256("\n".join(row[0] for row in listed).encode()).hexdigest()

    def _superseded(self) -> int:
        """Number of answers to an earlier wording."""
        sql = "SELECT coalesce(sum(superseded), 0) FROM units WHERE NOT ruled_out"
        return int(self.db.execute(sql).fetchall()[0][0])

    def _excluded(self) -> dict[str, int]:
        ruled_out = self.db.execute(
            "SELECT count(*) FROM units WHERE ruled_out AND kind <> 'model'"
        ).fetchall()
        counts = {**self.manifest.left_out, RULED_OUT: int(ruled_out[0][0])}
        if self.simulated:
            counts.pop(SIMULATED_SESSIONS, None)
        return counts

    # --- tables ----------------------------------------------------------------------------------

    def _spread(self, answer_totals: Sequence[AnswerTotals]) -> Rows:
        rows: list[spread_of_people.SpreadRow] = []
        unsettled = 0
        for entry in answer_totals:
            if entry.respondent.kind == "model" or not entry.answers:
                continue
            if entry.ungraded:
                unsettled += 1
                continue
            row = spread_of_people.row_of(
                SettingColumns(*entry.respondent.group, 1),
                entry.sample,
            )
            rows += [] if row is None else [row]
        return spread_of_people.counted(rows, unsettled)


def _rows(kind: str, files: Sequence[str]) -> str:
    """All rows of segments of a kind, for SQL; without segments, an empty table with columns."""
    if files:
        listed = ", ".join("'" + name.replace("'", "''") + "'" for name in files)
        return f"read_parquet([{listed}])"
    columns = (f'CAST(NULL AS {_type(field.unit)}) AS "{field.name}"' for field in COLUMNS[kind])
    return f"(SELECT {', '.join(columns)} WHERE false)"


def _type(unit: str) -> str:
    if unit == "true or false":
        return "BOOLEAN"
    if unit == "s":
        return "DOUBLE"
    return "BIGINT" if unit.startswith("number") or unit == "1 to 5" else "VARCHAR"


def _library() -> Any:
    """The package duckdb. Raises InputError where it is not installed."""
    try:
        import duckdb
    except ImportError:
        raise InputError(
            "A report over segments needs an extra",
            "expected the package duckdb, found it is not installed",
            "Install the program as `countermodel[big]`.",
        ) from None
    return duckdb
