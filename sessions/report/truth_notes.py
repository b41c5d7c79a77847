"""What must be known to read the tables of truth values."""

UNREADABLE_NOTE = "what could not be read counts as wrong"
RUNS_NOTE = "the runs of a setting are taken together"
F1_NOTE = (
    "macro-F1: mean over labels; weighted: by how often each is gold; of gold labels: mean over "
    "the labels present in gold"
)
