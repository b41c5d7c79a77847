"""Everything recorded, as tidy files for other tools.

Owns which files there are, what is left out of them, and writing them. `rows` owns the rows and the
meaning of their columns, `calls` those of models' responses, `adjudications` those of verdicts on
formalizations, `sessions.record.tabular` the form of cells, and the report the tables of averages.

Participants cannot be identified from the files: sessions have their random ids, and participants'
codes, completion codes and the computer's boot ids are left out. Adjudicators appear by the name
they gave. Free-text answers are exported as people wrote them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from items.files.save import replacing, require_no_links, save_text
from sessions.export import adjudications as decided
from sessions.export import calls, rows
from sessions.record.results import PILOT_SESSIONS, WITHDRAWN_SESSIONS, versions
from sessions.record.tabular import as_csv, as_jsonl
from sessions.storage.database import Database
from solver.errors import OutsideError

README = """What a Countermodel database holds, as files

answers.csv    one row for each part of each question somebody answered, people and models alike
scores.csv     one row for each item and respondent: how many questions were right, and all of them
sessions.csv   one row for each session of a person or, according to kind, simulated respondent
payments.csv   one row for each session of a person: what is due, where a study file defines
               payments
calls.csv      one row for each request to a model: the response verbatim, parameters, tokens, ids
items.csv      the items by their content hash, without texts
adjudications.csv  one row for each verdict on two formalizations of an item, with a world that
               distinguishes them, if there is one
*.jsonl        the same rows as JSON, one object per line
events.jsonl   every event of these sessions, as it was recorded
studies/       the study files, as they were when sessions began
codebook.csv   the meaning of every column of every file
analysis.R     a first analysis in R: accuracy, a mixed model, difficulty of items
analysis.qmd   the same as a page, for Quarto

Files are UTF-8. An empty cell means that there is no data; it is not 0. In CSV, a text that a
spreadsheet would run as a formula is preceded by an apostrophe; JSON contains it unchanged. Times
are UTC.

