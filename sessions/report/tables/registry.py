"""Every table of the report by name, in order.

Owns both lists: the tables of a study's version, and those that compare models and people. A table
is a module with its `NAME` and a function `table`, which returns None or no rows where there is
nothing to show.
"""

from collections.abc import Mapping
from types import ModuleType

from solver.plugins import modules_of


def by_name(*modules: str) -> Mapping[str, ModuleType]:
    """Modules of tables, by the names of the tables."""
    return {module.NAME: module for module in modules_of("sessions.report.tables", *modules)}


STUDY = by_name(
    "sessions",
    "exclusions",
    "full_and_excluded",
    "attention",
    "behaviour",
    "participants",
    "qualification",
    "accuracy_by_block",
    "accuracy_by_kind",
    "accuracy_by_attribute",
    "item_accuracy",
    "items",
    "time_per_question",
    "time_outs",
    "confidence",
)
"""Made from `StudyData`; shown, with or without rows, where any session counts."""
WITH_EXCLUDED_SESSIONS = by_name(
    "sessions",
    "exclusions",
    "full_and_excluded",
    "attention",
    "behaviour",
    "participants",
    "qualification",
).keys()
"""Tables that also count sessions excluded by the study's rules, or list them."""
ANSWERED = by_name(
    "accuracy",
    "accuracy_over_runs",
    "tokens",
    "response_times",
)
"""Made from `ComparingData`, like all that follow."""
ANSWERED_ELSEWHERE = by_name(
    "multiple_choice",
    "multiple_choice_over_runs",
    "comparisons",
    "several_questions",
    "several_questions_over_runs",
    "counterfactuals",
    "counterfactuals_over_runs",
    "query_kinds",
)
"""Made in a second process where the record is large. For people, the first and the third use the
effects of single answers, which one process computes once."""
ANSWERED_AFTER = by_name(
    "truth_labels",
    "truth_labels_over_runs",
    "truth_confusion",
    "depth_and_width",
    "distractors",
    "topics",
    "domains_and_levels",
    "domain_tests",
    "domain_tests_corrected",
    "domain_pairs",
)
RECORDED = by_name(
    "judges",
    "spread_of_people",
    "mixed_model",
    "hardening_endings",
    "hardening_gates",
    "hardening_rejections",
    "hardening_strategies",
    "hardening_issues",
    "before_and_after_hardening",
    "hardening_ablation",
    "hardening_without",
    "hardness_and_length",
    "sub_question_golds",
    "difficulty",
    "rank_correlations",
)
"""These read the database."""
