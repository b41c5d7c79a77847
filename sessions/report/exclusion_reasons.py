"""Reasons for which several tables leave something out.

Owns their texts. A reason of a single table is in its module.
"""

from solver.phrases import phrase

FAILED_REQUESTS = phrase("failed requests")
NO_GOLD = phrase("answers without gold")
NOT_GRADED = phrase("answers not graded")
EARLIER_WORDING = phrase("answers to an earlier wording")
REPEATED = phrase("answers of majorities whose samples are included")
UNKNOWN_ITEMS = phrase("model answers to unknown items")
NOBODY_GRADED = phrase("sub-questions nobody graded")
SINGLE_RUN = phrase("settings of a single run")
