"""Glosses that are similar but cannot mean the same: "it rains" and "it does not rain".

Owns the words that reverse a meaning or connect two, in English and Chinese. `symbols` and
`proved_matches` own the matching: if glosses are opposed, neither a name nor a proof matches their
symbols. If two glosses are not opposed, nothing follows.
"""

import re
import unicodedata
from collections import Counter
from itertools import pairwise

from solver.language.syntax import IndividualSort, Symbol

_NOT = frozenset(
    re.findall(
        r"\w+",
        "not no never none nobody nothing neither nor without cannot fails fail failed lacks lack "
        "seldom rarely hardly scarcely barely "
        "isn aren wasn weren doesn don didn hasn haven hadn won wouldn can't mustn shouldn",
    )
)
_NOT_ZH = "不没未无非否勿莫"
_SELDOM_ZH = re.compile("很少|极少|甚少|鲜少|罕见|难得")
_COUNTED = "zero one two three four five six seven eight nine ten eleven twelve"
_PLACED = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth"
_NUMBERS = {
    word: str(number)
    for words in (_COUNTED.split(), _PLACED.split(), "零一二三四五六七八九十")
    for number, word in enumerate(words)
} | {"两": "2"}
_OPPOSITES = (
    "always never", "all some", "all none", "every some", "all most", "everybody somebody",
    "everyone someone", "least most", "more less", "more fewer", "before after", "above below",
    "over under", "first last", "open closed", "open shut", "true false", "left right",
    "enters leaves", "wins loses", "won lost", "early late", "earlier later", "younger older",
    "smaller larger", "smaller bigger", "shorter taller", "shorter longer", "lower higher",
    "black white", "present absent", "accepts rejects", "accepted rejected", "allowed forbidden",
    "with without", "inside outside", "within outside", "only also", "morning evening",
    "male female", "father mother", "north south", "east west", "monday tuesday", "guilty innocent",
    "knight knave", "and or",
)  # fmt: skip
PAIRS = frozenset(frozenset(pair.split()) for pair in _OPPOSITES)
"""Pairs of English words with opposite meanings."""
_PAIRS_ZH = (
    "前后", "上下", "左右", "多少", "大小", "高低", "长短", "先后", "早晚", "有无", "进出",
    "开关", "真假", "是非", "男女", "南北", "东西", "胜负", "赢输", "新旧", "全有", "且或",
)  # fmt: skip
_JOINING = frozenset(("and", "or", "if", "unless")) | frozenset("且或若才")
"""If only one of two glosses has such a word, they are a whole and a part of it."""
_TURNING = ("un", "in", "im", "ir", "il", "dis", "non", "mis")
_PASSIVE, _PASSIVE_ZH = "by", "被"
_HAN = re.compile(r"[\u3400-\u9fff]")
_MINUS = str.maketrans("−–﹣－", "----")
_SIGN = r"(?<![a-z0-9])-(?=\w)|!(?=\w)|(?<![^\W\d_])!|\$(?=[0-9])|(?<=[0-9])\$|[^\w\s!$`-]"
"""Characters that may be a sign: a minus or "!" before a word, "$" next to a number, or any other
character that is neither a letter nor a space, if Unicode classifies it as a symbol (S*)."""
HOLE = "\ufffc"
"""Precedes a place's number in a normalized gloss."""
_WORD_OR_SIGN = re.compile(rf"{HOLE}[0-9]+|[^\W_]+|{_SIGN}")
_DENYING = frozenset("¬~!-")
"""Signs that negate the following word."""


def gloss_text(gloss: str) -> str:
    """The gloss in lower case, with one kind of minus sign."""
    return unicodedata.normalize("NFKC", gloss.translate(_MINUS)).casefold()


def words_and_signs(text: str) -> list[str]:
    """The words of a `gloss_text`, including places, and the signs that are not punctuation: "<",
    "=", "♠", "¬". Two glosses may differ only in these."""
    return [word for word in _WORD_OR_SIGN.findall(text) if word[0].isalnum() or _is_sign(word)]


def _is_sign(word: str) -> bool:
    return word in ("-", "!") or unicodedata.category(word[0])[0] == "S"


def opposed(symbol: Symbol, other: Symbol) -> bool:
    """Whether the glosses of two symbols cannot mean the same, although they may be very
    similar."""
    if not symbol.gloss or not other.gloss:
        return False
    if isinstance(symbol.sort, IndividualSort) and isinstance(other.sort, IndividualSort):
        return _strangers(symbol.gloss, other.gloss)
    return texts_opposed(symbol.gloss, other.gloss, several=symbol.arity > 1)


def texts_opposed(gloss: str, other: str, *, several: bool = False) -> bool:
    """The same check for two glosses as texts. `several`: they are of a relation, in which the
    passive exchanges agent and object."""
    own_words, other_words = _words(gloss), _words(other)
    own, foreign = own_words - other_words, other_words - own_words
    first, second = words_and_signs(gloss_text(gloss)), words_and_signs(gloss_text(other))
    if (_parity(own_words) + _denied(first)) % 2 != (_parity(other_words) + _denied(second)) % 2:
        return True
    if bool(_SELDOM_ZH.search(gloss)) != bool(_SELDOM_ZH.search(other)):
        return True
    numbers, others = _numbers(own_words), _numbers(other_words)
    if numbers and others and numbers != others:
        return True
    signs, other_signs = (sorted(filter(_is_sign, side)) for side in (first, second))
    if signs != other_signs and ((signs and other_signs) or own_words == other_words):
        return True
    if bool(_JOINING & own_words.keys()) != bool(_JOINING & other_words.keys()):
        return True
    if any(frozenset((a, b)) in PAIRS for a in own for b in foreign):
        return True
    if any(_turned(a, b) or _turned(b, a) for a in own for b in foreign):
        return True
    if any(
        (pair[0] in own and pair[1] in foreign) or (pair[1] in own and pair[0] in foreign)
        for pair in _PAIRS_ZH
    ):
        return True
    changed = (own + foreign).keys()
    return several and bool(changed & {_PASSIVE, _PASSIVE_ZH})


def _words(gloss: str) -> Counter[str]:
    """Words, with each Chinese character separate."""
    text = unicodedata.normalize("NFKC", gloss).casefold().replace("n't", " not").replace("’", "'")
    text = _HAN.sub(r" \g<0> ", text)
    return Counter(re.findall(r"[^\W_]+", text))


def _parity(words: Counter[str]) -> int:
    """The parity of the negating words; "neither … nor" negates once."""
    count = sum(count for word, count in words.items() if word in _NOT or word in _NOT_ZH)
    return (count - min(words["neither"], words["nor"])) % 2


def _denied(words: list[str]) -> int:
    """The number of signs that negate the following word: "!late", "-late", but not "-5"."""
    return sum(sign in _DENYING and not word.isdecimal() for sign, word in pairwise(words))


def _numbers(words: Counter[str]) -> list[str]:
    return sorted(
        _NUMBERS.get(word, word) for word in words if word.isdecimal() or word in _NUMBERS
    )


def _turned(word: str, other: str) -> bool:
    return len(word) > 2 and any(f"{prefix}{word}" == other for prefix in _TURNING)


def _strangers(gloss: str, other: str) -> bool:
    """Whether the names of two individuals have no word in common."""
    own_words, other_words = _words(gloss), _words(other)
    if any(map(_HAN.match, own_words)) and any(map(_HAN.match, other_words)):
        first, second = "".join(own_words), "".join(other_words)
        return not (first in second or second in first)
    return not own_words & other_words
