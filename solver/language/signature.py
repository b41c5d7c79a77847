"""Resolution of the names of a problem while it is being parsed.

Owns declarations, declaration by use, and warnings about undeclared names. Leaves grammar to
`parser` and the JSON form to `loader`.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from solver.cancel import NO_LIMIT
from solver.language.dialect import QUANTIFIERS, Dialect, is_connective
from solver.language.lexer import EXISTS, FORALL, OPEN, is_name
from solver.language.problem import Define, Problem
from solver.language.syntax import (
    BOOL,
    BoolSort,
    Constant,
    EnumIs,
    EnumSame,
    EnumSort,
    Equal,
    Formula,
    IndividualSort,
    Not,
    Pred,
    PredicateSort,
    Prop,
    Signature,
    Sort,
    Symbol,
    SymbolKey,
    Term,
    Variable,
    literals,
    walk,
)
from solver.phrases import phrase, plural
from solver.quick_dataclasses import quick

_VARIABLE = re.compile(r"[u-z](?:_?[0-9]+)?['’]?")
"""Names that are variables by convention, as in Prover9."""
_TRUTH_WORDS = frozenset(["true", "false"])
_NO_DIGITS = str.maketrans("", "", "0123456789")
_MOST_COMPARED = 30_000
"""Maximum pairs of names compared for suggestions; later unknown names get none."""
_MAX_NAME = 200
"""Maximum length of a name for which a similar one is searched."""


class Fault(Exception):
    """An error at a token, which the parser turns into a FormulaError with a position."""

    def __init__(self, index: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.index = index
        self.message = message
        self.hint = hint


@quick
@dataclass(frozen=True, slots=True)
class Gloss:
    """The entry of `translation` for a symbol."""

    text: str
    places: tuple[str, ...]
    """Variable names of a predicate's places; empty if the key gives none."""
    key: str
    """The key as written."""


class Place(NamedTuple):
    """Where a name occurs in a text, except right after quantifiers. Indices count from the end of
    the text, so that they stay valid when an earlier token is split in two."""

    number: int
    """Number of occurrences."""
    last_index: float
    """Index of the last occurrence."""
    last_index_alone: float
    """Index of the last occurrence without arguments."""


NOWHERE = Place(0, inf, inf)


def _places(tokens: list[str], kinds: list[int | None]) -> dict[str, Place]:
    """The `Place` of each token of a text."""
    places: dict[str, Place] = {}
    for at, token in enumerate(tokens):
        if kinds[at - 1] in (FORALL, EXISTS):
            continue
        before = places.get(token, NOWHERE)
        from_end = len(tokens) - at
        alone = at + 1 < len(kinds) and kinds[at + 1] != OPEN
        places[token] = Place(
            before.number + 1, from_end, from_end if alone else before.last_index_alone
        )
    return places


