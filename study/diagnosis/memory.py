"""What was worked out of questions by earlier runs.

Owns the keys: a question is known again by its item, the answers to it, the bounds of the search,
the code of the program and its misreadings, and the user's own misreadings. Whatever of these is
another, or what was kept is not of the form that is worked out, the question is worked out anew.
The files are a shelf's.
"""

import hashlib
from collections.abc import Iterable

from items.executors.code_fingerprint import fingerprint
from items.executors.shard_store import Shelf
from items.misreadings.registry import MISREADINGS
from study.diagnosis.readings import Readings

NAME = "diagnoses"
"""Of the folder in the user's own for caches."""


class Memory:
    """What was worked out, on a shelf."""

    def __init__(self, shelf: Shelf, own: Iterable[str] = ()) -> None:
        """`own` are the texts of the user's own misreadings."""
        self._shelf = shelf
        code = "\n".join((fingerprint(), *MISREADINGS.usable(), *own))
        self._code = hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
        self.recalled = 0
        """Questions of which something was known."""

    @classmethod
    def usual(cls, own: Iterable[str] = ()) -> "Memory":
        """In the user's own folder."""
        return cls(Shelf.usual(NAME), own)

    def recall(self, readings: Readings) -> bool:
        """Have readings begin with what is known of their question; whether anything is."""
        known = self._shelf.get(self._key(readings))
        if not known or not readings.takes(known[0]):
            return False
        readings.begin_with(known[0])
        self.recalled += 1
        return True

    def keep(self, readings: Iterable[Readings | None]) -> None:
        """Keep what was worked out of questions, unless something of them could not be decided."""
        for question_readings in readings:
            if question_readings is not None:
                key, known = self._key(question_readings), question_readings.worked_out()
                if known is not None and self._shelf.get(key) != [known]:
                    self._shelf.put(key, [known])

    def _key(self, readings: Readings) -> str:
        whole = f"{self._code}\n{type(readings).__name__}\n{readings.content}"
        return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
