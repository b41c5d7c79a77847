"""Options that misreadings lead to: labels held to hand-made cases and to misread premises."""

import pytest

from items.answers import ChoiceAnswer
from items.families.batches import run
from items.families.divlogic.generator import Divlogic
from items.families.divlogic.masks import fact, implies
from items.families.divlogic.misread_options import PREMISE_MISREADINGS, misreadings
from items.families.divlogic.task import QUESTION_TYPES, ChoiceQuestion, Logic, QuestionType

A, B, C, D = (n << 1 for n in range(4))


def test_the_converse_leads_to_affirming_the_consequent() -> None:
    options = (fact(C), fact(A), fact(D ^ 1), fact(D))
    choice_question = ChoiceQuestion(
        "3c1e", (implies(A, B), fact(B), implies(B, C)), options, 0, ("follows",) * 4
    )
    outcome = misreadings(choice_question)
    assert outcome[0] == ()
    assert {"converse", "inverse", "biconditional"} <= set(outcome[1])
    assert outcome[2] == outcome[3] == ()


def test_an_option_that_contradicts_the_misread_premises_completes_nothing() -> None:
    """“If A, then B” taken to tell A leaves no world for “not A”, nor for “not B”: from no world C
    follows, like everything else. “If C, then D” taken for its converse lets D complete C."""
    premises = (implies(A, B), implies(D, C))
    options = (fact(D), fact(A ^ 1), fact(B ^ 1), fact(A))
    choice_question = ChoiceQuestion(
        "missing", premises, options, 0, ("undetermined",) * 4, conclusion=fact(C)
    )
    assert misreadings(choice_question) == ((), (), (), ())
    options = (fact(D), fact(D ^ 1), fact(B), fact(A))
    choice_question = ChoiceQuestion(
        "missing", premises, options, 0, ("undetermined",) * 4, conclusion=fact(C)
    )
    assert "inverse" not in misreadings(choice_question)[1]
    choice_question = ChoiceQuestion(
        "missing",
        (implies(A, B), implies(C, D)),
        options,
        2,
        ("undetermined",) * 4,
        conclusion=fact(C),
    )
    assert {"converse", "biconditional"} <= set(misreadings(choice_question)[0])


@pytest.mark.slow
@pytest.mark.parametrize("type_", QUESTION_TYPES)
def test_every_wrong_option_has_a_misreading_where_that_is_asked_for(type_: QuestionType) -> None:
    maker = Divlogic(5, Logic(others="misread"), mix=((type_, 1),), renderings=("symbols",))
    items = run(maker, 3).items
    assert len(items) == 3
    for item in items:
        labels = item.provenance.parameters["misreadings"]
        gold = item.questions[0].gold
        assert isinstance(gold, ChoiceAnswer)
        assert [not label for label in labels] == [n == gold.option for n in range(4)]
        assert all(
            name in PREMISE_MISREADINGS for label in labels if label for name in label.split(", ")
        )
        assert item.attributes["misread_options"] == 3
