"""Saving and opening a scratchpad: as text, as a formal object, as an item.

Owns which of these a file name means, and the confirmation before a file is overwritten.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from items.files.loading import load
from items.files.save import save_item, save_text
from items.formal import formal_item
from items.hidden_text import controls_escaped
from items.models import Item
from items.scratchpads.text import scratch_item, scratch_text, with_formalization
from items.sources.document import decode, read_bytes
from solver.errors import CountermodelError, InputError
from solver.language.scratchpad_lines import check_length
from solver.phrases import phrase
from tui.i18n import _, mark
from tui.screens.inspector.windows import AskModal, Field
from tui.state.inspector.scratchpad import ScratchView

SAVE_NOTE = mark(
    "NAME.pad saves the text, NAME.json the formal object, NAME.jsonl an "
    "item of this program. `countermodel verify` reads all three."
)


@dataclass(frozen=True)
class PadFile:
    """The content of a file."""

    text: str
    item: Item | None
    further_items: int = 0
    """Number of further items in the file, which are not shown."""


def read_pad(path: Path) -> PadFile:
    """A text unchanged; an item or formal object as lines. Raises InputError, OutsideError."""
    text = decode(read_bytes(path), path)
    if text.lstrip()[:1] not in ("{", "["):
        text = text.replace("\r\n", "\n")
        check_length(text)
        return PadFile(text, None)
    loaded = load(str(path))
    if not loaded.items:
        message = str(loaded.problems[0]) if loaded.problems else phrase("it holds no items")
        raise InputError(phrase("The file cannot be opened"), f"{path}: {message}")
    item = loaded.items[0]
    text = scratch_text(item)
    check_length(text)
    return PadFile(text, item, len(loaded.items) - 1)


def pad_item(view: ScratchView, id: str) -> Item:
    """The scratchpad as an item: the one it was opened from with this formalization, or a new one.
    Raises InputError if the text cannot be made an item yet."""
    if view.item is None:
        return scratch_item(view.pad.scratch, id, language=view.language)
    item = with_formalization(view.item, view.pad.scratch)
    try:
        formal_item(item)
    except InputError as error:
        text = phrase("its questions no longer fit: {a}, {b}", a=error.title, b=error.message)
        raise InputError(
            phrase("The text is not a formalization of {a}", a=item.id),
            text,
            phrase("Ctrl+N starts a new one."),
        ) from error
    return item


def shown_item(view: ScratchView) -> Item:
    """The scratchpad as an item for display, with its own queries if those of the original item no
    longer fit. Raises InputError as `pad_item` does."""
    id = Path(view.path).stem or "scratchpad"
    if view.pad.scratch.problem is None:
        return scratch_item(view.pad.scratch, id, language=view.language)
    try:
        return pad_item(view, id)
    except InputError:
        return scratch_item(view.pad.scratch, id, language=view.language)


def _require_read(view: ScratchView) -> None:
    """Raises InputError while the text is still being read."""
    if not view.current:
        raise InputError(
            phrase("The scratchpad cannot be saved yet"), phrase("it is still being read")
        )


def save_pad(view: ScratchView, path: Path) -> None:
    """Write it in the format of the file's extension. Raises InputError, OutsideError."""
    if path.suffix == ".jsonl":
        _require_read(view)
        view.item = pad_item(view, path.stem)
        save_item(view.item, path)
    elif path.suffix == ".json":
        _require_read(view)
        if view.pad.scratch.problem is None:
            raise InputError(
                phrase("The scratchpad cannot be saved yet"), phrase("some lines cannot be read")
            )
        data = controls_escaped(
            json.dumps(view.pad.scratch.formalization, ensure_ascii=False, indent=2)
        )
        save_text(path, data + "\n")
    else:
        save_text(path, view.text)
    view.path, view.saved_text = str(path), view.text


def save_modal(view: ScratchView) -> AskModal:
    """A window that asks for a file to save to."""

    def save(values: dict[str, str], confirmed: bool) -> str:
        if not values["path"]:
            raise AskModal.Refused(_("A file name is needed."))
        path = Path(values["path"]).expanduser()
        if not path.suffix:
            path = path.with_suffix(".pad")
        if path.exists() and not confirmed and str(path) != view.path:
            appended = path.suffix == ".jsonl"
            message = _("{path} exists; it will be replaced.")
            if appended:
                message = _("{path} exists; the item will be added to it.")
            return message.format(path=path)
        try:
            save_pad(view, path)
        except CountermodelError as error:
            raise AskModal.Refused(str(error)) from error
        return ""

    name = view.path or ("scratchpad.pad" if view.item is None else f"{_safe(view.item.id)}.pad")
    return AskModal(_("Save the scratchpad"), _(SAVE_NOTE), (Field("path", _("File"), name),), save)


def open_modal(view: ScratchView, opened_files: list[tuple[str, PadFile]]) -> AskModal:
    """A window that asks for a file to open; `opened_files` receives its content."""

    def open_file(values: dict[str, str], confirmed: bool) -> str:
        path = Path(values["path"]).expanduser()
        if view.unsaved and not confirmed:
            return _("The text of the scratchpad is not saved and will be lost.")
        try:
            opened_files.append((str(path), read_pad(path)))
        except CountermodelError as error:
            raise AskModal.Refused(str(error)) from error
        return ""

    text = _("A text of lines, a formal object, or items, the first of which is opened.")
    return AskModal(_("Open a scratchpad"), text, (Field("path", _("File"), view.path),), open_file)


def _safe(id: str) -> str:
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in id).strip("-.") or "item"
