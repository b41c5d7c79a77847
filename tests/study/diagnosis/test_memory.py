"""What is worked out of questions is found again by another run, and by no other question."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from items.answers import Answer, TruthAnswer
from items.executors.shard_store import ShardStore
from items.models import Item, Question
from items.sources.ccobra import Response, read_rows
from study.diagnosis import memory as memory_module
from study.diagnosis.document import document
from study.diagnosis.items_document import document as items_document
from study.diagnosis.memory import Memory
from study.diagnosis.question_readings import QuestionReadings
from study.diagnosis.readings import Explanation, Right, WorkedOut
from study.diagnosis.recorded_answers import ExplainedAnswers, GivenAnswer, explained_answers
from study.diagnosis.task_readings import TaskReadings


def item(premise: str = "A → B") -> Item:
    question = Question.model_validate({"id": "1", "kind": "truth", "query": "necessary(A)"})
    return Item(id="x", text="T.", questions=(question,), formalization={"premise": [premise, "B"]})


def given_answers(asked: Item, *answers: str) -> list[GivenAnswer]:
    answers_told: list[Answer] = [TruthAnswer.model_validate({"value": value}) for value in answers]
    return [
        GivenAnswer(f"p{n}", "people", asked, 0, answer) for n, answer in enumerate(answers_told)
    ]


def never(self: object, case: object, *, plain: bool) -> Right:
    raise AssertionError("a reading was decided")


def undecided(self: object, case: object, *, plain: bool) -> Right:
    return None


def run(memory: Memory, asked: Item | None = None) -> tuple[ExplainedAnswers, object]:
    outcome = explained_answers(
        given_answers(asked or item(), "true", "unknown", "false"), memory=memory
    )
    document = items_document(outcome)
    memory.keep(outcome.readings)
    return outcome, document


@pytest.fixture
def shelf(tmp_path: Path) -> ShardStore:
    return ShardStore(tmp_path / "shelf")


@pytest.mark.slow
def test_another_run_decides_nothing_and_says_the_same(
    shelf: ShardStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first = run(Memory(shelf))
    monkeypatch.setattr(QuestionReadings, "decide", never)
    again = Memory(shelf)
    _, second = run(again)
    assert again.recalled == 1
    assert second == first
    monkeypatch.undo()
    assert (
        items_document(explained_answers(given_answers(item(), "true", "unknown", "false")))
        == first
    )


def test_what_was_worked_out_without_z3_is_checked_where_z3_is_asked_for(shelf: ShardStore) -> None:
    rows = given_answers(item(), "true")
    outcome = explained_answers(rows, both=False, memory=Memory(shelf))
    Memory(shelf).keep(outcome.readings)
    assert not outcome.explanations[0, 0].confirmed
    again = Memory(shelf)
    explanation = explained_answers(rows, both=True, memory=again).explanations[0, 0]
    assert again.recalled == 1
    assert set(explanation.confirmed) == set(explanation.combinations) != set()


@pytest.mark.slow
def test_whatever_could_change_the_outcome_is_worked_out_anew(
    shelf: ShardStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(Memory(shelf))
    other = Memory(shelf)
    outcome, _ = run(other, item("B → A"))
    assert other.recalled == 0
    assert outcome.explanations[0, 0].right
    changed = Memory(shelf, ["name = 'or-as-if'"])
    run(changed)
    assert changed.recalled == 0
    monkeypatch.setattr(memory_module, "fingerprint", lambda: "another version")
    newer = Memory(shelf)
    run(newer)
    assert newer.recalled == 0


@pytest.mark.slow
def test_a_damaged_file_is_worked_out_anew(shelf: ShardStore) -> None:
    _, first = run(Memory(shelf))
    (file,) = (path for path in shelf.folder.glob("*/*") if path.is_file())
    file.write_bytes(file.read_bytes()[:-1])
    again = Memory(shelf)
    assert run(again)[1] == first
    assert again.recalled == 0


def with_values(true: WorkedOut, **fields: Any) -> WorkedOut:
    """The same with other values, of whatever type."""
    return replace(true, **fields)


def falsehoods(true: WorkedOut) -> Iterator[object]:
    """What somebody could have kept in the place of what was worked out."""
    hollow = object.__new__(WorkedOut)
    yield from (None, {}, hollow, "worked out")
    named: tuple[Any, ...] = ({(): None}, {(): ()}, {(): ({0},)}, {("no such",): (frozenset(),)})
    for right in (None, [()], *named):
        yield with_values(true, right=right)
    for choice in (-1, 99, True, "0"):
        yield with_values(true, right={(): (frozenset([choice]),)})
    for falsehood in (None, 1, object.__new__(Explanation)):
        yield with_values(true, explained={(0, 3): falsehood})
    for explanation in (
        Explanation((("no such",),), forgotten=((),)),
        Explanation(((),), forgotten=()),
        Explanation(((),), forgotten=((77,),)),
        Explanation(((),), cast("Any", "yes"), ((),)),
        Explanation(((),), forgotten=((),), confirmed=(("converse",),)),
        Explanation(((),), forgotten=((),), contradicted=(("no such",),)),
    ):
        yield with_values(true, explained={(0, 3): explanation})
    for checks in (None, {0: True}, {(99, ()): True}, {(0, ("no such",)): True}, {(0, ()): "yes"}):
        yield with_values(true, confirmed=checks)
    yield with_values(true, explained={0: 1})
    yield with_values(true, more={})
    yield with_values(true, more={**true.more, "missed": {0: "one"}})
    for elsewhere in ({(): 1}, {("no such",): True}, None):
        yield with_values(true, more={**true.more, "elsewhere": elsewhere})


@pytest.mark.slow
def test_what_is_kept_whole_but_of_another_form_is_worked_out_anew(shelf: ShardStore) -> None:
    outcome, first = run(Memory(shelf))
    (readings,) = outcome.readings
    assert readings is not None
    true = readings.worked_out()
    assert true is not None
    assert readings.takes(true)
    for false in falsehoods(true):
        assert not readings.takes(false), false
    memory_key = Memory(shelf)._key(readings)
    for entries in ([with_values(true, explained={(0, 3): 1})], [], [None]):
        shelf.store(memory_key, entries)
        again = Memory(shelf)
        assert run(again)[1] == first
        assert again.recalled == 0


@pytest.mark.slow
def test_what_could_not_be_decided_is_tried_again(
    shelf: ShardStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QuestionReadings, "decide", undecided)
    outcome, _ = run(Memory(shelf))
    assert not outcome.explanations[0, 0].exhausted
    monkeypatch.undo()
    again = Memory(shelf)
    outcome, _ = run(again)
    assert again.recalled == 0
    assert outcome.explanations[0, 0].combinations


@pytest.mark.slow
def test_tasks_are_found_again(
    tmp_path: Path, shelf: ShardStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "answers.csv"
    path.write_text(
        "id,task,choices,response\n"
        "ann,B/if;A;B,A|not;A|nothing,A\n"
        "bob,B/if;A;B,A|not;A|nothing,nothing\n",
        encoding="utf-8",
    )
    rows = [row for row in read_rows(path) if isinstance(row, Response)]
    first = document(rows, memory=Memory(shelf))
    monkeypatch.setattr(TaskReadings, "decide", never)
    assert document(rows, memory=Memory(shelf)) == first
