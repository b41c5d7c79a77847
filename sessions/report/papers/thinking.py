"""Whether a model was asked to think before answering, according to names of models and settings.

Owns parameters such as `thinking={"type": "disabled"}`, including nested objects, and words such as
`no-think`.
"""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any, Literal

Thinking = Literal["thinking", "low", "no", "unclear", ""]
"""Empty where nothing is said; unclear where it is not understood."""
WORDS: dict[Thinking, tuple[str, ...]] = {
    "thinking": ("thinking", "think"),
    "low": ("low",),
    "no": ("no-think", "none"),
}
"""What a paper adds to the name of a model in this mode."""
_PARAMETER = re.compile(
    r"(?P<name>[A-Za-z_][\w.-]{0,60})\s?[=:]\s?"
    r"(?:(?P<object>\{[^{}]{0,400}(?:\{[^{}]{0,400}\}[^{}]{0,400}){0,4}\})|(?P<value>[^\s,;|{}]{1,60}))"
)
_ABOUT = re.compile(r"think|reason|effort")
_SHOWN = re.compile(r"exclude|include|summary|format|display|show|hide|parser|history|return")
"""Parameters about displaying thoughts rather than having them."""
_OFF = re.compile(r"(?<![a-z])(?:no|non|not|without|disabled?|skip|suppress|off)(?![a-z])")
_FALSE = ("false", "0", "0.0", "off", "no", "none", "null", "disabled", "disable", "never", "n")
_LITTLE = ("low", "minimal", "min")
_TRUE = (
    *("true", "on", "yes", "enabled", "enable", "always", "y", "full"),
    *("medium", "high", "xhigh", "very-high", "max", "maximum"),
)
_NO = re.compile(
    r"(?<![a-z])(?:no|non|not|without|disabled?)-?(?:think|reason)"
    r"|(?:think|reason)[a-z]{0,4}-?(?:effort-?|mode-?)?(?:off|none|no|false|disabled)(?![a-z])"
    r"|effort-?none(?![a-z])|(?:不|非|无|关闭)(?:思考|推理)"
)
_LOW = re.compile(
    r"(?<![a-z])(?:low|minimal)-?(?:think|reason)"
    r"|(?:think(?:ing)?|reason(?:ing)?|effort)-?(?:effort-?)?(?:low|minimal)"
)
_SOME = re.compile(
    r"think|(?<!logical-)(?<!logic-)(?<!deductive-)(?<!language-)reason(?!able)(?![a-z]{0,4}-(?:"
    r"bench|task|test|set|data|suite|item|eval|qa|question|problem|puzzle))"
    r"|effort-?(?:x?high|medium|max)|思考"
)
_ENDING = re.compile(r"-(none|minimal|low|high)(?:-think(?:ing)?)?$")
"""Endings of model names that state the effort."""
_ENDINGS: dict[str, Thinking] = {"none": "no", "minimal": "low", "low": "low", "high": "thinking"}


_EFFORT = re.compile(
    r"(?<![a-z])(?:think(?:ing)?|reason(?:ing)?|effort)-?(?:effort-?)?"
    r"(xhigh|high|medium|low|minimal|none)(?![a-z])"
)


def effort(setting: str) -> str:
    """How much a setting asks a model to think, in the endpoint's term, such as `high`; empty where
    it does not say."""
    match = _EFFORT.search(re.sub(r"[^a-z0-9.]+", "-", setting.casefold()))
    return match[1] if match else ""


def thinking(model: str, setting: str = "") -> Thinking:
    """What the setting says; if nothing, what the model's name says."""
    if degree := _thinking_in(setting):
        return degree
    if degree := _thinking_in(model):
        return degree
    ending = _ENDING.search(_folded(model))
    return _ENDINGS[ending[1]] if ending else ""


def _thinking_in(text: str) -> Thinking:
    """What the parameters in a text say; without relevant parameters, what its words say."""
    degrees: set[Thinking] = set()
    for match in _PARAMETER.finditer(text):
        name, value = match["name"], _value(match["object"] or match["value"])
        degrees |= {_parameter_thinking(path, end) for path, end in _leaves(name, value)}
    degrees.discard("")
    if degrees == {"thinking", "low"}:
        return "low"
    if degrees:
        return degrees.pop() if len(degrees) == 1 else "unclear"
    folded = _folded(_PARAMETER.sub(_other_words, text))
    if _NO.search(folded):
        return "no"
    if _LOW.search(folded):
        return "low"
    return "thinking" if _SOME.search(folded) else ""


def _other_words(match: re.Match[str]) -> str:
    """The value of a parameter whose name is not about thinking."""
    return " " if _ABOUT.search(match["name"].casefold()) else match[0]


def _value(text: str) -> Any:
    """A parameter's value: JSON, or Python syntax; else its text."""
    if text.startswith("{"):
        for reader in (json.loads, ast.literal_eval):
            try:
                return reader(text)
            except (ValueError, SyntaxError, RecursionError):
                continue
    return text.strip("\"'()[]")


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The values in an object, each with the path of names to it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(f"{path}.{name}", inner)
    else:
        yield path, value


def _parameter_thinking(path: str, value: Any) -> Thinking:
    """What one parameter says; empty where it is about something else."""
    name = _folded(path)
    if not _ABOUT.search(name) or _SHOWN.search(name.rpartition(".")[2]):
        return ""
    degree = _degree(_folded(str(value)))
    if not _OFF.search(name.replace(".", "-")):
        return degree
    # It is named by what it takes away: `disable_thinking`.
    return {"no": "thinking", "thinking": "no"}.get(degree, degree)  # type: ignore[return-value]


def _degree(value: str) -> Thinking:
    """What a value says; a number is a budget of tokens or 1, which is true."""
    if value in _FALSE:
        return "no"
    if value in _LITTLE:
        return "low"
    if value in _TRUE:
        return "thinking"
    return "thinking" if value.isdecimal() else "unclear"


def _folded(text: str) -> str:
    """Lower-case letters, digits and full stops; everything else becomes a hyphen, as do boundaries
    of camel case."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", text)
    return re.sub(r"[^a-z0-9.\u4e00-\u9fff]+", "-", parted.casefold())
