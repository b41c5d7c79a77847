"""The interval for new people and new items worked out by plain loops, to check reports with."""

from collections import Counter
from math import sqrt

Cell = tuple[str, str, int]
"""Person, item, and 1 where right."""
_QUANTILES = 0.975


def _squares(errors: list[tuple[tuple[str, ...], float]]) -> tuple[float, int]:
    """Sum over groups of the squared sum of errors, and how many groups there are."""
    sums: dict[tuple[str, ...], float] = {}
    for group, error in errors:
        sums[group] = sums.get(group, 0.0) + error
    return sum(total**2 for total in sums.values()), len(sums)


def crossed_share(cells: list[Cell], *, one_item: bool = False) -> tuple[float, float, float]:
    """The share of right answers, and both ends of its interval."""
    from scipy.stats import t

    n = len(cells)
    share = sum(right for *_, right in cells) / n
    errors = [((right - share) / n, person, item) for person, item, right in cells]
    by_person, a = _squares([((person,), error) for error, person, _ in errors])
    by_item, b = _squares([((item,), error) for error, _, item in errors])
    single, both = _squares([((person, item), error) for error, person, item in errors])
    if a < 2 or (b < 2 and not one_item):
        return share, 0.0, 1.0
    people = by_person * a / (a - 1)
    if one_item:
        variance, freedom, scarcer = people, float(a - 1), a
    else:
        items, scarcer = by_item * b / (b - 1), min(a, b)
        free = max(1, both - a - b + 1)
        rest = (both * single - people * (a - 1) - items * (b - 1)) / free
        rest = min(max(rest, 0.0), single)
        variance = rest + max(people - rest, 0) + max(items - rest, 0)
        uncertain = rest**2 / free
        uncertain += people**2 / (a - 1) if people > rest else 0
        uncertain += items**2 / (b - 1) if items > rest else 0
        freedom = min(max(variance**2 / uncertain, scarcer - 1), n) if uncertain else scarcer - 1
    tries = min(share * (1 - share) / variance if variance > 1e-12 else scarcer, n)
    q = float(t.ppf(_QUANTILES, freedom))
    middle = (share + q * q / (2 * tries)) / (1 + q * q / tries)
    half = q / (1 + q * q / tries) * sqrt(share * (1 - share) / tries + (q / (2 * tries)) ** 2)
    low = 0.0 if share == 0 else max(0.0, middle - half)
    high = 1.0 if share == 1 else min(1.0, middle + half)
    return share, low, high


def counted(cells: list[Cell]) -> tuple[int, int]:
    """Answers, and right ones."""
    rights = Counter(right for *_, right in cells)
    return len(cells), rights[1]
