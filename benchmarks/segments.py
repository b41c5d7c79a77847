"""Accuracy computed from Parquet segments with up to 10^8 answers.

DuckDB generates the segments, with the columns that `export --parquet` writes: runs of models over
10,000 items. Target: 10^8 answers in a minute.
"""

import json
import tempfile
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from time import process_time

from benchmarks.timing import Scale, table, timed, verdict
from items.shape.structure import WORDED
from sessions.segments.manifest import COUNTS, MANIFEST, Manifest, Unit
from sessions.segments.report import segment_report
from sessions.segments.rows import ANSWERS, KINDS

ITEMS, MUTANTS = 10_000, 4
SECONDS = 60.0
"""Target for 10^8 answers; proportionally less for fewer."""


def fill(folder: Path, runs: int, items: int) -> int:
    """Fill a folder with `runs` runs over `items` items; returns the number of answers."""
    import duckdb

    each = items * MUTANTS
    units_name = "units-000001.parquet"
    names = []
    with duckdb.connect() as db:
        for run in range(runs):
            names.append(f"answers-{run + 1:06}.parquet")
            db.execute(
                "COPY (SELECT 'run:' || ? AS unit, CAST(? AS BIGINT) AS segment, '' AS role,"
                " md5(CAST(n // 4 AS VARCHAR)) || md5(CAST(n // 4 AS VARCHAR)) AS item_hash,"
                " 'choice' AS question_kind, hash(n * 31 + ?) % 10 < 6 AS \"right\","
                " 'matched' AS decided, true AS counted,"
                " 'cluster ' || CAST(n // 8 AS VARCHAR) AS cluster,"
                " '1' AS part, n % 4 AS rotation, 4 AS rotations,"
                " 'natural language' AS form, 'en' AS language FROM range(?) t(n))"
                f" TO '{folder / names[-1]}' (FORMAT parquet, COMPRESSION zstd)",
                [run, run + 1, run, each],
            )
        forms_json = json.dumps([[WORDED, "en", *(0 for _ in COUNTS)]])
        units = [
            Unit(
                f"run:{run}",
                "model",
                f"model {run // 5}",
                "s",
                run % 5 + 1,
                "",
                each,
                run + 1,
                run,
                told=forms_json,
            )
            for run in range(runs)
        ]
        listed = folder / "units.json"
        listed.write_text(json.dumps([asdict(unit) for unit in units]))
        db.execute(f"COPY (SELECT * FROM '{listed}') TO '{folder / units_name}' (FORMAT parquet)")
    manifest = Manifest(
        units=units_name, files={kind: names if kind == ANSWERS else [] for kind in KINDS}
    )
    (folder / MANIFEST).write_text(json.dumps(asdict(manifest)))
    return runs * each


def main(scale: Scale = Scale.FULL) -> None:
    """Print seconds by number of answers. Raises AssertionError if answers were lost."""
    if find_spec("duckdb") is None:
        print("duckdb is not installed")
        return
    rows = []
    for runs in scale.pick((25, 250, 2500), (25, 250), (2,)):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            answers = fill(folder, runs, scale.pick(ITEMS, ITEMS, 20))
            size = sum(path.stat().st_size for path in folder.glob("answers-*"))
            began = process_time()
            seconds, report = timed(lambda folder=folder: segment_report(folder))  # type: ignore[misc]
            processor = process_time() - began
        if report.tables[0].n != answers:
            raise AssertionError("answers were lost")
        target = SECONDS * answers / 1e8
        rows.append(
            [
                f"{answers:,}",
                f"{size / 1e6:,.0f}",
                f"{seconds:.1f}",
                f"{processor:.1f}",
                f"{target:.1f}",
                verdict(-seconds, -target),
            ]
        )
    print("Accuracy with intervals, from Parquet\n")
    print(table(["answers", "MB", "s", "processor, s", "target", ""], rows))
