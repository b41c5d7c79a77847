"""The solver's figures of one item for a table of many: a few numbers, cheap to store.

Owns their definition and their plain form for storage. `compute_figures` computes them; `analysis`
owns everything else about an item.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from items.models import ProofState

_STATES: tuple[ProofState, ...] = get_args(ProofState)


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one item; None without a formalization, or if the solver could not decide."""

    premises: int | None
    """Number of premises of the baseline."""
    symbols: int | None
    """Number of symbols in premises, definitions, queries or variants."""
    gold: ProofState
    models: int | None
    """Number of models of the baseline premises over all symbols in use; None for first-order
    premises."""
    support_size: int | None
    """Minimal number of premises for the answer that needs most, counting all claims it rests on;
    None if answers rest on none. Stored as `least`, because earlier versions stored other numbers:
    `support_size` counted only one claim of an answer, and `needed` accepted the result of an
    unfinished search."""
    vacuous: bool | None = None
    """Whether an implication that follows according to the gold does so vacuously (`vacuity`); None
    if the gold claims no implication."""
    inconsistent: bool = False
    """Whether the premises of a question, or of the baseline, contradict one another. Then
    everything follows, and a proof of the gold has little value."""

    def to_json(self) -> dict[str, Any]:
        """Plain data; numbers of models may exceed 64 bits and are stored as text."""
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
        """Read the output of `to_json`; None for anything else, including figures of earlier
        versions."""
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
