"""The dialects of formulas, for spellings that mean different things in different notations.

Owns the detection of dialects, words and signs that are operators only in some positions, and the
notes on a record that is not in the program's own dialect. Leaves spelling to `lexer`.

In the logic package of NLTK and in Prover9 (`all x.`, `some x.`, `-P(x)`) a quantifier binds as
tightly as ¬, a chain of → groups to the left (Prover9 has none), and `^` is ∧. In the program's own
dialect the scope of a quantifier without a bracket extends through the next →, a chain groups to
the right, and `^` is ⊕. The dialect is chosen per record, never per formula.
"""

import re
from collections.abc import Iterable, Sequence
from enum import Enum

from solver.cancel import NO_LIMIT, Budget, within
from solver.language import lexer
from solver.language.lexer import (
    AND,
    CLOSE,
    COMMA,
    DOT,
    END,
    EQ,
    EXISTS,
    FALSE,
    FORALL,
    IFF,
    IMPLIES,
    NEQ,
    NOT,
    OPEN,
    OR,
    SEMICOLON,
    STOP,
    TRUE,
    XOR,
)
from solver.phrases import phrase


class Dialect(Enum):
    """The scope of a quantifier without a bracket."""

    OWN = "own"
    """Through the next →; the program's own dialect."""
    TIGHT = "tight"
    """The same as that of ¬; NLTK and Prover9."""


_INFIX = {"and": AND, "or": OR, "v": OR, "implies": IMPLIES, "iff": IFF, "xor": XOR}
_QUANTIFIERS = {"all": FORALL, "some": EXISTS, "exist": EXISTS}
QUANTIFIERS = frozenset([*_QUANTIFIERS, "forall", "exists"])
"""Words that are quantifiers when a variable follows, in lower case."""
_CAPITAL = {
    written: code
    for word, code in (("forall", FORALL), ("exists", EXISTS))
    for written in (word.capitalize(), word.upper())
}
"""Capitalised quantifiers, which bind as in the program's own dialect."""
_WORDS: dict[str, int] = {
    written: code
    for word, code in (*_INFIX.items(), ("not", NOT), *_QUANTIFIERS.items())
    for written in (word, word.capitalize(), word.upper())
    if written != "V"
}
_WORDS |= _CAPITAL | {"ForAll": FORALL, "forAll": FORALL}
_SPECIAL = frozenset([*_WORDS, "?", "!", "^"])
_TIGHT = frozenset(
    ["!", "?", *(w for word in _QUANTIFIERS for w in (word, word.capitalize(), word.upper()))]
)
_NLTK_ONLY = _TIGHT - {"!", "?"}
_ENDS = frozenset([CLOSE, TRUE, FALSE])
"""Codes of tokens that may end an operand; a name or a number may as well."""
_BEGINS = frozenset([OPEN, NOT, FORALL, EXISTS, TRUE, FALSE])
_MINUS = re.compile(r"(?:^|[\s(\[&|>,.\0])-(?=[\w(-])(?!->|-+>)")
"""The sign for ¬ in NLTK and Prover9."""
_NLTK_WORD = re.compile(r"(?<![\w\\])(?:all|some|exist)\s", re.IGNORECASE)
_WORD = re.compile(r"(?<![\w\\])(?:all|some|exists?|forall)(?!\w)", re.IGNORECASE)
"""Words that may be quantifiers."""
_BETWEEN = "\0"
"""Separator between texts that are searched together; no pattern matches across it."""
_SIGNS = "∀∃∧∨¬→↔"
_OWN_COMMAND = re.compile(r"\\[A-Za-z]")
_OWN_SIGNS = re.compile(rf"[{_SIGNS}]|{_OWN_COMMAND.pattern}")
_PIECE = 1 << 16
"""Characters searched between two checks of the budget."""
_OVERLAP = 64
"""Extra characters searched, so that no match at the end of a piece is cut."""


def dialect_of(texts: Iterable[str], budget: Budget = NO_LIMIT) -> Dialect:
    """The dialect that the formulas of one record are written in.

    It is that of NLTK and Prover9 if some formula has a quantifier `all x`, `some x` or `exist x`,
    or `-P(x)`, and none has a sign or a LaTeX command of the program's own notations.
    """
    listed = list(texts)
    whole = _BETWEEN.join(listed)
    # Signs and words are searched for first, since a substring search is much faster than a
    # pattern.
    if "\\" in whole and _stands(_OWN_COMMAND, whole, budget):
        return Dialect.OWN
    if not whole.isascii() and any(sign in whole for sign in _SIGNS):
        return Dialect.OWN
    if "-" in whole and _stands(_MINUS, whole, budget):
        return Dialect.TIGHT
    if _has_words(whole) and _stands(_NLTK_WORD, whole, budget):
        for text in within(listed, budget):
            if _stands(_NLTK_WORD, text, budget) and _says_all(text, budget):
                return Dialect.TIGHT
    return Dialect.OWN


