"""What the tests of extraction share: items, and a response read as an answer to one of them."""

import json

from items.answers import Answer
from items.asking.extraction import extract
from items.asking.prompting import prompt
from items.asking.protocol import load_protocol
from items.files.loading import load
from items.models import Item, Option, Question

DEMO = {item.id: item for item in load("builtin:demo").items}
OPTIONS = ("A goat sleeps.", "The ferry is late.", "The baker whistles.", "It rains.")


def item(*questions: Question) -> Item:
    return Item(id="i", text="Text.", questions=questions)


CHOICE = item(Question(id="1", kind="choice", options=tuple(Option(text=t) for t in OPTIONS)))
TRUTH = item(Question(id="1", kind="truth"))


def response_read(
    response: str, asked: Item, protocol: str, mutant: int = 0
) -> tuple[tuple[Answer | None, ...], str]:
    entry = prompt(asked, asked.leaves, load_protocol(protocol).protocol, mutant)
    extracteds = extract(response, entry)
    assert all((part.answer is None) == bool(part.note) for part in extracteds)
    return tuple(part.answer for part in extracteds), "; ".join(part.note for part in extracteds)


def value_read(value: object, id: str) -> Answer | None:
    (answer,), _ = response_read(
        json.dumps({"answer": value, "reasoning": "…"}), DEMO[id], "llmeval"
    )
    return answer
