"""Lint of claims: false ones planted in items whose claims are proved."""

import pytest

from items.lint import rules
from items.lint.run import lint
from items.models import Item
from tests.fake_roles import bases, hardened

CLAIMS = [rules.CLAIM_FALSE.name, rules.CLAIM_OPEN.name]
PLANTED = {
    "distractor": {"premises": [7], "readings": ["original"]},
    "branching": {"axes": ["speaker", "A"]},
    "uncertainty": {"axis": "A & B"},
    "alias": {"names": [["original", "letter"]]},
    "beauty": {},
}


def found(item: Item) -> list[tuple[str, str]]:
    report = lint([item], only=CLAIMS)
    return [(count.rule.name, each.finding.kind) for count in report.counts for each in count.found]


def test_claims_that_are_proved_are_no_findings() -> None:
    for base in bases():
        assert found(hardened(base.id)) == []
        assert found(base) == []


@pytest.mark.parametrize("name", PLANTED)
def test_a_false_claim_is_wrong_and_named(name: str) -> None:
    item = hardened(bases()[0].id)
    planted = item.model_copy(update={"claims": {**item.claims, name: PLANTED[name]}})
    ((rule, kind),) = found(planted)
    assert rule == rules.CLAIM_FALSE.name
    assert kind == ("no such claim" if name == "beauty" else name)
    assert lint([planted], only=CLAIMS).wrong


def test_a_world_is_told_where_there_is_one() -> None:
    item = hardened(bases()[0].id)
    claims = {**item.claims, "distractor": PLANTED["distractor"]}
    (each,) = lint([item.model_copy(update={"claims": claims})], only=CLAIMS).counts[0].found
    assert "as where " in each.finding.what
    assert "room=" in each.finding.what


def test_other_rules_do_not_look_at_claims() -> None:
    item = hardened(bases()[0].id)
    planted = item.model_copy(update={"claims": {"beauty": {}}})
    assert lint([planted], only=[rules.VACUOUS.name]).counts[0].found == ()
