"""Rules by which a study leaves sessions out of its report; one file a rule."""
