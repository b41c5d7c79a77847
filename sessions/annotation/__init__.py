"""Annotators' queues, desks and verdicts in the record, and what came of them."""