def _has_words(text: str) -> bool:
    """Whether the text may contain a quantifier written as a word."""
    small = text.lower()
    return "all" in small or "some" in small or "exist" in small


def _stands(pattern: re.Pattern[str], text: str, budget: Budget) -> bool:
    """Whether a pattern of a few characters matches in a text, which is searched in pieces."""
    for start in range(0, len(text), _PIECE):
        budget.check()
        match = pattern.search(text, start, start + _PIECE + _OVERLAP)
        if match and match.start() < start + _PIECE:
            return True
    return False


def _says_all(text: str, budget: Budget) -> bool:
    """Whether a text has a quantifier that only NLTK and Prover9 use."""
    tokens = lexer.tokenize(text, budget)
    coded = zip(tokens, kinds(tokens), strict=True)
    return any(code in (FORALL, EXISTS) and token in _NLTK_ONLY for token, code in coded)


def notes(dialect: Dialect, texts: Sequence[str], budget: Budget = NO_LIMIT) -> tuple[str, ...]:
    """Notes for the user on how the record was read; empty for plain records. Raises `GaveUp`."""
    names: list[str] = []
    whole = _BETWEEN.join(texts)
    caret = "^" in whole
    if dialect is Dialect.TIGHT:
        names.append(
            phrase(
                "Read as formulas of NLTK or Prover9: a quantifier without a bracket "
                "binds only what immediately follows it, as ¬ does; a chain of → "
                "groups to the left."
            )
        )
        if caret:
            names.append(phrase("^ is read as ∧, as in NLTK."))
        return tuple(names)
    if caret:
        names.append(phrase("^ is read as ⊕ (exclusive or)."))
    if not _has_words(whole):
        return tuple(names)
    worded = [text for text in texts if _stands(_WORD, text, budget)]
    plain = [text for text in worded if not _stands(_OWN_SIGNS, text, budget)]
    if any(_goes_on(text, budget, tight=False) for text in plain):
        names.append(
            phrase(
                "A quantifier without a bracket is read through the next →; in NLTK "
                "and Prover9 it would bind only what immediately follows it."
            )
        )
    if any(_goes_on(text, budget, tight=True) for text in worded):
        names.append(
            phrase(
                "“all”, “some” and “exist” bind only what immediately follows them, as in NLTK, "
                "even next to signs of the program's own: the scope of ∀ and ∃ without a bracket "
                "extends through the next →."
            )
        )
    return tuple(names)


def _goes_on(text: str, budget: Budget, *, tight: bool) -> bool:
    """Whether a quantifier written as a word has different scopes in the two dialects, because an
    operator follows its first operand. With `tight`, checks `all`, `some` and `exist`, which always
    bind as in NLTK; otherwise `exists` and `forall`."""
    tokens = lexer.tokenize(text, budget)
    codes = kinds(tokens)
    for index, code in enumerate(within(codes, budget)):
        if code not in (FORALL, EXISTS) or tokens[index].lower() not in QUANTIFIERS:
            continue
        if is_tight(tokens[index]) is not tight:
            continue
        body, variables = _body(tokens, codes, index)
        if codes[body] == OPEN and variables == 1:
            continue  # the bracket is the scope in both dialects
        if codes[_operand_end(tokens, codes, body)] in (AND, OR, XOR, IMPLIES):
            return True
    return False


def _body(tokens: list[str], codes: list[int | None], index: int) -> tuple[int, int]:
    """The index after the variables of the quantifier at `index`, and the number of variables."""
    first = index + 1
    end = first
    while (codes[end] is None and lexer.is_name(tokens[end])) or codes[end] == COMMA:
        end += 1
    if codes[end] == DOT:
        return end + 1, end - first - codes[first:end].count(COMMA)
    if end - first > 1 and codes[end - 1] is None and codes[end] in (OPEN, EQ, NEQ):
        end -= 1  # the body begins with the last name
    return end, max(end - first - codes[first:end].count(COMMA), 1)


def _operand_end(tokens: list[str], codes: list[int | None], index: int) -> int:
    """The index after the operand, from `index` on, of a sign that binds as tightly as ¬."""
    while codes[index] in (NOT, FORALL, EXISTS):
        index = index + 1 if codes[index] == NOT else _body(tokens, codes, index)[0]
    while True:
        if tokens[index] == END:
            return index
        if codes[index] != OPEN:
            index += 1
        if codes[index] == OPEN:
            depth = 0
            while tokens[index] != END:
                depth += (codes[index] == OPEN) - (codes[index] == CLOSE)
                index += 1
                if not depth:
                    break
        if codes[index] not in (EQ, NEQ):
            return index
        index += 1


def chain_notes(
    dialect: Dialect, codes: Iterable[list[int | None]], budget: Budget = NO_LIMIT
) -> tuple[str, ...]:
    """The note on a chain of → in the program's own dialect, which NLTK reads differently; `codes`
    are the `kinds` of each text. Raises `GaveUp`."""
    if dialect is Dialect.TIGHT:
        return ()
    for coded in within(codes, budget):
        # Few texts have two arrows.
        if coded.count(IMPLIES) > 1 and _chains(coded, budget):
            break
    else:
        return ()
    return (
        phrase("A chain of → is read from the right, A → (B → C); NLTK reads it from the left."),
    )


