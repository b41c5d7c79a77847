"""Everything recorded, as Parquet: segments that are added to as the record grows.

Owns which part of the record the segments contain, and that an interrupted run leaves them
unchanged; `manifest` is the list of what is in the folder. SQLite remains the source of truth.
`sessions.export.rows` makes the rows; `sessions.segments.report` evaluates them.

A *unit* is a session or a run of a model. A unit with new data is written again as a whole, into a
new segment that replaces its older rows; its new events are appended. A withdrawn session's rows
are removed from every segment.
"""

import fcntl
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sessions.export import rows
from sessions.models.answer_sheets import model_sheets
from sessions.models.responses import Series
from sessions.record.results import (
    PILOT_SESSIONS,
    SIMULATED_SESSIONS,
    WITHDRAWN_SESSIONS,
    SessionResult,
    VersionResults,
    versions,
)
from sessions.report.exclusion_reasons import UNKNOWN_ITEMS
from sessions.report.people_sheet import people_sheet
from sessions.report.presentation import Presentation, presentation_of
from sessions.segments import rows as segment_rows
from sessions.segments.manifest import (
    FORMAT,
    MANIFEST,
    SEGMENT,
    Manifest,
    Unit,
    read_manifest,
    understood,
)
from sessions.segments.rows import (
    ANSWERS,
    BLOCKS,
    COLUMNS,
    EVENTS,
    ITEMS,
    PARTICIPANTS,
    UNITS,
    KnownItems,
    SegmentVersion,
)
from sessions.storage.database import Database
from solver.errors import InputError, OutsideError
from study.scores.answer_sheets import AnswerSheet

SIZE = 50_000
"""Rows held in memory at a time."""
DECIDED = "adjudications"
_UNFINISHED_FILE = re.compile(rf"({Path(MANIFEST).stem}|{DECIDED})\.[0-9]+\.tmp")


@dataclass(frozen=True, slots=True)
class AppendSummary:
    """The outcome of an export."""

    folder: str
    written: Mapping[str, int]
    """New rows by kind; for verdicts on formalizations, all rows."""
    units: int
    """Sessions and runs in the folder."""
    removed: int
    """Withdrawn sessions whose rows were removed."""

    def as_json(self) -> dict[str, Any]:
        """The summary as JSON."""
        return asdict(self)


