"""The interval for new people and new items worked out by plain loops, to check reports with."""

from collections import Counter
from collections.abc import Sequence
from math import exp, log, sqrt

Cell = tuple[str, str, int]
"""Person, item, and 1 where right."""
_QUANTILES = 0.975
_FEW = 4
"""Of fewer people or items each kind counts with its own t."""


def source(errors: Sequence[tuple[tuple[str, ...], float]]) -> tuple[float, float, int]:
    """The variance of a sum of errors over new groups of any size, its degrees of freedom, and how
    many groups there are: by how much groups of these sizes should vary, if they vary more than
    single answers do by as much as is seen."""
    groups: dict[tuple[str, ...], list[float]] = {}
    for group, error in errors:
        groups.setdefault(group, []).append(error)
    squares = sum(sum(values) ** 2 for values in groups.values())
    n = len(groups)
    sizes = [len(values) for values in groups.values()]
    if n < 2 or len(set(sizes)) == 1:
        return squares * n / max(1, n - 1), n - 1, n
    single = sum(error**2 for _, error in errors)
    alike = max(0.0, squares - single) / sum(size**2 for size in sizes)
    expected = [size * single / sum(sizes) + alike * size**2 for size in sizes]
    whole = sum(expected)
    if not whole:
        return squares * n / (n - 1), n - 1, n
    shares = [size / sum(sizes) for size in sizes]
    sum_of_squares = sum(e * (1 - 2 * share) for e, share in zip(expected, shares, strict=True))
    sum_of_squares += sum(share**2 for share in shares) * whole
    freedom = max(1.0, whole**2 / sum(e**2 for e in expected) - 1)
    return squares * whole / max(sum_of_squares, whole / n), freedom, n


def crossed_share(cells: list[Cell], *, one_item: bool = False) -> tuple[float, float, float]:
    """The share of right answers, and both ends of its interval."""
    n = len(cells)
    share = sum(right for *_, right in cells) / n
    errors = [((right - share) / n, person, item) for person, item, right in cells]
    people, of_people, a = source([((person,), error) for error, person, _ in errors])
    items, of_items, b = source([((item,), error) for error, _, item in errors])
    pairs: dict[tuple[str, str], float] = {}
    for error, person, item in errors:
        pairs[person, item] = pairs.get((person, item), 0.0) + error
    single, both = sum(total**2 for total in pairs.values()), len(pairs)
    if a < 2 or (b < 2 and not one_item):
        return share, 0.0, 1.0
    if one_item:
        variance, freedom, scarcer = people, of_people, a
    else:
        scarcer = min(a, b)
        free = max(1, both - a - b + 1)
        explained = a * squares(errors, 1) + b * squares(errors, 2)
        rest = (both * single - explained) / free
        rest = min(max(rest, 0.0), single)
        variance = rest + max(people - rest, 0) + max(items - rest, 0)
        if scarcer < _FEW:
            few, many = sorted([(of_people, people), (of_items, items)])
            quantile = together(few, many, variance, rest)
            return share, *ends(share, variance, few[0], n, scarcer, quantile)
        uncertain = rest**2 / free
        uncertain += people**2 / of_people if people > rest else 0
        uncertain += items**2 / of_items if items > rest else 0
        freedom = min(max(variance**2 / uncertain, 1.0), n) if uncertain else scarcer - 1
    if variance < 1e-12 and not one_item:
        freedom = scarcer - 1
    low, high = ends(share, variance, freedom, n, scarcer)
    if one_item:
        sizes = list(Counter(person for person, *_ in cells).values())
        low, high = capped(low, high, share, sizes)
    return share, low, high


def capped(low: float, high: float, share: float, sizes: list[int]) -> tuple[float, float]:
    """Both ends, no further out than those of one answer to a group where no few have most."""
    worth = sum(sizes) ** 2 / sum(size**2 for size in sizes)
    if worth < max(2, len(sizes) / 2):
        return low, high
    q = 1.959963984540054
    middle = (share + q * q / (2 * worth)) / (1 + q * q / worth)
    half = q / (1 + q * q / worth) * sqrt(share * (1 - share) / worth + (q / (2 * worth)) ** 2)
    return max(low, middle - half), min(high, middle + half)


def squares(errors: list[tuple[float, str, str]], place: int) -> float:
    """The sum of squares of what the errors of each person (1) or item (2) come to."""
    sums: dict[str, float] = {}
    for each in errors:
        name = str(each[place])
        sums[name] = sums.get(name, 0.0) + each[0]
    return sum(total**2 for total in sums.values())


def together(
    few: tuple[float, float], many: tuple[float, float], variance: float, rest: float
) -> float | None:
    """The quantile of two kinds, each with its degrees of freedom and what it holds: what the one
    with fewer holds by its own t, what the other holds beyond single answers by its own."""
    from scipy.stats import t

    if variance < 1e-12:
        return None
    own, other = (float(t.ppf(_QUANTILES, freedom)) for freedom, _ in (few, many))
    reach = own**2 * few[1] + other**2 * max(many[1] - rest, 0.0)
    return sqrt(max(reach, other**2 * variance) / variance)


def ends(
    share: float,
    variance: float,
    freedom: float,
    n: float,
    scarcer: int,
    quantile: float | None = None,
) -> tuple[float, float]:
    """Both ends of the interval of a share of n answers with this variance; the `quantile` is by
    default that of Student's t."""
    from scipy.stats import t

    tries = min(share * (1 - share) / variance, n) if variance > 1e-12 else scarcer
    usual = float(t.ppf(_QUANTILES, freedom)) if quantile is None else quantile
    q = 1.959963984540054 if share in (0, 1) else usual
    middle = (share + q * q / (2 * tries)) / (1 + q * q / tries)
    half = q / (1 + q * q / tries) * sqrt(share * (1 - share) / tries + (q / (2 * tries)) ** 2)
    if share in (0, 1) or variance <= 1e-12:
        low = 0.0 if share == 0 else max(0.0, middle - half)
        high = 1.0 if share == 1 else min(1.0, middle + half)
        return low, high
    # On the logit scale the interval may reach further.
    logit, reach = log(share / (1 - share)), q * sqrt(variance) / (share * (1 - share))
    low = min(max(0.0, middle - half), 1 / (1 + exp(min(700.0, reach - logit))))
    high = max(min(1.0, middle + half), 1 / (1 + exp(-logit - reach)))
    return low, high


def counted(cells: list[Cell]) -> tuple[int, int]:
    """Answers, and right ones."""
    rights = Counter(right for *_, right in cells)
    return len(cells), rights[1]
