"""The exact engine on first-order problems, by way of `ground`.

Owns how each query kind is asked over ground atoms, and how a world over ground atoms is read back
as a finite structure, made small and checked. The bound and its proof are in `ground`.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from solver.errors import InputError
from solver.language.narrow import Stuck, quantified
from solver.language.problem import Premise, Query, QueryKind, Target, Theory
from solver.language.syntax import (
    BoolSort,
    Constant,
    EnumSort,
    Formula,
    Iff,
    Pred,
    PredicateSort,
    Prop,
    expand,
    negation,
    symbols_of,
)
from solver.language.usage import substitute
from solver.results import EngineAnswer, Model, Structure, Verdict, World
from solver.structures import holds, predicate_key
from solver.worlds.engine import Worlds
from solver.worlds.formula import NotFinite, ground_key
from solver.worlds.ground import GroundTheory, ground, same_name
from solver.worlds.space import TooLarge


def answer(theory: Theory, query: Query, *, limit: int | None = None) -> EngineAnswer:
    """The exact engine's answer to a query over a first-order theory; UNKNOWN, with the reason,
    where the problem is outside the class that can be grounded, or too large.

    Raises InputError where the targets of `has_alternative(targets; f)` do not determine f.
    """
    began = time.perf_counter()
    try:
        found = _dispatch(_with(theory, query.given), replace(query, given=None), limit)
    except Stuck as stuck:
        found = _unknown(f"cannot be grounded: {stuck}")
    except (NotFinite, TooLarge) as trouble:
        found = _unknown(trouble.message or trouble.title)
    return replace(found, milliseconds=(time.perf_counter() - began) * 1000)


def _dispatch(theory: Theory, query: Query, limit: int | None) -> EngineAnswer:
    match query.kind:
        case QueryKind.POSSIBLE | QueryKind.NECESSARY:
            return _verdict(theory, query)
        case QueryKind.PROJECTION:
            return _project(theory, query.listed, query.mode or "possible", query.text)
    return _assignments(theory, query, limit)


def _unknown(reason: str) -> EngineAnswer:
    return EngineAnswer("worlds", Verdict.UNKNOWN, exhausted=False, reason=reason)


def _with(theory: Theory, *formulas: Formula | None) -> Theory:
    """The theory with further premises."""
    number = max((premise.number for premise in theory.premises), default=-1) + 1
    more = [formula for formula in formulas if formula is not None]
    added = [Premise(number + place, formula) for place, formula in enumerate(more)]
    return replace(theory, premises=(*theory.premises, *added)) if added else theory


def _ask(made: GroundTheory, query: Query, limit: int | None) -> EngineAnswer:
    theory = _with(made.theory, made.background)
    found = Worlds(theory, (query,)).answer(query, limit=limit)
    return replace(found, note=f"by grounding; {made.bound}", countermodel=None, witness=None)


# --- verdicts ----------------------------------------------------------------------------------


def _verdict(theory: Theory, query: Query) -> EngineAnswer:
    """possible and necessary: the formula, or its negation, is assumed with the premises."""
    if query.formula is None:
        raise InputError("Query without a formula", query.text)
    possible = query.kind is QueryKind.POSSIBLE
    assumed = query.formula if possible else negation(query.formula)
    made = ground(theory, [assumed])
    asked = Query(QueryKind.POSSIBLE, query.text, made.positive(0))
    whole = _with(made.theory, made.background)
    found = Worlds(whole, (asked,)).answer(asked)
    world: World | None = None
    if isinstance(found.witness, dict):
        world = _structure(made, theory, [assumed], found.witness)
    note = f"by grounding; {made.bound}"
    if possible:
        return EngineAnswer("worlds", found.verdict, witness=world, note=note)
    refuted = found.verdict is Verdict.POSSIBLE
    verdict = Verdict.UNNECESSARY if refuted else Verdict.NECESSARY
    return EngineAnswer("worlds", verdict, countermodel=world, note=note)


def _project(theory: Theory, listed: Sequence[Target], mode: str, text: str) -> EngineAnswer:
    necessary = mode == "necessary"
    formulas = []
    for target in listed:
        if target.formula is None:
            raise InputError("Projection of an Enum symbol", text, "List formulas.")
        formulas.append(negation(target.formula) if necessary else target.formula)
    made = ground(theory, formulas)
    asked = Query(
        QueryKind.PROJECTION,
        text,
        mode="possible",
        listed=tuple(Target(t.key, made.positive(place)) for place, t in enumerate(listed)),
    )
    found = _ask(made, asked, None)
    if not necessary:
        return found
    refuted = set(found.projection or ())
    keys = tuple(target.key for target in listed if target.key not in refuted)
    return replace(found, projection=keys)


# --- assignments -------------------------------------------------------------------------------


def _individuals(theory: Theory, query: Query, variable: str, limit: int | None) -> EngineAnswer:
    formula = query.formula
    if formula is None:
        raise InputError("Query without a formula", query.text)
    listed = tuple(
        Target(name, substitute(formula, variable, Constant(name)))
        for name in theory.signature.constants()
    )
    found = _project(theory, listed, "possible", query.text)
    names = found.projection or ()
    models: tuple[Model, ...] | None = None
    if query.kind is QueryKind.ENUMERATE_MODELS:
        models = tuple({variable: name} for name in names[:limit])
    return replace(
        found,
        projection=None,
        models=models,
        count=len(names),
        exhausted=models is None or len(models) == len(names),
    )


def _assignments(theory: Theory, query: Query, limit: int | None) -> EngineAnswer:
    """All kinds with targets. A quantified target or formula becomes a Bool made equal to it."""
    if query.variable is not None:
        return _individuals(theory, query, query.variable, limit)
    columns: list[Formula] = []
    equal: list[Formula] = []
    formulas = [t.formula for t in query.targets if t.formula is not None]
    if query.formula is not None:
        formulas.append(query.formula)
    for place, formula in enumerate(formulas):
        written = expand(formula, theory.definitions)
        if quantified(written):
            column = Prop(f"column {place}")
            equal.append(Iff(column, written))
            columns.append(column)
        else:
            columns.append(written)
    made = ground(_with(theory, *equal), columns)
    places = iter(range(len(columns)))
    targets = tuple(
        t if t.formula is None else Target(t.key, made.positive(next(places)))
        for t in query.targets
    )
    last = None if query.formula is None else made.positive(next(places))
    return _ask(made, replace(query, targets=targets, formula=last), limit)


# --- reading back ------------------------------------------------------------------------------


def _structure(
    made: GroundTheory, theory: Theory, also: Sequence[Formula], world: Model
) -> Structure:
    """The structure a ground world describes: elements the world equates are one, those nobody
    needs are left out, and every formula is checked in what remains."""
    formulas = [
        expand(formula, theory.definitions)
        for formula in (*(premise.formula for premise in theory.premises), *also)
    ]
    elements = made.grounder.elements
    first: dict[str, str] = {}
    for place, element in enumerate(elements):
        same = (one for one in elements[:place] if world.get(same_name(one, element)) is True)
        first[element] = next(same, element)
    domain = tuple(element for element in elements if first[element] == element)
    keys = frozenset[tuple[str, int]]().union(*(symbols_of(formula) for formula in formulas))
    used = {key: s for key, s in theory.signature.symbols.items() if key in keys}
    predicates: dict[str, frozenset[tuple[str, ...]]] = {}
    values: dict[str, bool | str] = {}
    for (name, arity), symbol in used.items():
        match symbol.sort:
            case PredicateSort():
                predicates[predicate_key(used, name, arity)] = frozenset(
                    row
                    for row in product(domain, repeat=arity)
                    if world.get(ground_key(Pred(name, tuple(map(Constant, row))))) is True
                )
            case BoolSort():
                values[name] = world.get(name, False)
            case EnumSort(options):
                values[name] = world.get(name, options[0])
    constants = {name: first[name] for name in made.grounder.constants}
    found = Structure(domain, constants, predicates, values)
    if not all(holds(found, formula) for formula in formulas):
        raise AssertionError("a ground world describes a structure in which a formula fails")
    return _smaller(found, formulas)


def _smaller(structure: Structure, formulas: Sequence[Formula]) -> Structure:
    """Without unnamed elements the formulas can do without, tried from the last on."""
    named = set(structure.constants.values())
    for element in reversed(structure.domain):
        if element in named or len(structure.domain) == 1:
            continue
        less = replace(
            structure,
            domain=tuple(other for other in structure.domain if other != element),
            predicates={
                key: frozenset(row for row in rows if element not in row)
                for key, rows in structure.predicates.items()
            },
        )
        if all(holds(less, formula) for formula in formulas):
            structure = less
    return structure