def reading(dialect: Dialect | None, texts: Iterable[str]) -> tuple[str, ...]:
    """All notes on how texts are read in a dialect; None is the program's own dialect."""
    listed = list(texts)
    used_dialect = dialect or Dialect.OWN
    codes = (kinds(lexer.tokenize(text)) for text in listed)
    return (*notes(used_dialect, listed), *chain_notes(used_dialect, codes))


def _chains(codes: list[int | None], budget: Budget) -> bool:
    """Whether a text has a chain of two → with no bracket between them."""
    budget.check()
    arrows = [0]
    for code in within(codes, budget):
        if code == OPEN:
            arrows.append(0)
        elif code == CLOSE and len(arrows) > 1:
            arrows.pop()
        elif code == IMPLIES:
            arrows[-1] += 1
            if arrows[-1] > 1:
                return True
        elif code in (IFF, COMMA, SEMICOLON):
            arrows[-1] = 0
    return False


def is_tight(quantifier: str) -> bool:
    """Whether a quantifier with this spelling always binds as tightly as ¬."""
    return quantifier in _TIGHT


def is_connective(name: str) -> bool:
    """Whether a word, in lower or upper case, is a connective and thus not a variable; `v` may be a
    variable."""
    return name != "v" and name in _WORDS and name.lower() not in QUANTIFIERS


def is_word(name: str) -> bool:
    """Whether a name is a connective or a quantifier, everywhere or in some positions."""
    return name in _WORDS or name in lexer.CODES


def kinds(
    tokens: list[str], dialect: Dialect | None = None, budget: Budget = NO_LIMIT
) -> list[int | None]:
    """The code of each token; words are operators where they cannot be names. Raises `GaveUp`.

    `A implies B` has an operator, since two names never follow one another; `implies(a)` and
    `implies & A` have a name.
    """
    codes = lexer.kinds(tokens, budget)
    if _SPECIAL.isdisjoint(tokens):
        return codes
    for index, token in enumerate(tokens):
        if token not in _SPECIAL:
            continue
        if token == "^":
            if dialect is Dialect.TIGHT:
                codes[index] = AND
        elif token in ("!", "?"):
            if _tptp_variables(tokens, codes, index):
                codes[index] = FORALL if token == "!" else EXISTS
        elif _is_operator(tokens, codes, index):
            codes[index] = _WORDS[token]
    return codes


def _is_operator(tokens: list[str], codes: list[int | None], index: int) -> bool:
    word = tokens[index].lower()
    after = index + 1
    if word in QUANTIFIERS:
        if codes[after] is not None or not lexer.is_name(tokens[after]):
            return False
        if tokens[after] == "v":
            # `all v P(v)`; in `all v B` both words stay names, and the parser rejects the first.
            return _names_a_term(tokens, codes, after)
        return tokens[after].lower() not in _INFIX
    if codes[after] not in _BEGINS and not (
        codes[after] is None and lexer.is_value(tokens[after]) and tokens[after] != END
    ):
        return False
    ended = index > 0 and (
        codes[index - 1] in _ENDS
        or (codes[index - 1] is None and lexer.is_value(tokens[index - 1]))
    )
    # A connective is never a variable, except `v` in a list of variables.
    if word == "not":
        return not ended or _among_variables(tokens, codes, index)
    if word == "v" and ended and _among_variables(tokens, codes, index):
        return False
    return ended


def _among_variables(tokens: list[str], codes: list[int | None], index: int) -> bool:
    """Whether there are only names and commas between a quantifier and the token at `index`."""
    index -= 1
    while index > 0 and (
        codes[index] == COMMA or (codes[index] is None and lexer.is_name(tokens[index]))
    ):
        index -= 1
    return codes[index] in (FORALL, EXISTS)


def _names_a_term(tokens: list[str], codes: list[int | None], index: int) -> bool:
    """Whether a full stop follows the variable at `index`, or it occurs later as a term."""
    name, sides = tokens[index], (COMMA, EQ, NEQ)
    if codes[index + 1] == DOT:
        return True
    return any(
        tokens[at] == name and (codes[at - 1] in (OPEN, *sides) or codes[at + 1] in (CLOSE, *sides))
        for at in range(index + 2, len(tokens))
    )


def _tptp_variables(tokens: list[str], codes: list[int | None], index: int) -> bool:
    """Whether `[X, Y] :` follows, which makes `!` and `?` quantifiers."""
    if codes[index + 1] != OPEN:
        return False
    index += 2
    while lexer.is_name(tokens[index]) and codes[index + 1] == COMMA:
        index += 2
    return (
        lexer.is_name(tokens[index])
        and codes[index + 1] == CLOSE
        and codes[index + 1] != STOP
        and codes[index + 2] == DOT
    )
