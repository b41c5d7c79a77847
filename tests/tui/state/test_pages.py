"""Pages in words: what they say, and what they must not."""

from dataclasses import replace
from typing import Literal

import pytest

from items.answers import Answer, ChoiceAnswer, TruthAnswer
from items.files.loading import load
from study.course.state import AnswerRecord, SessionState
from study.design.planning import make_plan
from study.stations.qualification import QualificationDecided
from tests.study.samples import POOLS, STUDY, sample
from tui.state import pages
from tui.state.feedback import feedback, reasons

LOADED = sample(STUDY)
PLAN = make_plan(LOADED.study, POOLS, 0)


def text(page: pages.Page) -> str:
    return "\n".join([page.title, *(section.text for section in page.sections)])


def test_consent_preselects_neither_answer() -> None:
    page = pages.consent(LOADED.study, pilot=False)
    assert [action.letter for action in page.actions] == ["Y", "N"]
    assert "trial run" not in text(page)
    assert "trial run" in text(pages.consent(LOADED.study, pilot=True))


def test_instructions_name_only_what_the_study_has() -> None:
    message = text(pages.instructions(LOADED.study, PLAN.blocks, None))
    assert "time left" in message
    assert "F6" in message
    untimed = [
        block.model_copy(
            update={"seconds_per_question": None, "seconds_per_block": None, "breaks": False}
        )
        for block in PLAN.blocks
    ]
    message = text(pages.instructions(LOADED.study, untimed, None))
    assert "time left" not in message
    assert "F6" not in message


def test_the_example_is_explained() -> None:
    item = POOLS["main"][1].model_copy(update={"explanation": "Because of the goat."})
    message = text(pages.instructions(LOADED.study, PLAN.blocks, item))
    assert "● B  option 1" in message
    assert "The answer is B: press B, then Enter." in message
    assert "Because of the goat." in message


def test_a_block_announces_its_content() -> None:
    state = SessionState(phase="block_intro", plan=PLAN, block=1)
    message = text(pages.block_intro(state))
    for fact in (
        "Block 1 of 2",
        "5 items",
        "20 seconds for each",
        "40 seconds for the whole part",
        "1 to 5",
    ):
        assert fact in message
    gate = text(pages.block_intro(replace(state, block=0)))
    assert "Qualification" in gate
    kinds = text(pages.block_intro(replace(state, block=2)))
    assert "2 items (12 questions)" in kinds


@pytest.mark.parametrize(
    ("seconds", "message"),
    [(60, "1 minute"), (90, "1 minute 30 seconds"), (1, "1 second"), (0.2, "1 second")],
)
def test_durations_are_in_words(seconds: float, message: str) -> None:
    assert pages.duration(seconds) == message


def test_a_participant_who_fails_is_not_told_right_answers() -> None:
    decided = QualificationDecided(correct=2, asked=5, passed=False)
    state = SessionState(
        phase="not_qualified", parts={"qualification": decided}, completion_code="ABXY-CDEF"
    )
    message = text(pages.end(state, LOADED.study))
    assert "ABXY-CDEF" in message
    assert "Thank you" in message
    assert not any(word in message for word in ("2", "5", "right", "correct", "gold"))


@pytest.mark.parametrize("phase", ["completed", "declined", "not_qualified"])
def test_every_end_has_a_completion_code(phase: str) -> None:
    state = SessionState(phase=phase, completion_code="ABXY-CDEF")
    page = pages.end(state, LOADED.study)
    assert [section.text for section in page.sections if section.style == "code"] == ["ABXY-CDEF"]


def test_a_timeout_is_reported_on_the_next_page() -> None:
    state = SessionState(phase="break", plan=PLAN, planned_break=True, notice="question_timed_out")
    assert "Time was up" in text(pages.rest(state))
    assert "part of the study" in text(pages.rest(state))


def test_coming_back_says_whether_the_clock_waits() -> None:
    state = SessionState(phase="question", plan=PLAN, position=7, block=1)
    message = text(pages.welcome_back(state, "P1", LOADED.study))
    assert f"question 8 of {len(PLAN.steps)}" in message
    assert "resumes when you do" in message
    running = sample(STUDY.replace('clock = "stopped"', 'clock = "running"')).study
    assert "The clock is running." in text(pages.welcome_back(state, "P1", running))


