"""CCOBRA's format: statements, tasks and answers, and what is refused with its place."""

from itertools import combinations, product
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer, SetAnswer, VerdictAnswer
from items.files.loading import load
from items.gold.check import check_item
from items.recorded.formats import read
from items.recorded.rows import RecordedRow, Skip
from items.sources.ccobra import NOTHING, Response, read_rows, read_task, same_sentence
from items.sources.ccobra_items import UNFORMALIZED, item_of, items_of
from solver.errors import InputError
from solver.language.parser import parse_formula
from solver.language.parser_parts import MAX_DEPTH
from solver.language.printer import print_formula
from solver.language.syntax import Prop
from study.diagnosis.inferences import inference_of
from study.diagnosis.task_readings import TaskReadings
from study.diagnosis.theories import syllogism_of
from tests.shared_data import shared_path

HEADER = "id,sequence,task,choices,response,domain\n"


def write_rows(folder: Path, *rows: str) -> Path:
    path = folder / "answers.csv"
    path.write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("All;cats;dogs", "∀x (A(x) → B(x))"),
        ("Some;cats;dogs", "∃x (A(x) ∧ B(x))"),
        ("Some not;cats;dogs", "∃x (A(x) ∧ ¬B(x))"),
        ("No;cats;dogs", "∀x ¬(A(x) ∧ B(x))"),
        ("if;p;not;q", "A → ¬B"),
        ("xor;A;not;B", "exactly_one(A, ¬B)"),
        ("or;p;and;q;not;p", "A ∨ (B ∧ ¬A)"),
        ("or;or;p;q;and;p;q", "(A ∨ B) ∨ (A ∧ B)"),
        ("iff;p;q", "A ↔ B"),
        ("Not;p", "¬A"),
    ],
)
def test_a_statement_becomes_its_formula(text: str, formula: str) -> None:
    task, _ = read_task(text, "nothing|if;zero;one", "here")
    (premise,) = task.premises
    assert premise.formula is not None
    assert print_formula(premise.formula) == print_formula(parse_formula(formula))


def nested(levels: int) -> dict[str, tuple[str, str]]:
    """Tasks and choices with a statement of so many levels."""
    names = ";".join(f"s{n % 3}" for n in range(levels))
    return {
        "not": (f"{'not;' * (levels - 1)}A", "A|nothing"),
        "left": (f"{'if;' * (levels - 1)}{names}", "s1|nothing"),
        "right": (f"{'xor;B;' * (levels - 1)}A", "A|nothing"),
        "choice": ("A", f"{'iff;B;' * (levels - 1)}A|nothing"),
        "joined": ("A/B", f"{'not;' * (levels - 2)}A/B|nothing"),
        "holds": (f"{'Implies;Holds;B;' * (levels - 1)}Holds;A", "Holds;A|nothing"),
        "several": (f"{'Not;' * (levels - 2)}Holds;A;Holds;B", "Holds;A|nothing"),
    }


@pytest.mark.parametrize("kind", nested(2))
@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 3000])
def test_what_nests_too_deep_leaves_out_its_row_alone(
    kind: str, levels: int, tmp_path: Path
) -> None:
    deep, most = nested(levels)[kind], nested(MAX_DEPTH)[kind]
    rows = [("A/if;A;B", "B|nothing"), deep, most]
    path = write_rows(
        tmp_path,
        *(f"p{n},0,{task},{choices},nothing,x" for n, (task, choices) in enumerate(rows)),
    )
    first, second, third = read_rows(path)
    assert isinstance(first, Response)
    assert isinstance(second, InputError)
    column = "choices" if kind in ("choice", "joined") else "task"
    assert f"{path}, line 3, column {column}: " in second.message
    assert f"at most {MAX_DEPTH} levels deep" in second.message
    assert isinstance(third, Response)
    assert len(items_of(path)) == 2
    if third.task.formal:
        assert TaskReadings(third.task).right()


