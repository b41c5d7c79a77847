"""The wording layer: bank, templates, rendering, reading back, and users' corpora."""
