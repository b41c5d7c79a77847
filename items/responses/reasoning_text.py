"""The part of a response outside its reasoning.

Owns the marks that models put around their reasoning. Nothing is read from reasoning, or from
anything after the beginning of a truncated block.
"""

import re

MAX_RESPONSE = 1_000_000
"""Largest number of characters examined of a response: its end, where answers are."""
_CONTROL = re.compile(
    r"\x1b\[[0-?]{0,40}[ -/]{0,40}[@-~]|\x1b\][^\x07\x1b]{0,400}(?:\x07|\x1b\\)"
    r"|[\x00-\x08\x0b-\x1f\x7f-\x9f]"
)
"""Terminal control sequences, except for line ends and tabs."""
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
"""Text struck out in Markdown."""
_ENGLISH = (
    "think|thinking|thought|thoughts|reasoning|reason|reflection|scratchpad|analysis|"
    "chain_of_thought|cot|inner_monologue|internal_monologue"
)
_NAMES = (
    rf"(?:[a-z]{{1,12}}[:_])?(?:{_ENGLISH})(?:[_ ]process)?|"
    r"思考(?:过程)?|推理(?:过程)?|思维链|思路|反思|内心独白"
)
"""Names of marks; a vendor may add a prefix, as in `seed:think`."""
_OPENS = "(?:[<‹〈《＜⟨]|&lt;)"
_ENDS = "(?:[>›〉》＞⟩]|&gt;)"
_MARK = re.compile(
    rf"{_OPENS}(?P<close>[/／]?)(?:{_NAMES})(?:\s[^<>]{{0,80}})?{_ENDS}"
    rf"|(?:^\s{{0,8}}{_OPENS}\s{{1,2}}|"
    rf"{_OPENS}\s{{0,2}}(?P<close2>[/／])\s{{0,2}})(?:{_NAMES})\s{{0,2}}{_ENDS}"
    r"|\[(?P<close3>/?)think(?:ing)?\]|【(?P<close4>/?)(?:思考(?:过程)?|think)】"
    r"|◁(?P<close5>/?)think▷"
    rf"|<\|(?P<close6>(?:end|stop)_)?(?:(?:begin|start)_)?(?:of_)?(?:{_ENGLISH})(?:_(?:begin|start|"
    rf"(?P<close7>end|stop)))?\|>|<\|(?P<close8>/)(?:{_ENGLISH})\|>"
    r"|<unused94>(?:thought)?|(?P<close9><unused95>)"
    r"|(?P<answer>【(?:最终)?(?:答案|回答|结论)】)",
    re.IGNORECASE | re.MULTILINE,
)
"""Marks around reasoning, in brackets of any width; with blanks inside only at the beginning of a
line, and in closing marks.
"""
_FINAL = re.compile(
    r"<\|channel\|>\s?final\s?(?:<\|constrain\|>\s?\w{0,20}\s?)?<\|message\|>", re.I
)
_CHANNEL = re.compile(r"<\|channel\|>\s?(?:analysis|commentary)\b", re.I)
_SPECIAL = re.compile(
    r"<\|(?:end|return|im_end|eot_id|endoftext|im_start|start|begin_of_solution|end_of_solution|"
    r"start_response|end_response)\|>|</s>",
    re.IGNORECASE,
)
_BARE_FINAL = re.compile(r"\A\s{0,8}(?:assistant)?analysis.{0,900000}assistantfinal", re.DOTALL)
_BARE_CHANNEL = re.compile(r"\A\s{0,8}(?:assistantanalysis|analysis(?=[A-Z]))")
"""The names of channels whose surrounding marks were lost."""


def thought_left_out(response: str) -> str:
    """Return the end of the response without its reasoning, struck-out text and control sequences.

    A closing mark without an opening one ends reasoning that began with the response.
    """
    text = _INVISIBLE.sub("", _CONTROL.sub("", response[-MAX_RESPONSE:]))
    text = _STRUCK.sub(" ", text)
    finals = [place.end() for place in _FINAL.finditer(text)]
    if finals:
        text = text[finals[-1] :]
    elif channel := _CHANNEL.search(text):
        text = text[: channel.start()]
    elif final := _BARE_FINAL.match(text):
        text = text[final.end() :]
    elif _BARE_CHANNEL.match(text):
        text = ""
    parts, _ = _outside(text)
    return _SPECIAL.sub("\n", "\n".join(parts))


def cut_off(response: str) -> bool:
    """Whether a response ends inside its reasoning."""
    if _CHANNEL.search(response) is not None and _FINAL.search(response) is None:
        return True
    if _BARE_CHANNEL.match(response) is not None and _BARE_FINAL.match(response) is None:
        return True
    return _outside(response[-MAX_RESPONSE:])[1]


def _outside(text: str) -> tuple[list[str], bool]:
    """The parts outside reasoning, and whether the text ends inside it."""
    parts: list[str] = []
    begun, inside = 0, ""
    for mark in _MARK.finditer(text):
        if mark["answer"]:
            # A heading ends reasoning that began with a heading; otherwise it is text.
            if inside.startswith("【"):
                begun, inside = mark.start(), ""
        elif _closes(mark):
            # Text before a closing mark was reasoning, with or without an opening mark.
            if not inside:
                parts.clear()
            begun, inside = mark.end(), ""
        elif not inside:
            parts.append(text[begun : mark.start()])
            inside = mark[0]
    if not inside:
        parts.append(text[begun:])
    return parts, bool(inside)


def _closes(mark: re.Match[str]) -> bool:
    return any(mark[f"close{n}"] for n in ("", *range(2, 10)))
