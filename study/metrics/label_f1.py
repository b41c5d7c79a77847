"""F1 of one label, the other labels together being its negative class."""

from study.metrics.metric import TRUTHS, Metric, of_sums
from study.statistics.samples import Sample
from study.statistics.truth import TruthAnswers, f1_of


def _sample(answers: TruthAnswers) -> Sample:
    return answers.sample(answers.rows, answers.n)


def _of(label: str) -> Metric[TruthAnswers]:
    return Metric(
        name=f"F1 {label}",
        key=f"F1.{label}",
        needs=TRUTHS,
        formula="2TP / (2TP + FP + FN), the other labels being negative",
        unit="share",
        meaning=f"F1 of the label {label}",
        source="Q 4, C 4 (4)",
        compute=of_sums(_sample, f1_of(label)),
    )


TRUE = _of("true")
FALSE = _of("false")
UNKNOWN = _of("unknown")
