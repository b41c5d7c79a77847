"""Claims about many premises keep to the time of the item, and keep few sessions."""

import pytest

from items.claims.case import _MOST_SESSIONS, Case
from items.formal import formal_item
from items.models import Item
from solver.cancel import GaveUp, whole_budget
from tests.items.inspected_items import asking


def many(premises: int) -> Item:
    return asking([f"p{n}" for n in range(premises)], "necessary(p0)", "necessary")


def case_of(item: Item) -> Case:
    formal = formal_item(item)
    assert formal is not None
    return Case(item, formal)


def test_no_theory_is_built_when_the_time_is_over() -> None:
    """20,000 theories of 20,000 premises each took 15 GB, however little time there was."""
    case = case_of(many(5))
    with whole_budget(0.0), pytest.raises(GaveUp, match="timeout"):
        case.changes(0, drop=frozenset({1}))
    assert case.changes(0, drop=frozenset({1})) is False


def test_few_sessions_are_kept() -> None:
    case = case_of(many(100))
    whole = case.session()
    for number in range(100):
        assert case.changes(0, drop=frozenset({number})) is (number == 0)
        assert len(case._sessions) <= _MOST_SESSIONS
    assert case.session() is whole
