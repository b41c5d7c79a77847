"""The built-in sets as logic: strict multiple choice, a qualification that gives nothing away."""

import re
from collections import Counter
from itertools import combinations

from items.answers import TruthAnswer
from items.formal import formal_item
from items.models import Item
from solver.language.edits import theory
from solver.language.parser import parse_formula
from solver.language.syntax import Formula, Iff, Implies, negation
from tests.items.builtin_sets import (
    choices,
    consistent,
    entails,
    gold_of,
    items,
    parametrize_items,
    problem_of,
    supports,
    vacuous,
    with_premise,
    without_premises,
)

LETTER = r"¬?[A-H]"
PREMISE = rf"(?:{LETTER}|\({LETTER} → {LETTER}\)|\(¬?\([A-H] [∧∨] [A-H]\) → {LETTER}\))"
STATEMENT = rf"(?:{LETTER}|\({LETTER} → {LETTER}\))"
WORDED = {
    "en": rf"Premises: ({PREMISE}(?:, {PREMISE})+)\nStatement: ({STATEMENT})",
    "zh": rf"前提：({PREMISE}(?:，{PREMISE})+)\n陈述：({STATEMENT})",
}


# --- multiple choice -----------------------------------------------------------------------------


def options_of(item: Item) -> list[Formula]:
    problem = problem_of(item.id)
    (question,) = item.questions
    return [parse_formula(o.formula or "", problem.signature) for o in question.options]


@parametrize_items(choices())
def test_no_option_is_empty_and_no_two_are_equivalent(item: Item) -> None:
    free = without_premises(problem_of(item.id))
    formulas = options_of(item)
    assert len(formulas) == 4
    assert len({option.text for option in item.questions[0].options}) == 4
    for formula in formulas:
        assert not entails(free, formula)
        assert not entails(free, negation(formula))
    for entry, other in combinations(formulas, 2):
        assert not entails(free, Iff(entry, other))


@parametrize_items(tuple(i for i in choices() if i.attributes["question_type"] != "missing"))
def test_what_follows_needs_two_premises_and_is_not_vacuous(item: Item) -> None:
    premises = theory(problem_of(item.id))
    following = [formula for formula in options_of(item) if entails(premises, formula)]
    assert len(following) == (1 if item.attributes["question_type"] == "3c1e" else 3)
    for formula in following:
        assert min(len(support) for support in supports(premises, formula)) >= 2
        assert not vacuous(premises, formula)


@parametrize_items(tuple(i for i in choices() if i.attributes["question_type"] == "missing"))
def test_missing_premise_is_needed_and_not_enough(item: Item) -> None:
    problem = problem_of(item.id)
    formal = formal_item(item)
    assert formal is not None
    conclusion = formal.queries[0].formula
    assert conclusion is not None
    gold = options_of(item)[gold_of(item)]
    for formula in options_of(item):
        assert consistent(with_premise(problem, formula))
        assert not entails(theory(problem), formula)
    whole = with_premise(problem, gold)
    number = len(problem.premises)
    for support in supports(whole, conclusion):
        assert number in support
        assert len(support) >= 2
    assert not vacuous(whole, conclusion)


# --- qualification -------------------------------------------------------------------------------


def symbolic() -> tuple[Item, ...]:
    return items("qualification") + items("qualification-zh")


@parametrize_items(symbolic())
def test_qualification_is_in_the_notation(item: Item) -> None:
    match = re.fullmatch(WORDED[item.language], item.text)
    assert match is not None
    formal = item.formalization or {}
    premises = re.split(r"[,，] ?(?![^(]*\))", match[1])
    assert premises == formal["premise"]
    (question,) = item.questions
    assert question.query == f"necessary({match[2]})"
    assert question.kind == "truth"
    assert item.attributes["truth_scale"] == "follows"
    assert match[2] not in premises


@parametrize_items(symbolic())
def test_qualification_says_why(item: Item) -> None:
    problem = problem_of(item.id)
    premises = theory(problem)
    statement = problem.queries[0].formula
    assert statement is not None
    relation, decided = "open", None
    if entails(premises, statement):
        relation, decided = "entailed", statement
    elif entails(premises, negation(statement)):
        relation, decided = "refuted", negation(statement)
    assert item.attributes["relation"] == relation
    assert item.questions[0].gold == TruthAnswer(
        value="true" if relation == "entailed" else "false"
    )
    size = min(len(s) for s in supports(premises, decided)) if decided is not None else 0
    assert item.attributes["support_size"] == size
    assert not vacuous(premises, statement)
    if not isinstance(statement, Implies) and decided is not None:
        assert size >= 2


def test_qualification_is_balanced() -> None:
    tested = items("qualification")
    relations = Counter(str(item.attributes["relation"]) for item in tested)
    assert relations["entailed"] == relations["refuted"] + relations["open"]
    assert min(relations["refuted"], relations["open"]) >= 6
    sizes = Counter(
        item.attributes["support_size"]
        for item in tested
        if item.attributes["relation"] == "entailed"
    )
    assert set(sizes) == {1, 2, 3}
    for relation in ("entailed", "refuted", "open"):
        # The form of a statement must not give the answer away.
        forms = Counter(
            isinstance(problem_of(item.id).queries[0].formula, Implies)
            for item in tested
            if item.attributes["relation"] == relation
        )
        assert forms[True] >= 2
        assert forms[False] >= 2
    assert len({item.text for item in tested}) == len(tested)
