"""The backbone: literals and formulas that have the same value in all models.

Owns the list of literals (every Bool and ground atom in use, every value of an Enum, named
formulas) and sorting them into always true, never true and contingent. Leaves deciding to
`formula_standing`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from time import monotonic

from solver.cancel import Cancel, proceed
from solver.engines.atoms import ground_key
from solver.inspection.formula_standing import FormulaVerdict, standing
from solver.language.problem import Theory
from solver.language.syntax import (
    BoolSort,
    Constant,
    EnumIs,
    EnumSort,
    Formula,
    IndividualSort,
    Pred,
    PredicateSort,
    Prop,
    SymbolKey,
    symbols_of,
)
from solver.queries import DEFAULT_TIMEOUT, Session
from solver.results import EngineChoice

MAX_ATOMS = 512
"""Maximum ground atoms of predicates that are checked; `truncated` says if there are more."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A formula whose value may be the same in all models."""

    key: str
    """Printed form: `A`, `F(a)`, `status=going`, the name of a definition, a formula's label."""
    formula: Formula
    verdict: FormulaVerdict
    """ENTAILED: true in all models; CONTRADICTED: false in all; UNDETERMINED: contingent."""
    symbol: str | None = None
    """The Enum symbol, if the literal is one of its values."""


@dataclass(frozen=True, slots=True)
class Backbone:
    """Every literal with its standing."""

    literals: tuple[Literal, ...]
    formulas: tuple[Literal, ...]
    """Definitions and named formulas, in the given order."""
    truncated: bool = False
    """True if not every ground atom was checked, or time ran out."""

    @property
    def true(self) -> tuple[Literal, ...]:
        """Literals that hold in all models."""
        return tuple(
            literal for literal in self.literals if literal.verdict is FormulaVerdict.ENTAILED
        )

    @property
    def false(self) -> tuple[Literal, ...]:
        """Literals that are false in all models, except the values of an Enum whose value is
        fixed."""
        settled = {entry.symbol for entry in self.true if entry.symbol is not None}
        return tuple(
            literal
            for literal in self.literals
            if literal.verdict is FormulaVerdict.CONTRADICTED and literal.symbol not in settled
        )

    @property
    def contingent(self) -> tuple[Literal, ...]:
        """Literals that are true in some models and false in others."""
        return tuple(
            literal for literal in self.literals if literal.verdict is FormulaVerdict.UNDETERMINED
        )


def backbone(
    theory: Theory,
    formulas: Mapping[str, Formula] | None = None,
    *,
    extra_symbols: Iterable[SymbolKey] = (),
    engine: EngineChoice = "auto",
    timeout: float = DEFAULT_TIMEOUT,
    seconds: float = 30.0,
    cancel: Cancel | None = None,
) -> Backbone:
    """The backbone of a theory, for the symbols that its premises and definitions use.

    `formulas` are checked in addition to the definitions; `extra_symbols` names further symbols.
    `timeout` is the limit of one check, `seconds` that of the whole; literals not reached are
    unknown. Raises `Cancelled`.
    """
    literals_asked, cut = _literals(theory, extra_symbols)
    named = {**{name: Prop(name) for name in theory.definitions}, **(formulas or {})}
    session = Session(theory, (), engine, timeout, cancel)
    end = monotonic() + seconds

    def ask(key: str, formula: Formula, symbol: str | None) -> Literal:
        nonlocal cut
        proceed(cancel)
        if monotonic() > end:
            cut = True
            return Literal(key, formula, FormulaVerdict.UNKNOWN, symbol)
        stand = standing(session, formula, want_supports=False).verdict
        return Literal(key, formula, stand, symbol)

    literals = tuple([ask(key, formula, symbol) for key, formula, symbol in literals_asked])
    return Backbone(
        literals, tuple([ask(key, formula, None) for key, formula in named.items()]), cut
    )


def _literals(
    theory: Theory, extra_symbols: Iterable[SymbolKey]
) -> tuple[list[tuple[str, Formula, str | None]], bool]:
    used: set[SymbolKey] = set(extra_symbols)
    for premise in theory.premises:
        used |= symbols_of(premise.formula)
    for formula in theory.definitions.values():
        used |= symbols_of(formula)
    rows: list[tuple[str, Formula, str | None]] = []
    symbols = [s for key, s in theory.signature.symbols.items() if key in used]
    constants = [Constant(s.name) for s in symbols if isinstance(s.sort, IndividualSort)]
    atoms: list[Pred] = []
    cut = False
    for symbol in symbols:
        match symbol.sort:
            case BoolSort():
                rows.append((symbol.name, Prop(symbol.name), None))
            case EnumSort(values):
                rows += [
                    (f"{symbol.name}={value}", EnumIs(symbol.name, value), symbol.name)
                    for value in values
                ]
            case PredicateSort(arity):
                for args in product(constants, repeat=arity):
                    if len(atoms) >= MAX_ATOMS:
                        cut = True
                        break
                    atoms.append(Pred(symbol.name, args))
    rows += [(ground_key(atom), atom, None) for atom in atoms]
    return rows, cut
