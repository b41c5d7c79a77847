"""Agreement figures against worked examples that were published with their results."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.statistics.agreement import cohen
from study.statistics.intervals import wilson
from study.statistics.reliability import (
    Unit,
    Value,
    adjacent,
    fleiss,
    krippendorff,
    majority,
    raw_agreement,
    reliability,
    unanimous,
)

# Fleiss (1971), table 1: thirty patients, six psychiatrists each, five diagnoses (depression,
# personality disorder, schizophrenia, neurosis, other).
DIAGNOSES = (
    "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 "
    "10050 11040 03300 10050 02031 00501 30012 51000 02040 10203 "
    "00006 01050 02013 20040 10041 05010 40002 02040 10500 00006 "
)
# Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", part C: four observers, twelve
# units, some values missing.
OBSERVERS = {
    "A": "123321412...",
    "B": "1233224125.3",
    "C": ".3332342251.",
    "D": "12332441251.",
}


def diagnoses() -> list[Unit]:
    units = []
    for number, row in enumerate(DIAGNOSES.split()):
        values = [kind for kind, n in zip("DPSNO", row, strict=True) for _ in range(int(n))]
        assert len(values) == 6
        units.append(Unit(number, {str(judge): value for judge, value in enumerate(values)}))
    return units


def observed() -> list[Unit]:
    return [
        Unit(n, {who: int(row[n]) for who, row in OBSERVERS.items() if row[n] != "."})
        for n in range(12)
    ]


def two(yes: int, left: int, right: int, no: int) -> list[Unit]:
    """A 2×2 table of two judges."""
    cells = [("yes", "yes")] * yes + [("yes", "no")] * left + [("no", "yes")] * right
    return [Unit(n, {"x": x, "y": y}) for n, (x, y) in enumerate(cells + [("no", "no")] * no)]


def test_fleiss_of_the_diagnoses() -> None:
    figure = fleiss(diagnoses())
    assert figure.units == 30
    assert figure.value == pytest.approx(0.430, abs=0.0005)
    raw = raw_agreement(diagnoses()).value
    assert raw == pytest.approx(0.5556, abs=0.00005)


def test_fleiss_of_ten_subjects_and_fourteen_raters() -> None:
    """The worked example of the encyclopedia (Wikipedia, "Fleiss' kappa"): mean agreement 0.378,
    by chance 0.213, kappa 0.210."""
    rows = ("0 0 0 0 14", "0 2 6 4 2", "0 0 3 5 6", "0 3 9 2 0", "2 2 8 1 1",
            "7 7 0 0 0", "3 2 6 3 0", "2 5 3 2 2", "6 5 2 1 0", "0 2 2 3 7")  # fmt: skip
    units = []
    for number, row in enumerate(rows):
        values = [kind for kind, n in enumerate(row.split(), 1) for _ in range(int(n))]
        assert len(values) == 14
        units.append(Unit(number, {str(rater): value for rater, value in enumerate(values)}))
    assert raw_agreement(units).value == pytest.approx(0.378, abs=0.0005)
    assert fleiss(units).value == pytest.approx(0.210, abs=0.0005)


def test_cohen_of_two_judges_and_three_categories() -> None:
    """Cohen, J. (1968), "Weighted kappa", Psychological Bulletin 70 (4): 200 judgements,
    proportions 0.44 0.07 0.09, 0.05 0.20 0.05, 0.01 0.03 0.06; unweighted kappa 0.492."""
    table = ((88, 14, 18), (10, 40, 10), (2, 6, 12))
    pairs = [(x, y) for x in range(3) for y in range(3) for _ in range(table[x][y])]
    kappa = cohen(dict(enumerate(x for x, _ in pairs)), dict(enumerate(y for _, y in pairs)))
    assert kappa is not None
    assert kappa.kappa is not None
    assert (kappa.n, kappa.observed) == (200, 0.7)
    assert kappa.expected == pytest.approx(0.41)
    assert kappa.kappa.value == pytest.approx(0.492, abs=0.0005)


def test_alpha_of_the_observers() -> None:
    assert krippendorff(observed()).value == pytest.approx(0.743, abs=0.0005)
    assert krippendorff(observed(), "ordinal").value == pytest.approx(0.815, abs=0.0005)
    # The last unit has one value and cannot be paired.
    assert krippendorff(observed()).units == 11


def test_the_two_paradoxical_tables() -> None:
    """Feinstein and Cicchetti (1990): raw 0.85 in both, kappa 0.70 and 0.32."""
    balanced, skewed = two(40, 9, 6, 45), two(80, 10, 5, 5)
    for units, kappa in ((balanced, 0.70), (skewed, 0.32)):
        left = {unit.cluster: unit.values["x"] for unit in units}
        right = {unit.cluster: unit.values["y"] for unit in units}
        outcome = cohen(left, right)
        assert outcome is not None
        assert outcome.kappa is not None
        assert outcome.observed == pytest.approx(0.85)
        assert outcome.kappa.value == pytest.approx(kappa, abs=0.005)
    assert reliability(balanced).paradox == ""
    named = reliability(skewed).paradox
    assert "88%" in named
    assert "yes" in named


def test_what_is_undefined_is_explained_and_not_0() -> None:
    nothing = reliability([Unit(1, {"x": "yes"}), Unit(2, {})])
    assert (nothing.raw_agreement.value, nothing.fleiss.value, nothing.alpha.value) == (
        None,
        None,
        None,
    )
    assert nothing.alpha.why == "nothing was judged by two"
    same = reliability(two(7, 0, 0, 0))
    assert same.raw_agreement.value == 1
    assert (same.fleiss.value, same.alpha.value) == (None, None)
    assert "every verdict is yes" in same.fleiss.why
    assert "undefined" in same.paradox


@pytest.mark.parametrize("counts", [(8, 0, 0, 7), (0, 6, 9, 0)])
def test_judges_who_always_agree_or_never_do_may_yet_do_otherwise(
    counts: tuple[int, int, int, int],
) -> None:
    units = two(*counts)
    figures = reliability(units, ordered=False)
    both = cohen(
        {unit.cluster: unit.values["x"] for unit in units},
        {unit.cluster: unit.values["y"] for unit in units},
    )
    assert both is not None
    one_item = reliability([Unit("one", unit.values) for unit in units])
    intervals = [figures.raw_agreement.interval, figures.fleiss.interval, figures.alpha.interval]
    for interval in (*intervals, both.kappa):
        assert interval is not None
        assert interval.low <= interval.value <= interval.high
        assert interval.high - interval.low > 0.15
    assert one_item.raw_agreement.interval is not None
    assert one_item.alpha.interval is not None
    assert (one_item.raw_agreement.interval.low, one_item.raw_agreement.interval.high) == (0, 1)
    assert one_item.alpha.interval.low == pytest.approx(-1, abs=0.15)
    assert one_item.alpha.interval.high == 1


def test_perfect_agreement_is_as_sure_as_wilson_says() -> None:
    """20 of 20 alike, half of them yes: from Wilson's lower end, beyond one half."""
    units = two(10, 0, 0, 10)
    kappa = fleiss(units).interval
    expected = wilson(20, 20)
    assert kappa is not None
    assert expected is not None
    assert (kappa.value, kappa.high) == (1, 1)
    assert kappa.low == pytest.approx((expected.low - 0.5) / 0.5)


