"""The models on one side of a difference, row by row, as they are needed.

Owns their order (changed rows before unchanged ones) and their marks. The solver's tables are read
in blocks, so that thousands of models cost no more than a screenful.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from solver.diff import Part
from solver.inspection.model_table import Column, ModelTable, ModelView
from solver.inspection.preview import Preview
from tui.state.inspector.world_lines import value_text
from tui.text import plain, width

KEPT, REMOVED, ADDED = "=", "−", "+"
BLOCK_ROWS = 64
MOST_CELLS = 14
"""Maximum width of a column's name or value."""


@dataclass(frozen=True)
class Heading:
    """One column."""

    key: str
    name: str
    gloss: str
    cells: int


@dataclass(frozen=True)
class Row:
    """One model."""

    sign: str
    values: tuple[bool | str, ...]


class _Group:
    """The rows with one mark."""

    def __init__(self, sign: str, part: Part, table: ModelTable | None) -> None:
        self.sign = sign
        self.part = part
        self.view: ModelView | None = None if table is None else table.view()
        self._blocks: dict[int, tuple[tuple[bool | str, ...], ...]] = {}

    @property
    def count(self) -> int:
        """Number of rows that can be shown."""
        if self.view is not None:
            return self.part.count or 0
        return len(self.part.models or ())

    def values(self, place: int, keys: Sequence[str]) -> tuple[bool | str, ...]:
        """One row."""
        if self.view is None:
            model = (self.part.models or ())[place]
            return tuple(model[key] for key in keys)
        block = place // BLOCK_ROWS
        if block not in self._blocks:
            if (
                block == 0
                and self.part.models is not None
                and len(self.part.models) >= min(BLOCK_ROWS, self.count)
            ):
                rows = tuple(
                    tuple(model[key] for key in keys) for model in self.part.models[:BLOCK_ROWS]
                )
            else:
                rows = self.view.page(block * BLOCK_ROWS, BLOCK_ROWS).rows
            self._blocks[block] = rows
        return self._blocks[block][place % BLOCK_ROWS]


class ModelRows:
    """On the left, removed models and then unchanged ones; on the right, added and then unchanged
    ones."""

    def __init__(self, preview: Preview, *, after_change: bool) -> None:
        diff = preview.diff
        changed = (ADDED, diff.added, preview.added) if after_change else (
            REMOVED, diff.removed, preview.removed
        )  # fmt: skip
        self.groups = (_Group(*changed), _Group(KEPT, diff.kept, preview.kept))
        self.model_count = diff.count_after if after_change else diff.count_before
        self.incomplete_reason = diff.reason
        self.heads = _heads(preview)
        self.keys = [head.key for head in self.heads]

    @property
    def count(self) -> int:
        """Number of rows that can be shown; `total` is the number of models."""
        return sum(group.count for group in self.groups)

    def row(self, place: int) -> Row:
        """One row, changed ones first. Raises IndexError for an invalid index."""
        for group in self.groups:
            if place < group.count:
                return Row(group.sign, group.values(place, self.keys))
            place -= group.count
        raise IndexError(place)


def _heads(preview: Preview) -> tuple[Heading, ...]:
    table = preview.kept
    if table is not None:
        columns = [column for column in table.columns if not column.defined]
        return tuple(_heading(c.key, c.gloss, _values(c)) for c in columns)
    for part in (preview.diff.kept, preview.diff.removed, preview.diff.added):
        for model in part.models or ():
            return tuple(
                _heading(key, "", [value for value in (model[key],) if isinstance(value, str)])
                for key in model
            )
    return ()


def _values(column: Column) -> list[str]:
    return [value for value in column.values if isinstance(value, str)]


def _heading(key: str, gloss: str, values: Sequence[str]) -> Heading:
    name = plain(key)
    size = max([width(name), 1, *(width(value_text(value)) for value in values)])
    return Heading(key, name, plain(gloss), min(size, MOST_CELLS))
