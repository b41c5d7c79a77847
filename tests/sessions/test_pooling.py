"""Pooling: no response counts twice, and no model is fitted to half of the answers."""

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from items.answers import TextAnswer, TruthAnswer
from items.models import Item, Question
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer
from sessions.models.samples import (
    carry_verdicts,
    majorities_among,
    majority_setting,
    store_majorities,
)
from sessions.record.clock import ManualClock
from sessions.record.imported_people import import_people
from sessions.report.accuracy_report import build_report
from sessions.report.headline import headline
from sessions.report.pairs import pairs
from sessions.report.sides import Sides
from sessions.report.tables.mixed_model import ANSWERS_WITHOUT_MODEL, UNSETTLED_ANSWERS
from sessions.storage.database import Database
from solver.errors import InputError

REPEATED = "answers of majorities whose samples are included"
TRUE, FALSE = TruthAnswer(value="true"), TruthAnswer(value="false")
SAMPLES = "s"
MAJORITY = majority_setting(SAMPLES, 3)


def item(n: int) -> Item:
    return Item(
        id=f"i{n}", text=f"Text {n}.", questions=(Question(id="1", kind="truth", gold=TRUE),)
    )


ITEMS = [item(n) for n in range(6)]
FREE = Item(
    id="free",
    text="A text.",
    questions=(Question(id="1", kind="text", gold=TextAnswer(text="Ann rests, and so does Ben")),),
)


def model_answer(
    model: str, whole: Item, answer: Any, run: int = 1, setting: str = SAMPLES
) -> ModelAnswer:
    return ModelAnswer(
        model=model,
        setting=setting,
        run=run,
        item_hash=whole.content_hash,
        item_id=whole.id,
        question="1",
        part="1",
        mutant=0,
        status="answered",
        answer=answer,
        call=Call(utc="2025-01-01T12:00:00Z", prompt_hash="p"),
    )


@pytest.fixture
def db() -> Database:
    """Three samples of m, of which two are wrong, on six items; their majority; three others."""
    db = Database.open(":memory:")
    recorded_answers = [
        model_answer("m", whole, TRUE if run == 1 else FALSE, run)
        for whole in ITEMS
        for run in (1, 2, 3)
    ]
    recorded_answers += [model_answer("m", whole, FALSE, setting=MAJORITY) for whole in ITEMS]
    for n, model in enumerate(("a", "b", "c"), start=1):
        recorded_answers += [
            model_answer(model, whole, TRUE if place % (n + 1) else FALSE)
            for place, whole in enumerate(ITEMS)
        ]
    responses.add(db, recorded_answers, ITEMS)
    return db


def mixed(db: Database) -> Any:
    (model_row,) = [
        each for each in build_report(db, mixed=True).tables if each.name == "mixed logistic model"
    ]
    return model_row


def test_a_majority_is_recognized_by_its_samples() -> None:
    names = [
        ("m", "s"),
        ("m", MAJORITY),
        ("n", MAJORITY),
        ("m", "t majority-of-3"),
        ("m", "x-of-3"),
    ]
    assert majorities_among(names) == {("m", MAJORITY)}
    twice = majority_setting(MAJORITY, 5)
    assert majorities_among([("m", MAJORITY), ("m", twice)]) == {("m", twice)}
    assert majorities_among([("m", "s"), ("m", "s majority-of-few")]) == frozenset()


def test_pooled_samples_do_not_count_again_as_their_majority(
    db: Database,
) -> None:
    sides = Sides(db)
    (pair,) = pairs(sides.side("m"), sides.side("a"), pooled=True).pairs
    assert pair.accuracy.left == pytest.approx(1 / 3), "with the majority it would be 1/4"
    assert pair.as_json()["left_out"] == {"left": {REPEATED: 6}, "right": {}}
    assert len(pair.left.members) == 3
    (alone,) = pairs(sides.side(f"m/{MAJORITY}"), sides.side("a"), pooled=True).pairs
    assert (alone.accuracy.left, alone.left.left_out) == (0.0, {}), "where it is meant, it counts"
    apart = pairs(sides.side("m"), sides.side("a")).pairs
    assert MAJORITY not in "".join(pair.left.name for pair in apart)
    with pytest.raises(InputError, match="Nothing to compare"):
        pairs(sides.side("m"), sides.side("m/s"), pooled=True)


