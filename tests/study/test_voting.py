"""The vote of samples against a count by hand."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.answers import Answer, ChoiceAnswer, CountAnswer, TextAnswer, TruthAnswer
from study.scores.voting import same_answer, vote

OPTIONS = st.one_of(st.none(), st.integers(0, 3))


@given(st.lists(OPTIONS, max_size=9))
def test_the_answer_with_most_votes_wins_and_of_several_the_first(chosen: list[int | None]) -> None:
    outcome = vote([None if count is None else ChoiceAnswer(option=count) for count in chosen])
    counts = Counter(count for count in chosen if count is not None)
    assert outcome.unreadable == chosen.count(None)
    assert sum(candidate.votes for candidate in outcome.candidates) == counts.total()
    if not counts:
        assert outcome.winner is None
        return
    most = max(counts.values())
    first = next(count for count in chosen if count is not None and counts[count] == most)
    assert outcome.winner == ChoiceAnswer(option=first)
    assert outcome.is_tied == (list(counts.values()).count(most) > 1)


def test_none_of_the_options_is_an_answer_like_any_other() -> None:
    none, first = ChoiceAnswer(option=None), ChoiceAnswer(option=0)
    assert vote([first, none, none]).winner == none


@pytest.mark.parametrize(
    ("form_answer", "other", "expected"),
    [
        (TextAnswer(text="Four."), TextAnswer(text="4"), True),
        (TextAnswer(text="yes"), TextAnswer(text="Yes, it is"), False),
        (TextAnswer(text="Anna sings"), TextAnswer(text=" anna  sings."), True),
        (TextAnswer(text="4"), TextAnswer(text="5"), False),
        (CountAnswer(count=4), CountAnswer(count=4), True),
        (TruthAnswer(value="true"), TruthAnswer(value="unknown"), False),
        (CountAnswer(count=1), TruthAnswer(value="true"), False),
    ],
)
def test_when_two_answers_say_the_same(form_answer: Answer, other: Answer, expected: bool) -> None:
    assert same_answer(form_answer, other) is same_answer(other, form_answer) is expected
