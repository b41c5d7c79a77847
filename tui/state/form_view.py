"""A form while the participant fills it in: the focused field, and the current meaning of Enter.

Owns the view state of the form screen. `fields` owns the input, the runner stores it, and the
widgets draw it.
"""

from collections.abc import Mapping
from dataclasses import replace

from study.stations.form import PlannedForm
from study.stations.form_fields import Entry
from tui.i18n import _
from tui.state.draft import KeyHint
from tui.state.fields import DRAFTS, FieldDraft
from tui.text import plain


class FormView:
    """The form on screen; `place` is the index of the focused field."""

    def __init__(self, form: PlannedForm, entries: Mapping[str, Entry]) -> None:
        self.form = form
        self.drafts = [DRAFTS[type(f)](f, entries.get(f.id)) for f in form.fields]
        self.place = next((n for n, draft in enumerate(self.drafts) if draft.missing()), 0)

    @property
    def draft(self) -> FieldDraft:
        """The focused draft."""
        return self.drafts[self.place]

    def prompt(self, place: int) -> str:
        """A field's question, with its number and whether it is optional."""
        field = self.form.fields[place]
        text = f"{place + 1}. {plain(field.ask).strip()}"
        return text if field.required else f"{text} " + _("(optional)")

    def next_open(self) -> int | None:
        """The next incomplete field, wrapping around; after these, the next empty optional one, so
        that none is overlooked. None where all are complete."""
        count = len(self.drafts)
        turn = [(self.place + step) % count for step in range(count)]
        later = range(self.place + 1, count)
        missing = (place for place in turn if self.drafts[place].missing())
        empty = (place for place in later if self.drafts[place].empty)
        return next(missing, next(empty, None))

    def keys(self) -> tuple[KeyHint, ...]:
        """The keys that currently have a meaning."""
        complete = self.next_open() is None
        does = _("hand in") if complete else _("next")
        own = list(self.draft.keys())
        if own and len(self.drafts) > 1:
            own[0] = replace(own[0], effect=_("question {n}").format(n=self.place + 1))
        return (
            *own[:1],
            KeyHint("Enter", does, "go_on"),
            *own[1:],
            *([KeyHint("Tab", _("other"))] if len(self.drafts) > 1 else []),
        )
