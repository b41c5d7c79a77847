"""Cores down to parts of formulas, the game of reasons, nearest structures and the way there,
against brute force."""

from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.inspection.evaluate import evaluate, false_premises
from solver.inspection.facts import facts, other_value, with_facts
from solver.inspection.nearest_world import chain, nearest
from solver.inspection.reasons import CONCLUSION, Core, at, core, replace_part
from solver.inspection.reasons_game import Claim, Game, Mover
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.parser import parse_formula
from solver.language.problem import Premise, Problem, Query, Theory
from solver.language.syntax import (
    And,
    Count,
    Formula,
    Iff,
    Implies,
    Not,
    Prop,
    Truth,
    children,
)
from solver.queries import Session
from solver.results import Structure, Verdict
from solver.structures import holds
from tests.effort import examples
from tests.solver.brute import BruteEngine
from tests.solver.strategies import (
    first_order_signature,
    formulas,
    problems,
    propositional_problems,
    propositional_signature,
)

# --- cores ---------------------------------------------------------------------------------------


def entails(base: Theory, left: dict[int, Formula]) -> bool:
    premises = tuple(Premise(n, f) for n, f in left.items() if n != CONCLUSION)
    brute = BruteEngine(Theory(base.signature, premises, base.definitions))
    return not brute.satisfiable(Not(left[CONCLUSION]))


def single_weakenings(formula: Formula, weaken: bool) -> list[tuple[tuple[int, ...], Formula]]:
    """Every part that has one polarity and is no constant yet, with what it could become."""
    pairs: list[tuple[tuple[int, ...], Formula]] = []

    def visit(path: tuple[int, ...], weaken: bool) -> None:
        node = at(formula, path)
        if isinstance(node, Truth):
            return
        pairs.append((path, Truth(weaken)))
        match node:
            case Not():
                visit((*path, 0), not weaken)
            case Implies():
                visit((*path, 0), not weaken)
                visit((*path, 1), weaken)
            case Iff():
                pass
            case Count(bound, _, parts):
                for place in range(len(parts) if bound != "exactly" else 0):
                    visit((*path, place), weaken == (bound == "at_least"))
            case _:
                for place in range(len(children(node))):
                    visit((*path, place), weaken)

    visit((), weaken)
    return pairs


def check_core(base: Theory, found: Core) -> None:
    """It entails, and with any one part less it does not."""
    left = dict(found.reduced_formulas)
    assert entails(base, left)
    for number, formula in left.items():
        if isinstance(formula, Truth):
            continue
        for path, part in single_weakenings(formula, number != CONCLUSION):
            less = {**left, number: replace_part(formula, path, part)}
            assert not entails(base, less), (number, path)


@examples(60)
@given(propositional_problems(3), st.data())
def test_a_core_entails_and_no_part_of_it_can_go(problem: Problem, data: st.DataObject) -> None:
    base = theory(problem)
    formula = data.draw(formulas(problem.signature, depth=2))
    outcome = core(base, formula)
    brute = BruteEngine(base)
    assert (outcome is not None) is not brute.satisfiable(Not(formula))
    if outcome is not None:
        assert outcome.minimal
        assert set(outcome.premises) <= {premise.number for premise in base.premises}
        check_core(base, outcome)
        for number in outcome.formulas:
            core_text = "".join(text for text, _ in outcome.text(number))
            assert core_text == "".join(text for text, _ in plain(outcome.formulas[number]))


def plain(formula: Formula) -> list[tuple[str, bool]]:
    from solver.language.printer import print_formula

    return [(print_formula(formula), False)]


def of(premises: list[str], formula: str, **parameters: str) -> Core:
    names = dict.fromkeys("ABCD", "Bool")
    problem = load_problem({"parameters": {**names, **parameters}, "premise": premises})
    outcome = core(theory(problem), parse_formula(formula, problem.signature))
    assert outcome is not None
    return outcome


def lit(found: Core, number: int) -> list[str]:
    return [text for text, on in found.text(number) if on]


def test_only_what_is_needed_is_lit() -> None:
    outcome = of(["A & B", "A -> (C & D)", "B | D"], "C | B")
    assert outcome.premises in ((0,), (0, 1))
    outcome = of(["A", "A -> C & D"], "C")
    assert outcome.premises == (0, 1)
    assert lit(outcome, 1) == ["A", "C"]
    assert lit(outcome, CONCLUSION) == ["C"]


def test_of_an_equivalence_the_direction_is_reported() -> None:
    outcome = of(["A <-> B", "A"], "B")
    assert outcome.directions == {0: {(): "→"}}
    outcome = of(["A <-> B & C", "B", "C"], "A")
    assert outcome.directions == {0: {(): "←"}}
    assert lit(outcome, 0) == ["A", "B", "C"]
    outcome = of(["A & D <-> B | C", "B"], "A")
    assert outcome.directions == {0: {(): "←"}}
    assert lit(outcome, 0) == ["A", "B"]


