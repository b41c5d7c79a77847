"""Hardening items: by the solver alone, or by models in a loop with the solver at both gates."""
