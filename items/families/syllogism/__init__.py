"""Categorical syllogisms: four figures, 64 moods, with believable and unbelievable conclusions."""
