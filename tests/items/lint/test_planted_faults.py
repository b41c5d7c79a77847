"""Planted faults and good items: which faults lint finds, and what it reports of good items."""

from functools import cache

import pytest

from items.lint.run import lint
from items.models import Item
from tests.items.lint.planted_faults import FAULTS, good_items

EACH = 10


@cache
def good() -> dict[str, tuple[Item, ...]]:
    return good_items()


def found_in(items: list[Item]) -> dict[str, set[str]]:
    """Id to the names of rules broken."""
    broken: dict[str, set[str]] = {item.id: set() for item in items}
    for count in lint(items).counts:
        for entry in count.findings:
            broken[entry.id].add(count.rule.name)
    return broken


@pytest.mark.torture
def test_good_items_are_let_pass_and_planted_faults_are_caught() -> None:
    """One test for both, as the good items are made once for it."""
    items = [item for family in good().values() for item in family]
    assert len(items) == 200
    wrong = {
        c.rule.name: c.items for c in lint(items).counts if c.rule.severity == "wrong" and c.items
    }
    alarms = {name for names in wrong.values() for name in names}
    assert len(alarms) <= 2, wrong
    assert len(FAULTS) >= 40
    families = good()
    before = found_in([item for family in families.values() for item in family])
    missed: dict[str, str] = {}
    for kind, (family, plant) in FAULTS.items():
        planted: list[Item] = []
        chosen: list[Item] = []
        for item in families[family]:
            changed = plant(item)
            if changed is not None:
                chosen.append(item)
                planted.append(changed.model_copy(update={"id": f"{item.id}/planted"}))
            if len(planted) == EACH:
                break
        assert len(planted) >= EACH // 2, f"{kind}: {len(planted)} places"
        after = found_in([*chosen, *planted])
        caught = sum(
            bool(after[item.id] - before[item.id.removesuffix("/planted")]) for item in planted
        )
        if caught < 0.9 * len(planted):
            missed[kind] = f"{caught} of {len(planted)}"
    assert len(missed) <= len(FAULTS) * 2 // 40, missed
