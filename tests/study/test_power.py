"""The number of people and items that a study needs, by the reports' own interval and test."""

import pytest

from study.scores.power import Assumptions, PlannedDesign, curve


def planned_design(
    people: int, items: int, assumed: Assumptions, repetitions: int = 150
) -> PlannedDesign:
    (row,) = curve([people], [items], assumed, repetitions=repetitions, seed=5)
    return row


@pytest.mark.slow
def test_more_people_and_more_items_each_make_the_interval_narrower() -> None:
    few = planned_design(6, 20, Assumptions())
    assert planned_design(30, 20, Assumptions()).width < few.width
    assert planned_design(6, 100, Assumptions()).width < few.width


def test_more_people_do_not_make_up_for_few_items() -> None:
    """New items are drawn too, so the width has a floor that people cannot lower."""
    many = planned_design(200, 10, Assumptions(person_sd=0.5, item_sd=1.5), repetitions=60)
    assert many.width > 0.2


@pytest.mark.slow
def test_equals_are_distinguished_at_the_level_and_no_more() -> None:
    row = planned_design(20, 60, Assumptions(accuracy=0.7, against=0.7), repetitions=300)
    assert row.power is not None
    assert row.power <= 0.09


@pytest.mark.slow
def test_a_large_difference_is_found() -> None:
    row = planned_design(30, 60, Assumptions(accuracy=0.6, against=0.95))
    assert row.power is not None
    assert row.power > 0.9
    weak = planned_design(4, 10, Assumptions(accuracy=0.6, against=0.7))
    assert weak.power is not None
    assert weak.power < row.power


def test_the_seed_decides() -> None:
    designs = ([8, 9], [12])
    first = curve(*designs, Assumptions(), repetitions=20, seed=3)
    assert first == curve(*designs, Assumptions(), repetitions=20, seed=3)
    assert first != curve(*designs, Assumptions(), repetitions=20, seed=4)