@pytest.mark.parametrize("limited", [True, False])
def test_a_limit_over_the_whole_session_counts_after_a_kill_and_is_reported(limited: bool) -> None:
    study = sample('title = "T"\n[[blocks]]\nsource = "main"\n').study
    plan = make_plan(study, POOLS, 0).model_copy(update={"seconds": 600.0 if limited else None})
    state = SessionState(phase="question", plan=plan, running=True)
    message = text(pages.welcome_back(state, "P1", study))
    assert ("Up to 1 minute since then count as time used." in message) is limited


@pytest.mark.parametrize(
    ("item", "place", "answer", "message"),
    [
        ("letters-and-arrows", 0, TruthAnswer(value="false"), "· if A is true, then B is true"),
        ("letters-left-open", 0, TruthAnswer(value="true"), "· It is not the case that A is true."),
        ("closed-museum", 1, TruthAnswer(value="true"), "· It is not the case that it is Monday."),
        ("singing-parrot", 0, ChoiceAnswer(option=0), "· The kettle boils."),
        ("singing-parrot", 0, ChoiceAnswer(option=1), "· if the parrot sings, then the post"),
    ],
)
def test_practice_is_followed_by_the_world_that_refutes_or_the_premises_that_are_needed(
    item: str, place: int, answer: Answer, message: str
) -> None:
    items = {entry.id: entry for entry in load("builtin:practice").items}
    reason, *_ = reasons(items[f"practice/{item}"], place, answer)
    assert message in reason


@pytest.mark.parametrize("verdict", ["true", "false", "unknown"])
def test_no_answer_is_called_wrong_against_a_refuted_gold(
    verdict: Literal["true", "false", "unknown"],
) -> None:
    items = {entry.id: entry for entry in load("builtin:practice").items}
    right = items["practice/letters-and-arrows"]
    gold = TruthAnswer(value="false")
    question = right.questions[0].model_copy(update={"gold": gold})
    wrong = right.model_copy(update={"questions": (question, *right.questions[1:])})
    feedback_texts = {}
    for item in (right, wrong):
        study = sample('title = "One"\n[[blocks]]\nstation = "practice"\nsource = "main"\n').study
        state = SessionState(phase="feedback", plan=make_plan(study, {"main": (item,)}, 0))
        answers = {question.id: TruthAnswer(value=verdict)}
        state.records = [AnswerRecord(0, "confirmed", answers, None, None, 0)]
        feedback_texts[item is wrong] = text(feedback(state, {item.content_hash: item}))
    assert ("That is right." if verdict == "true" else "That is not right.") in feedback_texts[
        False
    ]
    assert "your answer is not judged" in feedback_texts[True]
    assert "right." not in feedback_texts[True]
    assert "● " not in feedback_texts[True]


def test_an_answer_unreadable_for_the_solver_gets_no_reason() -> None:
    items = {item.id: item for item in load("builtin:practice").items}
    assert reasons(items["practice/two-mugs"], 0, None) == []


def test_a_pause_announces_the_next_question() -> None:
    late = SessionState(phase="paused", plan=PLAN, pause="untouched", notice="question_timed_out")
    assert "the next question is shown" in text(pages.paused(late))
    small = SessionState(phase="paused", plan=PLAN, pause="window", resting=True)
    assert "the question is shown" in text(pages.paused(small))


def test_a_required_return_key_is_announced_from_the_start() -> None:
    codes = LOADED.study.codes.model_copy(update={"return_key": True})
    study = LOADED.study.model_copy(update={"codes": codes})
    assert "your code and your return key." in text(pages.instructions(study, PLAN.blocks, None))
    assert "return key" not in text(pages.instructions(LOADED.study, PLAN.blocks, None))


def test_there_is_no_space_after_a_chinese_full_stop() -> None:
    from tui import i18n

    i18n.use("zh")
    try:
        message = text(pages.instructions(LOADED.study, PLAN.blocks, None))
    finally:
        i18n.use("en")
    assert "右上角。时间到时" in message
    assert "。 " not in message
