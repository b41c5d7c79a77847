"""Named rules of inference, one a task, applied one to five times."""
