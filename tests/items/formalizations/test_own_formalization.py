"""An item's own formalization, given as a candidate, is equivalent to itself."""

import pytest

from items.files.loading import load
from items.formalizations.candidates import Candidate, gold_problem, score
from items.models import Item
from items.sources.files import builtin_names

ITEM = next(item for item in load("builtin:demo").items if item.id == "demo/goat-on-the-roof")


def listing(*queries: str) -> Item:
    assert ITEM.formalization is not None
    return ITEM.model_copy(update={"formalization": {**ITEM.formalization, "question": [*queries]}})


def test_a_listed_query_that_an_option_asks_too_is_not_lost() -> None:
    """The options of this item include ¬L, and its formalization lists necessary(¬L)."""
    item = listing("necessary(¬L)", "count_models(S, B, L)", "necessary(¬L)")
    assert [query.text for query in gold_problem(item).queries] == list(
        item.formalization["question"] if item.formalization else ()
    )
    (scored,) = score([Candidate("own", item, item.formalization)])
    assert scored.comparison is not None
    assert scored.comparison.query_same
    assert scored.comparison.equivalent


@pytest.mark.parametrize("name", builtin_names())
def test_every_listed_query_of_shipped_items_is_compared(name: str) -> None:
    for item in load(f"builtin:{name}").items:
        if item.formalization is None or "question" not in item.formalization:
            continue
        compared = {query.text for query in gold_problem(item).queries}
        assert {text.strip() for text in item.formalization["question"]} <= compared