Pilots and withdrawn sessions are left out. Sessions have random ids instead of participants' codes;
free answers are exported verbatim, and may reveal who wrote them. The column about contains what
was known about a participant beforehand, such as a recruiter's id. The table adjudications names
annotators and adjudicators by the names that they gave. `countermodel annotate export` writes
annotators' verdicts, `countermodel report --csv` tables with intervals.
"""


OPTIONAL_TABLES = frozenset(("payments", "adjudications"))
"""Tables that are written only if they have rows."""
SCRIPTS = ("analysis.R", "analysis.qmd")


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """One file of an export."""

    file: str
    """Path within the folder."""
    rows: int | None
    """None where it is not a table."""


@dataclass(frozen=True, slots=True)
class ExportSummary:
    """The outcome of an export."""

    folder: str
    written: tuple[ExportedFile, ...]
    left_out: Mapping[str, int]
    """Sessions left out, by reason; no reason has a count of 0."""
    checked: Mapping[str, int] | None = None
    """Counts of Z3's verdicts on the reported combinations of misreadings; None where none are
    reported."""

    def as_json(self) -> dict[str, Any]:
        """The summary as JSON."""
        return {
            "folder": self.folder,
            "written": [{"file": table.file, "rows": table.rows} for table in self.written],
            "left_out": dict(self.left_out),
            **({} if self.checked is None else {"checked": dict(self.checked)}),
        }


def export(db: Database, folder: Path, *, diagnose: bool = False) -> ExportSummary:
    """Write the files into a folder, which is created if necessary; files of the same names are
    replaced. With `diagnose`, answers include the misreadings that explain them.

    Raises OutsideError where they cannot be written or the database cannot be read.
    """
    all_versions = [*versions(db, full=True), *versions(db, simulated=True, full=True)]
    people = [version for version in all_versions if not version.are_simulated]
    left_out: dict[str, int] = {
        PILOT_SESSIONS: sum(version.pilots for version in all_versions),
        WITHDRAWN_SESSIONS: sum(version.withdrawn for version in all_versions),
    }
    recorded = rows.recorded(db, all_versions)
    answer_fields: Sequence[rows.Field] = rows.ANSWERS
    answers: Sequence[Mapping[str, Any]] = recorded.answers
    checks: Mapping[str, int] | None = None
    if diagnose:
        from sessions.export.diagnoses import DIAGNOSES, with_diagnoses

        answer_fields = (*rows.ANSWERS, *DIAGNOSES)
        answers, checked = with_diagnoses(db, recorded.answers)
        checks = checked.document()
    session_ids = [session.id for version in all_versions for session in version.sessions]
    tables: tuple[tuple[str, Sequence[rows.Field], Iterable[Mapping[str, Any]]], ...] = (
        ("answers", answer_fields, answers),
        ("scores", rows.SCORES, recorded.scores),
        (
            "sessions",
            (*rows.SESSIONS, *rows.own_fields(all_versions)),
            rows.sessions(all_versions),
        ),
        ("payments", rows.PAYMENTS, list(rows.payments(db))),
        ("calls", calls.CALLS, calls.calls(db)),
        ("items", rows.ITEMS, rows.items(db)),
        ("adjudications", decided.ADJUDICATIONS, decided.adjudications(db)),
    )
    written: list[ExportedFile] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kinds = [f"{name}.{kind}" for name, *_ in tables for kind in ("csv", "jsonl")]
        others = ("events.jsonl", "studies", "codebook.csv", "README.txt", *SCRIPTS)
        require_no_links(
            *(folder / name for name in (*kinds, *others)), *(folder / "studies").glob("*")
        )
        for name, fields, content in tables:
            listed = list(content)
            if name in OPTIONAL_TABLES and not listed:
                # An earlier export may have written rows of somebody who has withdrawn since.
                for kind in ("csv", "jsonl"):
                    (folder / f"{name}.{kind}").unlink(missing_ok=True)
                continue
            for file, text in (
                (f"{name}.csv", as_csv(listed, [field.name for field in fields])),
                (f"{name}.jsonl", as_jsonl(listed)),
            ):
                save_text(folder / file, text)
                written.append(ExportedFile(file, len(listed)))
        written.append(_events(db, folder / "events.jsonl", session_ids))
        written += _studies(db, folder / "studies", [version.study_hash for version in people])
        book = [
            row
            for name, fields, _ in tables
            if (folder / f"{name}.csv").exists()
            for row in _book(name, fields)
        ]
        heads = ("file", "column", "unit", "meaning")
        save_text(folder / "codebook.csv", as_csv(book, heads))
        save_text(folder / "README.txt", README)
        written += [ExportedFile("codebook.csv", len(book)), ExportedFile("README.txt", None)]
        for name in SCRIPTS:
            text = files("sessions.export.analysis").joinpath(name).read_text(encoding="utf-8")
            save_text(folder / name, text)
            written.append(ExportedFile(name, None))
    except OSError as error:
        raise OutsideError(
            "The files cannot be written", f"{error.filename or folder}: {error.strerror or error}"
        ) from error
    reasons = {why: n for why, n in left_out.items() if n}
    return ExportSummary(str(folder), tuple(written), reasons, checks)


def _events(db: Database, path: Path, sessions: Iterable[str]) -> ExportedFile:
    """Write events session by session, so that a long record is never in memory as a whole."""
    count = 0
    with replacing(path) as file:
        for session in sessions:
            listed = list(rows.events(db, session))
            file.write(as_jsonl(listed).encode())
            count += len(listed)
    return ExportedFile(path.name, count)


def _studies(db: Database, folder: Path, hashes: Iterable[str]) -> Iterator[ExportedFile]:
    for hash_ in dict.fromkeys(hashes):
        for row in db.rows("SELECT key, text FROM study WHERE hash = ?", hash_):
            folder.mkdir(exist_ok=True)
            name = f"{re.sub(r'[^A-Za-z0-9._-]+', '-', row['key']).strip('-.') or 'study'}"
            file = folder / f"{name[:60]}-{hash_[:8]}.toml"
            save_text(file, row["text"])
            yield ExportedFile(f"{folder.name}/{file.name}", None)


def _book(name: str, fields: Iterable[rows.Field]) -> Iterator[dict[str, str]]:
    for field in fields:
        yield {
            "file": f"{name}.csv",
            "column": field.name,
            "unit": field.unit,
            "meaning": field.meaning,
        }
