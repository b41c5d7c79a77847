"""How answers are written, formally and in prose: keys, letters, values, worlds."""
