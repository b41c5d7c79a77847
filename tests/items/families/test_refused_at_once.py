"""Requests that arithmetic refuses: bounds that no item exceeds, and nothing made before."""

from collections.abc import Callable

import pytest

from items.families.batches import Batch, GeneratedItems, produce, run
from items.families.certified_difficulty import TOO_DIFFICULT, certified, measured
from items.families.divlogic.task import Span
from items.families.rules.generator import RuleName, Rules, Third
from items.families.syllogism.generator import Forms, Syllogisms
from items.families.zebra.generator import Zebra
from items.shape.renaming import structure_key
from solver.errors import InputError


def never(number: int, heed: Callable[[GeneratedItems], None]) -> Batch:
    raise AssertionError(f"{number} were made")


@pytest.mark.parametrize(
    ("houses", "features"),
    [
        (3, 2),
        pytest.param(3, 3, marks=pytest.mark.slow),
        pytest.param(4, 2, marks=pytest.mark.slow),
    ],
)
def test_more_models_than_a_grid_can_have_are_refused_before_any_is_made(
    houses: int, features: int
) -> None:
    maker = Zebra(16, houses, features, 2)
    most = maker.at_most()["models"]
    with pytest.raises(InputError) as refused:
        certified(never, 100, {"models": Span(most + 1, None)}, at_most=maker.at_most())
    assert refused.value.title == TOO_DIFFICULT
    assert f"{most:,}" in refused.value.message
    for item in run(maker, 6).items:
        models = measured(item).values["models"]
        assert models is not None
        assert models <= most


def test_what_can_be_is_not_refused() -> None:
    maker = Zebra(16, 3, 2, 2)
    batch = certified(
        lambda n, heed: run(maker, n, on_result=heed),
        2,
        {"models": Span(1, None)},
        at_most=maker.at_most(),
    )
    assert len(batch.items) == 2


@pytest.mark.parametrize("third", ["tied", pytest.param("apart", marks=pytest.mark.slow)])
@pytest.mark.parametrize("rule", ["modus-ponens", "conjunctive-syllogism", "disjunctive-syllogism"])
def test_no_rule_has_more_different_tasks_than_the_bound(rule: RuleName, third: Third) -> None:
    maker = Rules(16, rule, 1, third)
    keys = {structure_key(item) for item in run(maker, 240).items}
    assert 12 <= len(keys) <= maker.most_different()


@pytest.mark.parametrize(("forms", "least"), [("matched", 96), ("valid", 200), ("all", 512)])
def test_bounds_of_syllogisms_are_above_what_there_is(forms: Forms, least: int) -> None:
    assert least <= Syllogisms(forms=forms).most_different() < 1000


@pytest.mark.parametrize("maker", [Rules(0, "modus-ponens", 1), Syllogisms(forms="all")])
def test_more_different_problems_than_there_can_be_are_refused_before_any_is_made(
    maker: Rules | Syllogisms,
) -> None:
    most = maker.most_different()
    batches: list[GeneratedItems] = []
    with pytest.raises(InputError, match="at most") as refused:
        produce(maker, most + 1, batches.append, unique=True)
    assert batches == []
    assert refused.value.title == "Not enough different problems"
    assert run(maker, 3, unique=False).items
