"""A figure is kept where its interval cannot be made, and is none where it is no number."""

from typing import Any

import pytest

from solver.plugins import take_complaints
from study.metrics.metric import ANSWERS, Metric, of_sums
from study.metrics.registry import METRICS
from study.statistics.samples import Sample, ratio

ROWS = Sample([(1, 1), (0, 1), (1, 1), (1, 1)])


class Unmade:
    """No interval can be made."""

    name = "none"
    confidence = 0.95

    def estimate(self, sample: Any, statistic: Any) -> None:
        return None


def metric(statistic: Any = ratio, interval: Any = None) -> Metric[Any]:
    compute = of_sums(lambda data: data, statistic)
    return Metric(
        name="m",
        key="m",
        needs=ANSWERS,
        compute=compute,
        interval=interval,
        formula="f",
        unit="share",
        meaning="m",
        source="",
    )


def test_a_value_without_an_interval_is_a_value() -> None:
    figure = metric(interval=Unmade()).estimate(ROWS)
    assert figure is not None
    assert (figure.value, figure.low, figure.high, figure.n) == (0.75, None, None, 4)


def test_a_figure_over_no_data_is_none() -> None:
    assert metric(interval=Unmade()).estimate(Sample([])) is None


@pytest.mark.parametrize("interval", [None, Unmade()])
def test_what_is_no_number_is_no_figure(interval: Any) -> None:
    assert metric(lambda _: float("nan"), interval).estimate(ROWS) is None


def test_an_interval_that_fails_costs_the_interval_alone() -> None:
    class Failing(Unmade):
        def estimate(self, sample: Any, statistic: Any) -> None:
            raise ZeroDivisionError

    from solver.plugin_guard import guard

    failing = metric(interval=Failing())
    complaints: list[str] = []
    guard(failing, "The plug-in m", METRICS._contracts, complaints.append)
    figure = failing.estimate(ROWS)
    assert figure is not None
    assert figure.value == 0.75
    assert len(complaints) == 1
    assert take_complaints() == ()
