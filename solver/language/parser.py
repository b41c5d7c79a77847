r"""Parsing text into a formula tree: precedence, quantifier scope, equality, cardinality.

Owns the grammar of formulas. Leaves spelling to `lexer`, the meaning of names to `signature`,
queries to `query_parser`.

From tightest to loosest: ¬ and a quantifier before a bracket; = and ≠ between terms; ∧; ∨ and ⊕
(mixed only with brackets); → (groups to the right); ↔ (to the left). The scope of a quantifier
before a bracket is that bracket; any other scope extends through the next → but not past ↔. A full
stop or colon after the variable has no effect. In the dialects of NLTK, Prover9 and TPTP every
quantifier binds like ¬, and in that of NLTK → groups to the left. `A ⊕ B` is the formula
exactly_one(A, B).
"""

from collections.abc import Collection

from solver.errors import FormulaError
from solver.language import dialect, lexer, repair
from solver.language.functions import application, equation
from solver.language.lexer import (
    AND,
    CLOSE,
    COMMA,
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
    STOP,
    TIGHT,
    TRUE,
    XOR,
)
from solver.language.parser_parts import (
    MAX_DEPTH,
    check_depth,
    closing,
    count_head,
    expected,
    idle_variable,
    is_predicate,
    match_brackets,
    quantified,
    reach_told,
    stands_later,
    too_deep,
    unexpected,
    word_as_name,
)
from solver.language.signature import Fault, SignatureBuilder
from solver.language.syntax import (
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
    Signature,
    SymbolKey,
    Truth,
)
from solver.phrases import phrase

_LOOK_EVERY = 0x7F8
"""Operands whose index has these bits set trigger a check of the budget: about every 2,000th."""
_TRUTH = frozenset([TRUE, FALSE])
_TIGHT = dialect.Dialect.TIGHT
_LEVELS: dict[int, int] = {IFF: OPEN, IMPLIES: IMPLIES, OR: OR, XOR: XOR, AND: AND}
"""By operator: the level up to which pending operators stay pending when it is met."""
_TIGHT_LEVELS = _LEVELS | {IMPLIES: IFF}
_EQUALS = frozenset([EQ, NEQ])
_AFTER_TERM = frozenset([OPEN, EQ, NEQ])
"""Tokens after which the preceding name is a predicate or a term."""
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
    functions: Collection[SymbolKey] | None = None,
) -> Formula:
    """Parse one formula.

    Names are looked up in the signature; others are declared by their use (rejected if `strict`).
    Names in `bound` are read as variables, names in `defined` as formulas. `functions`, if given,
    are the relations of the signature that are functions (with one place less); no other functions
    may be used. Raises FormulaError, with the position, for anything that is not a formula over
    these symbols.
    """
    builder = SignatureBuilder(signature, strict=strict, defined=defined)
    if functions is not None:
        builder.functions, builder.functions_known = dict.fromkeys(functions), True
    return formula_of(text, builder, bound)


def formula_of(text: str, builder: SignatureBuilder, bound: Collection[str] = ()) -> Formula:
    """Parse one formula; names are resolved by (and declared in) the builder. Raises InputError if
    the text is not a formula."""
    tokens = lexer.tokenize(text, builder.budget)
    builder.words.append(tokens)
    try:
        return _whole(tokens, builder, bound)
    except Fault as fault:
        raise as_error(text, _with_proposal(fault, text, builder, bound)) from None


def _whole(tokens: list[str], builder: SignatureBuilder, bound: Collection[str] = ()) -> Formula:
    """The single formula that consists of all tokens. Raises Fault."""
    kinds = dialect.kinds(tokens, builder.dialect, builder.budget)
    builder.codes.append(kinds)
    formula, index = read(tokens, kinds, 0, builder, bound)
    # A full stop at the end is allowed, as in Prover9.
    if kinds[index] != STOP and not (tokens[index] == "." and tokens[index + 1] == END):
        unexpected(tokens, index)
    return formula


def _with_proposal(
    fault: Fault, text: str, builder: SignatureBuilder, bound: Collection[str]
) -> Fault:
    """The fault, with a proposed repair of the text added to its hint where there is one."""

    def reads(candidate: str) -> bool:
        trial = SignatureBuilder(builder.signature(), defined=builder.defined_names)
        trial.dialect = builder.dialect
        try:
            _whole(lexer.tokenize(candidate), trial, bound)
        except Fault:
            return False
        return True

    proposal = repair.proposal(text, lexer.position(text, fault.index), reads)
    if not proposal:
        return fault
    hint = f"{fault.hint} " if fault.hint else ""
    return Fault(fault.index, fault.message, f"{hint}Did you mean: {proposal}")


