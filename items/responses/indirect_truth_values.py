"""Truth values in indirect wording: true in no model, or of the negation.

Owns the statements whose meaning differs from that of the word in them, and replaces them by the
plain word. `vocabulary` interprets plain words. "Not true" and 不为真 settle nothing.
"""

import re
from collections.abc import Callable, Sequence

from items.responses import certainty_shares

TRUE, FALSE, OPEN, NOTHING = "must be true", "cannot be true", "unknown", "not true"
TRUE_ZH, FALSE_ZH, OPEN_ZH, NOTHING_ZH = "必真", "必假", "未知", "不为真"

_GAP = r"(?P<gap>[^.,;:!?\n]{0,80}?)"
_SHORT = r"[^.,;:!?\n]{0,80}?"
_MODELS = (
    r"(?:models?|cases?|worlds?|ways?|situations?|scenarios?|interpretations?|circumstances?|"
    r"assignments?|conditions?|states?|structures?|valuations?|possibility|possibilities)"
)
_VALUE = r"(?P<value>true|false)\b"
_SOME = (
    r"(?:some|certain|several|a few|one|another|others|an?|the others?|at least one|(?:the|a) "
    r"(?:first|second|other))"
)
_ABOUT = (
    r"(?:(?:the|this|that|its|our|given|stated|proposed)\s){0,3}"
    r"(?:conclusion|statement|claim|hypothesis|proposition|assertion|query|sentence|it|that|this)"
)
_OPPOSITE = r"(?:negation|opposite|contrary|denial|contradictory|complement)"
_BE = r"(?:is|are|was|be|being|must be|has to be|would be|will be|comes? out|turns? out)"
_HELD_BUT = (
    rf"{_SHORT}\b(?:premise|rule|fact|clue|assumption)s?\b[^.,;:!?\n]{{0,30}}?"
    r"\b(?:true|hold|holds|satisfied)\b[^.;:!?\n]{0,12}?\b(?:and|but|while|yet|with)\b"
    r"[^.,;:!?\n]{0,40}?\b"
)
_ZH_GAP = r"(?P<gap>[^。，,；;：:！!？?\n]{0,24}?)"
_ZH_SHORT = r"[^。，,；;：:！!？?\n]{0,24}?"
_ZH_SOME = r"(?:有的|有些|某些|某个|一些|部分|一个|一种)"
_ZH_MODELS = r"(?:模型|情况|情形|世界|解释|赋值|场景|可能)"
_ZH_VALUE = r"(?:为|是|成)(?P<value>真|假)(?:的)?"
_EITHER = r"(?:true|false|hold|holds|follow|follows|entailed|implied)"
_ASKED = r"\b(?:is|does|can|could|must|might|may|do)\s[^.,;!?\n]{0,60}?"
_NO = (
    r"\s?\?\s{1,3}(?:also\s)?"
    r"(?:no|not|nope|neither|it (?:is not|isn't|does not|doesn't|cannot|can't))\b"
)
_AND = r"[^.?!\n]{0,40}[.!,;]?\s{1,3}(?:and\s)?"


_PREMISES = re.compile(
    r"\b(?:premise|rule|fact|clue|assumption|antecedent)s?\b|前提|规则|事实|条件", re.IGNORECASE
)
_CROSSED = re.compile(
    rf"{_PREMISES.pattern}|\b(?:not|but|except|other than|without|unless|so|hence|therefore|thus|"
    r"because|since|and|or|doubt)\b|n't\b|不|而|除|因|所以|故",
    re.IGNORECASE,
)
"""Between "no model" and the value: they do not belong together."""
_QUALIFIED = re.compile(
    r"\s(?:that|if|when|unless|without|and|or)\b"
    r"|\s(?:in|under|on|for|at)\s(?!(?:any|all|every|each|the given|this|our|general)\b)"
    r"|(?:的)?(?:前提|条件)|而",
    re.IGNORECASE,
)
"""After the value: its scope is wider or narrower than the question."""


def _same(match: re.Match[str]) -> str:
    return _put(match, turned=False)


def _turned(match: re.Match[str]) -> str:
    return _put(match, turned=True)


def _put(match: re.Match[str], *, turned: bool) -> str:
    """The plain word for a value and its context; a word that settles nothing if that is
    unclear."""
    wide = match["value"] in ("真", "假")
    gap = match.groupdict().get("gap") or ""
    if _CROSSED.search(gap) or _QUALIFIED.match(match.string, match.end()):
        return NOTHING_ZH if wide else NOTHING
    true = (match["value"].lower() in ("true", "真")) != turned
    return (TRUE_ZH if true else FALSE_ZH) if wide else TRUE if true else FALSE


def _word(word: str) -> Callable[[re.Match[str]], str]:
    """Insert a word, unless the statement is about a premise."""
    return lambda match: match[0] if _PREMISES.search(match[0]) else word


