"""Which premises an answer needs, against every subset of the premises asked again."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from items.files.loading import load
from items.inspection.analysis import Analysis, QuestionAnalysis, support_size
from items.inspection.analysis_run import analyse
from items.inspection.compute_figures import compute_figures
from items.inspection.figures import Figures
from items.models import Item
from solver.language.problem import Query, Theory
from solver.queries import Session
from tests.items.inspected_items import asking, own
from tui.state.inspector.entries import entries
from tui.state.inspector.item_findings import resting

LETTERS = "PQRST"


def whole_answer(theory: Theory, query: Query) -> object:
    """The whole answer, with listed models in no order."""
    answer = Session(theory, (query,)).ask(query, want_supports=False).answer
    assert not answer.unknown
    models = {tuple(sorted(model.items())) for model in answer.models or ()}
    return answer.verdict, answer.count, answer.projection, models


def by_brute_force(theory: Theory, query: Query) -> set[tuple[int, ...]]:
    """The smallest subsets of the premises, under inclusion, that give the same answer."""
    whole = whole_answer(theory, query)
    enough: list[set[int]] = []
    for size in range(len(theory.premises) + 1):
        for chosen in combinations(theory.premises, size):
            numbers = {premise.number for premise in chosen}
            if any(other <= numbers for other in enough):
                continue
            if whole_answer(replace(theory, premises=chosen), query) == whole:
                enough.append(numbers)
    return {tuple(sorted(numbers)) for numbers in enough}


def several(analysis: Analysis) -> Iterator[QuestionAnalysis]:
    """Questions whose answer rests on several claims."""
    return (question for question in analysis.questions if len(question.claims) > 1)


def random_item(seed: int) -> Item:
    """An item that asks which of several letters must be, or can be."""
    dice = random.Random(seed)

    def literal() -> str:
        return dice.choice(("", "¬")) + dice.choice(LETTERS)

    premises = [dice.choice((f"{literal()} → {literal()}", literal(), f"{literal()} ∨ {literal()}"))
                for _ in range(5)]  # fmt: skip
    mode = dice.choice(("necessary", "possible"))
    return asking(premises, f"projection({mode}; {', '.join(LETTERS)})")


def checked(item: Item) -> int:
    """How many answers of the item that rest on several claims were held against brute force."""
    analysis = analyse(item, engine="worlds")
    count, largest = 0, 0
    for question in several(analysis):
        assert question.query is not None
        assert question.claim_supports is not None
        theory = analysis.theories[question.under].theory
        assert set(question.claim_supports.sets) == by_brute_force(theory, question.query), item.id
        # Shown as one: no set of one claim stands as if it were enough for the answer.
        premise_entries = entries(analysis, resting(analysis))
        entry = next(entry for entry in premise_entries if entry.analysis is question)
        assert entry.supports == question.claim_supports
        assert [claim.formula for claim in entry.decisive_claims] == list(question.claims)
        largest = max(largest, min(map(len, question.claim_supports.sets)))
        count += 1
    size = support_size(analysis.row_supports)
    if count and size is not None:
        assert size >= largest
        assert compute_figures(item).support_size == size
    return count


@pytest.mark.slow
def test_answers_that_rest_on_several_claims_need_what_all_of_them_need() -> None:
    items = {item.id: item for item in load("builtin:demo").items}
    premises_by_item = {name: checked(item) for name, item in items.items()}
    assert {"demo/barking-dogs", "demo/picnic-basket", "demo/lamp-room"} <= {
        name for name, count in premises_by_item.items() if count
    }
    dogs = compute_figures(items["demo/barking-dogs"])
    assert dogs.support_size == 5


@pytest.mark.parametrize("start", range(0, 40, 10))
def test_drawn_lists_need_what_brute_force_finds(start: int) -> None:
    assert sum(checked(random_item(seed)) for seed in range(start, start + 10))


def test_the_same_claim_under_two_variants_has_the_supports_of_each() -> None:
    item = own(
        {
            "id": "two",
            "text": "Letters.",
            "questions": [
                {"id": "1", "query": "projection(necessary; P, Q)"},
                {"id": "2", "query": "projection(necessary; P, Q) under other"},
            ],
            "formalization": {
                "premise": ["P", "Q", "R"],
                "variants": {"other": [{"op": "replace", "premise": 0, "formula": "R -> P"}]},
            },
        }
    )
    first, second = several(analyse(item))
    assert first.claim_supports is not None
    assert second.claim_supports is not None
    assert first.claim_supports.sets == ((0, 1),)
    assert second.claim_supports.sets == ((0, 1, 2),)


def test_figures_of_a_program_that_took_one_claim_for_all_are_computed_again() -> None:
    data = Figures(5, 4, "proved", None, 5, None).to_json()
    assert Figures.from_json(data) is not None
    data["support_size"] = data.pop("least")
    assert Figures.from_json(data) is None
