"""Which screen shows a station, one line each.

Owns the table from the screen's name in a station (`Station.screen`) to the function that shows it.
A station of another distribution uses one of these names, or brings its own as an entry point of
the group `countermodel.screens`.
"""

from collections.abc import Callable
from typing import Any

from solver.plugins import Registry

ScreenFunction = Callable[[Any], None]
"""Shows the present state of a `Flow`."""
_PACKAGE = "tui.screens.participant"
SCREENS: Registry[ScreenFunction] = Registry(
    "countermodel.screens",
    {
        "return-key": f"{_PACKAGE}.text:return_key",
        "consent": f"{_PACKAGE}.consent:show",
        "instructions": f"{_PACKAGE}.text:instructions",
        "opening": f"{_PACKAGE}.text:opening",
        "verdict": f"{_PACKAGE}.text:verdict",
        "again": f"{_PACKAGE}.text:retry_page",
        "text": f"{_PACKAGE}.text:text",
        "question": f"{_PACKAGE}.question:show",
        "feedback": f"{_PACKAGE}.feedback:show",
        "break": f"{_PACKAGE}.text:rest",
        "paused": f"{_PACKAGE}.text:paused",
        "form": f"{_PACKAGE}.form:show",
        "end": f"{_PACKAGE}.end:show",
    },
)
