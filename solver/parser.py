r"""Text to formula tree: operators by precedence, quantifier scope, equality, cardinality.

Owns the grammar of formulas. Leaves spelling to `lexer`, the meaning of names to `signature`,
queries to `query_parser`.

From tightest to loosest: ¬ and a quantifier before a bracket; = and ≠ between terms; ∧; ∨; → (to
the right); ↔ (to the left). A quantifier before a bracket binds that bracket alone, any other runs
through the next → but not past ↔. A full stop or colon after the variable changes nothing.
"""

from collections.abc import Collection
from typing import Never

from solver import lexer
from solver.errors import FormulaError
from solver.lexer import (
    AND,
    CLOSE,
    CODES,
    COMMA,
    DOT,
    END,
    EQ,
    EXISTS,
    FALSE,
    FORALL,
    IFF,
    IMPLIES,
    LOOSE,
    NEQ,
    NOT,
    OPEN,
    OR,
    SEMICOLON,
    SHAPES,
    TIGHT,
    TRUE,
)
from solver.signature import Fault, SignatureBuilder
from solver.syntax import (
    And,
    Count,
    CountBound,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Signature,
    Term,
    Truth,
    Variable,
    children,
)

MAX_DEPTH = 200
"""Levels a formula may nest. What walks trees recursively stays clear of Python's own limit."""

_BOUNDS: dict[str, CountBound] = {
    "exactly_one": "exactly",
    "exactly": "exactly",
    "at_least": "at_least",
    "at_most": "at_most",
}


def parse_formula(
    text: str,
    signature: Signature | None = None,
    *,
    strict: bool = False,
    bound: Collection[str] = (),
    defined: Collection[str] = (),
) -> Formula:
    """Read one formula.

    Names are looked up in the signature; others are declared by their use (refused if `strict`).
    `bound` are names to read as variables, `defined` names to read as formulas. Raises
    FormulaError, with the position, for anything that is not a formula over these symbols.
    """
    builder = SignatureBuilder(signature, strict=strict, defined=defined)
    return formula_of(text, builder, bound)


def parse_formulas(
    text: str,
    signature: Signature | None = None,
    *,
    strict: bool = False,
    defined: Collection[str] = (),
) -> tuple[Formula, ...]:
    """Read formulas separated by commas or semicolons, such as `H, (H → A), ¬B`."""
    return formulas_of(text, SignatureBuilder(signature, strict=strict, defined=defined))


def formula_of(text: str, builder: SignatureBuilder, bound: Collection[str] = ()) -> Formula:
    """One formula, names resolved by (and declared in) the builder."""
    tokens = lexer.tokenize(text)
    try:
        formula, index = read(tokens, 0, builder, bound)
        if tokens[index] != END:
            _unexpected(tokens, index)
    except Fault as fault:
        raise as_error(text, fault) from None
    return formula


def formulas_of(text: str, builder: SignatureBuilder) -> tuple[Formula, ...]:
    """Formulas separated by commas or semicolons; a separator at the end is allowed."""
    tokens = lexer.tokenize(text)
    found: list[Formula] = []
    index = 0
    try:
        while True:
            formula, index = read(tokens, index, builder)
            found.append(formula)
            if CODES.get(tokens[index]) in (COMMA, SEMICOLON):
                index += 1
            elif tokens[index] != END:
                _unexpected(tokens, index)
            if tokens[index] == END:
                return tuple(found)
    except Fault as fault:
        raise as_error(text, fault) from None


def as_error(text: str, fault: Fault) -> FormulaError:
    """The fault as an error that shows its place in the text."""
    return FormulaError(text, lexer.position(text, fault.index), fault.message, fault.hint)


