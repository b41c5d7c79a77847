"""Every table of the report by name, in order.

Owns both lists: the tables of a study's version, and those that compare models and people. A table
is a module with a function `table`, which returns None or no rows where there is nothing to show.
"""

from collections.abc import Mapping
from types import ModuleType

from sessions.report.tables import (
    accuracy,
    accuracy_by_attribute,
    accuracy_by_block,
    accuracy_by_kind,
    accuracy_over_runs,
    attention,
    before_and_after_hardening,
    behaviour,
    comparisons,
    confidence,
    counterfactuals,
    counterfactuals_over_runs,
    depth_and_width,
    difficulty,
    distractors,
    domain_pairs,
    domain_tests,
    domain_tests_corrected,
    domains_and_levels,
    exclusions,
    full_and_excluded,
    hardening_ablation,
    hardening_endings,
    hardening_gates,
    hardening_issues,
    hardening_rejections,
    hardening_strategies,
    hardening_without,
    hardness_and_length,
    item_accuracy,
    items,
    judges,
    mixed_model,
    multiple_choice,
    multiple_choice_over_runs,
    participants,
    qualification,
    query_kinds,
    rank_correlations,
    response_times,
    sessions,
    several_questions,
    several_questions_over_runs,
    spread_of_people,
    sub_question_golds,
    time_outs,
    time_per_question,
    tokens,
    topics,
    truth_confusion,
    truth_labels,
    truth_labels_over_runs,
)

SESSIONS = "sessions"
EXCLUSIONS = "exclusions"
STUDY: Mapping[str, ModuleType] = {
    SESSIONS: sessions,
    EXCLUSIONS: exclusions,
    "accuracy with and without exclusions": full_and_excluded,
    "attention items": attention,
    "behaviour": behaviour,
    "participants": participants,
    "qualification": qualification,
    "accuracy by block": accuracy_by_block,
    "accuracy by question kind": accuracy_by_kind,
    "accuracy by item attribute": accuracy_by_attribute,
    "item accuracy": item_accuracy,
    "items": items,
    "time per question": time_per_question,
    "time-outs": time_outs,
    "confidence against accuracy": confidence,
}
"""Made from `StudyData`; shown, with or without rows, where any session counts."""
OVER_ALL = frozenset(
    (
        SESSIONS, EXCLUSIONS, "accuracy with and without exclusions", "attention items",
        "behaviour", "participants", "qualification",
    )
)  # fmt: skip
"""Tables that also count sessions excluded by the study's rules, or list them."""
ANSWERED: Mapping[str, ModuleType] = {
    "accuracy of models and people": accuracy,
    "accuracy over runs": accuracy_over_runs,
    "tokens": tokens,
    "response times": response_times,
}
"""Made from `ComparingData`, like all that follow."""
ANSWERED_ELSEWHERE: Mapping[str, ModuleType] = {
    "multiple choice": multiple_choice,
    "multiple choice over runs": multiple_choice_over_runs,
    "comparisons": comparisons,
    "items of several questions": several_questions,
    "items of several questions over runs": several_questions_over_runs,
    "counterfactual sub-questions": counterfactuals,
    "counterfactual sub-questions over runs": counterfactuals_over_runs,
    "sub-questions by query kind": query_kinds,
}
"""Made in a second process where the record is large. For people, the first and the third use the
effects of single answers, which one process computes once."""
ANSWERED_AFTER: Mapping[str, ModuleType] = {
    "truth values by label": truth_labels,
    "truth values over runs": truth_labels_over_runs,
    "truth values by gold": truth_confusion,
    "depth and width": depth_and_width,
    "distractors": distractors,
    "topics": topics,
    "domains and levels": domains_and_levels,
    "domains, p of chi-square": domain_tests,
    "domains, p corrected": domain_tests_corrected,
    "domains, two by two": domain_pairs,
}
RECORDED: Mapping[str, ModuleType] = {
    "agreement of judges": judges,
    "spread of people": spread_of_people,
    "mixed logistic model": mixed_model,
    "hardening": hardening_endings,
    "hardening, gates": hardening_gates,
    "hardening, share sent back": hardening_rejections,
    "hardening, strategies": hardening_strategies,
    "hardening, issues": hardening_issues,
    "before and after hardening": before_and_after_hardening,
    "hardened items by strategy": hardening_ablation,
    "hardened without a strategy": hardening_without,
    "hardness and length": hardness_and_length,
    "golds of sub-questions": sub_question_golds,
    "difficulty": difficulty,
    "difficulty, rank correlations": rank_correlations,
}
"""These read the database."""
