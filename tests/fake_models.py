"""Fake models for the fake endpoint: they find the item they are asked about and know its gold.

Owns finding the item in a prompt, telling the order in which options were shown, and answering
right as often as told. Used wherever a whole run is played.
"""

import random
from collections.abc import Iterable, Mapping
from typing import Any

from items.answers import ChoiceAnswer, TruthAnswer
from items.models import Item
from items.values.letters import letter
from tests.fake_endpoint import Say


def option_order(item: Item, prompt: str) -> list[int]:
    """Indices of an item's options in the order in which a prompt shows them."""
    (leaf,) = item.leaves
    lines = prompt.split("\n")
    places = {
        n: next(k for k, line in enumerate(lines) if line[1:] == f". {option.text}")
        for n, option in enumerate(leaf.options)
    }
    return sorted(places, key=places.__getitem__)


class FakeModels:
    """A behaviour: models by name, each right in a share of its answers, the same ones always."""

    def __init__(
        self, items: Iterable[Item], shares: Mapping[str, float], seconds: float = 0.0
    ) -> None:
        self.items = {item.text: item for item in items}
        self.shares = shares
        """1 is always right; 0.25 a coin of four sides where there are four options."""
        self.seconds = seconds
        self.said: list[tuple[str, str, int | None]] = []
        """Model, item and the option chosen, in the item's own order, for each answer."""

    def __call__(self, request: dict[str, Any], before: int) -> Say:
        prompt = request["messages"][-1]["content"]
        item = next(item for text, item in self.items.items() if text in prompt)
        draw = random.Random(f"{request['model']} {request.get('seed')} {prompt}")
        right = draw.random() < self.shares[request["model"]]
        (leaf,) = item.leaves
        gold = leaf.gold
        if isinstance(gold, TruthAnswer):
            others = [word for word in ("True", "False", "N/A") if word.lower() != gold.value]
            word = gold.value.capitalize() if right else draw.choice(others)
            return Say(f"<answer>{word}</answer>", self.seconds)
        assert isinstance(gold, ChoiceAnswer)
        wrong = [n for n in range(len(leaf.options)) if n != gold.option]
        option = gold.option if right else draw.choice(wrong)
        self.said.append((request["model"], item.id, option))
        place = None if option is None else option_order(item, prompt).index(option)
        return Say(f"Answer: {'N' if place is None else letter(place)}", self.seconds)
