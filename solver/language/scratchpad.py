"""A formalization as lines of text, while the user types it.

Owns the pad with the last problem that could be read from it, and writing a problem as lines; the
format is documented in docs/language.md. Leaves reading to `scratchpad_lines`, answers to
`queries`, items to `items.scratchpads.text`.
"""

from dataclasses import dataclass

from solver.cancel import NO_LIMIT, Budget
from solver.language.edits import format_edit
from solver.language.printer import Notation, print_formula
from solver.language.problem import Problem
from solver.language.scratchpad_lines import (
    Scratch,
    read_scratch,
)
from solver.language.sorts import symbol_with_places, write_sort
from solver.language.syntax import PredicateSort

EXAMPLE = """\
# A goat, a baker and a ferry
S, B: Bool
L: Bool -- the ferry is late
S -> B
~(L & B)
S
? necessary(~L)
? enumerate_models(S, B, L) under alpha
@alpha negate 3
"""


@dataclass(frozen=True, slots=True)
class Scratchpad:
    """The current text, and the last problem that could be read from it."""

    scratch: Scratch
    readable_problem: Problem | None
    """The problem of the current text without unreadable queries; if another line has errors, the
    problem of the last text without such errors."""

    @classmethod
    def of(cls, text: str = "") -> "Scratchpad":
        """A pad with an initial text."""
        scratch = read_scratch(text)
        return cls(scratch, scratch.answerable)

    def typed(self, text: str, budget: Budget = NO_LIMIT) -> "Scratchpad":
        """The pad with another text. Raises GaveUp if the budget's token is cancelled."""
        if text == self.scratch.text:
            return self
        scratch = read_scratch(text, budget)
        return Scratchpad(scratch, scratch.answerable or self.readable_problem)

    @property
    def stale(self) -> bool:
        """Whether `readable_problem` belongs to an earlier text."""
        return self.scratch.answerable is None


# --- writing -----------------------------------------------------------------------------------


def write_scratch(problem: Problem, notation: Notation = Notation.UNICODE) -> str:
    """A problem as lines; reading them gives the same premises, definitions, queries and variants
    over the same symbols."""
    lines = []
    for symbol in problem.signature.symbols.values():
        if not symbol.declared and not symbol.gloss:
            continue
        gloss = f" -- {' '.join(symbol.gloss.split())}" if symbol.gloss else ""
        if isinstance(symbol.sort, PredicateSort):
            lines.append(f"{symbol_with_places(symbol)}: {write_sort(symbol.sort)}{gloss}")
        else:
            lines.append(f"{symbol.name}: {write_sort(symbol.sort)}{gloss}")
    lines += [f"# {key}: {' '.join(text.split())}" for key, text in problem.notes.items()]
    lines += [
        f"{name} := {print_formula(formula, notation)}"
        for name, formula in problem.definitions.items()
    ]
    lines += [print_formula(formula, notation) for formula in problem.premises]
    lines += [f"? {' '.join(query.text.split())}" for query in problem.queries]
    for name, variant in problem.variants.items():
        lines += [f"@{name} {format_edit(edit, notation)}" for edit in variant.edits] or [
            f"@{name}"
        ]
    return "".join(line + "\n" for line in lines)
