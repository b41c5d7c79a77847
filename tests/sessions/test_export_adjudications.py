"""Verdicts on two formalizations as files: persons, pairs, verdicts, and the distinguishing
world."""

import csv
import hashlib
import json
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from items.formalizations.distinction import distinction_of
from items.models import Item
from sessions.annotation.results import results
from sessions.export.adjudications import ADJUDICATIONS, adjudications
from sessions.export.psych_ds import export_psych_ds
from sessions.export.tidy_files import export
from sessions.record import adjudications as kept
from sessions.record.adjudications import Adjudication, Choice, as_text
from sessions.storage.database import Database
from study.annotation.attachments import BOTH, NONE
from tests.sessions.annotation_samples import small_queue
from tests.sessions.test_attachments import (
    ANN,
    BEN,
    attach,
    attached_by_two,
    decide,
    key_of,
    queue_hash,
)
from tests.study.annotation.samples import item

GOAT: dict[str, Any] = {
    "parameters": {"S": "Bool", "B": "Bool", "L": "Bool"},
    "translation": {"S": "a goat sleeps", "B": "the baker whistles", "L": "the ferry is late"},
    "premise": ["S -> B", "~(L & B)"],
    "question": ["necessary(~L)"],
    "answer": ["unnecessary"],
}
OTHER = {**GOAT, "premise": ["S <-> B", "~(L & B)"]}
ITEM = Item.model_validate(
    {
        "id": "goat",
        "text": "If a goat sleeps, the baker whistles. The ferry is not late while he whistles.",
        "questions": [{"id": "1", "kind": "text", "text": "?"}],
        "formalization": GOAT,
    }
)


def adjudicate(
    db: Database, choice: Choice, right: str, *, turned: bool = False, n: int = 0
) -> None:
    sides = (as_text(GOAT), right)
    left, other = reversed(sides) if turned else sides
    utc = f"2030-01-01T12:00:{n:02}+00:00"
    verdict = Adjudication(
        ITEM.content_hash, left, other, "the item's own", "m · free · 1", choice, "if", "ann", utc
    )
    kept.add(db, verdict, ITEM)


