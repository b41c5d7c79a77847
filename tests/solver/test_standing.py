"""How formulas stand to premises, what answers rest on, and what all models share."""

from collections.abc import Iterable, Mapping

import pytest
from hypothesis import given

from solver.cancel import Cancel, Cancelled
from solver.inspection.backbone import Literal, backbone
from solver.inspection.claims import claims
from solver.inspection.formula_standing import FormulaVerdict, standing
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.parser import parse_formula
from solver.language.problem import Problem, Theory
from solver.language.syntax import Formula
from solver.queries import Session, solve_problem
from solver.results import EngineChoice, Structure
from solver.structures import holds
from tests.effort import examples
from tests.solver.strategies import propositional_problems
from tests.solver.truth_tables import BOOLS, ENUMS, models_of, theories
from tests.solver.truth_tables import formulas as some_formulas
from tests.solver.truth_tables import holds as true_in

GOAT = {"premise": ["S -> B", "~(L & B)", "S"], "translation": {"X": "nothing uses it"}}


def session_of(data: Mapping[str, object], engine: EngineChoice = "both") -> Session:
    return Session(theory(load_problem(data)), (), engine)


def formula(text: str, session: Session) -> Formula:
    return parse_formula(text, session.theory.signature)


@pytest.mark.parametrize(
    ("text", "stand"),
    [
        ("~L", FormulaVerdict.ENTAILED),
        ("S & B", FormulaVerdict.ENTAILED),
        ("L", FormulaVerdict.CONTRADICTED),
        ("L | X", FormulaVerdict.UNDETERMINED),
    ],
)
@pytest.mark.parametrize("engine", ["auto", "worlds", "z3", "both"])
def test_the_goat_by_every_engine(text: str, stand: FormulaVerdict, engine: EngineChoice) -> None:
    session = session_of(GOAT, engine)
    outcome = standing(session, formula(text, session))
    assert outcome.verdict is stand
    assert set(outcome.engines.values()) == {stand}
    assert outcome.agree is (True if engine == "both" else None)
    assert (outcome.countermodel is None) == (stand is FormulaVerdict.ENTAILED)
    assert (outcome.witness is None) == (stand is FormulaVerdict.CONTRADICTED)
    if stand is FormulaVerdict.UNDETERMINED:
        assert outcome.supports is None
    else:
        assert outcome.supports is not None
        assert outcome.supports.sets[0] in ((0, 1, 2), (0, 2))


def test_inconsistent_premises_are_distinguished_from_entailment() -> None:
    session = session_of({"premise": ["A", "B", "~A"]})
    outcome = standing(session, formula("B", session))
    assert outcome.verdict is FormulaVerdict.INCONSISTENT
    assert outcome.supports is not None
    assert outcome.supports.sets == ((0, 2),)
    assert (outcome.countermodel, outcome.witness) == (None, None)


def test_what_is_given_counts_for_this_question_alone() -> None:
    session = session_of({"premise": ["A -> B"]})
    outcome = standing(session, formula("B", session), given=formula("A", session))
    assert outcome.verdict is FormulaVerdict.ENTAILED
    assert outcome.supports is not None
    assert outcome.supports.sets == ((0,),)
    assert standing(session, formula("B", session)).verdict is FormulaVerdict.UNDETERMINED


def test_a_first_order_countermodel_is_a_structure() -> None:
    data = {"premise": ["∀x (F(x) → G(x))"], "parameters": {"a": "Person", "F": "Function(1)"}}
    session = session_of(data)
    query = formula("G(a)", session)
    outcome = standing(session, query)
    assert outcome.verdict is FormulaVerdict.UNDETERMINED
    assert isinstance(outcome.countermodel, Structure)
    assert isinstance(outcome.witness, Structure)
    assert not holds(outcome.countermodel, query)
    assert holds(outcome.witness, query)


def test_a_question_stopped_is_unknown() -> None:
    cancel = Cancel()
    cancel.cancel()
    data = {"premise": ["∀x ∃y P(x, y)", "∀x ¬P(x, x)"]}
    session = Session(theory(load_problem(data)), (), "z3", 1.0, cancel)
    outcome = standing(session, formula("∃x P(x, x)", session))
    assert (outcome.verdict, outcome.agree) == (FormulaVerdict.UNKNOWN, None)
    assert outcome.reason
    assert not outcome.refuted


