"""Whether a model was asked to think before it answers, as names of models and settings say it."""

import re
from typing import Literal

Thinking = Literal["thinking", "low", "no", ""]
"""Empty where nothing is said."""
WORDS: dict[Thinking, tuple[str, ...]] = {
    "thinking": ("thinking", "think"),
    "low": ("low",),
    "no": ("no-think", "none"),
}
"""What a paper adds to a model's name that is asked so."""
_NO = re.compile(
    r"(?<![a-z])(?:no|non|not|without|disabled?)-?(?:think|reason)"
    r"|(?:think|reason)[a-z]{0,4}-?(?:effort-?)?(?:off|none|no|false|disabled)(?![a-z])"
    r"|effort-?none(?![a-z])"
)
_LOW = re.compile(
    r"(?<![a-z])(?:low|minimal)-?(?:think|reason)"
    r"|(?:think(?:ing)?|reason(?:ing)?|effort)-?(?:effort-?)?(?:low|minimal)"
)
_SOME = re.compile(r"think|reason|effort-?(?:x?high|medium)")


_EFFORT = re.compile(
    r"(?<![a-z])(?:think(?:ing)?|reason(?:ing)?|effort)-?(?:effort-?)?"
    r"(xhigh|high|medium|low|minimal|none)(?![a-z])"
)


def effort(setting: str) -> str:
    """How much a setting asks a model to think, in the word of its endpoint, such as `high`; empty
    where it does not say."""
    found = _EFFORT.search(re.sub(r"[^a-z0-9.]+", "-", setting.casefold()))
    return found[1] if found else ""


def thinking(model: str, setting: str = "") -> Thinking:
    """What the setting says; where it says nothing, the model's name."""
    return _said(setting) or _said(model)


def _said(name: str) -> Thinking:
    folded = re.sub(r"[^a-z0-9.]+", "-", name.casefold())
    if _NO.search(folded):
        return "no"
    if _LOW.search(folded):
        return "low"
    return "thinking" if _SOME.search(folded) else ""
