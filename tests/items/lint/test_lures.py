"""Options that no misreading leads to, and golds that a misreading leaves right."""

from items.answers import ChoiceAnswer
from items.findings import rules
from items.lint.lures import look
from items.lint.run import lint
from items.models import Item, Question


def item(premises: tuple[str, ...], *options: str, gold: int = 0) -> Item:
    question = Question.model_validate(
        {
            "id": "1",
            "text": "What follows?",
            "kind": "choice",
            "options": [{"text": f, "formula": f} for f in options],
            "gold": ChoiceAnswer(option=gold),
        }
    )
    formal = {"premise": list(premises)}
    return Item(id="x", text="T.", questions=(question,), formalization=formal)


def findings_of(of: Item) -> list[tuple[str, str]]:
    return [(finding.rule.name, finding.kind or finding.what) for finding in look(of, 10)]


def test_an_option_is_reached_by_a_misreading_or_named() -> None:
    # Of "if A then B" and B, the converse gives A; nothing gives C.
    pairs = findings_of(item(("A → B", "B"), "B", "A", "C"))
    assert ("unreached-option", "option C") in pairs
    assert ("unreached-option", "option B") not in pairs
    assert ("unreached-option", "option A") not in pairs


def test_a_gold_that_the_converse_leaves_right_is_named() -> None:
    assert ("gold-despite-misreading", "converse") in findings_of(item(("A → B", "C"), "C", "A"))
    # Read as its converse, "if A then B" no longer gives B from A.
    assert ("gold-despite-misreading", "converse") not in findings_of(
        item(("A → B", "A"), "B", "¬A")
    )
    # No disjunction: it cannot be read as exclusive.
    assert "exclusive-or" not in [kind for _, kind in findings_of(item(("A → B", "C"), "C", "A"))]


def test_both_rules_are_looked_at_on_request_alone() -> None:
    items = [item(("A → B", "B"), "B", "A", "C")]
    names = {count.rule.name for count in lint(items).counts}
    assert not names & {rule.name for rule in rules.RULES if rule.on_request}
    (count,) = lint(items, only=[rules.UNREACHED.name]).counts
    assert [entry.finding.what for entry in count.findings] == ["option C"]
