"""F1 of one label, with all other labels as its negative class.

Where nobody ever gave the label correctly, F1 is 0, and its answers do not say how certain that is.
The upper end is then F1 at the highest recall that the questions with this gold allow; without such
a question, at as many of them as the other questions allow, all answered correctly.
"""

from dataclasses import replace

from study.metrics.metric import TRUTHS, Compute, Metric
from study.metrics.uncertainty import SHARE
from study.statistics.samples import Estimate, Method, ratio
from study.statistics.truth import TruthAnswers, f1_of


def _compute(label: str) -> Compute[TruthAnswers]:
    statistic = f1_of(label)

    def compute(answers: TruthAnswers, method: Method | None) -> Estimate | None:
        estimate = answers.labels.estimate(statistic, method)
        if estimate is None or estimate.value or method is None:
            return estimate
        _, both, golds = answers.counts(label)
        chance = (answers.recall if golds else answers.golds)(label).estimate(ratio, method)
        if chance is None or chance.high is None:
            return estimate
        right = chance.high * (golds or answers.n)
        new = 0.0 if golds else right
        high = min(1.0, 2 * right / (right + new + both))
        rests = {"clusters": chance.clusters, "people": chance.people, "items": chance.items}
        return replace(estimate, high=high, **rests)

    return compute


def _of(label: str) -> Metric[TruthAnswers]:
    return Metric(
        name=f"F1 {label}",
        key=f"F1.{label}",
        needs=TRUTHS,
        formula="2TP / (2TP + FP + FN), the other labels being negative",
        unit="share",
        meaning=f"F1 of the label {label}",
        source="Q 4, C 4 (4)",
        compute=_compute(label),
        interval=SHARE,
    )


TRUE = _of("true")
FALSE = _of("false")
UNKNOWN = _of("unknown")
OF_LABELS = {"true": TRUE, "false": FALSE, "unknown": UNKNOWN}
