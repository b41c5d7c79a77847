"""F1 of one label, the other labels together being its negative class."""

from study.metrics.metric import TRUTHS, Metric, of_sums
from study.metrics.uncertainty import SHARE
from study.statistics.truth import TruthAnswers, f1_of


def _of(label: str) -> Metric[TruthAnswers]:
    return Metric(
        name=f"F1 {label}",
        key=f"F1.{label}",
        needs=TRUTHS,
        formula="2TP / (2TP + FP + FN), the other labels being negative",
        unit="share",
        meaning=f"F1 of the label {label}",
        source="Q 4, C 4 (4)",
        compute=of_sums(lambda answers: answers.labels, f1_of(label)),
        interval=SHARE,
    )


TRUE = _of("true")
FALSE = _of("false")
UNKNOWN = _of("unknown")
