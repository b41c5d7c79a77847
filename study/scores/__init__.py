"""Right and wrong: answers scored and judged, and what a respondent scores in all."""
