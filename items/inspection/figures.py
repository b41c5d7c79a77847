"""The solver's figures of one item for a table of many: a few numbers, cheap to keep.

Owns what they are and their plain form for storage. `compute_figures` works them out; everything
else that is known of an item is `analysis`'s.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from items.models import ProofState

_STATES: tuple[ProofState, ...] = get_args(ProofState)


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one item; None where there is no formalization or the solver could not tell."""

    premises: int | None
    """Of the baseline."""
    symbols: int | None
    """In use by premises, definitions, queries or variants."""
    gold: ProofState
    models: int | None
    """Of the baseline premises over all symbols in use; None for first-order premises."""
    support_size: int | None
    """Premises needed at least for the answer that needs most, all claims that it rests on taken
    together; None where answers rest on none. Stored as `least`: of earlier programs' figures,
    `support_size` took one claim of an answer for the whole, and `needed` what a search that did
    not end had found for the least."""
    vacuous: bool | None = None
    """Whether an implication that the gold says follows does so vacuously (`vacuity`); None where
    the gold claims no implication."""
    inconsistent: bool = False
    """Whether premises that a question is asked under, or the baseline's, contradict one another:
    then everything follows, and a proof of the gold says little."""

    def to_json(self) -> dict[str, Any]:
        """Plain data; numbers of models may be longer than 64 bits and go as text."""
        return {
            "premises": self.premises,
            "symbols": self.symbols,
            "gold": self.gold,
            "models": None if self.models is None else hex(self.models),
            "least": self.support_size,
            "vacuous": self.vacuous,
            "inconsistent": self.inconsistent,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Figures | None":
        """What `to_json` gave; None for anything else, figures of an earlier program among it."""
        gold, models = data.get("gold"), data.get("models")
        vacuous = data.get("vacuous")
        inconsistent = data.get("inconsistent")
        if not {"vacuous", "least"} <= set(data) or vacuous not in (None, True, False):
            return None
        if gold not in _STATES or not isinstance(inconsistent, bool):
            return None
        try:
            count = None if models is None else int(str(models), 16)
        except ValueError:
            return None
        numbers = [data.get(key) for key in ("premises", "symbols", "least")]
        if not all(number is None or isinstance(number, int) for number in numbers):
            return None
        return cls(numbers[0], numbers[1], gold, count, numbers[2], vacuous, inconsistent)
