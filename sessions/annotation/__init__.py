"""Annotators' queues, desks and verdicts in the record, and the results of a queue."""
