"""What is shown next to the judged text, and in which order."""

import pytest

from items.files.loading import load
from items.models import Item
from solver.cancel import Cancel
from tests.effort import sampled
from tests.fake_roles import bases, false_distractor, hardened
from tests.shared_data import shared_path
from tui.state.annotator.evidence_pane import MOST_PREMISE_LINES, EvidencePane, work

IN_VIEW = 15
"""Lines of the evidence that a window of 120×35 shows at once."""


def evidence_lines_of(item: Item) -> list[str]:
    pane = EvidencePane()
    pane.put(item)
    pane.know(work(item, Cancel()))
    return ["".join(piece.text for piece in line.pieces) for line in pane.lines(58, False)]


def starts(lines: list[str], word: str) -> int:
    return next(place for place, line in enumerate(lines) if line.startswith(word))


@pytest.mark.slow
@pytest.mark.scaled
def test_few_premises_come_first_and_many_after_the_verdicts() -> None:
    orders = set()
    for item in sampled(load("builtin:demo").items, 25):
        if item.formalization is None:
            continue
        lines = evidence_lines_of(item)
        logic, verdicts = starts(lines, "Premises"), starts(lines, "Gold and verdicts")
        first = logic < verdicts
        if first:
            assert verdicts - logic <= MOST_PREMISE_LINES, item.id
        assert verdicts < IN_VIEW
        orders.add(first)
    assert orders == {True, False}


def test_an_or_worded_as_and_is_visible() -> None:
    """ContextHub, level 1: the text says both, the template says or."""
    items = load(str(shared_path("contexthub"))).items
    item = next(i for i in items if i.id.endswith("1/abductive/000/culture-and-arts/video-games"))
    assert "has both a new RPG game and a new first-person shooter" in item.text
    lines_in_view = " ".join(" ".join(evidence_lines_of(item)[:IN_VIEW]).split())
    assert "aaa ∨ aab → aac" in lines_in_view
    words = " ".join(line[23:].strip() for line in evidence_lines_of(item)[1:4])
    assert words.startswith("if John has a new RPG game he wants to play, or John has a new")


@pytest.mark.slow
def test_claims_are_shown_and_a_false_one_with_its_world() -> None:
    item = hardened(bases()[0].id)
    lines = evidence_lines_of(item)
    place = starts(lines, "What the item claims")
    claim_lines = lines[place : starts(lines, "Variant alpha")]
    assert sum(line.startswith("✓") for line in claim_lines) == 8
    claims = {**item.claims, "distractor": false_distractor()}
    wrong = evidence_lines_of(item.model_copy(update={"claims": claims}))
    place = starts(wrong, "✗ Distractors tempt")
    axis = item.claims["branching"]["axes"][0]
    assert any(axis in line.split() for line in wrong[place : place + 6])


def test_an_item_that_claims_nothing_has_no_such_section() -> None:
    assert not [
        line for line in evidence_lines_of(bases()[0]) if line.startswith("What the item claims")
    ]
