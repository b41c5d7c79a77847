"""Functions of individuals, read as relations.

Owns the parsing of terms such as `Mother(x)` in the arguments of an atom, and their translation:
P(Mother(a)) becomes ∃v (Mother(a, v) ∧ P(v)), where Mother has an additional place for the value.
The two are equivalent if a function has exactly one value for all arguments. `axiom` states this,
and the loader adds it to the premises. Leaves the rest of the grammar to `parser`.
"""

from collections.abc import Sequence

from solver.language import lexer
from solver.language.lexer import CLOSE, CODES, COMMA, END, EQ, OPEN
from solver.language.parser_parts import expected, match_brackets
from solver.language.signature import Fault, SignatureBuilder
from solver.language.syntax import (
    And,
    Constant,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Not,
    Pred,
    Term,
    Variable,
)
from solver.phrases import phrase

VALUE = "v"
"""Name of the variable for a function's value, with a number added if the name is taken."""
MOST_NESTED = 20
"""Maximum nesting of functions."""


class AtomTerms:
    """The terms of one atom, and the relations that determine the values of its functions."""

    def __init__(
        self, tokens: list[str], names: SignatureBuilder, variables: Sequence[str]
    ) -> None:
        self._tokens = tokens
        self._names = names
        self._variables = variables
        self._values: list[tuple[Pred, str]] = []

    def term(
        self, index: int, wanted: str, depth: int = 0, predicate: str = ""
    ) -> tuple[Term, int]:
        """The term at a token, and the index after it. `wanted` describes what is expected there,
        `predicate` is the predicate whose argument the term is. Raises Fault if there is no
        term."""
        tokens, names = self._tokens, self._names
        token = tokens[index]
        if not lexer.is_value(token) or token in CODES:
            expected(tokens, index, wanted)
        if CODES.get(tokens[index + 1]) != OPEN:
            if token in self._variables:
                return Variable(token), index + 1
            return names.term(token, index), index + 1
        if depth >= MOST_NESTED:
            raise Fault(index, phrase("functions nest more than {a} levels deep", a=MOST_NESTED))
        refuse_bound(token, index, self._variables)
        opened, start = index + 1, index
        args: list[Term] = []
        index += 2
        while True:
            argument, index = self.term(index, phrase("an argument of {a}", a=token), depth + 1)
            args.append(argument)
            code = CODES.get(tokens[index])
            if code == CLOSE:
                break
            if code != COMMA:
                expected(
                    tokens, index, phrase("a comma or a bracket after an argument of {a}", a=token)
                )
            index += 1
        match_brackets(tokens, opened, index)
        names.function(token, len(args), start, predicate)
        value = self._fresh()
        self._values.append((Pred(token, (*args, Variable(value))), value))
        return Variable(value), index + 1

    def take(self, term: Term) -> Pred | None:
        """Remove and return the relation that determines this term's value; None for a name."""
        if not self._values or not isinstance(term, Variable):
            return None
        relation, value = self._values[-1]
        if value != term.name:
            return None
        self._values.pop()
        return relation

    def with_relations(self, atom: Formula) -> Formula:
        """The atom with the relations of its functions; the atom itself where it has none."""
        for relation, value in reversed(self._values):
            parts = atom.parts if isinstance(atom, And) else (atom,)
            atom = Exists(value, And((relation, *parts)))
        return atom

    def _fresh(self) -> str:
        written = self._names.token_set(self._tokens)
        used_names = {*self._variables, *(value for _, value in self._values)}
        name, number = VALUE, 0
        while name in written or name in used_names or name in self._names.constants:
            number += 1
            name = f"{VALUE}{number}"
        return name


def application(
    tokens: list[str], start: int, names: SignatureBuilder, variables: list[str]
) -> tuple[Formula, int]:
    """A predicate with its terms, starting at the predicate's name. Raises Fault if they cannot be
    read."""
    name = tokens[start]
    if name in variables:
        refuse_bound(name, start, variables)
    constants = names.constants
    args: list[Term] = []
    terms: AtomTerms | None = None
    index = start + 2
    while True:
        token = tokens[index]
        if token != END and CODES.get(tokens[index + 1]) == OPEN:
            terms = terms or AtomTerms(tokens, names, variables)
            term, index = terms.term(index, phrase("an argument of {a}", a=name), predicate=name)
            args.append(term)
        else:
            if token in variables:
                args.append(Variable(token))
            elif token in constants:
                args.append(constants[token])
            elif lexer.is_value(token) and token not in CODES:
                args.append(names.term(token, index))
            else:
                expected(tokens, index, phrase("an argument of {a}", a=name))
            index += 1
        code = CODES.get(tokens[index])
        if code == CLOSE:
            break
        if code != COMMA:
            if tokens[index] == END:
                raise Fault(start + 1, phrase("this bracket is never closed"))
            hint = f"If {name} is a formula, an operator is missing after it."
            expected(
                tokens, index, phrase("a comma or a bracket after an argument of {a}", a=name), hint
            )
        index += 1
    match_brackets(tokens, start + 1, index)
    if (name, len(args)) not in names.predicates:
        names.predicate(name, len(args), start)
    atom = Pred(name, tuple(args))
    return (atom if terms is None else terms.with_relations(atom)), index + 1


def equation(
    tokens: list[str], index: int, names: SignatureBuilder, variables: Sequence[str]
) -> tuple[Formula, int]:
    """`s = t` or `s ≠ t` with a function on either side, and the index after it."""
    terms = AtomTerms(tokens, names, variables)
    left, sign = terms.term(index, "a term")
    outer = terms.take(left)
    right, after = terms.term(sign + 1, "a term")
    if outer is None:
        outer, right = terms.take(right), left
    for side, place in ((left, index), (right, sign + 1)):
        if isinstance(side, Constant):
            names.refuse_truth(side.name, place)
    # f(a) = b is the relation f(a, b); the value needs no extra variable.
    equal: Formula = Equal(left, right)
    if outer is not None:
        equal = Pred(outer.name, (*outer.args[:-1], right))
    equal = terms.with_relations(equal)
    return (equal if CODES.get(tokens[sign]) == EQ else Not(equal)), after


def refuse_bound(name: str, index: int, variables: Sequence[str]) -> None:
    """Raise a Fault if a bound variable is followed by arguments, as in ∀F (F(a))."""
    if name in variables:
        message = phrase("{a} is a variable of a quantifier, but arguments follow it here", a=name)
        hint = phrase("Quantifiers range over individuals: use another name for the predicate.")
        raise Fault(index, message, hint)


def axiom(name: str, arity: int) -> Formula:
    """The axiom that a function of `arity` places has exactly one value for all arguments."""
    places = [f"x{number}" for number in range(1, arity + 1)]
    arguments = tuple(Variable(place) for place in places)
    same = Iff(Pred(name, (*arguments, Variable("w"))), Equal(Variable("w"), Variable("v")))
    formula: Formula = Exists("v", ForAll("w", same))
    for place in reversed(places):
        formula = ForAll(place, formula)
    return formula
