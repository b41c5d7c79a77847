"""What must be known to read the tables of truth values."""

from solver.phrases import phrase
from study.metrics.mean_f1 import LEAST

UNREADABLE_NOTE = phrase("what could not be read counts as wrong")
RUNS_NOTE = phrase("the runs of a setting are taken together")
F1_NOTE = phrase(
    "macro-F1: mean over the labels that are gold or answer, its interval takes these as all there "
    "are; weighted: by how often each is gold; of gold labels: mean over the labels present in "
    "gold; over fewer than {least} items, or structures with one gold each, "
    "means of F1 have no interval; that of the F1 of a label that few items have as gold is wider "
    "than it need be",
    least=LEAST,
)
