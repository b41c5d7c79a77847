"""Results about questions from earlier runs.

Owns the keys: a question is recognised by its item, the answers to it, the bounds of the search,
the code of the program and its misreadings, and the user's own misreadings. If any of these has
changed, or the stored result does not have the expected form, the question is processed again. A
shelf owns the files.
"""

import hashlib
from collections.abc import Iterable

from items.executors.code_fingerprint import fingerprint
from items.executors.shard_store import ShardStore
from items.misreadings.registry import MISREADINGS
from study.diagnosis.readings import Readings

NAME = "diagnoses"
"""Name of the folder in the user's cache folder."""


class Memory:
    """Results on a shelf."""

    def __init__(self, shelf: ShardStore, own_misreadings: Iterable[str] = ()) -> None:
        """`own_misreadings` contains the texts of the user's own misreadings."""
        self._shelf = shelf
        code = "\n".join((fingerprint(), *MISREADINGS.usable(), *own_misreadings))
        self._code = hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
        self.recalled = 0
        """Number of questions with stored results."""

    @classmethod
    def usual(cls, own_misreadings: Iterable[str] = ()) -> "Memory":
        """The memory in the user's own folder."""
        return cls(ShardStore.usual(NAME), own_misreadings)

    def recall(self, readings: Readings) -> bool:
        """Initialise readings with stored results about their question; returns whether there are
        any."""
        stored = self._shelf.get(self._key(readings))
        if not stored or not readings.takes(stored[0]):
            return False
        readings.begin_with(stored[0])
        self.recalled += 1
        return True

    def keep(self, readings: Iterable[Readings | None]) -> None:
        """Store the results about questions, except where something could not be decided."""
        for question_readings in readings:
            if question_readings is not None:
                key, worked = self._key(question_readings), question_readings.worked_out()
                if worked is not None and self._shelf.get(key) != [worked]:
                    self._shelf.store(key, [worked])

    def _key(self, readings: Readings) -> str:
        whole = f"{self._code}\n{type(readings).__name__}\n{readings.content}"
        return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()
