"""Categorical syllogisms: four figures, 64 moods, believable conclusions and others."""
