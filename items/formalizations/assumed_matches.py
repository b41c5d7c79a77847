"""Assumed matches of symbols: their glosses are not the same words.

Owns when a match is certain, and the wording of an assumed one. `symbols` and `proved_matches` own
the matching. A verdict based on an assumed match holds only if both glosses have the same meaning,
which no solver can show: a proof under a mapping shows what follows from it, not that it is right.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from items.formalizations.opposed_glosses import HOLE
from items.formalizations.symbols import Match, MatchBasis, SymbolAlignment
from solver.language.syntax import Symbol

MOST_LISTED = 3
"""Most pairs of glosses that are listed; the others are counted."""
_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
"""Maps full-width characters of Chinese text to the ordinary ones."""
_BESIDE_HAN = re.compile(r"(?<=[\u3000-\u9fff]) | (?=[\u3000-\u9fff])")
"""A space next to a Chinese character, which has no meaning."""


@dataclass(frozen=True, slots=True)
class AssumedMatch:
    """Two symbols, or a symbol and a formula, assumed equal although no gloss says so."""

    left: str
    """In the formalization under comparison: the symbol's name, or the symbol with its places."""
    right: str
    """The gold symbol's name, or a formula over gold symbols."""
    left_gloss: str
    """Empty if there is none."""
    right_gloss: str
    basis: MatchBasis

    @property
    def glosses(self) -> tuple[str, str]:
        """Both glosses; a missing gloss is replaced by the name or formula."""
        return self.left_gloss or self.left, self.right_gloss or self.right


def assumed_matches(alignment: SymbolAlignment, *, given: bool = False) -> tuple[AssumedMatch, ...]:
    """The matches of an alignment that are assumed. `given`: the symbols were prescribed, so that
    equal names are certain."""
    sure = (MatchBasis.MODEL, *((MatchBasis.NAME,) if given else ()))
    return (
        *(
            AssumedMatch(m.symbol.name, m.gold.name, m.symbol.gloss, m.gold.gloss, m.basis)
            for m in alignment.matches
            if m.basis not in sure and not _same(m)
        ),
        *(
            AssumedMatch(f"{m.symbol.name} = {value}", f"{m.gold.name} = {other}", "", "", m.basis)
            for m in alignment.matches
            for value, other in m.values
            if value != other
        ),
        *(
            AssumedMatch(entry.left, entry.right, entry.symbol.gloss, "", entry.basis)
            for entry in alignment.formulas
            if entry.basis not in sure
        ),
    )


def condition(assumed: Sequence[AssumedMatch]) -> str:
    """The condition under which a verdict holds: `if “the lamp is off” says the same as “the lamp
    is on”`; empty if it holds unconditionally."""
    if not assumed:
        return ""
    pairs = [
        f"“{first}” says the same as “{second}”" for first, second in (a.glosses for a in assumed)
    ]
    more = len(pairs) - MOST_LISTED
    listed = [*pairs[:MOST_LISTED], *([f"{more} more {_pairs(more)}"] if more > 0 else [])]
    return "if " + " and ".join(filter(None, (", ".join(listed[:-1]), listed[-1])))


def _pairs(count: int) -> str:
    return "pair says the same" if count == 1 else "pairs say the same"


def _same(match: Match) -> bool:
    """Whether both glosses are the same text, ignoring case, spaces and a final full stop; if one
    is missing, whether the other equals the name. Commas, hyphens and articles may matter: "Ada
    says Bo lies" and "Ada, says Bo, lies"."""
    symbol, gold = match.symbol, match.gold
    if not symbol.gloss and not gold.gloss:
        return match.basis is MatchBasis.NAME
    order = match.order or tuple(range(gold.arity))
    own_text = _numbered(
        symbol, [symbol.places[place] for place in order if place < len(symbol.places)]
    )
    gold_text = _numbered(gold, gold.places)
    return _plain(own_text) == _plain(gold_text)


def _numbered(symbol: Symbol, places: Sequence[str]) -> str:
    """The gloss, or the name if there is none, with numbered places."""
    text = unicodedata.normalize("NFC", symbol.gloss or symbol.name).translate(_WIDE)
    for number, place in enumerate(places):
        pattern = rf"(?<![A-Za-z0-9_]){re.escape(place)}(?![A-Za-z0-9_])"
        text = re.sub(pattern, f" {HOLE}{number} ", text)
    return text


def _plain(text: str) -> str:
    text = " ".join(text.casefold().split())
    return _BESIDE_HAN.sub("", text).removesuffix("。").removesuffix(".").rstrip()