def test_of_a_conclusion_only_what_holds_is_lit() -> None:
    outcome = of(["A"], "A | B")
    assert lit(outcome, CONCLUSION) == ["A"]
    outcome = of(["A & ~A & B"], "C")
    assert outcome.reduced_formulas[CONCLUSION] == Truth(False)
    assert lit(outcome, 0) == ["A", "A"]


def test_parts_with_places_equality_and_quantifiers_are_lit_whole() -> None:
    outcome = of(
        ["forall x (F(x) -> G(x) & P(x, a))", "F(a)", "a = b"],
        "P(b, b)",
        F="Function(1)", G="Function(1)", P="Function(2)", a="Person", b="Person",
    )  # fmt: skip
    assert outcome.premises == (0, 1, 2)
    assert lit(outcome, 0) == ["F(x)", "P(x, a)"]
    assert lit(outcome, 2) == ["a = b"]
    assert lit(outcome, CONCLUSION) == ["P(b, b)"]


def test_what_does_not_follow_has_no_core() -> None:
    problem = load_problem({"parameters": {"A": "Bool", "B": "Bool"}, "premise": ["A"]})
    assert core(theory(problem), parse_formula("B", problem.signature)) is None
    both = parse_formula("A & B", problem.signature)
    assert core(theory(problem), both, given=parse_formula("B", problem.signature)) is not None


# --- the game ------------------------------------------------------------------------------------


def all_plays_lose(game: Game, claim: Claim) -> bool:
    """Whether the program wins, whatever the person does."""
    turn = game.turn(claim)
    if not turn.choices:
        return game.right(claim) is not True
    if turn.mover is Mover.PROGRAM:
        return all_plays_lose(game, game.reply(claim))
    return all(all_plays_lose(game, choice) for choice in turn.choices)


@examples(80)
@given(st.data())
def test_the_person_can_win_exactly_where_the_claim_is_true(data: st.DataObject) -> None:
    signature = propositional_signature(3)
    formula = data.draw(formulas(signature, depth=3))
    brute = BruteEngine(Theory(signature, ()))
    world = data.draw(st.sampled_from(brute.structures))
    for value in (True, False):
        claim = Claim(formula, value, {})
        assert all_plays_lose(Game(dict(world.values)), claim) is (
            holds(world, formula) is not value
        )


@examples(40)
@given(st.data())
def test_so_it_is_in_structures(data: st.DataObject) -> None:
    signature = first_order_signature(monadic=True)
    formula = data.draw(formulas(signature, depth=3))
    brute = BruteEngine(Theory(signature, ()), 2)
    world = data.draw(st.sampled_from(brute.structures[:4000]))
    for value in (True, False):
        claim = Claim(formula, value, {})
        assert all_plays_lose(Game(world), claim) is (holds(world, formula) is not value)


def test_who_denies_what_follows_loses_in_every_world_they_name() -> None:
    problem = load_problem(
        {"parameters": dict.fromkeys("SBL", "Bool"), "premise": ["S -> B", "~(L & B)", "S"]}
    )
    formula = parse_formula("~L", problem.signature)
    claim = Claim(And((*problem.premises, Not(formula))), True, {})
    for values in product((False, True), repeat=3):
        world = dict(zip("SBL", values, strict=True))
        assert all_plays_lose(Game(world), claim)
    open_one = Claim(And((*problem.premises, Not(Prop("L")))), True, {})
    assert not all_plays_lose(Game({"S": True, "B": True, "L": False}), open_one)


# --- nearest structures --------------------------------------------------------------------------


def changed_by_hand(base: Theory, world: Structure, formula: Formula) -> int | None:
    """The fewest facts to change, by trying them all."""
    known = list(facts(world, base.signature).items())
    everything = [*base.formulas, formula]
    for number in range(len(known) + 1):
        for some in combinations(known, number):
            choices = [_others(base, key, value) for key, value in some]
            for values in product(*choices):
                changes = {key: v for (key, _), v in zip(some, values, strict=True)}
                there = with_facts(world, changes, base.signature)
                assert isinstance(there, Structure)
                if all(holds(there, f, base.definitions) for f in everything):
                    return number
    return None


def _others(base: Theory, key: str, value: bool | str) -> list[bool | str]:
    entries = [other_value(key, value, base.signature)]
    while entries[-1] != value:
        entries.append(other_value(key, entries[-1], base.signature))
    return entries[:-1]


