"""Tables of models that are filtered, grouped and compared, against every world tried."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from solver.inspection.model_table import Value, compared_table, model_table
from solver.kinds.set_operation import operations
from solver.language.edits import theory
from solver.language.problem import Problem
from solver.language.syntax import BoolSort, EnumSort
from solver.results import Structure
from tests.effort import examples
from tests.solver.brute import BruteEngine
from tests.solver.strategies import propositional_problems

Worlds = list[dict[str, Value]]


def worlds_of(problem: Problem, name: str, keys: list[str]) -> Worlds:
    """The models over these symbols, each once."""
    entry: dict[tuple[Value, ...], dict[str, Value]] = {}
    for structure in BruteEngine(theory(problem, name)).structures:
        assert isinstance(structure, Structure)
        values = {key: structure.values[key] for key in keys}
        entry[tuple(values.values())] = values
    return list(entry.values())


def values(problem: Problem, key: str) -> tuple[Value, ...]:
    symbol = problem.signature.get(key)
    assert symbol is not None
    if isinstance(symbol.sort, EnumSort):
        return symbol.sort.values
    assert isinstance(symbol.sort, BoolSort)
    return (False, True)


@examples(60)
@given(propositional_problems(3), st.data())
def test_filtered_rows_their_sizes_and_what_must_be(problem: Problem, data: st.DataObject) -> None:
    table = model_table(theory(problem), problem.queries)
    assert table is not None
    keys = [axis.key for axis in table.axes]
    if not keys:
        return
    picked = data.draw(st.lists(st.sampled_from(keys), min_size=1, unique=True))
    about = data.draw(st.lists(st.sampled_from(keys), max_size=2, unique=True))
    where = [(key, data.draw(st.sampled_from(values(problem, key)))) for key in about]
    view = table.view(picked, where=where)
    filtered = [
        world
        for world in worlds_of(problem, "baseline", keys)
        if all(world[key] == value for key, value in where)
    ]
    groups: dict[tuple[Value, ...], int] = {}
    for world in filtered:
        row = tuple(world[key] for key in picked)
        groups[row] = groups.get(row, 0) + 1
    page = view.page(0, 1000)
    assert set(page.rows) == set(groups)
    assert view.total == len(groups)
    if page.sizes is not None:
        assert dict(zip(page.rows, page.sizes, strict=True)) == groups
    else:
        assert set(picked) == set(keys)
    assert {key: set(entries) for key, entries in view.left.items() if key in keys} == {
        key: {world[key] for world in filtered} for key in keys
    }


@examples(60)
@given(propositional_problems(3), st.data())
def test_compared_rows_are_sets_of_rows(problem: Problem, data: st.DataObject) -> None:
    names = ["baseline", *problem.variants]
    text, other = data.draw(st.sampled_from(list(product(names, names))))
    word = data.draw(st.sampled_from(list(operations())))
    table = compared_table([theory(problem, text), theory(problem, other)], word, problem.queries)
    assert table is not None
    keys = [axis.key for axis in table.axes]
    if not keys:
        return
    picked = data.draw(st.lists(st.sampled_from(keys), min_size=1, unique=True))
    left, right = (
        {tuple(world[key] for key in picked) for world in worlds_of(problem, name, keys)}
        for name in (text, other)
    )
    wanted = {
        "difference": left - right,
        "union": left | right,
        "intersection": left & right,
        "symmetric_difference": left ^ right,
    }[word]
    view = table.view(picked)
    assert set(view.page(0, 1000).rows) == wanted
    assert view.total == len(wanted)
    assert {key: set(view.left[key]) for key in picked} == {
        key: {row[n] for row in wanted} for n, key in enumerate(picked)
    }
