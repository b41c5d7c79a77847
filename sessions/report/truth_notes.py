"""What must be known to read the tables of truth values."""

UNREADABLE_NOTE = "what could not be read counts as wrong"
INTERVAL_NOTE = (
    "the runs of a setting are taken together; intervals are Wilson's, of items with several "
    "answers at their effective number, of people for new people and items"
)
F1_NOTE = (
    "macro-F1: mean over labels; weighted: by how often each is gold; of gold labels: mean over "
    "the labels present in gold; the intervals of F1 are from a bootstrap by item, "
    "of people for new people and items"
)
