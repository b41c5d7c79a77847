"""Text to queries: the kind, its arguments, `given` and `under`.

Owns what all queries share. Leaves arguments to the kinds (`solver.kinds`), formulas to `parser`,
answers to the engines.
"""

import re
from collections.abc import Collection

from solver.errors import FormulaError
from solver.kinds.grammar import Cursor
from solver.kinds.registry import KINDS
from solver.language import dialect, lexer
from solver.language.lexer import CLOSE, END, OPEN
from solver.language.parser import read
from solver.language.parser_parts import expected, match_brackets
from solver.language.problem import BASELINE, Query
from solver.language.signature import Fault, SignatureBuilder, suggestion
from solver.language.syntax import Formula

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
    codes = dialect.kinds(tokens, names.dialect)
    try:
        kind = KINDS[tokens[0]]
    except KeyError:
        raise _no_kind(tokens) from None
    if codes[1] != OPEN:
        expected(tokens, 1, f"a bracket after {kind.word}")
    cursor = Cursor(tokens, codes, names)
    found = kind.read(cursor)
    index = cursor.index
    if codes[index] != CLOSE:
        expected(tokens, index, f"the bracket that closes {kind.word}")
    match_brackets(tokens, 1, index)
    index += 1
    given: Formula | None = None
    if tokens[index] == "given":
        given, index = read(tokens, codes, index + 1, names)
    if tokens[index] == "under":
        if tokens[index + 1] == END:
            expected(tokens, index + 1, "the name of a variant")
        raise Fault(index, "under stands once, with one name, before or after given")
    if tokens[index] != END:
        expected(tokens, index, "given, under or the end")
    return Query(
        kind.word,
        text,
        found.formula,
        found.variable,
        found.targets,
        found.mode,
        found.listed,
        given,
        under,
        found.number,
    )


def _no_kind(tokens: list[str]) -> Fault:
    word = tokens[0]
    if not word:
        return Fault(0, "expected a query, found nothing", f"Queries: {', '.join(KINDS)}.")
    near = suggestion(word, KINDS)
    hint = f"Did you mean {near}? " if near else ""
    return Fault(0, f"{word} is no query", f"{hint}Queries: {', '.join(KINDS)}.")


def _no_variant(text: str, place: int, name: str, variants: Collection[str]) -> FormulaError:
    near = suggestion(name, variants)
    if near:
        hint = f"Did you mean {near}?"
    else:
        hint = f"Variants: {', '.join(variants)}." if variants else "There are no variants."
    return FormulaError(text, place, f"there is no variant {name}", hint)
