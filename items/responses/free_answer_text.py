"""A free answer from a response.

Owns which part of a response is the answer: the content of a place made for it, otherwise the text
after the last label such as "Final answer:", otherwise all of it.
"""

import json
import re

from items.responses.answer_places import boxes, keyed, tagged
from items.values.unreadable import Unreadable

MAX_FREE = 20_000
"""Largest number of characters kept of a free answer."""
_LABEL = re.compile(
    r"(?:^|\n)[\s*_#>]{0,8}(?:(?:final|short|my|the)\s{1,2}){0,2}(?:answer|conclusion)"
    r"[\s*_]{0,4}[:：][\s*_]{0,6}|(?:^|\n)[\s*_#>]{0,8}(?:最终|我的)?(?:答案|结论|"
    r"答)[\s*_]{0,4}[:：][\s*_]{0,6}",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"(?:i'm |i am |we are )?(?:very )?sorry,? (?:but )?(?:i|we) (?:can't|cannot|can not|"
    r"am unable|won't)"
    r"|i (?:can't|cannot|won't|am unable to|am not able to) (?:help|assist|comply|provide|"
    r"answer|respond|"
    r"discuss|continue|engage)|as an ai|(?:抱歉|对不起|很遗憾)[,，。]?\s?(?:但)?我?(?:无法|"
    r"不能)|我(?:无法|不能)(?:回答|提供|协助|帮助)",
    re.IGNORECASE,
)


def free_answer(text: str) -> str:
    """Return the free answer of a response without its reasoning. Raises Unreadable if it is empty
    or a refusal."""
    for value in reversed(keyed(text)):
        return _value_text(value)
    for inner in reversed(tagged(text)):
        return _value_text(inner)
    labels = [place.end() for place in _LABEL.finditer(text)]
    if labels and text[labels[-1] :].strip(" \n\t*_`"):
        return _value_text(text[labels[-1] :])
    places = list(boxes(text))
    if places and places[-1].value.strip():
        return _value_text(places[-1].value)
    if len(text) <= 400 and _REFUSED.match(text.strip(" \n*_\"'“").replace("’", "'")):
        raise Unreadable("the response refuses to answer")
    return _value_text(text)


def _value_text(value: object) -> str:
    """A text; a list or object as JSON, a list of texts with one line each."""
    if value is None:
        raise Unreadable("the answer is empty")
    if isinstance(value, str):
        message = value.strip()
        message = (
            message.strip("*_").strip()
            if message.startswith(("**", "__")) and "\n" not in message
            else message
        )
    elif isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        message = "\n".join(value)
    else:
        message = json.dumps(value, ensure_ascii=False)
    if not message:
        raise Unreadable("the answer is empty")
    return message[:MAX_FREE]
