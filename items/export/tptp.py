"""Items in TPTP first-order form (FOF): one problem per statement.

Owns that notation and its files. `obligations` provides the statements.

An entailment is the conjecture itself. For satisfiability of a formula, the conjecture is its
negation, which is `CounterSatisfiable` exactly then. An Enum becomes one proposition per value, of
which exactly one is true.
"""

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

from items.export.exporter import ExportedFiles, Exporter, FileNames, save, title_of
from items.export.obligations import Obligation, stated_of
from items.models import Item
from solver.errors import InputError
from solver.language.syntax import (
    And,
    Constant,
    Count,
    EnumIs,
    EnumSame,
    EnumSort,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Signature,
    Term,
    Truth,
)

MAX_COMBINATIONS = 5000
"""Most disjuncts into which a cardinality may be expanded."""


def write(items: Iterable[Item], output: Path) -> ExportedFiles:
    """Write one problem per statement in a folder."""
    files: list[Path] = []
    omitted: list[tuple[str, str]] = []
    written = 0
    names = FileNames()
    for item in items:
        problem_and_statements = stated_of(item, omitted)
        if problem_and_statements is None:
            continue
        formal, stated = problem_and_statements
        before = len(files)
        for obligation in stated:
            if obligation.formula is None:
                omitted.append(
                    (
                        f"{item.id}, question {obligation.name}",
                        f"no conjecture: {obligation.query_text}",
                    )
                )
                continue
            path = output / f"{names.of(f'{item.id}-{obligation.name}')}.p"
            try:
                text = problem(title_of(item), formal.problem.signature, obligation)
            except InputError as error:
                omitted.append((f"{item.id}, question {obligation.name}", error.message))
                continue
            save(path, text)
            files.append(path)
        written += len(files) > before
    return ExportedFiles(tuple(files), written, tuple(omitted))


def problem(title: str, signature: Signature, obligation: Obligation) -> str:
    """One statement as a problem; a comment gives the status claimed by the gold."""
    writer = _Writer(signature)
    lines = [f"% {line}" for line in title.split("\n")]
    lines.append(f"% {' '.join(obligation.query_text.split())}")
    if obligation.expected is not None and obligation.formula is not None:
        follows = obligation.expected == obligation.entailed
        lines.append(f"% Status : {'Theorem' if follows else 'CounterSatisfiable'}")
    for n, axiom in enumerate(writer.enum_axioms(), start=1):
        lines.append(f"fof(enum{n}, axiom, {axiom}).")
    for n, premise in enumerate(obligation.premises, start=1):
        lines.append(f"fof(premise{n}, axiom, {writer.text(premise)}).")
    if obligation.formula is not None:
        conjecture = obligation.formula if obligation.entailed else Not(obligation.formula)
        lines.append(f"fof(asked, conjecture, {writer.text(conjecture)}).")
    return "\n".join(lines) + "\n"


class _Writer:
    """Writes formulas over one signature. Every name is quoted, and the kinds of symbols are
    distinguished."""

    def __init__(self, signature: Signature) -> None:
        self.enums = {
            symbol.name: symbol.sort.values
            for symbol in signature.symbols.values()
            if isinstance(symbol.sort, EnumSort)
        }

    def enum_axioms(self) -> list[str]:
        """Each Enum symbol has exactly one value."""
        return [
            self.text(Count("exactly", 1, tuple(EnumIs(name, value) for value in values)))
            for name, values in self.enums.items()
        ]

    def text(self, formula: Formula) -> str:
        """The formula, in brackets if it has parts."""
        match formula:
            case Truth(value):
                return "$true" if value else "$false"
            case Prop(name):
                return f"'{name}'"
            case Pred(name, args):
                return f"'{name}/{len(args)}'({', '.join(map(_term, args))})"
            case Equal(left, right):
                return f"({_term(left)} = {_term(right)})"
            case EnumIs(symbol, value):
                return f"'{symbol}={value}'"
            case EnumSame(first, second):
                same = tuple(
                    And((EnumIs(first, value), EnumIs(second, value)))
                    for value in self.enums[first]
                )
                return self.text(Or(same)) if len(same) > 1 else self.text(same[0])
            case Not(body):
                return f"~ {self._closed(body)}"
            case And(parts):
                return self._joined(" & ", parts)
            case Or(parts):
                return self._joined(" | ", parts)
            case Implies(before, after):
                return f"({self._closed(before)} => {self._closed(after)})"
            case Iff(before, after):
                return f"({self._closed(before)} <=> {self._closed(after)})"
            case ForAll(variable, body):
                return f"! [{_variable(variable)}] : {self._closed(body)}"
            case Exists(variable, body):
                return f"? [{_variable(variable)}] : {self._closed(body)}"
            case Count(bound, n, parts):
                return self.text(_written_out(bound, n, parts))

    def _joined(self, sign: str, parts: tuple[Formula, ...]) -> str:
        return f"({sign.join(map(self._closed, parts))})"

    def _closed(self, formula: Formula) -> str:
        """The formula in brackets, unless its text already has them."""
        text = self.text(formula)
        return f"({text})" if isinstance(formula, ForAll | Exists) else text


def _written_out(bound: str, n: int, parts: tuple[Formula, ...]) -> Formula:
    """A cardinality expanded into ∧, ∨ and ¬."""
    if bound == "exactly":
        return And((_written_out("at_least", n, parts), _written_out("at_most", n, parts)))
    if bound == "at_most":
        return Not(_written_out("at_least", n + 1, parts))
    if n <= 0:
        return Truth(True)
    if n > len(parts):
        return Truth(False)
    chosen = []
    for group in combinations(parts, n):
        chosen.append(And(group) if n > 1 else group[0])
        if len(chosen) > MAX_COMBINATIONS:
            raise InputError(
                "Cardinality too large for TPTP",
                f"expected at most {MAX_COMBINATIONS} combinations, found {n} of {len(parts)}",
            )
    return Or(tuple(chosen)) if len(chosen) > 1 else chosen[0]


def _term(term: Term) -> str:
    return f"'{term.name}'" if isinstance(term, Constant) else _variable(term.name)


def _variable(name: str) -> str:
    return f"V{name}"


EXPORTER = Exporter(write, folder=True)
