"""What one session will show: a list of stations.

Owns the plan, and reading one from a record. The station owns the contents of its entry;
`study.design.planning` makes plans.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, PlainValidator, SerializeAsAny, model_validator

from study.course.entries import Planned, read_planned
from study.course.sections import PlannedBlock, Step


class Plan(BaseModel):
    """Everything one session will show, in order."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    condition: str = ""
    """The participant's condition; empty where the study has none."""
    seconds: float | None = None
    """Limit for all questions together; None without a limit."""
    stations: tuple[SerializeAsAny[Annotated[Planned, PlainValidator(read_planned)]], ...]

    @model_validator(mode="before")
    @classmethod
    def _of_blocks(cls, value: Any) -> Any:
        """Read older plans: lists of blocks, with the same stations around them in all sessions."""
        if isinstance(value, Mapping) and "blocks" in value and "stations" not in value:
            return {"stations": [*_around(value["blocks"])]}
        return value

    @cached_property
    def blocks(self) -> tuple[PlannedBlock, ...]:
        """The stations that ask questions about items."""
        return tuple(entry for entry in self.stations if isinstance(entry, PlannedBlock))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All steps of all blocks, in order."""
        return tuple(step for block in self.blocks for step in block.steps)

    def samples(self, steps: Iterable[int] | None = None) -> dict[str, dict[str, int]]:
        """The items it shows, by block and content hash, with the rotation of their options: all,
        or those of these `steps`. An item counts once its last question was asked; items used only
        for attention never count."""
        over = range(len(self.steps)) if steps is None else frozenset(steps)
        return {
            block.id: {
                step.item_hash: step.shift
                for step in block.steps
                if step.question == step.questions - 1
                and step.index not in block.unscored
                and step.index in over
            }
            for block in self.blocks
        }

    @cached_property
    def blocks_before(self) -> tuple[int, ...]:
        """For each station, the number of blocks before it."""
        counts = [0]
        for entry in self.stations:
            counts.append(counts[-1] + isinstance(entry, PlannedBlock))
        return tuple(counts)


def _around(blocks: Any) -> Any:
    """The stations of a session whose plan was a list of blocks."""
    yield {"station": "consent"}
    yield {"station": "instructions"}
    for block in blocks:
        gate = block["role"] == "qualification"
        yield {"station": "opening", "id": f"{block['id']}-opening"}
        yield {"station": "qualification" if gate else "question", **block}
        if gate:
            yield {"station": "verdict"}
    yield {"station": "end", "when": "always"}
