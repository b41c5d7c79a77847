"""Splitting text into tokens, in any mix of notations (LaTeX, Unicode, ASCII, words).

Owns the spelling of every token and its position in the text. Leaves grammar to `parser`, and words
that are operators only in some positions (`all x.`, `A implies B`) to `dialect`. Tokens are plain
strings without positions; positions are computed only when an error needs them.
"""

import re
from itertools import islice
from unicodedata import is_normalized, normalize

from solver.cancel import NO_LIMIT, Budget, within

# Levels of the operators: a higher number binds tighter. OPEN is the floor of a bracket. A
# quantifier before a bracket is tight; any other is loose: its body includes → but not ↔. ⊕ has its
# own level only so that the parser can detect a mix with ∨.
OPEN = 0
IFF = 1
LOOSE = 2
IMPLIES = 3
OR = 4
XOR = 5
AND = 6
NOT = 7
TIGHT = 8
# Codes of tokens that are not operators and have no level.
CLOSE = 10
COMMA = 11
SEMICOLON = 12
EQ = 13
NEQ = 14
FORALL = 15
EXISTS = 16
TRUE = 17
FALSE = 18
DOT = 19
STOP = 20

_SPELLINGS: dict[int, str] = {
    OPEN: r"( [ { \{ \lbrack （",
    CLOSE: r") ] } \} \rbrack ）",
    NOT: r"\neg \lnot ¬ ￢ ∼ ~ ! -",
    AND: r"\wedge \land ∧ & && \&",
    OR: r"\vee \lor ∨ | || \|",
    XOR: r"\oplus ⊕ \veebar ⊻ ^ <~>",
    IMPLIES: r"\to \rightarrow \Rightarrow \implies \longrightarrow \Longrightarrow → ⇒ ⟶ ⟹ -> =>"
    r" --> ==> ⊃ \supset",
    IFF: r"\leftrightarrow \Leftrightarrow \iff \longleftrightarrow ↔ ⇔ ⟷ ⟺ <-> <=> <--> <==> ≡"
    r" \equiv",
    FORALL: r"\forall ∀ forall",
    EXISTS: r"\exists ∃ exists",
    EQ: "= ==",
    NEQ: r"!= \neq \ne ≠",
    TRUE: r"\top ⊤ true",
    FALSE: r"\bot ⊥ false",
    COMMA: ", ， 、",
    SEMICOLON: "; ；",
    DOT: ". :",
}
CODES: dict[str, int] = {
    spelling: code for code, spellings in _SPELLINGS.items() for spelling in spellings.split()
}
"""Every token that is not a name or a number, with its code."""

END = ""
"""The token after the last one."""
CODES[END] = STOP

