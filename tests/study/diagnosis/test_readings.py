"""What makes an answer right: the smallest combinations; both engines say the same of choices."""

from collections.abc import Callable
from itertools import combinations

import pytest

from items.formal import formal_item
from items.misreadings.misreading import MOSTLY
from items.sources.ccobra import NOTHING, Statement, Task, read_task
from items.sources.ccobra_items import answer_of, item_of
from solver.language.loader import load_problem
from solver.language.printer import print_formula
from solver.queries import solve_problem
from solver.results import Verdict
from study.diagnosis import task_readings
from study.diagnosis.answers import Sets
from study.diagnosis.question_readings import QuestionReadings
from study.diagnosis.readings import Names
from study.diagnosis.task_readings import NotDecidable, TaskReadings

SYLLOGISM = "All;A;C|All;C;A|Some;A;C|Some;C;A|Some not;A;C|Some not;C;A|No;A;C|No;C;A|NVC"


def task(premises: str, choices: str) -> Task:
    return read_task(premises, choices, "here")[0]


def place(of: Task, text: str) -> int:
    """The place of a choice by its text."""
    return [choice.text for choice in of.choices].index(text)


def explained(premises: str, choices: str, answer: str, most: int = 3) -> set[Names]:
    of = task(premises, choices)
    return set(TaskReadings(of).explanation(place(of, answer), most).combinations)


CONVERSIONS = {("converse",), ("inverse",), ("biconditional",)}


@pytest.mark.parametrize(
    ("premises", "choices", "answer", "combinations"),
    [
        ("if;A;B/A", "B|not;B|nothing", "B", {()}),
        ("if;A;B/B", "A|not;A|nothing", "nothing", {()}),
        ("if;A;B/not;B", "A|not;A|nothing", "nothing", {("converse",), ("inverse",)}),
        ("if;A;B/not;A", "B|not;B", "¬B", CONVERSIONS | {("necessary-as-possible",)}),
        ("or;A;B", "and;A;B|or;A;B|nothing", "A ∨ B", {()}),
        ("or;A;B/A", "iff;A;not;B|B", "A ↔ ¬B", {("exclusive-or",), ("necessary-as-possible",)}),
        ("or;A;B", "A|B|nothing", "A", {("and-for-or",), ("necessary-as-possible",)}),
        ("if;A;B", "A|not;A|nothing", "A", {("condition-as-fact",), ("necessary-as-possible",)}),
        ("Some not;A;B", "Some not;B;A|NVC", "Some not;B;A", {("conversion",)}),
        ("Some;A;B", "Some not;A;B|NVC", "Some not;A;B", {("some-but-not-all",)}),
        ("All;A;B", "Some;A;B|NVC", "Some;A;B", {("existential-import",)}),
    ],
)
def test_the_smallest_combinations_share_an_answer(
    premises: str, choices: str, answer: str, combinations: set[Names]
) -> None:
    assert explained(premises, choices, answer) >= combinations
    if combinations == {()}:
        assert explained(premises, choices, answer) == combinations
    without = explained(premises, choices, answer) - combinations
    assert without <= {("necessary-as-possible",), ("premise-forgotten",), ("weak-evidence",)}


def test_two_misreadings_are_put_together_where_none_is_enough() -> None:
    of = task("All;A;B/All;C;B", SYLLOGISM)
    reading = TaskReadings(of)
    some = place(of, "Some;A;C")
    assert some not in reading.right(("biconditional",))
    assert some not in reading.right(("existential-import",))
    assert some in reading.right(("existential-import", "biconditional"))


def test_an_answer_that_nothing_explains_is_a_random_error() -> None:
    of = task("A", "A|not;A|B")
    explanation = TaskReadings(of).explanation(place(of, "¬A"), max_size=1)
    assert explanation.random
    assert not explanation.right


def test_a_search_stopped_by_its_bound_says_so_and_calls_nothing_random() -> None:
    of = task("if;A;B/A", "B|not;B")
    explanation = TaskReadings(of, bound=1).explanation(place(of, "¬B"))
    assert not explanation.combinations
    assert not explanation.exhausted
    assert not explanation.random


def test_premises_that_exclude_one_another_make_nothing_right() -> None:
    assert TaskReadings(task("A/not;A", "B|nothing")).right() == frozenset()


def test_what_has_no_formula_is_not_decided() -> None:
    with pytest.raises(NotDecidable):
        TaskReadings(task("Mostly;A;B", "Some;A;B|NVC"))
    wide = "/".join(f"or;p{n};q{n}" for n in range(9))
    with pytest.raises(NotDecidable, match="at most 16"):
        TaskReadings(task(wide, "p0|q0"))


