"""Small parts of the grammar, and the faults it finds.

Owns the helpers that `parser` and `query_parser` share: variables, brackets, depth, and messages
about unexpected tokens. Leaves operators and scope to `parser`.
"""

import re
from collections.abc import Collection, Sequence
from typing import Never

from solver.cancel import Budget, within
from solver.language import dialect, lexer
from solver.language.lexer import (
    CLOSE,
    CODES,
    COMMA,
    DOT,
    END,
    EQ,
    EXISTS,
    FORALL,
    NEQ,
    NOT,
    OPEN,
    SEMICOLON,
    SHAPES,
)
from solver.language.signature import Fault, SignatureBuilder
from solver.language.syntax import Equal, Exists, ForAll, Formula, Implies, Pred, children
from solver.phrases import phrase

_VARIABLE = re.compile(r"\w_?[0-9]*['’]?")
"""A name that cannot be a predicate joined to a variable."""
_LETTERS = re.compile(r"[A-Za-z][0-9]*")
_SEARCHED_TOKENS = 60
"""Tokens after a quantifier that are searched before the index of the whole text is built."""
_MAX_SPLIT_NAME = 60
"""Maximum length of a name that is split into a variable and its predicate."""
_SEVERAL = re.compile(r"(?:[A-Za-z][0-9]*){2,}")
"""A name that may be several variables without blanks."""
MAX_DEPTH = 150
"""Maximum nesting of a formula, so that recursive walks stay below Python's recursion limit."""

_NOT_IN_THE_LANGUAGE: dict[str, str] = {
    **dict.fromkeys("<>≤≥+*/", "The language has no arithmetic and no order of numbers."),
    **dict.fromkeys("∈∉⊆⊂∪∩", "The language has no sets: write membership as a predicate."),
    **dict.fromkeys(["λ", r"\lambda", "\\"], "The language has no lambda terms."),
}
"""Hints about signs of other languages."""


def is_predicate(name: str, names: SignatureBuilder) -> bool:
    """True if a predicate of that name, of any arity, is known."""
    return any(key == name for key, _ in names.predicates)


def quantified(
    tokens: list[str], kinds: list[int | None], index: int, names: SignatureBuilder
) -> tuple[list[str], int]:
    """The variables after a quantifier, and the index after them.

    Variables are separated by commas. Names separated only by blanks (`exists x y.`) are variables
    up to a full stop, or else up to the name that begins the body. Brackets may surround them.
    Raises Fault if another token is found where a variable is expected.
    """
    if tokens[index] in ("!", "?"):
        # The TPTP form ! [X, Y] :, which `dialect` has already checked.
        closed = kinds.index(CLOSE, index)
        return tokens[index + 2 : closed : 2], closed + 2
    texts: list[str] = []
    while True:
        index += 1
        if not lexer.is_name(tokens[index]) or dialect.is_connective(tokens[index]):
            expected(tokens, index, "a variable")
        if tokens[index][0].isdigit() and not tokens[index][0].isdecimal():
            # ∃₁x and ∃²x count individuals.
            raise Fault(index, f"expected a variable, found {tokens[index][0]}")
        _part(tokens, kinds, index, names)
        texts.append(tokens[index])
        index += 1
        if kinds[index] == COMMA:
            continue
        end = index
        while kinds[end] is None and lexer.is_name(tokens[end]):
            end += 1
        if end > index and kinds[end] in (DOT, NOT):
            texts += tokens[index:end]
            index = end
        elif end > index and kinds[end] == OPEN:
            # In `∀x y F(x, y)` the last name begins the body; in `∀x y (F(x, y))` none does.
            variable = len(tokens[end - 1]) <= 2 and tokens[end - 1].islower()
            body = end if variable and _no_arguments(kinds, end) else end - 1
            texts += tokens[index:body]
            index = body
        break
    if kinds[index] == DOT:
        index += 1
    return texts, index


