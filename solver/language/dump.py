"""Writing a Problem in the formal JSON form, which `loader` reads as the same Problem.

Owns the writer of that form.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from solver.language.printer import Notation, print_formula
from solver.language.problem import Add, Define, Drop, Edit, Problem, Replace
from solver.language.sorts import symbol_with_places, write_sort
from solver.language.syntax import Symbol


def dump_problem(problem: Problem, notation: Notation = Notation.LATEX) -> dict[str, object]:
    """The problem in its JSON form; loading it gives the same problem.

    Formulas are written in `notation`; queries keep their original text.
    """
    symbols = problem.signature.symbols.values()
    data: dict[str, object] = {
        "parameters": declarations([symbol for symbol in symbols if symbol.declared], symbols),
        "translation": {
            **{
                (symbol_with_places(s) if s.places else s.name): s.gloss for s in symbols if s.gloss
            },
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


def declarations(declared_symbols: Iterable[Symbol], symbols: Collection[Symbol]) -> dict[str, str]:
    """The `parameters` that declare the symbols in `declared_symbols`, with places where `symbols`
    repeats a name."""
    names = Counter(symbol.name for symbol in symbols)
    return {
        (symbol_with_places(symbol) if names[symbol.name] > 1 else symbol.name): write_sort(
            symbol.sort
        )
        for symbol in declared_symbols
    }


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
