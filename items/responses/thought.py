"""What a response says outside its reasoning.

Owns the marks that models put around their reasoning. Nothing is read out of reasoning, and of a
block that was cut off nothing that follows its beginning.
"""

import re

MAX_RESPONSE = 1_000_000
"""Characters of a response that are looked at: its end, where answers stand."""
_CONTROL = re.compile(
    r"\x1b\[[0-?]{0,40}[ -/]{0,40}[@-~]|\x1b\][^\x07\x1b]{0,400}(?:\x07|\x1b\\)"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f]"
)
"""What a terminal would obey, line ends and tabs aside."""
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_NAMES = (
    "think|thinking|thought|thoughts|reasoning|reason|reflection|scratchpad|analysis|"
    "chain_of_thought|cot|inner_monologue|internal_monologue|seed:think"
)
_MARK = re.compile(
    rf"(?:<|&lt;)(?P<close>/?)(?:{_NAMES})(?:\s[^<>]{{0,80}})?(?:>|&gt;)"
    r"|\[(?P<close2>/?)think(?:ing)?\]"
    r"|◁(?P<close3>/?)think▷"
    r"|<\|(?P<begin>begin|end)_of_thought\|>",
    re.IGNORECASE,
)
_FINAL = re.compile(
    r"<\|channel\|>\s?final\s?(?:<\|constrain\|>\s?\w{0,20}\s?)?<\|message\|>", re.I
)
_CHANNEL = re.compile(r"<\|channel\|>\s?(?:analysis|commentary)\b", re.I)
_SPECIAL = re.compile(
    r"<\|(?:end|return|im_end|eot_id|endoftext|im_start|start|begin_of_solution|end_of_solution)\|>"
    r"|</s>"
)


def thought_left_out(response: str) -> str:
    """The response without its reasoning and without control sequences, and never more than its
    end. A closing mark without an opening one ends reasoning that began with the response."""
    text = _INVISIBLE.sub("", _CONTROL.sub("", response[-MAX_RESPONSE:]))
    finals = [place.end() for place in _FINAL.finditer(text)]
    if finals:
        text = text[finals[-1] :]
    elif channel := _CHANNEL.search(text):
        text = text[: channel.start()]
    kept: list[str] = []
    begun, inside = 0, False
    for mark in _MARK.finditer(text):
        if _closes(mark):
            # What stands before a mark that closes was reasoning, with or without its opening.
            if not inside:
                kept.clear()
            begun, inside = mark.end(), False
        elif not inside:
            kept.append(text[begun : mark.start()])
            inside = True
    if not inside:
        kept.append(text[begun:])
    return _SPECIAL.sub("\n", "\n".join(kept) if len(kept) > 1 else "".join(kept))


def cut_off(response: str) -> bool:
    """Whether a response ends inside its reasoning."""
    marks = [_closes(mark) for mark in _MARK.finditer(response[-MAX_RESPONSE:])]
    channels = _CHANNEL.search(response) is not None and _FINAL.search(response) is None
    return channels or (bool(marks) and not marks[-1])


def _closes(mark: re.Match[str]) -> bool:
    if mark["begin"]:
        return mark["begin"].lower() == "end"
    return bool(mark["close"] or mark["close2"] or mark["close3"])