def test_a_verdict_is_exported_with_the_smallest_distinguishing_world(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Seconds are the clock's: beside other work the search may not end within those of an export.
    unhurried = partial(distinction_of, timeout=600.0, total_seconds=600.0)
    monkeypatch.setattr("sessions.export.adjudications.distinction_of", unhurried)
    with Database.open(tmp_path / "r.db") as db:
        adjudicate(db, "left", as_text(OTHER))
        (row,) = adjudications(db)
    assert set(row) == {field.name for field in ADJUDICATIONS}
    assert (row["place"], row["item"], row["verdict"]) == ("inspector", "goat", "left")
    assert (row["person"], row["reason"], row["holds"]) == ("ann", "if", True)
    assert (row["relation"], row["differences"], row["same_queries"]) == ("stronger", 1, True)
    assert json.loads(row["left"]) == GOAT
    world = json.loads(row["world"])
    # By the definition of truth: what GOAT allows and S <-> B excludes, with the fewest facts.
    worlds = [dict(zip("SBL", values, strict=True)) for values in product((False, True), repeat=3)]
    showing = [
        w for w in worlds if (not w["S"] or w["B"]) and not (w["L"] and w["B"]) and w["S"] != w["B"]
    ]
    assert world in showing
    assert sum(world.values()) == min(sum(w.values()) for w in showing)
    assert row["world_least"] is True
    assert row["world_hash"] == hashlib.sha256(row["world"].encode()).hexdigest()[:16]


def test_the_last_verdict_on_a_pair_holds_whichever_way_round(tmp_path: Path) -> None:
    with Database.open(tmp_path / "r.db") as db:
        adjudicate(db, "left", as_text(OTHER))
        adjudicate(db, "left", as_text(OTHER), turned=True, n=1)
        adjudicate(db, "neither", as_text(GOAT), n=2)
        adjudicate(db, "left", "I cannot say.", n=3)
        rows = list(adjudications(db))
    assert [row["holds"] for row in rows] == [False, True, True, True]
    assert rows[0]["relation"] == "stronger"
    assert rows[1]["relation"] == "weaker"
    assert (rows[2]["relation"], rows[2]["differences"], rows[2]["world"]) == (
        "equivalent",
        0,
        None,
    )
    assert (rows[3]["relation"], rows[3]["differences"]) == ("", None)
    assert "there is no formalization" in rows[3]["note"]
    assert rows[0]["left_hash"] == rows[1]["right_hash"]


@pytest.mark.parametrize(
    ("choice", "verdict"), [("a", "left"), ("b", "right"), (BOTH, "both"), (NONE, "neither")]
)
def test_verdicts_of_an_adjudicator_at_a_desk_are_exported(
    tmp_path: Path, choice: str, verdict: str
) -> None:
    with Database.open(tmp_path / "r.db") as db:
        queue = attached_by_two(db, tmp_path)
        assert list(adjudications(db)) == []
        decided = key_of(results(db, queue_hash(db)), choice) if choice in "ab" else choice
        decide(db, queue, decided)
        (row,) = adjudications(db)
    assert (row["place"], row["queue"], row["entry"]) == ("desk", queue.queue.id, "e1")
    assert (row["left_name"], row["right_name"], row["person"]) == ("a", "b", "eve")
    assert (row["verdict"], row["reason"], row["holds"]) == (verdict, "the text", True)
    assert row["relation"] == "incomparable"
    world = json.loads(row["world"])
    assert (world["A"] <= world["B"]) != (world["B"] <= world["A"])


def test_only_decided_pairs_of_three_formalizations_are_exported(tmp_path: Path) -> None:
    pads = {"a": ANN, "b": BEN, "c": ANN.replace("A -> B", "A | B"), "d": BEN}
    with Database.open(tmp_path / "r.db") as db:
        queue = small_queue(tmp_path / "q", [item(1)], annotators=tuple(pads), overlap=4)
        for n, (who, pad) in enumerate(pads.items()):
            attach(db, queue, who, pad, seconds=n)
        decide(db, queue, key_of(results(db, queue_hash(db)), "d"))
        rows = list(adjudications(db))
    verdicts = {(row["left_name"], row["right_name"]): row["verdict"] for row in rows}
    assert verdicts == {("a", "b, d"): "right", ("b, d", "c"): "left"}


def test_adjudications_are_written_to_files(tmp_path: Path) -> None:
    with Database.open(tmp_path / "r.db") as db:
        nothing = export(db, tmp_path / "none")
        assert "adjudications.csv" not in [written.file for written in nothing.written]
        adjudicate(db, "right", as_text(OTHER))
        export(db, tmp_path / "out")
        export_psych_ds(db, tmp_path / "psych", "Goats")
    heads = [field.name for field in ADJUDICATIONS]
    with (tmp_path / "out/adjudications.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    (line,) = (tmp_path / "out/adjudications.jsonl").read_text(encoding="utf-8").splitlines()
    assert list(row) == heads == list(json.loads(line))
    assert json.loads(row["world"]) == json.loads(json.loads(line)["world"])
    book = (tmp_path / "out/codebook.csv").read_text(encoding="utf-8")
    assert all(f"adjudications.csv,{name}," in book for name in heads)
    meta = json.loads((tmp_path / "psych/dataset_description.json").read_text(encoding="utf-8"))
    assert set(heads) <= {variable["name"] for variable in meta["variableMeasured"]}
    assert (tmp_path / "psych/data/description-adjudications_data.csv").exists()


def test_adjudications_are_written_as_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet is an extra")
    from sessions.segments.append import append_segments

    with Database.open(tmp_path / "r.db") as db:
        append_segments(db, tmp_path / "out")
        assert not (tmp_path / "out/adjudications.parquet").exists()
        adjudicate(db, "right", as_text(OTHER))
        append_segments(db, tmp_path / "out")
        adjudicate(db, "left", as_text(OTHER), n=1)
        segments = append_segments(db, tmp_path / "out")
        expected = list(adjudications(db))
    table = parquet.read_table(tmp_path / "out/adjudications.parquet").to_pylist()
    assert table == expected
    assert segments.written["adjudications"] == 2
    assert [row["holds"] for row in table] == [False, True]