def read(
    tokens: list[str], start: int, names: SignatureBuilder, bound: Collection[str] = ()
) -> tuple[Formula, int]:
    """Read one formula from token `start` on; returns it and the first token after it.

    It ends before the first comma, semicolon, closing bracket or name that cannot continue it:
    the caller says whether that is right. Raises Fault. One loop with its own stacks, since
    nearly all the time of loading a problem is spent here.
    """
    variables = list(bound)
    props = names.props
    codes = CODES.get
    operands: list[Formula] = []
    # Levels of pending operators. Each LOOSE, TIGHT and OPEN but the lowest has an entry in frames.
    pending: list[int] = [OPEN]
    frames: list[_Binder | _Bracket] = []

    def squeeze(level: int) -> None:
        """Apply pending operators that bind tighter than `level`."""
        while pending[-1] > level:
            operator = pending.pop()
            if operator == AND or operator == OR:
                first = len(operands) - 2
                while pending[-1] == operator:
                    pending.pop()
                    first -= 1
                parts = tuple(operands[first:])
                del operands[first + 1 :]
                operands[first] = And(parts) if operator == AND else Or(parts)
            elif operator == NOT:
                operands[-1] = Not(operands[-1])
            elif operator == IMPLIES:
                right = operands.pop()
                operands[-1] = Implies(operands[-1], right)
            elif operator == IFF:
                right = operands.pop()
                operands[-1] = Iff(operands[-1], right)
            else:
                frame = frames.pop()
                assert isinstance(frame, _Binder)
                variables.pop()
                operands[-1] = frame.node(frame.variable, operands[-1])

    index = start
    while True:
        # An operand is expected.
        token = tokens[index]
        code = codes(token)
        if code is None or code == TRUE or code == FALSE:
            after = codes(tokens[index + 1]) if token else None
            if code is None and token in props and after != OPEN and after != EQ and after != NEQ:
                if variables and token in variables:
                    raise Fault(index, f"{token} is a variable, not a formula")
                operands.append(props[token])
                index += 1
            elif (after == EQ or after == NEQ) and lexer.is_value(token):
                right = tokens[index + 2]
                if not lexer.is_value(right):
                    expected(tokens, index + 2, "a term or a value")
                equal = names.equality(token, index, right, index + 2, variables)
                operands.append(equal if after == EQ else Not(equal))
                index += 3
            elif code is not None:
                known = props.get(token)
                operands.append(known if known is not None else Truth(code == TRUE))
                index += 1
            elif not lexer.is_name(token):
                expected(tokens, index, "a formula")
            elif after == OPEN:
                bound_word = _BOUNDS.get(token)
                if bound_word is not None and not _declared(token, names):
                    opened = index + 1
                    n, index = _count_head(tokens, index)
                    pending.append(OPEN)
                    frames.append(_Bracket(opened, bound_word, n, len(operands)))
                    continue
                formula, index = _application(tokens, index, names, variables)
                operands.append(formula)
            elif token in variables:
                raise Fault(index, f"{token} is a variable, not a formula")
            else:
                operands.append(names.prop(token, index))
                index += 1
        elif code == NOT:
            pending.append(NOT)
            index += 1
            continue
        elif code == OPEN:
            pending.append(OPEN)
            frames.append(_Bracket(index))
            index += 1
            continue
        elif code == FORALL or code == EXISTS:
            bracketed = index > start and codes(tokens[index - 1]) == OPEN
            found, index = _variables(tokens, index)
            if bracketed and codes(tokens[index]) == CLOSE and _plain_bracket(frames):
                # The older form (∀x)(…): the bracket around the quantifier says nothing.
                frames.pop()
                pending.pop()
                index += 1
            node = ForAll if code == FORALL else Exists
            for variable in found:
                pending.append(LOOSE)
                frames.append(_Binder(node, variable))
                variables.append(variable)
            if codes(tokens[index]) == OPEN:
                pending[-1] = TIGHT
            continue
        else:
            expected(tokens, index, "a formula")

        # An operator is expected.
        while True:
            if pending[-1] >= NOT:
                squeeze(AND)
            code = codes(tokens[index])
            if code is not None and IFF <= code <= AND:
                level = code if code != IFF else OPEN
                if pending[-1] > level:
                    squeeze(level)
                pending.append(code)
                index += 1
                break
            squeeze(OPEN)
            if len(pending) == 1:
                if index - start > MAX_DEPTH:
                    _check_depth(operands[0], start)
                return operands[0], index
            bracket = frames[-1]
            assert isinstance(bracket, _Bracket)
            if code == CLOSE:
                match_brackets(tokens, bracket.index, index)
                frames.pop()
                pending.pop()
                if bracket.bound is not None:
                    parts = tuple(operands[bracket.base :])
                    del operands[bracket.base :]
                    operands.append(Count(bracket.bound, bracket.n, parts))
                index += 1
            elif code == COMMA and bracket.bound is not None:
                index += 1
                break
            elif tokens[index] == END:
                raise Fault(bracket.index, "this bracket is never closed")
            else:
                _unexpected(tokens, index)


class _Binder:
    """A quantifier whose body is still being read."""

    __slots__ = ("node", "variable")

    def __init__(self, node: type[ForAll] | type[Exists], variable: str) -> None:
        self.node = node
        self.variable = variable