SHAPES: dict[str, str] = {
    bracket: shape
    for shape, brackets in {
        "round": "( ) （ ）",
        "square": r"[ ] \lbrack \rbrack",
        "curly": r"{ } \{ \}",
    }.items()
    for bracket in brackets.split()
}
"""A bracket must be closed by one of the same shape; otherwise all shapes mean the same."""
IGNORED = frozenset(
    [
        "$",
        r"\(",
        r"\)",
        r"\[",
        r"\]",
        r"\left",
        r"\right",
        r"\,",
        r"\;",
        r"\:",
        r"\!",
        "\\ ",
        r"\quad",
        r"\qquad",
        "\\\\",
    ]
    + [rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")]
)
RESERVED = frozenset(["forall", "exists"])
"""Words that cannot name a symbol. (`true` and `false` can: a declared symbol takes precedence.)"""

_LETTER = r"[\w\u0300-\u036f]"
"""Characters of a name after the first: letters and digits of any script, and combining accents."""
_DECIMALS = rf"(?:(?<=[0-9])\.[0-9]{_LETTER}*)*"
_JOINED = rf"(?:['’-]{_LETTER}+)*"
"""Apostrophes and hyphens between letters: O'Brien, New-York. A hyphen between letters is part of a
name, never a sign for ¬."""
_NAME = rf"[^\W\d]{_LETTER}*{_DECIMALS}{_JOINED}['’]?"
_NUMBER = rf"[0-9]{_LETTER}*{_DECIMALS}{_JOINED}%?"
_QUOTED = r"'[^'\\\n]+'|\"[^\"\\\n]+\""
_REST = (
    rf"[()]|\\[A-Za-z]+|{_NUMBER}|{_QUOTED}"
    r"|<-->|<==>|-->|==>|<->|<=>|<~>|->|=>|==|!=|&&|\|\|?-(?=\s)|\|\||\\[\s\S]|\S"
)
_SOME = r"(?=\S)"
"""Precedes a token: at a blank, no alternative is tried."""
_TOKEN = re.compile(rf"{_SOME}(?:{_NAME}|{_REST})")
# Names as written in LaTeX: x_{1} is x_1, \mathrm{late} is late, not\_going is not_going.
_LATEX_TOKEN = re.compile(
    rf"{_SOME}(?:"
    r"\\(?:text|mathrm|mathit|mathbf|mathsf|mathtt|operatorname|textit|textrm)"
    rf"\{{{_NAME}(?:\\_[A-Za-z0-9_]+)*\}}"
    rf"|{_NAME}(?:\\_[A-Za-z0-9_]+)*(?:(?<=_)\{{[A-Za-z0-9_]+\}})?|{_REST})"
)
_AROUND_NAME = re.compile(r"\\[a-z]+\{|\\|[{}]")
_IS_NAME = re.compile(rf"(?:{_NAME}|{_QUOTED}|[0-9]+[^\W\d]{_LETTER}*{_JOINED})\Z")
_IS_VALUE = re.compile(rf"(?:{_NAME}|{_NUMBER}|{_QUOTED})\Z")
_MAX_UNCHECKED_LENGTH = 1 << 16
"""Maximum characters of a text that is split into tokens without checking the budget."""
_SPELLED = frozenset(CODES)
_PROVER9 = re.compile(r"\$([TF])\b")
"""True and false in Prover9."""
_DOLLAR = re.compile(r"\$(?!(?:[TF]|true|false)\b)")
_QUOTED_NAME = re.compile(r"(['\"])([A-Za-z_][A-Za-z0-9_]*)\1")


def is_name(token: str) -> bool:
    """True for a token that can name a symbol: an identifier in any script, which may contain
    apostrophes or begin with digits, or a text in quotes; but not `forall` and `exists`."""
    if token.isidentifier() and token.isascii():
        return token not in RESERVED
    return _IS_NAME.match(token) is not None


def is_value(token: str) -> bool:
    """True for a token that can name a value of an Enum: a name or a number."""
    return _IS_VALUE.match(token) is not None


def tokenize(text: str, budget: Budget = NO_LIMIT) -> list[str]:
    """The tokens of a text, END last. Unknown characters become separate tokens. Raises
    `GaveUp`."""
    if len(text) <= _MAX_UNCHECKED_LENGTH and (apart := _set_apart(text)) is not None:
        return apart
    if "$" in text and not _DOLLAR.search(text):
        # No dollar sign is left that could end a LaTeX formula.
        text = _PROVER9.sub(lambda sign: "$⊤" if sign[1] == "T" else "$⊥", text)
    latex = "{" in text or "\\_" in text
    pattern = _LATEX_TOKEN if latex else _TOKEN
    if len(text) <= _MAX_UNCHECKED_LENGTH:
        tokens = pattern.findall(text)
    else:
        tokens = [match.group() for match in within(pattern.finditer(text), budget)]
    if latex:
        tokens = [_plain(token) for token in within(tokens, budget)]
    if not text.isascii() and not is_normalized("NFC", text):
        # If the whole text is in this form, so is every part of it.
        tokens = [normalize("NFC", token) for token in within(tokens, budget)]
    if "'" in text or '"' in text:
        # 'late' in quotes becomes late; quotes remain where the name is invalid without them.
        tokens = [_QUOTED_NAME.sub(r"\2", token) for token in within(tokens, budget)]
    if len(tokens) > _MAX_UNCHECKED_LENGTH:
        budget.check()
    if not IGNORED.isdisjoint(tokens):
        tokens = [token for token in within(tokens, budget) if token not in IGNORED]
    tokens.append(END)
    return tokens


def _set_apart(text: str) -> list[str] | None:
    """The tokens of a text in which blanks, brackets, commas and ¬ separate known spellings and
    ASCII names and numbers, as in most formulas. Same tokens as with the pattern, in two thirds of
    the time. None for any other text."""
    parted = text.replace("(", " ( ").replace(")", " ) ").replace(",", " , ").replace("¬", " ¬ ")
    tokens = parted.split()
    names = "".join({*tokens} - _SPELLED)
    if names and not (names.isascii() and f"_{names}".isidentifier()):
        return None
    tokens.append(END)
    return tokens


def kinds(tokens: list[str], budget: Budget = NO_LIMIT) -> list[int | None]:
    """The code of each token by its spelling alone; None for names, numbers and unknown characters.
    Raises `GaveUp`."""
    if len(tokens) <= _MAX_UNCHECKED_LENGTH:
        return list(map(CODES.get, tokens))
    codes = list(map(CODES.get, within(tokens, budget)))
    budget.check()
    return codes


def position(text: str, index: int) -> int:
    """The position in the text of the token at `index`; the end of the text for END."""
    pattern = _LATEX_TOKEN if "{" in text or "\\_" in text else _TOKEN
    places = (m.start() for m in pattern.finditer(text) if m.group() not in IGNORED)
    return next(islice(places, index, None), len(text.rstrip()))


def _plain(token: str) -> str:
    """A name without its LaTeX markup; any other token unchanged."""
    if len(token) > 2 and (token[-1] == "}" or "\\_" in token):
        return _AROUND_NAME.sub("", token)
    return token
