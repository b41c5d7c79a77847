"""What a model wrote in the place of an answer, as an answer of the question's kind.

Owns letters, truth values, verdicts, numbers and free texts. Sets, lists and tables of worlds are
`extraction_worlds`'s; finding the place is `extraction`'s.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from items.answer_text import TRUTH_WORDS, VERDICT_WORDS, letter
from items.answers import (
    Answer,
    ChoiceAnswer,
    CountAnswer,
    TextAnswer,
    TruthAnswer,
    VerdictAnswer,
)
from items.asking import phrases
from items.asking.extraction_worlds import WORLD_KINDS, Unreadable, read_worlds
from items.asking.prompting import shown_options
from items.models import Question

MAX_FREE = 20_000
"""Characters of a free answer that are kept."""
_TRUTH: Mapping[str, str] = {
    **TRUTH_WORDS,
    "cannot be determined": "unknown",
    "undetermined": "unknown",
    "indeterminate": "unknown",
    "neither": "unknown",
    "真": "true",
    "为真": "true",
    "正确": "true",
    "假": "false",
    "为假": "false",
    "错误": "false",
    "未知": "unknown",
    "不确定": "unknown",
    "无法确定": "unknown",
    "不能确定": "unknown",
    "无法判断": "unknown",
}
_WORDS_OF_TRUTH = "|".join(sorted(map(re.escape, _TRUTH), key=len, reverse=True))
_LEADING_TRUTH = re.compile(
    rf"({_WORDS_OF_TRUTH})(?![a-z/|])(?!\s*(?:/|\||or\b|或))(.*)", re.DOTALL
)
_VERDICTS: Mapping[str, Mapping[str, str]] = {
    "possible": {"可能": "possible", "不可能": "impossible"},
    "necessary": {
        "必然": "necessary",
        "必然成立": "necessary",
        "一定": "necessary",
        "不必然": "unnecessary",
        "不必然成立": "unnecessary",
        "不一定": "unnecessary",
        "not necessary": "unnecessary",
        "not necessarily": "unnecessary",
    },
    "has_alternative": {
        "存在": "alternative",
        "不存在": "no_alternative",
        "no alternative": "no_alternative",
    },
}
_SIGNS = str.maketrans("", "", "*_`$<>()[]{}\"'“”‘’「」【】\\")
_LONE = re.compile(r"([A-Z])(?![A-Z0-9'’])", re.IGNORECASE)
_SECOND = re.compile(
    r"\s*(?:,|/|\||&|、|\band\b|\bor\b|和|或|与)\s*([A-Z])(?![A-Z])", re.IGNORECASE
)


def read_value(
    value: Any,
    leaf: Question,
    mutant: int = 0,
    formalization: Mapping[str, Any] | None = None,
) -> Answer:
    """The answer to a question part: a text, or what a JSON object holds in its place.

    Options of the result stand in the item's own order, whatever rotation was shown.

    Raises:
        Unreadable: it is no answer to this kind of question; says why.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        raise Unreadable("the answer is empty")
    match leaf.kind:
        case "choice":
            shown = shown_options(leaf, mutant)
            return choice(_text(value), [leaf.options[place].text for place in shown], shown)
        case "truth":
            return TruthAnswer.model_validate({"value": _truth(value)})
        case "possible" | "necessary" | "has_alternative":
            return VerdictAnswer.model_validate({"word": _verdict(value, leaf.kind)})
        case "count_models":
            return CountAnswer(count=_count(value))
        case "text":
            return TextAnswer(text=_free(value))
        case kind if kind in WORLD_KINDS:
            return read_worlds(value, leaf, formalization)
    raise Unreadable("the question has parts")


def choice(text: str, options: Sequence[str], shown: Sequence[int]) -> ChoiceAnswer:
    """The letter a text begins with, as an option; any other letter or text is N, none of the
    options (ILogicEval, section 5.1). `options` are as shown, `shown` their own indices.

    Raises Unreadable where two letters are given.
    """
    bare = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    bare = re.sub(r"^(?:boxed|textbf|text|option|choice|选项|选|[\s:])*", "", bare, flags=re.I)
    match = _LONE.match(bare)
    if match is None:
        return ChoiceAnswer(option=None)
    second = _SECOND.match(bare, match.end())
    letters = [letter(place) for place in range(len(shown))]
    if second and second[1].upper() in letters and second[1].upper() != match[1].upper():
        raise Unreadable(f"two letters are given: {match[1]} and {second[1]}")
    if match[1].upper() not in letters or _is_an_option(bare, options):
        # The second: an option's own text that begins with an article, "A goat sleeps".
        return ChoiceAnswer(option=None)
    return ChoiceAnswer(option=shown[letters.index(match[1].upper())])


def _is_an_option(text: str, options: Sequence[str]) -> bool:
    plain = phrases.plain(text)
    return len(plain) > 1 and plain in {phrases.plain(option) for option in options}


def _truth(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    plain = phrases.plain(_text(value).translate(_SIGNS))
    match = _LEADING_TRUTH.match(plain)
    if match is None:
        raise Unreadable(f"no truth value: {_shown(value)}")
    if len(match[1]) == 1 and match[1].isascii() and match[2]:
        raise Unreadable(f"no truth value: {_shown(value)}")
    return _TRUTH[match[1]]


def _verdict(value: Any, kind: str) -> str:
    positive, negative = VERDICT_WORDS[kind]
    if isinstance(value, bool):
        return positive if value else negative
    plain = phrases.plain(_text(value).translate(str.maketrans("", "", "*`\"'")))
    word = re.sub(r"[\s\-]+", "_", plain)
    if word in (positive, negative):
        return word
    if plain in _VERDICTS[kind]:
        return _VERDICTS[kind][plain]
    answer = phrases.yes_no(plain)
    if answer is None:
        raise Unreadable(f"neither {positive} nor {negative}: {_shown(value)}")
    return positive if answer else negative


def _count(value: Any) -> int:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        count: int | None = value
    else:
        count = phrases.number(_text(value))
    if count is None or count < 0:
        raise Unreadable(f"no number: {_shown(value)}")
    return count


def _free(value: Any) -> str:
    """A free answer; one given as a list or object is kept as such."""
    import json

    if isinstance(value, str):
        return value.strip()[:MAX_FREE]
    if isinstance(value, list) and all(isinstance(one, str) for one in value) and value:
        return "\n".join(value)[:MAX_FREE]
    return json.dumps(value, ensure_ascii=False)[:MAX_FREE]


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise Unreadable(f"expected a text, found {type(value).__name__}")


def _shown(value: Any) -> str:
    text = str(value)[:200]
    return repr(text if len(text) <= 60 else text[:59] + "…")
