"""L1, lexical: uniform operators, brackets and spacing, no math delimiters.

Owns the spelling of tokens. A record in the dialect of NLTK or Prover9 keeps its operators, since
the scope of `exists x.` there differs from that of ∃x here; only its spacing is made uniform.
"""

from collections.abc import Mapping
from typing import Any

from items.normalizing.layer import NormalizedFormalization, rewritten, texts
from solver.language import dialect, lexer
from solver.language.dialect import Dialect, dialect_of

_SIGNS = {
    lexer.OPEN: "(",
    lexer.CLOSE: ")",
    lexer.NOT: "¬",
    lexer.AND: "∧",
    lexer.OR: "∨",
    lexer.XOR: "⊕",
    lexer.IMPLIES: "→",
    lexer.IFF: "↔",
    lexer.FORALL: "∀",
    lexer.EXISTS: "∃",
    lexer.EQ: "=",
    lexer.NEQ: "≠",
    lexer.COMMA: ",",
    lexer.SEMICOLON: ";",
}
_BINARY = frozenset("∧∨⊕→↔=≠")


def normalize(
    formalization: Mapping[str, Any], _keep_names: bool = False
) -> NormalizedFormalization:
    """The formalization with its texts in uniform spelling."""
    listed = dict(texts(formalization))
    spoken = dialect_of(listed.values())
    return rewritten(
        formalization, {place: _spelled(text, spoken) for place, text in listed.items()}
    )


def _spelled(text: str, written_dialect: Dialect) -> str:
    tokens = lexer.tokenize(text)[:-1]
    codes = dialect.kinds([*tokens, lexer.END], written_dialect)[:-1]
    if written_dialect is Dialect.TIGHT or any(dialect.is_tight(token) for token in tokens):
        return " ".join(text.split())
    names: list[str] = []
    quantifying = False
    for token, code in zip(tokens, codes, strict=True):
        if code == lexer.DOT and quantifying:
            quantifying = False
            continue
        sign = token if code is None else _SIGNS.get(code, token)
        if code in (lexer.FORALL, lexer.EXISTS):
            quantifying = True
        elif code is not None and code != lexer.COMMA:
            quantifying = False
        _put(names, sign, code)
    return "".join(names).strip()


def _put(names: list[str], sign: str, code: int | None) -> None:
    """Append a token, with a space before it if needed."""
    last = names[-1][-1] if names else ""
    joined = last.isalnum() or last == "_"
    named = code in (None, lexer.TRUE, lexer.FALSE)
    if sign in _BINARY:
        names.append(f" {sign} ")
    elif sign in ",;":
        names.append(f"{sign} ")
    elif (named and (joined or (last and last in "'’\")%"))) or (sign in "∀∃¬" and joined):
        names.append(f" {sign}")
    else:
        names.append(sign)
