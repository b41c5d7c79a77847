"""What is computed once for an item is used for that item only."""

import gc

import pytest

from items.models import Item
from items.shape import computed_once as module
from items.shape.computed_once import memoized
from tests.items.recorded.joined_rows import choice


@pytest.mark.slow
def test_each_item_is_worked_out_once_and_none_is_taken_for_another() -> None:
    calls: list[str] = []

    @memoized
    def id_of(item: Item) -> str:
        """Its id."""
        calls.append(item.id)
        return item.id

    first = choice("first", "A text.", 0)
    twin = first.model_copy(update={"title": "the same content, another object"})
    assert [id_of(first), id_of(first), id_of(twin)] == ["first"] * 3
    assert calls == ["first"] * 2
    changed = first.model_copy(update={"id": "changed"})
    assert id_of(changed) == "changed"
    # Objects that are gone leave their identity to none that is asked about.
    for n in range(2000):
        assert id_of(choice(f"c{n}", "A text.", 0)) == f"c{n}"
        if n % 500 == 0:
            gc.collect()


def test_no_more_items_are_remembered_than_a_few_thousand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CACHE_SIZE", 3)
    hashes: list[str] = []

    @memoized
    def remembered(item: Item) -> str:
        hashes.append(item.id)
        return item.id

    items = [choice(f"c{n}", "A text.", 0) for n in range(4)]
    for item in items:
        remembered(item)
    assert remembered(items[3]) == "c3"
    assert hashes == ["c0", "c1", "c2", "c3"]
    assert remembered(items[0]) == "c0"
    assert hashes[-1] == "c0"
