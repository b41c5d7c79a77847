"""Proof states by content hash: those shipped for built-in items, merged with a given cache.

Owns the shipped file and the merging. Proving is `items.gold.verify`'s; keeping states in a
database, the record's.
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
"""In place of "proved" where the words of an item say its formulas only nearly."""
_STATES = frozenset(get_args(ProofState))


def proof_of(item: Item, cached: Mapping[str, ProofState] | None = None) -> ProofState:
    """An item's proof state: from the cache, else as shipped, else `unknown`. Proves nothing."""
    return proofs(cached).get(item.content_hash, "unknown")


def proof_words(item: Item, state: ProofState) -> str:
    """The proof state of an item as it is shown: what is proved of formulas that the words only
    approximate is never told as proved alone."""
    return PROVED_OF_FORMULAS if state == "proved" and item.approximate else state


def displayed_state(state: str) -> str:
    """A proof state as people read it: the word for a gold that does not follow is refuted,
    as for everything else that the solver decides. Files and `--json` have `disproved`."""
    return "refuted" if state == "disproved" else state


def proofs(cached: Mapping[str, ProofState] | None = None) -> Mapping[str, ProofState]:
    """Content hash to proof state; a cached state wins over a shipped one, unless it is unknown."""
    if not cached:
        return shipped()
    known = {hash: state for hash, state in cached.items() if state != "unknown"}
    return {**shipped(), **known}


@cache
def shipped() -> Mapping[str, ProofState]:
    """States of the built-in items; empty where none are shipped."""
    return read_proofs(SHIPPED_FILE) if SHIPPED_FILE.exists() else {}


def read_proofs(path: Path) -> Mapping[str, ProofState]:
    """A file as `write_proofs` leaves it.

    Raises:
        InputError: the file is no object from content hash to proof state.
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
    """Write states by content hash as JSON, in the order given, which is that of the hashes, so
    that equal states give equal files. Raises OutsideError where the file cannot be written."""
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
