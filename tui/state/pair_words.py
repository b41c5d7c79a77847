"""Two respondents compared, in words: the same lines for the command and the inspector's window.

Owns names, order and digits of the figures. What is compared is `sessions.report.pairs`'.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tui.text import counted, plain

if TYPE_CHECKING:
    from sessions.report.pairs import Pair
    from study.comparisons import Comparison

WIDTH = 32


def comparisons(pairs: "Sequence[Pair]", margin: float | None = None) -> list[str]:
    """Every pair, an empty line between two; a margin is in points."""
    lines: list[str] = []
    for pair in pairs:
        lines += [*([""] if lines else []), *_pair(pair, margin)]
    return lines


def _pair(pair: "Pair", margin: float | None) -> Iterator[str]:
    language = f"  ({pair.left.language})" if pair.left.language else ""
    yield f"{plain(pair.left.name)}  against  {plain(pair.right.name)}{language}"
    if pair.shared:
        yield "  Both sides share answers, which makes the difference smaller."
    for name, value in figures(pair, margin):
        yield f"  {name:<{WIDTH}} {value}".rstrip()


def figures(pair: "Pair", margin: float | None = None) -> Iterator[tuple[str, str]]:
    """Name and value of every figure, in order."""
    yield from _score("accuracy, all answers", pair.accuracy, margin)
    if pair.together > 1:
        yield f"Holm, {pair.together} pairs", p_told(pair.corrected)
    if pair.pc is None:
        yield "PC", "– (no item of which both answered every mutant)"
    else:
        yield from _score("PC", pair.pc, margin)
    table = pair.table
    if table is not None:
        yield "whole items, unrotated", f"{counted(table.n, 'item')} that both answered"
        yield "both right", str(table.both)
        yield "only the first right", str(table.only_left)
        yield "only the second right", str(table.only_right)
        yield "neither", str(table.neither)
        yield "McNemar's test, exact", p_told(table.p_value())
    else:
        several = [side.told for side in (pair.left, pair.right) if not side.single]
        why = f"of one run or session a side, not {' and '.join(several)}"
        nothing = "no item of which both are wholly graded"
        yield "McNemar's test, exact", f"– ({why if several else nothing})"
    for side in (pair.left, pair.right):
        text = ", ".join(f"{n} {why}" for why, n in side.left_out.items())
        if text:
            yield f"left out of {plain(side.name)}", text


def _score(name: str, score: "Comparison", margin: float | None) -> Iterator[tuple[str, str]]:
    gap = score.difference
    assert gap.low is not None
    assert gap.high is not None
    yield name, f"{100 * score.left:.2f} % and {100 * score.right:.2f} %"
    yield "", f"over {counted(score.n, 'item')} that both answered"
    ends = f"95 % {100 * gap.low:+.2f} to {100 * gap.high:+.2f}"
    yield "difference", f"{100 * gap.value:+.2f} points, {ends}"
    yield score.test, p_told(score.p)
    if score.detectable is not None:
        yield "detectable at 80 % power", f"{100 * score.detectable:.2f} points"
    if margin is not None:
        p = score.equivalence(margin / 100)
        yield f"within {margin:g} points (TOST)", "–" if p is None else p_told(p)


def p_told(value: float) -> str:
    """A p-value."""
    return f"p = {value:.3f}" if value >= 0.001 else "p < 0.001"
