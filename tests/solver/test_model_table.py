"""Tables of models: projection, order, counts and pages; and lists of structures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cancel import Budget, Cancel, GaveUp
from solver.inspection.model_table import ModelPage, listed_page, model_table, some_bits
from solver.inspection.structure_list import structures
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Theory
from solver.results import Structure
from solver.structures import holds
from tests.effort import examples
from tests.solver.truth_tables import holds as true_in
from tests.solver.truth_tables import models_of, theories

DOOR = {
    "parameters": {"A": "Bool", "B": "Bool", "door": "Enum(open, shut, locked)"},
    "translation": {"A": "Ann is in", "door": "the door"},
    "premise": ["A -> door != locked", "A | B"],
    "define": {"Stuck": "door = locked & B"},
}


def rows_of(page: ModelPage) -> list[tuple[bool | str, ...]]:
    return list(page.rows)


def test_columns_are_the_symbols_in_use_and_then_the_definitions() -> None:
    table = model_table(theory(load_problem(DOOR)))
    assert table is not None
    assert [(c.key, c.gloss, c.defined) for c in table.columns] == [
        ("A", "Ann is in", False),
        ("B", "", False),
        ("door", "the door", False),
        ("Stuck", "", True),
    ]


def test_rows_are_sorted_from_left_to_right_values_in_their_own_order() -> None:
    table = model_table(theory(load_problem(DOOR)))
    assert table is not None
    view = table.view()
    assert view.total == 7
    assert rows_of(view.page(0, 4)) == [
        (False, True, "open"),
        (False, True, "shut"),
        (False, True, "locked"),
        (True, False, "open"),
    ]
    page = view.page(4, 4)
    assert page.start == 4
    assert page.counts == {
        "A": {False: 3, True: 4},
        "B": {False: 2, True: 5},
        "door": {"open": 3, "shut": 3, "locked": 1},
    }


def test_picked_columns_and_definitions() -> None:
    table = model_table(theory(load_problem(DOOR)))
    assert table is not None
    view = table.view(["door", "Stuck"], sort="Stuck", descending=True)
    assert rows_of(view.page()) == [
        ("locked", True),
        ("shut", False),
        ("open", False),
    ]
    assert view.counts["Stuck"] == {False: 2, True: 1}
    assert table.view([]).total == 1


def test_a_page_past_the_end_is_empty() -> None:
    table = model_table(theory(load_problem(DOOR)))
    assert table is not None
    page = table.view().page(100, 10)
    assert (page.rows, page.total) == ((), 7)


def test_contradictory_premises_have_no_rows() -> None:
    table = model_table(theory(load_problem({"premise": ["A", "~A"]})))
    assert table is not None
    assert (table.view().total, table.view().page().rows) == (0, ())


@pytest.mark.slow
@given(theories(), st.data())
@examples(60)
def test_views_are_sorted_distinct_projections_of_the_models(
    premises: Theory, data: st.DataObject
) -> None:
    table = model_table(premises)
    assert table is not None
    used = [axis.key for axis in table.axes]
    keys = [column.key for column in table.columns]
    picked = data.draw(st.lists(st.sampled_from(keys), unique=True)) if keys else []
    sort = data.draw(st.lists(st.sampled_from(picked), unique=True)) if picked else []
    descending = data.draw(st.booleans())
    view = table.view(picked, sort=sort, descending=descending)
    order = [*sort, *[key for key in picked if key not in sort]]
    values = {column.key: column.values for column in table.columns}

    def value(world: dict[str, bool | str], key: str) -> bool | str:
        if key in used:
            return world[key]
        return true_in(premises.definitions[key], world, premises.definitions)

    rows = {tuple(value(world, key) for key in picked) for world in models_of(premises, used)}

    def rank(row: tuple[bool | str, ...]) -> list[int]:
        by_key = dict(zip(picked, row, strict=True))
        return [values[key].index(by_key[key]) for key in order]

    wanted = sorted(rows, key=rank, reverse=descending)
    assert view.total == len(wanted)
    start = data.draw(st.integers(0, len(wanted)))
    assert rows_of(view.page(start, 5)) == wanted[start : start + 5]
    for place, key in enumerate(picked):
        for entry in values[key]:
            assert view.counts[key][entry] == sum(row[place] == entry for row in wanted)


@given(st.integers(0, 2**300 - 1), st.integers(0, 300), st.integers(0, 20))
def test_set_bits_by_rank(bits: int, rank: int, count: int) -> None:
    all_bits = [place for place in range(300) if bits >> place & 1]
    assert some_bits(bits, rank, count) == all_bits[rank : rank + count]


def test_a_table_stops_at_its_budget() -> None:
    names = [f"p{n}" for n in range(18)]
    premises = [f"at_least({n}; {', '.join(names)})" for n in range(1, 9)]
    table = model_table(theory(load_problem({"premise": premises})))
    assert table is not None
    assert table.view(["p0"], budget=Budget.of(600)).total == 2
    with pytest.raises(GaveUp, match="timeout"):
        table.view(["p0"], budget=Budget.of(0)).page()
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(GaveUp, match="interrupted"):
        table.view(["p0"], budget=Budget.of(600, cancel)).page()


def test_problems_too_large_for_one_region_are_listed() -> None:
    names = [f"p{n}" for n in range(30)]
    premises = [f"p{n} <-> p{n + 1}" for n in range(28)]
    problem = load_problem(
        {"parameters": dict.fromkeys(names, "Bool"), "premise": [*premises, "p29"]}
    )
    assert model_table(theory(problem)) is None
    page = listed_page(theory(problem), keys=["p0", "p29"], size=5)
    assert page.total == 2
    assert set(page.rows) == {(False, True), (True, True)}
    assert page.counts is None


# --- structures --------------------------------------------------------------------------------


def test_structures_satisfy_the_premises_and_differ() -> None:
    data = {
        "parameters": {"a": "Person", "F": "Function(1)", "P": "Function(2)"},
        "premise": ["∀x (F(x) → ∃y P(x, y))", "F(a)"],
    }
    premises = theory(load_problem(data))
    outcome = structures(premises, limit=3, seconds=20.0)
    assert len(outcome.structures) == 3
    assert not outcome.exhausted
    for structure in outcome.structures:
        assert all(holds(structure, premise.formula) for premise in premises.premises)
    profiles = {_profile(entry) for entry in outcome.structures}
    assert len(profiles) == 3


def _profile(structure: Structure) -> tuple[object, ...]:
    pairs = structure.predicates["P"]
    size = len(structure.domain)
    a = structure.constants["a"]
    return (
        len(structure.predicates["F"]) == size,
        bool(pairs),
        len(pairs) == size**2,
        (a, a) in pairs,
    )


def test_premises_with_one_structure_up_to_what_is_looked_at() -> None:
    data = {"parameters": {"a": "Person", "F": "Function(1)"}, "premise": ["∀x F(x)", "∀x x = a"]}
    outcome = structures(theory(load_problem(data)), seconds=20.0)
    assert (len(outcome.structures), outcome.exhausted) == (1, True)


def test_no_time_says_nothing() -> None:
    data = {"premise": ["∃x F(x)"]}
    outcome = structures(theory(load_problem(data)), seconds=0.0)
    assert (outcome.structures, outcome.exhausted) == ((), False)
