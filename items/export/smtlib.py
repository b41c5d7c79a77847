"""Items in SMT-LIB 2.6: one script per item, one `check-sat` per statement.

Owns that notation and its files. `obligations` provides the statements.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from items.export.exporter import ExportedFiles, Exporter, FileNames, save, title_of
from items.export.obligations import Obligation, stated_of
from items.models import Item
from solver.errors import InputError
from solver.language.syntax import (
    And,
    BoolSort,
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
    IndividualSort,
    Not,
    Or,
    Pred,
    PredicateSort,
    Prop,
    Signature,
    Term,
    Truth,
)

SUFFIX = ".smt2"
_BOUNDS = {"at_least": ">=", "at_most": "<=", "exactly": "="}


def write(items: Iterable[Item], output: Path) -> ExportedFiles:
    """Write one script per item in a folder, or one script if `output` ends in `.smt2` and there is
    one item. Raises InputError for several."""
    items = list(items)
    files: list[Path] = []
    omitted: list[tuple[str, str]] = []
    single = output.suffix == SUFFIX
    if single and len(items) != 1:
        raise InputError(
            "Several items for one script",
            f"{output}: expected a folder, or one item (--item ID), found {len(items)} items",
        )
    names = FileNames()
    for item in items:
        problem_and_statements = stated_of(item, omitted)
        if problem_and_statements is None:
            continue
        formal, stated = problem_and_statements
        path = output if single else output / f"{names.of(item.id)}{SUFFIX}"
        save(path, script(title_of(item), formal.problem.signature, stated))
        files.append(path)
    return ExportedFiles(tuple(files), len(files), tuple(omitted))


def script(title: str, signature: Signature, obligations: Sequence[Obligation]) -> str:
    """One item as a script. The result that the gold claims, `sat` or `unsat`, precedes each
    `check-sat`."""
    writer = _Writer(signature)
    lines = [f"; {line}" for line in title.split("\n")]
    lines += ["(set-logic ALL)", *writer.declarations()]
    for obligation in obligations:
        lines += ["(push 1)", f"; {obligation.name}: {' '.join(obligation.query_text.split())}"]
        lines += [f"(assert {writer.text(premise)})" for premise in obligation.premises]
        if obligation.formula is not None:
            tested = Not(obligation.formula) if obligation.entailed else obligation.formula
            lines.append(f"(assert {writer.text(tested)})")
        if obligation.expected is not None:
            status = "sat" if obligation.expected != obligation.entailed else "unsat"
            lines.append(f"(set-info :status {status})")
        lines += ["(check-sat)", "(pop 1)"]
    return "\n".join(lines) + "\n"


class _Writer:
    """Writes formulas over one signature. Every name is quoted, and the kinds of symbols are
    distinguished."""

    def __init__(self, signature: Signature) -> None:
        self.symbols = tuple(signature.symbols.values())
        self.sorts: dict[tuple[str, ...], str] = {}
        self.enums: dict[str, str] = {}
        """Maps an Enum symbol to the sort of its values."""
        for symbol in self.symbols:
            if isinstance(symbol.sort, EnumSort):
                sort = self.sorts.setdefault(symbol.sort.values, f"Enum{len(self.sorts) + 1}")
                self.enums[symbol.name] = sort

    def declarations(self) -> Iterable[str]:
        """Sorts first, then every symbol."""
        for values, sort in self.sorts.items():
            listed = " ".join(f"(|{sort} {value}|)" for value in values)
            yield f"(declare-datatypes (({sort} 0)) (({listed})))"
        if any(isinstance(s.sort, IndividualSort | PredicateSort) for s in self.symbols):
            yield "(declare-sort Individual 0)"
        for symbol in self.symbols:
            match symbol.sort:
                case BoolSort():
                    yield f"(declare-const |{symbol.name}| Bool)"
                case EnumSort():
                    yield f"(declare-const |enum {symbol.name}| {self.enums[symbol.name]})"
                case IndividualSort():
                    yield f"(declare-const |constant {symbol.name}| Individual)"
                case PredicateSort(arity):
                    places = " ".join(["Individual"] * arity)
                    yield f"(declare-fun |{symbol.name}/{arity}| ({places}) Bool)"

    def text(self, formula: Formula) -> str:
        """The formula as a term."""
        match formula:
            case Truth(value):
                return "true" if value else "false"
            case Prop(name):
                return f"|{name}|"
            case Pred(name, args):
                return f"(|{name}/{len(args)}| {' '.join(map(_term, args))})"
            case Equal(left, right):
                return f"(= {_term(left)} {_term(right)})"
            case EnumIs(symbol, value):
                return f"(= |enum {symbol}| |{self.enums[symbol]} {value}|)"
            case EnumSame(left, right):
                return f"(= |enum {left}| |enum {right}|)"
            case Not(body):
                return f"(not {self.text(body)})"
            case And(parts):
                return f"(and {' '.join(map(self.text, parts))})"
            case Or(parts):
                return f"(or {' '.join(map(self.text, parts))})"
            case Implies(before, after):
                return f"(=> {self.text(before)} {self.text(after)})"
            case Iff(before, after):
                return f"(= {self.text(before)} {self.text(after)})"
            case ForAll(variable, body):
                return f"(forall ((|variable {variable}| Individual)) {self.text(body)})"
            case Exists(variable, body):
                return f"(exists ((|variable {variable}| Individual)) {self.text(body)})"
            case Count(bound, n, parts):
                summands = " ".join(f"(ite {self.text(part)} 1 0)" for part in parts)
                total = f"(+ {summands})" if len(parts) > 1 else summands
                return f"({_BOUNDS[bound]} {total} {n})"


def _term(term: Term) -> str:
    kind = "constant" if isinstance(term, Constant) else "variable"
    return f"|{kind} {term.name}|"


EXPORTER = Exporter(write, folder=True, suffix=SUFFIX)
