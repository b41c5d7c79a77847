"""Text to queries: the seven kinds, their targets, `given` and `under`.

Owns the grammar of queries. Leaves formulas to `parser`, answers to the engines.
"""

import re
from collections.abc import Collection, Iterator
from typing import Literal

from solver.errors import FormulaError
from solver.language import lexer
from solver.language.lexer import CLOSE, COMMA, END, OPEN, SEMICOLON
from solver.language.parser import read
from solver.language.parser_parts import expected, match_brackets
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Problem, Query, QueryKind, Target
from solver.language.signature import Fault, SignatureBuilder, builder_for, suggestion
from solver.language.syntax import (
    EnumIs,
    Equal,
    Exists,
    ForAll,
    Formula,
    Pred,
    Prop,
    Variable,
    children,
)

Kinds = list[int | None]
_AFTER_TARGET = frozenset([COMMA, SEMICOLON, CLOSE])
_KINDS = {kind.value: kind for kind in QueryKind}
_UNDER = re.compile(
    r"(?<![A-Za-z0-9_\\])under\s+([^\s()\[\]{},;]+)[\s$]*(?=\Z|given(?![A-Za-z0-9_]))"
)
_VARIANT_NAME = re.compile(r"[^\s()\[\]{},;$]+\Z")


def parse_query(
    text: str, names: SignatureBuilder, variants: Collection[str] = (), *, under: str = BASELINE
) -> Query:
    """Read one query; its names are resolved by (and declared in) the builder.

    `variants` are the names that may stand after `under`; `under` is meant where none stands.
    Raises FormulaError with the position.
    """
    rest = text
    if "under" in text:
        found = _UNDER.search(text)
        if found:
            under = found.group(1)
            if under != BASELINE and under not in variants:
                raise _no_variant(text, found.start(1), under, variants)
            begin, end = found.span()
            rest = text[:begin] + " " * (end - begin) + text[end:]
    scope = names.scope
    names.scope = under
    try:
        tokens = lexer.tokenize(rest)
        names.words.append(tokens)
        return _query(tokens, names, text.strip(), under)
    except Fault as fault:
        place = lexer.position(rest, fault.index)
        raise FormulaError(text, place, fault.message, fault.hint) from None
    finally:
        names.scope = scope


def query_for(problem: Problem, text: str, *, strict: bool = False) -> Query:
    """Read a further query over a problem that is already loaded."""
    return parse_query(text, builder_for(problem, strict=strict), problem.variants)


def split_queries(text: str) -> tuple[str, ...]:
    """The queries of one string: separated by commas, semicolons or lines outside brackets."""
    found: list[str] = []
    depth = begin = 0
    for place, char in enumerate(text):
        if char in "([{（":
            depth += 1
        elif char in ")]}）":
            depth -= 1
        elif depth <= 0 and char in ",;，；\n":
            found.append(text[begin:place])
            begin = place + 1
    found.append(text[begin:])
    return tuple(part.strip() for part in found if part.strip())


def is_variant_name(name: str) -> bool:
    """True for what can stand after `under` and is not the baseline's own name."""
    return name not in (BASELINE, "given") and _VARIANT_NAME.match(name) is not None


def _query(tokens: list[str], names: SignatureBuilder, text: str, under: str) -> Query:
    kinds = lexer.kinds(tokens)
    kind = _KINDS.get(tokens[0])
    if kind is None:
        raise _no_kind(tokens)
    if kinds[1] != OPEN:
        expected(tokens, 1, f"a bracket after {kind}")
    formula: Formula | None = None
    variable: str | None = None
    targets: tuple[Target, ...] = ()
    listed: tuple[Target, ...] = ()
    mode: Literal["necessary", "possible"] | None = None
    if kind is QueryKind.POSSIBLE or kind is QueryKind.NECESSARY:
        formula, index = read(tokens, kinds, 2, names)
    elif kind is QueryKind.PROJECTION:
        mode = _mode(tokens, kinds)
        listed, index = _listed(tokens, kinds, 4, names)
    else:
        if kind is QueryKind.ENUMERATE_MODELS or kind is QueryKind.COUNT_MODELS:
            variable = _individual_form(tokens, kinds, names)
        if variable is not None:
            formula, index = read(tokens, kinds, 2, names, (variable,))
            if kinds[index] == COMMA and _is_free(variable, formula):
                index += 2
            else:
                variable = formula = None
        if variable is None:
            targets, index = _targets(tokens, kinds, 2, names)
        if kind is QueryKind.HAS_ALTERNATIVE and kinds[index] == SEMICOLON:
            formula, index = read(tokens, kinds, index + 1, names)
    if kinds[index] != CLOSE:
        expected(tokens, index, f"the bracket that closes {kind}")
    match_brackets(tokens, 1, index)
    index += 1
    given: Formula | None = None
    if tokens[index] == "given":
        given, index = read(tokens, kinds, index + 1, names)
    if tokens[index] == "under":
        if tokens[index + 1] == END:
            expected(tokens, index + 1, "the name of a variant")
        raise Fault(index, "under stands once, with one name, before or after given")
    if tokens[index] != END:
        expected(tokens, index, "given, under or the end")
    return Query(kind, text, formula, variable, targets, mode, listed, given, under)