def stands_later(
    tokens: list[str], kinds: list[int | None], name: str, index: int, names: SignatureBuilder
) -> bool:
    """Whether a name occurs from token `index` on, other than right after a quantifier."""
    end = index + _SEARCHED_TOKENS
    at = index
    while True:
        try:
            at = tokens.index(name, at, end)
        except ValueError:
            break
        if kinds[at - 1] not in (FORALL, EXISTS):
            return True
        at += 1
    return end < len(tokens) and len(tokens) - names.place(name, tokens, kinds).last_index >= index


def idle_variable(
    tokens: list[str],
    kinds: list[int | None],
    name: str,
    places: tuple[int, int],
    bound: Collection[str],
    names: SignatureBuilder,
) -> None:
    r"""Note a bound variable that does not occur in its scope; `places` are the indices of the
    quantifier and of its body. Raises Fault if other variables were clearly intended: ∀xy (R(x, y))
    binds one variable xy, and `\forall_x P(x)` one called _x."""
    quantifier, body = places
    letters = _LETTERS.findall(name) if _SEVERAL.fullmatch(name) else [name.lstrip("_")]
    if letters != [name] and all(
        stands_later(tokens, kinds, letter, body, names) and letter not in bound
        for letter in letters
    ):
        at = tokens.index(name, quantifier)
        sign = "∀" if kinds[quantifier] == FORALL else "∃"
        written = " ".join(f"{sign}{letter}" for letter in letters)
        raise Fault(
            at,
            phrase("{a} is one variable, which is not used", a=name),
            phrase("Write {a}.", a=written),
        )
    terms = _terms(tokens, kinds, body + 1) if kinds[body] == OPEN else []
    if terms and not _VARIABLE.fullmatch(name) and not names.props.keys() >= set(terms):
        at = tokens.index(name, quantifier)
        atom = f"{name}({', '.join(terms)})"
        sign = "∀" if kinds[quantifier] == FORALL else "∃"
        raise Fault(at, phrase("expected a variable before {a}", a=atom), f"Write {sign}x {atom}.")
    names.add_note(phrase("A quantifier binds {a}, which does not occur in its scope", a=name))


def reach_told(sign: str, variable: str, body: Implies, names: SignatureBuilder) -> None:
    """Note a quantifier, ∀ or ∃, whose scope extends through a → although its variable occurs only
    on the left: by ∃x P(x) → C most people mean (∃x P(x)) → C. The same holds for (∀x)P(x) →
    (∃x)Q(x)."""
    if not _stands_free(variable, body.right):
        names.add_note(
            phrase(
                "{a} without a bracket is read through the next →, although {b} occurs only "
                "before it",
                a=f"{sign}{variable}",
                b=variable,
            )
        )


def _stands_free(variable: str, formula: Formula) -> bool:
    """Whether a variable occurs free in a formula."""
    waiting = [formula]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ForAll | Exists) and node.variable == variable:
            continue
        terms = node.args if isinstance(node, Pred) else ()
        if isinstance(node, Equal):
            terms = (node.left, node.right)
        if any(term.name == variable for term in terms):
            return True
        waiting += children(node)
    return False


def word_as_name(tokens: list[str], index: int, names: SignatureBuilder) -> None:
    """Note that a quantifier word is read as an undeclared Bool. Raises Fault if a connective word
    follows, since `all v P` may be intended as a quantifier over v."""
    word = tokens[index]
    if tokens[index + 1].isalpha():
        raise Fault(
            index,
            phrase("{a} is a quantifier, but no variable that is used follows it", a=word),
            phrase(
                "Write {a} x (…), or declare a Bool {b} and write ∨ for {c}.",
                a=word,
                b=word,
                c=tokens[index + 1],
            ),
        )
    names.add_note(phrase("{a} is read as a Bool of that name, not as a quantifier", a=word))


