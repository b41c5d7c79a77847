"""The words that responses answer with: truth values, yes and no, verdicts.

Owns their lists; negations are entries of their own ("not necessarily true" is Unknown).
`vocabulary` owns the choice among several words of a text.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from items.responses.vocabulary import NOT_SO, Vocabulary
from items.values import phrases
from solver.kinds.base import Kind

TRUTH: Mapping[str, Sequence[str]] = {
    "true": (
        *("true", "t", "yes", "correct", "holds", "entailed", "is entailed", "follows", "proved"),
        *("是的",),
        *("真", "为真", "真的", "是真的", "真命题", "正确", "是正确的", "对", "成立", "是", "对的"),
        *("没错", "是真", "而是真", "无误", "必然成立", "一定成立", "必定成立", "必真", "恒真"),
        *("must hold", "necessarily holds", "has to hold", "follows necessarily"),
        *("certainly true", "definitely true", "must be true", "necessarily true", "必然为真"),
    ),
    "false": (
        *NOT_SO,
        *("false", "f", "no", "incorrect", "wrong", "cannot be true", "disproven"),
        *("entails its negation", "entail its negation", "its negation follows", "its negation is"),
        *("contradicts the premises", "contradict the premises", "contradicts the statement"),
        *(
            "contradict the statement",
            "cannot hold",
            "can't hold",
            "inconsistent with the premises",
        ),
        *("必然不成立", "一定不成立", "不可能成立", "必假", "与前提矛盾"),
        *("not correct", "does not hold", "doesn't hold", "refuted"),
        *("contradicted", "disproved", "must be false", "definitely false", "certainly false"),
        *(
            "necessarily false",
            "假",
            "为假",
            "假的",
            "是假的",
            "假命题",
            "错误",
            "是错误的",
            "错",
            "错的",
        ),
        *("不正确", "不成立", "否", "不对", "必然为假", "不真", "是假", "而是假", "有误"),
    ),
    "": (
        *("not entailed", "isn't entailed", "false to say", "wrong to say", "unknown to"),
        *("not true", "is not true", "isn't true", "untrue", "not false", "is not false"),
        *("isn't false", "true that", "false that", "true if", "false if"),
        *(
            "true and false",
            "不为真",
            "不是真的",
            "并非为真",
            "不为假",
            "不是假的",
        ),
        *(
            "真是错误的",
            "为真是错误的",
            "为真是错的",
            "为真是不对的",
            "为假是错误的",
            "为假是错的",
            "为假是不对的",
            "真是错误的说法",
            "真是错的",
            "真是不对的",
            "假是错误的",
            "假是错误的说法",
            "假是错的",
            "假是不对的",
            "不能说是真",
            "不能说是假",
            "不能说是错误",
            "不能说错",
            "不是错误",
            "不是错的",
            "并不错误",
        ),
        *("true is wrong", "true is false", "true is incorrect", "true is mistaken"),
        *("false is wrong", "false is false", "false is incorrect", "false is mistaken"),
        *("true is not right", "false is not right", "true is a mistake", "false is a mistake"),
        *("true is not correct", "false is not correct", "true is an error", "false is an error"),
    ),
    "-": (
        *("true or false", "true or not", "true, false", "真或假", "真假", "是否为真", "是真是假"),
        *("是真还是假", "是真还是为假", "为真还是为假", "为真或为假", "真还是假"),
    ),
    "unknown": (
        *("unknown", "uncertain", "n/a", "n-a", "na", "n.a.", "undetermined", "indeterminate"),
        *("cannot be determined", "can not be determined", "can't be determined", "undecided"),
        *("could not be determined", "not determined", "cannot determine", "can't determine"),
        *("cannot be inferred", "cannot be concluded", "cannot be deduced", "cannot be known"),
        *(
            "cannot be proven",
            "cannot say",
            "cannot tell",
            "can't tell",
            "not possible to determine",
        ),
        *(
            "impossible to determine",
            "impossible to say",
            "unable to determine",
            "insufficient information",
        ),
        *("not enough information", "there is not enough information", "inconclusive"),
        *("isn't enough information", "isn't sufficient information", "not sufficient information"),
        *("insufficient evidence", "could go either way", "can go either way"),
        *("neither true nor false", "neither", "not necessarily true", "not necessarily false"),
        *("undecidable", "not certain", "unclear", "not determinable"),
        *("indeterminable", "could be true or false", "may be true or false", "not known"),
        *("either true or false", "might be true or false", "can be true or false", "unprovable"),
        *("未知", "不确定", "无法确定", "不能确定", "无法判断", "不能判断", "不可判断", "无法得知"),
        *("无法推断", "无法推出", "不可知", "不可判定", "不定", "信息不足", "无法得出", "不能得出"),
        *("无法确定真假", "真假不定", "真假未知", "既不真也不假", "不得而知", "未定", "不能推出"),
        *(
            "真的不确定",
            "真的无法确定",
            "真的不知道",
            "不见得",
            "说不准",
            "不好说",
            "难以确定",
            "not necessarily",
            "can't know",
            "cannot know",
        ),
        *("no way to tell", "no way of knowing", "no way to know", "no way to determine"),
        *("left open", "remains open", "not enough info", "insufficient info"),
        *(
            "cannot be answered",
            "can't be answered",
            "can't conclude anything",
            "both are possible",
        ),
        *(
            "cannot conclude anything",
            "both possible",
            "信息不够",
            "条件不足",
            "推不出",
            "推不出来",
            "既不能证明也不能否定",
            "既不能证实也不能证伪",
            "既不能推出也不能否定",
        ),
        *("could be either", "can be either", "may be either", "might be either"),
        *("可能真也可能假", "可真可假", "无法断定", "无从判断", "不一定", "不一定为真", "未必为真"),
    ),
}
_YES = (
    "yes",
    "是",
    "是的",
    "对",
    "可以",
    "能",
    "能够",
    "会",
    "存在",
    "有",
    "true",
    "correct",
    "真",
    "成立",
    "没错",
    "sure",
    "of course",
    "yep",
    "yeah",
)
_NO = (
    *NOT_SO,
    *(
        "no",
        "nope",
        "否",
        "不",
        "不是",
        "不对",
        "不可以",
        "不能",
        "不能够",
        "不会",
        "不存在",
        "没有",
        "false",
    ),
    *("incorrect", "假", "不成立", "not true"),
)
_VERDICTS: Mapping[str, Sequence[str]] = {
    "possible": (
        *("possible", "it is possible", "可能", "有可能", "是可能的", "可能的", "not impossible"),
        *("isn't impossible", "不是不可能", "并非不可能", "并不是不可能"),
    ),
    "impossible": (
        *(
            "impossible",
            "not possible",
            "isn't possible",
            "is not possible",
            "不可能",
            "没有可能",
            "绝无可能",
            "毫无可能",
            "无可能",
        ),
        *(
            "cannot happen",
            "can't happen",
            "cannot be the case",
            "不可能的",
            "绝不可能",
            "并非可能",
            "不是可能",
            "并不是可能",
            "by no means possible",
        ),
    ),
    "necessary": (
        *(
            "necessary",
            "necessarily",
            "has to be the case",
            "must be the case",
            "必然",
            "必然成立",
            "一定",
            "必定",
            "是必然的",
        ),
        *("not unnecessary", "不是不必然", "并非不必然"),
    ),
    "unnecessary": (
        *(
            "unnecessary",
            "not necessary",
            "not necessarily",
            "isn't necessary",
            "need not",
            "不必然",
            "不一定",
        ),
        *("不见得", "未必", "并非必然", "不是必然", "不必然成立", "possible but not necessary"),
        *("by no means necessary", "not the case that it is necessary"),
        *("not forced", "isn't forced", "is not forced"),
    ),
    "alternative": ("alternative", "there is an alternative", "有", "存在"),
    "no_alternative": (
        "no_alternative",
        "no alternative",
        "there is no alternative",
        "没有",
        "不存在",
    ),
}
_STEPS = (
    "define",
    "check",
    "consider",
    "note",
    "look",
    "show",
    "prove",
    "see",
    "analyze",
    "analyse",
)
"""Verbs for steps on the way to an answer that may be called necessary."""
_OPEN_VERDICT = (
    *("not possible to say", "not possible to tell", "not possible to determine"),
    *("impossible to say", "impossible to tell", "impossible to determine", "not possible to know"),
)
"""They do not answer the question, although they contain a verdict's word."""


