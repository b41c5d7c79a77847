"""ContextHub's checks of an instantiated item by a model (section 3.5).

Owns the item that requests the checks, and reading the reply: whether the question can be answered
from common knowledge, whether the text makes sense, and whether any of its statements is a
tautology.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from items.model_wording.worded_items import BENCHMARK
from items.models import Item, Provenance, Question
from items.responses.answer_places import objects
from items.responses.reasoning_text import thought_left_out
from items.values.letters import letter

PROTOCOL = str(Path(__file__).parent / "protocols" / "context_checks.toml")
ACCEPTED: Final[Mapping[str, Literal["yes", "no"]]] = {
    "common_sense": "no",
    "sensibility": "yes",
    "tautology": "no",
}
"""Check to the verdict required to accept an item; names as in the annotation scheme."""


@dataclass(frozen=True, slots=True)
class Checks:
    """The findings of a model."""

    verdicts: Mapping[str, str]
    reasons: Mapping[str, str]

    @property
    def failed(self) -> tuple[str, ...]:
        """The checks that the item does not pass."""
        return tuple(name for name, accepted in ACCEPTED.items() if self.verdicts[name] != accepted)

    @property
    def complaints(self) -> tuple[str, ...]:
        """The findings, check by check, as feedback for the next attempt."""
        return tuple(
            f"{name.replace('_', ' ')}: {self.reasons.get(name) or 'no reason given'}"
            for name in self.failed
        )


def checking_item(item: Item, attempt: int) -> Item:
    """Return the item that requests the checks of an instantiated one."""
    (question,) = item.questions
    options = [f"{letter(n)}. {option.text}" for n, option in enumerate(question.options)]
    return Item(
        id=f"{item.id}#checks-{attempt}",
        language=item.language,
        text="\n".join((item.text, "", question.text, *options)),
        questions=(Question(id="1", kind="text", text=""),),
        provenance=Provenance(
            benchmark=BENCHMARK, parameters={"item": item.content_hash, "attempt": attempt}
        ),
    )


def read_checks(reply: str) -> Checks | str:
    """Return the verdicts of a reply, or what is wrong with its format."""
    entries = [
        entry for entry in objects(thought_left_out(reply)) if any(key in entry for key in ACCEPTED)
    ]
    if not entries:
        return "there is no JSON object with the checks"
    value = entries[-1]
    verdicts: dict[str, str] = {}
    for name in ACCEPTED:
        value_read = value.get(name)
        verdict = str(value_read).strip().casefold()
        if isinstance(value_read, bool):
            verdict = "yes" if value_read else "no"
        verdict = {"是": "yes", "否": "no"}.get(verdict, verdict)
        if verdict not in ("yes", "no"):
            return f"{name}: expected yes or no, found {value_read!r}"
        verdicts[name] = verdict
    value_read = value.get("reasons")
    reasons = value_read if isinstance(value_read, dict) else {}
    return Checks(
        verdicts, {str(key): " ".join(str(text).split()) for key, text in reasons.items()}
    )