@pytest.mark.slow
@given(theories(), some_formulas())
@examples(60)
def test_standings_are_those_of_truth_tables(premises: Theory, asked: Formula) -> None:
    keys = [*BOOLS, *ENUMS]
    values = {true_in(asked, world, premises.definitions) for world in models_of(premises, keys)}
    wanted = {
        frozenset(): FormulaVerdict.INCONSISTENT,
        frozenset({True}): FormulaVerdict.ENTAILED,
        frozenset({False}): FormulaVerdict.CONTRADICTED,
    }.get(frozenset(values), FormulaVerdict.UNDETERMINED)
    outcome = standing(Session(premises, (), "worlds"), asked, want_supports=False)
    assert outcome.verdict is wanted


# --- backbone ----------------------------------------------------------------------------------


def keys(literals: Iterable[Literal]) -> list[str]:
    return [literal.key for literal in literals]


def test_the_backbone_of_a_small_theory() -> None:
    problem = load_problem(
        {
            "parameters": {"status": "Enum(on, off, broken)", "A": "Bool", "B": "Bool"},
            "premise": ["A", "A -> status != broken", "B | status = on"],
            "define": {"Fine": "A & status != broken", "Odd": "B & status = off"},
        }
    )
    outcome = backbone(theory(problem), {"A or B": parse_formula("A | B")}, engine="both")
    assert keys(outcome.true) == ["A"]
    assert keys(outcome.false) == ["status=broken"]
    assert set(keys(outcome.contingent)) == {"B", "status=on", "status=off"}
    assert [(literal.key, literal.verdict) for literal in outcome.formulas] == [
        ("Fine", FormulaVerdict.ENTAILED),
        ("Odd", FormulaVerdict.UNDETERMINED),
        ("A or B", FormulaVerdict.ENTAILED),
    ]
    assert not outcome.truncated


def test_values_of_a_settled_enum_are_told_once() -> None:
    problem = load_problem({"parameters": {"s": "Enum(a, b, c)"}, "premise": ["s = b"]})
    outcome = backbone(theory(problem))
    assert (keys(outcome.true), keys(outcome.false)) == (["s=b"], [])


def test_the_backbone_of_first_order_premises_is_over_ground_atoms() -> None:
    data = {
        "parameters": {"a": "Person", "b": "Person", "F": "Function(1)", "G": "Function(1)"},
        "premise": ["∀x (F(x) → G(x))", "F(a)", "¬G(b)"],
    }
    outcome = backbone(theory(load_problem(data)), engine="both")
    assert set(keys(outcome.true)) == {"F(a)", "G(a)"}
    assert set(keys(outcome.false)) == {"F(b)", "G(b)"}


def test_the_backbone_can_be_stopped() -> None:
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        backbone(theory(load_problem(GOAT)), cancel=cancel)


def test_time_that_is_up_leaves_unknown_and_says_so() -> None:
    outcome = backbone(theory(load_problem(GOAT)), seconds=-1.0)
    assert {literal.verdict for literal in outcome.literals} == {FormulaVerdict.UNKNOWN}
    assert outcome.truncated
    assert (outcome.true, outcome.false, outcome.contingent) == ((), (), ())


# --- claims ------------------------------------------------------------------------------------


@given(propositional_problems())
@examples(60)
def test_what_an_answer_rests_on_follows_from_the_premises(problem: Problem) -> None:
    for report in solve_problem(problem, engine="worlds", want_supports=False).queries:
        session = Session(theory(problem, report.query.under), (report.query,), "worlds")
        resting = claims(session, report.query, report.answer)
        if report.query.compared:
            # It rests on several sets of premises, not on these alone.
            assert resting is None
            continue
        assert resting is not None
        for claim in resting:
            assert standing(session, claim, want_supports=False).verdict in (
                FormulaVerdict.ENTAILED,
                FormulaVerdict.INCONSISTENT,
            )


@pytest.mark.parametrize(
    ("query", "rests"),
    [
        ("possible(A)", 0),
        ("necessary(A | B)", 1),
        ("count_models(A, B)", 1),
        ("projection(necessary; A, A | B, B)", 1),
        ("projection(possible; A, A & B)", 1),
        ("unique_solution(A, B)", 0),
    ],
)
def test_how_much_an_answer_rests_on(query: str, rests: int) -> None:
    problem = load_problem({"premise": ["A | B", "~(A & B)"], "question": [query]})
    report = solve_problem(problem).queries[0]
    session = Session(theory(problem), (report.query,), "auto")
    formulas = claims(session, report.query, report.answer)
    assert formulas is not None
    assert len(formulas) == rests
