"""What the second engine is asked about combinations, for how long, and what is reported."""

from typing import Any

import pytest

from items.executors.shard_store import ShardStore
from items.models import Item, Question
from items.values.answer_text import parse_answer
from study.diagnosis.items_document import document
from study.diagnosis.memory import Memory
from study.diagnosis.profiles import profile_of
from study.diagnosis.question_readings import QuestionReadings
from study.diagnosis.readings import Explanation
from study.diagnosis.recorded_answers import ExplainedAnswers, GivenAnswer, explained_answers
from study.diagnosis.second_engine import EngineCounts, checked, sentences, standing
from study.diagnosis.time_allowance import Allowance
from tui.state.inspector.profile_view import profile_lines

QUESTION = {"id": "1", "kind": "necessary", "query": "necessary(A)"}
ITEM = Item(
    id="i",
    text="T.",
    questions=(Question.model_validate(QUESTION),),
    formalization={"premise": ["A → B", "B"]},
    attributes={"belief": "necessary"},
)


def diagnosed(**asked: Any) -> ExplainedAnswers:
    answer = parse_answer("necessary", ITEM.leaves[0], ITEM.formalization)
    return explained_answers([GivenAnswer("p", "people", ITEM, 0, answer)], **asked)


def only_explanation(outcome: ExplainedAnswers) -> Explanation:
    (explanation,) = (e for e in outcome.explanations.values() if not e.right)
    return explanation


def test_nothing_is_asked_without_time_and_the_next_run_goes_on(tmp_path: Any) -> None:
    memory = Memory(ShardStore(tmp_path))
    first = diagnosed(checking=0.0, memory=memory)
    memory.keep(first.readings)
    explanation = only_explanation(first)
    assert not explanation.confirmed
    assert set(explanation.not_asked) == set(explanation.combinations)
    lines = list(sentences(checked(first.explanations.values())))
    assert any("not checked by Z3 in the available time" in sentence for sentence in lines)
    again = Memory(ShardStore(tmp_path))
    second = only_explanation(diagnosed(memory=again))
    assert again.recalled == 1
    assert second.combinations == explanation.combinations
    assert not second.not_asked
    # Of common sense Z3 cannot speak.
    assert set(second.confirmed) == set(second.combinations) - {("belief",)}


def test_what_was_answered_is_asked_once(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory(ShardStore(tmp_path))
    first = diagnosed(memory=memory)
    memory.keep(first.readings)
    monkeypatch.setattr(QuestionReadings, "confirmed", None)
    assert only_explanation(diagnosed(memory=Memory(ShardStore(tmp_path)))) == only_explanation(
        first
    )


def test_an_engine_that_gives_up_is_asked_again(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = Memory(ShardStore(tmp_path))
    monkeypatch.setattr(QuestionReadings, "by_engine", lambda *_, **__: None)
    first = diagnosed(memory=memory)
    memory.keep(first.readings)
    assert not only_explanation(first).confirmed
    assert not only_explanation(first).not_asked
    monkeypatch.undo()
    assert only_explanation(diagnosed(memory=Memory(ShardStore(tmp_path)))).confirmed


def test_a_contradiction_is_told_first_and_counts_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QuestionReadings, "by_engine", lambda *_, **__: frozenset())
    entry = document(diagnosed())
    (row,) = entry["given"]
    assert row["combinations"] == [["belief"]]
    assert row["checked"] == ["without formula"]
    assert ["biconditional"] in row["contradicted"]
    (only,) = entry["diagnoses"]["misread"]
    assert only["misreadings"] == ["belief"]
    profile = profile_of(entry, "p")
    assert profile is not None
    lines = profile_lines(profile)
    place = next(n for n, line in enumerate(lines) if line.startswith("Wrong answers"))
    assert "ENGINE ERROR" in lines[place + 1]


@pytest.mark.slow
def test_the_profile_marks_what_both_engines_find() -> None:
    profile = profile_of(document(diagnosed()), "p")
    assert profile is not None
    assert profile.checked is not None
    assert profile.checked.confirmed > 0
    text = "\n".join(profile_lines(profile))
    assert f"{profile.checked.confirmed} of {profile.checked.not_contradicted} combinations" in text
    assert " ✓;" in text
    person_profile = profile_of(document(diagnosed(both=False)), "p")
    assert person_profile is not None
    assert person_profile.checked is None
    assert " ✓;" not in "\n".join(profile_lines(person_profile))


def test_an_allowance_is_spent_by_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 2.0, 2.0, 5.0])
    monkeypatch.setattr("study.diagnosis.time_allowance.time.monotonic", lambda: next(clock))
    asking = Allowance(4.0)
    assert asking.spend(lambda: True)
    assert not asking.is_over
    assert asking.spend(lambda: None) is None
    assert asking.is_over
    assert not Allowance().is_over


def test_numbers_come_to_all_combinations() -> None:
    explanation = Explanation(
        (("converse",), ("belief",), ("inverse",), ("alias-apart",)),
        confirmed=(("converse",),),
        contradicted=(("conversion",),),
        not_asked=(("inverse",),),
    )
    assert checked([explanation, Explanation(((),))]) == EngineCounts(1, 1, 1, 1, 1)
    assert standing(explanation, ("alias-apart",)) == "undecided"
    assert len(list(sentences(checked([explanation])))) == 5
    assert not list(sentences(EngineCounts()))


def test_engines_are_asked_about_no_more_readings_once_a_question_s_time_is_used_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    item = ITEM.model_copy(
        update={
            "questions": (Question.model_validate({**QUESTION, "query": "necessary(P(a))"}),),
            "formalization": {"premise": ["∀x (Q(x) → P(x))", "P(a) ↔ Q(b)", "Q(b)"]},
            "attributes": {},
        }
    )
    calls: list[int] = []
    by_engine = QuestionReadings.by_engine

    def counted(self: QuestionReadings, *case: Any, **more: Any) -> Any:
        calls.append(1)
        return by_engine(self, *case, **more)

    monkeypatch.setattr(QuestionReadings, "by_engine", counted)
    answer = parse_answer("unnecessary", item.leaves[0], item.formalization)
    recorded_answers = [GivenAnswer("p", "people", item, 0, answer)]
    explained_answers(recorded_answers)
    usual = len(calls)
    assert usual > 1
    calls.clear()
    outcome = explained_answers(recorded_answers, question_seconds=1e-9)
    assert len(calls) == 1
    assert not any(explanation.combinations for explanation in outcome.explanations.values())
