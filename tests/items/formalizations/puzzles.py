"""A gold formalization and ways to change it, for tests of comparisons."""

from typing import Any

from solver.language.loader import load_problem
from solver.language.problem import Problem

GOLD: dict[str, Any] = {
    "parameters": {"S": "Bool", "B": "Bool", "L": "Bool"},
    "translation": {
        "S": "a goat sleeps on the roof",
        "B": "the baker whistles",
        "L": "the ferry is late",
    },
    "premise": ["S -> B", "~(L & B)"],
    "question": ["possible(L)", "necessary(S -> ~L)", "enumerate_models(S, B, L)"],
}

CAGE: dict[str, Any] = {
    "parameters": {"F": "Function(1)", "P": "Function(2)", "a": "Person", "b": "Person"},
    "translation": {
        "F(x)": "x sings",
        "P(x, y)": "x hears y",
        "a": "Ada",
        "b": "Bo",
    },
    "premise": ["forall x (F(x) -> exists y P(y, x))", "P(a, b)", "F(a)", "a != b"],
    "question": ["enumerate_models(F(x), x)", "necessary(exists x P(x, a))"],
}


def changed(gold: dict[str, Any], **fields: Any) -> Problem:
    """The gold with other fields, read."""
    return load_problem({**gold, **fields})