def _mode(tokens: list[str], kinds: Kinds) -> Literal["necessary", "possible"]:
    word = tokens[2]
    if (kinds[3] if word else None) not in (SEMICOLON, COMMA):
        expected(tokens, 3 if word else 2, "a semicolon, as in projection(necessary; A, B)")
    if word == "necessary":
        return "necessary"
    if word == "possible":
        return "possible"
    return expected(tokens, 2, "necessary or possible")


def _listed(
    tokens: list[str], kinds: Kinds, index: int, names: SignatureBuilder
) -> tuple[tuple[Target, ...], int]:
    """The formulas of a projection, and the token after them."""
    found: dict[str, Target] = {}
    while True:
        start = index
        formula, index = read(tokens, kinds, index, names)
        key = print_formula(formula)
        if key in found:
            raise Fault(start, f"{key} is listed twice")
        found[key] = Target(key, formula)
        if kinds[index] != COMMA:
            return tuple(found.values()), index
        index += 1


def _targets(
    tokens: list[str], kinds: Kinds, index: int, names: SignatureBuilder
) -> tuple[tuple[Target, ...], int]:
    """Bool and Enum symbols, defined names and ground atoms, and the token after them."""
    found: dict[str, Target] = {}
    while True:
        start = index
        token = tokens[index]
        if token in names.enums and kinds[index + 1] in _AFTER_TARGET:
            target = Target(token, None, token)
            index += 1
        elif token in names.props and kinds[index + 1] in _AFTER_TARGET:
            target = Target(token, names.props[token])
            index += 1
        else:
            formula, index = read(tokens, kinds, index, names)
            if not isinstance(formula, Prop | Pred | Equal | EnumIs):
                raise Fault(start, "a target is a symbol, a defined name or an atom such as F(a)")
            key = formula.name if isinstance(formula, Prop) else print_formula(formula)
            target = Target(key, formula)
        if target.key in found:
            raise Fault(start, f"{target.key} is listed twice")
        found[target.key] = target
        if kinds[index] != COMMA:
            return tuple(found.values()), index
        index += 1


def _individual_form(tokens: list[str], kinds: Kinds, names: SignatureBuilder) -> str | None:
    """The x of `enumerate_models(F(x), x)`: the second of two arguments, a name of nothing, that
    occurs in the first. None in the form with targets."""
    if kinds[-2] == CLOSE and tokens[-3] in names.props and "given" not in tokens:
        return None  # the common case, told by the last target
    arguments = list(_argument_starts(kinds))
    if len(arguments) != 2:
        return None
    last = arguments[1]
    name = tokens[last]
    if not lexer.is_name(name) or kinds[last + 1] != CLOSE:
        return None
    if name not in tokens[2 : last - 1] or name in names.props or name in names.enums:
        return None
    if name in names.scoped:
        return None
    if name in names.constants:
        raise Fault(last, f"{name} is an individual; the variable needs a name of its own")
    return name


def _argument_starts(kinds: Kinds) -> Iterator[int]:
    """Where the arguments of the query's bracket begin."""
    depth = 0
    for index, code in enumerate(kinds):
        if code == OPEN:
            depth += 1
            if depth == 1:
                yield index + 1
        elif code == CLOSE:
            depth -= 1
            if depth == 0:
                return
        elif depth == 1 and code == COMMA:
            yield index + 1


def _is_free(variable: str, formula: Formula) -> bool:
    """True where the variable occurs outside quantifiers that bind it."""
    stack = [formula]
    while stack:
        node = stack.pop()
        if isinstance(node, Pred) and Variable(variable) in node.args:
            return True
        if isinstance(node, Equal) and Variable(variable) in (node.left, node.right):
            return True
        if not (isinstance(node, ForAll | Exists) and node.variable == variable):
            stack.extend(children(node))
    return False


def _no_kind(tokens: list[str]) -> Fault:
    word = tokens[0]
    if not word:
        return Fault(0, "expected a query, found nothing", f"Queries: {', '.join(_KINDS)}.")
    near = suggestion(word, _KINDS)
    hint = f"Did you mean {near}? " if near else ""
    return Fault(0, f"{word} is no query", f"{hint}Queries: {', '.join(_KINDS)}.")


def _no_variant(text: str, place: int, name: str, variants: Collection[str]) -> FormulaError:
    near = suggestion(name, variants)
    if near:
        hint = f"Did you mean {near}?"
    else:
        hint = f"Variants: {', '.join(variants)}." if variants else "There are no variants."
    return FormulaError(text, place, f"there is no variant {name}", hint)
