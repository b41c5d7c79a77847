"""Parsing text into queries: the kind, its arguments, `given` and `under`.

Owns the parts of the grammar common to all queries. Leaves arguments to the kinds (`solver.kinds`),
formulas to `parser`, answers to the engines.
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
from solver.phrases import phrase

_UNDER = re.compile(
    r"(?<![A-Za-z0-9_\\])under\s+([^\s()\[\]{},;]+)(?:\s[\s$]*+)?+(?=\Z|given(?![A-Za-z0-9_]))"
)
_COMPARED = re.compile(r"[\s$]*([A-Za-z_]+)\s*\(([^;；()]*)[;；]?")
_VARIANT_NAME = re.compile(r"[^\s()\[\]{},;$]+\Z")


def parse_query(text: str, names: SignatureBuilder, variants: Collection[str] = ()) -> Query:
    """Parse one query; its names are resolved by (and declared in) the builder.

    `variants` are the names allowed after `under`, and before the arguments of a kind that compares
    variants. Raises FormulaError with the position.
    """
    rest, under = text, BASELINE
    if "under" in text:
        match = _UNDER.search(text)
        if match:
            under = match.group(1)
            if under != BASELINE and under not in variants:
                raise _no_variant(text, match.start(1), under, variants)
            begin, end = match.span()
            rest = text[:begin] + " " * (end - begin) + text[end:]
    compared, rest = _compared(rest, variants)
    scope = names.scope
    names.scope = compared[0] if compared else under
    try:
        tokens = lexer.tokenize(rest, names.budget)
        names.words.append(tokens)
        _check_scopes(tokens, names, compared)
        return _query(tokens, names, text.strip(), under, compared)
    except Fault as fault:
        place = lexer.position(rest, fault.index)
        raise FormulaError(text, place, fault.message, fault.hint) from None
    finally:
        names.scope = scope


def _compared(text: str, variants: Collection[str]) -> tuple[tuple[str, ...], str]:
    """The variants that a query compares, and the text with blanks in their place; empty if its
    kind does not compare variants."""
    match = _COMPARED.match(text)
    kind = None if match is None or match[1] not in KINDS else KINDS[match[1]]
    if match is None or kind is None or not kind.compares:
        return (), text
    example = f"as in {kind.word}(alpha, beta; A, B)"
    if match.end() == match.end(2):
        raise FormulaError(
            text,
            match.end(2),
            phrase("expected variants and a semicolon before the targets, {a}", a=example),
        )
    texts: list[str] = []
    for part in re.finditer(r"[^,，、]+", match[2]):
        name = part.group().strip()
        place = match.start(2) + part.start() + len(part.group()) - len(part.group().lstrip())
        if not name:
            raise FormulaError(
                text, place, phrase("expected the name of a variant, {a}", a=example)
            )
        if name != BASELINE and name not in variants:
            raise _no_variant(text, place, name, [BASELINE, *variants])
        texts.append(name)
    if len(texts) < 2 or (kind.compares == 2 and len(texts) > 2):
        expected_number = "two variants" if kind.compares == 2 else "two or more variants"
        message = ", ".join(texts) or "none"
        raise FormulaError(
            text,
            match.start(2),
            phrase("{a} compares {b}, found {c}", a=kind.word, b=expected_number, c=message),
        )
    begin, end = match.start(2), match.end()
    return tuple(texts), text[:begin] + " " * (end - begin) + text[end:]


def _check_scopes(tokens: list[str], names: SignatureBuilder, compared: tuple[str, ...]) -> None:
    """Reject a name that only some of the compared variants define."""
    if not names.scoped_names:
        return
    for index, token in enumerate(tokens):
        definers = names.scoped_names.get(token)
        missing = [name for name in compared if definers is not None and name not in definers]
        if missing:
            raise Fault(index, phrase("{a} is not defined under {b}", a=token, b=missing[0]))


def split_queries(text: str) -> tuple[str, ...]:
    """The queries in one string, separated by commas, semicolons or line breaks outside
    brackets."""
    texts: list[str] = []
    depth = begin = 0
    for place, char in enumerate(text):
        if char in "([{（":
            depth += 1
        elif char in ")]}）":
            depth -= 1
        elif depth <= 0 and char in ",;，；\n":
            texts.append(text[begin:place])
            begin = place + 1
    texts.append(text[begin:])
    return tuple(part.strip() for part in texts if part.strip())


def is_variant_name(name: str) -> bool:
    """True for a name that can follow `under` and is not that of the baseline."""
    return name not in (BASELINE, "given") and _VARIANT_NAME.match(name) is not None


def _query(
    tokens: list[str],
    names: SignatureBuilder,
    text: str,
    under: str,
    compared: tuple[str, ...],
) -> Query:
    codes = dialect.kinds(tokens, names.dialect, names.budget)
    names.codes.append(codes)
    try:
        kind = KINDS[tokens[0]]
    except KeyError:
        raise _no_kind(tokens) from None
    if compared and under != BASELINE:
        raise Fault(0, phrase("{a} names its variants itself and takes no under", a=kind.word))
    if codes[1] != OPEN:
        expected(tokens, 1, phrase("a bracket after {a}", a=kind.word))
    cursor = Cursor(tokens, codes, names)
    arguments = kind.read(cursor)
    index = cursor.index
    if codes[index] != CLOSE:
        expected(tokens, index, phrase("the bracket that closes {a}", a=kind.word))
    match_brackets(tokens, 1, index)
    index += 1
    condition: Formula | None = None
    if tokens[index] == "given":
        condition, index = read(tokens, codes, index + 1, names)
    if tokens[index] == "under":
        if tokens[index + 1] == END:
            expected(tokens, index + 1, phrase("the name of a variant"))
        raise Fault(index, phrase("under is allowed once, with one name, before or after given"))
    if tokens[index] != END:
        expected(tokens, index, phrase("given, under or the end"))
    return Query(
        kind.word,
        text,
        arguments.formula,
        arguments.variable,
        arguments.targets,
        arguments.mode,
        arguments.listed,
        condition,
        under,
        arguments.number,
        compared,
    )


def _no_kind(tokens: list[str]) -> Fault:
    word = tokens[0]
    if not word:
        return Fault(
            0,
            phrase("expected a query, found nothing"),
            phrase("Queries: {a}.", a=", ".join(KINDS)),
        )
    near = suggestion(word, KINDS)
    hint = f"Did you mean {near}? " if near else ""
    return Fault(0, phrase("{a} is not a query", a=word), f"{hint}Queries: {', '.join(KINDS)}.")


def _no_variant(text: str, place: int, name: str, variants: Collection[str]) -> FormulaError:
    near = suggestion(name, variants)
    if near:
        hint: str = phrase("Did you mean {a}?", a=near)
    else:
        hint = f"Variants: {', '.join(variants)}." if variants else "There are no variants."
    return FormulaError(text, place, phrase("there is no variant {a}", a=name), hint)
