"""Rules about wording end with the time of an item."""

import pytest

from items.files.loading import load
from items.findings import rules
from items.lint import double_negation, polarity, text_faults
from items.lint.run import LintJob, lint
from items.models import Item
from items.wording.text_limit import in_time, limited, look_at_the_time
from solver.cancel import Budget, GaveUp

SENTENCES = (
    "It is not the case that the baker is not late. If the goat sleeps, the baker is late. \n" * 50
)


def item(text: str = SENTENCES) -> Item:
    goat = load("builtin:demo").items[0]
    return Item.model_validate({**goat.model_dump(), "text": text})


@pytest.mark.parametrize("rule", [text_faults.look, polarity.look, double_negation.look])
def test_a_rule_about_wording_stops_where_its_time_is_over(rule) -> None:  # type: ignore[no-untyped-def]
    with limited(Budget.of(600)):
        list(rule(item()))
    with limited(Budget.of(0)), pytest.raises(GaveUp, match="timeout"):
        list(rule(item()))
    # The limit is that of the block.
    list(rule(item()))


def test_what_time_did_not_suffice_for_is_reported() -> None:
    finding_text = "its texts were not checked in time"
    undecided = [
        finding
        for finding in LintJob((), 0.0).begin()(item()).findings
        if finding.rule is rules.UNDECIDED
    ]
    assert finding_text in [finding.what for finding in undecided]
    assert lint([item()], timeout=0.0).undecided_items == 1
    calm = LintJob((), 600.0).begin()(item()).findings
    assert finding_text not in [finding.what for finding in calm]


def test_parts_are_handed_on_for_as_long_as_there_is_time() -> None:
    assert list(in_time("abc")) == ["a", "b", "c"]
    look_at_the_time()
    budget = Budget.of(600)
    with limited(budget):
        parts = in_time("abc")
        assert next(parts) == "a"
        budget.cancel.cancel()
        with pytest.raises(GaveUp, match="interrupted"):
            next(parts)
        with pytest.raises(GaveUp):
            look_at_the_time()
    look_at_the_time()
