"""A small scheme and items that tests of annotation share."""

from typing import Any

from items.models import Item

SCHEME = """\
name = "small"
title = "Small"
guidelines = "small.md"
controls = "feedback"

[[checks]]
id = "clear"
text = "Is it clear?"
kind = "yes_no"
accept = ["yes"]
reason = "rejected"

[[checks]]
id = "why"
text = "What is unclear?"
kind = "codes"
options = [
    { id = "vague", text = "vague", severity = "soft" },
    { id = "wrong", text = "wrong" },
]
when = { checks = { clear = ["no"] } }

[[checks]]
id = "hard"
text = "How hard?"
kind = "scale"
required = false

[[checks]]
id = "gold"
text = "Is the gold right?"
kind = "yes_no"
each = "question"
accept = ["yes"]
settled_by = "gold"
required = false

[[checks]]
id = "note"
text = "Anything else?"
kind = "text"
required = false
"""


def item(number: int, **update: Any) -> Item:
    """An item in words with one question."""
    values = {
        "id": f"i{number}",
        "text": f"Text {number}.",
        "attributes": {"level": number % 3, "domain": "ab"[number % 2]},
        "questions": [{"id": "1", "kind": "text", "text": "?", "gold": "A."}],
    }
    full = {**values, **update}
    for question in full["questions"]:
        if isinstance(question.get("gold"), str):
            question["gold"] = {"kind": "text", "text": question["gold"]}
    return Item.model_validate(full)
