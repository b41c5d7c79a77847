"""The feedback after a practice question is true of the answer."""

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from items.files.loading import load
from items.formal import formal_item
from items.models import Item
from solver.cancel import Budget
from solver.errors import NotRead
from solver.queries import Session
from tui.state import feedback
from tui.state.feedback import reasons

DIVLOGIC = load("builtin:divlogic").items


def of_type(question_type: str) -> Item:
    return next(i for i in DIVLOGIC if i.attributes["question_type"] == question_type)


def heads(item: Item, answer: ChoiceAnswer | TruthAnswer) -> list[str]:
    return [text.partition("\n")[0] for text in reasons(item, 0, answer)]


def chosen_answer(item: Item, right: bool) -> ChoiceAnswer:
    gold = item.questions[0].gold
    assert isinstance(gold, ChoiceAnswer)
    assert gold.option is not None
    return gold if right else ChoiceAnswer(option=(gold.option + 1) % 4)


def test_feedback_explains_which_option_follows() -> None:
    item = of_type("3c1e")
    assert heads(item, chosen_answer(item, True)) == ["It follows from this:"]
    world, premises = heads(item, chosen_answer(item, False))
    assert world.endswith("and your answer is not:")
    assert premises == "The right answer follows from this:"


def test_feedback_explains_which_option_does_not_follow() -> None:
    """The wrongly chosen option is true in every situation, so no situation refutes it."""
    item = of_type("3e1c")
    (right,) = heads(item, chosen_answer(item, True))
    assert right.startswith("It does not follow.")
    premises, world = heads(item, chosen_answer(item, False))
    assert premises == "What you chose follows from this:"
    assert world.startswith("The right answer does not follow.")


@pytest.mark.parametrize(
    ("item", "value", "first"),
    [("letters-and-arrows", "true", "It follows from this:"),
     ("letters-and-arrows", "false", "It follows from this:"),
     ("letters-left-open", "false", "It does not follow."),
     ("letters-left-open", "true", "In this situation")],
)  # fmt: skip
def test_feedback_explains_statements_that_follow_or_not(item: str, value: str, first: str) -> None:
    items = {item.id: item for item in load("builtin:practice").items}
    (head,) = heads(items[f"practice/{item}"], TruthAnswer.model_validate({"value": value}))
    assert head.startswith(first)


def test_an_open_statement_is_shown_from_both_sides() -> None:
    open_ones = [
        item for item in load("builtin:contexthub").items
        if item.questions[0].gold == TruthAnswer(value="unknown")
    ]  # fmt: skip
    not_so, so = heads(open_ones[0], TruthAnswer(value="unknown"))
    assert not_so.startswith("It does not follow.")
    assert so.startswith("It can be true.")


def test_the_page_gives_up_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The right answer is always shown; nobody waits for the solver longer than the page may take,
    however many parts a question has."""
    item = of_type("3c1e")
    wrong = chosen_answer(item, False)
    assert reasons(item, 0, wrong, seconds=0.0) == []
    spent: list[Budget] = []

    def check_part(*arguments: object) -> None:
        session = arguments[-1]
        assert isinstance(session, Session)
        assert session.shared_budget is not None
        spent.append(session.shared_budget)
        raise NotRead("too late", "")

    formal = formal_item(item)
    budget = Budget.of(feedback.PAGE_SECONDS)
    monkeypatch.setattr("items.gold.check.check_part", check_part)
    assert not feedback._gold_refuted(item, formal, 0, budget)
    assert not feedback._gold_refuted(item, formal, 0, Budget.of(0.0))
    assert spent == [budget]