def _part(tokens: list[str], kinds: list[int | None], index: int, names: SignatureBuilder) -> None:
    """Split a variable from the predicate that it is joined to: `∀xF(x)`, `∀x人(x)`. A name is
    split if the whole occurs only after quantifiers and the variable occurs elsewhere."""
    whole = tokens[index]
    if not 2 <= len(whole) <= _MAX_SPLIT_NAME or kinds[index + 1] != OPEN:
        return
    unquantified = kinds[index - 1] not in (FORALL, EXISTS)
    if names.place(whole, tokens, kinds).number > unquantified:
        return
    arguments = _terms(tokens, kinds, index + 2)
    nested = not arguments
    if nested:
        arguments = _nested_terms(tokens, kinds, index + 1)
    for cut in range(len(whole) - 1, 0, -1):
        variable, rest = whole[:cut], whole[cut:]
        if not (lexer.is_name(variable) and lexer.is_value(rest)):
            continue
        if nested and len(rest) > 1 and rest not in tokens[index + 2 : index + _SEARCHED_TOKENS]:
            continue  # ∀xyf(f(x)) = y is intended to bind two variables
        # Letters that continue in lower case may be one long name, unless the first ones are an
        # argument.
        small = rest[0] in "_'’" or (rest[0].isascii() and not rest[0].isupper())
        if small and any(term in rest for term in arguments if term != variable):
            continue  # ∀xyz(x, y) may be intended to bind two variables
        if not small and len(tokens) - names.place(rest, tokens, kinds).last_index_alone > index:
            continue  # ∀XY (R(X, Y)) is intended to bind two variables
        later = len(tokens) - names.place(variable, tokens, kinds).last_index > index
        if variable in arguments if small else later:
            tokens[index : index + 1] = [variable, rest]
            kinds[index : index + 1] = [None, None]
            return


def _terms(tokens: list[str], kinds: list[int | None], index: int) -> list[str]:
    """The names between commas up to the closing bracket; empty if there is anything else."""
    terms: list[str] = []
    while kinds[index] is None and lexer.is_value(tokens[index]):
        terms.append(tokens[index])
        if kinds[index + 1] == CLOSE:
            return terms
        if kinds[index + 1] != COMMA:
            return []
        index += 2
    return []


def _nested_terms(tokens: list[str], kinds: list[int | None], open_index: int) -> list[str]:
    """The innermost names of nested terms, e.g. the x of f(f(x)) = x; empty unless the brackets
    close nearby and an equality follows."""
    names: list[str] = []
    depth = 0
    for at in range(open_index, min(open_index + _SEARCHED_TOKENS, len(kinds) - 1)):
        kind = kinds[at]
        if kind is None and kinds[at + 1] != OPEN:
            names.append(tokens[at])
        elif kind not in (None, OPEN, CLOSE, COMMA):
            return []
        depth += (kind == OPEN) - (kind == CLOSE)
        if not depth:
            return names if kinds[at + 1] in (EQ, NEQ) else []
    return []


def closing(kinds: Sequence[int | None], open_index: int) -> int:
    """The index of the token that closes the bracket at `open_index`; the last token if none
    does."""
    try:
        closed = kinds.index(CLOSE, open_index)
    except ValueError:
        return len(kinds) - 1
    if OPEN not in kinds[open_index + 1 : closed]:
        return closed
    depth = 0
    for index in range(open_index, len(kinds)):
        depth += (kinds[index] == OPEN) - (kinds[index] == CLOSE)
        if not depth:
            return index
    return len(kinds) - 1


def _no_arguments(kinds: list[int | None], open_index: int) -> bool:
    """Whether an open bracket is certain to contain a formula, not a list of terms."""
    inside = kinds[open_index + 1]
    if inside in (OPEN, NOT, FORALL, EXISTS):
        return True
    if inside is not None or kinds[open_index + 2] not in (OPEN, EQ, NEQ):
        return False
    # In ∀x f(f(x)) = x the bracket contains the argument of f.
    after = closing(kinds, open_index) + 1
    return after >= len(kinds) or kinds[after] not in (EQ, NEQ)


