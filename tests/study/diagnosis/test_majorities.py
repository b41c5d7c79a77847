"""Statements about most and few: what follows, against Z3 counting, and which worlds can be."""

from itertools import combinations, product
from random import Random

import pytest
import z3

from items.sources.ccobra import read_task
from solver.cancel import Budget, GaveUp
from solver.engines.z3_numbers import Comparison, Numbers
from solver.language.syntax import (
    And,
    Count,
    Exists,
    ForAll,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Truth,
    Variable,
)
from study.diagnosis.majorities import MAX_THINGS, _possible, majority, with_atoms
from study.diagnosis.second_engine import checked, sentences
from study.diagnosis.task_readings import TaskReadings

QUANTIFIERS = ("All", "Some", "Some not", "No", "Most", "Most not", "Few", "Few not")
ENDS = (("x", "z"), ("z", "x"))
CHOICES = "|".join(f"{q};{a};{c}" for q in QUANTIFIERS for a, c in ENDS) + "|NVC"


def right_choices(premises: str, choices: str = CHOICES) -> set[str]:
    task, choices_read = read_task(premises, choices, "here")
    return {choices_read[n] for n in TaskReadings(task).right()}


@pytest.mark.parametrize(
    ("premises", "wanted"),
    [
        ("Most;x;y/All;y;z", {"Most;x;z", "Few not;x;z", "Some;x;z", "Some;z;x"}),
        ("Most;y;x/Most;y;z", {"Some;x;z", "Some;z;x"}),
        ("Most;x;y/Most;y;z", {"NVC"}),
        ("All;x;y/Most;y;z", {"NVC"}),
        ("Most;y;x/Few;y;z", {"Some not;x;z"}),
        ("No;y;x/Most;z;y", {"Some not;z;x", "Few;z;x", "Most not;z;x"}),
    ],
)
def test_what_follows_from_most_and_few(premises: str, wanted: set[str]) -> None:
    assert right_choices(premises) == wanted


def test_most_is_read_as_most_but_not_all() -> None:
    task, choices_read = read_task("Most;x;y/All;y;z", "All;x;y|Some not;x;y|NVC", "here")
    reading = TaskReadings(task)
    assert {choices_read[n] for n in reading.right()} == {"NVC"}
    assert {choices_read[n] for n in reading.right(("some-but-not-all",))} == {"Some not;x;y"}


KINDS = [frozenset(kind) for size in range(4) for kind in combinations("xyz", size)]
NUMBERS = [z3.Int("".join(sorted(kind)) or "-") for kind in KINDS]


def constraint_of(statement: str) -> z3.BoolRef:
    """A statement over numbers of things."""
    quantifier, subject, predicate = statement.split(";")
    both = sum(n for kind, n in zip(KINDS, NUMBERS, strict=True) if {subject, predicate} <= kind)
    alone = sum(
        n
        for kind, n in zip(KINDS, NUMBERS, strict=True)
        if subject in kind and predicate not in kind
    )
    match quantifier:
        case "All":
            return alone == 0
        case "No":
            return both == 0
        case "Some":
            return both > 0
        case "Some not":
            return alone > 0
        case "Most" | "Few not":
            return both > alone
    return both < alone


def follows(premises: str, statement: str) -> bool:
    solver = z3.Solver()
    solver.add(*(number >= 0 for number in NUMBERS), z3.Sum(NUMBERS) > 0)
    solver.add(*map(constraint_of, premises.split("/")), z3.Not(constraint_of(statement)))
    return bool(solver.check() == z3.unsat)


@pytest.mark.slow
def test_what_follows_is_what_z3_finds_by_counting() -> None:
    random = Random(7)
    ends = [("x", "y"), ("y", "x")], [("y", "z"), ("z", "y")]
    drawn = [
        "/".join(";".join((random.choice(QUANTIFIERS), *random.choice(pair))) for pair in ends)
        for _ in range(40)
    ]
    for premises in drawn:
        wanted = {
            statement for statement in CHOICES.split("|")[:-1] if follows(premises, statement)
        }
        assert right_choices(premises) == (wanted or {"NVC"}), premises


def test_a_term_beside_itself_and_other_quantifiers() -> None:
    assert right_choices("All;x;y/Most;x;x", "Some;x;y|No;x;y|NVC") == {"Some;x;y"}
    task, _ = read_task("Most;x;y/Mostly;y;z", "Some;x;z|NVC", "here")
    atoms, said_of = with_atoms(task)
    assert [quantifier.key for quantifier in said_of] == ["most A are B"]
    assert not atoms.formal
    assert majority(task.premises[1]) is None


@pytest.mark.parametrize("premises", ["Most;x;y/All;y;z/Some;u;x", "Most;x;y/Most;u;z"])
def test_more_terms_than_are_counted_are_not_decided(premises: str) -> None:
    task, _ = read_task(premises, "Some;x;z|NVC", "here")
    with pytest.raises(ValueError, match="at most"):
        TaskReadings(task)


