"""What is taken together: no response counts twice, no model is of half of the answers."""

from typing import Any

import pytest

from items.answers import TextAnswer, TruthAnswer
from items.models import Item, Question
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.models.samples import majorities_among, majority_setting
from sessions.report.build import build_report
from sessions.report.pairs import pairs
from sessions.report.sides import Sides
from sessions.report.tables.mixed_model import OPEN, UNFIT
from sessions.storage.database import Database
from solver.errors import InputError

REPEATED = "answers of majorities, whose samples are there"
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


def says(model: str, whole: Item, answer: Any, run: int = 1, setting: str = SAMPLES) -> ModelAnswer:
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
    given = [
        says("m", whole, TRUE if run == 1 else FALSE, run) for whole in ITEMS for run in (1, 2, 3)
    ]
    given += [says("m", whole, FALSE, setting=MAJORITY) for whole in ITEMS]
    for n, model in enumerate(("a", "b", "c"), start=1):
        given += [
            says(model, whole, TRUE if place % (n + 1) else FALSE)
            for place, whole in enumerate(ITEMS)
        ]
    responses.add(db, given, ITEMS)
    return db


def mixed(db: Database) -> Any:
    (found,) = [
        each for each in build_report(db, mixed=True).tables if each.name == "mixed logistic model"
    ]
    return found


def test_a_majority_is_told_by_its_samples() -> None:
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


def test_samples_that_are_taken_together_do_not_count_again_as_their_majority(
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


def test_the_mixed_model_has_no_majority_beside_its_samples(db: Database) -> None:
    pytest.importorskip("statsmodels", reason="needs what `make dev` installs")
    found = mixed(db)
    assert found.n == 36
    assert found.excluded[REPEATED] == 6
    levels = {row[0]: row[1] for row in found.rows}
    assert levels == {"mean, model": 1, "sd of respondents": 4, "sd of items": 6}


def test_no_model_is_fitted_where_free_answers_are_unsettled(db: Database) -> None:
    given = [
        says(model, FREE, TextAnswer(text=text))
        for model, text in (
            ("m", "Ann rests, and so does Ben"),
            ("a", "both of them, I would think"),
        )
    ]
    responses.add(db, given, [FREE])
    found = mixed(db)
    assert found.excluded[OPEN] == 37
    assert found.n == 0
    assert {row[:3] for row in found.rows} == {
        ("sd of respondents", 4, None),
        ("sd of items", 7, None),
    }
    difficulty = [each for each in build_report(db, mixed=True).tables if "difficulty" in each.name]
    for table in difficulty:
        assert "IRT difficulty" not in [column.name for column in table.columns]
        assert not any("IRT difficulty" in row for row in table.rows)


def test_a_model_that_cannot_be_fitted_is_told_of() -> None:
    db = Database.open(":memory:")
    given = [says(model, whole, TRUE) for model in ("a", "b") for whole in ITEMS]
    responses.add(db, given, ITEMS)
    found = mixed(db)
    assert found.excluded == {UNFIT: 12}
    assert [row[:3] for row in found.rows] == [
        ("sd of respondents", 2, None),
        ("sd of items", 6, None),
    ]
