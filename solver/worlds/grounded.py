"""A world over ground atoms read back as a finite structure, made small and checked.

The bound up to which is grounded, and its proof, are in `ground`.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from solver.language.problem import Theory
from solver.language.syntax import (
    BoolSort,
    Constant,
    EnumSort,
    Formula,
    Pred,
    PredicateSort,
    expand,
    symbols_of,
)
from solver.results import Model, Structure
from solver.structures import holds, predicate_key
from solver.worlds.formula import ground_key
from solver.worlds.ground import GroundTheory, same_name


def structure_of(
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