def formulas_of(text: str, builder: SignatureBuilder) -> tuple[Formula, ...]:
    """Parse formulas separated by commas or semicolons; a trailing separator is allowed. Raises
    InputError if the text is not such a list."""
    tokens = lexer.tokenize(text, builder.budget)
    builder.words.append(tokens)
    kinds = dialect.kinds(tokens, builder.dialect, builder.budget)
    builder.codes.append(kinds)
    formulas: list[Formula] = []
    index = 0
    try:
        while True:
            formula, index = read(tokens, kinds, index, builder)
            formulas.append(formula)
            if kinds[index] in (COMMA, SEMICOLON):
                index += 1
            elif tokens[index] != END:
                unexpected(tokens, index)
            if tokens[index] == END:
                return tuple(formulas)
    except Fault as fault:
        raise as_error(text, fault) from None


def as_error(text: str, fault: Fault) -> FormulaError:
    """The fault as an error that shows its position in the text."""
    return FormulaError(text, lexer.position(text, fault.index), fault.message, fault.hint)


def read(
    tokens: list[str],
    kinds: list[int | None],
    start: int,
    names: SignatureBuilder,
    bound: Collection[str] = (),
) -> tuple[Formula, int]:
    """Parse one formula from token `start` on; returns it and the index of the token after it.

    It ends before the first comma, semicolon, closing bracket or name that cannot continue it; the
    caller decides whether that is valid. `kinds` are those of all tokens. Raises Fault. This is one
    loop with explicit stacks, because loading a problem spends nearly all its time here.
    """
    variables = list(bound)
    props, negations = names.props, names.negations
    operands: list[Formula] = []
    # Levels of pending operators. Each LOOSE, TIGHT and OPEN but the lowest has an entry in frames.
    pending: list[int] = [OPEN]
    frames: list[int | _Binder | _Counting] = []
    reaching: list[tuple[_Binder, Implies]] = []

    # ↔ groups to the left, → to the right; in NLTK's dialect both to the left.
    tight = names.dialect is _TIGHT
    levels = _TIGHT_LEVELS if tight else _LEVELS
    long = len(tokens) > _LOOK_EVERY
    index = start
    while True:
        # An operand is expected.
        if long and index & _LOOK_EVERY == _LOOK_EVERY:
            names.budget.check()
            if pending[-MAX_DEPTH - 1 :].count(NOT) > MAX_DEPTH:
                raise too_deep(start)
        code = kinds[index]
        if code is None or code in _TRUTH:
            token = tokens[index]
            after = kinds[index + 1]
            known_prop = props.get(token)
            if known_prop is not None and not variables and after not in _AFTER_TERM:
                operands.append(known_prop)
                index += 1
            elif after in _EQUALS and lexer.is_value(token):
                right = tokens[index + 2]
                if not lexer.is_value(right):
                    expected(tokens, index + 2, phrase("a term or a value"))
                if kinds[index + 3] == OPEN:
                    formula, index = equation(tokens, index, names, variables)
                    operands.append(formula)
                else:
                    equal = names.equality(token, index, right, index + 2, variables)
                    operands.append(equal if after == EQ else Not(equal))
                    index += 3
            elif code is not None:
                operands.append(known_prop if known_prop is not None else Truth(code == TRUE))
                index += 1
            elif not lexer.is_name(token) and not (after == OPEN and lexer.is_value(token)):
                expected(tokens, index, "a formula")
            elif after == OPEN:
                bound_word = _BOUNDS.get(token)
                if bound_word is not None and not is_predicate(token, names):
                    opened = index + 1
                    n, index = count_head(tokens, index)
                    pending.append(OPEN)
                    frames.append(_Counting(opened, bound_word, n, len(operands)))
                    continue
                closed = closing(kinds, index + 1)
                if closed + 1 < len(kinds) and kinds[closed + 1] in _EQUALS:
                    formula, index = equation(tokens, index, names, variables)
                else:
                    formula, index = application(tokens, index, names, variables)
                operands.append(formula)
            elif after is None and not lexer.is_value(tokens[index + 1]):
                unexpected(tokens, index + 1)
            elif token in variables:
                raise Fault(index, phrase("{a} is a variable, not a formula", a=token))
            else:
                if known_prop is None and token.lower() in dialect.QUANTIFIERS:
                    word_as_name(tokens, index, names)
                value = names.truth(token) if known_prop is None else None
                operands.append(names.prop(token, index) if value is None else Truth(value))
                index += 1
        elif code == NOT:
            index += 1
            # Fast path for the most common case, a negated symbol.
            negated = negations.get(tokens[index])
            if negated is None or variables or kinds[index + 1] in _AFTER_TERM:
                pending.append(NOT)
                continue
            operands.append(negated)
            index += 1
        elif code == OPEN:
            pending.append(OPEN)
            frames.append(index)
            index += 1
            continue
        elif code == FORALL or code == EXISTS:  # noqa: SIM109
            bracketed = frames and kinds[index - 1] == OPEN
            quantifier, at = tokens[index], index
            texts, index = quantified(tokens, kinds, index, names)
            for variable in texts:
                if not stands_later(tokens, kinds, variable, index, names):
                    idle_variable(tokens, kinds, variable, (at, index), variables, names)
            if bracketed and kinds[index] == CLOSE and type(frames[-1]) is int:
                # The older form (∀x)(…): the bracket around the quantifier has no meaning.
                frames.pop()
                pending.pop()
                index += 1
            node = ForAll if code == FORALL else Exists
            for variable in texts:
                pending.append(LOOSE)
                frames.append(_Binder(node, variable, reaching))
                variables.append(variable)
            if len(variables) > MAX_DEPTH + len(bound):
                raise too_deep(start)
            if tight or dialect.is_tight(quantifier):
                pending[-len(texts) :] = [TIGHT] * len(texts)
            elif kinds[index] == OPEN:
                pending[-1] = TIGHT
            continue
        else:
            expected(tokens, index, "a formula")

        # An operator is expected.
        while True:
            if pending[-1] >= NOT:
                _squeeze(AND, pending, operands, frames, variables)
            code = kinds[index]
            if code is not None and (level := levels.get(code)) is not None:
                if code == OR or code == XOR:  # noqa: SIM109 (faster than a look-up)
                    if pending[-1] > XOR:
                        _squeeze(XOR, pending, operands, frames, variables)
                    if pending[-1] == OR + XOR - code:
                        raise Fault(
                            index,
                            phrase("∨ and ⊕ are mixed without brackets"),
                            phrase("Put one into brackets."),
                        )
                elif pending[-1] > level:
                    _squeeze(level, pending, operands, frames, variables)
                pending.append(code)
                index += 1
                break
            if pending[-1] > OPEN:
                _squeeze(OPEN, pending, operands, frames, variables)
            if len(pending) == 1:
                if index - start > MAX_DEPTH:
                    check_depth(operands[0], start, names.budget)
                # Done only after the depth check, which bounds how deeply these quantifiers nest.
                for binder, body in reaching:
                    sign = "∃" if binder.node is Exists else "∀"
                    reach_told(sign, binder.variable, body, names)
                return operands[0], index
            bracket = frames[-1]
            if code == CLOSE:
                if type(bracket) is int:
                    if tokens[bracket] != "(" or tokens[index] != ")":
                        match_brackets(tokens, bracket, index)
                else:
                    assert isinstance(bracket, _Counting)
                    match_brackets(tokens, bracket.open_index, index)
                    parts = tuple(operands[bracket.base :])
                    del operands[bracket.base :]
                    operands.append(Count(bracket.bound, bracket.n, parts))
                frames.pop()
                pending.pop()
                index += 1
            elif code == COMMA and isinstance(bracket, _Counting):
                index += 1
                break
            elif code == STOP:
                assert not isinstance(bracket, _Binder)
                opened = bracket if isinstance(bracket, int) else bracket.open_index
                raise Fault(opened, phrase("this bracket is never closed"))
            else:
                unexpected(tokens, index)


