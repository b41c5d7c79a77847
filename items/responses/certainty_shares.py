"""Shares of certainty: `True 20 %, False 80 %`, or a row of options with a share each.

Owns recognizing a row of shares and its largest value. The caller interprets the value's word.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from items.values.unreadable import Unreadable

_NAME = r"(?:true|false|unknown|uncertain|undetermined|indeterminate|真|假|未知|不确定|无法确定)"
_SHARE = (
    r"[\"'*_]{0,3}\s?\)?\s?(?:的(?:可能性|概率|机会|几率))?"
    r"(?:[:：=（(]|is|at|占|为|是)?\s{0,2}[\"'*_]{0,3}"
    r"(?P<share>\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})\s?(?P<sign>%?)\)?）?(?![\w.]\w)"
)
WORDS = re.compile(
    rf"(?<![a-z])(?:p\s?\(\s?|\bprobability of )?[\"'*_]{{0,3}}(?P<name>{_NAME}){_SHARE}",
    re.IGNORECASE,
)
"""A truth value and its share."""
LETTERS = re.compile(
    rf"(?<![A-Za-z])(?:P\s?\(\s?|[Oo]ption |选项)?[\"'*_(]{{0,3}}(?P<name>[A-Z])(?:项|选项)?"
    rf"{_SHARE}(?<=[%)）])"
)
"""A letter and its share in per cent: a bare number may be a score, or a position."""
_BETWEEN = re.compile(r"[\s,;/|、，；•*_-]{0,8}(?:and\s)?")


def largest(shares: Mapping[str, float]) -> str:
    """Return the value with the largest share. Raises Unreadable if there are several."""
    most = max(shares.values())
    named = [name for name, share in shares.items() if share == most]
    if len(named) > 1:
        raise Unreadable(f"several values have the largest share: {', '.join(named)}")
    return named[0]


def share(value: object) -> float | None:
    """Return a share of certainty: a number, or a text such as `80%`; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value) if 0 <= value <= 100 else None
    if not isinstance(value, str):
        return None
    match = re.fullmatch(r"\s*(\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})\s?%?\s*", value)
    return float(match[1]) if match else None


def with_largest(
    text: str, names: re.Pattern[str], replacement: Callable[[str | None], str]
) -> str:
    """Replace each row of values and shares in the text by the result of `replacement` for the
    value with the largest share; `replacement` receives None if several have it."""
    pieces: list[str] = []
    end = 0
    row: list[re.Match[str]] = []
    for match in [*names.finditer(text), None]:
        if match and (not row or _BETWEEN.fullmatch(text, row[-1].end(), match.start())):
            row.append(match)
            continue
        if (shares := _shares(row)) is not None:
            pieces += (text[end : row[0].start()], replacement(_most(shares)))
            end = row[-1].end()
        row = [match] if match else []
    return "".join((*pieces, text[end:]))


def _most(shares: Mapping[str, float]) -> str | None:
    try:
        return largest(shares)
    except Unreadable:
        return None


def _shares(row: Sequence[re.Match[str]]) -> dict[str, float] | None:
    """The shares of a row; None if it is not one."""
    shares = {match["name"].lower(): float(match["share"]) for match in row}
    whole = 100.0 if any(match["sign"] for match in row) else 1.0
    if len(row) < 2 or len(shares) < len(row) or sum(shares.values()) > 1.02 * whole:
        return None
    return shares
