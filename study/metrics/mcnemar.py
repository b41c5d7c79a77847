"""McNemar's exact test on the items that two respondents answered."""

from study.metrics.metric import DISCORDANCE, Metric, plain
from study.statistics.paired import Discordance

METRIC = Metric(
    name="McNemar's test",
    key="mcnemar_p",
    needs=DISCORDANCE,
    formula="two-sided binomial p of the items on which only one of the two is right",
    unit="p",
    meaning="p of McNemar's exact test",
    source="McNemar 1947; Agresti 2013, 11.1.2",
    compute=plain(Discordance.p_value, lambda table: table.n),
)
