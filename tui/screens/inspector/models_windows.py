"""The windows of the models screen: which variants are compared, and where rows are exported to.

Owns the choices. Comparisons are defined in `solver.inspection.model_table`, file formats in
`tui.state.inspector.model_files`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from items.files.save import replacing
from solver.kinds.set_operation import operations
from solver.language.problem import BASELINE
from tui.i18n import _, language
from tui.screens.inspector.windows import AskModal, Entry, Field
from tui.state.inspector.model_files import FORMS


@dataclass(frozen=True)
class Side:
    """What the rows describe: one variant, or a set operation on two."""

    names: tuple[str, ...] = (BASELINE,)
    operation: str = ""

    @property
    def label(self) -> str:
        """The label in the header; empty for the baseline."""
        if self.operation:
            return f" {operations()[self.operation].sign} ".join(self.names)
        return "" if self.names == (BASELINE,) else _("under {name}").format(name=self.names[0])

    @property
    def plain_name(self) -> str:
        """The same for a file name, independent of the language."""
        return " ".join(filter(None, (self.operation, *self.names)))

    @property
    def key(self) -> str:
        """The key of the entry in a list."""
        return " ".join(filter(None, [self.operation, *self.names]))

    def query(self, targets: Sequence[str]) -> str:
        """The query that asks for the same rows."""
        listed = ", ".join(targets)
        if self.operation:
            return f"{self.operation}({', '.join(self.names)}; {listed})"
        under = "" if self.names == (BASELINE,) else f" under {self.names[0]}"
        return f"enumerate_models({listed}){under}"


def sides(names: Sequence[str]) -> dict[str, Side]:
    """Every variant, and every operation on two of them, by key."""
    outcome = [Side((name,)) for name in names]
    for text, other in combinations(names, 2):
        for word, operation in operations().items():
            outcome.append(Side((text, other), word))
            if not operation.symmetric:
                outcome.append(Side((other, text), word))
    return {side.key: side for side in outcome}


def side_entries(sides_by_key: dict[str, Side]) -> list[Entry]:
    """The same as a list to choose from."""
    return [
        Entry(
            side.key,
            side.label or BASELINE,
            operations()[side.operation].allowed.of(language()) if side.operation else "",
            _("Compared over the columns shown") if side.operation else _("Variants"),
        )
        for side in sides_by_key.values()
    ]


def export_modal(path: str, message: str, written: Callable[[str], str]) -> AskModal:
    """A window that asks for a file, whose extension selects the format; `written` returns the text
    in a format."""

    def export(values: dict[str, str], confirmed: bool) -> str:
        file = Path(values["path"]).expanduser()
        if file.suffix.lower() not in FORMS:
            raise AskModal.Refused(
                _("The name of the file has to end in {forms}.").format(forms=", ".join(FORMS))
            )
        if file.exists() and not confirmed:
            return _("{file} exists and will be overwritten.").format(file=file)
        try:
            with replacing(file) as out:
                out.write(written(file.suffix.lower()).encode())
        except OSError as error:
            raise AskModal.Refused(
                _("{file} cannot be written: {error}").format(file=file, error=error.strerror)
            ) from error
        return ""

    return AskModal(
        _("Save to a file"), message, [Field("path", _("File: .csv, .json or .svg"), path)], export
    )