@pytest.mark.parametrize(
    ("premises", "choices"),
    [
        ("All;A;B/Some;B;C", SYLLOGISM),
        ("All;A;B/No;B;C", SYLLOGISM),
        ("Some not;B;A/All;B;C", SYLLOGISM),
        ("iff;A;B/or;not;A;and;B;C/A", "C|not;C|B|nothing"),
    ],
)
def test_both_engines_say_the_same(premises: str, choices: str) -> None:
    of = task(premises, choices)
    right = TaskReadings(of).right()
    for n, choice in enumerate(of.choices):
        if choice.formula is None:
            assert choice == NOTHING
            continue
        report = solve_problem(
            load_problem(
                {
                    "premise": [printed_statement(premise) for premise in of.premises],
                    "question": [f"necessary({printed_statement(choice)})"],
                }
            ),
            engine="both",
        )
        (query,) = report.queries
        assert query.agree is True
        assert (query.answer.verdict is Verdict.NECESSARY) == (n in right)


@pytest.mark.parametrize(
    ("premises", "choices"),
    [
        ("if;A;B/B", "A|not;A|nothing"),
        ("or;A;B/if;A;C", "C|not;C|and;A;B|nothing"),
        ("All;A;B/Some;B;C", "Some;A;C|No;A;C|Some not;C;A|NVC"),
        ("Some;A;B", "Some not;A;B|Some not;B;A|NVC"),
    ],
)
def test_z3_confirms_what_explains_a_choice(premises: str, choices: str) -> None:
    readings = TaskReadings(task(premises, choices))
    explained = [readings.explained(choice, both=True) for choice in range(readings.choice_count)]
    assert sum(explanation.right for explanation in explained) < len(explained)
    for explanation in explained:
        assert explanation.right or set(explanation.confirmed) == set(explanation.combinations)
        assert not explanation.contradicted


def test_z3_contradicts_a_task_that_was_decided_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    of = task("or;A;B", "and;not;A;not;B|nothing")
    monkeypatch.setattr(task_readings, "holds", lambda _, __, case: case.answering == MOSTLY)
    explanation = TaskReadings(of).explained(of.choices.index(NOTHING) ^ 1, both=True)
    assert explanation.contradicted == (("weak-evidence",),)


def printed_statement(statement: Statement) -> str:
    assert statement.formula is not None
    return print_formula(statement.formula)


def test_a_set_of_choices_is_right_where_it_is_all_that_follows() -> None:
    plain, _ = read_task("if;A;B/B", "A|not;A|B|or;A;B|nothing", "here", several=True)
    texts = [choice.text for choice in plain.choices]
    sets = [
        frozenset(choice_set)
        for size in range(1, len(texts) + 1)
        for choice_set in combinations(range(len(texts)), size)
    ]
    readings = TaskReadings(Sets(plain, tuple(sets)))

    def texts_that_follow(premise: Callable[[bool, bool], bool]) -> set[str]:
        worlds = [(a, b) for a in (True, False) for b in (True, False) if premise(a, b) and b]
        truth_rows = [{"A": a, "¬A": not a, "B": b, "A ∨ B": a or b} for a, b in worlds]
        return {text for text in truth_rows[0] if all(world[text] for world in truth_rows)}

    def choices_read(names: Names) -> set[str]:
        (place,) = readings.right(names)
        return {texts[n] for n in sets[place]}

    assert choices_read(()) == texts_that_follow(lambda a, b: not a or b) == {"B", "A ∨ B"}
    assert (
        choices_read(("biconditional",))
        == texts_that_follow(lambda a, b: a == b)
        == {"A", "B", "A ∨ B"}
    )
    whole = sets.index(frozenset(texts.index(text) for text in ("A", "B", "A ∨ B")))
    assert ("biconditional",) in readings.explanation(whole).combinations
    assert () not in readings.explanation(whole).combinations


@pytest.mark.parametrize("premises", ["if;A;B/B", "or;A;B/not;A", "if;A;B/if;B;A"])
def test_sets_of_a_task_are_explained_as_those_of_its_item(premises: str) -> None:
    of, _ = read_task(premises, "A|not;A|B|or;A;B|nothing", "here", several=True)
    stated = [n for n, choice in enumerate(of.choices) if choice != NOTHING]
    sets = [
        frozenset(choice_set)
        for size in range(1, len(stated) + 1)
        for choice_set in combinations(stated, size)
    ]
    sets.append(frozenset({of.choices.index(NOTHING)}))
    readings = TaskReadings(Sets(of, tuple(sets)))
    item = item_of(of, 0, "f.csv")
    formal = formal_item(item)
    assert formal is not None
    answers = [answer_of(of, choice_set) for choice_set in sets]
    others = QuestionReadings(item, formal, 0, answers, bound=readings.bound)
    for place, choice_set in enumerate(sets):
        mine, theirs = readings.explanation(place, 2), others.explanation(place, 2)
        assert set(mine.combinations) == set(theirs.combinations), choice_set
