"""Parsing the arguments of a query: formulas, targets, lists, the form with individuals.

Owns a cursor over the tokens between a query's brackets, from which every kind reads its arguments.
Leaves formulas to the language's parser, `given` and `under` to `query_parser`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from solver.language import lexer
from solver.language.lexer import CLOSE, COMMA, OPEN, SEMICOLON
from solver.language.parser import read
from solver.language.parser_parts import expected
from solver.language.printer import print_formula
from solver.language.problem import Target
from solver.language.signature import Fault, SignatureBuilder
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
from solver.phrases import phrase
from solver.quick_dataclasses import quick

_AFTER_TARGET = frozenset([COMMA, SEMICOLON, CLOSE])
FIRST_ARGUMENT = 2
"""Index of the first token after a query's word and bracket."""


@quick
@dataclass(frozen=True, slots=True)
class Arguments:
    """The content of a query's brackets; the kind determines which fields are set."""

    formula: Formula | None = None
    variable: str | None = None
    targets: tuple[Target, ...] = ()
    mode: Literal["necessary", "possible"] | None = None
    listed: tuple[Target, ...] = ()
    number: int | None = None


class Cursor:
    """A position in the tokens of a query. Every method moves it past the tokens read, and raises
    Fault if the tokens there are of another form."""

    __slots__ = ("codes", "index", "names", "tokens")

    def __init__(self, tokens: list[str], codes: list[int | None], names: SignatureBuilder) -> None:
        self.tokens = tokens
        self.codes = codes
        self.names = names
        self.index = FIRST_ARGUMENT

    def at(self, *codes: int) -> bool:
        """Whether the current token is one of these signs (`lexer.COMMA`, …)."""
        return self.codes[self.index] in codes

    def skip(self, *codes: int, wanted: str) -> None:
        """Move past one of these signs; `wanted` describes them for the error."""
        if not self.at(*codes):
            expected(self.tokens, self.index, wanted)
        self.index += 1

    def formula(self, bound: tuple[str, ...] = ()) -> Formula:
        """A formula, in which the variables `bound` stand for individuals. Raises Fault."""
        formula, self.index = read(self.tokens, self.codes, self.index, self.names, bound)
        return formula

    def number(self) -> int:
        """A number in digits."""
        token = self.tokens[self.index]
        if not token.isdecimal() or not token.isascii():
            expected(self.tokens, self.index, "a number")
        self.index += 1
        return int(token)

    def listed(self) -> tuple[Target, ...]:
        """Formulas separated by commas, with their printed form as key. Raises Fault if one occurs
        twice."""
        targets: dict[str, Target] = {}
        while True:
            start = self.index
            formula = self.formula()
            key = print_formula(formula)
            if key in targets:
                raise Fault(start, phrase("{a} is listed twice", a=key))
            targets[key] = Target(key, formula)
            if not self.at(COMMA):
                return tuple(targets.values())
            self.index += 1

    def targets(self) -> tuple[Target, ...]:
        """Bool and Enum symbols, defined names and ground atoms. Raises Fault if one occurs
        twice."""
        targets: dict[str, Target] = {}
        while True:
            start = self.index
            target = self._target()
            if target.key in targets:
                raise Fault(start, phrase("{a} is listed twice", a=target.key))
            targets[target.key] = target
            if not self.at(COMMA):
                return tuple(targets.values())
            self.index += 1

    def _target(self) -> Target:
        start, names = self.index, self.names
        token = self.tokens[start]
        if token in names.enums and self.codes[start + 1] in _AFTER_TARGET:
            self.index += 1
            return Target(token, None, token)
        if token in names.props and self.codes[start + 1] in _AFTER_TARGET:
            self.index += 1
            return Target(token, names.props[token])
        formula = self.formula()
        if not isinstance(formula, Prop | Pred | Equal | EnumIs):
            raise Fault(
                start, phrase("a target is a symbol, a defined name or an atom such as F(a)")
            )
        return Target(
            formula.name if isinstance(formula, Prop) else print_formula(formula), formula
        )

    def models(self) -> Arguments:
        """Targets, or a formula and its free variable, as in `F(x), x`."""
        variable = self._variable()
        if variable is not None:
            formula = self.formula((variable,))
            if self.at(COMMA) and _is_free(variable, formula):
                self.index += 2
                return Arguments(formula, variable)
            self.index = FIRST_ARGUMENT
        return Arguments(targets=self.targets())

    def _variable(self) -> str | None:
        """The second of two arguments, if it is an undeclared name that occurs in the first."""
        tokens, codes, names = self.tokens, self.codes, self.names
        if codes[-2] == CLOSE and tokens[-3] in names.props and "given" not in tokens:
            return None  # the common case, decided by the last target
        arguments = list(_argument_starts(codes))
        if len(arguments) != 2:
            return None
        last = arguments[1]
        name = tokens[last]
        if not lexer.is_name(name) or codes[last + 1] != CLOSE:
            return None
        if (
            name not in tokens[FIRST_ARGUMENT : last - 1]
            or name in names.props
            or name in names.enums
        ):
            return None
        if name in names.scoped_names:
            return None
        if name in names.constants:
            raise Fault(
                last, phrase("{a} is an individual; the variable needs a name of its own", a=name)
            )
        return name


def _argument_starts(codes: list[int | None]) -> Iterator[int]:
    """The token indices at which the arguments of the query's bracket begin."""
    depth = 0
    for index, code in enumerate(codes):
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
    """True if the variable occurs outside quantifiers that bind it."""
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
