"""Proof states by content hash: those shipped for built-in items, merged with a given cache.

Owns the shipped file and the merging. `items.gold.verify` proves; the record stores states in a
database.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import cast, get_args

from items.files.save import replacing
from items.models import Item, ProofState
from items.sources.files import BUILTIN_FOLDER
from items.sources.json_files import read_document
from solver.errors import InputError, OutsideError
from solver.phrases import phrase

SHIPPED_FILE = BUILTIN_FOLDER / "proofs.json"
PROVED_OF_FORMULAS = "proved, words approximate"
"""Shown in place of "proved" if the text of an item only approximates its formulas."""
_STATES = frozenset(get_args(ProofState))


def proof_of(item: Item, cached_states: Mapping[str, ProofState] | None = None) -> ProofState:
    """An item's proof state: from the cache, or else as shipped, or else `unknown`. Proves
    nothing."""
    return proofs(cached_states).get(item.content_hash, "unknown")


def proof_words(item: Item, state: ProofState) -> str:
    """The proof state of an item as displayed: if the text only approximates the formulas, it is
    never displayed as proved without that qualification."""
    return PROVED_OF_FORMULAS if state == "proved" and item.approximate else state


def displayed_state(state: str) -> str:
    """The displayed word for a proof state: "refuted" for a gold that does not follow, as for all
    other verdicts of the solver. Files and `--json` have `disproved`."""
    return "refuted" if state == "disproved" else state


def proofs(cached_states: Mapping[str, ProofState] | None = None) -> Mapping[str, ProofState]:
    """Maps a content hash to a proof state. A cached state takes precedence over a shipped one
    unless it is unknown."""
    if not cached_states:
        return shipped()
    decided = {hash: state for hash, state in cached_states.items() if state != "unknown"}
    return {**shipped(), **decided}


@cache
def shipped() -> Mapping[str, ProofState]:
    """States of the built-in items; empty if none are shipped."""
    return read_proofs(SHIPPED_FILE) if SHIPPED_FILE.exists() else {}


def read_proofs(path: Path) -> Mapping[str, ProofState]:
    """Read a file written by `write_proofs`.

    Raises:
        InputError: the file is not an object that maps content hashes to proof states.
    """
    document = read_document(path)
    value = document.records[0].value if len(document.records) == 1 else None
    if not isinstance(value, dict):
        raise InputError("Proofs cannot be read", f"{path}: expected one JSON object")
    for hash, state in value.items():
        if state not in _STATES:
            raise InputError(
                "Proofs cannot be read",
                f"{path}, {hash}: expected one of {', '.join(sorted(_STATES))}, found {state!r}",
            )
    return cast("Mapping[str, ProofState]", value)


def write_proofs(path: Path, states: Iterable[tuple[str, str]]) -> None:
    """Write states by content hash as JSON, in the given order, which is that of the hashes, so
    that equal states give equal files. Raises OutsideError if the file cannot be written."""
    try:
        with replacing(path) as file:
            file.write(b"{")
            some = False
            for hash, state in states:
                line = f"{',' if some else ''}\n {json.dumps(hash)}: {json.dumps(state)}"
                file.write(line.encode())
                some = True
            file.write(b"\n}\n" if some else b"}\n")
    except OSError as error:
        message = f"{path}: {error.strerror or error}"
        raise OutsideError(phrase("The file cannot be written"), message) from error
