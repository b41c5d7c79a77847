"""What changes an item's content hash, and what does not."""

import pytest

from items.answers import TruthAnswer
from items.models import Item, Option, Provenance, Question


def _item(**changes: object) -> Item:
    base: dict[str, object] = {
        "id": "x",
        "text": "If it rains, the goat sings.",
        "questions": (Question(id="1", kind="truth", gold=TruthAnswer(value="true")),),
        "formalization": {"premise": ["R -> S"]},
        "attributes": {"level": 1},
    }
    return Item.model_validate(base | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "another"},
        {"attributes": {"level": 2}},
        {"explanation": "because"},
        {"provenance": Provenance(file="f.json", index=3)},
    ],
    ids=lambda c: next(iter(c)),
)
def test_what_is_only_said_about_the_item_leaves_the_hash(changes: dict[str, object]) -> None:
    assert _item(**changes).content_hash == _item().content_hash


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "y"},
        {"text": "If it snows, the goat sings."},
        {"language": "zh"},
        {"questions": (Question(id="1", kind="truth", gold=TruthAnswer(value="false")),)},
        {
            "questions": (
                Question(id="1", kind="choice", options=(Option(text="a"), Option(text="b"))),
            )
        },
        {"formalization": {"premise": ["S -> R"]}},
        {"attributes": {"level": 1, "truth_scale": "follows"}},
        {"attributes": {"level": 1, "question_type": "3e1c"}},
    ],
    ids=str,
)
def test_what_is_asked_or_decides_the_gold_changes_the_hash(changes: dict[str, object]) -> None:
    assert _item(**changes).content_hash != _item().content_hash


def test_a_copy_with_other_values_has_a_hash_of_its_own() -> None:
    item = _item()
    before = item.content_hash
    copy = item.model_copy(update={"text": "Something else."})
    assert copy.content_hash != before
    assert copy.content_hash == _item(text="Something else.").content_hash
    assert item.content_hash == before
