"""What must be known to read the tables of truth values."""

from solver.phrases import phrase

UNREADABLE_NOTE = phrase("what could not be read counts as wrong")
RUNS_NOTE = phrase("the runs of a setting are taken together")
F1_NOTE = phrase(
    "macro-F1: mean over the labels that are gold or answer, its interval takes these as all there "
    "are; weighted: by how often each is gold; of gold labels: mean over the labels present in "
    "gold; over a few items intervals leave room for labels that none of them has; that of the "
    "F1 of a label that few items have as gold is wider than it need be"
)
