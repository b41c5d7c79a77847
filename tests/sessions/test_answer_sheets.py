"""Which stored answers count, and where."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from items.answers import Answer, ChoiceAnswer, CountAnswer, TextAnswer, TruthAnswer
from items.models import Item, Question
from sessions.models import judgements, responses
from sessions.models.answer_sheets import model_sheets
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer, Series
from sessions.record.clock import ManualClock
from sessions.record.results import versions
from sessions.report.people_sheet import people_sheet
from sessions.report.respondents import models_of
from sessions.storage.database import Database
from study.scores.answer_sheets import AnswerSheet, parts_asked
from study.statistics.circular import MutantAnswer, circular
from tests.items.recorded.joined_rows import FERRY, GOATS, choice, several, truth
from tests.scored_answers import Choices
from tests.sessions.helpers import PLAIN, begin

NOON = "2025-01-01T12:00:00Z"
GOAT, SHIP, CASES = choice("goats", GOATS, 1), truth("ferry", FERRY), several("s", "Two cases.")
ONE = Series("m", "0-shot", 1)


@pytest.fixture
def db() -> Iterator[Database]:
    with Database.open(":memory:") as database:
        yield database


def model_answer(
    item: Item,
    answer: Answer | None,
    mutant: int = 0,
    *,
    part: int = 0,
    status: responses.Status = "answered",
    prompt: str = "p",
    utc: str = NOON,
    run: int = 1,
) -> ModelAnswer:
    leaf = item.leaves[part]
    return ModelAnswer(
        model="m",
        setting="0-shot",
        run=run,
        item_hash=item.content_hash,
        item_id=item.id,
        question=leaf.id,
        part=leaf.id,
        mutant=mutant,
        status=status,
        answer=answer if status == "answered" else None,
        call=Call(utc=utc, prompt_hash=prompt),
        note="" if status == "answered" else status,
    )


def chose(option: int | None) -> Answer:
    return ChoiceAnswer(option=option)


def test_answers_are_counted_in_the_right_cells(db: Database) -> None:
    rows = [
        *(model_answer(GOAT, chose(option), k) for k, option in enumerate([1, 1, 3, 0])),
        model_answer(SHIP, TruthAnswer(value="false")),
        model_answer(CASES, CountAnswer(count=2), part=0),
        model_answer(CASES, TextAnswer(text="The baker."), part=1),
    ]
    responses.add(db, rows, [GOAT, SHIP, CASES])
    sheets = model_sheets(db)
    assert list(sheets.sheets) == [ONE]
    assert set(sheets.items) == {GOAT.content_hash, SHIP.content_hash, CASES.content_hash}
    sheet = sheets.sheets[ONE]
    assert Choices(sheet.circular()).pc == pytest.approx(0.125)
    assert [(row.gold, row.answer) for row in sheet.truths] == [("true", "false")]
    assert [(part.question, part.right) for part in sheet.parts] == [("a", True), ("b", True)]
    assert (sheet.answers, sheet.unreadable, sheet.failed_requests) == (7, [], [])


def test_what_cannot_be_read_is_wrong_and_listed(db: Database) -> None:
    rows = [
        *(model_answer(GOAT, chose(1), k) for k in range(3)),
        model_answer(GOAT, None, 3, status="unreadable"),
        model_answer(SHIP, None, status="unreadable"),
        model_answer(CASES, None, part=0, status="unreadable"),
    ]
    responses.add(db, rows, [GOAT, SHIP, CASES])
    sheet = model_sheets(db).sheets[ONE]
    scores = Choices(sheet.circular())
    assert scores.cir == 0
    assert scores.all_mutants is not None
    assert (scores.all_mutants.successes, scores.all_mutants.n) == (3, 4)
    assert sheet.truth({}).whole.confusion == {("true", "unreadable"): 1}
    assert sheet.parts[0].right is False
    assert [(listed.item_id, listed.mutant, listed.note) for listed in sheet.unreadable] == [
        ("goats", 3, "unreadable"),
        ("ferry", 0, "unreadable"),
        ("s", 0, "unreadable"),
    ]


def test_failed_requests_are_not_counted(db: Database) -> None:
    rows = [
        model_answer(GOAT, chose(1), 0),
        model_answer(GOAT, None, 1, status="failed"),
        model_answer(SHIP, None, status="failed"),
    ]
    responses.add(db, rows, [GOAT, SHIP])
    sheet = model_sheets(db).sheets[ONE]
    assert sheet.answers == 1
    assert sheet.truth({}).n == 0
    assert sheet.circular().incomplete == 1
    assert len(sheet.failed_requests) == 2


def test_the_last_wording_of_a_prompt_counts(db: Database) -> None:
    responses.add(
        db,
        [model_answer(GOAT, chose(0)), model_answer(SHIP, TruthAnswer(value="true"))],
        [GOAT, SHIP],
    )
    responses.add(db, [model_answer(GOAT, chose(1), prompt="new")])
    # A later failure takes nothing away, and an answer after a failure is no second wording.
    responses.add(db, [model_answer(GOAT, None, status="failed", prompt="newer")])
    responses.add(
        db, [model_answer(GOAT, None, 1, status="failed"), model_answer(GOAT, chose(1), 1)]
    )
    sheet = model_sheets(db).sheets[ONE]
    scores = Choices(sheet.circular())
    assert scores.acc is not None
    assert (scores.acc.successes, scores.acc.n) == (1, 1)
    assert scores.all_mutants is not None
    assert scores.all_mutants.successes == 2
    assert (sheet.superseded, sheet.answers, sheet.failed_requests) == (1, 3, [])


def test_judges_verdicts_count_and_a_persons_grade_overrides_them(db: Database) -> None:
    row = model_answer(CASES, TextAnswer(text="someone"), part=1)
    other = model_answer(CASES, TextAnswer(text="someone"), part=1, run=2)
    responses.add(db, [row, other], [CASES])
    sheet = model_sheets(db).sheets[ONE]
    assert (sheet.parts[0].right, sheet.ungraded) == (None, 1)
    judgements.add(db, [Judgement(row.id, "judge", "model", True, "close enough", NOON)])
    sheet = model_sheets(db).sheets[ONE]
    assert (sheet.parts[0].right, sheet.parts[0].decider, sheet.ungraded) == (True, "judged", 0)
    judgements.add(db, [Judgement(row.id, "ann", "person", False, "no", NOON)])
    assert model_sheets(db).sheets[ONE].parts[0].right is False
    assert model_sheets(db).sheets[ONE].parts[0].decider == "by a person"
    assert model_sheets(db).sheets[replace(ONE, run=2)].ungraded == 1


def test_a_comparison_precedes_a_judge_and_a_person_precedes_both(db: Database) -> None:
    row = model_answer(CASES, TextAnswer(text="The Baker."), part=1)
    responses.add(db, [row], [CASES])
    judgements.add(db, [Judgement(row.id, "judge", "model", False, "no", NOON)])
    (part,) = model_sheets(db).sheets[ONE].parts
    assert (part.right, part.decider) == (True, "matched")
    judgements.add(db, [Judgement(row.id, "ann", "person", False, "no", NOON)])
    (part,) = model_sheets(db).sheets[ONE].parts
    assert (part.right, part.decider) == (False, "by a person")


def test_a_sheet_is_narrowed_to_some_items(db: Database) -> None:
    responses.add(
        db,
        [model_answer(GOAT, chose(1)), model_answer(SHIP, TruthAnswer(value="true"))],
        [GOAT, SHIP],
    )
    narrow = model_sheets(db, items=[SHIP.content_hash])
    assert set(narrow.items) == {SHIP.content_hash}
    assert narrow.sheets[ONE].answers == 1


def test_answers_to_missing_items_are_counted(db: Database) -> None:
    responses.add(db, [model_answer(GOAT, chose(1)), model_answer(GOAT, chose(1), 1)])
    sheets = model_sheets(db)
    assert (sheets.sheets, sheets.unknown) == ({}, 2)


def test_an_item_with_two_choices_counts_twice_in_circular_scores(db: Database) -> None:
    leaf = GOAT.leaves[0]
    item = Item(
        id="two",
        text="Both.",
        questions=(
            leaf,
            Question(id="2", kind="choice", options=leaf.options, gold=chose(0), text="And?"),
        ),
    )
    rows = [model_answer(item, chose(1), k, part=part) for k in range(4) for part in (0, 1)]
    responses.add(db, rows, [item])
    sheet = model_sheets(db).sheets[ONE]
    assert len(sheet.choices) == 2
    assert Choices(sheet.circular()).cir == 0.5
    assert [sub_answer.right for sub_answer in sheet.parts] == [True, False], "mutant 0 only"


def test_counterfactual_parts_are_distinguished() -> None:
    item = Item(
        id="c",
        text="x",
        questions=(
            Question(id="1", kind="possible", query="possible(A)"),
            Question(id="2", kind="possible", query="possible(A) under alpha"),
            Question(id="3", kind="possible", query="possible(A) under baseline"),
            Question(id="4", kind="text", condition="if it rained", query_kind="necessary"),
        ),
    )
    questions = list(parts_asked(item))
    both = {"by_prefix", "by_edit"}
    assert [question.counterfactual for question in questions] == [set(), both, set(), both]
    assert [question.kind for question in questions] == ["possible"] * 3 + ["necessary"]


def test_the_fast_and_the_plain_computation_agree(db: Database) -> None:
    """Thousands of random answers, counted again by hand."""
    rng = random.Random(4)
    ways: list[responses.Status] = ["answered"] * 9
    ways.append("unreadable")
    items = [choice(f"i{n}", f"Text {n}.", n % 4) for n in range(60)]
    rows = [
        model_answer(
            item,
            chose(rng.choice([0, 1, 2, 3, None])),
            k,
            run=run,
            status=rng.choice(ways),
        )
        for run in (1, 2)
        for item in items
        for k in range(4)
    ]
    responses.add(db, rows, items)
    for series, sheet in model_sheets(db).sheets.items():
        expected = circular(
            MutantAnswer(
                row.item_hash,
                row.mutant,
                row.answer.option if isinstance(row.answer, ChoiceAnswer) else None,
                int(row.item_id[1:]) % 4,
                readable=row.status == "answered",
            )
            for row in rows
            if row.run == series.run
        )
        scores = Choices(sheet.circular())
        assert scores.items == expected.items
        assert sheet.answers == 240


def test_people_are_scored_by_the_rotation_they_were_shown(db: Database) -> None:
    """Four people, each with another rotation of every item: together all four mutants."""
    for person in range(4):
        runner = begin(db, PLAIN, ManualClock(), code=f"P{person}")
        while (current := runner.current) is not None:
            leaf = current.question.leaves[0]
            runner.change(leaf.id, leaf.gold)
            runner.set_confidence(3)
            runner.confirm()
            if runner.state.phase != "question" and not runner.state.ended:
                runner.proceed()
        runner.close()
    (version,) = versions(db)
    sheet = people_sheet(version.sessions)
    scores = Choices(sheet.circular())
    assert scores.composite
    assert (scores.cir, scores.pc, scores.incomplete) == (1, 1, 0)
    assert all(item.respondents == 4 for item in scores.items.values())


@pytest.mark.parametrize("seed", range(4))
def test_what_is_counted_while_reading_is_what_the_sheet_holds(db: Database, seed: int) -> None:
    """Random answers of every kind, some of a wrong kind, in any order, with free ones judged."""
    rng = random.Random(seed)
    items = [
        *(choice(f"i{n}", f"Text {n}.", n % 4) for n in range(6)),
        *(truth(f"t{n}", f"True {n}?") for n in range(6)),
        *(several(f"s{n}", f"Cases {n}.") for n in range(6)),
    ]
    recorded_answers: list[Answer] = [
        *map(chose, (0, 1, 2, 3, None)),
        *(TruthAnswer(value=value) for value in ("true", "false")),
        *(CountAnswer(count=n) for n in (1, 2)),
        *(TextAnswer(text=text) for text in ("The baker.", "Nobody.")),
    ]
    ways: list[responses.Status] = ["answered"] * 8
    ways += ["unreadable", "failed"]
    rows = [
        model_answer(
            item, rng.choice(recorded_answers), k, part=part, run=run, status=rng.choice(ways)
        )
        for run in (1, 2)
        for item in items
        for part in range(len(item.leaves))
        for k in range(4 if item.id.startswith("i") else 1)
        if rng.random() < 0.8
    ]
    rows += [model_answer(choice("never", "Never answered.", 0), None, status="failed")]
    rng.shuffle(rows)
    responses.add(db, rows, [*items, choice("never", "Never answered.", 0)])
    free = [row for row in rows if isinstance(row.answer, TextAnswer)]
    mistakes = [
        Judgement(row.id, "j", "model", rng.random() < 0.5, "", NOON)
        for row in free
        if rng.random() < 0.5
    ]
    judgements.add(db, mistakes if seed % 2 else [])
    for respondent in models_of(db).respondents:
        again = replace(respondent, sheet=replace(respondent.sheet, tallies=None))
        assert respondent.sheet.tallies is not None
        assert respondent.counted.items == again.counted.items
        assert respondent.tallies == again.tallies
        assert respondent.counted.total[1] > 10


def test_a_choice_of_an_item_of_several_parts_counts_however_it_was_rotated_for_a_person() -> None:
    """Of a model, which is asked every rotation, only the unrotated item counts."""
    item = CASES.model_copy(update={"questions": (*GOAT.questions, *CASES.questions)})
    first = parts_asked(item)[0]
    assert first.by_item
    person, model = AnswerSheet(), AnswerSheet()
    person.put(first, 3, "answered", ChoiceAnswer(option=0), respondent="ann")
    for mutant in range(4):
        model.put(first, mutant, "answered", ChoiceAnswer(option=1))
    assert [part.right for part in person.parts] == [False]
    assert [part.right for part in model.parts] == [True]
