"""What follows from nothing needs no premises, and no number is given."""

import pytest

from items.families.batches import Maker, run
from items.families.knights.generator import Knights
from items.families.ordering.generator import Ordering


@pytest.mark.parametrize("maker", [Knights(3), Ordering(3), Ordering(3, scene="race")])
def test_an_unknown_answer_has_no_support(maker: Maker) -> None:
    items = run(maker, 6).items
    labels = {getattr(item.questions[0].gold, "value", None) for item in items}
    assert labels == {"true", "false", "unknown"}
    for item in items:
        unknown = getattr(item.questions[0].gold, "value", None) == "unknown"
        assert ("support_size" not in item.attributes) is unknown
        assert item.attributes.get("support_size") != 0