def test_tasks_with_the_same_form_are_the_same_task() -> None:
    first, second_task = read_task(
        "All;cats;pets/No;pets;wolves", "NVC|No;cats;wolves|All;cats;wolves", "here"
    )
    second, _ = read_task("All;x;y/No;y;z", "All;x;z|No;x;z|NVC", "here")
    other, _ = read_task("All;x;y/No;z;y", "All;x;z|No;x;z|NVC", "here")
    assert first == second
    assert first != other
    assert second_task == ("All;cats;wolves", "No;cats;wolves", "NVC")
    assert first.choices[-1] == NOTHING
    assert item_of(first, 0, "f.csv").questions[0].options[1].formula == "∀x ¬(A(x) ∧ C(x))"


def test_a_task_that_no_formula_expresses_is_stored_without_a_formula() -> None:
    task, _ = read_task("Most;cats;pets/All;pets;dear", "Most;cats;dear|Some;cats;dear|NVC", "here")
    assert task.premises[0].formula is None
    assert not task.formal
    assert item_of(task, 0, "f.csv").formalization is None


def test_answers_are_rows_of_the_registry(tmp_path: Path) -> None:
    path = write_rows(
        tmp_path,
        "ann,0,A/if;A;B,nothing|B|not;B,B,propositional",
        "bob,0,A/if;A;B,B|nothing|not;B,nothing,propositional",
        "cleo,0,A/if;A;B,B|nothing|not;B,C,propositional",
        "dan,0,A/if;A,B|nothing,B,propositional",
    )
    ann, bob, cleo, dan = read(path, "ccobra")
    assert isinstance(ann, RecordedRow)
    assert isinstance(bob, RecordedRow)
    assert ann.item_id == bob.item_id
    assert ann.options == ("B", "¬B")
    assert (ann.given, bob.given) == (ChoiceAnswer(option=0), ChoiceAnswer(option=None))
    assert isinstance(cleo, Skip)
    assert cleo.row == "line 4, column response"
    assert "'C'" in cleo.reason
    assert isinstance(dan, Skip)
    assert dan.row == "line 5, column task"


def test_another_table_is_refused_with_the_columns_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text("id,answer\n1,A\n", encoding="utf-8")
    with pytest.raises(InputError, match="no task and no choices and no response"):
        list(read_rows(path))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "persons", "tasks", "formal"),
    [
        ("propositional.csv", 38, 16, True),
        ("ragni2016-syllogisms.csv", 139, 64, True),
        ("suppression.csv", 96, 20, None),
    ],
)
def test_peoples_answers_are_read_whole(
    file: str, persons: int, tasks: int, formal: bool | None
) -> None:
    rows = list(read_rows(shared_path(f"human/{file}")))
    answers = [row for row in rows if isinstance(row, Response)]
    assert len(answers) == len(rows) > 0
    assert formal is None or all(row.task.formal is formal for row in answers)
    assert len({row.person for row in answers}) == persons
    assert len({row.task.id for row in answers}) == tasks


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("She will study late", "Lisa will study late", True),
        ("Lisa's dog barks", "Her dog barks", True),
        ("There is food for her species", "there is food for Kira’s species", True),
        ("Kira will mate", "Kira mated", True),
        ("Anna sings", "Bob sings", False),
        ("Jan sings", "Jane sings", False),
        ("She sings", "He sings", False),
        ("Kira will mate", "Kira will not mate", False),
        ("Kira will mate", "Anna mated", False),
        ("The cat sleeps", "The cats sleep", False),
        ("It will rain", "It will snow", False),
    ],
)
def test_sentences_in_other_words(one: str, other: str, same: bool) -> None:
    assert same_sentence(one, other) is same
    assert same_sentence(other, one) is same


def test_a_pronoun_stands_for_a_name_in_a_task() -> None:
    task, _ = read_task(
        "Implies;Holds;Lisa has an essay;Holds;She will study/Not;Holds;Lisa has an essay",
        "Holds;Lisa will study|Not;Holds;Lisa will study",
        "here",
    )
    assert task.id == "Implies;Holds;A;Holds;B/Not;Holds;A ⊢ Holds;B|Not;Holds;B"
    assert task.formal