def _squeeze(
    level: int,
    pending: list[int],
    operands: list[Formula],
    frames: "list[int | _Binder | _Counting]",
    variables: list[str],
) -> None:
    """Apply pending operators that bind tighter than `level`."""
    while pending[-1] > level:
        operator = pending.pop()
        if operator == AND or operator == OR:  # noqa: SIM109 (faster than a look-up)
            first = len(operands) - 2
            while pending[-1] == operator:
                pending.pop()
                first -= 1
            parts = tuple(operands[first:])
            del operands[first + 1 :]
            operands[first] = And(parts) if operator == AND else Or(parts)
        elif operator == NOT:
            operands[-1] = Not(operands[-1])
        elif operator == XOR:
            first = len(operands) - 2
            while pending[-1] == XOR:
                pending.pop()
                first -= 1
            either = operands[first]
            for part in operands[first + 1 :]:
                either = Count("exactly", 1, (either, part))
            operands[first:] = [either]
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
            body = operands[-1]
            if operator == LOOSE and isinstance(body, Implies):
                frame.reaching_binders.append((frame, body))
            operands[-1] = frame.node(frame.variable, body)


class _Binder:
    """A quantifier whose body is still being read."""

    __slots__ = ("node", "reaching_binders", "variable")

    def __init__(
        self,
        node: type[ForAll] | type[Exists],
        variable: str,
        reaching_binders: "list[tuple[_Binder, Implies]]",
    ) -> None:
        self.node = node
        self.variable = variable
        self.reaching_binders = reaching_binders
        """List to which the quantifier is added if its scope extends through a →."""


class _Counting:
    """The open bracket of a cardinality operator."""

    __slots__ = ("base", "bound", "n", "open_index")

    def __init__(self, open_index: int, bound: CountBound, n: int, base: int) -> None:
        self.open_index = open_index
        self.bound = bound
        self.n = n
        self.base = base
        """Number of operands on the stack before its first part."""
