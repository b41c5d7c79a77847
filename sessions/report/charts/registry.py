"""Every chart of the report, by the name of the table that it draws.

A chart is a module with the name of its `TABLE` and a function `draw`, which yields titles and
figures.
"""

from sessions.report.charts.drawing import Draw
from solver.plugins import modules_of

CHARTS: dict[str, Draw] = {
    module.TABLE: module.draw
    for module in modules_of(
        "sessions.report.charts",
        "accuracy",
        "accuracy_by_kind",
        "base_to_hard",
        "confidence",
        "depth_and_width",
        "distractors",
        "domain_tests",
        "domains_and_levels",
        "misreadings",
        "people",
        "question_types",
        "response_times",
        "time_per_question",
    )
}