def test_the_mixed_model_has_no_majority_next_to_its_samples(db: Database) -> None:
    pytest.importorskip("statsmodels", reason="needs what `make dev` installs")
    model_rows = mixed(db)
    assert model_rows.n == 36
    assert model_rows.excluded[REPEATED] == 6
    levels = {row[0]: row[1] for row in model_rows.rows}
    assert levels == {"mean, model": 1, "sd of respondents": 4, "sd of items": 6}


def test_no_model_is_fitted_where_free_answers_are_unsettled(db: Database) -> None:
    recorded_answers = [
        model_answer(model, FREE, TextAnswer(text=text))
        for model, text in (
            ("m", "Ann rests, and so does Ben"),
            ("a", "both of them, I would think"),
        )
    ]
    responses.add(db, recorded_answers, [FREE])
    model_rows = mixed(db)
    assert model_rows.excluded[UNSETTLED_ANSWERS] == 37
    assert model_rows.n == 0
    assert {row[:3] for row in model_rows.rows} == {
        ("sd of respondents", 4, None),
        ("sd of items", 7, None),
    }
    difficulty = [each for each in build_report(db, mixed=True).tables if "difficulty" in each.name]
    for table in difficulty:
        assert "IRT difficulty" not in [column.name for column in table.columns]
        assert not any("IRT difficulty" in row for row in table.rows)


def test_a_model_that_cannot_be_fitted_is_reported() -> None:
    db = Database.open(":memory:")
    recorded_answers = [model_answer(model, whole, TRUE) for model in ("a", "b") for whole in ITEMS]
    responses.add(db, recorded_answers, ITEMS)
    model_rows = mixed(db)
    assert model_rows.excluded == {ANSWERS_WITHOUT_MODEL: 12}
    assert [row[:3] for row in model_rows.rows] == [
        ("sd of respondents", 2, None),
        ("sd of items", 6, None),
    ]


def test_the_first_page_counts_no_response_twice(db: Database) -> None:
    assert "4 models gave 36 answers in 6 runs." in headline(db).participation


def test_the_first_page_has_every_group_of_people(tmp_path: Path) -> None:
    """Two groups, and more models than it has comparisons: each model is compared with both."""
    db = Database.open(":memory:")
    models = [f"m{n}" for n in range(10)]
    recorded_answers = [
        model_answer(model, whole, TRUE if n > place else FALSE)
        for n, model in enumerate(models)
        for place, whole in enumerate(ITEMS)
    ]
    responses.add(db, recorded_answers, ITEMS)
    for group in ("north", "south"):
        lines = [
            {"item": whole.id, "response": "true", "person": f"{group} {n}"}
            for whole in ITEMS
            for n in range(2)
        ]
        file = tmp_path / f"{group}.jsonl"
        file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        import_people(db, file, "jsonl", utc="2025-01-01T12:00:00+00:00", program="t", items=ITEMS)
    first = headline(db)
    groups = Counter(
        name for pair in first.pairs for name in ("north", "south") if name in pair.left.name
    )
    assert groups == {"north": 4, "south": 4}
    assert {pair.right.name for pair in first.pairs} == {f"m{n}/s/1" for n in (6, 7, 8, 9)}
    assert first.pairs_left_out == 12


def test_judges_agree_over_samples_and_not_over_their_majority_again(db: Database) -> None:
    """Two judges on two samples, on which they differ, and on one on which they agree; the majority
    has both verdicts on the text of the first."""
    recorded_answers = [
        model_answer("m", FREE, TextAnswer(text=text), run)
        for run, text in enumerate(("both of them", "both of them", "neither, I say"), start=1)
    ]
    responses.add(db, recorded_answers, [FREE])
    clock = ManualClock(datetime(2025, 1, 2, tzinfo=UTC))
    store_majorities(db, [FREE], "m", SAMPLES, 1, 3, clock)
    free = [each for each in responses.read(db, model="m") if isinstance(each.answer, TextAnswer)]
    samples = [each for each in free if each.series.setting == SAMPLES]
    assert len(free) == len(samples) + 1
    for judge, matches in (("j", (True, True, False)), ("k", (False, False, False))):
        judgements.add(
            db,
            [
                Judgement(each.id, judge, "model", match, "", "2025-01-02T00:00:00Z", "h")
                for each, match in zip(samples, matches, strict=True)
            ],
        )
        assert carry_verdicts(db, [FREE], "m", SAMPLES, 3, judge, clock) == 1
    (agreement,) = [each for each in build_report(db).tables if each.name == "agreement of judges"]
    (row,) = agreement.by_name()
    assert (row["answers"], row["only the first accepts"], row["both reject"]) == (3, 2, 1)
    assert row["agreement"] == pytest.approx(1 / 3), "with the majority it would be 1/4"