HOLDS = "Implies;Holds;it rains;Holds;it is wet"


@pytest.mark.parametrize(
    ("premises", "choices", "formal"),
    [
        (f"{HOLDS}/Holds;it rains", "Holds;it is wet|Not;Holds;it is wet", True),
        (
            f"{HOLDS};Implies;Holds;a pipe leaks;Holds;it is wet/Holds;it rains",
            "Holds;it is wet|NVC",
            True,
        ),
        # Said in other words, or not for certain: no formula says it.
        (f"{HOLDS}/Holds;it rains", "Holds;all is wet|Not;Holds;all is wet", False),
        (f"{HOLDS}/Mostly;Holds;it rains", "Holds;it is wet|Not;Holds;it is wet", False),
    ],
)
def test_conditionals_of_suppression_tasks(premises: str, choices: str, formal: bool) -> None:
    task, _ = read_task(premises, choices, "here")
    assert task.formal is formal
    if formal:
        assert task.premises[0].formula is not None
        assert task.premises[1].formula == Prop("A")


def test_columns_in_any_order_and_responses_however_written(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_text(
        "\ufeffresponse,rt,choices,id,task,response_type\n"
        "all; x ;z,812,All;x;z|NVC,ann,All;x;y/All;y;z,single-choice\n"
        "nvc,,All;x;z|Some;x;z|NVC,bob,All;x;y/All;y;z,single-choice\n"
        ",9,All;x;z|NVC,cleo,All;x;y/All;y;z,single-choice\n"
        "All;x;z|NVC,9,All;x;z|NVC,dan,All;x;y/All;y;z,multiple-choice\n"
        "True,9,All;x;z,eve,All;x;y/All;y;z,verify\n"
        "False,9,All;x;z,flo,All;x;y/All;y;z,verify\n",
        encoding="utf-8",
    )
    ann, bob, cleo, dan, eve, flo = read_rows(path)
    texts = {}
    for row in (ann, bob, eve, flo):
        assert isinstance(row, Response)
        texts[row.person] = row.shown_choices[row.choice]
    assert texts == {"ann": "All;x;z", "bob": "NVC", "eve": "All;x;z", "flo": "nothing"}
    assert isinstance(cleo, InputError)
    assert "line 4, column response: expected one of the choices, found no response" in cleo.message
    assert isinstance(dan, InputError)
    assert "found both: 'All;x;z|NVC'" in dan.message


def test_where_it_is_accepted_it_is_asked_whether_the_conclusion_can_be_true(
    tmp_path: Path,
) -> None:
    path = tmp_path / "answers.csv"
    path.write_text(
        "id,task,choices,response,response_type\n"
        "ann,All;x;y/Some;y;z,Some;x;z,True,accept\n"
        "bob,if;it rains;it is wet/it rains,not;it is wet,False,accept\n"
        "cleo,Left;a;b,Left;b;a,True,accept\n",
        encoding="utf-8",
    )
    rows = [row for row in read_rows(path) if isinstance(row, Response)]
    tasks = [row.task for row in rows]
    assert [task.id for task in tasks] == [
        "All;A;B/Some;B;C ⊢ it can be that Some;A;C|nothing",
        "A → B/A ⊢ nothing|it can be that ¬B",
        "Left;A;B ⊢ it can be that Left;B;A|nothing",
    ]
    choice_texts = [task.text(row.choice) for task, row in zip(tasks, rows, strict=True)]
    assert choice_texts == ["it can be that Some;A;C", "nothing", "it can be that Left;B;A"]
    for task, gold, letter in zip(tasks, ("possible", "impossible"), "ab", strict=False):
        (question,) = item_of(task, 0, letter).questions
        assert question.gold == VerdictAnswer(word=gold)
        assert question.text.startswith("Can it be true? ")
    readings = TaskReadings(tasks[0])
    assert readings.right() == {0}
    assert readings.right(("possible-as-necessary",)) == {1}
    assert readings.explained(1, both=True).combinations == (("possible-as-necessary",),)
    assert TaskReadings(tasks[1]).right(("premise-forgotten",)) == {1}
    # Nothing is inferred from what can be, so the figures of inferences leave these tasks out.
    assert inference_of(tasks[1]) is None
    assert syllogism_of(tasks[0]) is None


@pytest.mark.parametrize(
    ("premises", "choices", "why"),
    [
        ("Left;A;B/Left;B;C", "Left;A;C|Left;C;A", "Left;A;B"),
        ("Not;Left;A;B", "Left;B;A|NVC", "Not;Left;A;B"),
        ("All;All;a;b;likes", "Some;a;b|NVC", "All;All;A;B;C"),
        ("All;a;b/All;b;c", "Most;a;c|Few;a;c", "Few;A;C"),
    ],
)
def test_relations_and_quantities_are_tasks_without_formulas(
    premises: str, choices: str, why: str
) -> None:
    task, _ = read_task(premises, choices, "here")
    assert not task.formal
    assert task.unsaid == f"no formula says “{why}”"
    attributes = item_of(task, 0, "f.csv").attributes
    assert attributes[UNFORMALIZED] == task.unsaid


def test_what_is_left_and_what_is_right_stay_two_things() -> None:
    left, _ = read_task("Left;cup;jug", "Left;jug;cup|NVC", "here")
    right, _ = read_task("Right;cup;jug", "Left;jug;cup|NVC", "here")
    other, _ = read_task("Left;x;y", "NVC|Left;y;x", "here")
    assert left != right
    assert left == other


def test_required_columns_that_occur_twice_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "twice.csv"
    path.write_text("ID,note,Task,choices,response,note\n1,x,A/if;A;B,B|nothing,B,y\n", "utf-8")
    (row,) = read_rows(path)
    assert isinstance(row, Response)
    assert "note" not in row.row_text
    path.write_text(
        "id,task,choices,response,response_type,domain,response_type\n"
        "1,A/if;A;B,B,True,verify,x,verify\n",
        "utf-8",
    )
    (judged,) = read_rows(path)
    assert isinstance(judged, Response)
    assert judged.task.choices[judged.choice].text == "B"
    path.write_text("id,task,choices,response,id\n1,A/if;A;B,B|nothing,B,2\n", "utf-8")
    with pytest.raises(InputError, match="found twice id"):
        list(read_rows(path))


@pytest.mark.parametrize("delimiter", ["\t", ";"])
def test_columns_may_be_parted_otherwise(tmp_path: Path, delimiter: str) -> None:
    path = tmp_path / "answers.csv"
    rows = (("", ""), ("id", "task", "choices", "response"), ("1", '"A/if;A;B"', '"B|NVC"', "NVC"))
    path.write_text("\n".join(delimiter.join(row).strip(delimiter) for row in rows), "utf-8")
    (row,) = read_rows(path)
    assert isinstance(row, Response)
    assert row.place.endswith("line 3")
    assert row.task.choices[row.choice] == NOTHING
    (item,) = load(path).items
    assert item.id == row.task.id


def test_premises_without_words_are_none() -> None:
    task, _ = read_task("/All;a;b//All;b;c/", "All;a;c|NVC", "here")
    assert [premise.text for premise in task.premises] == ["All;A;B", "All;B;C"]


def test_a_cell_may_have_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "lines.csv"
    path.write_text(
        'id,note,task,choices,response\n1,"a\nb\x0bc\u2028d",A/if;A;B,B|nothing,B\n', "utf-8"
    )
    (row,) = read_rows(path)
    assert isinstance(row, Response)
    assert row.place.endswith("line 3")


def test_nobody_answers_without_an_id(tmp_path: Path) -> None:
    (row,) = read_rows(write_rows(tmp_path, " ,0,A/if;A;B,B|nothing,B,x"))
    assert isinstance(row, InputError)
    assert "column id" in row.message


KINDS = [frozenset(kind) for size in range(4) for kind in combinations("ABC", size)]


def holds(statement: str, there: tuple[frozenset[str], ...]) -> bool:
    """What a statement about terms says of what there is, in plain sets."""
    head, a, b = statement.split(";")
    both = [kind for kind in there if a in kind and b in kind]
    only = [kind for kind in there if a in kind and b not in kind]
    return {"All": not only, "Some": bool(both), "Some not": bool(only), "No": not both}[head]


def follow(premises: str, choices: list[str]) -> list[str]:
    """The choices that hold of whatever there may be, at least one thing."""
    worlds = [
        there
        for size in range(1, len(KINDS) + 1)
        for there in combinations(KINDS, size)
        if all(holds(premise, there) for premise in premises.split("/"))
    ]
    return [choice for choice in choices if all(holds(choice, there) for there in worlds)]


def test_golds_of_syllogisms_are_what_follows(tmp_path: Path) -> None:
    heads = ("All", "Some", "Some not", "No")
    choices = [f"{head};{ends}" for head in heads for ends in ("A;C", "C;A")]
    premises = [
        f"{first};A;B/{second};{right}"
        for first, second in product(heads, heads)
        for right in ("B;C", "C;B")
    ]
    listed = "|".join([*choices, "NVC"])
    path = write_rows(
        tmp_path, *(f"ann,{n},{task},{listed},NVC,x" for n, task in enumerate(premises))
    )
    items = items_of(path)
    assert len(items) == len(premises) == 32
    without = 0
    for item, task in zip(items, premises, strict=True):
        right = follow(task, choices)
        (question,) = item.questions
        if len(right) > 1:
            assert question.gold is None
            without += 1
            continue
        assert isinstance(question.gold, ChoiceAnswer)
        option = question.gold.option
        assert ([] if option is None else [question.options[option].text]) == right
    assert 0 < without < 8


def test_a_task_without_an_answer_that_could_be_given_has_no_gold(tmp_path: Path) -> None:
    path = write_rows(
        tmp_path,
        "ann,0,B/if;A;B,A|not;A,A,x",
        "ann,1,A/if;A;B,B|not;B,B,x",
        "ann,2,A,B|A|not;B,A,x",
    )
    items = items_of(path)
    golds = [item.questions[0].gold for item in items]
    assert golds == [None, ChoiceAnswer(option=0), ChoiceAnswer(option=0)]
    assert [check_item(item).state for item in items[1:]] == ["proved", "proved"]


def test_several_choices_are_taken_where_the_row_says_so(tmp_path: Path) -> None:
    path = tmp_path / "several.csv"
    choices = "not;B|A|B|and;A;B|nothing"
    responses = ("B|A|and;A;B", "A", "nothing", "nothing|A", "A|C")
    rows = [f"p{n},0,A/if;A;B,{choices},{r},multiple-choice" for n, r in enumerate(responses)]
    rows += [f"q{n},0,A/if;A;B,{choices},{r},single-choice" for n, r in enumerate(("A|B", "B"))]
    head = "id,sequence,task,choices,response,response_type"
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    ann, bob, cleo, dan, eve, flo, gus = read_rows(path)
    taken_texts = [
        {row.task.choices[n].text for n in row.chosen_indices}
        for row in (ann, bob, cleo)
        if isinstance(row, Response)
    ]
    assert taken_texts == [{"A", "B", "A ∧ B"}, {"A"}, {"nothing"}]
    for row, description in ((dan, "both: 'nothing|A'"), (eve, "'C'"), (flo, "several: 'A|B'")):
        assert isinstance(row, InputError)
        assert description in row.message
    assert isinstance(gus, Response)
    assert isinstance(ann, Response)
    assert gus.task.id != ann.task.id
    several, single = items_of(path)
    (question,) = several.questions
    assert question.kind == "projection"
    assert question.gold == SetAnswer(members=frozenset({"A", "B", "A ∧ B"}))
    assert check_item(several).state == "proved"
    assert single.questions[0].gold is None
    given_answers = [row.given for row in read(path, "ccobra") if isinstance(row, RecordedRow)]
    assert given_answers[:3] == [
        question.gold,
        SetAnswer(members=frozenset({"A"})),
        SetAnswer(members=frozenset()),
    ]


def test_what_the_format_allows_beyond_formulas_is_kept_and_named(tmp_path: Path) -> None:
    """Relations, models as choices, words beyond the format's, conclusions that can be, and the
    bar at the end of the choices that CCOBRA's own documentation has."""
    path = tmp_path / "answers.csv"
    rows = (
        "Left;x;y/Left;y;z,Left;x;y/Left;y;z|Left;y;x/Left;z;x,Left;x;y/Left;y;z,single-choice",
        "if;A;usually;B/A,B|not;B|nothing,B,single-choice",
        "Either;A;or;B/A,B|not;B|nothing,nothing,single-choice",
        "if;A;B/A,not;B,false,accept",
        "if;A;B/A/B,True|False,True,verify",
        "A/iff;A;B,nothing|B|not;B|not;A|,B,single-choice",
        "if;A;B/A,B|A|NVC|,B|A|,multiple-choice",
    )
    lines = [f"ann,{n},{row}" for n, row in enumerate(rows)]
    path.write_text(
        "id,sequence,task,choices,response,response_type\n" + "\n".join(lines), encoding="utf-8"
    )
    read_ = list(read_rows(path))
    answers = [row for row in read_ if isinstance(row, Response)]
    assert len(answers) == len(read_) == len(rows)
    assert [(row.task.id, row.task.unsaid) for row in answers] == [
        (
            "Left;A;B/Left;B;C ⊢ Left;A;B/Left;B;C|Left;B;A/Left;C;A",
            "no formula says “Left;A;B”",
        ),
        ("if;A;usually;B/A ⊢ B|nothing|¬B", "no formula says “if;A;usually;B”"),
        ("Either;A;or;B/A ⊢ B|nothing|¬B", "no formula says “Either;A;or;B”"),
        ("A → B/A ⊢ nothing|it can be that ¬B", ""),
        ("A → B/A/B ⊢ False|True", "no formula says “False”"),
        ("A/A ↔ B ⊢ B|nothing|¬A|¬B", ""),
        ("A → B/A ⊢ {A|B|nothing}", ""),
    ]
    taken_texts = [{row.task.choices[n].text for n in row.chosen_indices} for row in answers]
    assert taken_texts[3:] == [{"nothing"}, {"True"}, {"B"}, {"A", "B"}]
    assert [item.formalization is None for item in items_of(path)] == [
        bool(row.task.unsaid) for row in answers
    ]


def test_what_is_accepted_stands_alone_or_beside_nothing(tmp_path: Path) -> None:
    """With "nothing" beside it, it was taken for what must follow; of several conclusions, nobody
    knows what a person who takes one says of the others."""
    path = tmp_path / "answers.csv"
    rows = (
        "if;A;B/B,A|nothing,A,accept",
        "if;A;B/B,nothing|A,nothing,accept",
        "if;A;B/B,A|NVC,True,accept",
        "if;A;B/B,A,A,Accept",
        "if;A;B/B,A|not;A|nothing,A,accept",
        "if;A;B/B,nothing,nothing,accept",
        "if;A;B/B,A|True,A,accept",
        "if;A;B/B,A|nothing,A,verify",
    )
    lines = [f"p{n},{row}" for n, row in enumerate(rows)]
    path.write_text("id,task,choices,response,response_type\n" + "\n".join(lines), encoding="utf-8")
    read_ = list(read_rows(path))
    taken_texts = [row.task.text(row.choice) for row in read_ if isinstance(row, Response)]
    assert taken_texts == [
        "it can be that A",
        "nothing",
        "it can be that A",
        "it can be that A",
        "A",
    ]
    for row in read_[4:7]:
        assert isinstance(row, InputError)
        assert "expected one conclusion to accept, alone or with nothing" in row.message
    # The same rows as a source of items, and the same left out.
    loaded = load(path)
    assert [item.questions[0].kind for item in loaded.items] == ["possible", "necessary"]
    assert len(loaded.problems) == 3
