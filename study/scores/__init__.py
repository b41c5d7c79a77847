"""Right and wrong: how answers are scored and judged, and a respondent's total scores."""
