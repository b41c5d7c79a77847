r"""Writing a formula tree as text in any of the three notations.

Owns the placement of brackets: as few as the grammar of `parser` needs for the text to parse to the
same tree. Natural language belongs to `words`.
"""

from dataclasses import dataclass
from enum import StrEnum

from solver.language.lexer import AND, IFF, IMPLIES, NOT, OPEN, OR, XOR
from solver.language.syntax import (
    And,
    Count,
    EnumIs,
    EnumSame,
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
    Truth,
)


class Notation(StrEnum):
    """A notation of formulas."""

    UNICODE = "unicode"
    LATEX = "latex"
    ASCII = "ascii"


@dataclass(frozen=True, slots=True)
class _Signs:
    conj: str
    disj: str
    implies: str
    iff: str
    negation: str
    forall: str
    exists: str
    inequality: str
    true: str
    false: str
    xor: str


_SIGNS = {
    Notation.UNICODE: _Signs(" ∧ ", " ∨ ", " → ", " ↔ ", "¬", "∀", "∃", " ≠ ", "⊤", "⊥", " ⊕ "),
    Notation.LATEX: _Signs(
        r" \wedge ",
        r" \vee ",
        r" \rightarrow ",
        r" \leftrightarrow ",
        r"\neg ",
        r"\forall ",
        r"\exists ",
        r" \neq ",
        r"\top",
        r"\bot",
        r" \oplus ",
    ),
    Notation.ASCII: _Signs(
        " & ", " | ", " -> ", " <-> ", "~", "forall ", "exists ", " != ", "true", "false", " xor "
    ),
}


def print_formula(formula: Formula, notation: Notation = Notation.UNICODE) -> str:
    """The formula as text, from which `parse_formula` over the same symbols gives the same tree.

    Two cases cannot be written, and parsing never produces them: a constant in the scope of a
    variable of the same name and, in ASCII, ⊤ or ⊥ together with symbols named `true` or `false`.
    """
    if isinstance(formula, Prop):
        return formula.name
    return _text(formula, OPEN, False, _SIGNS[notation])


def _text(formula: Formula, level: int, followed: bool, signs: _Signs) -> str:
    """The formula as an operand that must bind tighter than `level`.

    `followed` says that ∧, ∨ or → comes next, which would fall into the scope of a quantifier
    without a bracket.
    """
    match formula:
        case Prop(name):
            return name
        case Pred(name, args):
            return f"{name}({', '.join(term.name for term in args)})"
        case Not(Prop(name)):
            return f"{signs.negation}{name}"
        case And(parts):
            return _joined(parts, AND, signs.conj, level, followed, signs)
        case Or(parts):
            return _joined(parts, OR, signs.disj, level, followed, signs)
        case Implies(left, right):
            if level >= IMPLIES:
                return f"({_text(formula, OPEN, False, signs)})"
            # → groups to the right, so another → on the right side needs no brackets.
            first = _text(left, IMPLIES, True, signs)
            return f"{first}{signs.implies}{_text(right, IFF, followed, signs)}"
        case Iff(left, right):
            if level >= IFF:
                return f"({_text(formula, OPEN, False, signs)})"
            first = _text(left, OPEN, False, signs)
            return f"{first}{signs.iff}{_text(right, IFF, followed, signs)}"
        case Not(Equal(left, right)):
            return f"{left.name}{signs.inequality}{right.name}"
        case Not(EnumIs(symbol, other) | EnumSame(symbol, other)):
            return f"{symbol}{signs.inequality}{other}"
        case Not(Not(Equal() | EnumIs() | EnumSame()) as body):
            return f"{signs.negation}({_text(body, OPEN, False, signs)})"
        case Not(body):
            return f"{signs.negation}{_text(body, NOT, followed, signs)}"
        case Equal(left, right):
            return f"{left.name} = {right.name}"
        case EnumIs(symbol, other) | EnumSame(symbol, other):
            return f"{symbol} = {other}"
        case ForAll(variable, body):
            return _quantified(f"{signs.forall}{variable} ", body, followed, signs)
        case Exists(variable, body):
            return _quantified(f"{signs.exists}{variable} ", body, followed, signs)
        case Truth(value):
            return signs.true if value else signs.false
        case Count("exactly", 1, (left, right)):
            # ∨ and ⊕ are mixed only with brackets; a chain of ⊕ groups to the left.
            if level >= OR:
                return f"({_text(formula, OPEN, False, signs)})"
            chain = IMPLIES if _is_xor(left) else XOR
            first = _text(left, chain, True, signs)
            return f"{first}{signs.xor}{_text(right, XOR, followed, signs)}"
        case Count(bound, n, parts):
            listed = ", ".join(_text(part, OPEN, False, signs) for part in parts)
            if bound == "exactly" and n == 1:
                return f"exactly_one({listed})"
            return f"{bound}({n}; {listed})"


def _is_xor(formula: Formula) -> bool:
    return isinstance(formula, Count) and (formula.bound, formula.n, len(formula.parts)) == (
        "exactly",
        1,
        2,
    )


def _joined(
    parts: tuple[Formula, ...], own_level: int, sign: str, level: int, followed: bool, signs: _Signs
) -> str:
    if level >= own_level:
        return f"({_joined(parts, own_level, sign, OPEN, False, signs)})"
    last = len(parts) - 1
    return sign.join(
        [_text(part, own_level, followed or i < last, signs) for i, part in enumerate(parts)]
    )


def _quantified(head: str, body: Formula, followed: bool, signs: _Signs) -> str:
    match body:
        case And() | Or() | Implies() | Iff() | Equal() | EnumIs() | EnumSame():
            return f"{head}({_text(body, OPEN, False, signs)})"
        case Not(Equal() | EnumIs() | EnumSame()):
            return f"{head}({_text(body, OPEN, False, signs)})"
        case Count("exactly", 1, (_, _)):
            return f"{head}({_text(body, OPEN, False, signs)})"
    text = head + _text(body, NOT, False, signs)
    return f"({text})" if followed else text
