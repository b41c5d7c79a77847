"""Answers of simulated respondents: they fit, are as often right as set, and are repeatable."""

from statistics import mean, median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.answers import ChoiceAnswer, ModelsAnswer, SetAnswer, UniqueAnswer
from items.models import Choice, Question
from items.seeds import Draw
from study.course.sections import PlannedBlock, Step
from study.design.planning import make_plan
from study.respondents.answer_checks import misfit, unfinished
from study.respondents.simulated_answers import any_answer, right_answer, wrong_answer
from study.respondents.simulation import Act, Profile, Respondent, Simulated, shifted
from study.scores.scoring import score
from tests.study.samples import BREATHS, EVERY_KIND, POOLS, STATUS, TARGETS, options, sample

PLAN = make_plan(sample().study, POOLS, 0)
ODD = (
    Question(id="none", kind="choice", options=options(4), gold=ChoiceAnswer(option=None)),
    Question(id="open", kind="choice", options=options(3)),
    Question(id="no vocabulary", kind="projection", gold=SetAnswer(members=frozenset())),
    Question(id="which", kind="unique_solution", vocabulary=STATUS),
    Question(
        id="any",
        kind="unique_solution",
        vocabulary=STATUS,
        gold=UniqueAnswer(verdict="unique", solution=None),
    ),
    Question(
        id="empty",
        kind="enumerate_models",
        vocabulary=TARGETS,
        gold=ModelsAnswer(models=frozenset()),
    ),
    Question(
        id="coloured",
        kind="enumerate_models",
        vocabulary=(Choice(key="c=red"), Choice(key="c=blue"), Choice(key="A")),
        gold=ModelsAnswer(models=frozenset({frozenset({"c=red"})})),
    ),
)
PARTS = (*EVERY_KIND, *BREATHS.parts, *ODD)


@given(part=st.sampled_from(PARTS), none=st.booleans(), seed=st.integers(0, 10**6))
def test_every_answer_fits_and_is_complete(part: Question, none: bool, seed: int) -> None:
    for make in (right_answer, wrong_answer, any_answer):
        answer = make(part, none, Draw(seed))
        assert misfit(answer, part, none) is None
        assert unfinished(answer, part) is None


@given(part=st.sampled_from(PARTS), seed=st.integers(0, 10**6))
def test_right_is_right_and_wrong_is_not(part: Question, seed: int) -> None:
    if part.gold is None:
        return
    assert score(right_answer(part, True, Draw(seed)), part).right is True
    if part.id != "no vocabulary":
        assert score(wrong_answer(part, True, Draw(seed)), part).right is not True


def respondent(number: int = 1, seed: int = 7, **profile: Any) -> Respondent:
    document = Profile.model_validate(profile)
    return Respondent(Simulated(seed=seed, number=number, profile=document))


def acts(one: Respondent, backwards: bool = False) -> dict[int, Act]:
    steps = PLAN.steps[::-1] if backwards else PLAN.steps
    return {step.index: one.act(step, block_of(step), question_of(step)) for step in steps}


def block_of(step: Step) -> PlannedBlock:
    return PLAN.blocks[step.block]


def question_of(step: Step) -> Question:
    items = {item.content_hash: item for pool in POOLS.values() for item in pool}
    return items[step.item_hash].questions[step.question]


def test_the_same_seed_answers_the_same_in_any_order() -> None:
    assert acts(respondent()) == acts(respondent(), backwards=True)
    assert acts(respondent()) != acts(respondent(number=2))
    assert acts(respondent()) != acts(respondent(seed=8))


def test_a_further_attempt_or_sitting_is_answered_anew() -> None:
    step = next(s for s in PLAN.steps if s.item_id.startswith("main-"))

    def acts_of_all(*turn: int) -> list[Act]:
        ones = [respondent(number) for number in range(1, 30)]
        return [first.act(step, block_of(step), question_of(step), turn=turn) for first in ones]

    assert acts_of_all() == acts_of_all(1, 1, 1)
    assert acts_of_all(2, 1, 1) == acts_of_all(2, 1, 1)
    turns = [acts_of_all(1, 1, 1), acts_of_all(2, 1, 1), acts_of_all(1, 1, 2), acts_of_all(3, 1, 1)]
    assert all(first != other for n, first in enumerate(turns) for other in turns[:n])


def choices(**profile: Any) -> list[bool | None]:
    """What 400 respondents made of one question of four options."""
    step = next(s for s in PLAN.steps if s.item_id.startswith("main-"))
    question = question_of(step)
    given_ = [respondent(n, **profile).act(step, block_of(step), question) for n in range(1, 401)]
    return [score(act.answers["q"], question).right for act in given_]


@pytest.mark.parametrize("share", [0.0, 0.3, 0.8, 1.0])
def test_as_often_right_as_told(share: float) -> None:
    right = choices(right={"choice": share}, spread=0, careless=0)
    assert mean(map(bool, right)) == pytest.approx(share, abs=0.07)
    assert share not in (0, 1) or len(set(right)) == 1


def test_the_careless_guess() -> None:
    """Four options and N."""
    right = choices(right={"choice": 1.0}, careless=1)
    assert mean(map(bool, right)) == pytest.approx(0.2, abs=0.06)


def test_the_qualification_has_a_share_of_its_own() -> None:
    for qualified in (0.0, 1.0):
        acted = acts(respondent(right={"qualification": qualified}, careless=0))
        for step in PLAN.blocks[0].steps:
            question = question_of(step)
            right = score(acted[step.index].answers["q"], question).right
            assert right is bool(qualified)


@pytest.mark.slow
def test_times_are_about_the_median_and_careless_ones_short() -> None:
    def times(**profile: Any) -> list[float]:
        return [
            act.seconds for n in range(1, 60) for act in acts(respondent(n, **profile)).values()
        ]

    assert median(times(seconds=20, careless=0)) == pytest.approx(20, rel=0.15)
    assert median(times(seconds=20, careless=1)) < 5
    assert len(set(times(seconds=20, seconds_spread=0, careless=0))) == 59
    assert min(times()) > 0


def test_who_leaves_and_who_declines() -> None:
    left = [respondent(n, abandon=1).leaves_at(20) for n in range(1, 300)]
    assert {count for count in left if count is not None} == set(range(1, 20))
    assert respondent(abandon=1).leaves_at(1) is None
    assert respondent(abandon=0).leaves_at(20) is None
    assert mean(respondent(n, decline=0.3).declines for n in range(1, 400)) == pytest.approx(
        0.3, abs=0.07
    )


def test_the_sure_are_more_often_right() -> None:
    sure: dict[bool, list[int]] = {True: [], False: []}
    for number in range(1, 60):
        for index, act in acts(respondent(number, careless=0)).items():
            question = question_of(PLAN.steps[index])
            right = all(score(act.answers[leaf.id], leaf).right for leaf in question.leaves)
            sure[right].append(act.confidence)
    assert set(sure[True] + sure[False]) == {1, 2, 3, 4, 5}
    assert mean(sure[True]) > mean(sure[False]) + 0.5


def test_ability_moves_shares_on_the_logit_scale() -> None:
    assert shifted(0.5, 0) == 0.5
    assert shifted(0.5, 1) == pytest.approx(1 - shifted(0.5, -1))
    assert (shifted(0, 3), shifted(1, -3)) == (0, 1)


def test_a_number_today_is_the_number_tomorrow() -> None:
    """Draws promise to be the same on every machine: some of them, written down."""
    entry = respondent(3, seed=11)
    assert entry.ability == pytest.approx(0.4614549557723265)
    assert entry.pace == pytest.approx(0.5587126724853866)
