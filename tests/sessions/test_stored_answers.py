"""Stored answers read column by column, against a plain reading row by row."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from items.models import Item
from sessions.models import columns, responses, stored_answers
from sessions.models.responses import Call, ModelAnswer
from sessions.storage.database import Database
from study.scores.answer_sheets import AskedPart, asked_of
from tests.items.recorded.joined_rows import choice, several
from tests.sessions.test_answer_sheets import NOON, chose

ITEMS = [choice(f"i{n}", f"Text {n}.", n % 4) for n in range(5)]
CASES = several("s", "Two cases.")
GONE = choice("gone", "Not in the database.", 0)
STATUSES: tuple[responses.Status, ...] = (
    "answered",
    "answered",
    "answered",
    "unreadable",
    "failed",
)
Plain = tuple[dict[tuple[bytes, bytes, int], str], dict[bytes, int], dict[Any, list[float]], int]


@pytest.fixture
def db(monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    monkeypatch.setattr(responses, "CHUNK", 7)
    with Database.open(":memory:") as database:
        yield database


def answers(rng: random.Random, number: int) -> Iterator[ModelAnswer]:
    """Several runs at once; some requests failed, some were asked again, some asked all parts."""
    for n in range(number):
        item: Item = rng.choice([*ITEMS, CASES, GONE])
        timed = None if rng.random() < 0.2 else float(n)
        call = Call(utc=f"{NOON[:-1]}.{n}Z", prompt_hash=str(rng.randrange(3)), seconds=timed)
        run = rng.randrange(1, 4)
        mutant = rng.randrange(4) if item is not CASES else 0
        for leaf in item.leaves:
            status = rng.choice(STATUSES)
            yield ModelAnswer(
                model="m",
                setting="0-shot",
                run=run,
                item_hash=item.content_hash,
                item_id=item.id,
                question=leaf.id,
                part=leaf.id,
                mutant=mutant,
                status=status,
                answer=chose(rng.randrange(4)) if status == "answered" else None,
                call=call,
            )


def plain(db: Database, series: set[bytes], asked_parts: dict[bytes, AskedPart | None]) -> Plain:
    """Which answers count, which are superseded, their times, and how many are unknown."""
    texts: dict[tuple[bytes, bytes, int], str] = {}
    superseded = dict.fromkeys(series, 0)
    times: dict[Any, list[float]] = {}
    timed: set[Any] = set()
    unknown = 0
    for entry, target, mutant, text, call, seconds in responses.select(
        db,
        "SELECT series, target, mutant, coalesce(answer, status), call, seconds FROM response"
        " JOIN call ON call.id = response.call ORDER BY response.rowid",
    ):
        if entry not in series or target not in asked_parts:
            continue
        part = asked_parts[target]
        if part is None:
            unknown += 1
            continue
        if text != "failed" and seconds is not None and (entry, call, part.item_hash) not in timed:
            timed.add((entry, call, part.item_hash))
            times.setdefault((entry, part.item_hash), []).append(seconds)
        place = entry, target, mutant
        if text == "failed":
            texts.setdefault(place, text)
        else:
            superseded[entry] += texts.get(place, "failed") != "failed"
            texts[place] = text
    return texts, superseded, times, unknown


@pytest.mark.parametrize("shuffled", [False, True], ids=["as written", "calls in another order"])
@pytest.mark.parametrize("seed", range(8))
def test_columns_equal_the_rows(db: Database, seed: int, shuffled: bool) -> None:
    rng = random.Random(seed)
    responses.add(db, answers(rng, 300), [*ITEMS, CASES])
    if shuffled:
        with db.atomic() as connection:
            connection.execute("DROP TRIGGER call_is_never_changed")
            connection.execute("UPDATE call SET rowid = -rowid")
    known = asked_of({item.content_hash: item for item in (*ITEMS, CASES)})
    questions_by_target = {
        key: known.get((item_hash, part))
        for key, item_hash, part in responses.select(db, "SELECT id, item_hash, part FROM target")
        if item_hash != ITEMS[0].content_hash
    }
    every = [row[0] for row in responses.select(db, "SELECT id FROM series")]
    wanted = every[:2]
    outcome = stored_answers.stored(db, wanted, questions_by_target, timed=True)
    texts, superseded, times, unknown = plain(db, set(wanted), questions_by_target)
    places = [target for target, part in questions_by_target.items() if part is not None]
    read = {
        (entry, target, mutant): text
        for entry, questions in zip(wanted, outcome.places.tolist(), strict=True)
        for target, codes in zip(places, questions, strict=True)
        for mutant, text in enumerate(outcome.line(codes))
        if text is not None
    }
    assert len(every) == 3
    assert read == texts
    assert outcome.superseded == superseded
    assert {(entry, key): s for entry in wanted for key, s in outcome.times[entry].items()} == times
    assert outcome.unknown == unknown > 0
    requests = dict(
        responses.select(
            db,
            "SELECT series, count(DISTINCT call) FROM response WHERE status <> 'failed'"
            " GROUP BY series",
        )
    )
    assert {run: outcome.usage[run].requests for run in wanted} == {
        run: requests[run] for run in wanted
    }
    assert stored_answers.stored(db, wanted, questions_by_target, timed=False).times == {
        entry: {} for entry in wanted
    }


@pytest.mark.parametrize("swapped", [False, True], ids=["own rows", "two in each other's rows"])
def test_a_request_is_found_whether_or_not_it_has_the_row_of_its_answer(
    db: Database, monkeypatch: pytest.MonkeyPatch, swapped: bool
) -> None:
    rows = [row for row in answers(random.Random(2), 200) if row.item_hash != CASES.content_hash]
    responses.add(db, rows, [*ITEMS, GONE])
    if swapped:
        with db.atomic() as connection:
            connection.execute("DROP TRIGGER call_is_never_changed")
            for new, old in ((-1, 90), (90, 110), (110, -1)):
                connection.execute("UPDATE call SET rowid = ? WHERE rowid = ?", (new, old))
    one_by_one: list[Database] = []
    calls = columns._Calls

    def looked_up(of: Database, end: columns.End) -> columns._Calls:
        one_by_one.append(of)
        return calls(of, end)

    monkeypatch.setattr(columns, "_Calls", looked_up)
    read_columns = columns.read(db, timed=True)
    sql = "SELECT seconds, prompt_tokens FROM response JOIN call ON call.id = call"
    rows_of = db.tuples(f"{sql} ORDER BY response.rowid")
    call_columns = [
        column[read_columns.request].tolist() for column in read_columns.request_columns[:2]
    ]
    assert [
        tuple(None if x != x else x for x in row) for row in zip(*call_columns, strict=True)
    ] == rows_of
    assert len({seconds for seconds, _ in rows_of}) > 50
    assert bool(one_by_one) is swapped


@pytest.mark.parametrize("far", [0, 1 << 31, 1 << 32, 1 << 40, (1 << 63) - 1])
def test_columns_that_were_packed_hold_the_same_numbers(db: Database, far: int) -> None:
    responses.add(db, answers(random.Random(3), 200), [*ITEMS, CASES, GONE])
    with db.atomic() as connection:
        connection.execute("DROP TRIGGER response_is_never_changed")
        connection.execute("UPDATE response SET mutant = ? WHERE rowid = 7", (far,))
    read_columns = columns.read(db, timed=True)
    again = columns.unpacked(columns.packed(read_columns))
    assert again is not None
    for name in ("run", "question", "mutant", "text", "request"):
        assert getattr(again, name).tolist() == getattr(read_columns, name).tolist(), name
        assert getattr(again, name).dtype.kind == "i", "differences may be below zero"
    assert [list(map(repr, column.tolist())) for column in again.request_columns] == [
        list(map(repr, column.tolist())) for column in read_columns.request_columns
    ]
    assert far in again.mutant.tolist()


def test_a_mutant_no_item_has_is_counted_as_unknown(db: Database) -> None:
    row = next(answer for answer in answers(random.Random(1), 50) if answer.status == "answered")
    responses.add(db, [row], [*ITEMS, CASES, GONE])
    with db.atomic() as connection:
        connection.execute("DROP TRIGGER response_is_never_changed")
        connection.execute("UPDATE response SET mutant = 40")
    known = asked_of({item.content_hash: item for item in (*ITEMS, CASES, GONE)})
    questions = {row.target: known[row.item_hash, row.part]}
    outcome = stored_answers.stored(db, [row.series], questions, timed=False)
    assert (outcome.unknown, outcome.superseded) == (1, {row.series: 0})
    assert (outcome.places == columns.NO_REQUEST).all()
