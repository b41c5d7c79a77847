"""By prefix: a sub-question whose text opens as a counterfactual (LLMEval-Logic, appendix F.1).

An item that declares it, by `under` or a condition next to the question, needs no such opening. The
opening is 假设, 假如, or 反事实 alone or after a verb that introduces it (设, 再设, 另设 …), with
or without brackets.
"""

import re

from items.models import Item
from items.splits.split import Split, declared, full_text
from solver.phrases import phrase

_NUMBER = re.compile(
    r"\s{0,4}(?:[-–—•·*#]{1,3}\s{1,2}|#)?"
    r"(?:(?:[(（]?(?:\d{1,3}|[a-h]|[ivx]{1,4}|[一二三四五六七八九十]{1,2})[)）.．、:：]|[①-⑳Ⅰ-Ⅻ][.、]?|\d{1,3}\s"
    r"|(?:第\s?(?:\d{1,3}|[一二三四五六七八九十]{1,2})\s?[小子]?[问题]题?"
    r"|[小子]?(?:问题|问|题)\s?[(（]?(?:\d{1,3}|[一二三四五六七八九十]{1,2})[)）]?)[：:.、，,\s]?"
    r"|[Qq]\d{1,3}[.:：、)]?)\s{0,4})?"
)
"""The number of a sub-question, in any of the usual forms, or a bullet."""
_AGAIN = r"(?:[再另又现还]|现在|最后|接着|接下来|此外)?"
_OPENING = re.compile(
    r"[(（【\[“\"「*_]{0,3}\s{0,2}"
    rf"(?:{_AGAIN}假[设設](?!性|检验|一词|[”」])|假如|(?:{_AGAIN}设(?![备计])[^，,。：:；;？?]{{0,16}})?反事实)"
)


def opens_so(text: str) -> bool:
    """Whether a sub-question's text, after its number, opens as a counterfactual."""
    number = _NUMBER.match(text)
    return _OPENING.match(text, number.end() if number else 0) is not None


def _counterfactual(item: Item) -> frozenset[str]:
    texts: set[str] = set()
    for leaf in item.leaves:
        declaration = declared(item, leaf)
        if opens_so(full_text(leaf)) if declaration is None else declaration:
            texts.add(leaf.id)
    return frozenset(texts)


SPLIT = Split(
    name=phrase("by prefix"),
    key="by_prefix",
    meaning=phrase(
        "counterfactual where the item asks the sub-question under a variant or a condition; "
        "where it does not say, where the sub-question opens with 假设, 假如 or (设 …) 反事实"
    ),
    source="L F.1",
    counterfactual=_counterfactual,
)
