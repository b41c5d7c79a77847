"""The report of a queue compared with what a small table requires.

Owns reading `report --json`, and computing every figure from the table in plain code.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from subprocess import run
from typing import Any

import pytest

from sessions.record import queues
from sessions.storage.database import Database
from study.annotation.queue import LoadedQueue
from study.annotation.scheme import Verdict
from tests.bots import by_hand
from tests.bots.terminal import PROGRAM, ROOT

ANN, BEN, EVE = "annabel", "bertram", "evelyn"
N = 16
Table = Mapping[str, tuple[str, str]]
# One letter an item, in the order of the items.
LETTERS: Mapping[str, Verdict] = {
    "y": "yes", "n": "no", "u": "unsure", "w": "works", "s": "shallow", "a": "absent",
    "-": (), "v": ("vague",), "f": ("false",), "b": ("vague", "false"),
    "1": 1, "2": 2, "3": 3, "4": 4, "5": 5,
}  # fmt: skip


def program(*arguments: object) -> str:
    """Run a command; what it printed."""
    process = run([sys.executable, "-c", PROGRAM, *map(str, arguments)], cwd=ROOT, timeout=600,
               capture_output=True, text=True, check=False)  # fmt: skip
    assert process.returncode == 0, process.stderr
    return process.stdout


def in_dispute(table: Table, keys: Sequence[str], place: int) -> list[str]:
    """Checks of an item on which the two differ."""
    return [key for key in keys if key in table and len({c[place] for c in table[key]}) > 1]


class Report:
    """The report of a queue as its JSON says."""

    def __init__(self, database: Path) -> None:
        document = json.loads(program("report", "--db", database, "--study", "spot", "--json"))
        self.tables = {table["name"]: table for table in document["tables"]}

    def rows(self, name: str, **wanted: object) -> list[dict[str, Any]]:
        """Rows of a table with these cells."""
        table = self.tables[name]
        names = [c["name"] if isinstance(c, dict) else c for c in table["columns"]]
        rows = [dict(zip(names, row, strict=True)) for row in table["rows"]]
        return [row for row in rows if all(row[key] == value for key, value in wanted.items())]

    def row(self, name: str, **wanted: object) -> dict[str, Any]:
        """The only such row."""
        (row,) = self.rows(name, **wanted)
        return row


def hold_to_the_table(report: Report, table: Table, items: Mapping[int, Sequence[str]]) -> None:
    """Every figure of agreement, from the table alone. `items`: place to the keys asked there."""
    for check_id in dict.fromkeys(key.partition("@")[0] for key in table):
        units = [
            (LETTERS[table[key][0][place]], LETTERS[table[key][1][place]])
            for place, keys in items.items()
            for key in keys
            if key.partition("@")[0] == check_id and key in table
        ]
        row = report.row("annotation agreement", check=check_id, subset="all")
        assert row["units"] == len(units)
        assert row["raw"] == pytest.approx(by_hand.raw(units)), check_id
        assert row["Fleiss' kappa"] == about_same(by_hand.fleiss(units)), check_id
        assert row["alpha"] == about_same(by_hand.alpha(units)), check_id
        ordered = all(isinstance(value, int) for unit in units for value in unit)
        ordinal = by_hand.alpha(units, ordinal=True) if ordered else None
        assert row["ordinal alpha"] == about_same(ordinal), check_id
        pair = report.row("annotation agreement of pairs", check=check_id, subset="all")
        assert (pair["pair"], pair["units"]) == (f"{ANN} · {BEN}", len(units))
        assert pair["Cohen's kappa"] == about_same(by_hand.cohen(units)), check_id
        for low, value, high in (
            ("raw low", "raw", "raw high"),
            ("Fleiss' kappa low", "Fleiss' kappa", "Fleiss' kappa high"),
            ("alpha low", "alpha", "alpha high"),
        ):
            if row[value] is not None:
                assert row[low] <= row[value] <= row[high]


def about_same(value: float | None) -> object:
    return None if value is None else pytest.approx(value)


def used_by_hand(database: Path, queue: LoadedQueue) -> dict[str, list[float]]:
    """Annotator to seconds on each entry, added up event by event from the rows."""
    values: dict[str, list[float]] = {}
    with Database.open(database) as db:
        for desk in queues.desks(db, queue.hash):
            if desk.role != "annotator":
                continue
            sql = "SELECT kind, payload, mono_ns FROM annotation WHERE desk = ? ORDER BY seq"
            times: dict[str, int] = {}
            current, before = None, 0
            for kind, payload, mono_ns in db.rows(sql, desk.id):
                if current is not None and kind not in ("segment_started", "desk_opened"):
                    times[current] = times.get(current, 0) + mono_ns - before
                if kind in ("entry_opened", "undone"):
                    current = json.loads(payload)["entry"]
                elif kind in ("submitted", "skipped", "released"):
                    current = None
                before = mono_ns
            values[desk.annotator] = [ns / 1e9 for ns in times.values()]
    return values


def against_the_adjudicator(
    report: Report,
    table: Table,
    keys: Mapping[str, Sequence[str]],
    places: Mapping[str, str],
    final: Mapping[str, Mapping[str, Verdict]],
) -> None:
    """Shares of the disputed verdicts on which each annotator was upheld."""
    for who, name in enumerate((ANN, BEN)):
        upheld: dict[str, list[bool]] = {"all": []}
        for item_id, questions in keys.items():
            place = int(places[item_id])
            for key in in_dispute(table, questions, place):
                right = LETTERS[table[key][who][place]] == final[key][str(place)]
                upheld["all"].append(right)
                upheld.setdefault(key.partition("@")[0], []).append(right)
        for check_id, rights in upheld.items():
            row = report.row("annotators against adjudication", annotator=name, check=check_id)
            assert (row["verdicts"], row["right"]) == (len(rights), sum(rights))
            assert row["share"] == pytest.approx(sum(rights) / len(rights))


def speed(report: Report, database: Path, queue: LoadedQueue) -> None:
    """Median time on an entry."""
    for name, seconds in used_by_hand(database, queue).items():
        row = report.row("annotation speed", annotator=name, check="whole entry")
        assert row["entries"] == N
        assert row["median"] == pytest.approx(median(seconds))
        progress = report.row("annotation progress", annotator=name)
        assert progress["time"] == pytest.approx(sum(seconds))
        assert (progress["submitted"], progress["skipped"], progress["begun"]) == (N, 0, 0)
