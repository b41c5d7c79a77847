"""Notation of answers, formal and in prose: keys, letters, values, worlds."""
