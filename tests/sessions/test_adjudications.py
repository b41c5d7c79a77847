"""Verdicts on two formalizations: stored, found in either order, never changed."""

from pathlib import Path
from typing import cast

import pytest

from sessions.record.adjudications import Adjudication, Choice, add, as_text, held_choice, read
from sessions.storage.database import Database
from solver.errors import CountermodelError, InputError
from tests.study.annotation.samples import item

NOON = "2030-01-01T12:00:00+00:00"


def verdict(choice: Choice, reason: str = "so", utc: str = NOON) -> Adjudication:
    entry = item(1)
    return Adjudication(
        entry.content_hash, '{"premise": []}', "I cannot.", "gold", "parrot", choice,
        reason, "ann", utc,
    )  # fmt: skip


def test_the_last_verdict_on_a_pair_counts_in_either_order(tmp_path: Path) -> None:
    with Database.open(tmp_path / "r.db") as db:
        add(db, verdict("left"), item(1))
        add(db, verdict("left"), item(1))
        add(db, verdict("right", "second thoughts", "2030-01-01T12:00:01+00:00"), item(1))
        adjudications = read(db, item(1).content_hash)
        assert [adjudication.choice for adjudication in adjudications] == ["left", "right"]
        left, right = adjudications[0].left, adjudications[0].right
        assert held_choice(adjudications, left, right) == ("right", "second thoughts")
        assert held_choice(adjudications, right, left) == ("left", "second thoughts")
        assert held_choice(adjudications, left, left) is None
        assert read(db, item(2).content_hash) == ()
        with pytest.raises(CountermodelError, match="only added to"), db.atomic() as connection:
            connection.execute("DELETE FROM adjudication")


def test_a_verdict_without_a_reason_is_refused(tmp_path: Path) -> None:
    unknown = cast(Choice, "none")
    wrongs = ((verdict("left", " "), "reason"), (verdict(unknown), "No such verdict"))
    with Database.open(tmp_path / "r.db") as db:
        for wrong, reason_given in wrongs:
            with pytest.raises(InputError, match=reason_given):
                add(db, wrong, item(1))
        assert read(db) == ()


def test_a_formalization_is_stored_unchanged() -> None:
    assert as_text("It is ⊢ so.") == "It is ⊢ so."
    assert as_text({"b": 1, "a": ["猫"]}) == '{"a": ["猫"], "b": 1}'
