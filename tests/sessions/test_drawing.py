"""The sources of a queue, the order of dealing, and how soon faults are found."""

from pathlib import Path

import pytest

from items.models import Item
from sessions.annotation.desk_views import Current
from sessions.annotation.new_queue import matching_items
from sessions.annotation.results import results
from sessions.record.clock import ManualClock
from sessions.report.queue_tables import reviews
from sessions.storage.database import Database
from solver.errors import InputError
from study.annotation.scheme import Verdict
from tests.sessions.annotation_samples import play, small_queue
from tests.study.annotation.samples import item


def formal(number: int, gold: str) -> Item:
    return Item.model_validate(
        {
            "id": f"f{number}",
            "text": f"It rains on day {number}, and then the street gets wet.",
            "questions": [
                {
                    "id": "1",
                    "text": "Does the street get wet?",
                    "kind": "necessary",
                    "query": "necessary(W)",
                    "gold": {"kind": "verdict", "word": gold},
                }
            ],
            "formalization": {
                "translation": {"R": "it rains", "W": "the street gets wet"},
                "premise": ["R -> W", "R"],
            },
        }
    )


def test_filters_join_values_of_one_attribute_and_intersect_attributes() -> None:
    items = [item(n) for n in range(6)]
    chosen = matching_items(items, (("level", "0"), ("level", "1"), ("domain", "a")), False)
    assert [entry.id for entry in chosen] == ["i0", "i4"]
    abstract = item(9, attributes={"abstract": True, "level": 0})
    named = item(8, attributes={"domain": "abstract", "level": 0})
    assert matching_items([*items, abstract, named], (), True) == items
    with pytest.raises(InputError, match="found 'levle'"):
        matching_items(items, (("levle", "1"),), False)
    with pytest.raises(InputError, match="no item matches"):
        matching_items(items, (("level", "7"),), False)


def test_entries_with_planted_faults_are_dealt_first(tmp_path: Path) -> None:
    planted = {"f3", "f8", "f11"}
    items = [formal(n, "unnecessary" if f"f{n}" in planted else "necessary") for n in range(12)]

    def judge(current: Current) -> dict[str, tuple[Verdict, str]]:
        wrong = current.item.id in planted
        pairs: dict[str, tuple[Verdict, str]] = {"clear": ("no" if wrong else "yes", "gold")}
        return {**pairs, "why": (("wrong",), "")} if wrong else pairs

    with Database.open(tmp_path / "r.db") as db:
        queue = small_queue(
            tmp_path / "q", items, annotators=("a",), overlap=1, order="suspect", by=()
        )
        assert {e.item for e in queue.queue.entries if e.suspicion >= 100} == planted
        play(db, queue, "a", judge, ManualClock())
        queue_results = results(db, queue.hash)
        rows = reviews.table(queue_results)
        assert [(row[0], row[1], row[2]) for row in rows.rows] == [
            (0.5, 2, 2),
            (0.9, 3, 3),
            (1.0, 3, 3),
        ]
        assert rows.rows[1][3] == pytest.approx(3 / 12)


def test_without_faults_there_is_no_figure(tmp_path: Path) -> None:
    with Database.open(tmp_path / "r.db") as db:
        queue = small_queue(tmp_path / "q", annotators=("a",), overlap=1)
        play(db, queue, "a", lambda _: {"clear": ("yes", "")}, ManualClock())
        assert reviews.table(results(db, queue.hash)).rows == ()