_RULES: Sequence[tuple[re.Pattern[str], Callable[[re.Match[str]], str]]] = tuple(
    (re.compile(pattern, re.IGNORECASE), put)
    for pattern, put in (
        # Both values, in different models.
        (
            rf"\b(?P<one>true|false)\s(?:in|under|for|with|on)\s{_SOME}\b[^.;!?\n]{{0,60}}?"
            rf"\b(?:(?!(?P=one))(?:true|false)|not|isn't)\b\s?(?:in|under|for|with|on)?\s?{_SOME}\b"
            rf"(?:\s{_MODELS}\b)?",
            _word(OPEN),
        ),
        (
            rf"\b(?:in|under|on)\s{_SOME}\b[^.,;!?\n]{{0,40}}?\b(?P<one>true|false)\b"
            rf"[^.!?\n]{{0,20}}?\b(?:in|under|on)\s{_SOME}\b[^.,;!?\n]{{0,40}}?\b(?!(?P=one))(?:true|false)\b",
            _word(OPEN),
        ),
        (
            r"\bsometimes\s(?:it\sis\s)?(?P<one>true|false)\b[^.!?\n]{0,12}?"
            r"\bsometimes\s(?:it\sis\s)?(?!(?P=one))(?:true|false)\b",
            _word(OPEN),
        ),
        (
            rf"\bthere (?:is|are|exists?) (?:both )?(?:an?|one|some) \w{{0,12}}\s?{_SHORT}"
            rf"\b(?P<one>true|false)\b[^.!?\n]{{0,12}}?\b(?:an?|one|some|another|others?)\b{_SHORT}"
            r"\b(?!(?P=one))(?:true|false)\b",
            _word(OPEN),
        ),
        # The premises hold, and the conclusion does not.
        (
            rf"\b(?:no\s(?:\w{{1,14}}\s){{0,2}}?{_MODELS}|"
            r"(?<!not )impossible\s(?:for|that|to have)|not possible\s(?:for|that|to have))\b"
            rf"{_HELD_BUT}{_VALUE}",
            _turned,
        ),
        (
            rf"\b(?:an?|one|some|this|that|possible)\s(?:\w{{1,14}}\s)?"
            rf"(?:(?:counter-?)?{_MODELS}|for|that)\b{_HELD_BUT}(?:true|false)\b",
            lambda _: NOTHING,
        ),
        # In no model.
        (
            rf"(?<!not )(?<!n't )\bimpossible\s(?:for|that)\s{_GAP}\b{_VALUE}",
            _turned,
        ),
        (rf"(?<!not )(?<!n't )\bimpossible to be\s{_VALUE}", _turned),
        (rf"\b(?:not|\w{{1,6}}n't)\spossible\s(?:for|that|to be)\s{_GAP}\b{_VALUE}", _turned),
        (
            rf"\b(?:no|not a single|none of the|without any|lacks any)\s(?:\w{{1,14}}\s){{0,2}}?"
            rf"{_MODELS}\s(?:in|under|where|that|which|for|to|makes?|is|does|can|could|of)\b{_GAP}"
            rf"\b{_VALUE}",
            _turned,
        ),
        (
            rf"(?<!not )\b{_VALUE}\s(?:in|under|on|for)\s(?:no|none)\b(?! doubt| uncertain)"
            r"[^.,;!?\n]{0,40}",
            _turned,
        ),
        (
            r"\b(?:nothing|no model|no premise)\s(?:makes|forces|renders)\s"
            rf"{_GAP}\b(?:true|false)\b",
            _word(NOTHING),
        ),
        (
            r"\b(?:(?:can|could|will|would)\s)?never\s"
            rf"(?:be|is|was|comes? out|becomes?|turns? out)\s{_VALUE}",
            _turned,
        ),
        (rf"\bfail(?:s|ed)?\sto\s(?:be|come out|hold|turn out|become)\s?{_VALUE}", _turned),
        # In one model, which settles nothing.
        (
            rf"\b(?:possible|conceivable|consistent)\s(?:for|that)\s{_GAP}\b(?:true|false)\b",
            _word(NOTHING),
        ),
        (
            r"(?<!not )\b(?:true|false)\s(?:in|under|on|for)\s(?:some|certain|several|one|"
            rf"at least one|an?|not all|not every|most|many)\s(?:\w{{1,14}}\s){{0,2}}?{_MODELS}\b",
            _word(NOTHING),
        ),
        (
            r"\bnot\s(?:true|false)\s(?:in|under|on|for)\s(?:all|every|each|any)\b[^.,;!?\n]{0,40}",
            _word(NOTHING),
        ),
        # Of the negation.
        (
            rf"(?<!nor )\b(?:{_OPPOSITE}\sof\s{_ABOUT}|its\s{_OPPOSITE}|"
            rf"negated\s(?:conclusion|statement|claim))\s{_BE}\s"
            rf"(?:(?:also|necessarily|always|certainly|then|what is)\s)?{_VALUE}",
            _turned,
        ),
        (
            rf"\b(?:{_OPPOSITE}\sof\s{_ABOUT}|its\s{_OPPOSITE})\s"
            rf"(?:cannot|can't|can not|can never|could not|couldn't)\s(?:also\s)?be\s{_VALUE}",
            _same,
        ),
        (
            rf"^[\s\"'*_]{{0,4}}the\s{_OPPOSITE}\s{_BE}\s(?:true|false)\b",
            _word(NOTHING),
        ),
        # Asked and answered.
        (
            rf"{_ASKED}\b{_EITHER}{_NO}{_AND}{_ASKED}\b{_EITHER}{_NO}",
            _word(OPEN),
        ),
        (
            rf"{_ASKED}\b(?P<one>true|false)\s?\?\s{{1,3}}(?:also\s)?yes\b{_AND}"
            rf"{_ASKED}\b(?!(?P=one))(?:true|false)\s?\?\s{{1,3}}(?:also\s)?yes\b",
            _word(OPEN),
        ),
        (
            rf"(?:{_ASKED})?\b(?:entailed|implied|follows?|necessarily true){_NO}"
            r"(?![,;:]?\s(?:it|that)\sis)",
            _word(NOTHING),
        ),
        # In Chinese.
        (
            rf"{_ZH_SOME}{_ZH_SHORT}(?:为|是|成)(?P<one>真|假)的?[,，；;]?\s?(?:而|但)?(?:在)?"
            rf"(?:{_ZH_SOME}|另一?[些个种]?|其他|其它|别的){_ZH_SHORT}"
            r"(?:为|是|成)(?!(?P=one))[真假]的?",
            _word(OPEN_ZH),
        ),
        (
            r"有时候?(?:为|是)?(?P<one>真|假)的?[,，；;、]?\s?有时候?(?:为|是)?(?!(?P=one))[真假]的?",
            _word(OPEN_ZH),
        ),
        (
            r"(?<!不是)(?<!并非)(?:绝|决|根本)?(?:不可能|无法|绝不会|不会)(?:总|会|再)?"
            + _ZH_VALUE,
            _turned,
        ),
        (
            rf"(?:没有|不存在|无)(?:任何|一[种个]|哪[种个])?{_ZH_SHORT}{_ZH_MODELS}[下里中]?"
            rf"{_ZH_GAP}{_ZH_VALUE}",
            _turned,
        ),
        (
            rf"(?:没有|不存在)(?:任何|能|可以)?(?:使|让|令){_ZH_GAP}{_ZH_VALUE}(?:的)?{_ZH_MODELS}",
            _turned,
        ),
        (
            rf"(?:没有|缺乏|无)(?:任何|一[条个])?{_ZH_SHORT}(?:证据|依据|理由|信息|前提)"
            rf"{_ZH_SHORT}(?:为|是)[真假]的?",
            lambda _: NOTHING_ZH,
        ),
        (
            rf"(?:任何|所有|一切|每一?[种个])(?:的)?{_ZH_MODELS}{_ZH_GAP}"
            rf"都?不(?:会|可能)?{_ZH_VALUE}",
            _turned,
        ),
        (
            rf"(?:并非|不是|并不是|不)在?(?:所有|任何|每一?[种个])(?:的)?{_ZH_MODELS}"
            rf"{_ZH_GAP}(?:为|是)[真假]的?",
            _word(NOTHING_ZH),
        ),
        (
            r"(?:(?:结论|命题|陈述|说法|该句|原句|其|它)的?(?:否定|反面|反命题|矛盾命题))"
            rf"(?:必然|一定|必定|也|才)?{_ZH_VALUE}",
            _turned,
        ),
        (
            r"是(?P<one>真)的?[吗么]?[?？]\s{0,2}(?:不|不是|否|不能|并不是?)[。,，;；]\s{0,2}"
            r"[^。?？\n]{0,12}是假的?[吗么]?[?？]\s{0,2}也?(?:不|不是|否|不能|并不是?)",
            _word(OPEN_ZH),
        ),
        (
            r"(?:为|是)真的?[吗么][?？]\s{0,2}(?:不|不是|否|不能|并不是?)(?=[。,，;；\s]|$)",
            _word(NOTHING_ZH),
        ),
        (
            r"(?:为|是)假的?[吗么][?？]\s{0,2}(?:不|不是|否|不能|并不是?)(?=[。,，;；\s]|$)",
            _word("不为假"),
        ),
        (r"(?<!不)(?:真的?是|假的?是)[真假]的?(?![吗么])", _word(NOTHING_ZH)),
    )
)


def plainly(text: str) -> str:
    """Replace each indirect truth value in the text by the plain word."""
    text = certainty_shares.with_largest(text, certainty_shares.WORDS, _plain_word)
    for pattern, put in _RULES:
        text = pattern.sub(put, text)
    return text


def _plain_word(name: str | None) -> str:
    """The word for the value with the largest share."""
    return NOTHING if name is None else name
