"""Whether two groups, such as domains, differ in accuracy."""

from study.metrics.metric import GROUPS, Metric, plain
from study.statistics.chi_square import TwoGroups

METRIC = Metric(
    name="chi-square test",
    key="chi_square_p",
    needs=GROUPS,
    formula="p of Pearson's χ² on right and wrong, one degree of freedom, no continuity correction",
    unit="p",
    meaning="p of the chi-square test of two groups on right and wrong answers",
    source="C 5.1, figures 4 and 5",
    compute=plain(TwoGroups.p, lambda groups: sum(groups.first_counts) + sum(groups.second_counts)),
)
