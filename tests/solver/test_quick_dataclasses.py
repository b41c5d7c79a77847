"""Nodes that are made faster are the same frozen dataclasses."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, fields, replace

import pytest

from solver.language.problem import Query
from solver.language.syntax import BOOL, And, ForAll, Not, Pred, Prop, Symbol, Variable
from solver.quick_dataclasses import quick


@dataclass(frozen=True, slots=True)
class Plain:
    first: int
    second: str = "two"
    third: tuple[int, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Quick:
    first: int
    second: str = "two"
    third: tuple[int, ...] = ()


@pytest.mark.parametrize(
    ("values", "named"),
    [((1,), {}), ((1, "x"), {}), ((1,), {"third": (3,)}), ((), {"second": "b", "first": 2})],
)
def test_fields_and_defaults_are_set_as_ever(
    values: tuple[int, ...], named: dict[str, object]
) -> None:
    plain, quick = Plain(*values, **named), Quick(*values, **named)  # type: ignore[arg-type]
    assert (quick.first, quick.second, quick.third) == (plain.first, plain.second, plain.third)
    assert repr(quick) == repr(plain).replace("Plain", "Quick")


@pytest.mark.parametrize(("values", "named"), [((), {}), ((1, "", (), 4), {}), ((1,), {"no": 1})])
def test_what_does_not_fit_is_refused(values: tuple[int, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        Quick(*values, **named)  # type: ignore[arg-type]


NODES = (
    And((Prop("A"), Not(Prop("B")))),
    ForAll("x", Pred("F", (Variable("x"),))),
    Symbol("A", BOOL, "it rains"),
    Query("possible", "possible(A)", Prop("A")),
)


@pytest.mark.parametrize("node", NODES, ids=lambda node: type(node).__name__)
def test_nodes_are_frozen_hashed_copied_and_pickled(node: object) -> None:
    assert pickle.loads(pickle.dumps(node)) == node
    assert copy.deepcopy(node) == node
    assert hash(copy.copy(node)) == hash(node)
    assert replace(node) == node  # type: ignore[type-var]
    with pytest.raises(FrozenInstanceError):
        setattr(node, fields(node)[0].name, 1)  # type: ignore[arg-type]