@examples(25)
@given(problems(first_order_signature(monadic=True), premises=2, depth=2), st.data())
def test_the_nearest_structure_is_the_nearest(problem: Problem, data: st.DataObject) -> None:
    base = theory(problem)
    formula = data.draw(formulas(problem.signature, depth=2))
    world = data.draw(st.sampled_from(BruteEngine(Theory(problem.signature, ()), 2).structures))
    outcome = nearest(base, world, formula, timeout=60)
    assert not outcome.reason
    wanted = changed_by_hand(base, world, formula)
    assert (None if outcome.world is None else len(outcome.changes)) == wanted
    if isinstance(outcome.world, Structure):
        assert outcome.world.domain == world.domain
        assert outcome.world.constants == world.constants
        for premise in base.premises:
            assert holds(outcome.world, premise.formula, base.definitions)
        assert holds(outcome.world, formula, base.definitions)
        steps = chain(base, world, outcome.changes, formula)
        assert len(steps) == len(outcome.changes)
        assert not steps or steps[-1].world == outcome.world


# --- the way there -------------------------------------------------------------------------------


@examples(40)
@given(propositional_problems(3), st.data())
def test_the_way_breaks_as_little_as_any_order_does(problem: Problem, data: st.DataObject) -> None:
    base = theory(problem)
    formula = data.draw(formulas(problem.signature, depth=2))
    start = dict(
        data.draw(st.sampled_from(BruteEngine(Theory(problem.signature, ())).structures)).values
    )
    outcome = nearest(base, start, formula)
    if outcome.world is None:
        return
    steps = chain(base, start, outcome.changes, formula)
    if not steps:
        assert start == outcome.world
        return
    assert steps[-1].world == outcome.world
    assert (steps[-1].false_premises, steps[-1].value) == ((), True)

    def cost(order: tuple[str, ...]) -> int:
        world = dict(start)
        total = 0
        for key in order:
            world[key] = outcome.changes[key][1]
            total += len(false_premises(base, world))
        return total

    assert cost(tuple(step.key for step in steps)) == min(
        cost(order) for order in permutations(outcome.changes)
    )
    for step in steps:
        assert step.false_premises == false_premises(base, step.world)
        assert step.value is evaluate(formula, step.world, base.definitions).value


def test_a_structure_that_cannot_change_its_individuals_has_no_nearest() -> None:
    problem = load_problem(
        {
            "parameters": {"F": "Function(1)", "a": "Person", "b": "Person"},
            "premise": ["F(a)"],
        }
    )
    base = theory(problem)
    world = Structure(("a",), {"a": "a", "b": "a"}, {"F": frozenset({("a",)})})
    apart = parse_formula("~(a = b)", problem.signature)
    assert nearest(base, world, apart).world is None
    query = Query("possible", "possible", apart)
    assert Session(base).ask(query).answer.verdict is Verdict.POSSIBLE
    outcome = nearest(base, world, parse_formula("~F(b)", problem.signature))
    assert (outcome.world, outcome.reason) == (None, "")
    denied = nearest(base, world, Not(And((problem.premises[0],) * 2)), keep_premises=False)
    assert denied.changes == {"F(a)": (True, False)}


@pytest.mark.parametrize("number", [0, 9, 12])
def test_a_long_way_is_told_as_well(number: int) -> None:
    names = [f"P{n}" for n in range(number)]
    problem = load_problem({"parameters": {**dict.fromkeys(names, "Bool"), "Q": "Bool"}})
    base = theory(problem)
    wanted = parse_formula(" & ".join(["Q", *names]), problem.signature)
    start = {**dict.fromkeys(names, False), "Q": True}
    outcome = nearest(base, start, wanted)
    assert len(chain(base, start, outcome.changes, wanted)) == number


@pytest.mark.parametrize("bound", ["at_least", "at_most", "exactly"])
@pytest.mark.parametrize("value", [True, False])
def test_a_counting_formula_is_walked_to_a_fact(bound: str, value: bool) -> None:
    """With the best choices, who says what is true wins, and who says what is false loses."""
    names = ["A", "B", "C", "D"]
    for n, facts_ in product(range(6), product([False, True], repeat=4)):
        world = dict(zip(names, facts_, strict=True))
        game = Game(world)
        claim = Claim(parse_formula(f"{bound}({n}; {', '.join(names)})"), value, {})
        meant = game.right(claim)
        for _step in range(20):
            turn = game.turn(claim)
            if not turn.choices:
                break
            if turn.mover is Mover.PERSON:
                claim = next((c for c in turn.choices if game.right(c)), turn.choices[0])
            else:
                claim = game.reply(claim)
        assert not game.turn(claim).choices
        assert game.right(claim) is meant
        if isinstance(claim.formula, Count):
            assert not 0 < claim.formula.n <= 4


def test_a_long_counting_formula_is_walked_part_by_part() -> None:
    names = [f"P{n}" for n in range(12)]
    game = Game(dict.fromkeys(names, True))
    claim = Claim(parse_formula(f"at_least(6; {', '.join(names)})"), True, {})
    assert len(game.turn(claim).choices) == 2
    assert all(game.right(choice) for choice in game.turn(claim).choices)