class SignatureBuilder:
    """Resolves names against declarations, and collects names that are only declared by use."""

    def __init__(
        self,
        signature: Signature | None = None,
        *,
        strict: bool = False,
        defined: Iterable[str] = (),
        glosses: Mapping[SymbolKey, Gloss] | None = None,
    ) -> None:
        """`glosses` are those of undeclared symbols; such names give no warning.

        Under `strict` a name in neither list is an error. Without a signature nothing is reported.
        """
        self.strict = strict
        self.report = signature is not None
        self.symbols: dict[SymbolKey, Symbol] = {}
        self.glosses = dict(glosses or {})
        """Glosses not yet assigned to a symbol."""
        self.warnings: list[str] = []
        self.notes: list[str] = []
        """How single texts were read, where another reading is possible."""
        self.budget = NO_LIMIT
        """Limits of parsing."""
        self.where = ""
        """The part being read, for warnings: "premise 3"."""
        self.dialect: Dialect | None = None
        """The dialect of the whole record; None detects it per text."""
        self.scope: str | None = None
        """The variant being read, which may define its own names."""
        self.scoped_names: dict[str, set[str]] = {}
        """Names defined only under variants, with those variants."""
        self.defined_names: set[str] = set()
        self.words: list[list[str]] = []
        """The tokens of every text read so far."""
        self.codes: list[list[int | None]] = []
        """The kinds of the tokens of each of these texts."""
        # Look-up tables for the parser's fast path; other names go through the methods.
        self.props: dict[str, Prop] = {}
        self.negations: dict[str, Not] = {}
        self.constants: dict[str, Constant] = {}
        self.enums: dict[str, tuple[str, ...]] = {}
        self.predicates: set[SymbolKey] = set()
        self._predicate_names: set[str] = set()
        self.functions: dict[SymbolKey, None] = {}
        """Names with arguments in the position of an individual, with their arity: each is a
        predicate with one additional place."""
        self.functions_known = False
        """Whether new functions are rejected, because each would need an axiom."""
        self._token_set: tuple[list[str], frozenset[str]] = [], frozenset()
        """The tokens of the current text, and the set of them."""
        self._places: tuple[list[str], dict[str, Place]] = [], {}
        """The same tokens, and where each occurs."""
        self._comparisons = 0
        """Pairs of names compared so far for suggestions."""
        if signature is not None:
            for symbol in signature.symbols.values():
                self.declare(symbol)
        for name in defined:
            self.define(name)

    def declare(self, symbol: Symbol) -> None:
        """Add a symbol, replacing one of the same name and arity."""
        name, sort = symbol.name, symbol.sort
        if sort is BOOL:
            self.symbols[(name, 0)] = symbol
            self.props[name], self.negations[name] = literals(name)
            return
        self.symbols[(name, symbol.arity)] = symbol
        if isinstance(sort, BoolSort):
            self.props[name], self.negations[name] = literals(name)
        elif isinstance(sort, PredicateSort):
            self.predicates.add((name, sort.arity))
            self._predicate_names.add(name)
        elif isinstance(sort, EnumSort):
            self.enums[name] = sort.values
        else:
            self.constants[name] = Constant(name)

    def define(self, name: str) -> None:
        """Add a defined name, which is read as a Bool."""
        self.defined_names.add(name)
        self.props[name] = Prop(name)

    def signature(self) -> Signature:
        """All symbols so far: declared ones first, then those declared by use."""
        return Signature(dict(self.symbols))

    def add_note(self, message: str) -> None:
        """Add a note on how the current part was read; a full stop is appended."""
        note = (
            phrase("{a} ({b}).", a=message, b=self.where)
            if self.where
            else phrase("{a}.", a=message)
        )
        self.notes.append(note)

    def declares(self, name: str) -> bool:
        """Whether a name is declared or has a gloss, in any role."""
        return any(
            key == name and symbol.declared for (key, _), symbol in self.symbols.items()
        ) or any(key == name for key, _ in self.glosses)

    # --- names in formulas ------------------------------------------------------------------------

    def prop(self, name: str, index: int) -> Prop:
        """The name as a formula. Raises Fault if it names something else."""
        prop = self.props.get(name)
        if prop is not None:
            return prop
        if name in self.scoped_names:
            if self.scope in self.scoped_names[name]:
                return Prop(name)
            raise Fault(
                index,
                phrase(
                    "{a} is defined only under {b}", a=name, b=_listing(self.scoped_names[name])
                ),
            )
        if name in self.enums:
            value = self.enums[name][0]
            raise Fault(
                index,
                phrase("{a} is an Enum, not a formula", a=name),
                phrase("Write {a} = {b}.", a=name, b=value),
            )
        if name in self.constants:
            raise Fault(
                index, phrase("{a} is {b}, not a formula", a=name, b=self._individual(name))
            )
        self._by_use(name, BOOL, "a Bool", index)
        return self.props[name]

    def term(self, name: str, index: int) -> Term:
        """The name as an individual. Raises Fault if it names something else, or nothing."""
        constant = self.constants.get(name)
        if constant is not None:
            return constant
        if name in self.defined_names or name in self.scoped_names:
            raise Fault(index, phrase("{a} is a defined formula, not an individual", a=name))
        if name in self.props:
            raise Fault(index, phrase("{a} is a Bool, not an individual", a=name))
        if name in self.enums:
            raise Fault(index, phrase("{a} is an Enum, not an individual", a=name))
        for enum, values in self.enums.items():
            if name in values:
                raise Fault(
                    index,
                    phrase("{a} is a value of the Enum {b}, not an individual", a=name, b=enum),
                )
        if not name.strip("_"):
            raise Fault(
                index,
                phrase("{a} names nothing", a=name),
                phrase("Write ∃x around what holds of someone."),
            )
        self._by_use(name, IndividualSort(), phrase("an individual"), index)
        if _VARIABLE.fullmatch(name) and not self.symbols[(name, 0)].gloss:
            self.add_note(
                phrase(
                    "No quantifier binds {a}, which is read as the name of an individual; Prover9 "
                    "reads ∀{b}",
                    a=name,
                    b=name,
                )
            )
        return self.constants[name]

    def predicate(self, name: str, arity: int, index: int) -> None:
        """Declare a predicate of that name and arity unless there is one. Raises Fault if the name
        belongs to a function or connective, or is declared with other arities."""
        if (name, arity) in self.predicates:
            return
        if (name, arity) in self.functions:
            raise Fault(index, phrase("{a} is a function elsewhere, and a formula here", a=name))
        if arity > 1 and is_connective(name) and not self.declares(name):
            hint = phrase("Write it between its parts, or declare {a} as a predicate.", a=name)
            raise Fault(index, phrase("{a} joins formulas, and is not a predicate", a=name), hint)
        others = []
        if name in self._predicate_names:
            others = [
                s.arity for s in self.symbols.values() if s.name == name and s.arity and s.declared
            ]
        if others:
            places = " or ".join(str(n) for n in others)
            message = plural(
                "{a} takes {b} argument, not {c}",
                "{a} takes {b} arguments, not {c}",
                n=others[-1],
                a=name,
                b=places,
                c=arity,
            )
            raise Fault(index, message)
        role = plural("a predicate of {n} place", "a predicate of {n} places", n=arity)
        self._by_use(name, PredicateSort(arity), role, index)

    def token_set(self, tokens: list[str]) -> frozenset[str]:
        """The set of tokens of the current text, computed once per text."""
        if self._token_set[0] is not tokens:
            self._token_set = tokens, frozenset(tokens)
        return self._token_set[1]

    def place(self, name: str, tokens: list[str], kinds: list[int | None]) -> "Place":
        """Where a name occurs in the current text, computed once per text. Tokens may have been
        inserted since then before the current index."""
        if self._places[0] is not tokens:
            self._places = tokens, _places(tokens, kinds)
        return self._places[1].get(name, NOWHERE)

    def function(self, name: str, arity: int, index: int, predicate: str = "") -> None:
        """Declare a function of that name and arity, i.e. a relation with one additional place,
        unless there is one. `predicate` is the predicate whose argument it is.

        Raises Fault if the name belongs to a predicate, or if no new functions are allowed.
        """
        if (name, arity) in self.functions:
            return
        if predicate.lower() in QUANTIFIERS and not self.declares(predicate):
            hint = phrase("Write ∀x ({a}(x)), or declare {b} as a predicate.", a=name, b=predicate)
            raise Fault(
                index, phrase("{a} is a quantifier's word before a formula", a=predicate), hint
            )
        hint = phrase(
            "A predicate with one more place says the same. Between formulas, write <->"
            " instead of =."
        )
        if (name, arity) in self.predicates:
            raise Fault(
                index, phrase("{a}(…) is a formula elsewhere, and an argument here", a=name), hint
            )
        if (name, arity + 1) in self.predicates:
            raise Fault(
                index,
                phrase("{a} is a predicate of {b} places elsewhere", a=name, b=arity + 1),
                hint,
            )
        if self.functions_known:
            message = phrase("{a}(…) is a function that the formalization does not have", a=name)
            raise Fault(index, message, phrase("Functions must occur in its premises or queries."))
        self.predicate(name, arity + 1, index)
        self.functions[name, arity] = None

    def equality(
        self, left: str, left_index: int, right: str, right_index: int, bound: Collection[str]
    ) -> Formula:
        """`left = right`: two individuals, an Enum and a value, or two Enums with the same values.
        Raises Fault if it is none of these."""
        enum = None if left in bound else self.enums.get(left)
        other = None if right in bound else self.enums.get(right)
        if enum is not None and right in enum:
            return EnumIs(left, right)
        if other is not None and left in other:
            return EnumIs(right, left)
        if enum is not None and other is not None:
            if enum == other:
                return EnumSame(left, right)
            raise Fault(
                right_index, phrase("the Enums {a} and {b} have different values", a=left, b=right)
            )
        if enum is not None:
            raise Fault(right_index, _no_value(right, left, enum), _close(right, enum))
        if other is not None:
            raise Fault(left_index, _no_value(left, right, other), _close(left, other))
        for name, index in ((left, left_index), (right, right_index)):
            if name not in bound and name in self.props:
                raise Fault(
                    index,
                    phrase("{a} is a formula, and = must be between terms", a=name),
                    phrase("Use <-> instead."),
                )
            if name not in bound and name not in self.constants:
                self.refuse_truth(name, index)
        first = Variable(left) if left in bound else self.term(left, left_index)
        second = Variable(right) if right in bound else self.term(right, right_index)
        return Equal(first, second)

    def truth(self, name: str) -> bool | None:
        """The truth value of True, TRUE, False and FALSE if nothing else has that name; else
        None."""
        value = name.lower()
        if value not in _TRUTH_WORDS or name in (*self.constants, *self.enums, *self.scoped_names):
            return None
        if name in self.props or (name, 0) in self.glosses:
            return None
        sign = "⊤" if value == "true" else "⊥"
        self.add_note(phrase("{a} is read as {b}, not as a symbol", a=name, b=sign))
        return value == "true"

    def refuse_truth(self, name: str, index: int) -> None:
        """Raise Fault for true and false next to =, unless they were declared."""
        if name.lower() in _TRUTH_WORDS and not self.declares(name):
            hint = phrase("Write A for A = true, and ¬A for A = false.")
            raise Fault(
                index, phrase("= must be between terms, and {a} is not a term", a=name), hint
            )

    # --- declaration by use ----------------------------------------------------------------------

    def _by_use(self, name: str, sort: Sort, role: str, index: int) -> None:
        arity = sort.arity if isinstance(sort, PredicateSort) else 0
        gloss = self.glosses.pop((name, arity), None)
        if gloss is None and arity and (name, 0) not in self.symbols:
            gloss = self.glosses.pop((name, 0), None)
        if gloss is not None:
            self.declare(Symbol(name, sort, gloss.text, gloss.places, declared=False))
            return
        if self.report:
            self._unknown(name, role, index)
        self.declare(Symbol(name, sort, declared=False))

    def _unknown(self, name: str, role: str, index: int) -> None:
        if (name, 0) in self.symbols or name in self._predicate_names:
            message = phrase("{a} is declared, but not as {b}", a=name, b=role)
            hint: str = phrase("{a} and {b}(…) are two symbols.", a=name, b=name)
        else:
            message = phrase("{a} is not declared", a=name)
            hint = ""
            self._comparisons += len(self.symbols) + len(self.glosses) + len(self.defined_names)
            if self._comparisons <= _MOST_COMPARED:
                candidates = {key[0] for key in (*self.symbols, *self.glosses)} | self.defined_names
                # Names that differ only in digits (p12 and p11, c2_1 and c1_1) are not typing
                # errors.
                stem = name.translate(_NO_DIGITS)
                if stem != name:
                    candidates = {
                        other for other in candidates if other.translate(_NO_DIGITS) != stem
                    }
                hint = _close(name, candidates)
        if self.strict:
            raise Fault(index, message, hint)
        place = f" ({self.where})" if self.where else ""
        self.warnings.append(f"{message}{place}; taken as {role}." + (f" {hint}" if hint else ""))

    def _individual(self, name: str) -> str:
        symbol = self.symbols[(name, 0)]
        sort = symbol.sort
        if symbol.declared and isinstance(sort, IndividualSort):
            return phrase("an individual ({a})", a=sort.label)
        return phrase("an individual")


