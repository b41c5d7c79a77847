"""Twins are proved to ask the same, and no other pair is: planted changes are all found."""

from collections.abc import Iterator

import pytest

from items.answers import ChoiceAnswer
from items.files.loading import load
from items.models import Item
from items.shape.equivalence import same_question
from tests.effort import sampled

REWORDED = load("builtin:divlogic-reworded").items
WORDED = {
    item.attributes["twin"]: item
    for item in load("builtin:divlogic").items
    if item.id.endswith("/words")
}


def original(item: Item) -> Item:
    return WORDED[item.attributes["twin"]]


def changed(item: Item) -> Iterator[tuple[str, Item]]:
    """The item with one thing of its logic changed, each change by its name."""
    formal = dict(item.formalization or {})
    premises = list(formal["premise"])
    for place, premise in enumerate(premises):
        others = [*premises[:place], f"¬({premise})", *premises[place + 1 :]]
        yield f"premise {place} denied", with_formal(item, formal | {"premise": others})
        fewer = [*premises[:place], *premises[place + 1 :]]
        yield f"premise {place} gone", with_formal(item, formal | {"premise": fewer})
    question = item.questions[0]
    for place, option in enumerate(question.options):
        other = option.model_copy(update={"formula": f"¬({option.formula})"})
        options = (*question.options[:place], other, *question.options[place + 1 :])
        yield f"option {place} denied", with_question(item, options=options)
    turned = (*question.options[1:], question.options[0])
    yield "options turned", with_question(item, options=turned)
    assert isinstance(question.gold, ChoiceAnswer)
    gold = ChoiceAnswer(option=((question.gold.option or 0) + 1) % 4)
    yield "another gold", with_question(item, gold=gold)
    glosses = dict(formal["translation"])
    first, second = sorted(glosses)[:2]
    glosses[first], glosses[second] = glosses[second], glosses[first]
    yield "two symbols exchanged", with_formal(item, formal | {"translation": glosses})
    if question.query is not None:
        denied = question.query.replace("necessary(", "necessary(¬", 1)
        yield "another conclusion", with_question(item, query=denied)


def with_formal(item: Item, formal: dict[str, object]) -> Item:
    return item.model_copy(update={"formalization": formal})


def with_question(item: Item, **update: object) -> Item:
    return item.model_copy(update={"questions": (item.questions[0].model_copy(update=update),)})


def test_every_shipped_rewording_is_proved_to_ask_the_same() -> None:
    for item in REWORDED:
        assert same_question(original(item), item).proved, item.id
        assert item.text != original(item).text


@pytest.mark.scaled
def test_no_planted_change_is_proved_to_ask_the_same() -> None:
    planted = 0
    for item in sampled(REWORDED, 4):
        for edit, other in changed(item):
            sameness = same_question(original(item), other)
            assert sameness.proved is False, (item.id, edit, sameness)
            assert sameness.reason
            planted += 1
    assert planted >= 50


def test_formulas_may_be_written_in_another_way() -> None:
    item = REWORDED[0]
    formal = dict(item.formalization or {})
    turned = [f"¬¬({premise})" for premise in reversed(formal["premise"])]
    question = item.questions[0]
    options = tuple(
        option.model_copy(update={"formula": f"(¬¬({option.formula}))"})
        for option in question.options
    )
    other = with_question(with_formal(item, formal | {"premise": turned}), options=options)
    assert same_question(original(item), other).proved


def test_what_cannot_be_compared_is_not_proved() -> None:
    item = REWORDED[0]
    bare = item.model_copy(update={"formalization": None, "id": "bare"})
    assert same_question(item, bare).proved is None
    (truth, *_) = load("builtin:qualification").items
    assert same_question(item, truth).proved is False
