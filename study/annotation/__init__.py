"""Annotation: schemes, queues, what annotators do, and what follows from it; no storage."""
