"""Diagnoses of answers, and the rates of misreadings."""