def builder_for(problem: Problem, *, strict: bool = False) -> SignatureBuilder:
    """A builder with the names of a loaded problem, for parsing further formulas over it."""
    glosses = {
        (key, 0): Gloss(text, (), key) for key, text in problem.notes.items() if is_name(key)
    }
    builder = SignatureBuilder(
        problem.signature, strict=strict, defined=problem.definitions, glosses=glosses
    )
    builder.functions = dict.fromkeys(problem.functions)
    builder.functions_known = True
    for variant in problem.variants.values():
        for edit in variant.edits:
            if isinstance(edit, Define) and edit.name not in problem.definitions:
                builder.scoped_names.setdefault(edit.name, set()).add(variant.name)
    return builder


def extended(
    signature: Signature, formulas: Iterable[Formula], defined: Collection[str]
) -> Signature:
    """The signature extended by the symbols that these formulas declare by use."""
    missing: dict[SymbolKey, Symbol] = {}

    def take(name: str, sort: Sort) -> None:
        key = (name, sort.arity if isinstance(sort, PredicateSort) else 0)
        if key not in signature.symbols:
            missing.setdefault(key, Symbol(name, sort, declared=False))

    for formula in formulas:
        for node in walk(formula):
            match node:
                case Prop(name) if name not in defined:
                    take(name, BOOL)
                case Pred(name, args):
                    take(name, PredicateSort(len(args)))
                    for term in args:
                        if isinstance(term, Constant):
                            take(term.name, IndividualSort())
                case Equal(left, right):
                    for term in (left, right):
                        if isinstance(term, Constant):
                            take(term.name, IndividualSort())
    if not missing:
        return signature
    return Signature({**signature.symbols, **missing})


def suggestion(name: str, known_names: Iterable[str]) -> str:
    """The known name closest to a mistyped one, or ""; always "" for a very long name."""
    import difflib

    if len(name) > _MAX_NAME:
        return ""
    names = sorted(set(known_names) - {name})
    for other in names:
        if other.casefold() == name.casefold():
            return other
    close_matches = difflib.get_close_matches(name, names, n=1)
    return close_matches[0] if close_matches else ""


def _close(name: str, known_names: Iterable[str]) -> str:
    text = suggestion(name, known_names)
    return phrase("Did you mean {a}?", a=text) if text else ""


def _no_value(name: str, enum: str, values: tuple[str, ...]) -> str:
    return phrase(
        "{a} is not a value of {b}; its values are {c}", a=name, b=enum, c=", ".join(values)
    )


def _listing(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
