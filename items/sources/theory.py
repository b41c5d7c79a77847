"""A benchmark's first-order formulas as a formalization that declares the symbols they use.

Owns the step from bare formulas to the program's formal object. Each source owns its fields.
"""

from collections.abc import Mapping, Sequence

from solver.errors import FormulaError
from solver.language.dialect import dialect_of
from solver.language.dump import declarations
from solver.language.parser import formula_of
from solver.language.signature import SignatureBuilder
from solver.language.syntax import Exists, ForAll, walk
from solver.phrases import phrase


def formalization(
    premises: Sequence[str], conclusion: str, glosses: Mapping[str, str], where: str
) -> dict[str, object]:
    """The formal object of premises and the question whether a conclusion follows from them.

    Symbols are declared as the formulas use them. A name that is bound in one place and free in
    another is left undeclared, so that a warning reports it.

    Raises:
        FormulaError: a formula cannot be parsed; its title names the place, its hint a repair if
        there is one.
    """
    names = SignatureBuilder()
    names.dialect = dialect_of([*premises, conclusion])
    bound: set[str] = set()
    listed = [
        (phrase("premise {a}", a=number), text) for number, text in enumerate(premises, start=1)
    ]
    for part, text in (*listed, ("conclusion", conclusion)):
        try:
            formula = formula_of(text, names)
        except FormulaError as error:
            error.title = f"{where}: {part} cannot be read"
            raise
        bound.update(node.variable for node in walk(formula) if isinstance(node, ForAll | Exists))
    symbols = names.signature().symbols.values()
    return {
        "parameters": declarations([s for s in symbols if s.name not in bound], symbols),
        "translation": dict(glosses),
        "premise": list(premises),
        "question": [f"necessary({conclusion})"],
    }
