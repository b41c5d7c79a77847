"""Tests of schemes, queues and the annotator's state."""