class _Bracket:
    """An open bracket; with `bound`, that of a cardinality operator."""

    __slots__ = ("base", "bound", "index", "n")

    def __init__(
        self, index: int, bound: CountBound | None = None, n: int = 0, base: int = 0
    ) -> None:
        self.index = index
        self.bound = bound
        self.n = n
        self.base = base


def _plain_bracket(frames: list[_Binder | _Bracket]) -> bool:
    return bool(frames) and isinstance(frames[-1], _Bracket) and frames[-1].bound is None


def _declared(name: str, names: SignatureBuilder) -> bool:
    return any(key == name for key, _ in names.predicates)


def _application(
    tokens: list[str], start: int, names: SignatureBuilder, variables: list[str]
) -> tuple[Formula, int]:
    """A predicate and its terms, from the predicate's name on."""
    name = tokens[start]
    constants = names.constants
    args: list[Term] = []
    index = start + 2
    while True:
        token = tokens[index]
        if token in variables:
            args.append(Variable(token))
        elif token in constants:
            args.append(constants[token])
        elif lexer.is_name(token):
            args.append(names.term(token, index))
        else:
            expected(tokens, index, f"an argument of {name}")
        index += 1
        code = CODES.get(tokens[index])
        if code == CLOSE:
            break
        if code != COMMA:
            if tokens[index] == END:
                raise Fault(start + 1, "this bracket is never closed")
            hint = f"If {name} is a formula, an operator is missing after it."
            expected(tokens, index, f"a comma or a bracket after an argument of {name}", hint)
        index += 1
    match_brackets(tokens, start + 1, index)
    if (name, len(args)) not in names.predicates:
        names.predicate(name, len(args), start)
    return Pred(name, tuple(args)), index + 1


def _variables(tokens: list[str], index: int) -> tuple[list[str], int]:
    """The variables after a quantifier, and the token after them."""
    found: list[str] = []
    while True:
        index += 1
        if not lexer.is_name(tokens[index]):
            expected(tokens, index, "a variable")
        found.append(tokens[index])
        index += 1
        if CODES.get(tokens[index]) != COMMA:
            break
    if CODES.get(tokens[index]) == DOT:
        index += 1
    return found, index


def _count_head(tokens: list[str], index: int) -> tuple[int, int]:
    """The number of a cardinality operator, and the token at which its first part begins."""
    if tokens[index] == "exactly_one":
        return 1, index + 2
    number, after = tokens[index + 2], tokens[index + 3 : index + 4]
    if not (number.isascii() and number.isdigit()):
        expected(tokens, index + 2, f"a number, as in {tokens[index]}(2; A, B, C)")
    if not after or CODES.get(after[0]) not in (SEMICOLON, COMMA):
        expected(tokens, index + 3, f"a semicolon after the number of {tokens[index]}")
    return int(number), index + 4


def match_brackets(tokens: list[str], opened: int, closed: int) -> None:
    if SHAPES[tokens[opened]] != SHAPES[tokens[closed]]:
        raise Fault(closed, f"{tokens[opened]} is closed by {tokens[closed]}")


def _check_depth(formula: Formula, start: int) -> None:
    level: list[Formula] = [formula]
    depth = 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise Fault(start, f"the formula nests more than {MAX_DEPTH} levels deep")
        level = [child for node in level for child in children(node)]


def expected(tokens: list[str], index: int, what: str, hint: str = "") -> Never:
    token = tokens[index]
    if token == END:
        found = "the end" if index else "nothing"
        raise Fault(index, f"expected {what}, found {found}", hint)
    _unknown(tokens, index)
    raise Fault(index, f"expected {what}, found {token}", hint)


def _unexpected(tokens: list[str], index: int) -> Never:
    _unknown(tokens, index)
    token = tokens[index]
    code = CODES.get(token)
    if code == CLOSE:
        raise Fault(index, f"{token} closes no bracket")
    if code == EQ or code == NEQ:
        raise Fault(index, f"{token} stands between terms, not formulas", "Use <-> instead.")
    raise Fault(index, f"expected an operator or the end, found {token}")


def _unknown(tokens: list[str], index: int) -> None:
    token = tokens[index]
    if token in CODES or lexer.is_value(token):
        return
    what = "command" if token[0] == "\\" else "character"
    raise Fault(index, f"unknown {what} {token}")