@lru_cache(maxsize=1)
def truth_words() -> Vocabulary:
    """Return the vocabulary of True, False and Unknown."""
    return Vocabulary(TRUTH)


@lru_cache(maxsize=64)
def verdict_words(kind: Kind) -> Vocabulary:
    """Return the verdicts of a kind, in its own words, other spellings, and as yes or no."""
    values: dict[str, list[str]] = {
        "": [f"{begun}{word}" for word in _OPEN_VERDICT for begun in ("", "is ", "it is ")]
        + [f"necessary to {verb}" for verb in _STEPS]
        + [f"possible that i {verb}" for verb in ("am", "was", "misread", "have")]
    }
    for verdict in kind.verdicts:
        name = str(verdict.verdict)
        words = [name, name.replace("_", " "), *verdict.spellings, *_VERDICTS.get(name, ())]
        values[name] = [phrases.plain(word) for word in words]
    if len(kind.verdicts) == 2:
        first, last = (str(kind.verdicts[place].verdict) for place in (0, -1))
        values[first] += _YES
        values[last] += _NO
    used_words: dict[str, str] = {}
    for name, listed in values.items():
        for word in listed:
            used_words.setdefault(word, name)
    return Vocabulary(
        {name: [word for word, owner in used_words.items() if owner == name] for name in values}
    )
