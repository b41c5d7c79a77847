"""Matches of symbols that a comparison assumes: their glosses are not the same words.

Owns when a match is certain, and how an assumed one is told. Matching is `symbols`' and
`mapping`'s. A verdict that rests on an assumed match holds only if both glosses say the same, which
no solver can show: a proof under a mapping shows what follows from it, not that it is right.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from items.formalizations.opposed_glosses import HOLE
from items.formalizations.symbols import By, Match, SymbolAlignment
from solver.language.syntax import Symbol

MOST_TOLD = 3
"""So many pairs of glosses are told; the others are counted."""
_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
"""The full-width forms of Chinese text, as the same signs elsewhere."""
_BESIDE_HAN = re.compile(r"(?<=[\u3000-\u9fff]) | (?=[\u3000-\u9fff])")
"""A space that no reader of Chinese sees."""


@dataclass(frozen=True, slots=True)
class AssumedMatch:
    """Two symbols, or a symbol and a formula, taken for the same though no gloss says so."""

    left: str
    """Of the formalization that is compared: its name, or the symbol with its places."""
    right: str
    """The gold's name, or a formula over its symbols."""
    left_gloss: str
    """Empty where there is none."""
    right_gloss: str
    by: By

    @property
    def glosses(self) -> tuple[str, str]:
        """Both glosses; a name or formula in the place of a gloss that is lacking."""
        return self.left_gloss or self.left, self.right_gloss or self.right


def assumed_matches(alignment: SymbolAlignment, *, given: bool = False) -> tuple[AssumedMatch, ...]:
    """The matches of an alignment that are assumed; `given`: symbols were, so that names are
    certain."""
    sure = (By.MODEL, *((By.NAME,) if given else ()))
    return (
        *(
            AssumedMatch(m.symbol.name, m.gold.name, m.symbol.gloss, m.gold.gloss, m.by)
            for m in alignment.matches
            if m.by not in sure and not _same(m)
        ),
        *(
            AssumedMatch(f"{m.symbol.name} = {value}", f"{m.gold.name} = {other}", "", "", m.by)
            for m in alignment.matches
            for value, other in m.values
            if value != other
        ),
        *(
            AssumedMatch(entry.left, entry.right, entry.symbol.gloss, "", entry.by)
            for entry in alignment.formulas
            if entry.by not in sure
        ),
    )


def condition(assumed: Sequence[AssumedMatch]) -> str:
    """Under which a verdict holds: `if “the lamp is off” says the same as “the lamp is on”`; empty
    where it holds in any case."""
    if not assumed:
        return ""
    pairs = [
        f"“{first}” says the same as “{second}”" for first, second in (a.glosses for a in assumed)
    ]
    more = len(pairs) - MOST_TOLD
    listed = [*pairs[:MOST_TOLD], *([f"{more} more {_pairs(more)}"] if more > 0 else [])]
    return "if " + " and ".join(filter(None, (", ".join(listed[:-1]), listed[-1])))


def _pairs(count: int) -> str:
    return "pair says the same" if count == 1 else "pairs say the same"


def _same(match: Match) -> bool:
    """Whether both glosses are one text, up to case, spaces and a final full stop; where one is
    lacking, whether the other says no more than the name. A comma, a hyphen or an article may be
    what is meant: "Ada says Bo lies" and "Ada, says Bo, lies"."""
    symbol, gold = match.symbol, match.gold
    if not symbol.gloss and not gold.gloss:
        return match.by is By.NAME
    order = match.order or tuple(range(gold.arity))
    own_text = _numbered(
        symbol, [symbol.places[place] for place in order if place < len(symbol.places)]
    )
    gold_text = _numbered(gold, gold.places)
    return _plain(own_text) == _plain(gold_text)


def _numbered(symbol: Symbol, places: Sequence[str]) -> str:
    """The gloss, or the name where there is none, with the places as numbers."""
    text = unicodedata.normalize("NFC", symbol.gloss or symbol.name).translate(_WIDE)
    for number, place in enumerate(places):
        pattern = rf"(?<![A-Za-z0-9_]){re.escape(place)}(?![A-Za-z0-9_])"
        text = re.sub(pattern, f" {HOLE}{number} ", text)
    return text


def _plain(text: str) -> str:
    text = " ".join(text.casefold().split())
    return _BESIDE_HAN.sub("", text).removesuffix("。").removesuffix(".").rstrip()
