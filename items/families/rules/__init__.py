"""Named rules of inference: one rule per task, applied one to five times."""