def append_segments(db: Database, folder: Path) -> AppendSummary:
    """Update a folder of segments from the record; a new folder is created.

    Raises InputError where the extra is missing or the folder belongs to another database,
    OutsideError where it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            return _Appending(db, folder).run()
    except OSError as error:
        raise OutsideError(
            "The files cannot be written", f"{error.filename or folder}: {error.strerror or error}"
        ) from error


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock the folder: two simultaneous exports would give their segments the same names.

    Raises OutsideError where another export is under way.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OutsideError(
                "The folder is in use by another program",
                f"{folder}: another export writes there",
                "Wait for it, then try again.",
            ) from error
        yield
    finally:
        os.close(descriptor)


class _Appending:
    """One export."""

    def __init__(self, db: Database, folder: Path) -> None:
        self.db = db
        self.folder = folder
        self.pyarrow, self.parquet = _library()
        self.manifest = read_manifest(folder, older=True)
        with understood(folder):
            self.known_units = {unit.unit: unit for unit in self._known()}
        self.number = self.manifest.next
        self.old_files = {name for names in self.manifest.files.values() for name in names}
        self.old_files.add(self.manifest.units)
        self.rows_written = dict.fromkeys(COLUMNS, 0)

    def run(self) -> AppendSummary:
        """Find what is new, write it, remove what is withdrawn, and only then update the list."""
        marks = {**self._sessions(), **self._runs()}
        removed_units = self._gone(marks)
        if self.manifest.format != FORMAT:  # everything is written again, the old removed
            self.manifest, self.known_units = Manifest(), {}
        rulings = self._rulings()
        again = rulings != self.manifest.rulings
        changed = {
            unit
            for unit, mark in marks.items()
            if unit not in self.known_units
            or self.known_units[unit].mark != mark
            or (again and self.known_units[unit].free)
        }
        units = {unit: entry for unit, entry in self.known_units.items() if unit in marks}
        files = {name: list(files) for name, files in self.manifest.files.items()}
        with understood(self.folder):
            if removed_units:
                files = {
                    kind: list(names)
                    if kind == ITEMS
                    else self._without_units(kind, names, removed_units)
                    for kind, names in files.items()
                }
            items = set(self._known_items(files))
        fresh: dict[str, Unit] = {}
        self._write(files, EVENTS, self._events(marks, changed))
        all_versions = [
            *versions(self.db, full=True),
            *versions(self.db, simulated=True, full=True),
        ]
        ruled_out = {
            exclusion.session.id
            for simulated in (False, True)
            for version in versions(self.db, simulated=simulated)
            for exclusion in version.excluded
        }
        self._write(files, ANSWERS, self._answers(all_versions, marks, changed, ruled_out, fresh))
        self._write(files, PARTICIPANTS, self._participants(all_versions, changed))
        self._write(files, BLOCKS, self._blocks(all_versions, changed))
        self._write(files, ITEMS, segment_rows.items(self.db, items))
        units.update(fresh)
        with understood(self.folder):
            self._order(units, all_versions)
            self.manifest.units = self._units(units.values())
        self.manifest.rulings = rulings
        self.manifest.left_out = self._left_out(all_versions)
        self.manifest.studies = [SegmentVersion.of(results) for results in all_versions]
        self.manifest.files = files
        self.manifest.next = self.number + 1
        self._adjudications()
        self._save()
        return AppendSummary(str(self.folder), self.rows_written, len(units), len(removed_units))

    # --- what is stored --------------------------------------------------------------------------

    def _known(self) -> Iterator[Unit]:
        if self.manifest.units:
            table = self.parquet.read_table(self.folder / self.manifest.units)
            yield from (Unit(**row) for row in table.to_pylist())

    def _sessions(self) -> dict[str, int]:
        """Exported sessions, to their last event."""
        sessions = self.db.tuples(
            "SELECT session.id, coalesce(max(event.seq), 0) FROM session"
            " LEFT JOIN event ON event.session = session.id"
            " WHERE NOT pilot AND session.id NOT IN (SELECT session FROM withdrawal)"
            " GROUP BY session.id"
        )
        return dict(sessions)

    def _runs(self) -> dict[str, int]:
        """Runs of models, to their number of responses."""
        outcome = self.db.tuples("SELECT series, count(*) FROM response GROUP BY series")
        return {_run(series): count for series, count in outcome}

    def _rulings(self) -> list[int]:
        tables = ("judgement", "grade", "adjudication", "annotation")
        return [self.db.tuples(f"SELECT count(*) FROM {table}")[0][0] for table in tables]

    def _gone(self, marks: Mapping[str, int]) -> set[str]:
        """The withdrawn sessions whose rows must go. Raises InputError where the folder has
        sessions that the database never had."""
        removed_units = self.known_units.keys() - marks.keys()
        withdrawn = {row[0] for row in self.db.tuples("SELECT session FROM withdrawal")}
        strangers = sorted(removed_units - withdrawn)
        if strangers:
            raise InputError(
                "The folder is of another database",
                f"{self.folder}: expected what {self.db.path} holds, found {strangers[0]}",
                "Export to a new folder.",
            )
        return set(removed_units)

    def _left_out(self, all_versions: Sequence[VersionResults]) -> dict[str, int]:
        people = [
            version_results for version_results in all_versions if not version_results.are_simulated
        ]
        return {
            PILOT_SESSIONS: sum(person.pilots for person in people),
            WITHDRAWN_SESSIONS: sum(person.withdrawn for person in people),
            SIMULATED_SESSIONS: sum(person.simulated for person in people),
        }

    # --- rows ------------------------------------------------------------------------------------

    def _events(
        self, marks: Mapping[str, int], changed_units: set[str]
    ) -> Iterator[dict[str, Any]]:
        for unit in sorted(changed_units):
            if unit.startswith("run:"):
                continue
            last = self.known_units[unit].mark if unit in self.known_units else -1
            for row in rows.events(self.db, unit):
                if last < row["seq"] <= marks[unit]:
                    payload = json.dumps(row["payload"], ensure_ascii=False)
                    yield {**row, "payload": payload}

    def _answers(
        self,
        all_versions: Sequence[VersionResults],
        marks: Mapping[str, int],
        changed_units: set[str],
        ruled_out: set[str],
        new_units: dict[str, Unit],
    ) -> Iterator[dict[str, Any]]:
        known_items = KnownItems()
        for version in all_versions:
            for session in version.sessions:
                if session.id not in changed_units:
                    continue
                entry = self._of_session(version, session, marks[session.id])
                entry.ruled_out = session.id in ruled_out
                new_units[session.id] = entry
                for result in session.results:
                    if not result.over:
                        continue
                    for row in rows.of_person(version, session, result):
                        entry.free |= row["question_kind"] == "text"
                        yield self._row(session.id, row, known_items.of_person(result, row))
        if not any(unit.startswith("run:") for unit in changed_units):
            return
        yield from self._of_runs(marks, changed_units, known_items, new_units)

    def _of_runs(
        self,
        marks: Mapping[str, int],
        changed_units: set[str],
        known_items: KnownItems,
        new_units: dict[str, Unit],
    ) -> Iterator[dict[str, Any]]:
        sheets = model_sheets(self.db)
        self.manifest.left_out[UNKNOWN_ITEMS] = sheets.unknown
        ids = {
            Series(*row[1:]): _run(row[0])
            for row in self.db.tuples("SELECT id, model, setting, run FROM series")
        }
        sorts_by_item = {
            item_hash: presentation_of(item) for item_hash, item in sheets.items.items()
        }
        for series, sheet in sheets.sheets.items():
            unit = ids[series]
            if unit in changed_units:
                entry = Unit(
                    *(unit, "model", series.model, series.setting, series.run, ""),
                    *(marks[unit], self.number),
                )
                new_units[unit] = _counts(entry, sheet, sorts_by_item)
        for _, group in rows.of_models(self.db):
            first = group[0]
            series = Series(first.respondent, first.study, int(first.block.removeprefix("run ")))
            unit = ids[series]
            if unit not in new_units:
                continue
            for recorded in group:
                item = sheets.items[recorded.item_hash]
                question = recorded.question_index, recorded.question, recorded.score.why
                for row in rows.of_model(recorded):
                    new_units[unit].free |= row["question_kind"] == "text"
                    yield self._row(unit, row, known_items.of_model(item, row, *question))

    def _of_session(self, version: VersionResults, session: SessionResult, mark: int) -> Unit:
        kind = "simulated" if version.are_simulated else "person"
        unit = Unit(
            *(session.id, kind, session.id, version.study.title, None, version.version),
            *(mark, self.number),
        )
        unit.answered = any(result.main and result.over for result in session.results)
        sorts_by_item = {
            result.step.item_hash: presentation_of(result.item) for result in session.results
        }
        return _counts(unit, people_sheet([session]), sorts_by_item)

    def _row(
        self, unit: str, row: Mapping[str, Any], further_columns: Mapping[str, Any]
    ) -> dict[str, Any]:
        return {"unit": unit, "segment": self.number, **row, **further_columns}

    def _participants(
        self, all_versions: Sequence[VersionResults], changed_units: set[str]
    ) -> Iterator[dict[str, Any]]:
        sessions = (session for version in all_versions for session in version.sessions)
        for session, row in zip(sessions, rows.sessions(all_versions), strict=True):
            if session.id in changed_units:
                yield self._row(session.id, row, {"attention_met": segment_rows.met(session)})

    def _blocks(
        self, all_versions: Sequence[VersionResults], changed_units: set[str]
    ) -> Iterator[dict[str, Any]]:
        for session in (session for version in all_versions for session in version.sessions):
            if session.id in changed_units:
                for row in segment_rows.blocks(session):
                    yield self._row(session.id, row, {})

    def _known_items(self, files: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Content hashes of the items in some segment."""
        for name in files[ITEMS]:
            table = self.parquet.read_table(self.folder / name, columns=["item_hash"])
            yield from table["item_hash"].to_pylist()

    def _order(self, units: Mapping[str, Unit], all_versions: Sequence[VersionResults]) -> None:
        """Order the units as in the report: models by name, setting and run, then people by
        version."""
        models = sorted(
            (unit for unit in units.values() if unit.kind == "model"),
            key=lambda unit: (unit.respondent, unit.setting, unit.run or 0),
        )
        for place, model in enumerate(models):
            model.place = place
        places = {
            (version_results.version, version_results.are_simulated): place
            for place, version_results in enumerate(all_versions)
        }
        for model in units.values():
            if model.kind != "model":
                model.place = len(models) + places[model.version, model.kind == "simulated"]

    # --- files -----------------------------------------------------------------------------------

    def _write(self, files: dict[str, list[str]], kind: str, content: Iterable[Any]) -> None:
        """Write a new segment, if there are rows for it."""
        name = f"{kind}-{self.number:06}.parquet"
        schema = self._schema(COLUMNS[kind])
        waiting: list[Any] = []
        writer = None
        try:
            for row in content:
                waiting.append(row)
                self.rows_written[kind] += 1
                if len(waiting) >= SIZE:
                    writer = writer or self._writer(name, schema)
                    writer.write_table(self.pyarrow.Table.from_pylist(waiting, schema))
                    waiting.clear()
            if waiting:
                writer = writer or self._writer(name, schema)
                writer.write_table(self.pyarrow.Table.from_pylist(waiting, schema))
        finally:
            if writer is not None:
                writer.close()
        if writer is not None:
            files[kind].append(name)

    def _writer(self, name: str, schema: Any) -> Any:
        # Left by an interrupted export, or a link that somebody put there.
        (self.folder / name).unlink(missing_ok=True)
        return self.parquet.ParquetWriter(self.folder / name, schema, compression="zstd")

    def _schema(self, fields: Sequence[rows.Field]) -> Any:
        return self.pyarrow.schema([(entry.name, self._type(entry)) for entry in fields])

    def _type(self, its_field: rows.Field) -> Any:
        if its_field.unit == "true or false":
            return self.pyarrow.bool_()
        if its_field.unit == "s":
            return self.pyarrow.float64()
        if its_field.unit.startswith("number") or its_field.unit in ("1 to 5", "ns"):
            return self.pyarrow.int64()
        return self.pyarrow.string()

    def _without_units(self, kind: str, names: Sequence[str], removed_units: set[str]) -> list[str]:
        """The segments of a kind without the rows of some units; segments with such rows are
        written again under another name."""
        import pyarrow.compute as compute

        column = "session" if kind == EVENTS else "unit"
        names_kept: list[str] = []
        for name in names:
            path = self.folder / name
            unit_ids = self.pyarrow.array(sorted(removed_units))
            ids = self.parquet.read_table(path, columns=[column])[column]
            if not compute.any(compute.is_in(ids, value_set=unit_ids)).as_py():
                names_kept.append(name)
                continue
            table = self.parquet.read_table(path)
            rest = table.filter(compute.invert(compute.is_in(table[column], value_set=unit_ids)))
            if rest.num_rows:
                new = f"{path.stem}-{self.number}.parquet"
                self.parquet.write_table(rest, self.folder / new, compression="zstd")
                names_kept.append(new)
        return names_kept

    def _units(self, units: Iterable[Unit]) -> str:
        name = f"{UNITS}-{self.number:06}.parquet"
        text, number, flag = (
            self.pyarrow.string(),
            self.pyarrow.int64(),
            self.pyarrow.bool_(),
        )
        types = {"str": text, "int": number, "int | None": number, "bool": flag}
        schema = self.pyarrow.schema(
            [
                (name_, types[getattr(type_, "__name__", None) or str(type_)])
                for name_, type_ in Unit.__annotations__.items()
            ]
        )
        listed = [asdict(unit) for unit in sorted(units, key=lambda unit: (unit.place, unit.unit))]
        self.parquet.write_table(
            self.pyarrow.Table.from_pylist(listed, schema), self.folder / name, compression="zstd"
        )
        return name

    def _adjudications(self) -> None:
        """Write all verdicts on formalizations again: there are few, and each new one can change
        which of them count."""
        from sessions.export.adjudications import ADJUDICATIONS, adjudications

        path = self.folder / f"{DECIDED}.parquet"
        listed = list(adjudications(self.db))
        if not listed:
            path.unlink(missing_ok=True)
            return
        temporary_path = path.with_suffix(f".{os.getpid()}.tmp")
        table = self.pyarrow.Table.from_pylist(listed, self._schema(ADJUDICATIONS))
        self.parquet.write_table(table, temporary_path, compression="zstd")
        temporary_path.replace(path)
        self.rows_written[DECIDED] = len(listed)

    def _save(self) -> None:
        """Save the list, from which point the new segments count; then remove those that are out of
        date and what an interrupted export left, which may contain withdrawn sessions."""
        path = self.folder / MANIFEST
        temporary_path = path.with_suffix(f".{os.getpid()}.tmp")
        with temporary_path.open("w", encoding="utf-8") as file:
            json.dump(asdict(self.manifest), file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        temporary_path.replace(path)
        current = {name for names in self.manifest.files.values() for name in names}
        current.add(self.manifest.units)
        for name in (self.old_files | set(self._left_over())) - current - {""}:
            with suppress(OSError):
                (self.folder / name).unlink(missing_ok=True)

    def _left_over(self) -> Iterator[str]:
        """Names in the folder that only an export of this folder gives."""
        for path in self.folder.iterdir():
            named = SEGMENT.fullmatch(path.name)
            ours = named is not None and 0 < int(named[2]) < self.manifest.next
            if ours or _UNFINISHED_FILE.fullmatch(path.name):
                yield path.name


def _counts(unit: Unit, sheet: AnswerSheet, sorts_by_item: Mapping[str, Presentation]) -> Unit:
    """The unit with the counts of its sheet; `sorts_by_item` maps content hashes to
    presentations."""
    counts: list[Sequence[str | int]] = []
    for sort in sorted(set(sorts_by_item.values())):
        own_sheet = sheet.of({key for key, each in sorts_by_item.items() if each == sort})
        if own_sheet.answers or own_sheet.failed_requests:
            listed = len(own_sheet.unreadable), len(own_sheet.failed_requests)
            counts.append(
                (sort.form, sort.language, *listed, own_sheet.no_gold, own_sheet.ungraded)
            )
    unit.superseded = sheet.superseded
    unit.told = json.dumps(counts)
    return unit


def _run(series: bytes) -> str:
    return f"run:{series.hex()}"


def _library() -> tuple[Any, Any]:
    """The package pyarrow with its Parquet module. Raises InputError where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise InputError(
            "Parquet needs an extra",
            "expected the package pyarrow, found it is not installed",
            "Install the program as `countermodel[big]`.",
        ) from None
    return pyarrow, parquet
