"""Figures averaged over runs, and tokens with their cost, against a count by hand."""

import random
from collections import Counter
from statistics import fmean, pstdev, stdev
from typing import Any

import pytest

from items.answers import CountAnswer, TextAnswer, TruthAnswer
from items.asking.prices import Price
from items.models import Item, Provenance, Question
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.report.accuracy_report import build_report
from sessions.storage.database import Database
from study.statistics.truth import LABELS
from tests.sessions.test_comparing_tables import NOON, rows, tables

RUNS = (1, 2, 3)
TRUTHS = [
    Item(
        id=f"truth {n}",
        text=f"Text {n}.",
        questions=(
            Question(
                id="1",
                kind="truth",
                gold=TruthAnswer.model_validate({"value": LABELS[n % 3]}),
            ),
        ),
        provenance=Provenance(benchmark="QMFOL"),
    )
    for n in range(12)
]
WHOLES = [
    Item(
        id=f"whole {n}",
        text=f"Whole {n}.",
        questions=tuple(
            Question(id=part, kind="count_models", gold=CountAnswer(count=n)) for part in "ab"
        ),
        provenance=Provenance(benchmark="Hard"),
    )
    for n in range(8)
]


@pytest.fixture
def db() -> Database:
    return Database.open(":memory:")


def answers(seed: int) -> list[ModelAnswer]:
    """Of one model in three runs: a call for each item, shared by its parts."""
    rng = random.Random(seed)
    rows_made: list[ModelAnswer] = []
    for run in RUNS:
        for item in (*TRUTHS, *WHOLES):
            known = rng.random() < 0.8
            call = Call(
                utc=NOON,
                prompt_hash="p",
                prompt_tokens=rng.randint(1, 50) if known else None,
                completion_tokens=rng.randint(1, 50) if known else None,
                reasoning_tokens=rng.randint(0, 5) if known else None,
            )
            for leaf in item.leaves:
                gold: Any = leaf.gold
                wrong: Any = (
                    TruthAnswer.model_validate({"value": rng.choice(LABELS)})
                    if isinstance(gold, TruthAnswer)
                    else CountAnswer(count=rng.randint(20, 30))
                )
                answer_value = gold if rng.random() < 0.6 else wrong
                place = (item.content_hash, item.id, leaf.id, leaf.id)
                rows_made.append(
                    ModelAnswer("m", "s", run, *place, 0, "answered", answer_value, call)
                )
    return rows_made


def f1s(pairs: list[tuple[str, str]]) -> dict[str, float]:
    """F1 by label, of pairs of gold and answer."""
    values: dict[str, float] = {}
    for label in LABELS:
        hits = sum(gold == answer == label for gold, answer in pairs)
        both = sum((gold == label) + (answer == label) for gold, answer in pairs)
        if both:
            values[label] = 2 * hits / both
    return values


def spread(row: dict[str, Any], score: str, values: list[float]) -> None:
    """The columns of a score against the values of its runs."""
    assert row[f"{score} mean"] == pytest.approx(fmean(values))
    assert row[f"{score} sd"] == pytest.approx(stdev(values))
    assert row[f"{score} CV %"] == pytest.approx(100 * pstdev(values) / fmean(values))