def test_fleiss_takes_the_units_of_the_most_frequent_number_of_judges() -> None:
    odd = [*two(3, 1, 1, 3), Unit("three", {"x": "yes", "y": "yes", "z": "no"})]
    assert fleiss(odd).units == 8
    assert fleiss(odd).value == fleiss(two(3, 1, 1, 3)).value


def test_intervals_draw_whole_clusters_and_are_the_same_again() -> None:
    one_each = two(30, 5, 5, 10)
    lumped = [Unit(n // 10, unit.values) for n, unit in enumerate(one_each)]
    wide, narrow = krippendorff(lumped).interval, krippendorff(one_each).interval
    assert wide is not None
    assert narrow is not None
    assert wide.value == narrow.value
    assert (wide.clusters, narrow.clusters) == (5, 50)
    assert wide.high - wide.low > narrow.high - narrow.low
    assert krippendorff(one_each).interval == narrow
    assert any(krippendorff(one_each, seed=n).interval != narrow for n in range(1, 6))


def by_definition(units: list[Unit], ordinal: bool) -> float | None:
    """Alpha as 1 − observed over expected disagreement over all pairs, written out."""
    paired = [list(unit.values.values()) for unit in units if len(unit.values) > 1]
    every = [value for values in paired for value in values]
    marks = sorted({float(str(v)) for v in every})

    def distance(one: Value, other: Value) -> Fraction:
        a, b = sorted((float(str(one)), float(str(other))))
        if a == b or not ordinal:
            return Fraction(a != b)
        counts = {mark: sum(float(str(v)) == mark for v in every) for mark in marks}
        inside = sum(counts[mark] for mark in marks if a <= mark <= b)
        return (inside - Fraction(counts[a] + counts[b], 2)) ** 2

    observed = sum(
        (
            distance(entry, other) / (len(values) - 1)
            for values in paired
            for i, entry in enumerate(values)
            for j, other in enumerate(values)
            if i != j
        ),
        Fraction(0),
    )
    n = len(every)
    by_chance = sum((distance(entry, other) for entry in every for other in every), Fraction(0))
    if not by_chance:
        return None
    return float(1 - observed * (n - 1) / by_chance)


@pytest.mark.slow
@given(
    st.lists(st.dictionaries(st.sampled_from("abcd"), st.integers(1, 4)), min_size=1, max_size=8),
    st.booleans(),
)
def test_alpha_is_its_definition(rows: list[dict[str, int]], ordinal: bool) -> None:
    units = [Unit(n, dict(row)) for n, row in enumerate(rows)]
    figure = krippendorff(units, "ordinal" if ordinal else "nominal")
    if not any(len(row) > 1 for row in rows):
        assert figure.value is None
        return
    expected = by_definition(units, ordinal)
    assert figure.value == (expected if expected is None else pytest.approx(expected))


def test_unanimity_majority_and_adjacency_are_shares_of_units() -> None:
    units = [
        Unit(1, {"a": 3, "b": 3, "c": 3}),
        Unit(2, {"a": 3, "b": 3, "c": 4}),
        Unit(3, {"a": 1, "b": 3, "c": 5}),
        Unit(4, {"a": 2}),
    ]
    assert unanimous(units) == pytest.approx(1 / 3)
    assert majority(units) == pytest.approx(2 / 3)
    assert adjacent(units) == pytest.approx(2 / 3)
    assert majority([Unit(1, {"a": 1, "b": 2})]) == 0
    assert unanimous([]) is None
    assert adjacent([Unit(1, {"a": 2})]) is None
