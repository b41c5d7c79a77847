"""The tables of the report that rest on diagnosed answers, by name, in their order.

They are made where that is asked for, and bring much with them that other reports do without.
"""

from collections.abc import Mapping
from types import ModuleType

from sessions.report.tables import consistency, diagnoses, flagged, misreadings, person_fit

DIAGNOSED: Mapping[str, ModuleType] = {
    "misreadings": misreadings,
    "diagnoses": diagnoses,
    "consistency": consistency,
}
"""Made of `DiagnosedData`, of answers in words and in symbols each."""
OF_PERSONS: Mapping[str, ModuleType] = {
    "person-fit": person_fit,
    "accuracy without flagged people": flagged,
}
"""Likewise, of all answers."""
