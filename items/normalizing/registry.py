"""The layers of normalization, by the names of LLMEval-Logic's appendix A, in their order."""

from importlib import import_module
from typing import cast

from items.normalizing.layer import Layer

LAYERS = {
    "L1": "items.normalizing.lexical",
    "L2": "items.normalizing.syntactic",
    "L3": "items.normalizing.alignment",
    "L4": "items.normalizing.parameters",
}


def layer(name: str) -> Layer:
    """The layer of that name."""
    return cast(Layer, import_module(LAYERS[name]))
