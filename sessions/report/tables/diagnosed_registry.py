"""The tables of the report that use diagnosed answers, by name, in order.

They are made on request, and import much that other reports do not need.
"""

from sessions.report.tables.registry import by_name

DIAGNOSED = by_name("misreadings", "diagnoses", "consistency")
"""Made from `DiagnosedData`, separately for answers in words and in symbols."""
OF_PERSONS = by_name("person_fit", "flagged")
"""Made from `DiagnosedData` with all answers."""
