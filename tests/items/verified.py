"""The golds of a list of items checked, with the checks and their figures at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from items.executors.spool import Spool
from items.gold.check import ItemCheck, PartCheck, Status
from items.gold.verify import Figures, VerifyJob, checking
from items.models import Item
from solver.cancel import Cancel
from solver.queries import DEFAULT_TIMEOUT
from solver.results import EngineChoice


@dataclass(frozen=True, slots=True)
class Verified:
    """Every item's check, in order."""

    checks: tuple[ItemCheck, ...]

    def parts(self, status: Status) -> list[tuple[ItemCheck, PartCheck]]:
        """Question parts with that status, each with its item."""
        return [(c, p) for c in self.checks for p in c.parts if p.status is status]

    @property
    def figures(self) -> Figures:
        figures = Figures()
        for check in self.checks:
            figures.add(check)
        return figures

    def to_json(self) -> dict[str, Any]:
        """The figures as `verify --json` prints them."""
        document = self.figures.to_json(0)
        return {
            key: list(value) if isinstance(value, Spool) else value
            for key, value in document.items()
        }


def verify(
    items: Iterable[Item],
    *,
    engine: EngineChoice = "both",
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> Verified:
    """The check of every item."""
    job = VerifyJob(engine, timeout, cancel=cancel)
    return Verified(tuple(entry.check for entry in checking(items, job)))
