"""An option that a response names by its position: "the third one", "第三个选项".

Owns these wordings, each of which is a whole response.
"""

import re

from items.values.unreadable import Unreadable

_COUNTED = ("first", "second", "third", "fourth", "fifth", "sixth")
_NUMBERED = ("one", "two", "three", "four", "five", "six")
_CHINESE = "一二三四五六"
_LAST = ("last", "最后一")
_NAMED = re.compile(
    r"(?:(?:therefore|thus|hence|so),? )?"
    r"(?:(?:(?:my|the|final|correct) ){0,3}(?:answer|choice|pick|vote) is |it is |its |it's |"
    r"this is |"
    r"that is |i(?:'?d| would|'?ll| will)? (?:choose|pick|select|say|go with|opt for|vote for|"
    r"answer with|"
    r"answer|think it is) |i (?:think|believe)(?: that)? )?(?:the )?"
    rf"(?:({'|'.join(_COUNTED)}|last) (?:option|choice|one|statement|answer)"
    rf"|(?:option|choice|statement) ({'|'.join(_NUMBERED)}))"
    r"(?: (?:is|must be)(?: therefore| thus)? (?:the )?(?:only )?(?:correct|right|true|best|"
    r"answer|one that (?:must hold|"
    r"follows|holds|must be true))(?: (?:one|option|answer|choice))?| follows| must hold)?"
    rf"|(?:因此|所以|我)?(?:应?选择?|答案是|正确的?是)?(?:第([{_CHINESE}])|(最后一))(?:个选项|个|项)"
    r"(?:是?正确的?|是?对的?|成立)?(?:[,，](?:其余|其他|其它)[^a-z,，。]{0,12}(?:错误?的?|不正确|不对|不成立|无法推出|"
    r"不能推出))?"
)


def named_place(text: str, count: int) -> int | None:
    """Return the position, from 0, that a whole response names among `count` options; None if it
    names none. `text` is in lower case and without marks.

    Raises:
        Unreadable: there is no option at that position.
    """
    match = _NAMED.fullmatch(text)
    if match is None:
        return None
    name = next(filter(None, match.groups()))
    if name in _LAST:
        return count - 1
    place = next(names.index(name) for names in (_COUNTED, _NUMBERED, _CHINESE) if name in names)
    if place >= count:
        raise Unreadable(f"there is no {name} option")
    return place