def test_z3_confirms_what_is_told_of_most_and_few() -> None:
    """All smallest combinations of drawn tasks; of weak evidence, those with few worlds."""
    random = Random(11)
    ends = [("x", "y"), ("y", "x")], [("y", "z"), ("z", "y")]
    confirmed = 0
    for _ in range(3):
        premises = "/".join(
            ";".join((random.choice(("Most", "Few", "Most not")), *random.choice(pair)))
            for pair in ends
        )
        task, _ = read_task(premises, "Most;x;z|All;x;z|Some;z;x|Few;z;x|NVC", "here")
        readings = TaskReadings(task)
        for choice in range(readings.choice_count):
            explanation = readings.explained(choice, both=True)
            assert not explanation.contradicted
            assert explanation.combinations == readings.explanation(choice).combinations
            left = set(explanation.combinations) - {()} - set(explanation.confirmed)
            assert all("weak-evidence" in names for names in left)
            confirmed += len(explanation.confirmed)
    assert confirmed > 10


def test_weak_evidence_of_most_is_counted_where_worlds_are_few() -> None:
    task, choices_read = read_task("Most;x;x/All;x;y/All;y;x", "Most;x;y|Some not;x;y|NVC", "here")
    readings = TaskReadings(task)
    case = readings.reading(choices_read.index("Most;x;y"), ())
    assert case is not None
    numbers = Numbers(
        case.theory.formulas,
        [Prop(majority.name) for majority in COMPARED],
        COMPARED,
        Budget.of(30),
    )
    worlds = list(numbers.worlds([Prop("most A are B"), Not(Prop("most A are B"))]))
    # Only things that are both, with others beside them or without.
    assert worlds == [(True, False)] * 2


COMPARED = [Comparison("most A are A", "A", "A", True), Comparison("most A are B", "A", "B", True)]


def test_what_z3_contradicts_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    task, choices_read = read_task("All;x;y/Most;y;z", "Most;x;z|Few;x;z|NVC", "here")
    choice = choices_read.index("Most;x;z")
    explained = TaskReadings(task).explained(choice, both=True)
    assert explained.combinations
    assert not explained.contradicted
    monkeypatch.setattr(Numbers, "follows", lambda *_: False)
    left = TaskReadings(task).explained(choice, both=True)
    # What is asked as what can be, or in most worlds, is not asked as what follows.
    other = {"necessary-as-possible", "weak-evidence"}
    wanted = {names for names in explained.confirmed if not other & set(names)}
    assert wanted
    assert set(left.contradicted) == wanted
    assert set(left.combinations) == set(explained.combinations) - wanted
    assert not left.random
    numbers = checked([left])
    assert numbers.contradicted == len(wanted)
    assert "ENGINE ERROR" in next(sentences(numbers))


def test_numbers_are_asked_about_formulas_of_one_variable_at_a_time() -> None:
    x, y = Variable("x"), Variable("y")
    two_individuals = Exists("x", Exists("y", And((Pred("A", (x,)), Not(Pred("A", (y,)))))))
    numbers = Numbers([two_individuals], [], [Comparison("m", "A", "A", False)], Budget.of(30))
    assert numbers.possible(Truth(True))
    assert not numbers.possible(Prop("m"))
    assert numbers.follows(Exists("y", Pred("A", (y,))))
    assert not numbers.follows(ForAll("y", Pred("A", (y,))))
    assert numbers.possible(And((Prop("s"), Iff(Prop("s"), Or((Prop("t"), Prop("s")))))))
    assert numbers.follows(Count("at_most", 1, (Prop("s"), Not(Prop("s")))))
    assert not numbers.possible(Count("exactly", 2, (Prop("s"), Implies(Prop("s"), Truth(False)))))
    with pytest.raises(GaveUp):
        numbers.possible(Exists("x", Exists("y", Pred("R", (x, y)))))
    with pytest.raises(GaveUp):
        Numbers([two_individuals], [], [], Budget.of(0)).possible(Truth(True))


@pytest.mark.torture
def test_no_other_worlds_can_be_with_larger_numbers() -> None:
    """Every conceivable world of three terms: linear programming, which knows no largest number,
    finds one of its kind exactly where counting up to `MAX_THINGS` does."""
    from numpy import array
    from scipy.optimize import linprog

    signs, exist = _possible(3)
    pairs = [(a, b) for a in range(3) for b in range(3) if a != b]
    known = {
        (tuple(int(row[a, b]) for a, b in pairs), tuple(map(int, there[1:])))
        for row, there in zip(signs, exist, strict=True)
    }
    assert len(known) == 5502
    assert MAX_THINGS >= 9
    sides = [
        [(1 if kind >> b & 1 else -1) * (kind >> a & 1) for kind in range(1, 8)] for a, b in pairs
    ]
    random = Random(1)
    conceivable = [
        (sign, there)
        for sign in product((-1, 0, 1), repeat=6)
        for there in product((0, 1), repeat=7)
    ]
    for sign, there in random.sample(conceivable, 4000):
        unequal = [n for n in range(6) if sign[n]]
        equal = [n for n in range(6) if not sign[n]]
        solution = linprog(
            [0] * 7,
            A_ub=array([[-sign[n] * x for x in sides[n]] for n in unequal]) if unequal else None,
            b_ub=[-1] * len(unequal) if unequal else None,
            A_eq=array([sides[n] for n in equal]) if equal else None,
            b_eq=[0] * len(equal) if equal else None,
            bounds=[(1, None) if any_ else (0, 0) for any_ in there],
        )
        assert (solution.status == 0) == ((sign, there) in known), (sign, there)
