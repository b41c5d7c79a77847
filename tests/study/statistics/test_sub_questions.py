"""Items of several questions, with free answers that are not settled."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.metrics.counterfactual_difference import BY_EDIT
from study.metrics.gap import METRIC as GAP
from study.metrics.item_accuracy import METRIC as ITEM_ACCURACY
from study.metrics.settled_figures import ends_of
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.sub_questions import SubAnswer, SubQuestions
from tests.scored_answers import Parts

EDITED = frozenset(["by_edit"])


def test_items_with_several_questions() -> None:
    rows = [
        SubAnswer("a", "1", True, kind="count_models"),
        SubAnswer("a", "2", True, EDITED, kind="possible", decider="judged"),
        SubAnswer("b", "1", True, kind="count_models"),
        SubAnswer("b", "2", False, EDITED),
        SubAnswer("c", "1", True),
    ]
    parts = Parts(rows)
    assert parts.item_accuracy is not None
    assert (parts.item_accuracy.value, parts.item_accuracy.n) == (2 / 3, 3)
    assert parts.sub_accuracy is not None
    assert parts.sub_accuracy.value == pytest.approx(4 / 5)
    assert parts.sub_accuracy.clusters == 3
    assert parts.gap == pytest.approx(4 / 5 - 2 / 3)
    assert parts.baseline is not None
    assert parts.counterfactual is not None
    assert (parts.baseline.value, parts.counterfactual.value) == (1, 0.5)
    assert parts.difference is not None
    assert parts.difference.value == pytest.approx(-0.5)
    assert {kind: estimate and estimate.value for kind, estimate in parts.kinds.items()} == {
        "count_models": 1,
        "possible": 1,
    }
    answers = parts.answers
    assert (len(answers.graded), len(answers.decided("judged")), answers.ungraded) == (5, 1, 0)


def test_unsettled_answers_leave_bounds_in_place_of_figures() -> None:
    parts = Parts(
        [
            SubAnswer("a", "1", True),
            SubAnswer("a", "2", True, EDITED),
            SubAnswer("b", "1", True),
            SubAnswer("b", "2", False, EDITED),
            SubAnswer("b", "3", None),
            SubAnswer("c", "1", True),
            SubAnswer("c", "2", None),
        ]
    )
    # Every figure with an unsettled answer in it; b is wrong whatever becomes of its third.
    assert (parts.sub_accuracy, parts.item_accuracy, parts.gap) == (None,) * 3
    assert (parts.baseline, parts.difference) == (None, None)
    assert parts.counterfactual is not None
    assert parts.counterfactual.value == 0.5
    answers = parts.answers
    assert (answers.ungraded, answers.undecided) == (2, 1)
    assert answers.bounds == (4 / 7, 6 / 7)
    assert ends_of(ITEM_ACCURACY, [answers]) == (1 / 3, 2 / 3)


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcd"), st.sampled_from([None, None, True, True, False]), st.booleans()
        ),
        min_size=1,
        max_size=12,
    ).filter(lambda rows: 0 < sum(right is None for _, right, _ in rows) <= 8)
)
def test_the_ends_of_figures_are_those_over_all_ways_of_settling(
    rows: list[tuple[str, bool | None, bool]],
) -> None:
    marks = {True: EDITED, False: frozenset[str]()}
    answers = [
        SubAnswer(item, str(place), right, marks[edited])
        for place, (item, right, edited) in enumerate(rows)
    ]
    open_ = [place for place, answer in enumerate(answers) if answer.right is None]
    for metric in (ITEM_ACCURACY, SUB_QUESTION_ACCURACY, GAP, BY_EDIT):
        ends = ends_of(metric, [SubQuestions(answers)])
        values: list[float] = []
        for settled in product((False, True), repeat=len(open_)):
            answers_drawn = list(answers)
            for place, right in zip(open_, settled, strict=True):
                answers_drawn[place] = answers_drawn[place]._replace(right=right)
            figure = metric.compute(SubQuestions(answers_drawn), None)
            values += [] if figure is None else [figure.value]
        if ends is not None and ends[0] is not None:
            assert ends == pytest.approx((min(values), max(values)))
        else:
            assert not values or metric.compute(SubQuestions(answers), None) is not None


def test_no_sub_questions() -> None:
    parts = Parts([])
    assert (parts.item_accuracy, parts.sub_accuracy, parts.gap, parts.difference) == (None,) * 4
    assert parts.kinds == {}
    ungraded = Parts([SubAnswer("a", "1", None)])
    assert ungraded.sub_accuracy is None
    assert ungraded.answers.undecided == 1
