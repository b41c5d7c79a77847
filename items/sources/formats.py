"""The formats of item files, and the choice of the format for a file.

Owns the names, and the interface of a format's module. Each module reads one format, and is
imported when a file needs it. Other distributions add formats through entry points in
`countermodel.sources`.
"""

from collections.abc import Iterable
from typing import Any, Protocol

from items.models import Item
from items.sources.document import Document, Record
from solver.errors import InputError
from solver.plugin_guard import ITERABLE, FunctionContract
from solver.plugins import Registry


class SourceModule(Protocol):
    """The interface of every module that reads a format.

    A format whose records make several items may also offer `part(value, item)`, which returns the
    part of a record that one item was made of. A format may offer `read_line(line)`, which returns
    the single item of a line of JSON Lines, or None if the line is to go to `read` as a record.
    """

    def recognises(self, value: dict[str, Any]) -> bool:
        """Whether a record looks like this format, even if it has errors."""

    def read(self, record: Record, document: Document) -> Iterable[Item | InputError]:
        """The items of one record, with an error in place of each bad one. Raising abandons the
        record."""


SOURCES: Registry[SourceModule] = Registry(
    "countermodel.sources",
    {
        # Its records also have questions, as an object.
        "proofwriter": "items.sources.proofwriter",
        # Its records also have a list of questions, so it is tried before the own format.
        "ar-lsat": "items.sources.ar_lsat",
        "own": "items.sources.own_format",
        "llmeval-base": "items.sources.llmeval_base",
        "llmeval-hard": "items.sources.llmeval_hard",
        "contexthub": "items.sources.contexthub",
        "folio": "items.sources.folio",
        "logic-lm": "items.sources.logic_lm",
        "logic-lm-set": "items.sources.logic_lm_set",
        "prontoqa": "items.sources.prontoqa_examples",
        "big-bench": "items.sources.big_bench",
        "logicbench": "items.sources.logicbench",
        "justlogic": "items.sources.justlogic",
        "zebralogic": "items.sources.zebralogic",
        "knights": "items.sources.knights",
        "ccobra": "items.sources.ccobra_table",
        "multiple-choice": "items.sources.multiple_choice",
        "formal": "items.sources.bare_formalization",
        "pad": "items.sources.scratchpad",
        "tptp": "items.sources.tptp",
    },
    required=("recognises", "read"),
    contracts={
        "recognises": FunctionContract(substitute=lambda _: False),
        "read": FunctionContract(ITERABLE),
    },
)
"""Maps a format name to the module that reads it, in the order in which they are tried."""


def source_module(format: str) -> SourceModule:
    """The module that reads a format.

    Raises:
        InputError: there is no such format, or its plug-in cannot be used.
    """
    if format not in SOURCES:
        raise InputError(
            "Unknown format", f"expected one of {', '.join(SOURCES)}, found {format!r}"
        )
    return SOURCES[format]


def format_of(document: Document) -> str | None:
    """The format of the first record that any module recognises; None if none does.

    Mapped columns mean multiple choice, and so does a table that no module recognises.
    """
    if document.columns:
        return "multiple-choice"
    for record in document.records:
        if not isinstance(record.value, dict):
            continue
        for name, module in SOURCES.working():
            if module.recognises(record.value):
                return name
    return "multiple-choice" if document.table else None
