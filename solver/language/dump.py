"""A Problem back into the formal JSON form: what `loader` reads as the same Problem.

Owns the writing of that form.
"""

from solver.language.printer import Notation, print_formula
from solver.language.problem import Add, Define, Drop, Edit, Problem, Replace
from solver.language.sorts import shown, write_sort


def dump_problem(problem: Problem, notation: Notation = Notation.LATEX) -> dict[str, object]:
    """The problem in its JSON form; loading it gives the same problem.

    Formulas are written in the notation, queries as they were.
    """
    symbols = problem.signature.symbols.values()
    declared = [symbol for symbol in symbols if symbol.declared]
    several = {s.name for s in symbols if sum(other.name == s.name for other in symbols) > 1}
    data: dict[str, object] = {
        "parameters": {
            (shown(s) if s.name in several else s.name): write_sort(s.sort) for s in declared
        },
        "translation": {
            **{(shown(s) if s.places else s.name): s.gloss for s in symbols if s.gloss},
            **problem.notes,
        },
        "premise": [print_formula(formula, notation) for formula in problem.premises],
    }
    if problem.definitions:
        data["define"] = {
            name: print_formula(formula, notation) for name, formula in problem.definitions.items()
        }
    data["question"] = [query.text for query in problem.queries]
    if problem.variants:
        data["variants"] = {
            name: [_dump_edit(edit, notation) for edit in variant.edits]
            for name, variant in problem.variants.items()
        }
    return data


def _dump_edit(edit: Edit, notation: Notation) -> dict[str, object]:
    match edit:
        case Drop(number):
            return {"op": "drop", "premise": number}
        case Add(formula):
            return {"op": "add", "formula": print_formula(formula, notation)}
        case Replace(number, formula):
            text = print_formula(formula, notation)
            return {"op": "replace", "premise": number, "formula": text}
        case Define(name, formula):
            return {"op": "define", "name": name, "formula": print_formula(formula, notation)}
