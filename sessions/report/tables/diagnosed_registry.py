"""The tables of the report that use diagnosed answers, by name, in order.

They are made on request, and import much that other reports do not need.
"""

from collections.abc import Mapping
from types import ModuleType

from sessions.report.tables import consistency, diagnoses, flagged, misreadings, person_fit

DIAGNOSED: Mapping[str, ModuleType] = {
    "misreadings": misreadings,
    "diagnoses": diagnoses,
    "consistency": consistency,
}
"""Made from `DiagnosedData`, separately for answers in words and in symbols."""
OF_PERSONS: Mapping[str, ModuleType] = {
    "person-fit": person_fit,
    "accuracy without flagged people": flagged,
}
"""Made from `DiagnosedData` with all answers."""