@pytest.mark.parametrize("seed", range(3))
def test_means_and_deviations_over_runs(db: Database, seed: int) -> None:
    recorded_answers = answers(seed)
    responses.add(db, recorded_answers, [*TRUTHS, *WHOLES])
    golds: dict[tuple[str, str], Any] = {
        (item.content_hash, leaf.id): leaf.gold
        for item in (*TRUTHS, *WHOLES)
        for leaf in item.leaves
    }
    right = {
        (model_answer.run, model_answer.item_hash, model_answer.part): model_answer.answer
        == golds[model_answer.item_hash, model_answer.part]
        for model_answer in recorded_answers
    }
    outcome = tables(db)
    (row,) = rows(outcome["accuracy over runs"])
    spread(row, "accuracy", [fmean(v for k, v in right.items() if k[0] == run) for run in RUNS])
    (row,) = rows(outcome["items of several questions over runs"])
    parts = [[v for k, v in right.items() if k[0] == run and k[2] in ("a", "b")] for run in RUNS]
    items = [
        [
            right[run, entry.content_hash, "a"] and right[run, entry.content_hash, "b"]
            for entry in WHOLES
        ]
        for run in RUNS
    ]
    spread(row, "Sub-Q Accuracy", [fmean(each) for each in parts])
    spread(row, "Item Accuracy", [fmean(each) for each in items])
    (row,) = rows(outcome["truth values over runs"])
    by_run: list[list[tuple[str, str]]] = [
        [
            (golds[model_answer.item_hash, "1"].value, model_answer.answer.value)
            for model_answer in recorded_answers
            if model_answer.run == run and isinstance(model_answer.answer, TruthAnswer)
        ]
        for run in RUNS
    ]
    spread(row, "macro-F1", [fmean(f1s(pairs).values()) for pairs in by_run])
    sizes = Counter(gold for gold, _ in by_run[0])
    weighted = [sum(f1s(p)[word] * n for word, n in sizes.items()) / 12 for p in by_run]
    spread(row, "weighted F1", weighted)


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 5000])
@pytest.mark.parametrize("order", ["run by run", "mixed", "shuffled"])
def test_tokens_are_counted_once_a_call(
    db: Database, monkeypatch: pytest.MonkeyPatch, chunk: int, order: str
) -> None:
    """In whatever order answers came, and wherever a chunk of rows ends."""
    recorded_answers = answers(4)
    if order == "mixed":
        recorded_answers.sort(key=lambda model_answer: (model_answer.item_hash, model_answer.run))
    elif order == "shuffled":
        random.Random(1).shuffle(recorded_answers)
    responses.add(db, recorded_answers, [*TRUTHS, *WHOLES])
    monkeypatch.setattr(responses, "CHUNK", chunk)
    prices = {"m": Price(2_000_000, 3_000_000), "other": Price(0, 0)}
    outcome = {table.name: table for table in build_report(db, prices=prices).tables}
    for row in rows(outcome["tokens"]):
        calls = {
            id(model_answer.call): model_answer.call
            for model_answer in recorded_answers
            if model_answer.run == row["run"]
        }.values()
        document = [call for call in calls if call.prompt_tokens is not None]
        prompt = sum(call.prompt_tokens or 0 for call in document)
        completion = sum(call.completion_tokens or 0 for call in document)
        assert row["requests"] == len(calls)
        assert row["requests without tokens"] == len(calls) - len(document)
        assert (row["prompt tokens"], row["completion tokens"]) == (prompt, completion)
        reasoned = [n for call in document if (n := call.reasoning_tokens) is not None]
        assert row["reasoning tokens"] == (sum(reasoned) if reasoned else None)
        assert row["tokens of a request"] == pytest.approx((prompt + completion) / len(document))
        assert row["cost"] == pytest.approx(2 * prompt + 3 * completion)
        golds = {item.content_hash: item.leaves[0].gold for item in (*TRUTHS, *WHOLES)}
        right = sum(
            model_answer.answer == golds[model_answer.item_hash]
            for model_answer in recorded_answers
            if model_answer.run == row["run"]
        )
        assert row["cost of 1,000 right answers"] == pytest.approx(1000 * row["cost"] / right)
    assert len(outcome["tokens"].rows) == len(RUNS)


def test_missing_prices_and_tokens_are_not_zero(db: Database) -> None:
    item, call = TRUTHS[0], Call(utc=NOON, prompt_hash="p", prompt_tokens=3, completion_tokens=4)
    place = (item.content_hash, item.id, "1", "1", 0, "answered", item.leaves[0].gold)
    bare = Call(utc=NOON, prompt_hash="p")
    responses.add(
        db,
        [
            ModelAnswer("m", "s", 1, *place, call),  # type: ignore[arg-type]
            ModelAnswer("silent", "s", 1, *place, bare),  # type: ignore[arg-type]
        ],
        [item],
    )
    table = {entry.name: entry for entry in build_report(db, prices={}).tables}["tokens"]
    (row,) = rows(table)
    assert (row["respondent"], row["cost"], row["cost of 1,000 right answers"]) == ("m", None, None)
    counts = {"runs whose tokens are not recorded": 1, "runs of models without a price": 1}
    assert table.excluded == counts
    assert "cost" not in rows(tables(db)["tokens"])[0], "where nobody gave prices"


def test_runs_with_unsettled_answers_have_no_accuracy_nor_has_their_setting(db: Database) -> None:
    item = Item(
        id="free",
        text="Say it.",
        questions=(Question(id="f", kind="text", gold=TextAnswer(text="the baker")),),
    )
    call = Call(utc=NOON, prompt_hash="p")
    recorded_answers = [
        ModelAnswer(
            "m",
            "s",
            run,
            item.content_hash,
            item.id,
            "f",
            "f",
            0,
            "answered",
            TextAnswer(text=text),
            call,
        )
        for run, text in enumerate(("the baker", "somebody", "The baker."), start=1)
    ]
    responses.add(db, recorded_answers, [item])
    (row,) = rows(tables(db)["accuracy over runs"])
    assert (row["runs"], row["runs with unsettled answers"]) == (3, 1)
    assert (row["accuracy mean"], row["accuracy sd"]) == (None, None), "the rest is no sample"
    ends = [row["unsettled"], row["all wrong"], row["all right"]]
    assert ends == pytest.approx([1, 2 / 3, 1])
    (by_length,) = rows(tables(db)["difficulty"])
    assert by_length["measure"] == "length of the text"
    assert by_length["accuracy"] is None
    assert [by_length[name] for name in ("unsettled", "all wrong", "all right")] == ends
