"""The report of all tables over a million answers of models and people.

The target is at most 5 s for the whole command, `countermodel report --json`. It is timed:

- the first time, after answers were stored as by `import`, `ask` and the end of a session, which
  also store the data that a report derives from them; this is timed too;
- again, when the report itself is cached (median of three runs);
- with `--recompute`, which rebuilds the report from the derived data of answers and sessions
  (median of three runs);
- after 1,000 new answers, 900 of a run of a model and 100 of a person (median of three times);
- without any derived data, as after an upgrade of the program. This has no target.

Modules are compiled beforehand, as in an installed program.

The answers are 900,000 of 18 models in five runs each, to choices with all their mutants, truth
values of generated tasks, domains and levels, and items with several questions; and 100,000 of
people, in 900 sessions of one study with a heartbeat for every second that a question was open,
which gives 1.4 million events. The solver's figures of the items are already in the database, as
after the first report or `verify`.

The command has a thread that waits for Ctrl-C, which a direct call of `build_report` does not have.
If the command takes much longer, check whether both use two processes.

For comparison, a script as a user might write it reads the same rows with sqlite3 and json and
counts correct answers of every run and session, without intervals, scores or tables.
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median

from benchmarks import record
from benchmarks.import_answers import UTC
from benchmarks.timing import Scale, table, timed, typical, verdict
from items.inspection.compute_figures import compute_figures
from sessions.models import columns, responses
from sessions.record import solver_figures as kept
from sessions.record.results import keep_every
from sessions.report.accuracy_report import build_report
from sessions.storage import derived_data
from sessions.storage.database import Database

SECONDS = 5.0
MODELS, RUNS, SESSIONS, ITEMS = 18, 5, 900, 100
NEW_OF_MODELS = 900
PROGRAM = "from tui.cli import main; main()"
ROOT = Path(__file__).resolve().parents[1]


def filled(path: Path, share: int, thinned: int) -> tuple[int, int]:
    """Fill a database, with models, sessions and items reduced by the given factors; returns the
    numbers of answers of models and of people."""
    items = record.every_item(thinned)
    with Database.open(path) as db:
        added = responses.add(
            db, record.answers(items, MODELS // share, max(1, RUNS // thinned)), items
        ).added
        people = record.people(db, items, SESSIONS // (share * thinned), max(1, ITEMS // thinned))
        formal = {item.content_hash: item for item in items if item.formalization is not None}
        figures = {key: compute_figures(item) for key, item in formal.items()}
        kept.store(db, figures, "benchmark", UTC)
    return added, people


def further(path: Path, time: int, thinned: int = 1) -> int:
    """Add new answers of a run of a model and of a person, different for each `time`; returns their
    number."""
    items = record.every_item(thinned)
    rows = islice(record.answers(items, 1, 1), NEW_OF_MODELS)
    with Database.open(path) as db:
        added = responses.add(db, (replace(row, run=RUNS + time) for row in rows), items).added
        people = record.people(db, items, 1, max(1, ITEMS // thinned), first_slot=SESSIONS + time)
        keep(db)
        return added + people


def keep(db: Database) -> None:
    """Update derived data as at the end of `import`, of `ask` and of each session."""
    columns.keep_up(db)
    if derived_data.large(db, "event"):
        keep_every(db, 1, 0, simulated=False)


def keep_all(path: Path) -> None:
    """The same for the database at a path."""
    with Database.open(path, create=False) as db:
        keep(db)


def forget(path: Path) -> None:
    """Erase all derived data."""
    with Database.open(path, create=False) as db, db.atomic() as connection:
        connection.execute("DELETE FROM kept")


def command(path: Path, *options: str) -> int:
    """Run the command as a user does; returns the number of tables printed."""
    run = [sys.executable, "-c", PROGRAM, "report", "--json", "--db", str(path), *options]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(path.parent / "compiled")
    completed = subprocess.run(
        run, cwd=ROOT, capture_output=True, text=True, check=True, env=environment
    )
    return len(json.loads(completed.stdout)["tables"])


def built(path: Path) -> int:
    """The same without starting a process; returns the number of tables."""
    with Database.open(path, create=False) as db:
        return len(build_report(db, recompute=True).tables)


def plain(path: Path) -> dict[tuple[str, ...], tuple[int, int]]:
    """Numbers of correct answers and of all answers of every run and session, read row by row."""
    with sqlite3.connect(path) as db:
        golds = {
            (item_hash, leaf["id"]): leaf["gold"]
            for item_hash, body in db.execute("SELECT hash, body FROM item")
            for question in json.loads(body)["questions"]
            for leaf in question["parts"] or [question]
        }
        pairs: dict[tuple[str, ...], tuple[int, int]] = {}

        def count(respondent: tuple[str, ...], right: bool) -> None:
            before = pairs.get(respondent, (0, 0))
            pairs[respondent] = before[0] + right, before[1] + 1

        for model, setting, run, item_hash, part, answer in db.execute(
            "SELECT model, setting, run, item_hash, part, answer FROM response"
            " JOIN series ON series.id = series JOIN target ON target.id = target"
        ):
            count((model, setting, str(run)), json.loads(answer) == golds[item_hash, part])
        steps: dict[str, list[str]] = {}
        for session, kind, payload in db.execute(
            "SELECT session, kind, payload FROM event"
            " WHERE kind IN ('session_started', 'answer_confirmed') ORDER BY session, seq"
        ):
            event = json.loads(payload)
            if kind == "session_started":
                stations = event["plan"]["stations"]
                steps[session] = [
                    step["item_hash"] for station in stations for step in station.get("steps", ())
                ]
                continue
            item_hash = steps[session][event["step"]]
            for part, answer in event["answers"].items():
                count((session,), answer == golds[item_hash, part])
    return pairs


def main(scale: Scale = Scale.FULL) -> None:
    """Time the report; at smaller scales over fewer answers, for which there is no target. Raises
    SystemExit if the script counts a different number of answers."""
    share, thinned = scale.pick((1, 1), (9, 1), (18, 20))
    repeats = scale.pick(3, 3, 1)
    full = scale is Scale.FULL
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.db"
        count, people = filled(path, share, thinned)
        keeping = timed(lambda: keep_all(path))[0]
        # Compiles the modules.
        sample = Path(folder) / "sample.db"
        filled(sample, 18, 20)
        command(sample)
        # Whole processes vary: three runs of each except the first report.
        first, tables = timed(lambda: command(path))
        whole = typical(lambda: command(path), repeats)
        recomputed = typical(lambda: command(path, "--recompute"), repeats)
        new, after = list[int](), list[float]()
        for time in range(1, repeats + 1):
            new.append(further(path, time, thinned))
            after.append(timed(lambda: command(path))[0])
        updated = median(after)
        forget(path)
        from_nothing = timed(lambda: command(path))[0]
        inside = typical(lambda: built(path), repeats)
        counted = plain(path)
        script = typical(lambda: plain(path), repeats)
    whole_number = count + people + sum(new)
    if sum(n for _, n in counted.values()) != whole_number:
        raise SystemExit(f"expected the script to count {whole_number:,} answers")
    answer_counts = f"{count:,} answers of models, {people:,} of people"
    print(
        table(
            [answer_counts, "took", "target", ""],
            [
                ["derived when the answers were stored", f"{keeping:.2f} s", "", ""],
                [
                    "the first report",
                    f"{first:.2f} s",
                    f"{SECONDS:.1f} s" if full else "",
                    verdict(-first, -SECONDS) if full else "",
                ],
                [
                    f"every later one: countermodel report --json, {tables} tables",
                    f"{whole:.2f} s",
                    f"{SECONDS:.1f} s" if full else "",
                    verdict(-whole, -SECONDS) if full else "",
                ],
                [
                    "the same, rebuilt: --recompute",
                    f"{recomputed:.2f} s",
                    f"{SECONDS:.1f} s" if full else "",
                    verdict(-recomputed, -SECONDS) if full else "",
                ],
                [
                    f"after {new[0]:,} new answers",
                    f"{updated:.2f} s",
                    f"{SECONDS:.1f} s" if full else "",
                    verdict(-updated, -SECONDS) if full else "",
                ],
                ["without derived data", f"{from_nothing:.2f} s", "", ""],
                ["build_report, rebuilt", f"{inside:.2f} s", "", ""],
                ["sqlite3 and json, only correct answers", f"{script:.2f} s", "", ""],
            ],
        )
    )
