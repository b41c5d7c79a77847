"""The window that saves edits as a named variant.

Owns the confirmation before a file or a variant is overwritten. Writing is in `items.files.save`.
"""

from pathlib import Path

from items.files.save import save_variant
from items.formal import formal_item
from solver.errors import CountermodelError
from solver.language.problem import BASELINE, Variant
from tui.i18n import _
from tui.screens.inspector.windows import AskModal, Field
from tui.state.inspector.sources import own_path
from tui.state.inspector.what_if import EDITED_NAME, WhatIfView


def save_modal(view: WhatIfView) -> AskModal:
    """A window that asks for a name and a file; the view is informed after saving."""
    name = view.right if view.right not in (EDITED_NAME, BASELINE) else _free_name(view)

    def path(values: dict[str, str]) -> str:
        return own_path(view.item, view.source, values["name"])

    fields = (
        Field("name", _("Name of the variant"), name),
        Field("path", _("File, in the project's own format"), path({"name": name}), path),
    )

    def save(values: dict[str, str], confirmed: bool) -> str:
        if not values["name"] or not values["path"]:
            raise AskModal.Refused(_("A name and a file are needed."))
        if not confirmed:
            warning = warning_of(view, values["name"], Path(values["path"]).expanduser())
            if warning:
                return warning
        try:
            saved(view, values["name"], Path(values["path"]).expanduser(), replace=confirmed)
        except CountermodelError as error:
            raise AskModal.Refused(str(error)) from error
        return ""

    return AskModal(
        _("Save as a variant"),
        _("The item is written with the variant added; other items of the file stay as they are."),
        fields,
        save,
    )


def _free_name(view: WhatIfView) -> str:
    names = set(view.variants)
    return next(name for n in range(1, len(names) + 2) if (name := f"what_if_{n}") not in names)


def warning_of(view: WhatIfView, name: str, path: Path) -> str:
    """A warning about what would be overwritten; empty if nothing is."""
    messages: list[str] = []
    existing = view.problem.variants.get(name)
    if existing is not None and existing.edits != view.bench.as_variant().edits:
        messages.append(
            _("There is a variant {name} already; it will be replaced.").format(name=name)
        )
    if path.exists() and path.stat().st_size:
        messages.append(
            _("{path} exists; its record of {id}, if any, will be replaced.").format(
                path=path, id=view.item.id
            )
        )
    return " ".join(messages)


def saved(view: WhatIfView, name: str, path: Path, *, replace: bool) -> None:
    """Write the variant. Raises InputError or OutsideError."""
    formal = formal_item(view.item)
    assert formal is not None
    variant = Variant(name, view.bench.as_variant().edits)
    item = save_variant(view.item, formal.problem, variant, path, replace=replace)
    again = formal_item(item)
    assert again is not None
    view.variant_saved(item, again.problem, str(path))