def count_head(tokens: list[str], index: int) -> tuple[int, int]:
    """The number of a cardinality operator, and the index at which its first part begins."""
    if tokens[index] == "exactly_one":
        return 1, index + 2
    number, after = tokens[index + 2], tokens[index + 3 : index + 4]
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        expected(tokens, index + 2, phrase("a number, as in {a}(2; A, B, C)", a=tokens[index]))
    if not after or CODES.get(after[0]) not in (SEMICOLON, COMMA):
        expected(tokens, index + 3, phrase("a semicolon after the number of {a}", a=tokens[index]))
    return int(number), index + 4


def match_brackets(tokens: list[str], open_index: int, close_index: int) -> None:
    """Raise a Fault unless the two brackets have the same shape."""
    if SHAPES[tokens[open_index]] != SHAPES[tokens[close_index]]:
        raise Fault(
            close_index, phrase("{a} is closed by {b}", a=tokens[open_index], b=tokens[close_index])
        )


def too_deep(start: int) -> Fault:
    """The Fault for a formula from token `start` on that nests too deeply."""
    return Fault(start, phrase("the formula nests more than {a} levels deep", a=MAX_DEPTH))


def check_depth(formula: Formula, start: int, budget: Budget) -> None:
    """Raise a Fault at token `start` if the formula nests too deeply. Raises `GaveUp`."""
    level: list[Formula] = [formula]
    depth = 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise too_deep(start)
        level = [child for node in within(level, budget) for child in children(node)]


def expected(tokens: list[str], index: int, wanted: str, hint: str = "") -> Never:
    """Raise the Fault that `wanted` was expected at this token."""
    token = tokens[index]
    if token == END:
        text = "the end" if index else "nothing"
        raise Fault(index, phrase("expected {a}, found {b}", a=wanted, b=text), hint)
    _unknown(tokens, index)
    raise Fault(index, phrase("expected {a}, found {b}", a=wanted, b=token), hint)


def unexpected(tokens: list[str], index: int) -> Never:
    """Raise the Fault that the formula cannot continue with this token."""
    token = tokens[index]
    if token == ".":
        hint = _NOT_IN_THE_LANGUAGE["λ"] if tokens[index - 1].startswith("λ") else ""
        raise Fault(
            index, phrase("a full stop is allowed only after the variables of a quantifier"), hint
        )
    _unknown(tokens, index)
    code = CODES.get(token)
    if code == CLOSE:
        raise Fault(index, phrase("{a} does not close a bracket", a=token))
    if code in (EQ, NEQ):
        hint = phrase("Use <-> instead.")
        raise Fault(index, phrase("{a} must be between terms, not formulas", a=token), hint)
    raise Fault(index, phrase("expected an operator or the end, found {a}", a=token))


def _unknown(tokens: list[str], index: int) -> None:
    token = tokens[index]
    if token == "<" and tokens[index + 1] in ("-", "="):
        turned = f"<{tokens[index + 1]}"
        raise Fault(
            index,
            phrase("{a} is not an operator here", a=turned),
            phrase("Write B -> A for A {a} B.", a=turned),
        )
    if token in CODES or lexer.is_value(token):
        return
    if token in ("|-", "||-"):
        hint: str = phrase(
            "Write | -B, with a blank, for “or not B”; to ask what follows, use a query."
        )
        raise Fault(
            index,
            phrase("{a} is the sign for “follows”, which cannot occur in a formula", a=token),
            hint,
        )
    token_kind = "command" if token[0] == "\\" else "character"
    hint = _NOT_IN_THE_LANGUAGE.get(token, "")
    if len(token) == 2 and token[0] == "\\" and tokens[index + 1] == ".":
        hint = _NOT_IN_THE_LANGUAGE["λ"]
    raise Fault(index, phrase("unknown {a} {b}", a=token_kind, b=token), hint)
