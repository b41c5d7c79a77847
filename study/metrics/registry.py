"""Every metric by name.

Owns the list: one line per metric, in the order of the tables. A metric from outside the program is
an entry point in the group `countermodel.metrics` that names a `Metric`.
"""

from typing import Any, TypeVar

from solver.plugin_guard import FunctionContract
from solver.plugins import Registry
from study.metrics.metric import Metric, Need, misfit

D = TypeVar("D")

METRICS: Registry[Metric[Any]] = Registry(
    "countermodel.metrics",
    {
        "accuracy": "study.metrics.accuracy:METRIC",
        "CV of people": "study.metrics.cv_of_people:METRIC",
        "ACC": "study.metrics.acc:METRIC",
        "CIR": "study.metrics.cir:METRIC",
        "PC": "study.metrics.pc:METRIC",
        "PC_alpha": "study.metrics.pc_alpha:METRIC",
        "accuracy of truth values": "study.metrics.truth_accuracy:METRIC",
        "F1 true": "study.metrics.label_f1:TRUE",
        "F1 false": "study.metrics.label_f1:FALSE",
        "F1 unknown": "study.metrics.label_f1:UNKNOWN",
        "macro-F1": "study.metrics.macro_f1:METRIC",
        "weighted F1": "study.metrics.weighted_f1:METRIC",
        "F1 of gold labels": "study.metrics.gold_f1:METRIC",
        "Δ F1": "study.metrics.f1_difference:METRIC",
        "Item Accuracy": "study.metrics.item_accuracy:METRIC",
        "Sub-Q Accuracy": "study.metrics.sub_question_accuracy:METRIC",
        "gap": "study.metrics.gap:METRIC",
        "baseline by prefix": "study.metrics.counterfactual:BASELINE_BY_PREFIX",
        "counterfactual by prefix": "study.metrics.counterfactual:BY_PREFIX",
        "Δ by prefix": "study.metrics.counterfactual_difference:BY_PREFIX",
        "baseline by edit": "study.metrics.counterfactual:BASELINE_BY_EDIT",
        "counterfactual by edit": "study.metrics.counterfactual:BY_EDIT",
        "Δ by edit": "study.metrics.counterfactual_difference:BY_EDIT",
        "Δ hardening": "study.metrics.mark_difference:HARDENING",
        "Δ strategy": "study.metrics.mark_difference:BY_STRATEGY",
        "Δ left out": "study.metrics.mark_difference:ABLATION",
        "Δ items": "study.metrics.item_difference:METRIC",
        "CW": "study.metrics.distractor_changes:CORRECT_TO_WRONG",
        "WC": "study.metrics.distractor_changes:WRONG_TO_CORRECT",
        "chi-square test": "study.metrics.chi_square:METRIC",
        "Spearman's rho": "study.metrics.spearman:METRIC",
        "p of rho": "study.metrics.spearman_p:METRIC",
        "lower quartile": "study.metrics.times:LOWER_QUARTILE",
        "median": "study.metrics.times:MEDIAN",
        "upper quartile": "study.metrics.times:UPPER_QUARTILE",
        "90th percentile": "study.metrics.times:NINETIETH",
        "mean": "study.metrics.mean_over_runs:METRIC",
        "sd": "study.metrics.sd_over_runs:METRIC",
        "CV": "study.metrics.cv:METRIC",
        "agreement": "study.metrics.agreement:METRIC",
        "Cohen's kappa": "study.metrics.cohens_kappa:METRIC",
        "raw": "study.metrics.raw_agreement:METRIC",
        "Fleiss' kappa": "study.metrics.fleiss_kappa:METRIC",
        "alpha": "study.metrics.krippendorffs_alpha:NOMINAL",
        "ordinal alpha": "study.metrics.krippendorffs_alpha:ORDINAL",
        "difference": "study.metrics.difference:METRIC",
        "permutation test": "study.metrics.permutation_test:METRIC",
        "McNemar's test": "study.metrics.mcnemar:METRIC",
    },
    required=("name", "key", "needs", "formula", "unit", "meaning", "source", "compute"),
    sort="study.metrics.metric:Metric",
    contracts={
        "compute": FunctionContract(
            "study.statistics.samples:Estimate",
            optional=True,
            misfit=misfit,
            substitute=lambda _: None,
        )
    },
)


def metrics(need: Need[D]) -> tuple[Metric[D], ...]:
    """The metrics that tables and JSON contain wherever these data exist, in order. Of two with the
    same key, the first is used."""
    by_key: dict[str, Metric[D]] = {}
    for _, metric in METRICS.working():
        if metric.needs is need and metric.shown:
            by_key.setdefault(metric.key, metric)
    return tuple(by_key.values())
