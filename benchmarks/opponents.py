"""All models of clauses as dicts, by this project's engine and by the solvers it is compared with.

A clause is a list of non-zero ints as in DIMACS; `names[k - 1]` is variable k. Every function
starts from the clauses, so that building the engine's input is part of its time, and returns a list
with one dict from name to bool per model.
"""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from solver.cancel import Budget
from solver.engines.base import Engine
from solver.engines.engine_choice import ExactEngine
from solver.language.problem import Premise, Target, Theory
from solver.language.syntax import Formula, Or, Signature, literals

Clauses = Sequence[Sequence[int]]
Names = Sequence[str]
Models = list[dict[str, bool]]
NO_LIMIT = float("inf")


class OutOfTime(Exception):
    """An engine used up the time of a cell."""


def session(clauses: Clauses, names: Names) -> tuple[Engine, list[Target]]:
    """The clauses as premises of a theory in which every variable is a used symbol."""
    literal_of: dict[int, Formula] = {}
    for number, name in enumerate(names, 1):
        literal_of[number], literal_of[-number] = literals(name)
    literal = literal_of.__getitem__
    premises = Premise.numbered([Or(tuple(map(literal, clause))) for clause in clauses])
    targets = [Target(name, literal(number)) for number, name in enumerate(names, 1)]
    theory = Theory(Signature(), premises)
    return ExactEngine(theory, targets=targets, budget=Budget.of(600)), targets


def worlds(clauses: Clauses, names: Names, _deadline: float = NO_LIMIT) -> Any:
    """This project's exact engine as the program uses it, including formula trees and theory."""
    engine, targets = session(clauses, names)
    return list(engine.assignments(targets).models)


def worlds_count(clauses: Clauses, names: Names) -> int:
    """The exact engine, counting only."""
    engine, targets = session(clauses, names)
    return engine.assignments(targets, limit=0).count


def z3(clauses: Clauses, names: Names, deadline: float = NO_LIMIT) -> Models:
    """Z3 with a blocking clause per model. Raises OutOfTime."""
    from z3 import Bool, Not, Or, Solver, is_true, sat

    variables = [Bool(name) for name in names]
    negated = [Not(variable) for variable in variables]
    solver = Solver()
    for clause in clauses:
        solver.add(Or([variables[k - 1] if k > 0 else negated[-k - 1] for k in clause]))
    models: Models = []
    while solver.check() == sat:
        model = solver.model()
        values = [is_true(model[variable]) for variable in variables]
        models.append(dict(zip(names, values, strict=True)))
        solver.add(Or([negated[k] if value else variables[k] for k, value in enumerate(values)]))
        if perf_counter() > deadline:
            raise OutOfTime
    return models


def pysat(solver: str) -> Callable[..., Models]:
    """python-sat's enumeration with one of its solvers."""

    def run(clauses: Clauses, names: Names, deadline: float = NO_LIMIT) -> Models:
        """All models. Raises OutOfTime after the time `deadline`."""
        from pysat.solvers import Solver

        positive = (0).__lt__
        models: Models = []
        # A tautology with the last variable makes the solver assign every variable.
        with Solver(name=solver, bootstrap_with=clauses) as engine:
            top = engine.nof_vars()
            if top < len(names):
                engine.add_clause([len(names), -len(names)])
            for model in engine.enum_models():
                models.append(dict(zip(names, map(positive, model))))  # noqa: B905
                if perf_counter() > deadline:
                    raise OutOfTime
        return models

    return run


def clingo(clauses: Clauses, names: Names, deadline: float = NO_LIMIT) -> Models:
    """clingo, with rules passed to its backend, so that no text is parsed. Raises OutOfTime."""
    from clingo import Control, Function

    control = Control(["0"])
    with control.backend() as backend:
        atoms = [backend.add_atom(Function(name)) for name in names]
        backend.add_rule(atoms, choice=True)
        for clause in clauses:
            backend.add_rule([], [-atoms[k - 1] if k > 0 else atoms[-k - 1] for k in clause])
    models: Models = []
    empty = dict.fromkeys(names, False)
    with control.solve(yield_=True) as handle:
        for model in handle:
            values = empty.copy()
            for symbol in model.symbols(atoms=True):
                values[symbol.name] = True
            models.append(values)
            if perf_counter() > deadline:
                raise OutOfTime
    return models
