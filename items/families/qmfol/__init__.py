"""The family QMFOL: monadic first-order tasks of given depth, width and distractors."""
