"""Notes for reading the tables of truth values."""

from solver.phrases import phrase

UNREADABLE_NOTE = phrase("unreadable answers count as wrong")
RUNS_NOTE = phrase("the runs of a setting are pooled")
F1_NOTE = phrase(
    "macro-F1: mean over the labels that are gold or answer, its "
    "interval treats these as all labels; weighted: by how often each is "
    "gold; of gold labels: mean over the labels present in gold; with "
    "few items, intervals leave room for labels that none of them has; "
    "the interval of the F1 of a label that few items have as gold is "
    "wider than necessary"
)
